import Foundation
import Testing
import Vitrail

@Suite("README")
struct ReadmeTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private func lines(_ url: URL) throws -> [String] {
        try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
    }

    /// The lines between two given lines.
    private func lines(_ all: [String], from first: String, to last: String) throws -> [String] {
        let start = try #require(all.firstIndex(of: first)) + 1
        let end = try #require(all[start...].firstIndex(of: last))
        return Array(all[start..<end])
    }

    @Test("the Swift example is the code that is compiled here")
    func compiled() throws {
        let readme = try lines(Self.tests.appendingPathComponent("../../README.md"))
        let code = try lines(Self.tests.appendingPathComponent("ReadmeExample.swift"))
        let shown = try lines(readme, from: "```swift", to: "```")
        let compiled = try lines(code, from: "    // README begins", to: "    // README ends")
        #expect(compiled.allSatisfy { $0.isEmpty || $0.hasPrefix("    ") })
        #expect(code.contains("import Vitrail"))
        #expect(shown == ["import Vitrail", ""] + compiled.map { String($0.dropFirst(4)) })
    }

    @Test("the package in Examples/ is the one that README shows, with the URL in place of the path")
    func package() throws {
        let readme = try lines(Self.tests.appendingPathComponent("../../README.md"))
        let folder = Self.tests.appendingPathComponent("../../Examples/UsingThePackage")
        func shown(after heading: String) throws -> [String] {
            let start = try #require(readme.firstIndex { $0.contains(heading) })
            return try lines(Array(readme[start...]), from: "```swift", to: "```")
        }
        let manifest = try lines(folder.appendingPathComponent("Package.swift")).dropLast()
        let url = try #require(shown(after: "`Package.swift`").first { $0.contains(".package(url:") })
        #expect(url.hasPrefix("    dependencies: [.package(url: \"https://github.com/"))
        #expect(try shown(after: "`Package.swift`") == manifest.map { $0.contains("path:") ? url : $0 })
        #expect(
            try shown(after: "`Sources/Squares/main.swift`")
                == lines(folder.appendingPathComponent("Sources/Squares/main.swift")).dropLast())
    }

    @Test("the Swift example draws a rising blue line under a title")
    func drawn() async throws {
        let (rendered, png, highest) = try await readmeExample()
        #expect(rendered.image.size == PixelSize(width: 800, height: 400))
        #expect(try PNGDecoder.decode(png) == rendered.image)
        let area = rendered.statistics.plotArea
        // The line's highest pixel in a column: it starts flat at the bottom and ends steep at the top.
        func top(_ x: Int) throws -> Int {
            let isBlue = { (pixel: Color) in Int(pixel.blue) - Int(pixel.red) > 60 }
            return try #require((0..<400).first { isBlue(rendered.image.color(x: x, y: $0)) }, "column \(x)")
        }
        let quarters = try (0...4).map { try top(area.x + min(max(1, area.width * $0 / 4), area.width - 2)) }
        for (k, y) in quarters.enumerated() {
            let expected = Double(area.y + area.height) - Double(area.height) * Double(k * k) / highest
            #expect(abs(Double(y) - expected) < 6, "sample \(k)")
        }
        let title = (0..<area.y).reduce(0) { sum, y in
            sum + (0..<800).count { rendered.image.color(x: $0, y: y) != .white }
        }
        #expect(title > 200)
    }
}

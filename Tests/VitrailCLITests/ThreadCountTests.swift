import Foundation
import Testing
import VitrailImage
import VitrailScene
import VitrailTestNumbers

/// The picture does not depend on the number of processors that the process may use (amendment A3).
@Suite("Number of processors")
struct ThreadCountTests {
    private static let count = 1_200_000
    private static let isLimited =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/taskset")
        && ProcessInfo.processInfo.activeProcessorCount > 1

    @Test(
        "one processor draws the same bytes as all of them",
        .enabled(if: isLimited, "taskset and two processors are needed"),
        arguments: ["line", "area", "column", "scatter", "density", "unordered", "gaps"])
    func processors(kind: String) async throws {
        let folder = try Folder()
        var numbers = SeededNumbers(seed: 5)
        var walk = 0.0
        var y = (0..<Self.count).map { _ -> Double in
            walk += numbers.double(-1...1)
            return walk
        }
        if kind == "gaps" { for i in y.indices where numbers.double(0...1) < 0.1 { y[i] = .nan } }
        try folder.write(y.withUnsafeBytes { Array($0) }, "y.f64")
        var arguments = ["plot", "y.f64", "--size", "500x300", "--scale", "1", "-o", "-", "--format", "rgba"]
        switch kind {
        case "unordered":
            let x = (0..<Self.count).map { _ in numbers.double(0...1) }
            try folder.write(x.withUnsafeBytes { Array($0) }, "x.f64")
            arguments += ["--x", "x.f64", "--type", "line"]
        case "scatter", "density":
            let x = (0..<Self.count).map { _ in numbers.double(0...1) }
            try folder.write(x.withUnsafeBytes { Array($0) }, "x.f64")
            arguments += ["--x", "x.f64", "--type", kind]
        case "gaps": arguments += ["--type", "line"]
        default: arguments += ["--type", kind]
        }
        let all = try await Command.run(arguments, in: folder)
        let words = arguments.map { "'\($0)'" }.joined(separator: " ")
        let one = try await Command.shell("exec taskset -c 0 \"$VITRAIL\" \(words)", in: folder)
        #expect(all.code == 0 && one.code == 0, "\(all.error) \(one.error)")
        #expect(all.output.count == 500 * 300 * 4)
        expectSame(all.output, one.output)
    }
}

import Foundation
import Testing

/// docs/first-charts.md shows the lines that `FirstGuessSamples` compiles and runs.
@Suite("First charts")
struct FirstChartsTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// The lines between `// first: NAME` and `// end`, without their indentation.
    private func regions() throws -> [String: [String]] {
        let text = try String(
            contentsOf: Self.folder.appendingPathComponent("FirstGuessSamples.swift"), encoding: .utf8)
        var regions: [String: [String]] = [:]
        var open: (name: String, lines: [String])?
        for line in text.components(separatedBy: "\n") {
            let mark = line.trimmingCharacters(in: .whitespaces)
            if mark.hasPrefix("// first: ") {
                open = (String(mark.dropFirst(10)), [])
            } else if mark == "// end", let region = open {
                regions[region.name] = region.lines
                open = nil
            } else {
                open?.lines.append(String(line.dropFirst(8)))
            }
        }
        return regions
    }

    private func document() throws -> [String] {
        try String(contentsOf: Self.folder.appendingPathComponent("../../docs/first-charts.md"), encoding: .utf8)
            .components(separatedBy: "\n")
    }

    @Test("each row of the table shows a sample of at most three lines")
    func table() throws {
        var regions = try regions()
        let rows = try document().filter { $0.hasPrefix("| ") && $0.dropFirst(2).first?.isNumber == true }
        #expect(rows.count == 10)
        for row in rows {
            let cells = row.dropFirst(2).components(separatedBy: " | ")
            let last = cells.last ?? ""
            let lines = last.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
            let name = cells[0].components(separatedBy: ". ").last ?? ""
            let region = regions.removeValue(forKey: name) ?? []
            #expect(
                region.map { $0.trimmingCharacters(in: .whitespaces) } == lines && (1...3).contains(lines.count),
                "\(name)")
        }
        #expect(regions.keys.sorted() == ["guesses"])
    }

    @Test("the block of code is the sample that is compiled")
    func block() throws {
        let lines = try document()
        let start = try #require(lines.firstIndex(of: "```swift")) + 1
        let end = try #require(lines[start...].firstIndex(of: "```"))
        #expect(try Array(lines[start..<end]) == regions()["guesses"])
    }
}

import Foundation
import Testing
import Vitrail

@Suite("Goldens", .enabled("\(Golden.reason)", Golden.isComparable))
struct GoldenTests {
    @Test("a chart looks as it did", arguments: GoldenChart.allCases)
    func chart(chart: GoldenChart) async throws {
        let rendered = try await Golden.renderer.render(chart.make())
        try Golden(name: chart.name).check(rendered)
    }

    @Test("each golden belongs to a chart, and is small")
    func folder() throws {
        let files = try FileManager.default.contentsOfDirectory(
            at: Golden.folder, includingPropertiesForKeys: [.fileSizeKey])
        #expect(Set(files.map(\.lastPathComponent)) == Set(GoldenChart.allCases.map { "\($0.name).png" }))
        for file in files {
            let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
            #expect(size > 1_000 && size <= Golden.maxBytes, "\(file.lastPathComponent) has \(size) bytes")
        }
    }

    @Test("a pixel that is 2/255 off is found, one that is 1/255 off is not")
    func oneOff() throws {
        let expected = PixelImage(size: PixelSize(width: 40, height: 30), filledWith: Color(0x336699))
        var actual = expected
        actual[17, 23].y += 1
        try Golden(name: "one-off").compare(actual, with: expected)
        actual[17, 23].y += 1
        try withKnownIssue {
            try Golden(name: "one-off").compare(actual, with: expected)
        } matching: {
            $0.description.contains("1 pixels differ by more than 1/255")
        }
    }

    @Test("a chart without a golden fails")
    func missing() async throws {
        let rendered = try await Golden.renderer.render(GoldenChart.pie.make())
        guard !Golden.isUpdating else { return }
        try withKnownIssue {
            try Golden(name: "no-such-golden").check(rendered)
        } matching: {
            $0.description.contains("there is no golden no-such-golden.png")
        }
    }
}

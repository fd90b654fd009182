import Foundation
import Testing
import VitrailImage
import VitrailScene

@testable import VitrailConformance

@Suite("The worst pixels of a failure")
struct WorstPixelTests {
    private let size = PixelSize(width: 2, height: 2)

    private func pictures() -> (expected: PixelImage, found: PixelImage) {
        let expected = PixelImage(size: size, pixels: [UInt8](repeating: 10, count: 16))
        var found = expected
        (found.pixels[4], found.pixels[13]) = (2, 200)
        return (expected, found)
    }

    @Test("the largest difference is the first, with its sign in each channel")
    func order() {
        let (expected, found) = pictures()
        #expect(
            WorstPixels.find(expected: expected, found: found).map(\.description) == [
                "pixel (1, 1): expected RGBA (10, 10, 10, 10), found (10, 200, 10, 10), difference (0, +190, 0, 0)",
                "pixel (1, 0): expected RGBA (10, 10, 10, 10), found (2, 10, 10, 10), difference (-8, 0, 0, 0)",
            ])
        #expect(WorstPixels.find(expected: expected, found: expected) == [])
        let other = PixelImage(size: PixelSize(width: 4, height: 1), pixels: expected.pixels)
        #expect(WorstPixels.find(expected: expected, found: other) == [])
    }

    @Test("only pixels outside the limit count, if there are any")
    func mask() {
        let (expected, found) = pictures()
        var mask = PixelImage(size: size, filledWith: Color(0x808080))
        #expect(WorstPixels.find(expected: expected, found: found, mask: mask).count == 2)
        mask[1, 0] = SIMD4(128, 0, 0, 255)
        #expect(WorstPixels.find(expected: expected, found: found, mask: mask).map(\.y) == [0])
    }

    @Test("three of many, and among equal ones the first")
    func many() {
        let size = PixelSize(width: 5, height: 4)
        let expected = PixelImage(size: size, filledWith: .black)
        var found = PixelImage(size: size, filledWith: .white)
        found[0, 0] = SIMD4(9, 0, 0, 255)
        #expect(
            WorstPixels.find(expected: expected, found: found).map { [$0.x, $0.y, $0.magnitude] } == [
                [1, 0, 255], [2, 0, 255], [3, 0, 255],
            ])
    }

    @Test("every report has position, expected, found and difference")
    func reports() throws {
        var result = CaseResult(name: "a.b", status: .fail, reason: "pictures DIFFER\n  - too many", seconds: 1)
        result.worstPixels = [
            PixelDifference(x: 7, y: 3, expected: SIMD4(0, 0, 0, 255), found: SIMD4(255, 1, 0, 255)),
            PixelDifference(x: 8, y: 3, expected: SIMD4(0, 9, 0, 255), found: SIMD4(0, 1, 0, 255)),
        ]
        let report = RunReport(
            device: DeviceReport(),
            results: [JudgedResult(result: result, verdict: .unexpectedFailure, attempts: [.fail])], seconds: 1,
            arguments: [])
        let lines = result.worstPixels.map(\.description)
        #expect(lines[0].hasPrefix("pixel (7, 3): ") && lines[0].hasSuffix("difference (+255, +1, 0, 0)"))
        for line in lines {
            #expect(TableWriter.text(report).contains("\n    \(line)\n"))
            #expect(TAPWriter.text(report).contains(line))
            #expect(JUnitWriter.text(report).contains(line))
            #expect(QPAWriter.text(report).contains(line))
        }
        #expect(JUnitWriter.text(report).contains("<failure message=\"pictures DIFFER; \(lines[0])\""))
        let json = JSONLinesWriter.text(report).split(separator: "\n")[1]
        let object = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let pixels = try #require(object["worstPixels"] as? [[String: Any]])
        #expect(pixels.map { $0["x"] as? Int } == [7, 8] && pixels.map { $0["y"] as? Int } == [3, 3])
        #expect(pixels.map { $0["expected"] as? [Int] } == [[0, 0, 0, 255], [0, 9, 0, 255]])
        #expect(pixels.map { $0["found"] as? [Int] } == [[255, 1, 0, 255], [0, 1, 0, 255]])
        #expect(pixels.map { $0["difference"] as? [Int] } == [[255, 1, 0, 0], [0, -8, 0, 0]])
        let stored = try StoredRun(JSONLinesWriter.text(report), folder: "x")
        #expect(stored.cases[0].worstPixels == result.worstPixels)
    }

    @Test("a picture with exchanged channels is told by its colours, on the terminal and in the files")
    func swapped() throws {
        try withFolder { folder in
            let name = "series.line.horizontal.scale1"
            let result = try Command.run([name, "--fault", "swapped-channel", "--out", folder] + Command.driver)
            #expect(result.code == 1)
            let pixels = try #require(try StoredRun(folder: folder).cases.first?.worstPixels)
            try #require(pixels.count == 3)
            for pixel in pixels {
                let (a, b) = (pixel.expected, pixel.found)
                #expect(abs(Int(a.x) - Int(b.z)) <= 4 && abs(Int(a.z) - Int(b.x)) <= 4, "\(pixel)")
                for file in ["report.txt", "results.tap", "results.xml", "results.qpa"] {
                    #expect(try String(path: "\(folder)/\(file)").contains("\(pixel)"), "\(file)")
                }
                #expect(result.output.contains("    \(pixel)\n"))
            }
            #expect(result.errors.contains("Fail \(name): ") && result.errors.contains("; \(pixels[0])"))
        }
    }
}

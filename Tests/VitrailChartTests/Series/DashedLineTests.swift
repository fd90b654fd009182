import Testing
import VitrailScene

@testable import VitrailChart

@Suite("Lines in dashes")
struct DashedLineTests {
    private static func line(_ positions: [(Float, Float)]) -> [PlotPoint] {
        positions.map { PlotPoint(x: $0.0, y: $0.1) }
    }

    /// Formatted as `0,0 4,0 | 8,0 10,0`.
    private static func text(_ points: [PlotPoint]?) -> String? {
        points.map { points in
            points.map { $0.isFinite ? "\(Int($0.x.rounded())),\(Int($0.y.rounded()))" : "|" }.joined(separator: " ")
        }
    }

    @Test("dashes go on round corners and begin anew behind a gap")
    func cut() {
        let straight = DashedLine.cut(Self.line([(0, 0), (10, 0)]), pattern: [4, 4])
        #expect(Self.text(straight) == "0,0 4,0 | 8,0 10,0")
        let corner = DashedLine.cut(Self.line([(0, 0), (2, 0), (2, 8)]), pattern: [4, 4])
        #expect(Self.text(corner) == "0,0 2,0 2,2 | 2,6 2,8")
        let parts = DashedLine.cut(Self.line([(0, 0), (5, 0), (.nan, .nan), (0, 9), (3, 9)]), pattern: [4, 4])
        #expect(Self.text(parts) == "0,0 4,0 | | 0,9 3,9")
    }

    @Test("an odd number of lengths is repeated; a dash of length 0 is passed over")
    func patterns() {
        #expect(Self.text(DashedLine.cut(Self.line([(0, 0), (12, 0)]), pattern: [3])) == "0,0 3,0 | 6,0 9,0 |")
        let uneven = DashedLine.cut(Self.line([(0, 0), (12, 0)]), pattern: [0, 2, 2, 2])
        #expect(Self.text(uneven)?.hasSuffix("| 2,0 4,0 | 6,0 6,0 | 8,0 10,0 |") == true, "\(Self.text(uneven) ?? "")")
    }

    @Test("patterns without a gap are solid, and so are lines with too many dashes")
    func solid() {
        let line = Self.line([(0, 0), (1_000_000, 0)])
        for pattern: [Double] in [[], [4, 0], [0, 0], [-1, 2]] {
            #expect(DashedLine.cut(line, pattern: pattern) == line)
        }
        #expect(DashedLine.cut(line, pattern: [1, 1]) == nil)
        #expect(DashedLine.cut(line, pattern: [8, 8]) != nil)
    }
}

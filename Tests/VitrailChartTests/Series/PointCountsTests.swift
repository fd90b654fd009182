import Testing

@testable import VitrailChart
@testable import VitrailColumns

@Suite("Counts of points between gaps")
struct PointCountsTests {
    /// Number of rows with a position and a value; the reference counts one by one.
    private func counted(_ along: [Double], _ across: [Double], _ rows: Range<Int>) -> Int {
        rows.count { along[$0].isFinite && across[$0].isFinite }
    }

    @Test(
        "any range of rows is counted as one row after the other is",
        arguments: [0, 1, 16_383, 16_384, 16_385, 100_000])
    func anyRange(count: Int) {
        let along = (0..<count).map { $0 % 11 == 4 ? Double.nan : Double($0) }
        let across = (0..<count).map { $0 % 3 == 2 ? Double.nan : Double($0 % 7) }
        let counts = PointCounts()
        let ends = [0, 1, 16_383, 16_384, 16_385, 32_768, 49_999, 99_999, count].filter { $0 <= count }
        for start in ends {
            for end in ends where end >= start {
                #expect(
                    counts.count(Column(along), [Column(across)], in: start..<end)
                        == counted(along, across, start..<end), "\(start)..<\(end)")
            }
        }
    }

    @Test("columns of one row have the count of the fullest")
    func severalColumns() {
        let (count, along) = (50_000, (0..<50_000).map(Double.init))
        let sparse = (0..<count).map { $0 % 4 == 0 ? 1 : Double.nan }
        let full = (0..<count).map { $0 % 4 == 0 ? Double.nan : 1 }
        #expect(
            PointCounts().count(Column(along), [Column(sparse), Column(full)], in: 10..<45_000)
                == counted(along, full, 10..<45_000))
    }
}

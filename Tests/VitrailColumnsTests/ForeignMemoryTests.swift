import Testing
import VitrailScene

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription

/// Columns in memory of a caller. `SharedValuesTests` tests how their values are read, together with all other layouts.
@Suite("Memory of a caller's")
struct ForeignMemoryTests {
    private static let days: NumPyElement = .dates(unit: 86_400, perSecond: 1)
    private static let nanoseconds: NumPyElement = .dates(unit: 1, perSecond: 1e9)

    @Test("is released once, when the last copy of the column is gone")
    func release() {
        let released = Released()
        do {
            var column: Column? = Column([
                ForeignSamples.values([1.0, 2, 3], .float(bytes: 8), stride: 8, released: released)
            ])
            let copy = column
            column = nil
            #expect(released.value == 0 && copy?.withValues { $0[2] } == 3)
        }
        #expect(released.value == 1)
    }

    @Test("of several pieces is released once for each")
    func releaseOfPieces() {
        let released = Released()
        do {
            let pieces = (0..<5).map {
                ForeignSamples.values([Double($0)], .float(bytes: 8), stride: 8, released: released)
            }
            let column = Column(pieces)
            #expect(
                column.count == 5
                    && column.withValues { values in values.indices.map { values[$0] } } == [0, 1, 2, 3, 4])
            #expect(released.value == 0)
        }
        #expect(released.value == 5)
    }

    @Test("without rows is a column of the kind that is said")
    func empty() {
        #expect(Column([], kind: .date).kind == .date)
        #expect(Column([ForeignSamples.values([Int64](), Self.nanoseconds, stride: 8)], kind: .date).count == 0)
    }

    @Test("that holds dates keeps nanoseconds after another origin", arguments: [false, true])
    func nanoseconds(inPieces: Bool) {
        let start: Int64 = 1_700_000_000_000_000_001
        let raw = (0..<1_000).map { start + Int64($0) }
        let parts = ForeignSamples.parts(of: 1_000, inPieces ? [7, 300] : [1_000])
        let column = Column(parts.map { ForeignSamples.values(Array(raw[$0]), Self.nanoseconds, stride: 8) })
        #expect(column.kind == .date && column.isFinerThanMilliseconds)
        let after = column.after(1_700_000_000)
        #expect(
            after.origin == 1_700_000_000
                && after.withValues { values in values.indices.allSatisfy { values[$0] == Double($0 + 1) / 1e9 } })
        #expect(column.precise.origin != 0)
    }

    @Test("is not finer than milliseconds by a value that bits say is none")
    func hiddenNanoseconds() {
        func column(_ valid: [Bool]) -> Column {
            Column(
                [ForeignSamples.values([1_000_000, 1, 2_000_000], Self.nanoseconds, stride: 8, valid: valid)]
                    as [ForeignValues])
        }
        #expect(column([true, true, true]).isFinerThanMilliseconds)
        #expect(!column([true, false, true]).isFinerThanMilliseconds)
    }

    @Test("with whole numbers keeps them where an axis takes dates", arguments: [false, true])
    func counts(inPieces: Bool) {
        let raw = (0..<1_000).map { 1_700_000_000_000_000_000 + Int64($0) }
        let parts = ForeignSamples.parts(of: 1_000, inPieces ? [500] : [1_000])
        let column = Column(parts.map { ForeignSamples.values(Array(raw[$0]), .signed(bytes: 8), stride: 8) })
        let dates = column.dates(in: .nanosecond)
        #expect(dates.kind == .date && dates.isFinerThanMilliseconds)
        #expect(dates.after(1_700_000_000).withValues { $0[999] } == 999e-9)
    }

    @Test("is copied when a column grows")
    func growing() {
        var column = Column([ForeignSamples.values([1.5, 2.5] as [Float], .float(bytes: 4), stride: 4)])
        column.append([3])
        #expect(column.withValues { values in values.indices.map { values[$0] } } == [1.5, 2.5, 3])
    }

    // MARK: Tables

    @Test("under a name is drawn as inline values are")
    func table() throws {
        let values = (0..<500).map { Double($0 * 37 % 101) }
        let table = try ColumnTable([
            "t": Column([ForeignSamples.values((0..<500).map { Int32($0) }, .signed(bytes: 4), stride: 12)]),
            "y": Column(
                ForeignSamples.parts(of: 500, [120]).map {
                    ForeignSamples.values(Array(values[$0]), .float(bytes: 8), stride: 8)
                }),
        ])
        let inline = """
            {"data": {"d": {"values": {"t": \((0..<500).map { $0 }), "y": \(values)}}}, "series": [{"type": "line", "data": "d", "x": "t", "y": "y"}]}
            """
        let own = #"{"series": [{"type": "line", "data": "d", "x": "t", "y": "y"}]}"#
        let (drawn, wanted) = (
            try ChartDescription(json: own, tables: ["d": table]).loadSeriesData()[0],
            try ChartDescription(json: inline).loadSeriesData()[0]
        )
        for role in [SeriesRole.x, .y] {
            let (a, b) = (try #require(drawn[role]), try #require(wanted[role]))
            #expect(
                a.kind == b.kind
                    && a.withValues { a in b.withValues { b in a.indices.map { a[$0] } == b.indices.map { b[$0] } } })
        }
    }

    @Test("under a name takes the place of data in the description")
    func replacing() throws {
        let table = try ColumnTable(["y": Column([1.0, 2, 3])])
        let json = #"{"data": {"d": {"csv": "nowhere.csv"}}, "series": [{"type": "line", "data": "d", "y": "y"}]}"#
        let data = try ChartDescription(json: json, tables: ["d": table]).loadSeriesData()
        #expect(data[0][.y]?.range == NumberRange(1, 3))
    }

    @Test("under a name is what an axis takes: dates, numbers, texts")
    func kinds() throws {
        let table = try ColumnTable([
            "days": Column([ForeignSamples.values([0, 1, 2] as [Int64], Self.days, stride: 8)]),
            "n": Column([5.0, 6, 7]),
            "words": Column(["1", "2", nil]),
            "bad": Column(["x", "y", "z"]),
        ])
        func columns(_ x: String, _ axis: String) throws -> Column? {
            let json =
                #"{"xAxis": {"type": "\#(axis)"}, "series": [{"type": "line", "data": "d", "x": "\#(x)", "y": "n"}]}"#
            return try ChartDescription(json: json, tables: ["d": table]).loadSeriesData()[0][.x]
        }
        #expect(try columns("days", "number")?.range == NumberRange(0, 172_800))
        #expect(try columns("days", "dateTime")?.kind == .date)
        #expect(try columns("days", "category")?.texts == ["1970-01-01", "1970-01-02", "1970-01-03"])
        #expect(try columns("n", "category")?.texts == ["5", "6", "7"])
        #expect(try columns("words", "number")?.range == NumberRange(1, 2))
        #expect { try columns("bad", "number") } throws: { ($0 as? DescriptionError)?.path == "data.d.bad[0]" }
        #expect { try columns("none", "number") } throws: { ($0 as? DescriptionError)?.path == "series[0].x" }
    }

    @Test("refuses columns of two lengths")
    func lengths() {
        #expect(throws: DataError.unequalLengths(name: "b", count: 2, other: "a", otherCount: 1)) {
            try ColumnTable(["a": Column([1.0]), "b": Column([1.0, 2])])
        }
    }

    @Test("stays with the frames of an animation, and counts in estimates")
    func frames() throws {
        let table = try ColumnTable(["y": Column([1.0, 2, 3])])
        let json =
            #"{"series": [{"type": "line", "data": "d", "y": "y"}], "frames": [{"title": "a"}, {"data": {"e": {"values": {"q": [1]}}}}]}"#
        let description = try ChartDescription(json: json, tables: ["d": table])
        var reader = try #require(ChartFrameReader(description))
        var count = 0
        while let frame = try reader.next() {
            _ = try plan(frame.chart)
            count += 1
        }
        #expect(count == 2)
        let size = PixelSize(width: 10, height: 10)
        #expect(try description.memoryEstimate(size: size).data == 0)
    }
}

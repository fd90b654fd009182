import Testing
import VitrailTestNumbers

@testable import VitrailColumns
@testable import VitrailDescription

/// Dates and counts of time in texts, to the nanosecond.
@Suite("Nanoseconds in texts")
struct NanosecondReadingTests {
    private func values(_ column: Column?) -> [Double] {
        column?.withValues { span in span.indices.map { span[$0] } } ?? []
    }

    private func read(
        _ text: String, kind: Column.Kind? = .date, unit: DateUnit? = nil, zone: String? = nil, date: String? = nil,
        blocks: CSVBlocks = CSVBlocks()
    ) throws -> Column {
        let file = try TemporaryFile(text)
        var options = CSVOptions()
        options.parse["t"] = ColumnParse(date: date, timeZone: zone, unit: unit)
        var requests = [ColumnRequest(name: "t", kind: kind, isIndependent: true)]
        requests[0].timeZone = zone
        let found = try CSVFile(path: file.path, options: options).read(requests, blocks: blocks)
        return try #require(DataTable(requests, found.columns, found.facts).dated(requests, options)["t", kind]).column
    }

    private static let noon = Int(seconds("2024-01-01T12:00:00Z"))

    @Test("a CSV file's dates keep nine decimals, whatever the rows before say")
    func dates() throws {
        let column = try read(
            "t,v\n2024-01-01T12:00:00,1\n2024-01-01T12:00:00.5,2\n,3\n2024-01-01T12:00:00.000000001,4\n2024-01-01T12:00:00.123456789,5\n2024-01-01 12:00:01,6\n"
        )
        #expect(column.isFinerThanMilliseconds)
        let own = values(column.after(Self.noon))
        #expect(own[0] == 0 && own[1] == 0.5 && own[2].isNaN && own[3] == 1e-9 && own[4] == 0.123456789 && own[5] == 1)
        #expect(values(column)[4] == Double(Self.noon) + 0.123456789)
        let coarse = try read("t,v\n2024-01-01T12:00:00.123,1\n2024-01-01T12:00:00.456000,2\n")
        #expect(!coarse.isFinerThanMilliseconds && values(coarse)[1] == Double(Self.noon) + 0.456)
        // Also for a whole column without a requested kind.
        #expect(try read("t,v\n2024-01-01T12:00:00.000000001,1\n", kind: nil).isFinerThanMilliseconds)
    }

    @Test("the same with offsets, in a zone, by a format that is recognised or said")
    func zones() throws {
        let offset = try read("t,v\n2024-01-01T12:00:00.000000003+02:00,1\n2024-01-01T12:00:00.000000001Z,2\n")
        #expect(values(offset.after(Self.noon)) == [-7_200 + 3e-9, 1e-9].map { $0 })
        let local = try read("t,v\n2024-01-01T12:00:00.000000003,1\n,2\n", zone: "America/New_York")
        #expect(values(local.after(Self.noon + 5 * 3_600))[0] == 3e-9 && values(local)[1].isNaN)
        let american = try read(
            "t,v\n01/31/2024 12:00:00.000000003,1\n02/01/2024 12:00:00,2\n,3\n", zone: "America/New_York")
        #expect(values(american.after(Self.noon + 30 * 86_400 + 5 * 3_600)).prefix(2) == [3e-9, 86_400])
        let said = try read("t,v\n01.02.2024 12:00:00.000000007,1\n", date: "%d.%m.%Y %H:%M:%S.%f")
        #expect(values(said.after(Self.noon + 31 * 86_400)) == [7e-9])
    }

    @Test("dates beyond what whole nanoseconds reach are Doubles")
    func far() throws {
        let column = try read("t,v\n2500-01-01T00:00:00,1\n2024-01-01T12:00:00.000000001,2\n")
        #expect(!column.isFinerThanMilliseconds && values(column) == [seconds("2500-01-01"), Double(Self.noon)])
        let reversed = try read("t,v\n2024-01-01T12:00:00.000000001,2\n2500-01-01T00:00:00.000000001,1\n")
        // The last hours that counts can represent, in a zone behind UTC.
        let edge = try read(
            "t,v\n2262-04-11T23:00:00.000000001,1\n1969-12-31T23:59:59.999999999,2\n", zone: "America/New_York")
        #expect(
            !edge.isFinerThanMilliseconds && values(edge)[0] == seconds("2262-04-12T03:00:00Z")
                && abs(values(edge)[1] - 17_999.999999999) < 1e-10)
        let before = try read("t,v\n1969-12-31T18:59:59.999999999,2\n", zone: "America/New_York")
        #expect(values(before.after(-1)) == [0.999999999])
        #expect(!reversed.isFinerThanMilliseconds && values(reversed) == [Double(Self.noon), seconds("2500-01-01")])
    }

    @Test("however the rows are shared among threads")
    func blocks() throws {
        let rows = (0..<3_000).map { "2024-01-01T12:00:00\($0 % 7 == 0 || $0 < 500 ? "" : ".00000\(1_000 + $0)"),1\n" }
        let text = "t,v\n" + rows.joined()
        let whole = try read(text)
        for bytes in [100, 1_000, 7_000] {
            let column = try read(text, blocks: CSVBlocks(first: 100, length: bytes, count: 3))
            #expect(values(column.after(Self.noon)) == values(whole.after(Self.noon)))
        }
        #expect(values(whole.after(Self.noon))[501] == 0.000001501)
    }

    @Test("whole numbers of 19 digits that count nanoseconds keep them all", arguments: [DateUnit.nanosecond, nil])
    func numbers(unit: DateUnit?) throws {
        let start = Self.noon * 1_000_000_000
        let column = try read("t,v\n\(start),1\n\(start + 1),2\nNA,3\n\(start + 123_456_789),4\n", unit: unit)
        let own = values(column.after(Self.noon))
        #expect(own[0] == 0 && own[1] == 1e-9 && own[2].isNaN && own[3] == 0.123456789)
        // Other texts are read as before.
        #expect(try values(read("t,v\n\(start).5,1\n", unit: unit)) == [Double(Self.noon)])
        #expect(try values(read("t,v\n1000,1\n2000,2\n", unit: .nanosecond)) == [1e-6, 2e-6])
    }

    @Test("whole numbers in other places: microseconds, integers of arrays, inline texts")
    func others() throws {
        let micro = try read("t,v\n1700000000000001,1\n1700000000000003,2\n", unit: .microsecond)
        #expect(micro.isFinerThanMilliseconds && values(micro.after(1_700_000_000)) == [1e-6, 3e-6])
        #expect(try !read("t,v\n1700000000001000,1\n", unit: .microsecond).isFinerThanMilliseconds)
        for type in ["<i8", "<u8", ">i8"] {
            let counts = [1_700_000_000_000_000_001, 1_700_000_000_000_000_005].map {
                type.hasPrefix(">") ? Int64($0).bigEndian : Int64($0)
            }
            let file = try NumPyTests.file(NumPyTests.header(type, "(2,)"), NumPyTests.bytes(counts))
            #expect(try values(Column(npyFile: file.path).dates(in: .nanosecond).after(1_700_000_000)) == [1e-9, 5e-9])
        }
        let chart = try ChartDescription(
            json: """
                {"data": {"d": {"values": {"t": ["1700000000000000001", "1700000000000000004"], "v": [1, 2]}, "parse": {"t": {"unit": "ns"}}}},
                 "xAxis": {"type": "dateTime"}, "series": [{"type": "line", "data": "d", "x": "t", "y": "v"}]}
                """
        ).makeChart()
        let along = try #require(chart.series.first?.columns.x)
        #expect(values(along.after(1_700_000_000)) == [1e-9, 4e-9])
    }

    @Test("a date of a text is told to the nanosecond, and written again as it is")
    func dateOfAText() throws {
        for text in [
            "2024-01-01", "2024-01-01T12:00:00Z", "2024-01-01T12:00:00.500Z", "2024-01-01T12:00:00.000001Z",
            "2200-06-01T23:59:59.999999999Z", "1969-12-31T23:59:59.000000001Z",
        ] {
            #expect(FineDate(text)?.text == text)
        }
        let (low, high) = (
            try #require(FineDate("2024-01-01T12:00:00.000000001Z")),
            try #require(FineDate("2024-01-01T12:00:00.000000002Z"))
        )
        #expect(low < high && low.seconds == high.seconds && high.after(Self.noon) == 2e-9)
        #expect(
            FineDate("2024-01-01T12:00:00.000000001", timeZone: "America/New_York")?.after(Self.noon + 18_000) == 1e-9)
        #expect(FineDate(1e-9, after: Self.noon) == low && FineDate("x") == nil)
    }
}

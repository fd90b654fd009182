import Testing

@testable import VitrailColumns

/// CSV text that arrives in parts.
@Suite(.timeLimit(.minutes(10))) struct CSVRowsTests {
    private static let requests = [
        ColumnRequest(name: "t", kind: .number), ColumnRequest(name: "name", kind: .category),
        ColumnRequest(name: "v", kind: .number),
    ]

    /// A text with quoted line ends, empty lines, comments and both line ends, from a seed.
    private func text(_ seed: UInt64) -> String {
        var state = seed
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        var text = "# made\nt,name,v\n0,first,0\n"
        for row in 1..<200 {
            let name = ["plain", "\"a,b\"", "\"a\nb\"", "\"c \"\"d\"\"\r\n\"", "", "\"\"", "it's"][next(7)]
            text += "\(row),\(name),\(next(1_000))" + ["\n", "\r\n"][next(2)]
            if next(9) == 0 { text += ["\n", "# \"half\n", "  \n"][next(3)] }
        }
        return next(2) == 0 ? text : String(text.dropLast())
    }

    @Test(arguments: 1...20) func partsGiveTheRowsOfTheWholeFile(_ seed: Int) throws {
        let bytes = Array(text(UInt64(seed)).utf8)
        let whole = try CSVFile(bytes: bytes, name: "whole")
        let expected = try whole.read(Self.requests).columns
        for step in [1, 2, 13, 100, 5_000] {
            var splitter = CSVRowSplitter(like: whole, line: whole.rowsStart.line)
            var columns = [Column([Double]()), Column([String?]()), Column([Double]())]
            func take(_ batches: [CSVRowSplitter.Rows]) throws {
                for rows in batches {
                    let read = try CSVFile(rows: rows.bytes, line: rows.line, like: whole).read(Self.requests)
                    #expect(read.notes.isEmpty)
                    for k in columns.indices { columns[k].append(read.columns[k]) }
                }
            }
            for start in stride(from: whole.rowsStart.byte, to: bytes.count, by: step) {
                try take(splitter.add(bytes[start..<min(start + step, bytes.count)]))
            }
            try take(splitter.finish())
            #expect(splitter.takeSkipped().isEmpty)
            #expect(columns[1].texts == expected[1].texts)
            for k in [0, 2] {
                let (found, right) = (values(columns[k]), values(expected[k]))
                #expect(found == right, "seed \(seed), step \(step)")
            }
        }
    }

    private func values(_ column: Column) -> [Double] {
        column.withValues { span in span.indices.map { span[$0] } }
    }

    @Test func linesOfRowsAreThoseOfTheFile() throws {
        let text = "t,v\n1,\"a\nb\"\n\n# no\n2,c\n3,\"d\"\"\ne\"\n"
        let file = try CSVFile(bytes: Array(text.utf8), name: "lines")
        let splitter = CSVRowSplitter(like: file)
        let rows = splitter.split(CSVRowSplitter.Rows(bytes: Array(text.utf8), line: 1))
        #expect(rows.map(\.line) == [1, 2, 6, 7])
        let third = CSVFile(rows: Array("4,x\n5,6,7\n".utf8), line: 90, like: file)
        let error = #expect(throws: DataError.self) { try third.read([ColumnRequest(name: "v", kind: .category)]) }
        #expect("\(try #require(error))".hasPrefix("lines:91: "))
    }

    @Test func aRowThatIsTooLongIsSkipped() throws {
        let file = try CSVFile(bytes: Array("t,v\n1,2\n".utf8), name: "long")
        var splitter = CSVRowSplitter(like: file, line: 3)
        let long = String(repeating: "9", count: CSVRowSplitter.maxRow + 2 * 65_536)
        var rows: [CSVRowSplitter.Rows] = []
        let bytes = Array("2,3\n\(long),1\n4,5\n".utf8)
        for start in stride(from: 0, to: bytes.count, by: 65_536) {
            rows += splitter.add(bytes[start..<min(start + 65_536, bytes.count)])
        }
        #expect(rows.map(\.bytes.count) == [4, 4] && rows.last?.bytes == Array("4,5\n".utf8))
        #expect(rows.map(\.line) == [3, 5] && splitter.takeSkipped() == [4])
    }

    @Test func theNotationIsThatOfTheFirstRows() throws {
        func settled(_ text: String, _ requests: [ColumnRequest]) throws -> CSVOptions {
            try CSVFile(bytes: Array(text.utf8), name: "head").settledOptions(requests)
        }
        let number = [ColumnRequest(name: "v", kind: .number)]
        #expect(try settled("t;v\n1;2,5\n", number).decimal == .comma)
        #expect(try settled("t;v\n1;2.5\n", number).decimal == .point)
        #expect(try settled("t,v\n1,2\n", number).decimal == .point)
        let date = [ColumnRequest(name: "t", kind: .date)]
        #expect(try settled("t,v\n31.12.2024 10:30,1\n", date).parse["t"]?.date == "%d.%m.%Y %H:%M")
        #expect(try settled("t,v\n20241231,1\n", date).parse["t"]?.date == "%Y%m%d")
        #expect(try settled("t,v\n2024-12-31T10:30:00Z,1\n", date).parse["t"] == nil)
    }
}

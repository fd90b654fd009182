import Testing
import VitrailTestNumbers

@testable import VitrailColumns

@Suite struct CSVFileTests {
    private func read(
        _ text: String, _ names: String..., as kind: Column.Kind? = nil, where filters: [RowFilter] = []
    ) throws -> [Column] {
        let file = try TemporaryFile(text)
        return try CSVFile(path: file.path).read(
            names.map { ColumnRequest(name: $0, kind: kind) }, where: filters
        ).columns
    }

    /// The message without the folder, which differs from run to run.
    private func message(_ text: String, _ name: String = "a", as kind: Column.Kind? = nil) throws -> String {
        let file = try TemporaryFile(text)
        do throws(DataError) {
            _ = try CSVFile(path: file.path).read([ColumnRequest(name: name, kind: kind)])
            return "none"
        } catch {
            return error.description.replacing(file.path, with: "f.csv")
        }
    }

    private func values(_ column: Column) -> [Double] {
        column.kind == .category ? [] : column.withValues { span in span.indices.map { span[$0] } }
    }

    @Test(arguments: [
        "a,b\n1,2\n3,4\n", "a,b\r\n1,2\r\n3,4", "a,b\r1,2\r3,4\r", "\u{FEFF}a;b\n1;2\n\n3;4\n\n",
        "a\tb\n1\t2\n3\t4",
        "\n\"a\" , b \n 1 ,2\n3 , 4 \n", "\"a\",\"b\"\n\"1\",\"2\"\n\"3\",4\n",
    ])
    func lineEndsDelimitersQuotesAndSpaces(text: String) throws {
        let columns = try read(text, "a", "b")
        #expect(values(columns[0]) == [1, 3])
        #expect(values(columns[1]) == [2, 4])
    }

    @Test func decimalsMayFollowACommaWhereSemicolonsSeparate() throws {
        let columns = try read("a;b\n1,5;x\n-0,25e2;y\n3;z\n\"6,75\";x\n", "a", "b")
        #expect(values(columns[0]) == [1.5, -25, 3, 6.75])
        #expect(values(try read("a;b\n1,5;1\n2,5;2\n", "b", where: [RowFilter(column: "a", value: "2.5")])[0]) == [2])
        // A point and a comma: one of them separates groups if three digits follow each.
        for (cell, number) in [
            ("1.200,50", 1200.5), ("1,200.50", 1200.5), ("1,", 1), (",5", 0.5), ("1,2,3", nil), (",", nil),
        ] as [(String, Double?)] {
            let column = try read("a;b\n1;1\n\(cell);1\n", "a")[0]
            #expect(number.map { values(column) == [1, $0] } ?? (column.kind == .category), "\(cell)")
        }
        #expect(try message("a,b\n1,5\n\"2,5,\",1\n", as: .number) == "f.csv:3: column \"a\": \"2,5,\" is not a number")
    }

    @Test func onlyTheColumnsAskedForAreParsed() throws {
        let columns = try read("a,b,c\n1,x,2\n3,12\"x,4\n", "c", "a")
        #expect(values(columns[0]) == [2, 4])
        #expect(values(columns[1]) == [1, 3])
    }

    @Test func quotesHoldDelimitersNewlinesAndQuotes() throws {
        let columns = try read("name,v\n\"Smith, \"\"J\"\"\",1\n\"two\nlines\",2\n\"\",3\n", "name", "v")
        #expect(columns[0].texts == ["Smith, \"J\"", "two\nlines", nil])
        #expect(values(columns[1]) == [1, 2, 3])
    }

    @Test func whatIsNoTextIsToldBeforeItsColumns() throws {
        #expect(try message("ELF\u{0}\u{1},b\n1,2\n") == "f.csv: the file is not text, so it is not a CSV file")
    }

    @Test func hostsReadNamesAndMayAskForNumbers() throws {
        let file = try TemporaryFile("t,v\nx,1\ny,z\n")
        let source = CSVSource(path: file.path, name: "the table")
        #expect(try CSV.columnNames(of: source) == ["t", "v"])
        #expect(try CSV.columns(["t", "v"], of: source)["v"]?.texts == ["1", "z"])
        let error = #expect(throws: DataError.self) { try CSV.columns(["t", "v"], numbers: ["v"], of: source) }
        #expect(error?.description == "the table:3: column \"v\": \"z\" is not a number")
    }

    @Test(arguments: [
        "", "NA", "NaN", "nan", "null", "NULL", "n/a", "inf", "-inf", "Infinity", "\"\"", "\"NA\"", "   ",
    ])
    func gapsOfNumbers(word: String) throws {
        let column = try read("a,b\n\(word),0\n1.5,0\n\(word),0\n", "a")[0]
        #expect(column.kind == .number)
        #expect(values(column).map(\.description) == ["nan", "1.5", "nan"])
    }

    @Test func anNAIsATextAmongTexts() throws {
        #expect(try read("a,b\n\"NA\",0\nNA,0\nDE,0\n,0\n", "a")[0].texts == ["NA", "NA", "DE", nil])
    }

    @Test func kindsAreInferredFromAllCells() throws {
        #expect(try read("a\n1\n2\n", "a")[0].kind == .number)
        #expect(try read("a,b\n,0\n2012/01/01,0\n", "a")[0].kind == .date)
        #expect(try read("a,b\n,0\n,0\n", "a")[0].kind == .number)
        #expect(try read("a\n1\ntwo\n3\n", "a")[0].texts == ["1", "two", "3"])
        #expect(try read("a\n2013-01-01\n2013-02-30\n", "a")[0].texts == ["2013-01-01", "2013-02-30"])
        #expect(try read("a,b\n\"NA\",0\nDE,0\n", "a")[0].texts == ["NA", "DE"])
    }

    @Test func aWantedKindIsKept() throws {
        #expect(try read("a\n1\n2\n", "a", as: .category)[0].texts == ["1", "2"])
        let seconds = try read("a\n86400\n", "a", as: .date)[0]
        // The reader does not choose a unit for numbers on a date axis; the caller, which knows all of them, does.
        #expect(seconds.kind == .number && values(seconds) == [86_400])
        #expect(try read("a,b\n,0\n", "a", as: .date)[0].kind == .date)
    }

    @Test func anEmptyLineIsARowOfAOneColumnFileOnly() throws {
        #expect(try read("a\n1\n\n3\n", "a")[0].count == 3)
        #expect(try read("a,b\n1,2\n\n3,4\n", "a")[0].count == 2)
        #expect(try read("a,b\n", "a")[0].count == 0)
        #expect(try read("a,b", "a")[0].count == 0)
    }

    @Test func rowsAreFilteredByEquality() throws {
        let text = "year,name,v\n2004,A,1\n2005,A,2\n2005.0,\"B \"\"x\"\"\",3\n"
        let year = RowFilter(column: "year", value: "2005")
        #expect(values(try read(text, "v", where: [year])[0]) == [2, 3])
        #expect(
            values(try read(text, "v", where: [year, RowFilter(column: "name", value: "B \"x\"")])[0]) == [3])
        #expect(values(try read(text, "v", where: [RowFilter(column: "name", value: "A")])[0]) == [1, 2])
        #expect(values(try read(text, "v", where: [RowFilter(column: "name", value: "C")])[0]) == [])
    }

    @Test func messagesNameFileLineColumnAndCell() throws {
        #expect(
            try message("a,b\n1,2\n\"12,x\",3\n", as: .number)
                == "f.csv:3: column \"a\": \"12,x\" is not a number")
        #expect(
            try message("a,b\n\"1\n\n\",2\nx,3\n", as: .number)
                == "f.csv:2: column \"a\": \"1  \" is not a number")
        #expect(
            try message("b,a\n\"1\n\n\",2\nx,3x\n", as: .number)
                == "f.csv:5: column \"a\": \"3x\" is not a number")
        #expect(
            try message("a\n2013-02-30\n", as: .date) == "f.csv:2: column \"a\": \"2013-02-30\" is not a date")
        #expect(try message("a,b\n1,2\n3,4,5\n") == "f.csv:3: the row has 3 cells, the header has 2")
        #expect(try message("a,b\n1,\"2\n") == "f.csv:2: a quote is not closed")
        #expect(try message("a,b\n1,\"2\"x\n") == "f.csv:2: text after a closing quote")
        #expect(try message("a,b,a\n1,2,3\n", "b") == "none")
        #expect(
            try message("date,close\n1,2\n", "clsoe")
                == "column \"clsoe\" not found in f.csv; did you mean \"close\"?")
        #expect(try message("\n\n") == "f.csv: no header line")
        #expect(try message("") == "f.csv: no header line")
    }

    @Test func otherEncodingsAndEndlessHeadersAreRefused() throws {
        let latin = try TemporaryFile(Array("name,v\nAda,1\nM".utf8) + [0xFC] + Array("ller,2\n".utf8))
        let request = ColumnRequest(name: "name", kind: nil)
        #expect(throws: DataError.notUTF8(path: latin.path, line: 3, text: "M\u{FFFD}ller")) {
            try CSVFile(path: latin.path).read([request])
        }
        let gzip = try TemporaryFile([0x1F, 0x8B, 0x08, 0x00] as [UInt8])
        #expect(throws: DataError.damaged(path: gzip.path, reason: "the compressed data are cut off")) {
            try CSVFile(path: gzip.path)
        }
        let header = try TemporaryFile([0xFC] + Array(",v\n".utf8))
        #expect(throws: DataError.notUTF8(path: header.path, line: 1, text: "\u{FFFD}")) {
            try CSVFile(path: header.path)
        }
        let wide = try TemporaryFile(String(repeating: "a,", count: 10_000) + "a\n")
        #expect(throws: DataError.tooMany(path: wide.path, what: "columns", limit: 10_000)) {
            try CSVFile(path: wide.path)
        }
    }

    /// A file whose first line never ends is not read to its end.
    @Test func headersAreBounded() throws {
        func header(_ text: String) throws -> TemporaryFile { try TemporaryFile(text) }
        let long = try header(String(repeating: "a", count: 1 << 23))
        #expect(throws: DataError.tooMany(path: long.path, what: "bytes before the end of the header", limit: 1 << 22))
        { try CSVFile(path: long.path) }
        let zeros = try TemporaryFile([UInt8](repeating: 0, count: 1 << 23))
        #expect(throws: DataError.tooMany(path: zeros.path, what: "bytes before the end of the header", limit: 1 << 22))
        { try CSVFile(path: zeros.path) }
        let blank = try header(String(repeating: "\n", count: 1 << 23))
        #expect(throws: DataError.tooMany(path: blank.path, what: "bytes before the header", limit: 1 << 22)) {
            try CSVFile(path: blank.path)
        }
        let name = try header(String(repeating: "a", count: 70_000) + ",b\n1,2\n")
        #expect(throws: DataError.tooMany(path: name.path, what: "bytes in a column's name", limit: 1 << 16)) {
            try CSVFile(path: name.path)
        }
        // Length after the header does not count as header length.
        let rows = try header("a,b\n" + String(repeating: "1,2\n", count: 1 << 21))
        #expect(
            try CSVFile(path: rows.path).read([ColumnRequest(name: "a", kind: .number)]).columns[0].count == 1 << 21)
    }

    @Test func whatIsNotThereOrNoFileIsNoInput() throws {
        #expect(throws: DataError.missingFile(path: "/nowhere/a.csv")) { try CSVFile(path: "/nowhere/a.csv") }
        #expect(DataError.missingFile(path: "a").fault == .noInput)
        #expect(throws: DataError.unreadable(path: "/tmp", reason: "Is a directory")) {
            try CSVFile(path: "/tmp")
        }
        #expect(throws: DataError.self) { try CSVFile(path: "/dev/zero") }
        #expect(throws: DataError.missingFile(path: "/etc/passwd\0.csv")) {
            try CSVFile(path: "/etc/passwd\0.csv")
        }
    }

    /// Each truncation of a small file gives a table or an error, in bounded time.
    @Test func everyPrefixAndEveryChangedByteIsSurvived() throws {
        let text = Array("\u{FEFF}a;\"b\"\r\n\"x\"\"y\";-1.5e3\r\nNA;2013-01-01T10:00:00.25+01:30\r\n".utf8)
        var outcomes = 0
        for i in text.indices {
            for byte in [nil, 0, 10, 13, 34, 44, 59, 0xFF] as [UInt8?] {
                var changed = text
                if let byte { changed[i] = byte } else { changed.removeSubrange(i...) }
                let file = try TemporaryFile(changed)
                for kind in [nil, .number, .date, .category] as [Column.Kind?] {
                    guard let csv = try? CSVFile(path: file.path) else { continue }
                    let columns = try? csv.read(csv.header.map { ColumnRequest(name: $0, kind: kind) })
                    outcomes += columns == nil ? 1 : 2
                }
            }
        }
        #expect(outcomes > 1_000)
    }
}

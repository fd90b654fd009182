import Testing
import VitrailTestNumbers

@testable import VitrailColumns

/// Files as programs and people write them: how each is read without and with hints from the caller.
@Suite("Dialects of CSV files")
struct CSVDialectTests {
    struct Table: Equatable {
        var header: [String]
        var columns: [[String]]
        var notes: [String]
    }

    /// All columns as texts: numbers, seconds since 1970, names; a gap is `–`.
    private func table(
        _ bytes: [UInt8], _ options: CSVOptions = CSVOptions(), x: String? = nil,
        _ change: (inout ColumnRequest) -> Void = { _ in }
    ) throws -> Table {
        let file = try TemporaryFile(bytes)
        let csv = try CSVFile(path: file.path, name: "f.csv", options: options)
        let requests = csv.header.map { name in
            var request = ColumnRequest(name: name, kind: nil, isIndependent: name == x)
            change(&request)
            return request
        }
        let reading = try csv.read(requests)
        let columns = reading.columns.map { column in
            column.kind == .category
                ? column.texts.map { $0 ?? "–" }
                : column.withValues { values in values.indices.map { values[$0].isNaN ? "–" : compact(values[$0]) } }
        }
        return Table(header: csv.header, columns: columns, notes: reading.notes)
    }

    private func table(
        _ text: String, _ options: CSVOptions = CSVOptions(), x: String? = nil,
        _ change: (inout ColumnRequest) -> Void = { _ in }
    ) throws -> Table {
        try table(Array(text.utf8), options, x: x, change)
    }

    private func options(_ change: (inout CSVOptions) -> Void) -> CSVOptions {
        var options = CSVOptions()
        change(&options)
        return options
    }

    // MARK: Syntax

    @Test(
        "separators are recognised",
        arguments: [
            "a,b\n1,2\n3,4\n", "a;b\n1;2\n3;4\n", "a\tb\n1\t2\n3\t4\n", "a|b\n1|2\n3|4\n", "a b\n1 2\n3 4\n",
            "  a   b\n  1   2\n  3   4  \n",
            "sep=;\na;b\n1;2\n3;4\n", "a,b\r1,2\r3,4\r", "\u{FEFF}a,b\r\n1,2\r\n3,4\r\n", "a,b,\n1,2,\n3,4,\n",
            "a,b\n1,2,\n3,4,,\n", "a,b\n1,2\n  \n3,4\n",
        ])
    func separators(text: String) throws {
        #expect(try table(text) == Table(header: ["a", "b"], columns: [["1", "3"], ["2", "4"]], notes: []))
    }

    @Test("a comma before decimals does not separate cells where something else does")
    func decimalCommas() throws {
        #expect(try table("a;b\n1,5;2\n2,25;3\n").columns == [["1.5", "2.25"], ["2", "3"]])
        #expect(try table("a\tb\n1,5\t2\n2,25\t3\n").columns == [["1.5", "2.25"], ["2", "3"]])
        #expect(try table("a b\n1,5 2\n2,25 3\n").columns == [["1.5", "2.25"], ["2", "3"]])
    }

    @Test("the caller's separator is taken")
    func saidSeparators() throws {
        let colon = try #require(CSVOptions.Separator(":"))
        #expect(try table("a:b\n1:2\n", options { $0.separator = colon }).columns == [["1"], ["2"]])
        #expect(
            CSVOptions.Separator("x") == nil && CSVOptions.Separator("\"") == nil && CSVOptions.Separator(";;") == nil)
        #expect(CSVOptions.Separator("tab") == .character(9) && CSVOptions.Separator(" ") == .blanks)
    }

    @Test("quotes escaped by a backslash, where doubled quotes make no sense")
    func escapes() throws {
        #expect(try table("name,y\n\"say \\\"hi\\\"\",1\n\"c\",2\n").columns == [["say \"hi\"", "c"], ["1", "2"]])
        #expect(try table("name,y\n\"C:\\dir\\\",1\n\"c\",2\n").columns == [["C:\\dir\\", "c"], ["1", "2"]])
    }

    @Test("encodings")
    func encodings() throws {
        let latin: [UInt8] = Array("Stra".utf8) + [0xDF] + Array("e;n\nBr".utf8) + [0xFC] + Array("hl;80\n".utf8)
        let error = #expect(throws: DataError.self) { try table(latin) }
        #expect(error?.description.contains("--encoding latin1") == true)
        #expect(
            try table(latin, options { $0.encoding = .latin1 })
                == Table(header: ["Straße", "n"], columns: [["Brühl"], ["80"]], notes: []))
        let euro: [UInt8] = Array("a,b\n".utf8) + [0x80] + Array(",1\n".utf8)
        #expect(try table(euro, options { $0.encoding = .windows1252 }).columns[0] == ["€"])
        let utf16 = Array("a,b\n😀,1\n".utf16)
        let little: [UInt8] = [0xFF, 0xFE] + utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let big: [UInt8] = [0xFE, 0xFF] + utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        for bytes in [little, big] { #expect(try table(bytes).columns == [["😀"], ["1"]]) }
    }

    @Test("compressed files, within a bound")
    func gzip() throws {
        // printf 'a,b\\n1,2\\n' | gzip -n
        let bytes: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B, 0xD4, 0x49, 0xE2, 0x32, 0xD4, 0x31, 0xE2, 2, 0, 0x7B, 7, 0x97,
            0x0A, 8, 0, 0, 0,
        ]
        #expect(try table(bytes).columns == [["1"], ["2"]])
        #expect(throws: DataError.self) { try table(bytes, options { $0.maxBytes = 7 }) }
        #expect(throws: DataError.damaged(path: "f.csv", reason: "the compressed data are cut off")) {
            try table(Array(bytes.dropLast(9)))
        }
    }

    // MARK: Header

    @Test("comments before the header and between rows")
    func comments() throws {
        #expect(try table("# source: x, y\na,b\n1,2\n").columns == [["1"], ["2"]])
        let inside = try table("# one\na,b\n1,2\n# two, three\n3,4\n")
        #expect(inside.columns == [["1", "3"], ["2", "4"]])
        #expect(
            inside.notes == [
                "f.csv:4: the line is skipped as a comment (#); --comment or \"comment\" sets the mark, \"\" switches it off"
            ])
        #expect(try table("% c\na,b\n% d\n1,2\n", options { $0.comment = "%" }).columns == [["1"], ["2"]])
        // NumPy writes column names into a comment.
        #expect(
            try table("# t y\n1 2\n3 4\n")
                == Table(header: ["t", "y"], columns: [["1", "3"], ["2", "4"]], notes: []))
        // A column named `#`, and items that begin with `#`.
        #expect(try table("#,name\n1,x\n2,y\n").header == ["#", "name"])
        #expect(try table("tag,n\n#a,1\n#b,2\n").columns[0] == ["#a", "#b"])
    }

    @Test("titles above a table and units below the header are skipped, and named")
    func titles() throws {
        let titles = try table("\"Monthly report\",\n\"Generated 2024-01-01\",\n\nt,y\n1,5\n2,6\n")
        #expect(
            titles
                == Table(
                    header: ["t", "y"], columns: [["1", "2"], ["5", "6"]],
                    notes: ["f.csv: lines 1 and 2 are skipped: a title above the table"]))
        let units = try table("t,v\ns,m/s\n1,5\n2,6\n")
        #expect(
            units
                == Table(
                    header: ["t", "v"], columns: [["1", "2"], ["5", "6"]],
                    notes: ["f.csv: line 2 is skipped: it has units, not values"]))
        #expect(try table("name,v\nA,unknown\nB,6\nC,7\n").columns[0] == ["A", "B", "C"])
    }

    @Test("a row below the table is skipped, and named")
    func totals() throws {
        let total = try table("t,y\n2020-01-01,1\n2020-01-02,5\nTotal,6\n", x: "t")
        #expect(total.columns[1] == ["1", "5"] && total.notes == ["f.csv: line 4 is skipped: below the table"])
        // A name among names is an item.
        #expect(try table("t,y\na,1\nb,5\nTotal,6\n", x: "t").columns[0] == ["a", "b", "Total"])
    }

    @Test(
        "files without a header",
        arguments: [
            ("2020-01-01,2\n2020-01-02,5\n", true), ("1,2\n3,4\n", true), ("web,10\ndb,30\n", true),
            ("t,y\n1,2\n", false), ("a,b\nx,y\n", false),
            ("country,1990,1991\nChad,5,6\nPeru,7,8\n", false), (",0,1\na,5,6\nb,7,8\n", false),
            (",142.24,144.78\n9.4,0,0\n9.5,0,1\n", false), ("x,2020-01-01\na,5\nb,6\n", false),
            ("AA,01,\"23,288  \"\nBB,02,\"81,706  \"\n", true),
        ])
    func headerless(text: String, isHeaderless: Bool) throws {
        let header = try table(text).header
        #expect((header == (1...header.count).map(String.init)) == isHeaderless, "\(header)")
    }

    @Test("the caller decides on the header, and on lines to skip")
    func saidHeader() throws {
        #expect(
            try table("1,2\n3,4\n", options { $0.header = true })
                == Table(header: ["1", "2"], columns: [["3"], ["4"]], notes: []))
        #expect(try table("a,b\nc,d\n", options { $0.header = false }).columns == [["a", "c"], ["b", "d"]])
        #expect(try table("junk\n1;2;3\na,b\n5,6\n", options { $0.skipRows = 2 }).columns == [["5"], ["6"]])
    }

    @Test("names occur once, and each column has one")
    func names() throws {
        let twice = try table("t,a,a,b\n1,2,3,4\n")
        #expect(twice.header == ["t", "a", "a.2", "b"])
        #expect(twice.notes == ["f.csv: two columns are called \"a\"; the one in position 3 is called \"a.2\""])
        #expect(try table(",a\nx,1\n").header == ["1", "a"])
        // Row names, as R writes them.
        #expect(
            try table("a,b\nr1,1,2\nr2,3,4\n")
                == Table(
                    header: ["row.names", "a", "b"], columns: [["r1", "r2"], ["1", "3"], ["2", "4"]], notes: []))
    }

    @Test("short rows have gaps, long ones are errors")
    func ragged() throws {
        let short = try table("t,y,z\n1,1,2\n2,5\n3,3,4\n")
        #expect(
            short.columns[2] == ["2", "–", "4"]
                && short.notes == ["f.csv:3: the row has fewer cells than the header; the missing ones are gaps"])
        let long = #expect(throws: DataError.self) {
            try table("t,y\n1,1\n" + String(repeating: "3,4\n", count: 200) + "2,5,6\n")
        }
        #expect(long?.description == "f.csv:203: the row has 3 cells, the header has 2")
    }

    // MARK: Numbers

    @Test(
        "numbers as people write them",
        arguments: [
            ("$1.50|-$2|$ 3|($4.25)", ["1.5", "-2", "3", "-4.25"]), ("12%|9.5 %|-1%", ["12", "9.5", "-1"]),
            ("1.50 €|2 EUR", ["1.5", "2"]),
            ("1,234.5|12|1,234,567", ["1234.5", "12", "1234567"]), ("1 234|5|12 345 678", ["1234", "5", "12345678"]),
            ("1'234|5", ["1234", "5"]),
            ("\u{2212}5|+6|1e5", ["-5", "6", "100000"]), ("0x1F|16", ["31", "16"]),
            ("1\u{A0}234,5|2,5", ["1234.5", "2.5"]),
        ])
    func numbers(cells: String, expected: [String]) throws {
        let rows = cells.split(separator: "|").map { "\"\($0)\",1\n" }.joined()
        let file = try TemporaryFile("y,n\n" + rows)
        let column = try CSVFile(path: file.path).read([ColumnRequest(name: "y", kind: .number)]).columns[0]
        #expect(column.withValues { values in values.indices.map { compact(values[$0]) } } == expected)
    }

    @Test("truth values are 1 and 0 where numbers are wanted, and names elsewhere")
    func booleans() throws {
        #expect(
            try table("t,y\n1,TRUE\n2,false\n") { if $0.name == "y" { $0.kind = .number } }.columns[1] == ["1", "0"])
        #expect(try table("t,y\n1,TRUE\n2,false\n").columns[1] == ["TRUE", "false"])
    }

    @Test("1.234 where commas do not separate: decimals, with a note; the caller may say otherwise")
    func ambiguousDecimals() throws {
        let both = try table("a;b\n1.234;1\n5.678;2\n")
        #expect(both.columns[0] == ["1.234", "5.678"])
        #expect(
            both.notes == [
                "f.csv: column \"a\": the point is read as the decimal sign; with --decimal , or \"decimal\" it separates groups of three digits"
            ])
        #expect(try table("a;b\n1.234;1\n5.678;2\n", options { $0.decimal = .comma }).columns[0] == ["1234", "5678"])
        #expect(try table("a;b\n1.234;1\n5.67;2\n").notes == [])
        #expect(try table("a;b\n1.234,5;1\n5.678;2\n").columns[0] == ["1234.5", "5678"])
        // In a file with commas between cells, a comma inside quotes separates groups.
        #expect(
            try table("a,b\n\"1,234\",1\n\"5,678\",2\n")
                == Table(header: ["a", "b"], columns: [["1234", "5678"], ["1", "2"]], notes: []))
    }

    @Test("a few cells that cannot be read are gaps; many are an error")
    func unreadable() throws {
        func rows(_ bad: Int) -> String { "t,y\n" + (0..<60).map { "\($0),\($0 < bad ? "n.n." : "5")\n" }.joined() }
        let few = try table(rows(1)) { $0.kind = .number }
        #expect(few.columns[1].prefix(2) == ["–", "5"])
        #expect(few.notes == ["f.csv:2: column \"y\": 1 cell is not a number, and is left out: \"n.n.\""])
        #expect(
            try table(rows(3)) { $0.kind = .number }.notes == [
                "f.csv:2: column \"y\": 3 cells are not numbers, and are left out; the first is \"n.n.\""
            ])
        let many = #expect(throws: DataError.self) { try table(rows(4)) { $0.kind = .number } }
        #expect(many?.description == "f.csv:2: column \"y\": \"n.n.\" is not a number")
    }

    @Test(
        "gaps",
        arguments: [
            "", "NA", "N/A", "#N/A", "NaN", "nan", "null", "NULL", "None", "<NA>", "NaT", "-", ".", "..", ":", "?",
            "\\N",
        ])
    func gaps(word: String) throws {
        #expect(
            try table("t,y,d\n1,\(word),2020-01-01\n2,5,\(word)\n").columns == [
                ["1", "2"], ["–", "5"], ["1577836800", "–"],
            ])
        #expect(try table("t,y\nx,1\n\(word),5\n").columns[0] == ["x", word.isEmpty ? "–" : word])
    }

    @Test("the caller's gaps")
    func saidGaps() throws {
        #expect(
            try table("t,y\nx,1\nfehlt,fehlt\n", options { $0.na = ["fehlt"] }).columns == [["x", "–"], ["1", "–"]])
        #expect(try table("t,y\nx,-999\ny,5\n", options { $0.na = ["-999"] }).columns[1] == ["–", "5"])
    }

    // MARK: Dates

    @Test(
        "a column of dates has one format",
        arguments: [
            ("01/02/2020|02/28/2020|12/24/2020", "1577923200 1582848000 1608768000"),
            ("28/02/2020|01/12/2020", "1582848000 1606780800"),
            ("02-Jan-20|24-Dec-20", "1577923200 1608768000"), ("Jan 1 2000|Feb 1 2000", "946684800 949363200"),
            ("2020Q1|2020Q4", "1577836800 1601510400"),
            ("2020/1/2|2020/12/24", "1577923200 1608768000"),
            ("2020-01-01T00:00:00Z|2020-01-01T01:00:00+01:00", "1577836800 1577836800"),
        ])
    func dates(cells: String, expected: String) throws {
        let rows = cells.split(separator: "|").map { "\"\($0)\",1\n" }.joined()
        #expect(try table("t,y\n" + rows).columns[0].joined(separator: " ") == expected)
    }

    @Test("dates that fit two orders say which was taken")
    func ambiguousDates() throws {
        let slash = try table("t,y\n05/01/2024,1\n05/02/2024,2\n")
        #expect(slash.columns[0] == ["1714521600", "1714608000"])
        #expect(
            slash.notes == [
                "f.csv: column \"t\": dates are read with the month first (%m/%d/%Y); --date-format or \"parse\" with \"%d/%m/%Y\" reads them the other way"
            ])
        let german = try table("t,y\n05/01/2024,1\n05/02/2024,2\n") { $0.order = .dayFirst }
        #expect(german.columns[0] == ["1704412800", "1707091200"])
        let said = try table(
            "t,y\n05/01/2024,1\n05/02/2024,2\n", options { $0.parse["t"] = ColumnParse(date: "%d/%m/%Y") })
        #expect(said.columns[0] == ["1704412800", "1707091200"] && said.notes == [])
    }

    @Test("one date that is mistyped is named")
    func mistypedDates() throws {
        let rows = (1...28).map { "03/\($0)/2024,1\n" }.joined()
        let found = try table("t,y\n" + rows.replacing("03/13/2024", with: "03/13/204"))
        #expect(found.columns[0][12] == "–")
        #expect(found.notes == ["f.csv:14: column \"t\": 1 cell is not a date, and is left out: \"03/13/204\""])
        let texts = try table("t,y\n03/15/2024,1\n03/16/2024,1\nsoon,1\nlater,2\n")
        #expect(texts.columns[0][0] == "03/15/2024" && texts.notes.count == 1)
    }

    @Test("times without a zone are those of the axis, or of the data's zone")
    func zones() throws {
        let days = "t,y\n2024-03-09,1\n2024-03-10,2\n2024-03-11,3\n"
        #expect(
            try table(days) { $0.timeZone = "America/Los_Angeles" }.columns[0] == [
                "1709971200", "1710057600", "1710140400",
            ])
        #expect(
            try table(days, options { $0.timeZone = "UTC" }) { $0.timeZone = "America/Los_Angeles" }.columns[0] == [
                "1709942400", "1710028800", "1710115200",
            ])
        // 02:30 does not exist that night.
        let missing = try table("t,y\n2024-03-10 02:30,1\n") { $0.timeZone = "America/Los_Angeles" }
        #expect(missing.columns[0] == ["1710066600"])
        #expect(
            missing.notes == [
                "f.csv: column \"t\": 1 time does not exist in America/Los_Angeles (2024-03-10 02:30): the clock is set forward; it is moved forward"
            ])
        // 01:30 occurs twice that night: it means the first one.
        let twice = try table("t,y\n2024-11-03 01:30,1\n2024-11-03 12:00,1\n") { $0.timeZone = "America/Los_Angeles" }
        #expect(twice.columns[0] == ["1730622600", "1730664000"] && twice.notes.count == 1)
    }
}

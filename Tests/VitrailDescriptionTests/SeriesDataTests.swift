import Foundation
import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailColumns
@testable import VitrailDescription

@Suite struct SeriesDataTests {
    private func values(_ column: Column?) throws -> [Double] {
        try #require(column).withValues { span in span.indices.map { span[$0] } }
    }

    private func load(_ json: String, in directory: String = ".") throws -> [SeriesData] {
        try ChartDescription(json: json, directory: directory).loadSeriesData()
    }

    private func message(_ json: String, in directory: String = ".") -> String? {
        DescriptionFiles.message { () throws(DescriptionError) in
            try ChartDescription(json: json, directory: directory).loadSeriesData()
        }
    }

    @Test(arguments: DescriptionFiles.examples.filter { $0 != "million-line" })
    func examplesLoad(name: String) throws {
        let data = try ChartDescription(contentsOf: DescriptionFiles.example(name)).loadSeriesData()
        #expect(data.allSatisfy { $0.count > 5 })
    }

    @Test func columnsHoldWhatTheirAxesNeed() throws {
        let data = try load(
            """
            { "data": {"d": {"values": {"n": [1, null, 2005], "t": ["1970-01-02", null, "1970-01-03"]}}},
              "xAxes": [{"type": "dateTime"}, {"id": "c", "type": "category"}],
              "series": [ {"type": "line", "data": "d", "x": "t", "y": "n"},
                          {"type": "column", "data": "d", "x": "n", "y": "n", "xAxis": "c"},
                          {"type": "column", "data": "d", "x": "t", "y": "n", "xAxis": "c"},
                          {"type": "scatter", "data": "d", "y": "n"},
                          {"type": "pie", "data": "d", "x": "n", "y": "n"} ] }
            """)
        #expect(try #require(data[0][.x]).kind == .date)
        #expect(try values(data[0][.x]).map(\.description) == ["86400.0", "nan", "172800.0"])
        #expect(data[1][.x]?.texts == ["1", nil, "2005"])
        #expect(data[2][.x]?.texts == ["1970-01-02", nil, "1970-01-03"])
        #expect(try values(data[3][.x]) == [0, 1, 2])
        #expect(data[4][.x]?.texts == ["1", nil, "2005"])
        #expect(data[4][.high] == nil)
    }

    @Test func rowsAreFilteredAndFilesSharedBySeries() throws {
        let file = try TemporaryFile("year,a,b\n2004,1,2\n2005,3,4\n2005,5,\n")
        let data = try load(
            """
            { "data": {"d": {"csv": "\(file.path)", "where": {"year": 2005}}},
              "series": [{"type": "line", "data": "d", "y": "a"}, {"type": "line", "data": "d", "x": "a", "y": "b"}] }
            """)
        #expect(try values(data[0][.y]) == [3, 5])
        #expect(try values(data[1][.x]) == [3, 5])
        #expect(try values(data[1][.y]).map(\.description) == ["4.0", "nan"])
    }

    /// A sparse file: it has no data except its last byte.
    @Test func moreValuesThanAChartTakesAreToldAtTheirData() throws {
        let file = try TemporaryFile([])
        #expect(truncate(file.path, 8 << 31) == 0)
        for format in ["f64", "f32"] {
            #expect(
                message(
                    """
                    {"data": {"d": {"columns": {"y": {"\(format)": "\(file.path)"}}}}, "series": [{"type": "line", "data": "d", "y": "y"}]}
                    """) == "data.d: \(file.path): more than 2147483647 values")
        }
    }

    /// `Tests/arrays/make_arrays.py` defines the contents of the files.
    @Test func arraysAreTables() throws {
        let folder = "\(DescriptionFiles.root)/Tests/arrays"
        func read(_ table: String, x: String, y: String, _ axis: String = "number") throws -> SeriesData {
            try load(
                """
                {"data": {"d": \(table)}, "xAxis": {"type": "\(axis)"}, "series": [{"type": "line", "data": "d", "x": "\(x)", "y": "\(y)"}]}
                """)[0]
        }
        let y = [0, 0.25, 1, 2.25, 4, 6.25]
        for (table, x, name) in [
            ("{\"npz\": \"\(folder)/table.npz\"}", "a", "b"), ("{\"npy\": \"\(folder)/matrix.npy\"}", "1", "2"),
            ("{\"npz\": \"\(folder)/table.npz\"}", "m.1", "m.2"),
            (
                "{\"columns\": {\"p\": {\"npy\": \"\(folder)/matrix.npy\", \"column\": 1}, \"q\": {\"npy\": \"\(folder)/table.npz\", \"column\": \"b\"}}}",
                "p", "q"
            ),
        ] {
            let data = try read(table, x: x, y: name)
            #expect(try values(data[.x]) == [0, 1, 2, 3, 4, 5], "\(table)")
            #expect(try values(data[.y]) == y, "\(table)")
        }
        let records = "{\"npy\": \"\(folder)/records.npy\"}"
        let dates = try read(records, x: "t", y: "pos.y", "dateTime")
        #expect(dates[.x]?.kind == .date)
        #expect(try values(dates[.y]) == y)
        #expect(try read(records, x: "name", y: "pos.y", "category")[.x]?.texts == [nil, "é", "日本", "abcde", "e", "f"])
        #expect(
            try read(records, x: "named", y: "pos.y", "category")[.x]?.texts == ["0", "-1", "-2", "-3", "-4", "-5"])
        func message(_ table: String, _ y: String) -> String? {
            self.message(#"{"data": {"d": \#(table)}, "series": [{"type": "line", "data": "d", "y": "\#(y)"}]}"#)
        }
        #expect(
            message(records, "pos.z")
                == "series[0].y: column \"pos.z\" not found in data \"d\"; did you mean \"pos.x\"?")
        #expect(message(records, "name") == "data.d.name[1]: \"é\" is not a number")
        #expect(
            message(records, "c")?.hasPrefix("data.d: \(folder)/records.npy: not a readable NumPy array: column \"c\"")
                == true)
        #expect(
            message("{\"columns\": {\"y\": {\"npy\": \"\(folder)/matrix.npy\"}}}", "y")?.contains(
                "it has the columns 1, 2, 3") == true)
    }

    /// `Tests/arrow/make_arrow.py` defines the contents of the files.
    @Test func arrowFilesAreTables() throws {
        let folder = "\(DescriptionFiles.root)/Tests/arrow"
        func json(_ table: String, x: String, y: String, _ axis: String) -> String {
            """
            {"data": {"d": \(table)}, "xAxis": {"type": "\(axis)"}, "series": [{"type": "line", "data": "d", "x": "\(x)", "y": "\(y)"}]}
            """
        }
        func read(_ table: String, x: String, y: String, _ axis: String = "number") throws -> SeriesData {
            try load(json(table, x: x, y: y, axis))[0]
        }
        let types = "{\"arrow\": \"\(folder)/types.arrow\""
        let dates = try read(types + "}", x: "timestamp[s]", y: "int8", "dateTime")
        #expect(dates[.x]?.kind == .date)
        #expect(try values(dates[.x])[2] == 951_782_400)
        // 2000-02-29 00:00 in New York is five hours later; an instant does not depend on a zone.
        let local = try read(types + ", \"timeZone\": \"America/New_York\"}", x: "timestamp[s]", y: "int8", "dateTime")
        #expect(try values(local[.x])[2] == 951_782_400 + 18_000)
        let instant = try read(types + ", \"timeZone\": \"America/New_York\"}", x: "zoned", y: "int8", "dateTime")
        #expect(try values(instant[.x])[2] == 951_782_400)
        #expect(
            try read(types + "}", x: "dictionary", y: "int8", "category")[.x]?.texts == ["b", nil, "a", "b", "c", "b"])
        #expect(try read(types + "}", x: "text dates", y: "int8", "dateTime")[.x]?.kind == .date)
        // Whole numbers that count milliseconds, according to the description.
        let unit = try read(types + ", \"parse\": {\"int64\": {\"unit\": \"ms\"}}}", x: "int64", y: "int8", "dateTime")
        #expect(try values(unit[.x])[2] == 0.003)
        for (filter, rows) in [
            ("{\"dictionary\": \"b\"}", [0, 3, 5]), ("{\"int32\": {\"min\": 1, \"max\": 4}}", [0, 2, 3]),
            ("{\"bool\": true}", [0, 3, 4]),
            ("{\"date32\": {\"min\": \"2000-01-01\"}}", [2, 3]), ("{\"timestamp[s]\": \"2000-02-29\"}", [2]),
            ("{\"utf8\": null}", [1, 2]),
            ("{\"utf8\": [\"a\", \"日本\"], \"int8\": {\"max\": 5}}", [0, 3]), ("{\"int8\": 77}", []),
        ] as [(String, [Int])] {
            let data = try read(types + ", \"where\": \(filter)}", x: "timestamp[ns]", y: "uint8", "dateTime")
            let whole = try read(types + "}", x: "timestamp[ns]", y: "uint8", "dateTime")
            let (found, all) = (try values(data[.y]), try values(whole[.y]))
            #expect(
                data.count == rows.count && zip(found, rows).allSatisfy { $0 == all[$1] || $0.isNaN && all[$1].isNaN },
                "\(filter): \(found)")
        }
        func message(_ table: String, x: String = "int8", _ y: String, _ axis: String = "number") -> String? {
            self.message(json(table, x: x, y: y, axis))?.replacing(folder + "/", with: "")
        }
        #expect(
            message(types + "}", "int46")
                == "series[0].y: column \"int46\" not found in data \"d\"; did you mean \"int16\"?")
        #expect(message(types + "}", "utf8")?.contains("\"a\" is not a number") == true)
        #expect(message(types + "}", x: "utf8", "int8", "dateTime")?.contains("\"a\" is not a date") == true)
        #expect(
            message(types + "}", "list")?.hasPrefix(
                "data.d: types.arrow: not a readable Arrow file: column \"list\" is of the type list") == true)
        #expect(message(types + ", \"where\": {\"zz\": 1}}", "int8")?.contains("column \"zz\" not found") == true)
        #expect(
            message(types + ", \"parse\": {\"zz\": {\"unit\": \"ms\"}}}", "int8")?.contains("column \"zz\" not found")
                == true)
    }

    @Test func memoryOfArrowFilesIsCounted() throws {
        func data(_ name: String, _ y: String, _ more: String = "") throws -> Int {
            try ChartDescription(
                json: """
                    {"data": {"d": {"arrow": "\(DescriptionFiles.root)/Tests/arrow/\(name)"\(more)}}, "series": [{"type": "line", "data": "d", "y": "\(y)"}]}
                    """
            ).memoryEstimate(size: PixelSize(width: 100, height: 100)).data
        }
        #expect(try data("wave.arrow", "y") == 0)
        #expect(try data("wave-lz4.feather", "y") == 400 * 8)
        #expect(try data("wave.arrow", "y", ", \"where\": {\"who\": \"ann\"}") > 400 * 8)
    }

    @Test func memoryOfArraysIsCounted() throws {
        let folder = "\(DescriptionFiles.root)/Tests/arrays"
        func data(_ table: String, _ y: String) throws -> Int {
            try ChartDescription(
                json: #"{"data": {"d": \#(table)}, "series": [{"type": "line", "data": "d", "y": "\#(y)"}]}"#
            )
            .memoryEstimate(size: PixelSize(width: 100, height: 100)).data
        }
        #expect(try data("{\"npz\": \"\(folder)/compressed.npz\"}", "z") == 400_128)
        #expect(
            try data("{\"columns\": {\"y\": {\"npy\": \"\(folder)/compressed.npz\", \"column\": \"z\"}}}", "y")
                == 400_128)
        #expect(try data("{\"npz\": \"\(folder)/table.npz\"}", "b") == 0)
    }

    @Test func rawColumnsAreRead() throws {
        let doubles = try TemporaryFile(raw: [1, 2, 3] as [Double])
        let floats = try TemporaryFile(raw: [4, 5, 6] as [Float])
        #expect(
            message(
                #"{"data": {"d": {"columns": {"y": {"npy": "\#(doubles.path)"}}}}, "series": [{"type": "line", "data": "d", "y": "y"}]}"#
            )
                == "data.d: \(doubles.path): not a readable NumPy array: it does not start like one")
        #expect(
            message(#"{"data": {"d": {"columns": {"y": {"npy": "a", "f64": "b"}}}}, "series": []}"#)
                == "data.d.columns.y: expected one of f64, f32 and npy")
        let data = try load(
            """
            { "data": {"d": {"columns": {"x": {"f32": "\(floats.path)"}, "y": {"f64": "\(doubles.path)"}}}},
              "series": [{"type": "line", "data": "d", "x": "x", "y": "y"}] }
            """)
        #expect(try values(data[0][.x]) == [4, 5, 6])
        #expect(try values(data[0][.y]) == [1, 2, 3])
        #expect(
            message(
                """
                { "data": {"d": {"columns": {"x": {"f32": "\(doubles.path)"}, "y": {"f64": "\(doubles.path)"}}}},
                  "series": [{"type": "line", "data": "d", "x": "x", "y": "y"}] }
                """) == "data.d: column \"y\" has 3 values, column \"x\" has 6")
    }

    @Test func messagesNameSeriesDataFileAndLine() throws {
        let file = try TemporaryFile("date,close\n2013-01-01,1\n2013-01-02,\"12,x\"\n")
        let slash = try #require(file.path.lastIndex(of: "/"))
        let folder = String(file.path[...slash])
        let name = String(file.path[file.path.index(after: slash)...])
        func chart(_ column: String, _ csv: String = name) -> String {
            """
            { "data": {"aapl": {"csv": "\(csv)"}}, "xAxis": {"type": "dateTime"}, "series": [
              {"type": "line", "data": "aapl", "x": "date", "y": "date", "hidden": true, "yAxis": "t"},
              {"type": "line", "data": "aapl", "x": "date", "y": "\(column)"} ],
              "yAxes": [{}, {"id": "t", "type": "dateTime"}] }
            """
        }
        #expect(
            message(chart("close"), in: folder)
                == "data.aapl: \(file.path):3: column \"close\": \"12,x\" is not a number")
        #expect(
            message(chart("clsoe"), in: folder)
                == "series[1].y: column \"clsoe\" not found in data \"aapl\"; did you mean \"close\"?")
        #expect(message(chart("close", "no.csv"), in: folder) == "data.aapl: \(folder)no.csv: no such file")
        #expect(throws: DescriptionError.self) { try load(chart("close", "no.csv"), in: folder) }
        do throws(DescriptionError) {
            _ = try ChartDescription(json: chart("close", "no.csv"), directory: folder).loadSeriesData()
        } catch {
            #expect(error.kind == .noInput)
        }
    }

    @Test(arguments: [
        (#"{"y": [1, 2], "x": [1]}"#, "data.d: column \"y\" has 2 values, column \"x\" has 1"),
        (#"{"y": ["a"], "x": [1]}"#, "data.d.values.y[0]: \"a\" is not a number"),
        (#"{"y": [1], "X": [1]}"#, "series[0].x: column \"x\" not found in data \"d\"; did you mean \"X\"?"),
    ])
    func inlineColumnsAreChecked(values: String, expected: String) {
        #expect(
            message(
                """
                { "data": {"d": {"values": \(values)}}, "series": [{"type": "line", "data": "d", "x": "x", "y": "y"}] }
                """) == expected)
    }

    @Test func aFilterThatNothingPassesLeavesNoRows() throws {
        let file = try TemporaryFile("year,a\n2004,1\n")
        let data = try load(
            """
            { "data": {"d": {"csv": "\(file.path)", "where": {"year": 2005}}},
              "series": [{"type": "line", "data": "d", "y": "a"}] }
            """)
        #expect(data[0].count == 0 && data[0][.y]?.count == 0)
    }
}

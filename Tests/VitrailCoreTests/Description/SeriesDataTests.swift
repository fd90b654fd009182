import Foundation
import Testing

@testable import VitrailCore

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

    /// The file takes no room: it has no bytes but its last.
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

    @Test func rawColumnsAreRead() throws {
        let doubles = try TemporaryFile(raw: [1, 2, 3] as [Double])
        let floats = try TemporaryFile(raw: [4, 5, 6] as [Float])
        #expect(
            message(#"{"data": {"d": {"columns": {"y": {"npy": "\#(doubles.path)"}}}}, "series": [{"type": "line", "data": "d", "y": "y"}]}"#)
                == "data.d: \(doubles.path): no NumPy array of one column: it does not begin like one")
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

import Testing
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription

/// Inline values in a description, as rows and as columns.
@Suite struct InlineTableTests {
    private func chart(
        _ data: String, x: String = "number", more: String = ""
    ) throws(DescriptionError) -> ChartDescription {
        try ChartDescription(
            json: """
                {"data": {"d": {\(data)}}, "xAxis": {"type": "\(x)"}, \(more)
                 "series": [{"type": "line", "data": "d", "x": "x", "y": "y"}]}
                """)
    }

    /// The x values, the y values, and the warnings of decoding.
    private func load(_ data: String, x: String = "number") throws -> (x: [String], y: [String], warnings: [String]) {
        let chart = try chart(data, x: x)
        let columns = try chart.loadSeriesData()[0]
        func texts(_ column: Column?) -> [String] {
            guard let column else { return [] }
            if column.kind == .category { return column.texts.map { $0 ?? "nil" } }
            return column.withValues { span in span.indices.map { "\(span[$0])" } }
        }
        return (texts(columns[.x]), texts(columns[.y]), chart.warnings.map(\.description))
    }

    private func message(_ data: String, x: String = "number") -> String? {
        DescriptionFiles.message { () throws(DescriptionError) in try chart(data, x: x).loadSeriesData() }
    }

    // MARK: Rows

    @Test func rowsAreTheUnionOfTheirKeysAndGapsElsewhere() throws {
        let rows = #""values": [{"x": 1, "y": 2}, {"y": 3}, {"z": 0, "x": 4}, {}]"#
        #expect(try load(rows) == (["1.0", "nan", "4.0", "nan"], ["2.0", "3.0", "nan", "nan"], []))
        #expect(
            try chart(rows).data == [
                "d": .values([
                    "x": .numbers([1, nil, 4, nil]), "y": .numbers([2, 3, nil, nil]),
                    "z": .numbers([nil, nil, 0, nil]),
                ])
            ])
    }

    @Test func membersOfInnerObjectsHaveNamesWithPoints() throws {
        let rows = #""values": [{"x": 1, "y": 2, "at": {"lat": 5, "p": {"q": true}}}]"#
        #expect(
            try chart(rows).data == [
                "d": .values([
                    "x": .numbers([1]), "y": .numbers([2]), "at.lat": .numbers([5]), "at.p.q": .texts(["true"]),
                ])
            ])
    }

    @Test func listsInRowsAreLeftOutWithAWarning() throws {
        let found = try load(#""values": [{"x": 1, "y": 2}, {"x": 2, "y": 3, "tags": ["a"]}]"#)
        #expect(
            found == (
                ["1.0", "2.0"], ["2.0", "3.0"], ["data.d.values[1].tags: lists are not read: the column is left out"]
            ))
    }

    @Test(arguments: [
        (#""values": [{"x": 1, "y": 2}, {"x": 2, "y": "b"}]"#, "data.d.values[1].y: expected a number, found a string"),
        (#""values": [{"x": 1, "y": "a"}]"#, "data.d.values[0].y: \"a\" is not a number"),
        (#""values": {"x": [1], "y": ["a"]}"#, "data.d.values.y[0]: \"a\" is not a number"),
        (
            #""values": [{"x": 1, "y": 2}, [1, 2]]"#,
            "data.d.values[1]: expected a row, as {\"x\": 1, \"y\": 2}, found a list"
        ),
        (
            #""values": [1, 2]"#,
            "data.d.values[0]: expected a row, as {\"x\": 1, \"y\": 2}, found a number; a column is written {\"y\": [1, 2, 3]}"
        ),
        (#""values": [{}, {}]"#, "data.d.values: the rows have no values"),
        (
            #""values": {"x": [1, [2]], "y": [1, 2]}"#,
            "data.d.values.x[1]: expected a number, a string, true, false or null, found a list"
        ),
    ])
    func mistakesNameTheirValue(data: String, expected: String) {
        #expect(message(data) == expected)
    }

    @Test func manyRowsOfOtherNamesAreRefusedBeforeTheyFillTheMemory() {
        let rows = [String](repeating: "{}", count: 200_000).joined(separator: ",")
        let last = (0..<900).map { "\"k\($0)\":1" }.joined(separator: ",")
        #expect(
            message("\"values\": [\(rows),{\(last)}]")?.hasPrefix("data.d.values: more than 33554432 cells in rows of ")
                == true)
        let wide = (0...1_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        #expect(message("\"values\": [{\(wide)}]") == "data.d.values: more than 1000 columns")
    }

    // MARK: Kinds of values

    @Test func trueAndFalseAreOneAndZeroAmongNumbersAndTextsOnACategoryAxis() throws {
        let columns = #""values": {"x": [true, false, null], "y": [true, 5, false]}"#
        #expect(try load(columns) == (["1.0", "0.0", "nan"], ["1.0", "5.0", "0.0"], []))
        #expect(try load(columns, x: "category").x == ["true", "false", "nil"])
    }

    @Test func numbersInQuotesAreNumbersOnANumberAxis() throws {
        #expect(
            try load(#""values": [{"x": "1", "y": "2.5"}, {"x": "2", "y": "NA"}]"#) == (
                ["1.0", "2.0"], ["2.5", "nan"], []
            ))
        #expect(try load(#""values": [{"x": "1", "y": 1}]"#, x: "category").x == ["1"])
    }

    @Test func textsAmongNumbersThatReadAsNumbersAreOnesWithAWarning() throws {
        let found = try load(#""values": {"x": [1, "2", 3, "NA"], "y": [1, 2, 3, 4]}"#)
        #expect(found.x == ["1.0", "2.0", "3.0", "nan"])
        #expect(
            found.warnings == [
                "data.d.values.x[1]: 2 texts, this is the first one, among numbers: read as numbers, and as gaps where they say so, as \"NA\""
            ])
    }

    @Test func numbersAmongTextsAreTextsWithAWarning() throws {
        let found = try load(#""values": {"x": ["a", 1.0, "b"], "y": [1, 2, 3]}"#, x: "category")
        #expect(
            found == (
                ["a", "1", "b"], ["1.0", "2.0", "3.0"], ["data.d.values.x[1]: a number among texts: read as a text"]
            ))
    }

    @Test func valuesThatAreNotFiniteAreGapsWithOneWarning() throws {
        let found = try load(#""values": {"x": [1, 2, 3], "y": [-Infinity, NaN, 3]}"#)
        #expect(
            found == (
                ["1.0", "2.0", "3.0"], ["nan", "nan", "3.0"],
                [
                    "data.d.values.y[0]: -Infinity is the first of 2 values that are not finite: they are gaps; JSON writes null for a gap"
                ]
            ))
        let rows = try load(#""values": [{"x": 1, "y": 1}, {"x": 2, "y": NaN}]"#)
        #expect(rows.warnings == ["data.d.values[1].y: NaN is a gap here; JSON writes null for a gap"])
    }

    @Test(arguments: [
        (
            #"{"size": {"width": NaN, "height": 2}}"#,
            "size.width: NaN is no number here; only data values may be NaN, which is a gap"
        ),
        (
            #"{"yAxis": {"defaultRange": [0, Infinity]}}"#,
            "yAxis.defaultRange[1]: Infinity is no number here; only data values may be Infinity, which is a gap"
        ),
        (
            #"{"data": {"d": {"csv": "a.csv", "where": {"x": NaN}}}}"#,
            "data.d.where.x: NaN is no value to filter by; null keeps gaps"
        ),
    ])
    func numbersThatAreNotFiniteAreRefusedElsewhere(json: String, expected: String) {
        #expect(
            DescriptionFiles.message { () throws(DescriptionError) in try ChartDescription(json: json) } == expected)
    }

    // MARK: Filters

    @Test(arguments: [
        (#"{"g": "a"}"#, ["1.0", "3.0"]), (#"{"g": ["a", "b"]}"#, ["1.0", "2.0", "3.0"]),
        (#"{"y": {"min": 20}}"#, ["2.0", "3.0"]),
        (#"{"y": {"min": 15, "max": 25}}"#, ["2.0"]), (#"{"g": null}"#, ["4.0"]),
        (#"{"g": [null, "b"]}"#, ["2.0", "4.0"]),
        (#"{"ok": true}"#, ["1.0"]), (#"{"ok": [true, false]}"#, ["1.0", "2.0"]),
        (#"{"t": {"min": "2024-01-02"}}"#, ["2.0", "3.0"]),
        (#"{"t": {"max": "2024-01-02T00:00:00Z"}, "g": ["b"]}"#, ["2.0"]), (#"{"y": [10, "20"]}"#, ["1.0", "2.0"]),
        (#"{"g": []}"#, []),
        (#"{"g": "c"}"#, []),
    ])
    func rowsAreFiltered(filter: String, expected: [String]) throws {
        let columns = """
            "values": {"x": [1, 2, 3, 4], "y": [10, 20, 30, null], "g": ["a", "b", "a", null], "ok": [true, false, null, null],
                       "t": ["2024-01-01", "2024-01-02", "2024-01-03", null]}, "where": \(filter)
            """
        #expect(try load(columns).x == expected)
    }

    @Test(arguments: [
        (#"{"h": "a"}"#, "data.d.where: column \"h\" not found; there are g, x, y"),
        (
            #"{"y": {"min": "abc"}}"#,
            "data.d.where.y.min: \"abc\" is neither a number nor a date; a date is written 2013-01-31 or 2013-01-31T12:00:00Z"
        ),
        (#"{"y": {"min": 3, "max": 2}}"#, "data.d.where.y.max: it is less than min"),
        (
            #"{"y": {"min": 3, "max": "2024-01-01"}}"#,
            "data.d.where.y.max: min and max are a number and a date; both are of one kind"
        ),
        (#"{"y": {}}"#, "data.d.where.y: expected min, max or both"),
        (#"[1]"#, "data.d.where: expected an object, as {\"column\": value}, found a list"),
    ])
    func mistakesInFiltersAreNamed(filter: String, expected: String) {
        #expect(message(#""values": {"x": [1], "y": [2], "g": ["a"]}, "where": \#(filter)"#) == expected)
    }

    /// The same filters for a file.
    @Test(arguments: [
        (#"{"g": ["a", "b"]}"#, ["1.0", "2.0", "3.0"]), (#"{"y": {"min": 15, "max": 25}}"#, ["2.0"]),
        (#"{"g": null}"#, ["4.0"]),
        (#"{"ok": true}"#, ["1.0"]), (#"{"t": {"min": "2024-01-02"}}"#, ["2.0", "3.0"]),
        (#"{"y": [10, 20]}"#, ["1.0", "2.0"]),
        (#"{"g": "c"}"#, []), (#"{"y": {"max": 1e300}}"#, ["1.0", "2.0", "3.0"]),
    ])
    func rowsOfFilesAreFiltered(filter: String, expected: [String]) throws {
        let file = try TemporaryFile(
            "x,y,g,ok,t\n1,10,a,True,2024-01-01\n2,20,b,false,2024-01-02\n3,30,\"a\",,2024-01-03\n4,,,,\n")
        #expect(try load("\"csv\": \"\(file.path)\", \"where\": \(filter)").x == expected)
    }

    /// Many values are hashed, not compared one by one: a list of all values keeps all rows, a list of the odd ones
    /// every second row.
    @Test func listsOfManyValuesKeepTheirRows() throws {
        let file = try TemporaryFile("x,y\n" + (0..<2_000).map { "\($0),n\($0)\n" }.joined())
        let odd = stride(from: 1, to: 1_999, by: 2)
        let byText = try CSVFile(path: file.path).read(
            [ColumnRequest(name: "x", kind: .number)],
            where: [RowFilter(column: "y", .oneOf(odd.map { .text("n\($0)") }))])
        let byNumber = try CSVFile(path: file.path).read(
            [ColumnRequest(name: "x", kind: .number)],
            where: [RowFilter(column: "x", .oneOf(odd.map { .text("\($0)") }))])
        for found in [byText, byNumber] {
            #expect(found.columns[0].withValues { span in span.indices.map { span[$0] } } == odd.map(Double.init))
        }
    }

    // MARK: No rows

    @Test(arguments: [
        (#""values": {"x": [], "y": []}"#, "data.d.values: there are no rows"),
        (#""values": []"#, "data.d.values: there are no rows"),
        (
            #""values": {"x": [1], "y": [2]}, "where": {"y": {"min": 3}, "x": [1, true]}"#,
            "data.d.where: no row has y ≥ 3 and x is one of 1, true"
        ),
        (#""values": {"x": [null], "y": [null]}"#, "series[0].x: it has no number"),
    ])
    func chartsWithoutDataSaySo(data: String, warning: String) throws {
        let chart = try chart(data).makeChart()
        try ChartLoader(chart: chart).load()
        #expect(chart.warnings.map(\.description).first == warning)
        #expect(chart.showsNoDataText && chart.noDataText == "no data")
    }

    @Test func filesWithoutRowsAreNamed() throws {
        let file = try TemporaryFile("x,y\n")
        let name = file.path
        let empty = try chart("\"csv\": \"\(name)\"").makeChart()
        try ChartLoader(chart: empty).load()
        #expect(
            empty.warnings.map(\.description) == ["data.d: \(name) has no rows below its header"]
                && empty.showsNoDataText)
        let other = try TemporaryFile("x,y\n1,2\n")
        let filtered = try chart("\"csv\": \"\(other.path)\", \"where\": {\"x\": 5}", more: "\"noDataText\": \"\",")
            .makeChart()
        try ChartLoader(chart: filtered).load()
        #expect(
            filtered.warnings.map(\.description) == ["data.d.where: no row of \(other.path) has x = 5"]
                && !filtered.showsNoDataText)
    }

    @Test func oneSeriesWithDataIsEnough() throws {
        let chart = try ChartDescription(
            json: """
                {"data": {"d": {"values": {"y": [1]}}, "e": {"values": {"y": []}}}, "noDataText": "nothing",
                 "series": [{"type": "line", "data": "e", "y": "y"}, {"type": "line", "data": "d", "y": "y", "hidden": true}]}
                """
        ).makeChart()
        try ChartLoader(chart: chart).load()
        #expect(chart.noDataText == "nothing" && !chart.showsNoDataText)
        #expect(chart.warnings.map(\.description) == ["data.e.values: there are no rows"])
    }

    @Test func chartsOfHostsWriteNothing() throws {
        let chart = Chart(width: 300, height: 200, xAxisType: .dateTime)
        chart.add(LineSeries(columns: SeriesColumns(y: Column([Double]()))))
        try ChartLoader(chart: chart).load()
        #expect(chart.noDataText.isEmpty && !chart.showsNoDataText && !chart.allXAxes[0].isBlank)
        chart.noDataText = "no data"
        try ChartLoader(chart: chart).load()
        #expect(chart.showsNoDataText)
    }

    @Test func anAxisWithoutDatesHasNoTicks() throws {
        let chart = try chart(#""values": []"#, x: "dateTime").makeChart()
        try ChartLoader(chart: chart).load()
        #expect(chart.allXAxes[0].isBlank && !chart.allYAxes[0].isBlank)
        #expect(chart.allYAxes[0].axisRange == NumberRange(0, 1))
    }

    @Test func piesWithoutSlicesSaySo() throws {
        let pie = #"{"data": {"d": {"values": []}}, "series": [{"type": "pie", "data": "d", "x": "n", "y": "v"}]}"#
        let chart = try ChartDescription(json: pie).makeChart()
        try ChartLoader(chart: chart).load()
        #expect(chart.showsNoDataText && chart.warnings.map(\.description) == ["data.d.values: there are no rows"])
    }
}

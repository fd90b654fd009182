import Testing
import VitrailScene

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription

@Suite struct ChartDescriptionTests {
    private func chart(_ json: String) throws -> ChartDescription { try ChartDescription(json: json) }

    private func message(_ json: String) -> String? {
        DescriptionFiles.message { () throws(DescriptionError) in try ChartDescription(json: json) }
    }

    @Test(arguments: DescriptionFiles.examples)
    func examplesDecode(name: String) throws {
        let chart = try ChartDescription(contentsOf: DescriptionFiles.example(name))
        #expect(!chart.series.isEmpty)
        #expect(chart.directory == "\(DescriptionFiles.root)/Examples/")
    }

    @Test func aDescriptionReadsAsWritten() throws {
        let chart = try chart(
            """
            { "size": {"width": 960, "height": 540}, "scale": 2, "theme": "light",
              "title": "Apple Inc., daily close",
              "data": { "aapl": {"csv": "data/aapl-ohlc.csv", "where": {"year": 2005, "kind": "a"}} },
              "xAxis": {"type": "dateTime", "title": "Date", "defaultRange": ["2012-01-01", 1356998400]},
              "yAxes": [{"type": "number", "title": "USD"}, {"id": "r", "type": "logarithmic", "base": 2, "axisPosition": "reverse"}],
              "series": [ {"type": "line", "title": "Close", "data": "aapl", "x": "date", "y": "close", "yAxis": "r",
                           "style": {"lineWidth": 1.5, "pointStyle": {"radius": 3, "color": "#f008"}}},
                          {"type": "band", "data": "aapl", "x": "date", "high": "high", "low": "low"} ],
              "annotations": [ {"type": "horizontalLine", "y": 100, "width": 1, "color": "#cc0000", "position": "belowData"},
                               {"type": "verticalBand", "min": "2012-03-01", "max": "2012-04-01"} ],
              "legend": {"hidden": false, "position": "bottomMiddle"} }
            """)
        #expect(chart.size == .init(width: 960, height: 540) && chart.scale == 2 && chart.theme == .light)
        let filter = [RowFilter(column: "year", value: "2005"), RowFilter(column: "kind", value: "a")]
        #expect(chart.data == ["aapl": .csv(path: "data/aapl-ohlc.csv", filter: filter)])
        #expect(chart.xAxes.count == 1 && chart.xAxes[0].kind == .dateTime && chart.xAxes[0].title == "Date")
        #expect(chart.xAxes[0].defaultRange == .init(1_325_376_000, 1_356_998_400))
        #expect(chart.yAxes.map(\.kind) == [.number, .logarithmic])
        #expect(chart.yAxes[1].axisPosition == .reverse && chart.yAxes[1].base == 2)
        let point = PointStyle(color: Color(0xFF0000, alpha: 136.0 / 255), radius: 3)
        #expect(chart.series[0].style == .line(LineSeriesStyle(lineWidth: 1.5, pointStyle: point)))
        #expect(chart.series[0].yAxis == "r" && chart.series[0].columns == [.x: "date", .y: "close"])
        #expect(chart.series[1].columns == [.x: "date", .high: "high", .low: "low"])
        #expect(
            chart.annotations == [
                .init(.horizontalLine(y: .number(100), width: 1, color: Color(0xCC0000)), position: .belowData),
                .init(.verticalBand(min: .number(1_330_560_000), max: .number(1_333_238_400), color: nil)),
            ])
        #expect(chart.legend?.position == .bottomMiddle && chart.legend?.hidden == false)
    }

    @Test func anEmptyObjectIsAChart() throws {
        #expect(try chart("{}") == ChartDescription())
        #expect(try chart("\u{FEFF} {\n} ") == ChartDescription())
    }

    @Test func kindsBringTheirRoles() throws {
        let chart = try chart(
            """
            { "data": {"d": {"values": {"a": [1], "b": [2]}}}, "series": [
              {"type": "bar", "data": "d", "x": "a"}, {"type": "line", "orientation": "vertical", "data": "d", "x": "a"},
              {"type": "band", "orientation": "vertical", "data": "d", "y": "b", "high": "a", "low": "a"},
              {"type": "pie", "data": "d", "x": "a", "y": "b", "style": {"drawDirection": "clockwise"}} ] }
            """)
        #expect(chart.series.map(\.orientation) == [.vertical, .vertical, .vertical, .horizontal])
        #expect(chart.series[2].columns == [.y: "b", .high: "a", .low: "a"])
        #expect(chart.series[3].style == .pie(PieSeriesStyle(drawDirection: .clockwise)))
    }

    @Test func annotationsFollowTheirAxis() throws {
        let chart = try chart(
            """
            { "xAxis": {"type": "category"}, "yAxes": [{}, {"id": "t", "type": "dateTime"}], "annotations": [
              {"type": "text", "text": "A", "x": "Mon", "y": "1970-01-02", "yAxis": "t", "font": {"size": 9}},
              {"type": "text", "text": "B"} ] }
            """)
        let text = AnnotationDescription.TextContent(
            "A", x: .text("Mon"), y: .number(86_400), font: FontStyle(size: 9))
        #expect(chart.annotations[0] == .init(.text(text), yAxis: "t"))
        #expect(chart.annotations[1] == .init(.text(.init("B"))))
    }

    @Test(arguments: [
        (
            #"{"data": {"aapl": {"csv": "a"}}, "series": [{"type": "line", "data": "appl", "y": "c"}]}"#,
            "series[0].data: no data are named \"appl\"; did you mean \"aapl\"?"
        ),
        (
            #"{"data": {"d": {"csv": "a"}}, "yAxes": [{}, {"id": "right"}], "series": [{"type": "line", "data": "d", "y": "c", "yAxis": "rihgt"}]}"#,
            "series[0].yAxis: no axis has the id \"rihgt\"; did you mean \"right\"?"
        ),
        (
            #"{"data": {"d": {"csv": "a"}}, "series": [{"tpye": "line", "data": "d", "y": "c"}]}"#,
            "series[0].tpye: unknown key; did you mean \"type\"?"
        ),
        (#"{"xAxes": [{"id": "a"}, {"id": "a"}]}"#, "xAxes[1]: the id \"a\" occurs twice"),
        (
            #"{"xAxis": {"defaultRange": [2, 1]}}"#,
            "xAxis.defaultRange: the minimum is not less than the maximum"
        ),
        (
            #"{"size": {"width": 40000, "height": 10}, "scale": 2}"#,
            "size.width: 80000 device pixels are outside 1…65536"
        ),
        (
            #"{"size": {"width": 65536, "height": 65536}}"#,
            "size: 4294967296 device pixels are more than 2147483648"
        ),
        (
            #"{"scale": 0.1, "size": {"width": 1, "height": 100}}"#,
            "size.width: 0 device pixels are outside 1…65536"
        ),
        (
            #"{"annotations": [{"type": "horizontalBand", "min": 2, "max": 1}]}"#,
            "annotations[0].max: the maximum is less than the minimum"
        ),
        (
            #"{"xAxis": {"type": "dateTime", "anchorPoint": "2013-02-30"}}"#,
            "xAxis.anchorPoint: \"2013-02-30\" is not a date; write 2013-01-31 or 2013-01-31T12:00:00Z"
        ),
        (
            #"{"data": {"d": {"values": {"x": ["a", [1]]}}}}"#,
            "data.d.values.x[1]: expected a number, a string, true, false or null, found a list"
        ),
        (
            #"{"data": {"d": {"csv": "a", "where": {"year": {"least": 3}}}}}"#,
            "data.d.where.year.least: unknown key"
        ),
    ])
    func messagesBeyondTheSchema(json: String, expected: String) {
        #expect(message(json) == expected)
    }

    @Test(arguments: [
        ("", "line 1, column 1: the text is empty; expected a description, as {\"data\": …, \"series\": …}"),
        ("{\n  \"a\": 1,\n}", "line 2, column 9: a comma before }: remove it, or add a value after it"),
        ("{\"a\": 1 \"b\": 2}", "line 1, column 8: expected , or } after a value: a comma is missing here"),
        ("{\"é\": [1 2]}", "line 1, column 9: expected , or ] after a value: a comma is missing here"),
        ("{\"a\" 1}", "line 1, column 5: expected : after a name"),
        ("{\"a\": 01}", "line 1, column 7: a number does not start with 0 and another digit"),
        ("{\"a\": 1.}", "line 1, column 9: expected a digit after the point"),
        ("{\"a\": -}", "line 1, column 8: expected a digit"),
        ("{\"a\": 1e999}", "line 1, column 7: the number is too large"),
        ("{\"a\": tru}", "line 1, column 7: expected a value; a text is in double quotes: \"tru\""),
        ("{\"a\": nan}", "line 1, column 7: expected a value; write null for a gap"),
        ("{\"a\": \"b", "line 1, column 7: the string is not closed"),
        (
            "{\"a\": \"b\nc\"}",
            "line 1, column 7: the string is not closed on its line; a line break in it is written \\n"
        ),
        ("{\"a\": \"\\", "line 1, column 8: the string is not closed"),
        ("{\"a\": \"\\x\"}", "line 1, column 8: unknown escape; a backslash is written as \\\\"),
        ("{\"a\": \"\\ud800\"}", "line 1, column 8: expected four hexadecimal digits of a character"),
        ("{\"a\": 1, \"a\": 2}", "line 1, column 10: \"a\" occurs twice"),
        (
            "{} {}",
            "line 1, column 4: text after the end of the description: a second document begins here; a file has one, `vitrail batch` takes one a line"
        ),
        (String(repeating: "[", count: 100_000), "line 1, column 65: nested deeper than 64 levels"),
    ])
    func whatIsNoJSONIsToldByLineAndColumn(json: String, expected: String) {
        #expect(message(json) == expected)
    }

    @Test func escapesAreRead() throws {
        let chart = try chart(#"{"title": "a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é"}"#)
        #expect(chart.title == "a\"\\/\u{8}\u{C}\n\r\té😀é")
    }

    @Test func textThatIsNotUTF8IsRefused() {
        let bytes = Array("{\"title\": \"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)
        #expect(
            throws: DescriptionError(
                path: "line 1, column 11", message: "the string is not UTF-8; save the file as UTF-8")
        ) {
            try ChartDescription(json: bytes)
        }
    }

    @Test func aMissingFileIsNoInput() {
        #expect(throws: DescriptionError(path: "", message: "/nowhere.json: no such file", kind: .noInput)) {
            try ChartDescription(contentsOf: "/nowhere.json")
        }
    }
}

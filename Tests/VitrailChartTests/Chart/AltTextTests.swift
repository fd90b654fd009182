import Foundation
import Testing

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription

@Suite("Alternative texts")
struct AltTextTests {
    private func text(_ json: String) throws -> String {
        let chart = try ChartDescription(json: Array(json.utf8)).makeChart()
        let plan = try plan(chart)
        #expect(plan.altText == chart.altText)
        #expect(try VitrailChart.plan(chart).altText == plan.altText)
        return plan.altText
    }

    private func spec(
        _ data: String, _ series: String, x: String = #"{"type": "number"}"#, y: String = #"{"type": "number"}"#
    ) -> String {
        #"{"data": {"d": {"values": \#(data)}}, "xAxis": \#(x), "yAxis": \#(y), "series": [\#(series)]}"#
    }

    @Test("kind, axes, series, trend, extremes")
    func line() throws {
        let text = try text(
            spec(
                #"{"t": ["2024-01-01", "2024-02-01", "2024-03-01", "2024-04-01", "2024-05-01"], "y": [1, 2.5, 2, 4, 3.75]}"#,
                #"{"type": "line", "title": "Rain", "data": "d", "x": "t", "y": "y"}"#, x: #"{"type": "dateTime"}"#,
                y: #"{"type": "number", "title": "mm", "defaultRange": [0, 5]}"#))
        #expect(
            text
                == "A line chart. The x-axis runs from 1 Jan 2024 to 1 May 2024; the y-axis, “mm”, runs from 0 to 5. "
                + "“Rain” has 5 points, rises, from 1 to 3.75, and lies between 1 (1 Jan 2024) and 4 (1 Apr 2024).")
    }

    @Test(
        "trends",
        arguments: [
            ([0, 1, 2, 3, 4], "rises, from 0 to 4,"), ([4, 3, 2, 1, 0], "falls, from 4 to 0,"),
            ([0, 3, 1, 0, 2, 3], "tends to rise, from 0 to 3,"),
            ([3, 2, 0, 1, 3, 0], "tends to fall, from 3 to 0,"), ([0, 5, 0, 5, 0], "shows no overall trend"),
            ([7, 7, 7], "stays at 7"),
            // The ends go in the opposite direction.
            ([5, 0, 1, 2, 3, 4, 9, 9, 9, 4], "tends to rise and"), ([1, 2], "2 points and lies"),
        ] as [([Double], String)])
    func trends(values: [Double], expected: String) throws {
        let text = try text(spec("{\"y\": \(values)}", #"{"type": "line", "data": "d", "y": "y"}"#))
        #expect(text.contains(expected), "\(text)")
    }

    @Test("the trend is that of the axes: powers of ten rise straight on a logarithmic one")
    func logarithmic() throws {
        let values = "[1, 100, 10000, 1000000, 100000000, 10000000000]"
        let series = #"{"type": "scatter", "title": "p", "data": "d", "y": "y"}"#
        #expect(
            try text(spec("{\"y\": \(values)}", series, y: #"{"type": "logarithmic"}"#)).contains(
                "p” has 6 points, rises and"))
        #expect(try text(spec("{\"y\": \(values)}", series)).contains("p” has 6 points, tends to rise and"))
    }

    @Test(
        "the scale of an axis is named if it is not linear",
        arguments: [
            ("squareRoot", "square-root"), ("logarithmic", "logarithmic"), ("symmetricLogarithmic", "logarithmic"),
        ])
    func scales(type: String, name: String) throws {
        let text = try text(
            spec(
                #"{"y": [1, 4, 9, 900]}"#, #"{"type": "line", "data": "d", "y": "y"}"#,
                y: #"{"type": "\#(type)", "defaultRange": [1, 900]}"#))
        #expect(text.contains("runs from 1 to 900 on a \(name) scale"), "\(text)")
    }

    @Test("what the axis does not show is not told")
    func shownPart() throws {
        let text = try text(
            spec(
                #"{"y": [100, 5, 6, 7, 8, -90]}"#, #"{"type": "column", "title": "c", "data": "d", "y": "y"}"#,
                x: #"{"type": "number", "defaultRange": [0.5, 4.5]}"#))
        #expect(
            text.contains("“c” shows 4 of 6 points, rises, from 5 to 8, and lies between 5 (at 1) and 8 (at 4)."),
            "\(text)")
    }

    @Test("categories have names, and no trend")
    func categories() throws {
        let text = try text(
            spec(
                #"{"m": ["Jan", "Feb", "Mar"], "y": [3, 1, 2]}"#,
                #"{"type": "column", "data": "d", "x": "m", "y": "y"}"#,
                x: #"{"type": "category"}"#, y: #"{"type": "number", "labelFormatString": "%.1f mm"}"#))
        #expect(text.hasPrefix("A column chart. The x-axis has 3 items from “Jan” to “Mar”; the y-axis runs from "))
        #expect(
            text.hasSuffix(" The series has 3 points and lies between 1.0 mm (“Feb”) and 3.0 mm (“Jan”)."), "\(text)")
    }

    @Test("kinds")
    func kinds() throws {
        let data = #"{"y": [1, 2, 3], "z": [2, 1, 5]}"#
        func kind(_ series: String) throws -> Substring { try text(spec(data, series)).prefix { $0 != "." } }
        #expect(try kind(#"{"type": "scatter", "data": "d", "y": "y"}"#) == "A scatter chart")
        #expect(try kind(#"{"type": "line", "data": "d", "y": "y", "style": {"showFill": true}}"#) == "An area chart")
        #expect(try kind(#"{"type": "stepLine", "data": "d", "y": "y"}"#) == "A step line chart")
        #expect(
            try kind(#"{"type": "stepLine", "data": "d", "y": "y", "style": {"showFill": true}}"#)
                == "A step area chart")
        let prices = #""data": "d", "open": "y", "high": "y", "low": "z", "close": "z""#
        #expect(try kind("{\"type\": \"candlestick\", \(prices)}") == "A candlestick chart")
        #expect(try kind("{\"type\": \"ohlc\", \(prices)}") == "An OHLC chart")
        #expect(try kind(#"{"type": "bar", "data": "d", "x": "y"}"#) == "A bar chart")
        #expect(try kind(#"{"type": "bubble", "data": "d", "y": "y", "area": "z"}"#) == "A bubble chart")
        #expect(
            try kind(
                #"{"type": "band", "data": "d", "high": "y", "low": "z"}, {"type": "line", "data": "d", "y": "y"}"#)
                == "A combined chart of 2 series: band and line")
    }

    @Test("prices open and close, and rise within their samples or fall")
    func prices() throws {
        let data =
            #"{"d": ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04"], "o": [10, 12, 11, 14], "h": [13, 15, 14, 16], "l": [9, 10, 11, 13], "c": [12, 11, 13, 15.5]}"#
        let columns = #""data": "d", "x": "d", "open": "o", "high": "h", "low": "l", "close": "c""#
        let dates = #"{"type": "dateTime"}"#
        #expect(
            try text(
                spec(
                    data, #"{"type": "candlestick", "title": "ACME", \#(columns)}"#, x: dates,
                    y: #"{"type": "number", "title": "Euro", "defaultRange": [8, 18]}"#))
                == "A candlestick chart. The x-axis runs from 31 Dec 2023 12:00 to 4 Jan 2024 12:00; the y-axis, “Euro”, runs from 8 to 18. "
                + "“ACME” has 4 points, rises, opening at 10 and closing at 15.5, and lies between 9 (1 Jan 2024 00:00) and 16 (4 Jan 2024 00:00). "
                + "It closes above its open 3 times and below it once.")
        let one = #"{"o": [10], "h": [13], "l": [9], "c": [12]}"#
        let bars = try text(
            spec(one, #"{"type": "ohlc", "data": "d", "open": "o", "high": "h", "low": "l", "close": "c"}"#))
        #expect(
            bars.hasPrefix("An OHLC chart. ")
                && bars.hasSuffix("The series has 1 point and lies between 9 (at 0) and 13 (at 0)."), "\(bars)")
        let flat = #"{"o": [null, 2, 2], "h": [3, 3, 3], "l": [1, 1, 1], "c": [2, 2, 2]}"#
        let still = try text(
            spec(flat, #"{"type": "ohlc", "data": "d", "open": "o", "high": "h", "low": "l", "close": "c"}"#))
        #expect(still.hasSuffix("The series has 3 points and lies between 1 (at 0) and 3 (at 0)."), "\(still)")
    }

    @Test("round a pole there is a circle and a distance, and no trend")
    func radial() throws {
        let series = #"{"type": "radialLine", "title": "Rain", "data": "d", "x": "m", "y": "y"}"#
        #expect(
            try text(
                spec(
                    #"{"m": ["Jan", "Feb", "Mar"], "y": [1, 3, 5]}"#, series,
                    x: #"{"type": "category", "title": "Month"}"#,
                    y: #"{"type": "number", "title": "mm", "defaultRange": [0, 6]}"#))
                == "A radar chart. The circle, “Month”, has 3 items from “Jan” to “Mar”, clockwise from the top; the distance from the centre, “mm”, "
                + "runs from 0 to 6. “Rain” has 3 points and lies between 1 (“Jan”) and 5 (“Mar”).")
        let polar = try text(
            spec(
                #"{"m": [0, 6, 12], "y": [1, 3, 5]}"#, series, x: #"{"type": "number", "defaultRange": [0, 24]}"#,
                y: #"{"type": "number", "defaultRange": [0, 6]}"#))
        #expect(
            polar
                == "A polar chart. The circle runs from 0 to 24, clockwise from the top; the distance from the centre runs from 0 to 6. "
                + "“Rain” has 3 points and lies between 1 (at 0) and 5 (at 12).")
    }

    /// A host's own kind of series.
    private final class OwnSeries: RenderableSeries<XyPassData> {
        var name = ""
        override func kindName(theme: Theme) -> String { name }
    }

    @Test("a host's own kinds have the name that they say, and are described like the built-in ones")
    func ownKinds() throws {
        func text(_ names: [String], line: Bool = false) throws -> String {
            let chart = Chart(width: 200, height: 100)
            chart.yAxis = NumberAxis(defaultRange: NumberRange(0, 5))
            for name in names {
                let series = OwnSeries(title: "own", columns: SeriesColumns(y: Column([1.0, 2, 4])))
                series.name = name
                chart.add(series)
            }
            if line { chart.add(LineSeries(columns: SeriesColumns(y: Column([1.0, 2])))) }
            return try plan(chart).altText
        }
        #expect(
            try text(["lollipop"]) == "A lollipop chart. The x-axis runs from 0 to 2; the y-axis runs from 0 to 5. "
                + "“own” has 3 points, rises, from 1 to 4, and lies between 1 (at 0) and 4 (at 2).")
        #expect(try text(["box plot"]).hasPrefix("A box plot. "))
        #expect(try text(["heat map", "heat map"]).hasPrefix("A heat map of 2 series. "))
        #expect(try text(["icicle"]).hasPrefix("An icicle chart. ") && text([""]).hasPrefix("A chart. "))
        #expect(try text(["", ""]).hasPrefix("A chart of 2 series. "))
        #expect(
            try text(["lollipop", ""], line: true).hasPrefix(
                "A combined chart of 3 series: lollipop, line and others. "))
    }

    @Test("more than three series are named, not described")
    func many() throws {
        let series = (0..<12).map { "{\"type\": \"line\", \"title\": \"s\($0)\", \"data\": \"d\", \"y\": \"y\"}" }
            .joined(separator: ",")
        let text = try text(spec(#"{"y": [1, 2, 3]}"#, series))
        #expect(text.hasPrefix("A line chart of 12 series."))
        #expect(text.hasSuffix(" The others are “s2”, “s3”, “s4”, “s5”, “s6”, “s7”, “s8”, “s9” and 2 more."))
        #expect(text.components(separatedBy: ". ").count == 5)
    }

    @Test("rows with the latest one first fall where they fall in time")
    func newestFirst() throws {
        let data =
            #"{"t": ["2024-01-04", "2024-01-03", "2024-01-02", "2024-01-01"], "y": [1, 2, 3, 4], "o": [2, 3, 4, 5], "c": [1, 2, 3, 4]}"#
        let dates = #"{"type": "dateTime"}"#
        #expect(
            try text(spec(data, #"{"type": "line", "data": "d", "x": "t", "y": "y"}"#, x: dates)).contains(
                "4 points, falls, from 4 to 1,"))
        let prices =
            #"{"type": "candlestick", "data": "d", "x": "t", "open": "o", "high": "o", "low": "c", "close": "c"}"#
        #expect(try text(spec(data, prices, x: dates)).contains("4 points, falls, opening at 5 and closing at 1,"))
        // Also unordered.
        let mixed =
            #"{"t": ["2024-01-02", "2024-01-04", "2024-01-01", "2024-01-03"], "y": [3, 1, 4, 2], "o": [4, 2, 5, 3], "c": [3, 1, 4, 2]}"#
        #expect(try text(spec(mixed, prices, x: dates)).contains("4 points, falls, opening at 5 and closing at 1,"))
        #expect(
            try text(spec(mixed, #"{"type": "column", "data": "d", "x": "t", "y": "y"}"#, x: dates)).contains(
                "falls, from 4 to 1,"))
    }

    @Test("neither gaps nor rows without a place are points, and these widen no range", arguments: [5, 12_000])
    func gaps(count: Int) throws {
        let chart = Chart(width: 200, height: 100)
        // In every 5 rows, one has no y value, and the one with the value 9 has no x.
        let x = (0..<count).map { $0 % 5 == 4 ? Double.nan : Double($0) }
        let y = (0..<count).map { [1, .nan, 3, 4, 9][$0 % 5] }
        chart.add(ScatterSeries(columns: SeriesColumns(x: Column(x), y: Column(y))))
        let words = try plan(chart).altText
        #expect(
            words.contains(count == 5 ? "has 3 points" : "has 7200 points") && words.contains("lies between 1")
                && !words.contains("9"), "\(words)")
        #expect(chart.yAxis?.dataRange == NumberRange(1, 4))
        #expect(Column(y).range(where: Column(x)) == NumberRange(1, 4))
        if count == 5 { #expect(Column(y).range(where: Column([0.0, 1, 2, 3, 4])) == NumberRange(1, 9)) }
        #expect(Column([1.0, 9]).range(where: Column(["a", nil])) == NumberRange(1, 1))
        #expect(Column([1.0, 9]).range(where: Column([Double.nan, .nan])) == nil)
    }

    @Test(
        "values that a sentence names differ in their texts",
        arguments: [(101_325.0001, 101_325.0004), (1.000_000_1, 1.000_000_2), (-5.00002, -5.00001)])
    func digits(low: Double, high: Double) throws {
        for range in ["", #", "defaultRange": [-10000000, 10000000]"#] {
            let words = try text(
                spec(
                    "{\"y\": [\(low), \(high), \(low)]}", #"{"type": "scatter", "data": "d", "y": "y"}"#,
                    y: #"{"type": "number"\#(range)}"#))
            let ends = try #require(words.components(separatedBy: "lies between ").last).components(
                separatedBy: " and ")
            #expect(ends.count == 2 && ends[0].prefix { $0 != "(" } != ends[1].prefix { $0 != "(" }, "\(words)")
        }
    }

    @Test("a line that turns back has no trend, and one that ends where it began none from end to end")
    func tracks() throws {
        let track = #"{"x": [0, 1, 2, 3, 2, 1, 0], "y": [0, -1, -2, -3, -2.5, -1, 0]}"#
        let line = #"{"type": "line", "data": "d", "x": "x", "y": "y"}"#
        #expect(
            try text(spec(track, line)).hasSuffix("The series has 7 points and lies between −3 (at 3) and 0 (at 0)."))
        #expect(try text(spec(track, line.replacing("line", with: "scatter"))).contains("7 points, falls and lies"))
        let flat = #"{"x": [0, 1, 2, 3, 4, 5, 6], "y": [0, 5000, 5000, 5000, 9000, 9000, 0.001]}"#
        #expect(try text(spec(flat, line)).contains("7 points, shows no overall trend and lies"))
        let round = #"{"x": [0, 1, 2, 3, 4, 5, 6], "y": [0, -900, 0, 0, 2000, 5000, 0.001]}"#
        #expect(try text(spec(round, line)).contains("7 points, tends to rise and lies"))
    }

    @Test("an axis whose own labels have no words for its ends is left out")
    func wordless() throws {
        let chart = Chart(width: 200, height: 100)
        chart.add(LineSeries(title: "a", columns: SeriesColumns(y: Column([1.0, 2]))))
        chart.yAxis = NumberAxis()
        chart.yAxis?.labelFormatter = LabelFormatter { _ in "" }
        #expect(try plan(chart).altText.hasPrefix("A line chart. The x-axis runs from 0 to 1. “a” has"))
    }

    @Test("hidden series are not told")
    func hidden() throws {
        let chart = Chart(width: 200, height: 100)
        chart.add(LineSeries(title: "seen", columns: SeriesColumns(y: Column([1.0, 2]))))
        let other = LineSeries(title: "unseen", columns: SeriesColumns(y: Column([1.0, 2])))
        other.hidden = true
        chart.add(other)
        #expect(try plan(chart).altText.contains("seen"))
        #expect(!chart.altText.contains("unseen"))
    }

    @Test("slices from the largest")
    func pie() throws {
        let text = try text(
            #"{"data": {"d": {"values": {"n": ["a", "b", "c", "d"], "v": [1.2, 60, 0.1, 39]}}}, "series": [{"type": "donut", "data": "d", "x": "n", "y": "v"}]}"#
        )
        #expect(
            text
                == "A donut chart of 4 slices. They are “b” with 60%, “d” with 39%, “a” with 1% and “c” with less than 1%."
        )
    }

    @Test("nothing, gaps and odd names break nothing")
    func degenerate() throws {
        #expect(try plan(Chart(width: 100, height: 100)).altText == "An empty chart.")
        #expect(
            try text(spec(#"{"y": []}"#, #"{"type": "line", "data": "d", "y": "y"}"#)).hasSuffix(
                "The series has no points."))
        #expect(
            try text(spec(#"{"y": [null, null]}"#, #"{"type": "line", "data": "d", "y": "y"}"#)).hasSuffix(
                "The series has no points."))
        #expect(
            try text(spec(#"{"y": [5]}"#, #"{"type": "line", "data": "d", "y": "y"}"#)).hasSuffix(
                "The series has 1 point."))
        let long = String(repeating: "x", count: 100)
        #expect(AltText.quoted("a\u{0}\nb") == "“a  b”")
        #expect(AltText.quoted(long) == "“\(long.prefix(60))…”")
    }

    @Test("ten million points are not read again")
    func large() throws {
        let chart = Chart(width: 200, height: 100)
        let series = LineSeries(title: "walk", columns: SeriesColumns(y: Column((0..<10_000_000).map(Double.init))))
        chart.add(series)
        _ = try plan(chart)
        let taken = ContinuousClock().measure {
            #expect(chart.altText.contains("“walk” has 10,000,000 points, rises, from 0 to 10,000,000,"))
        }
        #expect(taken < .milliseconds(50), "\(taken)")
    }
}

import Testing

@testable import VitrailDescription

/// Names from other tools lead to suggestions.
@Suite struct ForeignNameTests {
    private func message(_ json: String) -> String? {
        DescriptionFiles.message { () throws(DescriptionError) in try ChartDescription(json: json) }
    }

    private func series(_ kind: String, _ member: String) -> String {
        let roles =
            switch kind {
            case "candlestick", "ohlc": #""open": "y", "high": "y", "low": "y", "close": "y""#
            case "errorBar": #""y": "y", "error": "y""#
            case "band": #""high": "y", "low": "y""#
            case "bubble": #""y": "y", "area": "y""#
            case "bar": #""x": "y""#
            default: #""y": "y""#
            }
        return
            #"{"data": {"d": {"values": {"y": [1]}}}, "series": [{"type": "\#(kind)", "data": "d", \#(roles), \#(member)}]}"#
    }

    @Test(arguments: [
        (#"{"yAxis": {"min": 0}}"#, #"yAxis.min: unknown key; did you mean "defaultRange": [min, max]?"#),
        (
            #"{"xAxes": [{"domain": [0, 1]}]}"#,
            #"xAxes[0].domain: unknown key; did you mean "defaultRange": [min, max]?"#
        ),
        (#"{"yAxis": {"scale": {"type": "log"}}}"#, #"yAxis.scale: unknown key; did you mean "type": "logarithmic"?"#),
        (#"{"yAxis": {"tickStep": 1}}"#, #"yAxis.tickStep: unknown key; did you mean "majorTickFrequency"?"#),
        (#"{"yAxis": {"step": 1}}"#, #"yAxis.step: unknown key; did you mean "majorTickFrequency"?"#),
        (#"{"xAxis": {"interval": 1}}"#, #"xAxis.interval: unknown key; did you mean "majorTickFrequency"?"#),
        (#"{"yAxis": {"label": "y"}}"#, #"yAxis.label: unknown key; did you mean "title"?"#),
        (#"{"width": 3}"#, #"width: unknown key; did you mean "size.width": 960?"#),
        (#"{"xlabel": "t"}"#, #"xlabel: unknown key; did you mean "xAxis.title"?"#),
        (#"{"legend": {"loc": "best"}}"#, #"legend.loc: unknown key; did you mean "position": "bottomMiddle"?"#),
        (#"{"data": {"d": {"url": "a.csv"}}}"#, #"data.d.url: unknown key; did you mean "csv": "data.csv"?"#),
        (
            #"{"yAxis": {"fontSize": 3}}"#,
            #"yAxis.fontSize: unknown key; did you mean "style.majorTickStyle.labelFont": {"size": 11}?"#
        ),
        (#"{"titel": "x"}"#, #"titel: unknown key; did you mean "title"?"#),
        (
            #"{"xAxis": {"type": "time"}}"#,
            #"xAxis.type: "time" is not one of number, dateTime, category, logarithmic, discontinuousNumber, discontinuousDateTime, symmetricLogarithmic, squareRoot; did you mean "dateTime"?"#
        ),
        (
            #"{"yAxis": {"type": "sqrt"}}"#,
            #"yAxis.type: "sqrt" is not one of number, dateTime, category, logarithmic, discontinuousNumber, discontinuousDateTime, symmetricLogarithmic, squareRoot; did you mean "squareRoot"?"#
        ),
    ])
    func keysOfOtherToolsLeadToOurs(json: String, expected: String) {
        #expect(message(json) == expected)
    }

    @Test(arguments: [
        ("line", "color", "style.lineColor"), ("line", "colour", "style.lineColor"),
        ("line", "stroke", "style.lineColor"), ("column", "fill", "style.areaColor"),
        ("bar", "backgroundColor", "style.areaColor"), ("scatter", "color", "style.pointStyle.color"),
        ("pie", "colors", "style.flavourColors"),
        ("candlestick", "color", "style.risingColor"), ("density", "color", "style.colorMap"),
        ("band", "color", "style.areaColorNormal"),
        ("line", "lineWidth", "style.lineWidth"), ("line", "label", "title"), ("line", "stacked", "stackIndex"),
        ("line", "opacity", "style.lineColor"),
        ("line", "fill", "style.showFill"), ("line", "labels", "style.dataPointLabelStyle"), ("donut", "labels", "x"),
        ("line", "border_width", "style.lineWidth"),
    ])
    func keysOfSeriesDependOnTheirKind(kind: String, key: String, own: String) {
        #expect(
            message(series(kind, "\"\(key)\": 1"))?.hasPrefix("series[0].\(key): unknown key; did you mean \"\(own)\"")
                == true)
    }

    @Test(arguments: [
        ("line", "color", "lineColor"), ("column", "color", "areaColor"), ("scatter", "color", "pointStyle.color"),
        ("pie", "color", "flavourColors"),
        ("ohlc", "width", "trunkWidth"), ("candlestick", "strokeWidth", "outlineWidth"), ("line", "alpha", "lineColor"),
        ("bar", "opacity", "areaColor"),
    ])
    func keysOfStylesDependOnTheirKind(kind: String, key: String, own: String) {
        #expect(
            message(series(kind, "\"style\": {\"\(key)\": 1}"))?.hasPrefix(
                "series[0].style.\(key): unknown key; did you mean \"\(own)\"") == true)
    }

    @Test(arguments: [
        ("doughnut", "donut"), ("histogram", "column"), ("points", "scatter"), ("spline", "line"),
        ("polar", "radialLine"), ("area", "line"), ("heatmap", "density"),
        ("step", "stepLine"), ("error_bars", "errorBar"), ("candle", "candlestick"), ("horizontalBar", "bar"),
    ])
    func kindsOfOtherToolsLeadToOurs(name: String, own: String) {
        #expect(
            message(#"{"data": {"d": {"values": {"y": [1]}}}, "series": [{"type": "\#(name)", "data": "d"}]}"#)?
                .contains("; did you mean \"\(own)\"") == true)
    }

    @Test(
        "a key of a style that stands beside the style is led into it",
        arguments: [
            (
                #"{"yAxis": {"majorTickStyle": {}}}"#,
                "yAxis.majorTickStyle: unknown key; did you mean \"style.majorTickStyle\"?"
            ),
            (#"{"legend": {"areaColor": "red"}}"#, "legend.areaColor: unknown key; did you mean \"style.areaColor\"?"),
            (
                #"{"data": {"d": {"values": {"y": [1]}}}, "series": [{"type": "line", "data": "d", "y": "y", "showFill": true}]}"#,
                "series[0].showFill: unknown key; did you mean \"style.showFill\"?"
            ),
            (
                #"{"data": {"d": {"values": {"y": [1]}}}, "series": [{"type": "column", "data": "d", "y": "y", "dataPointLabelStyle": {}}]}"#,
                "series[0].dataPointLabelStyle: unknown key; did you mean \"style.dataPointLabelStyle\"?"
            ),
            (
                #"{"data": {"d": {"values": {"y": [1]}}}, "series": [{"type": "line", "data": "d", "y": "y", "style": {"dataPointLabelStyle": {"display": true}}}]}"#,
                "series[0].style.dataPointLabelStyle.display: unknown key; did you mean \"showLabels\": true?"
            ),
            (
                #"{"data": {"d": {"columns": {"y": [1, 2]}}}}"#,
                "data.d.columns.y: expected a file of numbers, as {\"f64\": \"y.f64\"}, found a list; \"values\" takes columns as lists"
            ),
        ])
    func styleKeysBesideStyles(json: String, expected: String) {
        #expect(message(json) == expected)
    }

    /// Every suggestion for a kind of series or axis is a path in the published schema.
    @Test func suggestionsAreInTheSchema() throws {
        let bytes = try DescriptionFiles.bytes("\(DescriptionFiles.root)/docs/schema/chart.schema.json")
        let schema = try JSONParser.parse(bytes)
        func member(_ value: JSONValue, _ name: String) -> JSONValue? {
            guard case .object(let members) = value else { return nil }
            return members.first { $0.name == name }?.value
        }
        func resolved(_ value: JSONValue) -> JSONValue {
            guard case .string(let path)? = member(value, "$ref") else { return value }
            return path.split(separator: "/").dropFirst().reduce(schema) { member($0, String($1)) ?? .null }
        }
        /// False: there is no such path; the object may be one of several kinds.
        func find(_ path: [String], in value: JSONValue) -> Bool {
            let value = resolved(value)
            guard let first = path.first else { return true }
            if case .array(let kinds)? = member(value, "oneOf") ?? member(value, "anyOf"),
                kinds.contains(where: { find(path, in: $0) })
            {
                return true
            }
            let name = String(first.prefix { $0 != "[" })
            guard let next = member(value, "properties").flatMap({ member($0, name) }) else { return false }
            let inner = first == name ? next : member(resolved(next), "items") ?? next
            return find(Array(path.dropFirst()), in: inner)
        }
        let definitions = try #require(member(schema, "$defs"))
        func definition(_ name: String) throws -> JSONValue { try #require(member(definitions, name)) }
        func check(_ table: [String: [ForeignNames.Own]], in object: JSONValue, someKind: Bool = false) {
            for (name, owns) in table {
                let found = owns.filter { find($0.path.split(separator: ".").map(String.init), in: object) }
                #expect(someKind ? !found.isEmpty : found.count == owns.count, "\(name): \(owns.map(\.path))")
            }
        }
        check(ForeignNames.table(.chart, nil), in: schema)
        check(ForeignNames.table(.axis, nil), in: try definition("axis"))
        check(ForeignNames.table(.data, nil), in: try definition("data"))
        check(ForeignNames.table(.legend, nil), in: try definition("legend"))
        check(ForeignNames.table(.legendStyle, nil), in: try definition("LegendStyle"))
        check(ForeignNames.table(.axisStyle, nil), in: try definition("AxisStyle"))
        check(ForeignNames.table(.tickStyle, nil), in: try definition("TickStyle"))
        check(ForeignNames.table(.gridStyle, nil), in: try definition("MajorGridLineStyle"))
        check(ForeignNames.table(.pointStyle, nil), in: try definition("PointStyle"))
        check(ForeignNames.table(.labelStyle, nil), in: try definition("DataPointLabelStyle"))
        check(ForeignNames.table(.font, nil), in: try definition("FontStyle"))
        check(ForeignNames.table(.series, nil), in: try definition("series"))
        let styles = [
            "Line", "RadialLine", "Band", "BarColumn", "Candlestick", "OHLC", "ErrorBar", "Bubble", "Scatter",
            "Density", "Pie",
        ]
        let all = JSONValue.object([
            .init(name: "anyOf", value: .array(try styles.map { try definition("\($0)SeriesStyle") }))
        ])
        check(ForeignNames.table(.seriesStyle, nil), in: all)
    }

    /// For each kind, a key suggested by its own table is one that the kind's decoder reads.
    @Test(arguments: SeriesDescription.Kind.allCases)
    func suggestionsForSeriesAreOfTheirKind(kind: SeriesDescription.Kind) throws {
        for name in ForeignNames.table(.series, kind.rawValue).keys.sorted() {
            guard let message = message(series(kind.rawValue, "\"\(name)\": 1")), message.contains("did you mean")
            else { continue }
            let path = message.split(separator: "\"").dropFirst().first.map(String.init) ?? ""
            guard path.hasPrefix("style.") else { continue }
            let parts = path.split(separator: ".").dropFirst()
            let json = parts.reversed().reduce("null") { "{\"\($1)\": \($0)}" }
            // The value has the wrong type, but the key is known.
            let answer = self.message(series(kind.rawValue, "\"style\": \(json)"))
            #expect(answer?.contains("unknown key") == false, "\(kind).\(name): \(path)")
        }
    }

    @Test(arguments: [
        (#"{"type": "bar", "data": {"labels": ["a"], "datasets": [{"label": "n", "data": [1]}]}}"#, "Chart.js"),
        (#"{"chart": {"type": "bar", "data": {"labels": ["a"], "datasets": []}}, "width": 500}"#, "QuickChart"),
        (
            #"{"$schema": "https://vega.github.io/schema/vega-lite/v5.json", "data": {"url": "a.csv"}, "mark": "line"}"#,
            "Vega-Lite"
        ),
        (#"{"data": {"values": [{"a": 1}]}, "mark": "bar", "encoding": {"x": {"field": "a"}}}"#, "Vega-Lite"),
        (#"{"$schema": "https://vega.github.io/schema/vega/v5.json", "marks": []}"#, "Vega"),
        (#"{"data": [{"x": [1], "y": [2], "type": "scatter"}], "layout": {"title": "t"}}"#, "Plotly"),
        (
            #"{"chart": {"type": "column"}, "xAxis": {"categories": ["a"]}, "series": [{"name": "n", "data": [1, 2]}]}"#,
            "Highcharts"
        ),
        (
            #"{"xAxis": {"type": "category", "data": ["a"]}, "yAxis": {"type": "value"}, "series": [{"data": [1], "type": "line"}]}"#,
            "ECharts"
        ),
        (#"{"option": {"series": [{"type": "bar", "data": [1]}]}}"#, "ECharts"),
        (
            #"{"chart": {"type": "line"}, "series": [{"name": "n", "data": [1]}], "xaxis": {"categories": [1]}}"#,
            "ApexCharts"
        ),
        (#"{"panels": [{"type": "graph"}], "title": "t", "schemaVersion": 16}"#, "Grafana"),
        (#"{"type": "FeatureCollection", "features": []}"#, "GeoJSON"),
    ])
    func documentsOfOtherToolsAreNamed(json: String, tool: String) {
        #expect(
            message(json)
                == "this looks like a document of \(tool), which is not read; docs/description.md says how a chart is described"
        )
    }

    @Test func aMistakeInOurFormatIsNoOtherFormat() {
        for json in [
            #"{"data": {"d": {"values": {"y": [1]}}}, "series": [{"type": "line", "data": "e", "y": "y"}]}"#,
            #"{"titel": "x"}"#, #"{"series": {}}"#, #"[]"#,
        ] {
            #expect(message(json)?.contains("document of") == false)
        }
    }
}

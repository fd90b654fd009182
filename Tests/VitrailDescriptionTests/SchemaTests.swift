import Testing

@testable import VitrailChart
@testable import VitrailDescription

/// The published schema and the decoder have the same names.
@Suite struct SchemaTests {
    private let definitions: [String: JSONValue]
    private let chartKeys: Set<String>

    init() throws {
        let bytes = try DescriptionFiles.bytes("\(DescriptionFiles.root)/docs/schema/chart.schema.json")
        let schema = try JSONParser.parse(bytes)
        definitions = schema["$defs"].members
        chartKeys = Set(schema["properties"].members.keys)
    }

    @Test func framesTakeEveryKeyOfAChart() {
        #expect(
            Set(definitions["frame"]?["properties"].members.keys.map(\.self) ?? [])
                == chartKeys.subtracting(["$schema", "frames"]))
    }

    @Test func stylesHaveTheSameProperties() {
        func check<S: StyleObject>(_ type: S.Type) {
            let names = definitions["\(type)"]?["properties"].members.keys.sorted()
            #expect(names == S.properties.map(\.name).sorted(), "\(type)")
        }
        for type in StyleTests.all { check(type) }
    }

    @Test func everySeriesAxisAndAnnotationIsDefined() {
        for kind in SeriesDescription.Kind.allCases { #expect(definitions["\(kind)Series"] != nil) }
        for kind in AxisType.allCases { #expect(definitions["\(kind)Axis"] != nil) }
        for kind in AnnotationDescription.Kind.allCases { #expect(definitions["\(kind)Annotation"] != nil) }
    }

    /// The decoder accepts a description that sets every property of an object in the schema.
    @Test(arguments: AxisType.allCases)
    func axesTakeEveryPropertyOfTheSchema(kind: AxisType) throws {
        let values = [
            "type": "\"\(kind)\"", "id": "\"a\"", "title": "\"t\"", "axisPosition": "\"reverse\"",
            "defaultRange": "[1, 2]",
            "rangePaddingLow": "1", "rangePaddingHigh": "1", "majorTickFrequency": "1",
            "minorTickFrequency": "1",
            "anchorPoint": "1", "base": "2", "labelFormatString": kind == .category ? "\"%@\"" : "\"%f\"",
            "width": "10",
            "gridPosition": "\"aboveData\"", "axisPositionValue": "0", "axisLabelsAreFixed": "true",
            "majorTickValues": "[1, 2]", "majorTickLabels": "[\"one\", \"two\"]",
            "tickLabelClippingModeHigh": "\"neitherPersist\"", "tickLabelClippingModeLow": "\"ticksAndLabelsPersist\"",
            "timeZone": "\"Asia/Kathmandu\"", "locale": "\"de_DE\"", "currency": "\"EUR\"", "compact": "true",
            "absolute": "true",
            "suggestedMin": "1", "suggestedMax": "2", "includeZero": "false", "alignZero": "false", "reversed": "true",
            "threshold": "2", "nice": "false", "tickCount": "5",
            "exclusions": kind.isDate
                ? "[{\"start\": 1, \"length\": 2, \"every\": {\"day\": 1}}]" : "[{\"start\": 1, \"end\": 2}]",
            "calculateMajorTickFrequencyFromDiscontinuousRange": "true", "discontinuousTickLabelClipping": "\"high\"",
            "longestLabelHint": "\"9999\"", "secondaryAxisOffset": "8", "barColSpacing": "2",
            "calendar": "{\"identifier\": \"iso8601\", \"firstWeekday\": 1}", "showsDateAtMidnight": "false",
            "showsTimeZone": "true",
            "allowPanningOutOfDefaultRange": "false", "allowPanningOutOfMaxRange": "true",
            "style": "{}",
        ]
        // A fixed range is not widened.
        let wishes = ["suggestedMin", "suggestedMax", "includeZero", "alignZero"]
        let names = try #require(definitions["\(kind)Axis"])["properties"].members.keys
        let fixed = names.filter { !wishes.contains($0) }
        _ = try ChartDescription(json: "{\"xAxis\": {\(try members(fixed, values))}}")
        let automatic = names.filter { $0 != "defaultRange" }
        _ = try ChartDescription(json: "{\"xAxis\": {\(try members(automatic, values))}}")
    }

    private func members(_ names: some Sequence<String>, _ values: [String: String]) throws -> String {
        try names.map { name in "\"\(name)\": \(try #require(values[name]))" }.joined(separator: ", ")
    }

    @Test(arguments: SeriesDescription.Kind.allCases)
    func seriesTakeEveryPropertyOfTheSchema(kind: SeriesDescription.Kind) throws {
        let values = [
            "type": "\"\(kind)\"", "title": "\"t\"", "data": "\"d\"", "x": "\"x\"", "y": "\"y\"",
            "error": "\"y\"", "errorLow": "\"y\"", "errorHigh": "\"y\"", "open": "\"y\"", "high": "\"y\"",
            "low": "\"y\"", "close": "\"y\"",
            "area": "\"y\"", "xAxis": "\"a\"", "yAxis": "\"b\"", "orientation": "\"horizontal\"",
            "baseline": "1", "groupIndex": "-1", "stackIndex": "3", "selected": "true", "selectedPoints": "[0]",
            "selectedStyle": "{}",
            "hidden": "true", "showInLegend": "false", "style": "{}", "selectedSlices": "[0]",
            "spokeStyles": "[{\"slice\": 0, \"style\": {\"length\": 3}}]", "rotation": "1",
            "selectedPosition": "1", "pointsWrapAround": "true",
            "aggregation": kind.described.reasonForLast != nil ? "\"last\"" : "\"mean\"", "value": "\"y\"",
            "connectGaps": "2", "breakAt": "3", "curve": "\"smooth\"", "tension": "0.2", "steps": "\"before\"",
            "fillTo": "\"axisEnd\"", "spread": "\"auto\"", "by": "\"y\"", "sorted": "true", "firstIndex": "1",
        ]
        // A series has either values or categories, and either a start or a stack.
        // Error bars have either ends or distances.
        let others = ["category", "from"] + (kind == .errorBar ? ["low", "high", "error"] : [])
        let names = try #require(definitions["\(kind)Series"])["properties"].members.keys.filter {
            !others.contains($0)
        }
        // In series with keyed values, only vertical ones have y.
        let members = try names.filter { !names.contains("low") || $0 != "y" }.map { name in
            "\"\(name)\": \(try #require(values[name]))"
        }
        let chart = try ChartDescription(
            json: """
                { "data": {"d": {"values": {"x": [1], "y": [2]}}}, "xAxis": {"id": "a"}, "yAxis": {"id": "b"},
                  "series": [{\(members.joined(separator: ", "))}] }
                """)
        #expect(chart.series[0].hidden && !chart.series[0].showInLegend)
    }

    @Test(arguments: AnnotationDescription.Kind.allCases)
    func annotationsTakeEveryPropertyOfTheSchema(kind: AnnotationDescription.Kind) throws {
        let values = [
            "type": "\"\(kind)\"", "text": "\"t\"", "x": "1", "xMax": "2", "y": "1", "yMax": "2", "min": "1",
            "max": "2", "font": "{}",
            "textColor": "\"#fff\"", "backgroundColor": "\"#fff\"", "color": "\"#fff\"", "width": "2", "height": "2",
            "file": "\"f\"",
            "stretchToBoundsOnX": "true", "stretchToBoundsOnY": "true", "xAxis": "\"a\"", "yAxis": "\"b\"",
            "opacity": "0.5",
            "position": "\"belowData\"", "includeInRange": "false", "background": "\"#fff\"", "anchor": "\"left\"",
            "offset": "[1, 2]", "maxWidth": "80", "rotation": "1", "arrow": "{\"x\": 1, \"y\": 2}",
            "dashStyle": "[4, 2]",
        ]
        let names = try #require(definitions["\(kind)Annotation"])["properties"].members.keys
        let members = try names.map { name in "\"\(name)\": \(try #require(values[name]))" }
        let chart = try ChartDescription(
            json:
                "{\"xAxis\": {\"id\": \"a\"}, \"yAxis\": {\"id\": \"b\"}, \"annotations\": [{\(members.joined(separator: ", "))}]}"
        )
        #expect(chart.annotations[0].opacity == 0.5 && chart.annotations[0].position == .belowData)
    }

    @Test func theLegendTakesEveryPropertyOfTheSchema() throws {
        let values = [
            "hidden": "true", "position": "\"topLeft\"", "placement": "\"insidePlotArea\"", "title": "\"t\"",
            "symbolWidth": "3",
            "maxSeriesPerLine": "3", "autosizeLabels": "false", "fixedWidthRatio": "0.5",
            "style": "{\"textAlignment\": \"right\"}",
        ]
        let names = try #require(definitions["legend"])["properties"].members.keys
        let members = try names.map { name in "\"\(name)\": \(try #require(values[name]))" }
        let legend = try ChartDescription(json: "{\"legend\": {\(members.joined(separator: ", "))}}").makeChart().legend
        #expect(
            legend.hidden && legend.position == .topLeft && legend.placement == .insidePlotArea && legend.title == "t")
        #expect(
            legend.symbolWidth == 3 && legend.maxSeriesPerLine == 3 && !legend.autosizeLabels
                && legend.fixedWidthRatio == 0.5)
        #expect(legend.style.textAlignment == .right)
    }

    @Test func theCrosshairTakesEveryPropertyOfTheSchema() throws {
        let values = [
            "series": "1", "point": "0", "enableCrosshairLines": "false", "showTooltip": "false",
            "outOfRangeBehavior": "\"remove\"",
            "style": "{\"defaultKeyValuesPerRow\": 3}",
        ]
        let names = try #require(definitions["crosshair"])["properties"].members.keys
        let members = try names.map { name in "\"\(name)\": \(try #require(values[name]))" }
        let series = "{\"type\": \"line\", \"data\": \"d\", \"y\": \"y\"}"
        let chart = try ChartDescription(
            json: """
                { "data": {"d": {"values": {"y": [2]}}}, "series": [\(series), \(series)], "crosshair": {\(members.joined(separator: ", "))} }
                """
        ).makeChart()
        #expect(chart.crosshair.trackingSeries === chart.series[1] && chart.crosshair.trackingPoint == 0)
        #expect(
            !chart.crosshair.enableCrosshairLines && chart.crosshair.tooltip.isHidden
                && chart.crosshair.outOfRangeBehavior == .remove)
        #expect(chart.crosshair.style.defaultKeyValuesPerRow == 3)
    }
}

extension JSONValue {
    fileprivate subscript(_ name: String) -> JSONValue { members[name] ?? .null }

    fileprivate var members: [String: JSONValue] {
        guard case .object(let members) = self else { return [:] }
        return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }
}

import Testing
import VitrailScene

@testable import VitrailChart
@testable import VitrailDescription

/// `palette`, `font` and `dashStyle` of a description.
@Suite("Looks of a whole chart")
struct ChartLookTests {
    private static func chart(_ keys: String, series: Int = 2, type: String = "line") throws -> Chart {
        let one = "{\"type\": \"\(type)\", \"data\": \"d\", \"y\": \"y\"}"
        let all = Array(repeating: one, count: series).joined(separator: ", ")
        let comma = keys.isEmpty ? "" : ", "
        return try ChartDescription(
            json: "{\"data\": {\"d\": {\"values\": {\"y\": [1, 2]}}}, \"series\": [\(all)]\(comma)\(keys)}"
        ).makeChart()
    }

    @Test("a palette colours series and slices, under every theme")
    func palette() throws {
        let colors = [Color(0x003366), Color(0xCC6600)]
        for theme in ["", ", \"theme\": \"dark\""] {
            let chart = try Self.chart("\"palette\": [\"#036\", \"#c60\"]\(theme)", series: 3)
            let lines = chart.added.compactMap { $0 as? LineSeries }
            #expect(chart.theme.palette.lines == colors && chart.theme.palette.fills == colors && lines.count == 3)
            #expect(chart.theme.pieStyle().flavourColors?.prefix(2) == colors[...])
            #expect(
                chart.theme.palette.line(2) == Color(0x003366).tinted(0.6) && chart.theme.palette.dashes(2) == [6, 3])
        }
        let named = try Self.chart("\"palette\": \"Set2\"")
        #expect(named.theme.palette.line(0) == Color(0x66C2A5))
        named.applyTheme(.dark, keepingStyles: true)
        #expect(named.theme.palette.line(0) == Color(0x66C2A5) && named.theme.name == "dark")
    }

    @Test("a font goes to all texts, its size in proportion")
    func font() throws {
        let chart = try Self.chart("\"font\": {\"family\": \"DejaVu Serif\", \"size\": 22}")
        let theme = chart.theme
        let fonts = [
            theme.title.font, theme.xAxis.majorTickStyle.labelFont, theme.yAxis.minorTickStyle.labelFont,
            theme.yAxis.titleStyle.font,
            theme.legend.font, theme.legend.titleFont, theme.crosshair.defaultFont, theme.annotationFont,
            theme.dataPointLabel.font,
            theme.pieStyle().labelFont,
        ]
        #expect(fonts.allSatisfy { $0?.family == "DejaVu Serif" })
        #expect(theme.title.font?.size == 32 && theme.legend.font?.size == 22 && theme.title.font?.isBold == true)
        let named = try Self.chart("\"font\": \"DejaVu Serif\"")
        #expect(named.theme.title.font == FontStyle(family: "DejaVu Serif", size: 16, isBold: true))
    }

    @Test("small pictures have smaller texts, unless a size is given")
    func smallTexts() throws {
        func sizes(_ width: Int, _ height: Int, _ font: String = "") throws -> [Double?] {
            let theme = try Self.chart("\"size\": {\"width\": \(width), \"height\": \(height)}\(font)").theme
            return [theme.xAxis.majorTickStyle.labelFont?.size, theme.title.font?.size]
        }
        for (width, height) in [(640, 380), (360, 240)] { #expect(try sizes(width, height) == [11, 16]) }
        for (width, height) in [(300, 200), (60, 20)] { #expect(try sizes(width, height) == [9, 13]) }
        #expect(try sizes(800, 220) == [10, 14.5])
        #expect(try sizes(300, 200, ", \"font\": {\"size\": 11}") == [11, 16])
        #expect(try sizes(300, 200, ", \"font\": \"DejaVu Serif\"") == [9, 13])
    }

    @Test("a name has one look in series of several kinds, and one legend entry")
    func sharedStyles() throws {
        let json = """
            {"xAxis": {}, "yAxis": {},
             "data": {"d": {"values": {"x": [1, 2, 1, 2], "y": [1, 2, 3, 4], "g": ["a", "a", "b", "b"]}}},
             "series": [
               {"type": "scatter", "data": "d", "x": "x", "y": "y", "by": "g"}, {"type": "line", "data": "d", "x": "x", "y": "y", "by": "g"},
               {"type": "line", "data": "d", "x": "x", "y": "y", "title": "all"}, {"type": "line", "data": "d", "x": "x", "y": "y", "title": "all"}
             ]}
            """
        let chart = try ChartDescription(json: json).makeChart()
        // Two lines of one name must be distinguishable.
        #expect(chart.added.map(\.paletteIndex) == [0, 1, 0, 1, 2, 3])
        #expect(chart.legendEntries.map(\.title) == ["a", "b", "all", "all"])
        let (points, line) = (
            try #require(chart.added[1] as? ScatterSeries), try #require(chart.added[3] as? LineSeries)
        )
        #expect(
            points.resolvedStyle.pointStyle.color == chart.theme.palette.line(1)
                && line.resolvedStyle.lineColor == chart.theme.palette.line(1))
    }

    @Test("texts of a legend can be read on an area of one's own")
    func legendArea() throws {
        func keys(_ style: String) throws -> LegendStyle {
            try Self.chart("\"theme\": \"dark\", \"legend\": {\"style\": {\(style)}}").drawnLegendStyle()
        }
        let white = try keys("\"areaColor\": \"white\"")
        for color in [white.fontColor, white.titleFontColor] { #expect((color?.contrast(with: .white) ?? 0) >= 4.5) }
        #expect(try keys("\"areaColor\": \"white\", \"fontColor\": \"#eee\"").fontColor == Color(0xEEEEEE))
        #expect(try keys("\"areaColor\": \"black\"").fontColor == Theme.dark.legend.fontColor)
    }

    @Test(arguments: [
        ("\"palette\": \"set22\"", "palette: no palette is named \"set22\"; did you mean \"Set2\"?"),
        ("\"palette\": []", "palette: the list is empty"),
        ("\"palette\": 3", "palette: expected a list of colours or the name of a palette, found a number"),
        ("\"palette\": [\"#036\", \"rde\"]", "palette[1]: \"rde\" is not a colour; did you mean \"red\"?"),
        ("\"font\": \"\"", "font: the name is empty"),
        ("\"font\": 14", "font: expected the name of a font or {family, size}, found a number"),
        ("\"font\": {\"sise\": 1}", "font.sise: unknown key; did you mean \"size\"?"),
    ])
    func refused(keys: String, message: String) {
        #expect(throws: DescriptionError.self) { try Self.chart(keys) }
        do { _ = try Self.chart(keys) } catch { #expect("\(error)" == message) }
    }

    @Test("dashes of gridlines show without another key, unless that says no")
    func gridlines() throws {
        func style(_ text: String) throws -> MajorGridLineStyle {
            try ChartDescription(json: "{\"yAxis\": {\"style\": {\"majorGridLineStyle\": {\(text)}}}}").yAxes[0].style
                .majorGridLineStyle
        }
        #expect(try style("\"dashStyle\": [4, 4]").dashedMajorGridLines == true)
        #expect(try style("\"dashStyle\": [4, 4], \"dashedMajorGridLines\": false").dashedMajorGridLines == false)
    }

    @Test("a dashed series is cut, and so is the symbol in the legend; others stay as they are")
    func series() throws {
        let chart = try Self.chart("", series: 11)
        let lines = chart.added.compactMap { $0 as? LineSeries }
        for (k, line) in lines.enumerated() { line.index = k }
        lines[0].style.dashStyle = [4, 4]
        lines[10].style.dashStyle = []
        func isDashed(_ series: LineSeries) -> Bool {
            series.legendSymbol(theme: chart.theme).parts.contains { if case .dashedLine = $0 { true } else { false } }
        }
        #expect(isDashed(lines[0]) && !isDashed(lines[1]) && !isDashed(lines[10]))
        lines[10].style.dashStyle = nil
        #expect(isDashed(lines[10]))
        #expect(throws: DescriptionError.self) {
            try ChartDescription(json: "{\"series\": [{\"type\": \"line\", \"style\": {\"dashStyle\": [0, 4]}}]}")
        }
    }
}

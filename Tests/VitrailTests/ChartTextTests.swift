import Testing
import Vitrail

/// Positions of titles, notes and legends of descriptions.
@Suite struct ChartTextTests {
    private static let data =
        #""data": {"d": {"values": {"y": [1, 3, 2]}}}, "series": [{"type": "line", "data": "d", "y": "y", "title": "A"}]"#

    private func plan(_ members: String, width: Double = 480, height: Double = 300) throws -> (plan: Plan, chart: Chart)
    {
        let json = #"{"size": {"width": \#(width), "height": \#(height)}, \#(members), \#(Self.data)}"#
        let chart = try ChartDescription(json: json).makeChart()
        return (try Vitrail.plan(chart), chart)
    }

    private func texts(_ plan: Plan, _ label: String) -> [TextSource] {
        plan.scene.layers.flatMap(\.marks).compactMap { mark in
            if case .glyphs(let run) = mark.shape, mark.label == label { run.source } else { nil }
        }
    }

    @Test func fourTextsStandApart() throws {
        let texts =
            #""title": "Sales", "subtitle": "thousand units", "caption": "Without returns", "source": "Annual report 2024""#
        for (width, height) in [(480.0, 300.0), (300, 200), (160, 120)] {
            let (plan, chart) = try plan(texts, width: width, height: height)
            let sources = ["title", "subtitle", "caption", "source"].flatMap { self.texts(plan, $0) }
            #expect(sources.count >= 4)
            let rows = Set(sources.map { Int($0.origin.y) })
            #expect(rows.count >= 3)
            let canvas = try #require(chart.canvasFrame)
            for source in sources {
                #expect(source.origin.x >= 5 && Double(source.origin.x + source.width) <= width - 5)
                #expect(Double(source.origin.y) < canvas.y || Double(source.origin.y - source.size * 0.7) > canvas.maxY)
            }
            #expect(plan.warnings.isEmpty)
        }
    }

    @Test func captionAndSourceShareALineWhereBothFit() throws {
        let short = try plan(#""caption": "Without returns", "source": "Report""#).plan
        #expect(texts(short, "caption")[0].origin.y == texts(short, "source")[0].origin.y)
        let long = String(repeating: "long words ", count: 6)
        let both = try plan(#""caption": "\#(long)", "source": "\#(long)""#).plan
        #expect(texts(both, "caption")[0].origin.y < texts(both, "source")[0].origin.y)
        #expect(texts(both, "caption")[0].origin.x == texts(both, "source")[0].origin.x)
    }

    @Test func textsWithoutRoomAreNamed() throws {
        let plan = try plan(#""title": "A", "subtitle": "B", "caption": "C""#, width: 60, height: 30).plan
        #expect(plan.warnings.contains { $0.description.hasPrefix("subtitle: ignored: it does not fit") })
        let cut = try self.plan("\"title\": \"\(String(repeating: "word ", count: 300))\"").plan
        #expect(cut.warnings.contains { $0.description.hasPrefix("title: it is cut") })
    }

    @Test func aSubtitleAloneStandsAtTheTop() throws {
        let (plan, chart) = try plan(#""subtitle": "alone""#)
        #expect(texts(plan, "title").map(\.text) == ["alone"] && chart.titleFrame == nil)
    }

    @Test(arguments: [("left", 10.0, 0.0), ("center", 240, 0.5), ("right", 470, 1)])
    func alignmentMovesATitleOfOneLine(align: String, x: Double, share: Double) throws {
        let (plan, _) = try plan(#""title": "Sales", "subtitle": "in units", "titleStyle": {"textAlign": "\#(align)"}"#)
        for source in texts(plan, "title") + texts(plan, "subtitle") {
            #expect(abs(Double(source.origin.x) + Double(source.width) * share - x) <= 1)
        }
        // A position takes precedence.
        let placed = try self.plan(#""title": "Sales", "titleStyle": {"textAlign": "\#(align)", "position": "center"}"#)
            .plan
        let source = try #require(texts(placed, "title").first)
        #expect(abs(Double(source.origin.x) + Double(source.width) / 2 - 240) <= 1)
    }

    @Test func axisTitlesAreAlignedToo() throws {
        let style = #"{"titleStyle": {"textAlign": "left"}}"#
        let (plan, chart) = try plan(
            #""xAxis": {"title": "time", "style": \#(style)}, "yAxis": {"title": "size", "style": \#(style)}"#)
        let plot = try #require(chart.plotAreaFrame)
        let titles = texts(plan, "axis title")
        let time = try #require(titles.first { $0.text == "time" })
        let size = try #require(titles.first { $0.text == "size" })
        #expect(abs(Double(time.origin.x) - plot.x) <= 1 && abs(Double(size.origin.y) - plot.maxY) <= 1)
    }

    @Test func theLastTickLabelKeepsItsDistance() throws {
        let json = """
            {"size": {"width": 480, "height": 240}, "xAxis": {"type": "dateTime", "labelFormatString": "MMM yyyy"},
             "data": {"d": {"values": {"t": ["2013-01-01", "2013-02-01", "2013-03-01"], "y": [1, 3, 2]}}},
             "series": [{"type": "line", "data": "d", "x": "t", "y": "y"}]}
            """
        let plan = try Vitrail.plan(ChartDescription(json: json).makeChart())
        let label = try #require(texts(plan, "label Mar 2013").first)
        // The plot area ends at a whole pixel.
        let end = label.origin.x + label.width
        #expect(end <= 473 && end > 465)
    }

    // MARK: Legends

    private func legend(_ members: String, entries: Int = 2) throws -> (legend: Rect, plot: Rect) {
        let series = (0..<entries).map { #"{"type": "line", "data": "d", "y": "y", "title": "Series \#($0 + 1)"}"# }
        let json = """
            {"size": {"width": 640, "height": 360}, "legend": \(members), "data": {"d": {"values": {"y": [1, 2]}}},
             "series": [\(series.joined(separator: ","))]}
            """
        let chart = try ChartDescription(json: json).makeChart()
        _ = try Vitrail.plan(chart)
        return (try #require(chart.legendFrame), try #require(chart.plotAreaFrame))
    }

    @Test(arguments: ["topLeft", "topRight", "bottomLeft", "bottomRight"])
    func horizontalLegendsInACornerAreRows(position: String) throws {
        let (legend, plot) = try legend(#"{"position": "\#(position)", "style": {"orientation": "horizontal"}}"#)
        #expect(position.hasPrefix("top") ? legend.maxY <= plot.y : legend.y >= plot.maxY)
        #expect(position.hasSuffix("Left") ? abs(legend.x - plot.x) < 1 : abs(legend.maxX - plot.maxX) < 1)
        #expect(legend.height < 40 && plot.width > 560)
    }

    @Test func rowsTakeAsManyEntriesAsHaveRoom() throws {
        let one = try legend(#"{"position": "topMiddle"}"#, entries: 6).legend
        #expect(one.height < 30)
        // Two rows of five, not of seven and three.
        let two = try legend(#"{"position": "bottomMiddle"}"#, entries: 10).legend
        #expect(two.height < 50 && two.width < 500)
        let four = try legend(#"{"position": "topMiddle", "maxSeriesPerLine": 2}"#, entries: 8).legend
        #expect(four.width < 220)
    }

    @Test func wideColumnsBecomeRows() throws {
        func legend(_ title: String, _ members: String = "{}") throws -> (legend: Rect, plot: Rect) {
            let series = [title, "B"].map { #"{"type": "line", "data": "d", "y": "y", "title": "\#($0)"}"# }.joined(
                separator: ",")
            let json = """
                {"size": {"width": 480, "height": 320}, "legend": \(members), "data": {"d": {"values": {"y": [1, 2]}}}, "series": [\(series)]}
                """
            let chart = try ChartDescription(json: json).makeChart()
            _ = try Vitrail.plan(chart)
            return (try #require(chart.legendFrame), try #require(chart.plotAreaFrame))
        }
        // Too wide even in two lines.
        let long = "Revenue of all regions, adjusted for inflation"
        let top = try legend(long)
        #expect(top.legend.maxY <= top.plot.y && top.plot.width > 400)
        let bottom = try legend(long, #"{"position": "bottomLeft"}"#)
        #expect(bottom.legend.y >= bottom.plot.maxY)
        let short = try legend("A")
        #expect(short.legend.x >= short.plot.maxX)
        let column = try legend(long, #"{"style": {"orientation": "vertical"}}"#)
        #expect(column.legend.x >= column.plot.maxX)
    }

    @Test func legendsOfProgramsStayAtTheSide() throws {
        let chart = Chart(width: 640, height: 360)
        chart.add(LineSeries(title: "A", columns: SeriesColumns(y: Column([1.0, 2]))))
        chart.legend.hidden = false
        chart.legend.style.orientation = .horizontal
        _ = try Vitrail.plan(chart)
        #expect(try #require(chart.legendFrame).x >= #require(chart.plotAreaFrame).maxX)
        #expect(chart.legend.maxSeriesPerLine == 4)
    }
}

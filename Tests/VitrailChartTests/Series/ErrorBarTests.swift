import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription
@testable import VitrailRaster

/// Geometry, columns, warnings and hits of error bars.
@Suite("Error bars")
struct ErrorBarTests {
    // MARK: Geometry

    private func shape(high: Float, low: Float, line: Float, cap: Float, caps: (Bool, Bool) = (true, true)) -> [[Float]]
    {
        let span = ErrorBarSpan(
            sample: 0, along: 20, high: .init(position: high, isOnAxis: true, hasCap: caps.0),
            low: .init(position: low, isOnAxis: true, hasCap: caps.1))
        var rects: [[Float]] = []
        ErrorBarShape(span, ErrorBarSize(line: line, cap: cap)).forEachRect {
            rects.append([$0.low, $0.high, $1.low, $1.high])
        }
        return rects
    }

    @Test("whisker and caps lie side by side on whole pixels, in either order of the ends")
    func rectangles() {
        let rects: [[Float]] = [[19, 21, 11, 39], [16, 24, 9, 11], [16, 24, 39, 41]]
        #expect(shape(high: 10, low: 40, line: 2, cap: 8) == rects)
        #expect(shape(high: 40, low: 10, line: 2, cap: 8) == rects)
        // Widths are rounded, and the cap has the same overhang on both sides.
        #expect(
            shape(high: 10.2, low: 40.4, line: 1.4, cap: 6) == [
                [20, 21, 11, 40], [17, 24, 10, 11], [17, 24, 40, 41],
            ])
    }

    @Test("short error bars are one cap, and those without caps at least a dot")
    func short() {
        #expect(shape(high: 10, low: 10, line: 2, cap: 8) == [[16, 24, 9, 11]])
        #expect(shape(high: 10, low: 11.4, line: 2, cap: 8) == [[16, 24, 9, 12]])
        #expect(shape(high: 10, low: 10, line: 2, cap: 0) == [[19, 21, 9, 11]])
        #expect(shape(high: 10, low: 40, line: 2, cap: 0) == [[19, 21, 10, 40]])
        #expect(
            shape(high: 10, low: 40, line: 2, cap: 8, caps: (true, false)) == [[19, 21, 11, 40], [16, 24, 9, 11]])
    }

    @Test(
        "the rasteriser paints the same pixels as single rectangles",
        arguments: [Color(0x1D4E89), Color(0x1D4E89, alpha: 0.3)])
    func rasterizer(color: Color) throws {
        let box = PixelRect(x: 3, y: 5, width: 40, height: 30)
        let rects: [(Float, Float, Float, Float)] = [
            (5, 7, 6, 20), (6, 12, 10, 12), (-10, 4, -10, 200), (40, 90, 33, 90), (6, 7, 0, 6), (8, 8, 6, 9),
            (100, 120, 6, 9),
        ]
        var rasterizer = ErrorBarRasterizer(box: box)
        var layers = Array(repeating: Array(repeating: 0, count: box.width), count: box.height)
        for (minX, maxX, minY, maxY) in rects {
            rasterizer.add(PlotRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY))
            for y in 0..<box.height {
                for x in 0..<box.width
                where Float(x + box.x) >= minX && Float(x + box.x) < maxX && Float(y + box.y) >= minY
                    && Float(y + box.y) < maxY
                {
                    layers[y][x] += 1
                }
            }
        }
        let picture = try #require(rasterizer.picture(color))
        #expect(picture.rect == box.plotRect)
        #expect(layers.joined().max() == 2)
        let one = color.premultiplied
        for y in 0..<box.height {
            for x in 0..<box.width {
                let shares: [Float] = [0, 1, 2 - one.w]
                let exact: SIMD4<Float> = one * (shares[layers[y][x]] * 255)
                let texel = picture.image[x, y]
                for channel in 0..<4 {
                    let difference: Float = abs(Float(texel[channel]) - exact[channel])
                    #expect(difference <= 0.51, "\(x), \(y)")
                }
            }
        }
        #expect(ErrorBarRasterizer(box: box).picture(color) == nil)
    }

    @Test("arrays of values and distances make columns of ends")
    func arrays() throws {
        func values(_ column: Column?) throws -> [Double] {
            try #require(column).withValues { span in span.indices.map { span[$0] } }
        }
        let both = ErrorBarSeries(x: [1, 2], y: [10.0, 20], error: [1, 2], title: "t", color: .black)
        #expect(
            try values(both.columns.low) == [9, 18] && values(both.columns.high) == [11, 22]
                && values(both.columns.y) == [10, 20])
        #expect(both.title == "t" && both.style.lineColor == .black && both.style.pointStyle.color == .black)
        let apart = ErrorBarSeries(y: [10.0, 20], errorLow: [1, 2], errorHigh: [3, 3])
        #expect(
            try values(apart.columns.low) == [9, 18] && values(apart.columns.high) == [13, 23] && apart.columns.x == nil
        )
        let ends = ErrorBarSeries(y: [10.0, nil], low: [9.5, 1], high: [11, 3])
        #expect(try values(ends.columns.low) == [9.5, 1] && values(ends.columns.y)[1].isNaN)
    }

    // MARK: Descriptions

    private static let values = """
        {"x": [1, 2, 3, 4], "y": [10, 20, null, 40], "e": [1, 2, 3, 4], "f": [2, 2, 2, 2], "lo": [9, 30, 25, 0],
         "hi": [12, 22, 35, 44], "bad": [1, null, -0.5, -1], "g": ["a", "b", "a", "b"]}
        """

    private func chart(_ series: String, x: String = "{}", y: String = "{}") throws -> Chart {
        try ChartDescription(
            json:
                #"{"data": {"d": {"values": \#(Self.values)}}, "xAxis": \#(x), "yAxis": \#(y), "series": [\#(series)]}"#
        ).makeChart()
    }

    private func ends(_ chart: Chart, _ index: Int = 0) throws -> (low: [Double], high: [Double]) {
        let series = try #require(chart.added[index] as? ErrorBarSeries)
        func values(_ column: Column?) throws -> [Double] {
            try #require(column).withValues { span in span.indices.map { span[$0] } }
        }
        return (try values(series.columns.low), try values(series.columns.high))
    }

    @Test("distances become ends; a missing distance is none; gaps stay gaps")
    func distances() throws {
        let both = try ends(chart(#"{"type": "errorBar", "data": "d", "x": "x", "y": "y", "error": "e"}"#))
        #expect(
            both.low.prefix(2) == [9, 18] && both.high.prefix(2) == [11, 22] && both.low[2].isNaN && both.high[3] == 44)
        let apart = try ends(
            chart(#"{"type": "errorBar", "data": "d", "x": "x", "y": "y", "errorLow": "e", "errorHigh": "f"}"#))
        #expect(apart.low.prefix(2) == [9, 18] && apart.high.prefix(2) == [12, 22])
        let above = try ends(chart(#"{"type": "errorBar", "data": "d", "x": "x", "y": "y", "errorHigh": "f"}"#))
        #expect(above.low.prefix(2) == [10, 20] && above.high.prefix(2) == [12, 22])
        let turned = try ends(
            chart(#"{"type": "errorBar", "data": "d", "orientation": "vertical", "y": "x", "x": "y", "error": "e"}"#))
        #expect(turned.low.prefix(2) == [9, 18])
    }

    @Test("ends without a value have a middle, without a point")
    func middles() throws {
        let chart = try chart(#"{"type": "errorBar", "data": "d", "x": "x", "low": "lo", "high": "hi"}"#)
        let series = try #require(chart.added[0] as? ErrorBarSeries)
        #expect(
            try #require(series.columns.y).withValues { $0[0] } == 10.5 && series.style.pointStyle.showPoints == false)
        let own = try self.chart(#"{"type": "errorBar", "data": "d", "x": "x", "y": "y", "low": "lo", "high": "hi"}"#)
        #expect((own.added[0] as? ErrorBarSeries)?.style.pointStyle.showPoints == nil)
    }

    @Test("a column of groups splits values and distances")
    func groups() throws {
        let chart = try chart(#"{"type": "errorBar", "data": "d", "x": "x", "y": "y", "error": "e", "by": "g"}"#)
        #expect(try ends(chart).high[0] == 11)
        #expect(try ends(chart, 1).high == [22, 44])
    }

    @Test(
        "columns that tell no ends are refused at their path",
        arguments: [
            (
                "\"y\": \"y\"",
                "series[0]: the ends are missing: \"low\" and \"high\", or a distance \"error\", or \"errorLow\""
            ),
            ("\"y\": \"y\", \"low\": \"lo\"", "series[0]: \"high\" is missing"),
            ("\"error\": \"e\"", "series[0]: \"y\" is missing"),
            (
                "\"y\": \"y\", \"low\": \"lo\", \"high\": \"hi\", \"error\": \"e\"",
                "series[0].error: \"low\" already gives the ends; leave one of them out"
            ),
            (
                "\"y\": \"y\", \"error\": \"e\", \"errorLow\": \"e\"",
                "series[0].errorLow: \"error\" already gives the ends; leave one of them out"
            ),
            ("\"y\": \"y\", \"error\": \"none\"", "series[0].error: column \"none\" not found in data \"d\""),
            (
                "\"y\": \"y\", \"error\": \"bad\"",
                "series[0].error: row 3 has the error -0.5; an error is a distance ≥ 0"
            ),
            (
                "\"y\": \"y\", \"errorLow\": \"e\", \"errorHigh\": \"bad\"",
                "series[0].errorHigh: row 3 has the error -0.5; an error is a distance ≥ 0"
            ),
            ("\"y\": \"y\", \"yerr\": \"e\"", "series[0].yerr: unknown key; did you mean \"error\": \"column\"?"),
            (
                "\"y\": \"y\", \"error\": \"e\", \"aggregation\": \"mean\"",
                "series[0].aggregation: error bars take \"last\": the error of combined samples does not follow"
            ),
        ])
    func refusals(members: String, message: String) {
        let found = errorMessage { () throws(DescriptionError) in
            try ChartDescription(
                json: """
                    {"data": {"d": {"values": \(Self.values)}},
                     "series": [{"type": "errorBar", "data": "d", "x": "x", \(members)}]}
                    """
            ).makeChart()
        }
        #expect(found?.hasPrefix(message) == true, "\(found ?? "accepted")")
    }

    @Test("distances need an axis of numbers")
    func dates() {
        let found = errorMessage { () throws(DescriptionError) in
            try ChartDescription(
                json: """
                    {"data": {"d": {"values": {"y": ["2024-01-01"], "e": [1]}}}, "yAxis": {"type": "dateTime"},
                     "series": [{"type": "errorBar", "data": "d", "y": "y", "error": "e"}]}
                    """
            )
        }
        #expect(
            found
                == "series[0].error: the values are on a date axis; take \"low\" and \"high\", "
                + "as distances need an axis of numbers"
        )
    }

    // MARK: Charts

    @Test("the range of the axis includes the ends, and low above high is a warning")
    func rangeAndWarnings() throws {
        let chart = try chart(#"{"type": "errorBar", "data": "d", "x": "x", "y": "y", "low": "lo", "high": "hi"}"#)
        _ = try plan(chart)
        let range = try #require(chart.yAxis?.axisRange)
        #expect(range.minimum <= 0 && range.maximum >= 44)
        #expect(
            chart.warnings == [
                .doubtful(
                    path: "series[0].low",
                    reason: "1 row has a low end above the high one, first 2: the whisker joins them all the same")
            ])
        let wrongPath = try self.chart(
            #"{"type": "errorBar", "data": "d", "x": "x", "y": "f", "errorLow": "e"}"#, y: #"{"type": "logarithmic"}"#)
        _ = try plan(wrongPath)
        #expect(
            wrongPath.warnings.map(\.description).contains { $0.hasPrefix("series[0].errorLow: ignored: values ≤ 0") })
    }

    @Test("on a logarithmic axis a whisker to an end ≤ 0 goes to the edge, without a cap")
    func logarithmic() throws {
        let style = #""style": {"lineWidth": 2, "capLength": 8, "pointStyle": {"showPoints": false}}"#
        let chart = try chart(
            #"{"type": "errorBar", "data": "d", "x": "x", "y": "f", "error": "e", \#(style)}"#,
            x: #"{"defaultRange": [0, 5]}"#, y: #"{"type": "logarithmic", "defaultRange": [0.1, 100]}"#)
        let planned = try plan(chart)
        let items = rects(planned)
        let bottom = planned.scene.plotArea.maxY
        // 1 … 3 has two caps; 0 … 4, −1 … 5 and −2 … 6 have one each.
        #expect(items.count == 3 + 2 * 3)
        #expect(items.count { $0.rect.maxY == Float(bottom) && $0.rect.width == 2 } == 3)
    }

    @Test("error bars stand in the middle of their columns, beside others, too")
    func onColumns() throws {
        func column(_ title: String, _ kind: String = "column", _ more: String = "") -> String {
            #"{"type": "\#(kind)", "title": "\#(title)", "data": "d", "x": "x", "y": "e"\#(more)}"#
        }
        let ends = #", "error": "f", "style": {"lineWidth": 1, "capLength": 0}"#
        let chart = try chart(
            [column("one"), column("two"), column("two", "errorBar", ends), column("none", "errorBar", ends)].joined(
                separator: ", "))
        let planned = try plan(chart)
        func items(_ index: Int) -> [RectBatch.Item] { rects(planned, of: index) }
        #expect(items(1).count == 4 && items(2).count == 4 && items(3).count == 4)
        for (bar, whisker) in zip(items(1), items(2)) {
            #expect(abs((bar.rect.minX + bar.rect.maxX) - (whisker.rect.minX + whisker.rect.maxX)) <= 2)
        }
        // Error bars without columns of their name stand at the value: on the side where both columns meet.
        for (bar, whisker) in zip(items(1), items(3)) {
            #expect(abs(bar.rect.minX - (whisker.rect.minX + whisker.rect.maxX) / 2) <= 1.5)
        }
        let one = try #require(chart.series[2] as? ErrorBarSeries),
            other = try #require(chart.series[3] as? ErrorBarSeries)
        // On columns they have the colour of texts and no points.
        #expect(
            one.resolvedStyle.lineColor == chart.theme.annotationColor
                && one.resolvedStyle.pointStyle.showPoints == false)
        #expect(
            other.resolvedStyle.lineColor == chart.theme.palette.line(2)
                && other.resolvedStyle.pointStyle.showPoints == true)
        #expect(chart.legend.isDescribed || !one.showInLegend)
        other.barSeries = chart.series[0] as? BarColumnSeries
        let moved = rects(try plan(chart), of: 3)
        for (bar, whisker) in zip(items(0), moved) {
            #expect(abs((bar.rect.minX + bar.rect.maxX) - (whisker.rect.minX + whisker.rect.maxX)) <= 2)
        }
    }

    @Test("stacked columns under error bars are a warning")
    func stacked() throws {
        let chart = try chart(
            """
            {"type": "column", "title": "a", "data": "d", "x": "x", "y": "e", "stackIndex": 1},
            {"type": "errorBar", "title": "a", "data": "d", "x": "x", "y": "e", "error": "f"}
            """
        )
        _ = try plan(chart)
        #expect(
            chart.warnings.count == 1 && chart.warnings[0].description.hasPrefix("series[1]: its columns are stacked"))
    }

    @Test("more samples than pixels are one picture, with the pixels of the rectangles")
    func manySamples() throws {
        func picture(_ count: Int, isRaw: Bool) throws -> [Shape] {
            let values: [Double] = (0..<count).map { k -> Double in Double(k * 37 % 101) / 3 + 20 }
            let high: [Double] = values.map { $0 + 5 }
            let low: [Double] = values.map { $0 - 9 }
            let series = ErrorBarSeries(
                columns: SeriesColumns(
                    x: Column(values.indices.map(Double.init)), y: Column(values), high: Column(high), low: Column(low)),
                style: ErrorBarSeriesStyle(lineColor: .black, pointStyle: PointStyle(showPoints: false)))
            let chart = Chart(width: 200, height: 150)
            (chart.xAxis, chart.yAxis) = (NumberAxis(), NumberAxis())
            chart.decimation = isRaw ? .none : .automatic
            chart.add(series)
            return try plan(chart).scene.marks.filter { $0.label == "series[0] error bars" }.map(\.shape)
        }
        guard case .image? = try picture(1_000, isRaw: false).first else {
            Issue.record("no picture")
            return
        }
        guard case .rects(let batch)? = try picture(1_000, isRaw: true).first,
            case .rects(let few)? = try picture(50, isRaw: false).first
        else {
            Issue.record("no rectangles")
            return
        }
        #expect(batch.items.count == 3_000 && few.items.count == 150)
    }

    @Test("whiskers, caps and points can be hit, and the nearest is that of the whisker")
    func hits() throws {
        let series = ErrorBarSeries(
            columns: SeriesColumns(
                x: Column([1.0, 5]), y: Column([5.0, 5]), high: Column([8.0, .nan]), low: Column([2.0, 3])),
            style: ErrorBarSeriesStyle(lineWidth: 1, capLength: 20, pointStyle: PointStyle(showPoints: true, radius: 6))
        )
        let chart = Chart(width: 300, height: 200)
        (chart.xAxis, chart.yAxis) = (
            NumberAxis(defaultRange: NumberRange(0, 6)), NumberAxis(defaultRange: NumberRange(0, 10))
        )
        chart.add(series)
        _ = try plan(chart)
        func position(_ x: Double, _ y: Double) throws -> (x: Double, y: Double) {
            (
                try #require(chart.xAxis?.pixelValue(forDataValue: x)),
                try #require(chart.yAxis?.pixelValue(forDataValue: y))
            )
        }
        for (y, dx, found) in [(7.0, 1.0, 0), (7, 8, nil), (8, 8, 0), (2, -9, 0), (8, 14, nil), (5, 5, 0), (9, 0, nil)]
            as [(Double, Double, Int?)]
        {
            let at = try position(1, y)
            #expect(series.hit(x: at.x + dx, y: at.y) == found, "\(y), \(dx)")
        }
        // A sample without an end has no whisker, but its point.
        let point = try position(5, 5)
        #expect(series.hit(x: point.x + 4, y: point.y) == 1 && series.hit(x: point.x, y: point.y - 12) == nil)
        let at = try position(2, 7)
        let nearest = try #require(series.nearestPoint(x: at.x, y: at.y))
        let whisker = try position(1, 7)
        #expect(nearest.index == 0 && abs(nearest.distance - (at.x - whisker.x)) < 0.01)
    }

    @Test("the tooltip has the value and both ends")
    func tooltip() throws {
        let chart = try chart(#"{"type": "errorBar", "data": "d", "x": "x", "y": "y", "error": "e"}"#)
        let series = try #require(chart.added[0] as? CartesianSeries)
        chart.crosshair.show(at: 1, of: series)
        let texts = try plan(chart).scene.marks.compactMap { mark -> String? in
            guard case .glyphs(let run) = mark.shape, mark.label == "crosshair" else { return nil }
            return run.source.text
        }
        #expect(texts == ["2", "20", "High: 22  Low: 18"])
    }

    @Test("the alt text names the kind and includes the error bars in the extremes")
    func altText() throws {
        let text = try plan(
            chart(#"{"type": "errorBar", "data": "d", "x": "x", "y": "y", "error": "e", "title": "Yield"}"#)
        ).altText
        #expect(text.hasPrefix("An error bar chart. "))
        #expect(
            text.contains("“Yield” has 3 points")
                && text.contains("lies with its error bars between 9 (at 1) and 44 (at 4)."))
    }

    @Test("the legend shows a whisker with caps, and the point")
    func legend() {
        let style = ErrorBarSeriesStyle(
            lineColor: .black, lineWidth: 2, capLength: 6,
            pointStyle: PointStyle(showPoints: true, color: .white, radius: 3))
        let bar = LegendSymbol.ErrorBar(color: .black, width: 2, capLength: 6, isLevel: false)
        let symbol = ErrorBarSeries(style: style).legendSymbol(theme: .flat)
        #expect(symbol.parts.first == .errorBar(bar) && symbol.parts.count == 2 && symbol.mainColor == .black)
        var plain = style
        (plain.pointStyle, plain.useSeriesSymbols) = (PointStyle(showPoints: false), false)
        #expect(ErrorBarSeries(style: plain).legendSymbol(theme: .flat) == .solid(.black))
    }

    private func rects(_ plan: Plan, of index: Int = 0) -> [RectBatch.Item] {
        plan.scene.marks.filter { $0.source?.series == index }.flatMap { mark -> [RectBatch.Item] in
            if case .rects(let batch) = mark.shape { batch.items } else { [] }
        }
    }
}

import Testing
import Vitrail

/// Crosshairs, tooltips and carets with custom drawing.
@Suite("Crosshairs of one's own")
struct SeriesCrosshairTests {
    /// A red line through (0, 5), (5, 5), (10, 5), followed by long presses.
    private func chart(_ crosshair: Crosshair, _ series: CartesianSeries? = nil) throws -> Chart {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        let line =
            series
            ?? LineSeries(
                columns: SeriesColumns(x: Column([0.0, 5, 10]), y: Column([5.0, 5, 5])),
                style: LineSeriesStyle(lineColor: .pureRed))
        line.crosshairEnabled = true
        chart.add(line)
        crosshair.style = CrosshairStyle(lineWidth: 2, lineColor: .pureBlue, defaultBorderWidth: 0)
        chart.crosshair = crosshair
        _ = try plan(chart)
        return chart
    }

    @discardableResult
    private func press(_ chart: Chart, _ x: Double, _ y: Double, _ phase: GesturePhase = .began) throws -> Bool {
        let plot = try #require(chart.plotAreaFrame)
        let (px, py) = (chart.xAxis?.pixelValue(forDataValue: x), chart.yAxis?.pixelValue(forDataValue: y))
        return chart.longPress(phase, x: plot.x + (try #require(px)), y: plot.y + (try #require(py)))
    }

    /// Records the calls to a tooltip.
    private final class Drawn: CrosshairTooltip {
        var told: [String] = []
        var positions: [Double] = []
        override func setStyle(_ style: CrosshairStyle) { told.append("style") }
        override func setDataPoint(_ point: ChartPoint, from series: CartesianSeries, in chart: Chart?) {
            told.append("point \(point.dataPointIndex)")
        }
        override func setResolvedPoint(_ values: (x: Double, y: Double)?) {
            told.append(values == nil ? "at" : "between")
        }
        override func setPosition(x: Double, y: Double, in canvas: Rect) {
            told.append("position")
            positions.append(x)
        }
        override func layoutContents() { told.append("layout") }
        override func draw(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout OverlayContext) {
            context.fill(Rect(x: target.x - 100, y: target.y - 100, width: 200, height: 200), .pureGreen)
        }
    }

    @Test(
        "C-146 a tooltip of 200 × 200 centred on the point is in place of the label; what it is told comes in order, for each move"
    )
    func tooltip() async throws {
        let chart = try chart(Crosshair())
        let tooltip = Drawn()
        chart.crosshair.tooltip = tooltip
        try press(chart, 5, 6)
        let probe = try await Probe(chart)
        let (position, ink) = (try probe.position(of: 5, 5), try #require(probe.ink(.pureGreen)))
        #expect(abs(ink.width - 200) <= 1 && abs(ink.height - 200) <= 1)
        #expect(abs(Double(ink.x) + 100 - position.x) <= 1 && abs(Double(ink.y) + 100 - position.y) <= 1)
        #expect(tooltip.told == ["style", "point 1", "between", "position", "layout"])
        tooltip.told = []
        try press(chart, 8, 6, .moved)
        _ = try plan(chart)
        try press(chart, 9, 6, .moved)
        _ = try plan(chart)
        #expect(tooltip.told.filter { $0 == "position" }.count == 2 && tooltip.told.contains("point 2"))
        #expect(tooltip.positions[0] < tooltip.positions[1] && tooltip.positions[1] < tooltip.positions[2])
        // The label has no text.
        #expect(
            try !plan(chart).scene.marks.contains { mark in
                if case .glyphs = mark.shape { mark.label == "crosshair" } else { false }
            })
    }

    @Test(
        "C-140 a long press near a series that may be tracked shows circle, lines that reach both axes and tooltip; near none, nothing"
    )
    func shown() async throws {
        let chart = try chart(Crosshair())
        #expect(try press(chart, 5, 6))
        let probe = try await Probe(chart)
        let position = try probe.position(of: 5, 5)
        #expect(probe.runs(column: Int(position.x), of: .pureBlue).last?.upperBound == probe.plot.maxY)
        #expect(probe.runs(row: Int(position.y), of: .pureBlue).first?.lowerBound == probe.plot.x)
        chart.crosshair.remove()
        chart.cartesianSeries.forEach { $0.crosshairEnabled = false }
        #expect(try !press(chart, 5, 6))
        #expect(try await Probe(chart).count { $0 == .pureBlue } == 0)
    }

    private final class Diagonals: CrosshairLineDrawer {
        override func drawLines(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout OverlayContext) {
            context.fill(Rect(x: target.plotArea.x, y: target.plotArea.y, width: 30, height: 20), .pureGreen)
        }
        override func drawEllipse(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout OverlayContext) {
            context.disc(x: target.x, y: target.y, radius: 12, .pureBlue)
        }
    }

    @Test("C-147 what a line drawer of one's own draws is what is painted")
    func lineDrawer() async throws {
        let chart = try chart(Crosshair())
        chart.crosshair.lineDrawer = Diagonals()
        chart.crosshair.tooltip.isHidden = true
        try press(chart, 5, 5)
        let probe = try await Probe(chart)
        #expect(probe.count { $0 == .pureGreen } == 600)
        let blue = probe.count { $0 == .pureBlue }
        #expect((360...452).contains(blue) && probe.runs(row: probe.plot.maxY - 5, of: .pureBlue).isEmpty)
    }

    /// Rows or columns of a colour in the middle of the picture.
    private func box(_ probe: Probe, _ color: Color) throws -> PixelRect { try #require(probe.ink(color)) }

    @Test("C-150 a box in the colour of the series, 20 px above or below the point, whose caret ends at the point")
    func above() async throws {
        for (y, isAbove) in [(5.0, true), (9.8, false)] {
            let line = LineSeries(
                columns: SeriesColumns(x: Column([0.0, 5, 10]), y: Column([y, y, y])),
                style: LineSeriesStyle(lineColor: .pureRed, lineWidth: 1))
            let crosshair = SeriesCrosshair()
            let chart = try chart(crosshair, line)
            crosshair.tooltip.inset = Insets(top: 10, left: 20, bottom: 10, right: 20)
            try press(chart, 5, y)
            let probe = try await Probe(chart)
            let position = try probe.position(of: 5, y)
            let column = Int(position.x) + 9
            // Letters interrupt the box.
            let rows = probe.runs(column: column, of: .pureRed).filter { abs(Double($0.lowerBound) - position.y) > 4 }
            let edge = try #require(isAbove ? rows.last?.upperBound : rows.first?.lowerBound)
            let gap = abs(position.y - Double(edge))
            #expect((Double(edge) < position.y) == isAbove)
            #expect(abs(gap - 20) <= 1, "\(gap)")
            // The caret: 10 wide at the box, tapering to the point.
            func width(_ share: Double) -> Int {
                let row = Int(position.y + (isAbove ? -1 : 1) * 20 * share)
                return probe.runs(row: row, of: .pureRed, tolerance: 120).filter { $0.contains(Int(position.x)) }.first?
                    .count ?? 0
            }
            #expect(abs(width(0.5) - 5) <= 2 && abs(width(0.9) - 9) <= 2)
            // No lines to the axes.
            #expect(probe.runs(row: probe.plot.maxY - 5, of: .pureBlue).isEmpty)
        }
    }

    @Test("C-150 of bars the box is to the right, or to the left where there is no room")
    func beside() async throws {
        for (length, isRight) in [(4.0, true), (9.5, false)] {
            let columns = SeriesColumns(x: Column([2.0, length, 3]), y: Column([2.0, 5, 8]))
            let bars = BarSeries(columns: columns, style: BarColumnSeriesStyle(areaColor: .pureGreen))
            let crosshair = SeriesCrosshair()
            let chart = try chart(crosshair, bars)
            try press(chart, length - 0.5, 5)
            let frame = try plan(chart).scene.marks.filter { $0.label == "crosshair" }
            let probe = try await Probe(chart)
            let position = try probe.position(of: length, 5)
            let boxes = frame.compactMap { mark -> PlotRect? in
                guard case .rects(let batch) = mark.shape else { return nil }
                return batch.items.first?.rect
            }
            let box = try #require(boxes.first)
            let gap = isRight ? Double(box.minX) - position.x : position.x - Double(box.maxX)
            #expect(abs(gap - 20) <= 1 && box.minY < Float(position.y) && box.maxY > Float(position.y), "\(gap)")
        }
    }

    private final class Corner: SeriesTooltipPositioner {
        override func center(
            of size: (width: Double, height: Double), for target: CrosshairTarget
        ) -> (x: Double, y: Double) {
            (target.plotArea.x + size.width / 2, target.plotArea.y + size.height / 2)
        }
    }
    private final class Blue: SeriesTooltipStyler {
        override func drawnStyle(of target: CrosshairTarget, style: CrosshairStyle, theme: Theme) -> SeriesTooltipStyle
        {
            SeriesTooltipStyle(fill: .pureGreen, border: .clear, borderWidth: 0, text: .black)
        }
    }
    private final class Bare: SeriesTooltipDrawer {
        var caretWidths: [Double] = []
        override func draw(
            _ shape: SeriesTooltipShape, _ drawnStyle: SeriesTooltipStyle, _ context: inout OverlayContext
        ) {
            caretWidths.append(abs(shape.caret[1].x - shape.caret[0].x))
            context.fill(Rect(x: shape.box.x, y: shape.box.maxY, width: 33, height: 7), drawnStyle.fill)
        }
    }

    @Test("C-151 caretWidth is the caret's base; positioner, drawer and styler that are set are used")
    func parts() async throws {
        let crosshair = SeriesCrosshair()
        let chart = try chart(crosshair)
        crosshair.tooltip.inset = Insets(top: 10, left: 40, bottom: 10, right: 40)
        crosshair.style.lineColor = .clear
        func base(_ width: Double) async throws -> Int {
            crosshair.caretWidth = width
            try press(chart, 5, 5)
            let probe = try await Probe(chart)
            let position = try probe.position(of: 5, 5)
            return probe.runs(row: Int(position.y) - 19, of: .pureRed, tolerance: 120).first?.count ?? 0
        }
        let (narrow, wide) = (try await base(10), try await base(30))
        #expect(abs(narrow - 10) <= 2 && abs(wide - 29) <= 2)
        crosshair.positioner = Corner()
        crosshair.styler = Blue()
        try press(chart, 5, 5)
        let moved = try await Probe(chart)
        #expect(moved[moved.plot.x + 3, moved.plot.y + 3] == .pureGreen)
        let drawer = Bare()
        crosshair.drawer = drawer
        let drawn = try await Probe(chart)
        #expect(drawer.caretWidths == [30] && drawn.count { $0 == .pureGreen } == 33 * 7)
    }
}

extension Chart {
    fileprivate var cartesianSeries: [CartesianSeries] { series.compactMap { $0 as? CartesianSeries } }
}

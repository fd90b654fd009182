import VitrailScene
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns

/// Random charts in unusual combinations.
enum RandomCharts {
    static func chart(_ random: inout SeededNumbers) -> Chart {
        let size = (width: 60 + random.unit() * 900, height: 40 + random.unit() * 600)
        let chart = Chart(
            frame: Rect(x: 0, y: 0, width: size.width, height: size.height), theme: random.next(2) == 0 ? .flat : .dark)
        chart.scale = [1, 1.5, 2][random.next(3)]
        chart.title = random.next(3) == 0 ? "" : String(repeating: "title ", count: 1 + random.next(30))
        for _ in 0...random.next(2) { chart.addXAxis(axis(&random)) }
        for _ in 0...random.next(3) { chart.addYAxis(axis(&random)) }
        for axis in chart.allAxes where axis is CategoryAxis { chart.add(items(of: axis)) }
        return chart
    }

    private static func axis(_ random: inout SeededNumbers) -> Axis {
        let start = (random.unit() - 0.5) * [1, 100, 1e6][random.next(3)]
        let span = [0.003, 1, 17, 12_345, 2e9][random.next(5)] * (0.5 + random.unit())
        let axis: Axis
        switch random.next(5) {
        case 0: axis = DateTimeAxis(defaultRange: NumberRange(1.5e9 + start, 1.5e9 + start + span * 100))
        case 1: axis = LogarithmicAxis(defaultRange: NumberRange(abs(start) + 1e-3, (abs(start) + 1e-3) * (1.5 + span)))
        case 2:
            axis = CategoryAxis(defaultRange: NumberRange(-0.5, Double(random.next(60)) + 0.5))
        default: axis = NumberAxis(defaultRange: NumberRange(start, start + span))
        }
        axis.resetZoomLevel()
        axis.axisPosition = random.next(2) == 0 ? .normal : .reverse
        axis.title = random.next(2) == 0 ? "" : String(repeating: "axis ", count: 1 + random.next(20))
        axis.width = random.next(6) == 0 ? random.unit() * 80 : nil
        axis.style.majorTickStyle = TickStyle(
            showTicks: true,
            tickLabelOrientation: random.next(2) == 0 ? nil : TickLabelOrientation.allCases[random.next(3)],
            labelFont: FontStyle(size: random.next(4) == 0 ? 8 + random.unit() * 20 : 11))
        if random.next(4) == 0 { axis.majorTickFrequency = .value(span / Double(1 + random.next(200))) }
        if random.next(4) == 0 { axis.style.minorTickStyle = TickStyle(showTicks: true, showLabels: true) }
        return axis
    }

    /// A series that provides the items of an axis.
    private static func items(of axis: Axis) -> Series {
        let texts = Column((0..<60).map { Optional("Item \($0) " + String(repeating: "of some ", count: $0 % 4)) })
        let line = LineSeries(
            columns: axis.isHorizontal ? SeriesColumns(x: texts, y: .indices(count: 60)) : SeriesColumns(y: texts))
        line.hidden = true
        if axis.isHorizontal { line.xAxis = axis } else { line.yAxis = axis }
        return line
    }

    /// The box of a run's glyphs, in pixels.
    static func box(_ run: GlyphRun) -> PlotRect {
        var box = PlotRect(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
        for glyph in run.glyphs {
            box.minX = min(box.minX, Float(glyph.x))
            box.minY = min(box.minY, Float(glyph.y))
            box.maxX = max(box.maxX, Float(glyph.x) + Float(glyph.width))
            box.maxY = max(box.maxY, Float(glyph.y) + Float(glyph.height))
        }
        return box.minX <= box.maxX ? box : PlotRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    }
}

import Vitrail

/// “Tickmarks”: a frequency with an anchor, values from the delegate, a formatter changed in place, and a tick with a
/// background.
final class Tickmarks: ChartDelegate {
    let chart = Chart(frame: Rect(x: 0, y: 0, width: 640, height: 400))
    static let levels = [6.0, 9, 12, 15, 18]
    /// Labels above this value have a background.
    static let warm = 18.0
    static let red = Color(0xD62828)

    init() throws {
        let temperature = try GuideData.columns(["temperature"], of: "seattle-climate.csv")[0]
        chart.title = "Seattle, mean temperature by month, 2012–2015"
        chart.legend.hidden = true
        let (xAxis, yAxis) = (
            NumberAxis(defaultRange: NumberRange(0.5, 12.5)), NumberAxis(defaultRange: NumberRange(4, 22))
        )
        (chart.xAxis, chart.yAxis) = (xAxis, yAxis)
        xAxis.title = "Month"
        // 1, 3, 5, … 11, and a small tick at each month between them.
        xAxis.majorTickFrequency = 2
        xAxis.minorTickFrequency = 1
        xAxis.anchorPoint = 1
        xAxis.style.minorTickStyle.showTicks = true
        yAxis.numberFormatter.positiveSuffix = " °C"
        yAxis.numberFormatter.maximumFractionDigits = 0
        yAxis.style.majorTickStyle.showTicks = false
        let series = LineSeries(columns: SeriesColumns(x: Column((1...12).map(Double.init)), y: temperature))
        series.style.pointStyle.showPoints = true
        chart.add(series)
        chart.delegate = self
    }

    static func figure() throws -> Figure {
        let host = try Tickmarks()
        return Figure(name: "guide-ticks", chart: host.chart, host: host)
    }

    func chart(_ chart: Chart, majorTickValuesFor axis: Axis) -> [Double]? { axis === chart.yAxis ? Self.levels : nil }

    func chart(_ chart: Chart, alter tick: TickMark, of axis: Axis) {
        guard axis === chart.yAxis, tick.value >= Self.warm else { return }
        tick.labelBackgroundColor = Self.red
        tick.labelColor = .white
        tick.gridlineColor = Self.red
    }
}

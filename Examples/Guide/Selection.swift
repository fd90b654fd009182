import Vitrail

/// “How to: handle selection”: a tap selects the nearest series; the delegate writes its name into the title.
final class Selection: ChartDelegate {
    let chart = Chart(frame: Rect(x: 0, y: 0, width: 640, height: 400))
    static let countries = ["Japan", "Brazil", "India", "Rwanda"]
    /// Points.
    static let selectedWidth = 6.0

    init() throws {
        chart.title = "Life expectancy"
        chart.xAxis = DateTimeAxis()
        chart.yAxis = NumberAxis(defaultRange: NumberRange(0, 90))
        chart.yAxis?.title = "Years"
        chart.legend.hidden = false
        let columns = try GuideData.columns(["year"] + Self.countries, of: "life-expectancy.csv")
        for (country, column) in zip(Self.countries, columns.dropFirst()) {
            let series = LineSeries(title: country, columns: SeriesColumns(x: columns[0], y: column))
            series.selectionMode = .series
            // One series at a time.
            series.toggleSelection = true
            series.selectedStyle.lineWidth = Self.selectedWidth
            chart.add(series)
        }
        chart.delegate = self
    }

    /// A tap beside the line of Rwanda in 1994.
    static func figure() throws -> Figure {
        let host = try Selection()
        let year = GuideData.date(1994, 1, 1).timeIntervalSince1970
        return Figure(name: "guide-selection", chart: host.chart, host: host) { _ in host.tap(year, 35) }
    }

    /// - Parameters: values on the two axes.
    func tap(_ x: Double, _ y: Double) {
        guard let position = chart.position(x: x, y: y) else { return }
        chart.tap(x: position.x, y: position.y)
    }

    func chart(
        _ chart: Chart, toggledSelectionForSeries series: CartesianSeries, near point: ChartPoint,
        at pixel: (x: Double, y: Double)
    ) {
        chart.title = series.selected ? "Life expectancy: \(series.title)" : "Life expectancy"
    }
}

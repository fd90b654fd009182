import Vitrail

/// “Labels”: the spokes of a donut. The delegate changes the spoke and the label of each slice.
final class Spokes: DataSource, ChartDelegate {
    let chart = Chart(frame: Rect(x: 0, y: 0, width: 640, height: 400))
    static let deliveries = [("north", 3), ("east", 1), ("south", 2), ("west", 0), ("centre", 2)]
    /// Points per unit of the value, squared.
    static let growth = 15.0

    init() {
        chart.title = "Deliveries before noon: the more, the longer the spoke"
        chart.dataSource = self
        chart.delegate = self
    }

    static func figure() -> Figure {
        let host = Spokes()
        return Figure(name: "guide-spokes", chart: host.chart, host: host)
    }

    // MARK: Data source

    func numberOfSeries(in chart: Chart) -> Int { 1 }

    func series(at index: Int, in chart: Chart) -> Series {
        let series = DonutSeries()
        series.outerRadius = 80
        series.style.labelContent = .nameAndValue
        series.style.labelFormatString = "%.0f"
        series.style.spokeStyle.showSpokes = true
        series.selectedStyle.spokeStyle.showSpokes = true
        series.style.spokeStyle.anchorRadius = 5
        series.selectedStyle.spokeStyle.anchorRadius = 5
        return series
    }

    func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { Self.deliveries.count }

    /// The first slice is selected.
    func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
        let (name, number) = Self.deliveries[pointIndex]
        return RadialDataPoint(name: name, value: Double(number), selected: pointIndex == 0)
    }

    // MARK: Delegate

    /// Starts from the spoke of the slice's state, and gives the slice its own spoke.
    func chart(_ chart: Chart, alter label: SliceLabel, of point: ChartPoint, slice: Int, in series: PieSeries) {
        var spokeStyle = series.resolvedSpokeStyle(isSelected: point.selected)
        let value = point.yValue?.number ?? 0
        if value == 0 {
            spokeStyle.showSpokes = false
            label.isHidden = true
        } else {
            spokeStyle.length += value * value * Self.growth
            if point.selected {
                spokeStyle.anchorColor = Color(0xFF8000)
                spokeStyle.anchorRadius *= 2
            }
            label.textColor = .black
        }
        series.setSpokeStyle(spokeStyle, slice: slice)
    }
}

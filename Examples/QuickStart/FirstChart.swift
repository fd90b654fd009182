import Vitrail

/// Stands for the tutorial's view controller: it makes the chart and is its data source (`FirstChart+Data.swift`).
///
/// A chart does not keep its data source alive. The program that renders the chart keeps this object.
final class FirstChart {
    let chart: Chart
    /// False: the chart before the tutorial's last section.
    let isStyled: Bool

    static let orange = Color(0xFF8000)
    static let yellow = Color(0xFFFF00)
    /// Points; for all three lines.
    static let lineWidth = 4.0

    init(isStyled: Bool = true) {
        self.isStyled = isStyled
        chart = Chart(frame: Rect(x: 0, y: 0, width: 640, height: 400))
        drawSimpleChart()
        if isStyled { addLabels() }
    }

    /// Adds a title, two axes of numbers, and the data.
    private func drawSimpleChart() {
        chart.title = "My First Chart"
        chart.xAxis = NumberAxis()
        chart.yAxis = NumberAxis()
        chart.dataSource = self
    }

    /// Adds axis titles and the legend.
    private func addLabels() {
        chart.xAxis?.title = "X-Axis"
        chart.yAxis?.title = "Y-Axis"
        chart.legend.hidden = false
    }

    /// Wide lines; the first one has a gradient below it.
    func style(_ lineSeries: LineSeries, at index: Int) {
        lineSeries.style.lineWidth = Self.lineWidth
        lineSeries.crosshairEnabled = true
        guard index == 0 else { return }
        lineSeries.style.showFill = true
        lineSeries.style.areaColor = Self.orange
        lineSeries.style.areaColorLowGradient = Self.yellow
        // A line above a fill has its own width.
        lineSeries.style.areaLineWidth = Self.lineWidth
    }
}

import Vitrail

/// The same charts with the library's class, which provides window, handles, momentum and tracking line.
final class LibraryRangeSelector: LinkedCharts {
    let selector: RangeSelector
    /// Charts do not keep their data source alive.
    private let datasource: any DatasourceLookup

    init(width: Double, height: Double, datasource: any DatasourceLookup, splitProportion: Double) {
        self.datasource = datasource
        selector = RangeSelector(
            width: width, height: height, splitProportion: splitProportion, lineColor: .selectorLine,
            shadingColor: .selectorShading
        ) { chart in
            let (x, y) = (DateTimeAxis(defaultRange: datasource.startRange), NumberAxis())
            (chart.xAxis, chart.yAxis) = (x, y)
            chart.title = datasource.title
            y.title = "°C"
            (y.rangePaddingLow, y.rangePaddingHigh) = (1, 1)
            x.enableGesturePanning = true
            x.enableGestureZooming = true
            x.enableMomentumPanning = true
            x.enableMomentumZooming = true
            chart.dataSource = datasource
        }
        selector.minimumSpan = datasource.minimumSpan
    }

    var main: Chart { selector.main }
    var overview: Chart { selector.overview }

    @discardableResult
    func pan(_ phase: GesturePhase, x: Double, y: Double, velocity: (x: Double, y: Double)?) -> Bool {
        selector.pan(phase, x: x, y: y, velocity: velocity)
    }

    @discardableResult
    func pinch(_ phase: GesturePhase, _ first: (x: Double, y: Double), _ second: (x: Double, y: Double)) -> Bool {
        selector.pinch(phase, first, second)
    }

    @discardableResult
    func advance(by seconds: Double) -> Bool { selector.advance(by: seconds) }

    func stopMotions() { selector.stopMotions() }
}

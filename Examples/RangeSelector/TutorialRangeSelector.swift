import Vitrail

/// Two charts in step, built by hand: the delegate of the main chart moves the window, and the window's delegate moves
/// the main chart.
final class TutorialRangeSelector: LinkedCharts, ChartDelegate, RangeAnnotationDelegate {
    let main: Chart
    let overview: Chart
    private let chartDatasource: any DatasourceLookup
    private let rangeAnnotationManager: RangeAnnotationManager
    private let valueAnnotationManager: ValueAnnotationManager
    private var dragsWindow = false

    /// - Parameters:
    ///   - width: of both charts, points.
    ///   - height: of both together.
    ///   - splitProportion: the main chart's fraction of the height, 0 to 1.
    init(width: Double, height: Double, datasource: any DatasourceLookup, splitProportion: Double) {
        chartDatasource = datasource
        main = Self.makeMainChart(width: width, height: height * splitProportion, datasource)
        overview = Self.makeRangeChart(width: width, height: height * (1 - splitProportion), datasource)
        rangeAnnotationManager = RangeAnnotationManager(chart: overview)
        valueAnnotationManager = ValueAnnotationManager(chart: main, datasource: datasource, seriesIndex: 0)
        rangeAnnotationManager.minimumSpan = datasource.minimumSpan
        rangeAnnotationManager.delegate = self
        main.delegate = self
        overview.delegate = self
    }

    private static func makeMainChart(width: Double, height: Double, _ datasource: any DatasourceLookup) -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: width, height: height))
        (chart.xAxis, chart.yAxis) = (DateTimeAxis(defaultRange: datasource.startRange), makeYAxis())
        chart.title = datasource.title
        chart.yAxis?.title = "°C"
        chart.dataSource = datasource
        ChartConfigUtilities.setInteraction(on: chart, toEnabled: true)
        // The window has no height, so the y-axis must not change.
        chart.yAxis?.enableGesturePanning = false
        chart.yAxis?.enableGestureZooming = false
        return chart
    }

    private static func makeRangeChart(width: Double, height: Double, _ datasource: any DatasourceLookup) -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: width, height: height))
        (chart.xAxis, chart.yAxis) = (DateTimeAxis(), makeYAxis())
        // From edge to edge: the ends of the window lie at the first and the last hour.
        chart.xAxis?.showsWholeMarks = false
        chart.dataSource = datasource
        ChartConfigUtilities.setInteraction(on: chart, toEnabled: false)
        ChartConfigUtilities.removeAllAxisMarkings(from: chart)
        return chart
    }

    private static func makeYAxis() -> Axis {
        let axis = NumberAxis()
        (axis.rangePaddingLow, axis.rangePaddingHigh) = (1, 1)
        return axis
    }

    private func rangeHasChanged() {
        guard let range = main.xAxis?.axisRange else { return }
        rangeAnnotationManager.moveRangeSelector(to: range)
        valueAnnotationManager.updateValueAnnotation(for: range)
    }

    // MARK: ChartDelegate

    func didFinishLoadingData(_ chart: Chart) { rangeHasChanged() }

    /// Keys of a live page set ranges without `isPanning`.
    func renderStarted(_ chart: Chart, fullRedraw: Bool) {
        if chart === main, rangeAnnotationManager.range != main.xAxis?.axisRange { rangeHasChanged() }
    }

    /// Without labels the range chart's plot area would be wider than the main one's, and their days would not be
    /// aligned.
    func renderFinished(_ chart: Chart) {
        guard chart === main, let plot = main.plotAreaFrame else { return }
        overview.canvasInset = Insets(left: plot.x, bottom: 8, right: main.frame.width - plot.maxX)
    }

    func isPanning(_ chart: Chart, _ movement: AxisMovement) { rangeHasChanged() }

    func isZooming(_ chart: Chart, _ movement: AxisMovement) {
        if let axis = main.xAxis, axis.axisRange.span < chartDatasource.minimumSpan {
            axis.setRange(
                axis.axisRange.center - chartDatasource.minimumSpan / 2,
                axis.axisRange.center + chartDatasource.minimumSpan / 2)
        }
        rangeHasChanged()
    }

    // MARK: RangeAnnotationDelegate

    func rangeAnnotation(_ annotation: RangeAnnotationManager, didMoveTo range: NumberRange) {
        main.xAxis?.setRange(range.minimum, range.maximum)
        valueAnnotationManager.updateValueAnnotation(for: range)
        main.redrawChart()
    }

    // MARK: Touches

    @discardableResult
    func pan(_ phase: GesturePhase, x: Double, y: Double, velocity: (x: Double, y: Double)?) -> Bool {
        if phase == .began {
            rangeAnnotationManager.stopMomentum()
            dragsWindow = y >= main.frame.height
            if dragsWindow { main.stopMotions() }
        }
        guard dragsWindow else { return main.pan(phase, x: x, y: y, velocity: velocity) }
        return rangeAnnotationManager.pan(phase, x: x, velocity: velocity?.x ?? 0)
    }

    @discardableResult
    func pinch(_ phase: GesturePhase, _ first: (x: Double, y: Double), _ second: (x: Double, y: Double)) -> Bool {
        rangeAnnotationManager.stopMomentum()
        return main.pinch(phase, first, second)
    }

    @discardableResult
    func advance(by seconds: Double) -> Bool {
        let chartMoves = main.advance(by: seconds)
        return rangeAnnotationManager.advance(by: seconds) || chartMoves
    }

    func stopMotions() {
        rangeAnnotationManager.stopMomentum()
        main.stopMotions()
    }
}

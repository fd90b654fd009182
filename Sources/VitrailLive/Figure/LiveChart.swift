package import Vitrail

/// A chart with the gestures of a pointer and the commands of a keyboard: events in, changed state out.
///
/// It belongs to one session and does not cross threads. Time passes only in `advance(by:)`, so the same events with
/// the same times give the same state.
package final class LiveChart: LiveFigure {
    package let chart: Chart
    let spoken = SpokenCrosshair()
    private let target: any GestureTarget
    private let pointer: PointerGestures
    private let keys: KeyCommands
    private let axes: LiveAxes?
    /// Whether the user wishes for less movement: ranges then jump to their ends, and nothing continues by momentum.
    private(set) package var reducesMotion = false
    private var hasRendered = false
    /// Pixels per point of the canvas.
    private var fullScale: Double
    /// Share of these pixels in the next picture.
    package var resolution = 1.0 { didSet { applyScale() } }
    private var pendingState: ChartState?

    /// Makes a chart react to events.
    ///
    /// - Parameters:
    ///   - chart: not yet rendered.
    ///   - axes: the axes that gestures move. Axes whose gestures are already enabled keep their settings. `nil`: all
    ///     axes and series keep their settings.
    ///   - target: takes gestures and time, and passes them on to the chart, which is the top of its picture. `nil`: the
    ///     chart.
    package init(_ chart: Chart, axes: LiveAxes? = .both, target: (any GestureTarget)? = nil) {
        (self.chart, self.axes, fullScale) = (chart, axes, chart.scale)
        self.target = target ?? chart
        (pointer, keys) = (PointerGestures(self.target, chart), KeyCommands(self.target, chart))
        // Later pictures of the same samples are faster. All pictures of a chart with summaries have the same pixels;
        // without them, pictures differ slightly where a column of pixels has more than 256 samples.
        chart.summaries = .automatic
        chart.crosshairFollower = { [spoken] in spoken.take($0) }
        chart.crosshair.staysAtNewData = true
        enableGestures()
    }

    /// Axes and series that the chart does not have yet appear with its first render.
    private func enableGestures() {
        guard let axes else { return }
        for axis in axes.axes(of: chart) {
            axis.enableGesturePanning = true
            axis.enableGestureZooming = true
            axis.enableMomentumPanning = true
        }
        for case let series as CartesianSeries in chart.series { series.crosshairEnabled = true }
    }

    package var title: String { chart.title }
    package var seriesNames: [String] { markable.map(\.title) }
    package var markedSeries: Int? { markable.firstIndex { $0 === chart.crosshair.trackingSeries } }
    /// The series that the crosshair can mark, in the order of Tab.
    var markable: [CartesianSeries] { keys.markable }
    package var needsPicture: Bool { chart.isRenderScheduled }
    package var isStreaming = false
    package var isHeld: Bool { pointer.isHeld }
    package var state: FigureState { FigureState([ChartState(of: chart)]) }
    package var announcement: String { spoken.text }
    package func redraw() { chart.redrawChart() }

    package func handle(_ event: LiveEvent, maxPixels: Int = .max) {
        limitingZoom { apply(event, maxPixels) }
    }

    private func apply(_ event: LiveEvent, _ maxPixels: Int) {
        switch event {
        case .resize(let width, let height, let ratio): resize(width, height, ratio, maxPixels)
        case .pointerDown(let event): pointer.down(event)
        case .pointerMove(let event): pointer.move(event)
        case .pointerUp(let event): pointer.up(event)
        case .doubleClick(let event): target.doubleTap(x: event.x, y: event.y)
        case .wheel(let event): pointer.wheel(event)
        case .keyDown(let event): keys.press(event)
        case .preferences(let reducedMotion): reducesMotion = reducedMotion
        case .restore(let state): state.charts.first.map(restore)
        case .pointerEnter, .pointerLeave, .keyUp, .frameFeedback, .close: break
        }
        if reducesMotion { endMotions() }
    }

    package func cancelGestures() { pointer.cancel() }

    @discardableResult
    package func advance(by seconds: Double) -> Bool {
        let waits = pointer.advance(by: seconds)
        let moves = limitingZoom { target.advance(by: seconds) }
        if reducesMotion, moves {
            endMotions()
            // Changes by the program itself go on.
            return target.advance(by: 0) || waits
        }
        return waits || moves
    }

    /// Smallest span of a range as a share of its numbers' size. Near the precision of numbers (10⁻¹⁶), a small step of
    /// a zoom would be rounded away, so that there would be no way back.
    private static let minSpan = 1e-12
    /// Smallest span of a range around 0.
    private static let minSpanAtZero = 1e-290

    /// Takes back changes to ranges that became too short.
    private func limitingZoom<Result>(_ change: () -> Result) -> Result {
        let before = chart.allAxes.map { ($0, $0.axisRange) }
        let result = change()
        for (axis, old) in before {
            let now = axis.axisRange
            let size = max(abs(now.minimum), abs(now.maximum))
            guard now.span < old.span, now.span < max(size * Self.minSpan, Self.minSpanAtZero) else { continue }
            axis.setRange(old.minimum, old.maximum)
        }
        return result
    }

    package nonisolated(nonsending) func render(
        on renderer: Renderer, for format: ImageFormat?, deadline: ContinuousClock.Instant
    ) async throws -> RenderedImage? {
        let picture = try await renderer.render(chart, for: format, deadline: deadline)
        return noteRendered() ? picture : nil
    }

    /// Notes that the chart was rendered. The first render provides the default ranges; a restored state needs them.
    ///
    /// - Returns: whether the picture shows the state; `false` if another render is needed first.
    package func noteRendered() -> Bool {
        if !hasRendered { enableGestures() }
        hasRendered = true
        spoken.settle()
        guard let state = pendingState else { return true }
        pendingState = nil
        state.apply(to: chart)
        return false
    }

    /// Marks a series at the sample in the middle of the plot area.
    ///
    /// - Parameter index: among `markable`.
    func markSeries(at index: Int) { keys.mark(markable[index]) }

    func restore(_ state: ChartState) {
        if hasRendered { state.apply(to: chart) } else { pendingState = state }
    }

    private func resize(_ width: Double, _ height: Double, _ ratio: Double, _ maxPixels: Int) {
        let frame = Rect(x: 0, y: 0, width: width, height: height)
        // A side that is rounded up may have one pixel more.
        let fitting = (Double(maxPixels) / ((width + 1) * (height + 1))).squareRoot()
        fullScale = min(ratio, fitting)
        if frame != chart.frame {
            chart.frame = frame
            chart.redrawChart()
        }
        applyScale()
    }

    private func applyScale() {
        let scale = fullScale * resolution
        guard scale != chart.scale else { return }
        chart.scale = scale
        chart.redrawChart()
    }

    /// Ends everything that moves by itself: ranges at their ends, series animations at their last picture.
    private func endMotions() {
        target.stopMotions()
        // Longer than any animation of a series.
        chart.advance(by: 60)
    }
}

/// The axes that gestures move.
package enum LiveAxes: String, Sendable, CaseIterable {
    case x
    case y
    case both = "xy"

    func axes(of chart: Chart) -> [Axis] {
        switch self {
        case .x: chart.allXAxes
        case .y: chart.allYAxes
        case .both: chart.allAxes
        }
    }
}

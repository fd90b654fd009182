import Synchronization
package import Vitrail

/// A chart of a stream. Its x-axis shows the newest rows until the user moves it.
///
/// The default range of x is the window of the newest rows, or that of all kept rows, and moves with them; y has its
/// automatic range in that window. So the picture is that of a chart of the same rows with this fixed range. An axis that
/// the user has moved keeps its range until the key 0 is pressed.
package final class StreamedChart: LiveFigure {
    private let store: StreamStore
    private let axes: LiveAxes
    private let window: StreamWindow?
    /// An empty chart until the plan of the stream is known.
    private(set) var live: LiveChart
    private var shown: StreamStore.Snapshot
    private var hasPlan = false
    /// Whether each axis shows its default range.
    private(set) var follows = (x: true, y: true)
    /// The last events that a later chart needs, too.
    private var size: (event: LiveEvent, maxPixels: Int)?
    private var preferences: LiveEvent?
    /// A state that waits for the plan.
    private var pendingState: LiveEvent?
    private let alarm = Alarm()
    private var observer: Int?
    private var told = 0

    /// Up to this count, the lines of `vitrail plot` mark each sample.
    private static let maxMarkedSamples = 24

    /// - Parameter window: the newest part that is shown. `nil`: all kept rows.
    /// - Throws: the errors of `StreamPlan.makeChart`.
    package init(_ store: StreamStore, title: String = "", axes: LiveAxes = .both, window: StreamWindow? = nil) throws {
        (self.store, self.axes, self.window, shown) = (store, axes, window, store.snapshot)
        let chart = Chart(width: 960, height: 540)
        chart.title = title
        live = LiveChart(chart, axes: axes)
        try takeRows()
    }

    deinit { if let observer { store.endObserving(observer) } }

    package var title: String { live.title }
    package var seriesNames: [String] { live.seriesNames }
    package var markedSeries: Int? { live.markedSeries }
    package var isHeld: Bool { live.isHeld }
    package var announcement: String { live.announcement }
    package var isStreaming: Bool { true }
    package var needsPicture: Bool { live.needsPicture || store.snapshot.version != shown.version }

    package var resolution: Double {
        get { live.resolution }
        set { live.resolution = newValue }
    }

    /// Ranges that follow have no numbers, even if the next picture will move them.
    package var state: FigureState {
        var state = live.state
        if follows.x { state.charts[0].x = state.charts[0].x.map { _ in nil } }
        if follows.y { state.charts[0].y = state.charts[0].y.map { _ in nil } }
        return state
    }

    package var status: String {
        // Wrong rows make no picture.
        let wrong = store.snapshot.wrong
        switch shown.phase {
        case .waiting: return "Waiting for data"
        case .failed(let message): return message
        case .ended:
            return "The stream has ended: \(shown.end) rows" + (wrong > 0 ? ", \(wrong) wrong" : "")
        case .flowing:
            let paused = follows.x ? [] : ["Press 0 to follow the newest rows."]
            return (paused + (wrong > 0 ? ["Some rows are wrong; the console lists them."] : [])).joined(separator: " ")
        }
    }

    package func redraw() { live.redraw() }
    package func cancelGestures() { live.cancelGestures() }

    package func begin(_ wake: @escaping @Sendable () -> Void) {
        observer = store.observe { [alarm] in if alarm.set() { wake() } }
        if alarm.set() { wake() }
    }

    package func hear() -> [String] {
        alarm.clear()
        let notices = store.notices
        defer { told = notices.count }
        return Array(notices.dropFirst(told))
    }

    // MARK: Events

    package func handle(_ event: LiveEvent, maxPixels: Int) {
        switch event {
        case .resize: size = (event, maxPixels)
        case .preferences: preferences = event
        case .restore(let state):
            if let chart = state.charts.first {
                follows = (chart.x.allSatisfy { $0 == nil }, chart.y.allSatisfy { $0 == nil })
            }
            if !hasPlan { return pendingState = event }
        case .keyDown(let key)
        where key.key == "0" && key.modifiers.isDisjoint(with: [.control, .alt, .meta]): return follow()
        default: return noting { live.handle(event, maxPixels: maxPixels) }
        }
        live.handle(event, maxPixels: maxPixels)
    }

    package func advance(by seconds: Double) -> Bool { noting { live.advance(by: seconds) } }

    /// Notes which axes a change moves.
    private func noting<Result>(_ change: () -> Result) -> Result {
        func ranges() -> (x: [NumberRange], y: [NumberRange]) {
            (live.chart.allXAxes.map(\.axisRange), live.chart.allYAxes.map(\.axisRange))
        }
        let before = ranges()
        let result = change()
        let after = ranges()
        follows = (follows.x && before.x == after.x, follows.y && before.y == after.y)
        return result
    }

    /// Shows the newest rows. Without an animation, because its end would move meanwhile.
    private func follow() {
        live.chart.stopMotions()
        follows = (true, true)
        for axis in live.chart.allAxes { axis.resetZoomLevel() }
        live.redraw()
    }

    // MARK: Rows

    package nonisolated(nonsending) func render(
        on renderer: Renderer, for format: ImageFormat?, deadline: ContinuousClock.Instant
    ) async throws -> RenderedImage? {
        try takeRows()
        return try await live.render(on: renderer, for: format, deadline: deadline)
    }

    /// Gives the chart the rows that came, and takes those that left.
    func takeRows() throws {
        let new = store.snapshot
        let gone = min(new.removed - shown.removed, shown.count)
        let came = new.count - (shown.count - gone)
        shown = new
        if let plan = new.plan {
            if hasPlan {
                for (k, series) in live.chart.series.enumerated() {
                    series.replace(SeriesColumns(x: new.x, y: new.y[k]), removed: gone, appended: came)
                }
            } else {
                try begin(plan)
            }
            markSamples()
            moveWindow()
        }
    }

    /// Makes the chart of the plan.
    private func begin(_ plan: StreamPlan) throws {
        var columns = Dictionary(uniqueKeysWithValues: zip(plan.y, shown.y))
        if let x = plan.x { columns[x] = shown.x }
        let chart = try plan.makeChart(columns)
        // All series share their memory with those of other sessions.
        for (k, series) in chart.series.enumerated() { series.columns = SeriesColumns(x: shown.x, y: shown.y[k]) }
        hasPlan = true
        let resolution = live.resolution
        live = LiveChart(chart, axes: axes)
        if let size { live.handle(size.event, maxPixels: size.maxPixels) }
        if let preferences { live.handle(preferences) }
        if let pendingState { live.handle(pendingState) }
        live.resolution = resolution
    }

    private func markSamples() {
        let marks = shown.count <= Self.maxMarkedSamples ? true : nil
        for case let line as LineSeries in live.chart.series where line.style.pointStyle.showPoints != marks {
            line.style.pointStyle.showPoints = marks
        }
    }

    private func moveWindow() {
        let chart = live.chart
        for axis in chart.allXAxes {
            axis.followsData = follows.x
            guard let window else { continue }
            axis.setDefaultRange(window.range(of: shown))
            if follows.x { axis.resetZoomLevel() }
        }
        for axis in chart.allYAxes { axis.followsData = follows.y }
    }
}

/// Whether a session was told about changes that it has not heard of yet.
private final class Alarm: Sendable {
    private let isSet = Atomic(false)

    /// - Returns: whether it was not set before.
    func set() -> Bool { !isSet.exchange(true, ordering: .acquiringAndReleasing) }
    func clear() { isSet.store(false, ordering: .sequentiallyConsistent) }
}

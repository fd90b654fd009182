public import VitrailScene
import VitrailSystem
public import VitrailText

/// Converts a chart to a Scene: reads data if they changed, sets ranges and layout, and converts everything to marks.
///
/// Calls data source and delegate in the order of the specification: a load (L1 … L8) if one is due, then
/// `renderStarted`, the tick hooks, `renderFinished`. A callback may change the chart, but cannot plan it. This
/// function does not wait for data that are loaded on a thread: `Chart.loadDataInBackground`.
///
/// - Parameters:
///   - engine: measures and draws texts.
///   - device: the kind of device that will draw the scene. The picture is the same within the limits of antialiasing;
///     a graphics card gets samples instead of shapes.
/// - Throws: `ChartError` with the JSON path in the chart; `.text` if the chart has texts and there is no font at all.
///   After an error, pending work stays pending, and the remaining callbacks are not called.
public func plan(
    _ chart: Chart, engine: TextEngine = .shared, for device: DrawingDevice = .software
) throws(ChartError) -> Plan {
    guard !chart.isPlanning else { throw .nestedPlan }
    chart.device = device
    chart.isPlanning = true
    defer { chart.isPlanning = false }
    // While data are being loaded, the old data are shown as they were read.
    let due = chart.pending.union(chart.hasMovedSeries && !chart.isSourceBusy ? .reload : [])
    chart.pending = []
    do throws(ChartError) {
        return try RenderSequence(chart: chart, due: due).run(engine)
    } catch {
        // The results of interrupted loops are wrong.
        if error == .interrupted, chart.hasLoaded { chart.pending.insert(.mapping) }
        // A running load is not due. If another load is due, it is already in `pending`.
        chart.pending.formUnion(chart.isSourceBusy ? due.subtracting(.load) : due)
        throw error
    }
}

/// One render, step by step.
struct RenderSequence {
    let chart: Chart
    let due: PendingWork

    func run(_ engine: TextEngine) throws(ChartError) -> Plan {
        let loader = ChartLoader(chart: chart)
        let read = try loader.bring(due)
        let loads = read != nil
        let isAnimated = chart.animationTracker.prepare(chart.interaction.motions.clock)
        if let delegate = chart.delegate {
            delegate.renderStarted(chart, fullRedraw: loads || LayoutInputs(chart) != chart.lastRender.inputs)
        }
        chart.rangeFollower?()
        // Axes were added or removed after the data were mapped.
        if chart.pending.contains(.mapping) { try loader.remap() }
        loader.restack()
        try checkLimit()
        chart.lastRender.inputs = LayoutInputs(chart)
        let frame = engine.frame()
        let planner = Planner(chart: chart, typesetter: Typesetter(frame: frame, scale: chart.scale))
        var plan = try planner.plan(
            keepingSeries: due == .render && !loads && !isAnimated ? chart.lastRender.series : nil)
        plan.columns = chart.series.map(\.columns)
        try plan.checkFiles()
        plan.samplesRead = read ?? 0
        for warning in frame.warnings { chart.warn(.doubtful(path: "text", reason: warning)) }
        chart.noteFirstSpans()
        chart.delegate?.renderFinished(chart)
        plan.warnings = chart.warnings
        return plan
    }
}

/// - Throws: `interrupted` if the work limit is reached.
func checkLimit() throws(ChartError) {
    if WorkLimit.isReached { throw .interrupted }
}

extension Chart {
    /// Number of samples of all series, including gaps.
    var samplesRead: Int {
        cartesian.reduce(0) { $0 + ($1.loaded?.samplesRead ?? 0) } + pies.reduce(0) { $0 + $1.samplesRead }
    }
}

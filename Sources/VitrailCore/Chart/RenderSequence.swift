public import VitrailText

/// Chart → Scene: reads data if they changed, settles ranges and layout, and turns everything into marks.
///
/// Calls data source and delegate in the order of the specification: a load (L1 … L8) when one is due, then `renderStarted`, the tick hooks,
/// `renderFinished`. A callback may change the chart; it cannot plan it. Does not wait for data that are loaded on a thread: `Chart.loadDataInBackground`.
///
/// - Throws: `ChartError` that names the place in the chart; `.text` when it has texts and there is no font at all. What was due stays
///   due, and the callbacks that were still to come are not made.
public func plan(_ chart: Chart, engine: TextEngine = .shared) throws(ChartError) -> Plan {
    guard !chart.isPlanning else { throw .nestedPlan }
    chart.isPlanning = true
    defer { chart.isPlanning = false }
    // While data are on their way, what there was is shown as it was read.
    let due = chart.pending.union(chart.hasMovedSeries && !chart.isSourceBusy ? .reload : [])
    chart.pending = []
    do throws(ChartError) {
        return try RenderSequence(chart: chart, due: due).run(engine)
    } catch {
        // A load that runs is not due; if another is, that was noted.
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
        // Axes were added or taken away since the data were mapped.
        if chart.pending.contains(.mapping) { try loader.remap() }
        loader.restack()
        chart.lastRender.inputs = LayoutInputs(chart)
        let frame = engine.frame()
        let planner = Planner(chart: chart, typesetter: Typesetter(frame: frame, scale: chart.scale))
        var plan = try planner.plan(keepingSeries: due == .render && !loads && !isAnimated ? chart.lastRender.series : nil)
        plan.columns = chart.series.map(\.columns)
        try plan.checkFiles()
        plan.samplesRead = read ?? 0
        for warning in frame.warnings { chart.warn(.doubtful(place: "text", reason: warning)) }
        chart.noteFirstSpans()
        chart.delegate?.renderFinished(chart)
        plan.warnings = chart.warnings
        return plan
    }

}

extension Chart {
    /// Samples of all series, gaps included.
    var samplesRead: Int {
        cartesian.reduce(0) { $0 + ($1.loaded?.samplesRead ?? 0) } + pies.reduce(0) { $0 + $1.samplesRead }
    }
}

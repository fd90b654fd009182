extension Chart {
    /// Makes the next render query the data source, or read the columns of added series again, and recalculate the
    /// ranges. In a callback of a render, it affects the next render, not the current one.
    public func reloadData() { pending.formUnion(.reload) }

    /// Schedules a render of everything, without a query.
    public func redrawChart() { redrawChart(includePlotArea: true) }

    /// Schedules a render without a query.
    ///
    /// - Parameter includePlotArea: false: redraws only axes, labels and annotations. Series stay as last drawn, unless
    ///   the plot area moved or another scheduled change requires redrawing them.
    public func redrawChart(includePlotArea: Bool) {
        pending.formUnion(includePlotArea ? [.render, .plotArea] : .render)
    }

    /// Whether a render has been requested since the last one; a host's frame loop checks it. True at first, and when
    /// data have been loaded on a thread.
    public var isRenderScheduled: Bool { pending.contains(.render) || backgroundLoad?.hasEnded == true }
}

/// The tasks of the next render.
struct PendingWork: OptionSet {
    let rawValue: Int

    /// Read data, map them, calculate ranges.
    static let load = PendingWork(rawValue: 1)
    /// Map the loaded data onto other axes.
    static let mapping = PendingWork(rawValue: 2)
    /// A render was requested.
    static let render = PendingWork(rawValue: 4)
    /// A render that also redraws series was requested.
    static let plotArea = PendingWork(rawValue: 8)
    /// Read announced points.
    static let changes = PendingWork(rawValue: 16)

    static let reload: PendingWork = [.load, .render, .plotArea]
}

/// State that a render stores for the next one.
struct LastRender {
    /// nil: no render yet.
    var inputs: LayoutInputs?
    /// For a redraw that does not change series.
    var series: DrawnSeries?
}

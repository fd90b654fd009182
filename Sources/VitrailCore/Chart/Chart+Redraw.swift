extension Chart {
    /// The next render queries the data source, or reads the columns of added series again, and calculates the ranges anew. In a callback of a
    /// render: the next one, not this.
    public func reloadData() { pending.formUnion(.reload) }

    /// Schedules a render of everything, without a query.
    public func redrawChart() { redrawChart(includePlotArea: true) }

    /// Schedules a render without a query.
    ///
    /// - Parameter includePlotArea: false = axes, labels and annotations only: series stay as they were painted last, unless the plot
    ///   area moved or something else that was scheduled needs them anew.
    public func redrawChart(includePlotArea: Bool) { pending.formUnion(includePlotArea ? [.render, .plotArea] : .render) }

    /// Whether a render was asked for since the last one: what a host's frame loop looks at. True at first, and when data are there that
    /// were loaded on a thread.
    public var isRenderScheduled: Bool { pending.contains(.render) || backgroundLoad?.hasEnded == true }
}

/// What the next render has to do.
struct PendingWork: OptionSet {
    let rawValue: Int

    /// Read data, map them, calculate ranges.
    static let load = PendingWork(rawValue: 1)
    /// Map the data that were read onto other axes.
    static let mapping = PendingWork(rawValue: 2)
    /// Somebody asked for a picture.
    static let render = PendingWork(rawValue: 4)
    /// … with series painted anew.
    static let plotArea = PendingWork(rawValue: 8)
    /// Take in the points that were announced.
    static let changes = PendingWork(rawValue: 16)

    static let reload: PendingWork = [.load, .render, .plotArea]
}

/// What a render leaves behind for the next.
struct LastRender {
    /// nil = there was none.
    var inputs: LayoutInputs?
    /// Kept for a redraw that leaves series as they are.
    var series: DrawnSeries?
}

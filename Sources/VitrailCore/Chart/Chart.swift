import VitrailScene

/// A chart: the stateful control of the specification, without a window.
///
/// A class that belongs to whoever made it and crosses no thread; what travels is the `Scene` that it is planned into.
/// `ChartDescription` is the same chart as data. What is set between two renders shows in the second.
///
/// There is no `loadDataInBackground`: a data source that was asked on another thread than its chart's would be shared without anybody's
/// permission. What is worth a thread is made before: `Column`s are `Sendable`, so a task of the host's may read, parse and convert into
/// them, and loading a chart from columns copies nothing; or the whole chart is made, from a `ChartDescription`, and planned on that task,
/// and only its `Scene` comes back.
open class Chart {
    /// Size in points, and where the chart lies on its surface. Without a surface the picture is the frame, and its origin says nothing.
    public var frame: Rect
    /// What the picture shows, in points: a surface on which the chart's frame lies, transparent round it. nil = just the frame.
    public var surfaceSize: (width: Double, height: Double)?
    /// False: annotations above the data, and whatever else lies over them, may reach out of the frame over the rest of the surface.
    public var clipsToBounds = true
    /// Device pixels per point.
    public var scale = 1.0
    /// Empty = none.
    public var title = ""
    public var titleStyle = TitleStyle()
    public var style = ChartStyle()
    public private(set) var theme: Theme
    public var legend = Legend() { didSet { legend.chart = self } }
    /// Taken off the canvas, in points.
    public var canvasInset = Insets()
    /// Whether loading new data shows the default range again.
    public var autoCalculateAxisRanges = true
    /// In order of adding, which is paint order.
    public var annotations: [Annotation] = []
    /// Drawings at fixed places, over everything but legend and title: they do not move with the data. Called in each picture, in order.
    public var overlays: [(inout FurnitureContext) -> Void] = []

    /// Asked for series and data when the chart loads; nil = the series that were added. Not kept alive.
    public weak var dataSource: (any DataSource)? { didSet { pending.formUnion(.reload) } }
    /// Not kept alive.
    public weak var delegate: (any ChartDelegate)?
    /// What the last load left out, and calls without effect since then; a hundred at most, each once.
    public internal(set) var warnings: [ChartWarning] = []
    /// Called with each warning when it comes up.
    public var warningHandler: ((ChartWarning) -> Void)?

    /// Those that are shown, as loaded; before the first load, those that were added. In paint order: a later one covers an earlier one.
    public internal(set) var series: [Series] = []
    public internal(set) var allXAxes: [Axis] = []
    public internal(set) var allYAxes: [Axis] = []
    /// Where data are drawn, in points of the frame, as of the last render.
    public internal(set) var plotAreaFrame: Rect?
    /// Axes and plot area, in points of the frame, as of the last render.
    public internal(set) var canvasFrame: Rect?

    /// What the next render has to do.
    var pending = PendingWork.reload
    /// Set while the chart is planned: callbacks run inside.
    var isPlanning = false
    /// Shown while there is no data source.
    var added: [Series] = []
    /// What series were stacked by.
    var stackKey = StackKey([])
    /// What the last render left behind.
    var lastRender = LastRender()

    public init(frame: Rect, theme: Theme = .global) {
        self.frame = frame
        self.theme = theme
    }

    /// A chart with its two primary axes.
    public convenience init(
        frame: Rect, theme: Theme = .global, xAxisType: AxisType, yAxisType: AxisType
    ) {
        self.init(frame: frame, theme: theme)
        addXAxis(xAxisType.makeAxis())
        addYAxis(yAxisType.makeAxis())
    }

    /// Width and height in points, with the primary axes.
    public convenience init(
        width: Double, height: Double, theme: Theme = .global, xAxisType: AxisType = .number, yAxisType: AxisType = .number
    ) {
        self.init(
            frame: Rect(x: 0, y: 0, width: width, height: height), theme: theme, xAxisType: xAxisType, yAxisType: yAxisType)
    }

    /// Gives everything the theme's looks: styles that were set on the chart, its axes, title and legend, and on series that it has shown, are
    /// forgotten. What is set afterwards wins, and so does what was set on a series that the chart has not loaded yet.
    ///
    /// - Parameter keepingStyles: whether what was set stays, and only the rest comes from the theme.
    public func applyTheme(_ theme: Theme, keepingStyles: Bool = false) {
        self.theme = theme
        redrawChart()
        guard !keepingStyles else { return }
        style = ChartStyle()
        titleStyle = TitleStyle()
        legend.style = LegendStyle()
        for axis in allAxes { axis.style = AxisStyle() }
        for series in series where series.isTaken { series.resetStyle() }
    }
}

// MARK: - Series

extension Chart {
    /// Shows a series that has its columns, without a data source; the next render reads all data again.
    public func add(_ series: Series) {
        added.append(series)
        // In the middle of a render the list stays what it was: the new one has no data yet.
        if dataSource == nil, !isPlanning { self.series = added }
        reloadData()
    }

    /// Whether the chart is one of slices: its first series decides, series of another kind are left out.
    var isPie: Bool { series.first?.chartKind == .slices }

    /// Whether the x-axis runs round a pole.
    var isRadial: Bool { series.first?.chartKind == .radial }

    var pies: [PieSeries] { isPie ? series.compactMap { $0 as? PieSeries } : [] }
    /// Those that are mapped on two axes, straight or round.
    var cartesian: [CartesianSeries] { isPie ? [] : series.compactMap { $0 as? CartesianSeries } }
}

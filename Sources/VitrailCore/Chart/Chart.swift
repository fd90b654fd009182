import VitrailScene

/// A chart: the stateful control of the specification, without a window.
///
/// A class that belongs to whoever made it and crosses no thread; what travels is the `Scene` that it is planned into.
/// `ChartDescription` is the same chart as data.
open class Chart {
    /// Size in points; the origin is ignored.
    public var frame: Rect
    /// Device pixels per point.
    public var scale = 1.0
    public var title = ""
    public var titleStyle = TitleStyle()
    public var style = ChartStyle()
    public private(set) var theme: Theme
    public let legend = Legend()
    /// Taken off the canvas, in points.
    public var canvasInset = Insets()
    /// Whether loading new data shows the default range again.
    public var autoCalculateAxisRanges = true
    /// In order of adding, which is paint order.
    public var annotations: [Annotation] = []
    /// Asked for series and data when the chart loads; nil = the series that were added.
    public weak var dataSource: (any DataSource)? { didSet { needsLoad = true } }
    public weak var delegate: (any ChartDelegate)?
    /// In paint order: a later one covers an earlier one.
    public private(set) var series: [Series] = []
    public private(set) var allXAxes: [Axis] = []
    public private(set) var allYAxes: [Axis] = []
    /// Where data are drawn, in points of the frame, as of the last render.
    public internal(set) var plotAreaFrame: Rect?
    /// Axes and plot area, in points of the frame, as of the last render.
    public internal(set) var canvasFrame: Rect?
    /// Set while data were not read since they changed.
    var needsLoad = true

    public init(frame: Rect, theme: Theme = .flat) {
        self.frame = frame
        self.theme = theme
    }

    /// A chart with its two primary axes.
    public convenience init(
        frame: Rect, theme: Theme = .flat, xAxisType: AxisType, yAxisType: AxisType
    ) {
        self.init(frame: frame, theme: theme)
        addXAxis(xAxisType.makeAxis())
        addYAxis(yAxisType.makeAxis())
    }

    /// Width and height in points, with the primary axes.
    public convenience init(
        width: Double, height: Double, theme: Theme = .flat, xAxisType: AxisType = .number, yAxisType: AxisType = .number
    ) {
        self.init(
            frame: Rect(x: 0, y: 0, width: width, height: height), theme: theme, xAxisType: xAxisType, yAxisType: yAxisType)
    }

    public func applyTheme(_ theme: Theme) { self.theme = theme }
}

// MARK: - Axes

extension Chart {
    /// The primary axis; setting it adds the first axis of the direction, or replaces it.
    public var xAxis: Axis? {
        get { allXAxes.first }
        set { setPrimary(newValue, .x, &allXAxes) }
    }

    public var yAxis: Axis? {
        get { allYAxes.first }
        set { setPrimary(newValue, .y, &allYAxes) }
    }

    /// All x-axes, then all y-axes.
    public var allAxes: [Axis] { allXAxes + allYAxes }

    public func addXAxis(_ axis: Axis) { add(axis, .x, to: &allXAxes) }
    public func addYAxis(_ axis: Axis) { add(axis, .y, to: &allYAxes) }

    private func add(_ axis: Axis, _ direction: Axis.Direction, to axes: inout [Axis]) {
        axis.direction = direction
        axes.append(axis)
        needsLoad = true
    }

    private func setPrimary(_ axis: Axis?, _ direction: Axis.Direction, _ axes: inout [Axis]) {
        guard let axis else { return }
        axis.direction = direction
        if axes.isEmpty { axes.append(axis) } else { axes[0] = axis }
        needsLoad = true
    }

    /// Cartesian series without an axis of a direction get a number axis.
    func completeAxes() {
        if allXAxes.isEmpty { addXAxis(NumberAxis()) }
        if allYAxes.isEmpty { addYAxis(NumberAxis()) }
    }
}

// MARK: - Series

extension Chart {
    public func add(_ series: Series) {
        series.index = self.series.count
        self.series.append(series)
        needsLoad = true
    }

    /// The next render reads all data again.
    public func reloadData() { needsLoad = true }

    /// Whether the chart is one of slices: its first series decides, series of another kind are left out.
    var isPie: Bool { series.first is PieSeries }

    var pies: [PieSeries] { isPie ? series.compactMap { $0 as? PieSeries } : [] }
    var cartesian: [CartesianSeries] { isPie ? [] : series.compactMap { $0 as? CartesianSeries } }

    func axis(_ series: CartesianSeries, _ direction: Axis.Direction) throws(ChartError) -> Axis {
        let (own, all) = direction == .x ? (series.xAxis, allXAxes) : (series.yAxis, allYAxes)
        guard let own else { return all[0] }
        guard all.contains(where: { $0 === own }) else {
            throw .foreignAxis(place: "\(series.place).\(direction == .x ? "xAxis" : "yAxis")")
        }
        return own
    }
}

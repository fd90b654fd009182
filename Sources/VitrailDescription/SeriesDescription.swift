public import VitrailChart
public import VitrailRaster
public import VitrailScales

/// A series as data: its look, and the columns that it shows.
public struct SeriesDescription: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable, DescriptionChoice {
        case line, stepLine, radialLine, radialColumn, band, column, bar, candlestick, ohlc, errorBar, bubble, scatter,
            density, donut, pie
    }
    /// The kind with its style.
    public enum Style: Sendable, Equatable {
        case line(LineSeriesStyle)
        case stepLine(LineSeriesStyle)
        case radialLine(RadialLineSeriesStyle)
        case radialColumn(RadialColumnSeriesStyle)
        case band(BandSeriesStyle)
        case column(BarColumnSeriesStyle)
        case bar(BarColumnSeriesStyle)
        case candlestick(CandlestickSeriesStyle)
        case ohlc(OHLCSeriesStyle)
        case errorBar(ErrorBarSeriesStyle)
        case bubble(BubbleSeriesStyle)
        case scatter(ScatterSeriesStyle)
        case density(DensitySeriesStyle)
        case donut(PieSeriesStyle)
        case pie(PieSeriesStyle)
    }

    public var style: Style
    public var title: String?
    /// Name of the data.
    public var data: String
    /// Column of each role. A missing independent column has the values 0, 1, 2, …
    public var columns: [SeriesRole: String]
    /// Column whose values split the rows into series, one for each value. `nil`: all rows are one series.
    public var by: String?
    /// Whether rows are sorted by the independent column before drawing. The sort is stable, and gaps are last.
    public var sorted = false
    /// First value of a missing independent column.
    public var firstIndex = 0
    /// Ids of axes. `nil`: the primary axis.
    public var xAxis: String?
    public var yAxis: String?
    /// Configurable for lines, bands, candlesticks, OHLC and error bars. Columns are always horizontal, bars vertical.
    public var orientation: CartesianSeries.Orientation
    /// Value on the dependent axis at which fills, columns and bars start. `nil`: 0.
    public var baseline: Double?
    /// Columns or bars with the same index are dodged; those with different ones overlap.
    public var groupIndex: Int?
    /// Series with the same number are stacked. `nil`: on the baseline.
    public var stackIndex: Int?
    /// Whether the series is drawn in `selectedStyle`.
    public var selected = false
    /// Style of the same kind as `style`, for series on axes. `nil`: same as `style`.
    public var selectedStyle: Style?
    /// Indices in the data of points that are drawn as selected.
    public var selectedPoints: [Int] = []
    /// PNG files shown as points, relative to the description's folder. `makeChart` reads them into the styles.
    public var textures: [TexturedPoints: String] = [:]
    /// Whether the last sample of a radial line is connected to the first one.
    public var pointsWrapAround = false
    /// Aggregation of the samples in a pixel, for a density series.
    public var aggregation = DensityAggregation.count
    /// Aggregation of samples with equal independent values, for other series. `nil`: each sample is drawn. The JSON
    /// key is `aggregation`.
    public var combination: SampleAggregation?
    /// Spread of the samples of a density series.
    public var spread = DensitySpread.automatic
    /// Gaps that lines and bands connect.
    public var connectGaps = GapConnection.none
    /// Lines and bands do not connect samples farther apart along the independent axis. `nil`: no limit.
    public var breakAt: AxisStep?
    /// Curve of a line between samples.
    public var curve = LineCurve.straight
    /// Position of the steps of a step line.
    public var steps = StepLineSeries.Steps.after
    /// Target of the fill of a line. `nil`: the baseline, or the line below in a stack.
    public var fillTo: FillReach?
    public var hidden = false
    public var showInLegend = true
    /// Slices of a pie or donut.
    public var slices = SlicesDescription()

    public init(_ style: Style, data: String, columns: [SeriesRole: String]) {
        self.style = style
        self.data = data
        self.columns = columns
        orientation = style.kind.described.orientation
    }

    public var kind: Kind { style.kind }
}

/// Role of a column in a series. The raw value is the JSON key.
public enum SeriesRole: String, Sendable, Hashable, CaseIterable {
    /// Name of a slice, for a pie or donut.
    case x
    /// Size of a slice, for a pie or donut.
    case y
    case open, high, low, close
    /// Start of a column or bar. Without this column, it is the baseline.
    case from
    /// Distance from the value to both ends of an error bar, or to each end.
    case error, errorLow, errorHigh
    /// Value shown by the area of a bubble.
    case area
    /// Values that a density series aggregates, and categories that it distinguishes.
    case value, category
    /// Texts of labels.
    case label = "style.dataPointLabelStyle.labels"

    /// Whether the values are on an axis of the series.
    var isOnAxis: Bool {
        switch self {
        case .x, .y, .open, .high, .low, .close, .from: true
        case .error, .errorLow, .errorHigh, .area, .value, .category, .label: false
        }
    }
}

extension SeriesDescription.Kind {
    /// All kinds of descriptions.
    static let registered: [any DescribedSeriesKind.Type] = [
        LineKind.self, StepLineKind.self, RadialLineKind.self, RadialColumnKind.self, BandKind.self, ColumnKind.self,
        BarKind.self, CandlestickKind.self, OHLCKind.self, ErrorBarKind.self, BubbleKind.self, ScatterKind.self,
        DensityKind.self, DonutKind.self, PieKind.self,
    ]
}

extension SeriesDescription.Style {
    /// Calls `use` with the kind and the style of the series. No other code lists the cases.
    func with<Use: SeriesStyleUse>(_ use: Use) -> Use.Result {
        switch self {
        case .line(let style): use(.line, style)
        case .stepLine(let style): use(.stepLine, style)
        case .radialLine(let style): use(.radialLine, style)
        case .radialColumn(let style): use(.radialColumn, style)
        case .band(let style): use(.band, style)
        case .column(let style): use(.column, style)
        case .bar(let style): use(.bar, style)
        case .candlestick(let style): use(.candlestick, style)
        case .ohlc(let style): use(.ohlc, style)
        case .errorBar(let style): use(.errorBar, style)
        case .bubble(let style): use(.bubble, style)
        case .scatter(let style): use(.scatter, style)
        case .density(let style): use(.density, style)
        case .donut(let style): use(.donut, style)
        case .pie(let style): use(.pie, style)
        }
    }
}

extension SeriesDescription.Kind {
    /// Whether the series is in a plot with axes.
    var isCartesian: Bool { described.isCartesian }
    /// Whether lines connect the samples.
    var drawsLines: Bool { described.drawsLines }
}

extension SeriesDescription {
    /// Roles of a kind. All except the independent one are required. A density series has another role if its
    /// aggregation needs it, and `readErrorBars` reads the roles of error bars.
    static func roles(
        _ kind: Kind, _ orientation: CartesianSeries.Orientation
    ) -> (
        independent: SeriesRole, required: [SeriesRole]
    ) {
        let (independent, other): (SeriesRole, SeriesRole) = orientation == .horizontal ? (.x, .y) : (.y, .x)
        return (independent, kind.described.dependentRoles ?? [other])
    }
}

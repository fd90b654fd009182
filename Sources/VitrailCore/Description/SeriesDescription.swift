/// A series as data: what it looks like, and which columns of which data it shows.
public struct SeriesDescription: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable, DescriptionChoice {
        case line, stepLine, radialLine, band, column, bar, candlestick, ohlc, bubble, scatter, density, donut, pie
    }
    /// The kind with its style.
    public enum Style: Sendable, Equatable {
        case line(LineSeriesStyle)
        case stepLine(LineSeriesStyle)
        case radialLine(RadialLineSeriesStyle)
        case band(BandSeriesStyle)
        case column(BarColumnSeriesStyle)
        case bar(BarColumnSeriesStyle)
        case candlestick(CandlestickSeriesStyle)
        case ohlc(OHLCSeriesStyle)
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
    /// Column of each role; an independent one that is missing counts 0, 1, 2, …
    public var columns: [SeriesRole: String]
    /// Column by whose values rows are split into series, one for each value; nil = all rows are one series.
    public var by: String?
    /// Whether rows are put in the order of the independent column before they are drawn; equal ones keep their order, and gaps come last.
    public var sorted = false
    /// What a missing independent column counts from.
    public var firstIndex = 0
    /// Ids of axes; nil = the primary one.
    public var xAxis: String?
    public var yAxis: String?
    /// Lines, bands, candlesticks and OHLC may choose; columns are horizontal, bars vertical.
    public var orientation: CartesianSeries.Orientation
    /// Where fills, columns and bars start, on the dependent axis; nil = 0.
    public var baseline: Double?
    /// Of what stands side by side: those of one index stand side by side, those of different ones overlap.
    public var groupIndex: Int?
    /// Series with the same number stand on one another; nil = on the baseline.
    public var stackIndex: Int?
    /// Drawn in `selectedStyle`.
    public var selected = false
    /// Of the same kind as `style`, on axes; nil = as `style`.
    public var selectedStyle: Style?
    /// Points that look selected, by their index in the data.
    public var selectedPoints: [Int] = []
    /// PNG files that stand for points, relative to the description's folder. `makeChart` reads them into the styles.
    public var textures: [TexturedPoints: String] = [:]
    /// Whether the last sample of a radial line is joined to the first.
    public var pointsWrapAround = false
    /// Of a density series: what is made of the samples in a pixel.
    public var aggregation = DensityAggregation.count
    /// Of any other series: what the samples with equal independent values become; nil = each is drawn. Its key is `aggregation`.
    public var combination: SampleAggregation?
    /// Of a density series: how far samples are spread.
    public var spread = DensitySpread.automatic
    /// Of lines and bands: which gaps are joined.
    public var connectGaps = GapConnection.none
    /// Of lines and bands: samples that are farther apart along the independent axis are not joined; nil = all are.
    public var breakAt: AxisStep?
    /// Of a line: how it goes from a sample to the next one.
    public var curve = LineCurve.straight
    public var hidden = false
    public var showInLegend = true
    /// Of a pie or donut.
    public var slices = SlicesDescription()

    public init(_ style: Style, data: String, columns: [SeriesRole: String]) {
        self.style = style
        self.data = data
        self.columns = columns
        orientation = style.kind == .bar ? .vertical : .horizontal
    }

    public var kind: Kind { style.kind }
}

/// What a column is to a series; the name is its key in the description.
public enum SeriesRole: String, Sendable, Hashable, CaseIterable {
    /// Name of a slice, for a pie or donut.
    case x
    /// Size of a slice, for a pie or donut.
    case y
    case open, high, low, close
    /// What a bubble's area tells.
    case area
    /// What a density series aggregates, or tells its samples apart by.
    case value, category
    /// Texts of labels.
    case label = "style.dataPointLabelStyle.labels"
}

extension SeriesDescription.Style {
    public var kind: SeriesDescription.Kind {
        switch self {
        case .line: .line
        case .stepLine: .stepLine
        case .radialLine: .radialLine
        case .band: .band
        case .column: .column
        case .bar: .bar
        case .candlestick: .candlestick
        case .ohlc: .ohlc
        case .bubble: .bubble
        case .scatter: .scatter
        case .density: .density
        case .donut: .donut
        case .pie: .pie
        }
    }
}

extension SeriesDescription.Kind {
    /// Whether it stands in a plot with axes.
    var isCartesian: Bool { self != .donut && self != .pie }
    var mayBeVertical: Bool { self == .line || self == .stepLine || self == .band || self == .density || isOfPrices }
    /// Whether a sample is open, high, low and close.
    var isOfPrices: Bool { self == .candlestick || self == .ohlc }
    var isStackable: Bool {
        switch self {
        case .line, .stepLine, .column, .bar: true
        case .radialLine, .band, .candlestick, .ohlc, .bubble, .scatter, .density, .donut, .pie: false
        }
    }
    /// Whether lines lead from sample to sample.
    var drawsLines: Bool { self == .line || self == .stepLine || self == .radialLine || self == .band }
    /// Whether several stand side by side.
    var hasGroups: Bool { self == .column || self == .bar || isOfPrices }
    /// Whether points, and the series as a whole, have a selected look.
    var isSelectable: Bool { isCartesian && self != .radialLine && self != .density }
    var hasBaseline: Bool {
        switch self {
        case .line, .stepLine, .column, .bar, .scatter: true
        case .radialLine, .band, .candlestick, .ohlc, .bubble, .density, .donut, .pie: false
        }
    }
}

extension SeriesDescription {
    /// Roles that the series knows; all but the independent one are required. A density series has one more where its aggregation reads it.
    static func roles(_ kind: Kind, _ orientation: CartesianSeries.Orientation) -> (
        independent: SeriesRole, required: [SeriesRole]
    ) {
        let independent: SeriesRole = orientation == .horizontal ? .x : .y
        return switch kind {
        case .line, .stepLine, .radialLine, .column, .bar, .scatter, .density, .donut, .pie: (independent, [independent == .x ? .y : .x])
        case .band: (independent, [.high, .low])
        case .candlestick, .ohlc: (independent, [.open, .high, .low, .close])
        case .bubble: (independent, [.y, .area])
        }
    }
}

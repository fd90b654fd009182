import VitrailScene

/// A series on two axes, crossing ones or one round the other: what is common to all of them. Kinds, a host's own too, are subclasses of `RenderableSeries`.
open class CartesianSeries: Series {
    public enum Orientation: String, Sendable, CaseIterable {
        /// The independent value is on x.
        case horizontal
        /// The independent value is on y.
        case vertical
    }

    public var orientation: Orientation
    /// On the dependent axis; bars, columns and fills start there.
    public var baseline = 0.0
    /// Of series that take slots: those of one index stand side by side, those of different ones overlap.
    public var groupIndex: Int?
    /// Drawn in `selectedStyle`.
    public var selected = false
    /// Texts of labels, in place of values, by the index of their point in the data; empty ones, and those that are missing, are not shown. nil = labels
    /// show values.
    public var pointLabels: [String]?
    /// Points that are drawn in the look of selected ones, by their index in the data. A load whose points say `selected` decides which they are,
    /// and so does the one after it; what points that say nothing of it leave alone stays.
    public var selectedPoints: Set<Int> = []
    /// Whether the points of the last load said which of them are selected.
    private var isSelectionTold = false
    /// What a tap on the plot area selects.
    public var selectionMode = SelectionMode.none
    /// Whether a tap that selects the series deselects all others.
    public var toggleSelection = false
    /// Whether a tap that selects a point deselects the other points of the series.
    public var togglePointSelection = false
    /// Whether a long press may lead the crosshair along the series.
    public var crosshairEnabled = false
    /// Series with the same number stand on one another where they can; the number itself says nothing. nil = on the baseline.
    public var stackIndex: Int?
    /// Of series that draw lines: which neighbouring samples are joined.
    var gapRules = GapRules() {
        didSet {
            if gapRules != oldValue { chart?.reloadData() }
        }
    }
    /// nil = the chart's primary axis; what the data source names goes before.
    public weak var xAxis: Axis?
    public weak var yAxis: Axis?
    /// The axes that the data source named at the last load.
    weak var sourceXAxis: Axis?
    weak var sourceYAxis: Axis?
    /// What the data source said of single points at the last load.
    var pointOverrides = PointOverrides()
    /// Where the columns stand for more rows than they have: what is known of all rows.
    var whole: WholeSeries?
    /// What loading made of the columns.
    var loaded: LoadedSeries?
    /// Where it was loaded for.
    var loadedPlace: SeriesPlace?
    /// The same in its stack.
    var stacked: LoadedSeries?

    init(title: String, columns: SeriesColumns, orientation: Orientation) {
        self.orientation = orientation
        super.init(title: title, columns: columns)
    }

    // MARK: What kinds of series decide

    /// What is read from each point beside its independent value.
    open var values: [SeriesValue] { [] }
    /// Whether the visible range holds the baseline.
    open var showsBaseline: Bool { false }
    /// Whether `stackIndex` has an effect: the series has one value on the dependent axis, and draws from `stackBase` where there is one.
    open var isStackable: Bool { false }
    /// The set in which the samples stand side by side with those of other series, each half a spacing wide to both sides; nil = they take no
    /// room.
    open var slotKind: SlotKind? { nil }
    /// What the series shows on an axis beside its columns: of a grid, its sides. In data units; nil = nothing.
    open func ownRange(on direction: Axis.Direction) -> NumberRange? { nil }

    /// How far its marks reach beyond their samples, in points: an automatic range leaves room for it.
    func markReach(theme: Theme) -> MarkReach { MarkReach() }

    /// The outermost marks on one of its axes.
    ///
    /// - Parameter plotSide: the smaller side of the plot area, in points.
    func markEnds(_ samples: LoadedSeries, isAlong: Bool, theme: Theme, plotSide: Double) -> [WholeMarks.End] {
        let reach = markReach(theme: theme)
        return samples.ends(isAlong: isAlong, reach: isAlong ? reach.along : reach.across)
    }

    /// Whether paths through its samples are drawn, or hidden ones are looked for: extremes of stretches are asked for.
    var searchesExtremes: Bool { true }

    /// Whether many samples look alike from the last to the first: only as long as no host says how they are drawn.
    var isReversible: Bool { false }

    /// Whether its points are drawn with a `PointStyle`, which a `PointSymbolSource` may change point by point.
    open var hasPointSymbols: Bool { false }

    /// How its points are labelled; nil = not at all.
    open func labelStyle(theme: Theme) -> DataPointLabelStyle? { nil }

    /// Which values of a point have labels.
    open var labelledValues: [SeriesValue] { values.filter(\.isOnAxis) }

    /// A sample's bar, and what it is filled with; nil = it has none, or one of a look of its own.
    func bar(ofSample sample: Int, _ pass: PassData) -> (rect: PlotRect, color: Color)? { nil }

    /// How far the marks of samples reach beyond their points, points: what a label beside them keeps off.
    func labelClearance(theme: Theme) -> Double { 0 }

    /// The same of one sample, in device pixels, where samples differ.
    func labelClearance(ofSample sample: Int, _ pass: PassData) -> Double? { nil }

    /// The colour of its line; black for a series without one.
    func lineColor(theme: Theme) -> Color { .black }

    /// The context that the series was drawn with last.
    var drawnContext: SeriesContext? { nil }

    /// The labels of its points as drawn last.
    func labels(_ chart: Chart, _ style: DataPointLabelStyle, _ typesetter: Typesetter, in area: inout LabelArea) -> [Mark] { [] }

    /// What is painted in the plot area, back to front.
    func marks(in context: SeriesContext, _ typesetter: Typesetter) -> [Mark] { [] }

    /// Which point a place in the plot area hits, as `dataPoint(at:)` counts; nil = none, or not rendered yet.
    ///
    /// - Parameters: points, from the top left of the plot area.
    public func hit(x: Double, y: Double) -> Int? { nil }
    /// Whether a tap that hits nothing may select the series all the same, where it is the nearest.
    var isSelectedFromAfar: Bool { false }
    /// The point that is nearest to a place in the plot area; nil when none is shown.
    public func nearestPoint(x: Double, y: Double) -> NearestPoint? { nil }

    /// Where a point is drawn, in device pixels of the picture: of one with several values the close, or the first. nil = there is no such point, or
    /// nothing was drawn yet.
    func place(ofDataPoint index: Int) -> PlotPoint? { nil }

    /// The index in the data of a sample that is drawn; nil for one that a stack put in.
    func dataPointIndex(ofSample index: Int, _ samples: LoadedSeries) -> Int? {
        guard let rows = samples.rows else { return dataPointIndex(ofRow: index) }
        return rows[index] >= 0 ? dataPointIndex(ofRow: rows[index]) : nil
    }

    func take(selectedPoints points: [Int]) {
        if isSelectionTold || !points.isEmpty { selectedPoints = Set(points) }
        isSelectionTold = !points.isEmpty
    }

    // MARK: Fields and keys

    override var chartKind: ChartKind? { .cartesian }
    override func isSelected(row: Int) -> Bool { dataPointIndex(ofRow: row).map(selectedPoints.contains) ?? false }
    var independentField: PointField { orientation == .horizontal ? .x : .y }
    override var pointFields: [PointField] { [independentField] + values.map(field) }

    func field(_ value: SeriesValue) -> PointField {
        switch (value, orientation) {
        case (.single, .horizontal): .y
        case (.single, .vertical): .x
        case (.keyed(let key), .horizontal): .yKey(key)
        case (.keyed(let key), .vertical): .xKey(key)
        case (.free(let key), _): .free(key)
        }
    }

    override func columnKind(of field: PointField, on axes: (x: Axis, y: Axis)?) -> Column.Kind {
        guard let axes else { return .number }
        return switch field {
        case .x, .xKey: axes.x.columnKind
        case .y, .yKey: axes.y.columnKind
        case .free: .number
        }
    }

    /// A point with dates as numbers on the axes, where those have an origin: they keep what seconds since 1970 do not tell.
    final func pointOnAxes(at index: Int) -> ChartPoint? {
        func origin(_ direction: Axis.Direction) -> Int { (chart?.ownAxis(self, direction) as? DateTimeAxis)?.origin ?? 0 }
        let origins = (x: origin(.x), y: origin(.y))
        return point(at: index, after: origins == (0, 0) ? nil : origins)
    }

    /// What the legend shows of it.
    func legendEntries(theme: Theme) -> [LegendEntry] {
        [LegendEntry(title: legendTitle, symbol: legendSymbol(theme: theme), textColor: legendTextColor, seriesIndex: index)]
    }

    /// A column on no axis, as numbers.
    func freeNumbers(of column: Column, _ value: SeriesValue, _ place: String) throws(ChartError) -> Column { try column.checkedNumbers(place) }

    public override var xValueKeys: [DataKey] { orientation == .vertical ? keysOnAxis : [] }
    public override var yValueKeys: [DataKey] { orientation == .horizontal ? keysOnAxis : [] }
    public override var valueKeys: [DataKey] { values.filter { !$0.isOnAxis }.compactMap(\.key) }
    private var keysOnAxis: [DataKey] { values.filter(\.isOnAxis).compactMap(\.key) }
}

/// How a series lies on a chart: what is read of its columns depends on it.
struct SeriesPlace: Equatable {
    var orientation: CartesianSeries.Orientation
    var x: ObjectIdentifier?
    var y: ObjectIdentifier?
}

/// A set of series that stand side by side on one independent axis.
public struct SlotKind: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    public static let column: SlotKind = "column"
    public static let bar: SlotKind = "bar"
    public static let candlestick: SlotKind = "candlestick"
    public static let ohlc: SlotKind = "ohlc"
}

extension Axis {
    /// What columns hold for this axis.
    var columnKind: Column.Kind {
        switch self {
        case is CategoryAxis: .category
        case is DateTimeAxis: .date
        default: .number
        }
    }
}

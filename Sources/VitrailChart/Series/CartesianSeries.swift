public import VitrailColumns
import VitrailScene

/// The base of all series on two axes, Cartesian or radial. Series kinds, including a host's own, are subclasses of
/// `RenderableSeries`.
open class CartesianSeries: Series {
    public enum Orientation: String, Sendable, CaseIterable {
        /// The independent value is on x.
        case horizontal
        /// The independent value is on y.
        case vertical
    }

    public var orientation: Orientation
    /// Value on the dependent axis where bars, columns and fills start.
    public var baseline = 0.0
    /// For series that take slots: series with the same index stand side by side, series with different ones overlap.
    public var groupIndex: Int?
    /// Whether the series is drawn in `selectedStyle`.
    public var selected = false
    /// Label texts that replace values, by the point's index in the data. Points with an empty or missing text have no
    /// label. `nil`: labels show values.
    public var pointLabels: [String]?
    /// Points drawn in the selected style, by their index in the data. A load whose points contain `selected` replaces
    /// the set, and so does the load after it. Other loads leave the set unchanged.
    public var selectedPoints: Set<Int> = []
    /// Whether the points of the last load contained `selected`.
    private var isSelectionTold = false
    /// The item that a tap on the plot area selects.
    public var selectionMode = SelectionMode.none
    /// Whether a tap that selects the series deselects all others.
    public var toggleSelection = false
    /// Whether a tap that selects a point deselects the other points of the series.
    public var togglePointSelection = false
    /// Whether a long press may move the crosshair along the series.
    public var crosshairEnabled = false
    /// Series with the same number are stacked if their kinds allow it. The number has no other meaning. `nil`: the
    /// series stands on the baseline.
    public var stackIndex: Int?
    /// For series that draw lines: rules for joining neighbouring samples.
    package var gapRules = GapRules() {
        didSet {
            if gapRules != oldValue { chart?.reloadData() }
        }
    }
    /// `nil`: the chart's primary axis. An axis named by the data source has priority.
    public weak var xAxis: Axis?
    public weak var yAxis: Axis?
    /// The axes that the data source named at the last load.
    weak var sourceXAxis: Axis?
    weak var sourceYAxis: Axis?
    /// Styles and labels of single points that the data source set at the last load.
    var pointOverrides = PointOverrides()
    /// Facts about all rows, if the columns hold only some of them.
    package var whole: WholeSeries?
    /// The result of loading the columns.
    package var loaded: LoadedSeries?
    /// The orientation and axes that `loaded` is valid for.
    var loadedAxes: SeriesAxes?
    /// `loaded`, stacked.
    var stacked: LoadedSeries?

    init(title: String, columns: SeriesColumns, orientation: Orientation) {
        self.orientation = orientation
        super.init(title: title, columns: columns)
    }

    // MARK: What kinds of series decide

    /// The values that are read from each point besides its independent value.
    open var values: [SeriesValue] { [] }
    /// Whether an automatic range includes the baseline.
    open var showsBaseline: Bool { false }
    /// Whether `stackIndex` has an effect: the series has one value on the dependent axis, and draws from `stackBase`
    /// if present.
    open var isStackable: Bool { false }
    /// The set that shares the spacing between samples side by side; each set reaches half a spacing to both sides.
    /// `nil`: samples need no width.
    open var slotKind: SlotKind? { nil }
    /// For series that take slots: width and maximum width of their bars, in points; `nil`: the slot decides.
    var barWidths: (own: Double?, maximum: Double?) { (nil, nil) }
    /// The range, in data units, that the series shows on an axis in addition to its columns, such as the sides of a
    /// grid. `nil`: none.
    open func ownRange(on direction: Axis.Direction) -> NumberRange? { nil }

    /// Whether lines join the samples.
    var joinsSamples: Bool { false }
    /// Whether each sample is a symbol, so that an automatic range leaves half an item free at both ends of an axis of
    /// items.
    var isOfSymbols: Bool { false }
    /// Whether selected points look different from others.
    var showsSelectedPoints: Bool { true }
    /// Index of the series in whose slot this one stands.
    var slotIndex: Int { index }
    /// Verb of the alt text for the range of the values.
    var rangeVerb: String { "lies" }
    /// Warns the chart about values that are legal but probably wrong.
    func warn(ofValues loaded: LoadedSeries, _ chart: Chart) {}

    /// How far the marks reach beyond their samples, in points. An automatic range reserves space for it.
    func markReach(theme: Theme) -> MarkReach { MarkReach() }

    /// The outermost marks on one of the series' axes.
    ///
    /// - Parameter plotSide: the smaller side of the plot area, in points.
    func markEnds(_ samples: LoadedSeries, isAlong: Bool, theme: Theme, plotSide: Double) -> [WholeMarks.End] {
        let reach = markReach(theme: theme)
        return samples.ends(isAlong: isAlong, reach: isAlong ? reach.along : reach.across)
    }

    /// Whether the series draws paths through its samples or searches for hidden ones. Both use the min/max trees of
    /// its columns.
    var searchesExtremes: Bool { true }

    /// Whether many samples with falling independent values are loaded in reverse order, which looks the same and is
    /// drawn faster. A subclass reads the row of a sample from `PassData.row(ofSample:)`.
    var mayReverse: Bool { false }

    /// Whether points are drawn with a `PointStyle`, which a `PointSymbolSource` may change for single points.
    open var hasPointSymbols: Bool { false }

    /// The style of the point labels; `nil`: no labels.
    open func labelStyle(theme: Theme) -> DataPointLabelStyle? { nil }

    /// The values of a point that have labels.
    open var labelledValues: [SeriesValue] { values.filter(\.isOnAxis) }

    /// The bar of a sample and its fill colour; `nil` if it has no bar, or if the bar has a style of its own.
    func bar(ofSample sample: Int, _ pass: PassData) -> (rect: PlotRect, color: Color)? { nil }

    /// How far the marks of samples reach beyond their points, in points. Labels keep this distance.
    func labelClearance(theme: Theme) -> Double { 0 }

    /// `labelClearance(theme:)` for one sample, in device pixels; `nil` unless samples differ.
    func labelClearance(ofSample sample: Int, _ pass: PassData) -> Double? { nil }

    /// The colour of the series' line; black for a series without one.
    func lineColor(theme: Theme) -> Color { .black }

    /// The context of the last drawing.
    package var drawnContext: SeriesContext? { nil }

    /// The point labels for the last drawing.
    func labels(
        _ chart: Chart, _ style: DataPointLabelStyle, _ typesetter: Typesetter, in area: inout LabelArea
    ) -> [Mark] { [] }

    /// The marks in the plot area, back to front.
    func marks(in context: SeriesContext, _ typesetter: Typesetter) -> [Mark] { [] }

    /// The index of the point that a position in the plot area hits, as in `dataPoint(at:)`; `nil` if there is none, or
    /// before the first render.
    ///
    /// - Parameters: points, from the top left of the plot area.
    open func hit(x: Double, y: Double) -> Int? { nil }
    /// Whether a tap that hits nothing may select the series if it is the nearest.
    var isSelectedFromAfar: Bool { false }
    /// The point nearest to a position in the plot area; `nil` if none is shown.
    public func nearestPoint(x: Double, y: Double) -> NearestPoint? { nil }

    /// The position of a point, in device pixels of the picture. For a point with several values: its close, or its
    /// first value. `nil` if there is no such point, or before the first render.
    func position(ofDataPoint index: Int) -> PlotPoint? { nil }

    /// The index in the data of a drawn sample; `nil` for a sample that a stack inserted.
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

    /// The name of a value's field in warnings.
    func fieldName(_ value: SeriesValue) -> String { field(value).name }

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

    /// The point with dates as numbers relative to the axes' origins, which keep digits that seconds since 1970 would
    /// lose.
    final func pointOnAxes(at index: Int) -> ChartPoint? {
        func origin(_ direction: Axis.Direction) -> Int { chart?.ownAxis(self, direction)?.valueOrigin ?? 0 }
        let origins = (x: origin(.x), y: origin(.y))
        return point(at: index, after: origins == (0, 0) ? nil : origins)
    }

    /// The series' entries in the legend.
    func legendEntries(theme: Theme) -> [LegendEntry] {
        [
            LegendEntry(
                title: legendTitle, symbol: legendSymbol(theme: theme), textColor: legendTextColor, seriesIndex: index)
        ]
    }

    /// A column that belongs to no axis, as numbers.
    func freeNumbers(of column: Column, _ value: SeriesValue, _ path: String) throws(ChartError) -> Column {
        try column.checkedNumbers(path)
    }

    public override var xValueKeys: [DataKey] { orientation == .vertical ? keysOnAxis : [] }
    public override var yValueKeys: [DataKey] { orientation == .horizontal ? keysOnAxis : [] }
    public override var valueKeys: [DataKey] { values.filter { !$0.isOnAxis }.compactMap(\.key) }
    private var keysOnAxis: [DataKey] { values.filter(\.isOnAxis).compactMap(\.key) }
}

/// The orientation and the axes of a series on its chart; they determine how its columns are read.
struct SeriesAxes: Equatable {
    var orientation: CartesianSeries.Orientation
    var x: ObjectIdentifier?
    var y: ObjectIdentifier?
}

import VitrailScene

/// A series on two crossing axes.
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
    /// nil = the chart's primary axis; what the data source names goes before.
    public weak var xAxis: Axis?
    public weak var yAxis: Axis?
    /// The axes that the data source named at the last load.
    weak var sourceXAxis: Axis?
    weak var sourceYAxis: Axis?
    /// What loading made of the columns.
    var loaded: LoadedSeries?

    init(title: String, columns: SeriesColumns, orientation: Orientation) {
        self.orientation = orientation
        super.init(title: title, columns: columns)
    }

    // MARK: What kinds of series decide

    /// What is read for the dependent axis; an area is on none.
    var dependentFields: [PointField] { [orientation == .horizontal ? .y : .x] }
    /// Whether the visible range holds the baseline.
    var showsBaseline: Bool { false }
    /// Whether samples take room to their sides: half a spacing at each end.
    var isWide: Bool { false }

    /// What is painted in the plot area, back to front.
    func marks(in context: SeriesContext) -> [Mark] { [] }
    /// What stands for the series in the legend.
    func symbol(theme: Theme) -> LegendSymbol { LegendSymbol(kind: .block, color: theme.palette.fill(index)) }

    // MARK: Fields and keys

    override var chartKind: ChartKind? { .cartesian }
    var independentField: PointField { orientation == .horizontal ? .x : .y }
    override var pointFields: [PointField] { [independentField] + dependentFields }

    override func columnKind(of field: PointField, on axes: (x: Axis, y: Axis)?) -> Column.Kind {
        guard let axes, field != .key(.area) else { return .number }
        let isOnX = field == .x || (field != .y && orientation == .vertical)
        return isOnX ? axes.x.columnKind : axes.y.columnKind
    }

    public override var xValueKeys: [DataKey] { orientation == .vertical ? keysOnAxis : [] }
    public override var yValueKeys: [DataKey] { orientation == .horizontal ? keysOnAxis : [] }
    public override var valueKeys: [DataKey] { keys.filter { $0 == .area } }

    private var keysOnAxis: [DataKey] { keys.filter { $0 != .area } }
    private var keys: [DataKey] {
        dependentFields.compactMap { field in
            if case .key(let key) = field { key } else { nil }
        }
    }
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

import VitrailScene

/// What is common to all series: a name, visibility and data.
open class Series {
    public var title = ""
    /// Not drawn and not in the visible range, but still in the data range.
    public var hidden = false
    public var showInLegend = true
    public var columns: SeriesColumns
    /// Position among the chart's series: paint order and palette colour.
    public internal(set) var index = 0

    public init(title: String = "", columns: SeriesColumns) {
        self.title = title
        self.columns = columns
    }

    /// `series[2]`, as errors and labels name it.
    var place: String { "series[\(index)]" }
}

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
    /// nil = the chart's primary axis.
    public weak var xAxis: Axis?
    public weak var yAxis: Axis?
    /// What loading made of the columns.
    var loaded: LoadedSeries?

    init(title: String, columns: SeriesColumns, orientation: Orientation) {
        self.orientation = orientation
        super.init(title: title, columns: columns)
    }

    // MARK: What kinds of series decide

    /// Columns of the dependent axis, by their names.
    var dependentColumns: [(name: String, column: Column?)] {
        [orientation == .horizontal ? ("y", columns.y) : ("x", columns.x)]
    }
    /// Whether the visible range holds the baseline.
    var showsBaseline: Bool { false }
    /// Whether samples take room to their sides: half a spacing at each end.
    var isWide: Bool { false }

    /// What is painted in the plot area, back to front.
    func marks(in context: SeriesContext) -> [Mark] { [] }
    /// What stands for the series in the legend.
    func symbol(theme: Theme) -> LegendSymbol { LegendSymbol(kind: .block, color: theme.palette.fill(index)) }
}

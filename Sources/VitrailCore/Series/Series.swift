public import VitrailScene

/// What is common to all series: a name, visibility and data.
///
/// A series belongs to one chart at a time: the one that shows it, until that is gone or loads without it.
open class Series: LegendItem {
    public var title = ""
    /// Not drawn and not in the visible range, but still in the data range.
    public var hidden = false
    public var showInLegend = true
    /// What the series reads; a data source replaces them at each load. Setting others has a chart without one load again.
    public var columns: SeriesColumns {
        get { ownColumns }
        _modify {
            yield &ownColumns
            rows = nil
            chart?.columnsWereSet()
        }
    }
    /// The same, for what tells of the change itself.
    var ownColumns: SeriesColumns { didSet { rows = nil } }
    /// Whether the series comes and goes by `entryAnimation` and `exitAnimation`: when it appears, and when `hidden` changes. What slices do when they are
    /// selected is `selectionAnimation`'s then.
    public var animationEnabled = false
    /// How it comes; as its kind does when it was not set.
    public var entryAnimation: SeriesAnimation {
        get { ownEntryAnimation ?? usualAnimation }
        set { ownEntryAnimation = newValue }
    }
    /// How it goes: the same backwards.
    public var exitAnimation: SeriesAnimation {
        get { ownExitAnimation ?? usualAnimation }
        set { ownExitAnimation = newValue }
    }
    private var ownEntryAnimation: SeriesAnimation?
    private var ownExitAnimation: SeriesAnimation?
    /// The one that it is in.
    final var running: RunningAnimation?
    /// In the last picture.
    final var wasHidden = false
    /// Whether there was a picture with it.
    final var hasAppeared = false
    /// Position in the data source, or in the order of adding: paint order and palette colour. A series that was left out keeps its own.
    public internal(set) var index = 0
    /// Place of its colour in the theme's palette: `index`, unless a description gives one look to several series of one name.
    public internal(set) final var paletteIndex: Int {
        get { sharedPaletteIndex ?? index }
        set { sharedPaletteIndex = newValue }
    }
    private var sharedPaletteIndex: Int?
    /// Points that the host gave at the last load, skipped ones included.
    public internal(set) var numberOfDataPoints = 0
    /// `dataPointIndex` of each row of the columns, ascending; nil = no point was skipped.
    var rows: [Int]?
    /// Whether the columns were gathered from points of a data source.
    var isGathered = false
    /// Who shows it.
    weak var chart: Chart?
    /// Whether a chart has taken it in: what was set before survives that, and a theme that is applied later does not.
    var isTaken = false

    public init(title: String = "", columns: SeriesColumns = SeriesColumns()) {
        self.title = title
        ownColumns = columns
    }

    /// `series[2]`, as errors and labels name it.
    var place: String { "series[\(index)]" }

    // MARK: Legend

    /// The title, or where there is none its number.
    open var legendTitle: String { title.isEmpty ? "Series \(index + 1)" : title }
    open func legendTitle(ofSlice slice: Int) -> String { "" }
    open var legendTextColor: Color? { nil }
    open func legendSymbol(theme: Theme) -> LegendSymbol { .solid(theme.palette.fill(paletteIndex)) }
    open func legendSymbol(ofSlice slice: Int, theme: Theme) -> LegendSymbol { legendSymbol(theme: theme) }

    /// What a chart of such series is called in the description for those who do not see it, as `box plot`; empty = it has no name there.
    open func kindName(theme: Theme) -> String { "" }

    /// Forgets what was set of its looks, so that all of them come from the theme.
    open func resetStyle() {}

    // MARK: What kinds of series decide

    /// How such series come and go.
    var usualAnimation: SeriesAnimation { .grow }
    /// The charts that can show it; nil = none.
    var chartKind: ChartKind? { nil }
    /// What is read from each point.
    var pointFields: [PointField] { [] }
    /// What the column of a field holds, on these axes.
    func columnKind(of field: PointField, on axes: (x: Axis, y: Axis)?) -> Column.Kind { .number }
    /// Whether the point of a row has its selected look.
    func isSelected(row: Int) -> Bool { false }

    /// Keys of the values that a point is asked for on the x-axis.
    public var xValueKeys: [DataKey] { [] }
    /// … on the y-axis.
    public var yValueKeys: [DataKey] { [] }
    /// … on no axis.
    public var valueKeys: [DataKey] { [] }
}

/// What a chart shows: decided by its first series.
enum ChartKind {
    /// Series on axes.
    case cartesian
    /// Lines round a pole.
    case radial
    /// Pies and donuts.
    case slices
}

// MARK: - Points

extension Series {
    /// A point as loaded.
    ///
    /// - Parameter index: as the host counts; nil is returned beyond the data, before the first load, and for a point that was skipped.
    public func dataPoint(at index: Int) -> ChartPoint? { point(at: index, after: nil) }

    /// - Parameter origins: of the axes on which dates are to be numbers; nil = they are seconds since 1970.
    final func point(at index: Int, after origins: (x: Int, y: Int)?) -> ChartPoint? {
        guard (0..<numberOfDataPoints).contains(index), let loaded = row(ofDataPoint: index) else { return nil }
        // Of the series' own columns, the first rows may be gone before the next picture is made.
        let row = loaded - (chart?.removedRows(of: self) ?? 0)
        guard (0..<columns.count).contains(row) else { return nil }
        var point = ChartPoint(
            row: row, of: columns, keys: (xValueKeys, yValueKeys, valueKeys), dataPointIndex: index, seriesIndex: self.index, origins: origins)
        point.selected = isSelected(row: loaded)
        return point
    }

    /// The host's own object that a point was read from: what the data source hands over for it now. The point itself where data came as columns.
    ///
    /// ```swift
    /// func chart(_ chart: Chart, toggledSelectionForPoint point: ChartPoint, of series: CartesianSeries, at pixel: (x: Double, y: Double)) {
    ///     let reading = series.data(at: point.dataPointIndex) as? Reading
    /// }
    /// ```
    ///
    /// - Parameter index: as the host counts; nil is returned beyond the data, and while the data source is asked on a thread.
    /// - Complexity: what the data source takes for one point; for all of them where it has `dataPoints`.
    public func data(at index: Int) -> (any ChartData)? {
        guard isGathered, let chart, let source = chart.dataSource else { return dataPoint(at: index) }
        // The source has gone on where points were announced.
        let now = index - (chart.announced[self.index]?.removed ?? 0)
        guard (0..<numberOfDataPoints).contains(index), now >= 0, !chart.isSourceBusy else { return nil }
        guard let points = source.dataPoints(forSeriesAt: self.index, in: chart) else {
            return source.dataPoint(at: now, forSeriesAt: self.index, in: chart)
        }
        return points.indices.contains(now) ? points[now] : nil
    }

    /// The row of the columns that holds a point.
    func row(ofDataPoint index: Int) -> Int? {
        guard let rows else { return index }
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] < index { low = middle + 1 } else { high = middle }
        }
        return low < rows.count && rows[low] == index ? low : nil
    }

    /// `dataPointIndex` of a row of the columns.
    func dataPointIndex(ofRow row: Int) -> Int? {
        guard let rows else { return row }
        return rows.indices.contains(row) ? rows[row] : nil
    }

    /// What was gathered from points.
    func take(_ points: GatheredPoints) {
        ownColumns = points.columns
        rows = points.rows
    }
}

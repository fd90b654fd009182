public import VitrailColumns
public import VitrailScene

/// The base of all series: a name, visibility and data.
///
/// A series belongs to the chart that shows it, until the chart is released or loads without the series.
open class Series: LegendItem {
    public var title = ""
    /// Hidden series are not drawn and not part of the visible range, but still part of the data range.
    public var hidden = false
    public var showInLegend = true
    /// The columns that the series reads. A data source replaces them at each load. A chart without a data source loads
    /// again when they are set.
    public var columns: SeriesColumns {
        get { ownColumns }
        _modify {
            yield &ownColumns
            rows = nil
            chart?.columnsWereSet()
        }
    }
    /// The columns, for code that announces the change itself.
    var ownColumns: SeriesColumns { didSet { rows = nil } }
    /// Whether the series appears with `entryAnimation` and disappears with `exitAnimation`, also when `hidden`
    /// changes. Selected slices then move with `selectionAnimation`.
    public var animationEnabled = false
    /// Animation when the series appears. Default: the animation of its kind.
    public var entryAnimation: SeriesAnimation {
        get { ownEntryAnimation ?? usualAnimation }
        set { ownEntryAnimation = newValue }
    }
    /// Animation when the series disappears; it runs backwards. Default: the animation of its kind.
    public var exitAnimation: SeriesAnimation {
        get { ownExitAnimation ?? usualAnimation }
        set { ownExitAnimation = newValue }
    }
    private var ownEntryAnimation: SeriesAnimation?
    private var ownExitAnimation: SeriesAnimation?
    /// The running animation.
    final var running: RunningAnimation?
    /// Whether the series was hidden in the last picture.
    final var wasHidden = false
    /// Whether the series was in a picture.
    final var hasAppeared = false
    /// Position in the data source, or in the order of adding. It determines paint order and palette colour. Series
    /// that the chart rejects also count.
    public internal(set) var index = 0
    /// Index of the series' colour in the theme's palette: `index`, unless a description gives several series with one
    /// name the same style.
    public package(set) final var paletteIndex: Int {
        get { sharedPaletteIndex ?? index }
        set { sharedPaletteIndex = newValue }
    }
    private var sharedPaletteIndex: Int?
    /// Number of points that the host gave at the last load, including skipped ones.
    public internal(set) var numberOfDataPoints = 0
    /// `dataPointIndex` of each row of the columns, ascending; `nil`: no point was skipped.
    var rows: [Int]?
    /// Whether the columns were gathered from points of a data source.
    var isGathered = false
    /// The chart that shows the series.
    weak var chart: Chart?
    /// Whether a chart has accepted the series. Applying a theme resets the styles of accepted series only, so styles
    /// set before are kept.
    var isTaken = false

    public init(title: String = "", columns: SeriesColumns = SeriesColumns()) {
        self.title = title
        ownColumns = columns
    }

    /// `series[2]`, the name in errors and labels.
    var jsonPath: String { "series[\(index)]" }

    // MARK: Legend

    /// The title; if it is empty, the number of the series.
    open var legendTitle: String { title.isEmpty ? "Series \(index + 1)" : title }
    open func legendTitle(ofSlice slice: Int) -> String { "" }
    open var legendTextColor: Color? { nil }
    open func legendSymbol(theme: Theme) -> LegendSymbol { .solid(theme.palette.fill(paletteIndex)) }
    open func legendSymbol(ofSlice slice: Int, theme: Theme) -> LegendSymbol { legendSymbol(theme: theme) }

    /// The name of this series kind in a chart's alternative text, such as `box plot`; empty: no name.
    open func kindName(theme: Theme) -> String { "" }

    /// Resets the styles of the series, so that all properties come from the theme.
    open func resetStyle() {}

    // MARK: What kinds of series decide

    /// The default animation of this kind of series, for appearing and disappearing.
    var usualAnimation: SeriesAnimation { .grow }
    /// The kind of charts that can show the series; `nil`: none.
    var chartKind: ChartKind? { nil }
    /// The values that are read from each point.
    var pointFields: [PointField] { [] }
    /// The kind of a field's column, on these axes.
    func columnKind(of field: PointField, on axes: (x: Axis, y: Axis)?) -> Column.Kind { .number }
    /// Whether the point of a row is selected.
    func isSelected(row: Int) -> Bool { false }

    /// Keys of the values that a point has on the x-axis.
    public var xValueKeys: [DataKey] { [] }
    /// Keys of the values that a point has on the y-axis.
    public var yValueKeys: [DataKey] { [] }
    /// Keys of the values that a point has on no axis.
    public var valueKeys: [DataKey] { [] }
}

/// The kind of a chart, determined by its first series.
package enum ChartKind {
    /// Series on two axes.
    case cartesian
    /// Lines around a pole.
    case radial
    /// Pies and donuts.
    case slices
}

// MARK: - Points

extension Series {
    /// A point as loaded.
    ///
    /// - Parameter index: index in the host's data. The result is `nil` beyond the data, before the first load, and for
    ///   a skipped point.
    public func dataPoint(at index: Int) -> ChartPoint? { point(at: index, after: nil) }

    /// - Parameter origins: the axes' origins, for dates as numbers relative to them; `nil`: dates are seconds since
    ///   1970.
    final func point(at index: Int, after origins: (x: Int, y: Int)?) -> ChartPoint? {
        guard (0..<numberOfDataPoints).contains(index), let loaded = row(ofDataPoint: index) else { return nil }
        // The first rows of the series' own columns may be removed before the next picture is made.
        let row = loaded - (chart?.removedRows(of: self) ?? 0)
        guard (0..<columns.count).contains(row) else { return nil }
        var point = ChartPoint(
            row: row, of: columns, keys: (xValueKeys, yValueKeys, valueKeys), dataPointIndex: index,
            seriesIndex: self.index, origins: origins)
        point.selected = isSelected(row: loaded)
        return point
    }

    /// The host's own object of a point, as the data source returns it at the call. If the data came as columns, the
    /// point itself.
    ///
    /// ```swift
    /// func chart(
    ///     _ chart: Chart, toggledSelectionForPoint point: ChartPoint, of series: CartesianSeries,
    ///     at pixel: (x: Double, y: Double)
    /// ) {
    ///     let reading = series.data(at: point.dataPointIndex) as? Reading
    /// }
    /// ```
    ///
    /// - Parameter index: index in the host's data. The result is `nil` beyond the data, and while a thread loads from
    ///   the data source.
    /// - Complexity: the data source's cost for one point; for all points if it implements `dataPoints`.
    public func data(at index: Int) -> (any ChartData)? {
        guard isGathered, let chart, let source = chart.dataSource else { return dataPoint(at: index) }
        // If changes were announced, the source is ahead of the loaded points.
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

    /// Takes the columns that were gathered from points.
    func take(_ points: GatheredPoints) {
        ownColumns = points.columns
        rows = points.rows
    }
}

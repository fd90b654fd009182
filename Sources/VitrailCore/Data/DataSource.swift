/// Hands a chart its series and their points. The chart does not keep it alive; one source may serve several charts.
///
/// Called when a chart is first planned and after `reloadData()`, in this order: `numberOfSeries`; then for each series, by ascending index,
/// `series`, `xAxis`, `yAxis`, `numberOfDataPoints`, and either `dataPoints` or, where that is nil, `dataPoint` for each index, ascending.
/// Points that come or go later are announced: `Chart.appendNumberOfDataPoints`; then it is asked for new ones alone, by `numberOfDataPoints` and `dataPoints`
/// or `dataPoint` of the series that has them.
///
/// Whole columns come through `ColumnDataSource`, looks of single points through `PointSymbolSource`. Each series belongs to one chart and stands in it once.
public protocol DataSource: AnyObject {
    func numberOfSeries(in chart: Chart) -> Int
    /// A new series or one used before; its `columns` are replaced by what the source gives.
    func series(at index: Int, in chart: Chart) -> Series
    func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int
    func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData
    /// nil = ask point by point.
    func dataPoints(forSeriesAt index: Int, in chart: Chart) -> [any ChartData]?
    /// An axis of the chart; nil = the series' own, else the primary one.
    func xAxis(forSeriesAt index: Int, in chart: Chart) -> Axis?
    func yAxis(forSeriesAt index: Int, in chart: Chart) -> Axis?
    /// Exactly these major ticks, and no minor ones, in axis units; nil = calculated ones. Asked in each layout pass.
    func majorTickValues(for axis: Axis, in chart: Chart) -> [Double]?
    /// The label of a slice; nil = one as the style says. Asked for at each render, for slices that have a label.
    func label(forSlice index: Int, of series: PieSeries, in chart: Chart) -> SliceLabel?
}

extension DataSource {
    public func dataPoints(forSeriesAt index: Int, in chart: Chart) -> [any ChartData]? { nil }
    public func xAxis(forSeriesAt index: Int, in chart: Chart) -> Axis? { nil }
    public func yAxis(forSeriesAt index: Int, in chart: Chart) -> Axis? { nil }
    public func majorTickValues(for axis: Axis, in chart: Chart) -> [Double]? { nil }
    public func label(forSlice index: Int, of series: PieSeries, in chart: Chart) -> SliceLabel? { nil }
}

/// A data source that has whole columns: the fast way, since they are shared and neither copied nor read point by point.
///
/// A series with columns is not asked for points: `columns` comes after `yAxis`, in the place of `numberOfDataPoints` and what follows.
///
/// A column grows and shrinks in place: `append` and `removeFirst`. A source whose points stream in changes its columns by these, announces it, and hands
/// over the same columns again; the chart reads the values that are new.
public protocol ColumnDataSource: DataSource {
    /// nil = this series has points.
    func columns(forSeriesAt index: Int, in chart: Chart) -> SeriesColumns?
}

extension ColumnDataSource {
    public func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int {
        columns(forSeriesAt: index, in: chart)?.count ?? 0
    }

    /// A row of the columns; its values under keys are told for both axes and for none.
    public func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
        guard let columns = columns(forSeriesAt: index, in: chart), (0..<columns.count).contains(pointIndex) else {
            return DataPoint(xValue: nil, yValue: nil)
        }
        return ChartPoint(
            row: pointIndex, of: columns, keys: (columns.keys, columns.keys, columns.keys), dataPointIndex: pointIndex,
            seriesIndex: index)
    }
}

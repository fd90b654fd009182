public import VitrailColumns

/// Provides a chart's series and their points. The chart does not retain it; one source may serve several charts.
///
/// The chart calls it when it is first planned and after `reloadData()`, in this order: `numberOfSeries`; then for each
/// series, in ascending order, `series`, `xAxis`, `yAxis`, `numberOfDataPoints`, and `dataPoints` or, if that returns
/// `nil`, `dataPoint` for each index in ascending order. Announce later changes with `Chart.appendNumberOfDataPoints`
/// and `Chart.removeNumberOfDataPoints`. The chart then asks only for the new points, with `numberOfDataPoints` and
/// `dataPoints` or `dataPoint` of the affected series.
///
/// `ColumnDataSource` provides whole columns, `PointSymbolSource` the looks of single points. Each series belongs to
/// one chart and occurs in it once.
public protocol DataSource: AnyObject {
    func numberOfSeries(in chart: Chart) -> Int
    /// A new series, or one used before. The chart replaces its `columns` with the data of the source.
    func series(at index: Int, in chart: Chart) -> Series
    func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int
    func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData
    /// `nil`: call `dataPoint` for each point.
    func dataPoints(forSeriesAt index: Int, in chart: Chart) -> [any ChartData]?
    /// An axis of the chart. `nil`: the series' own axis, or else the primary axis.
    func xAxis(forSeriesAt index: Int, in chart: Chart) -> Axis?
    func yAxis(forSeriesAt index: Int, in chart: Chart) -> Axis?
    /// The major ticks in axis units, without minor ticks. `nil`: calculated ticks. Called in each layout pass.
    func majorTickValues(for axis: Axis, in chart: Chart) -> [Double]?
    /// The label of a slice. `nil`: a label in the default style. Called at each render for slices that have a label.
    func label(forSlice index: Int, of series: PieSeries, in chart: Chart) -> SliceLabel?
}

extension DataSource {
    public func dataPoints(forSeriesAt index: Int, in chart: Chart) -> [any ChartData]? { nil }
    public func xAxis(forSeriesAt index: Int, in chart: Chart) -> Axis? { nil }
    public func yAxis(forSeriesAt index: Int, in chart: Chart) -> Axis? { nil }
    public func majorTickValues(for axis: Axis, in chart: Chart) -> [Double]? { nil }
    public func label(forSlice index: Int, of series: PieSeries, in chart: Chart) -> SliceLabel? { nil }
}

/// A data source of whole columns. This is the fast way, because columns are shared, not copied or read point by point.
///
/// The chart does not ask for the points of a series with columns: it calls `columns` after `yAxis`, in place of
/// `numberOfDataPoints` and the methods after it.
///
/// Columns grow and shrink in place with `append` and `removeFirst`. A source with streaming points changes its
/// columns, announces the change, and returns the same columns again; the chart reads only the new values.
public protocol ColumnDataSource: DataSource {
    /// `nil`: this series has points.
    func columns(forSeriesAt index: Int, in chart: Chart) -> SeriesColumns?
}

extension ColumnDataSource {
    public func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int {
        columns(forSeriesAt: index, in: chart)?.count ?? 0
    }

    /// A row of the columns. Its keyed values are available for both axes and for no axis.
    public func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
        guard let columns = columns(forSeriesAt: index, in: chart), (0..<columns.count).contains(pointIndex) else {
            return DataPoint(xValue: nil, yValue: nil)
        }
        return ChartPoint(
            row: pointIndex, of: columns, keys: (columns.keys, columns.keys, columns.keys), dataPointIndex: pointIndex,
            seriesIndex: index)
    }
}

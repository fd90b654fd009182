/// Hands a chart its series and their data. The chart does not keep it alive; one source may serve several charts.
///
/// Called when a chart is first planned and after `reloadData()`, in this order: `numberOfSeries`; then for each series, by ascending index,
/// `series`, `xAxis`, `yAxis`, and one of
/// - `columns`: whole columns, shared and not copied: the fast way;
/// - `dataPoints`: the points in one array;
/// - `numberOfDataPoints`, then `dataPoint` for each index, ascending.
public protocol DataSource: AnyObject {
    func numberOfSeries(in chart: Chart) -> Int
    /// A new series or one used before.
    func series(at index: Int, in chart: Chart) -> Series
    func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int
    func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData
    /// nil = ask point by point.
    func dataPoints(forSeriesAt index: Int, in chart: Chart) -> [any ChartData]?
    /// nil = there are points, no columns.
    func columns(forSeriesAt index: Int, in chart: Chart) -> SeriesColumns?
    /// An axis of the chart; nil = its primary one.
    func xAxis(forSeriesAt index: Int, in chart: Chart) -> Axis?
    func yAxis(forSeriesAt index: Int, in chart: Chart) -> Axis?
    /// Exactly these major ticks, and no minor ones, in axis units; nil = calculated ones. Asked in each layout pass.
    func majorTickValues(for axis: Axis, in chart: Chart) -> [Double]?
}

extension DataSource {
    public func dataPoints(forSeriesAt index: Int, in chart: Chart) -> [any ChartData]? { nil }
    public func columns(forSeriesAt index: Int, in chart: Chart) -> SeriesColumns? { nil }
    public func xAxis(forSeriesAt index: Int, in chart: Chart) -> Axis? { nil }
    public func yAxis(forSeriesAt index: Int, in chart: Chart) -> Axis? { nil }
    public func majorTickValues(for axis: Axis, in chart: Chart) -> [Double]? { nil }
}

public import VitrailColumns

/// A data source filled with arrays. The chart does not retain it, nor any other data source.
public final class SimpleDataSource: ColumnDataSource {
    private enum Data {
        case points([any ChartData])
        case numbers(Column)
        case columns(SeriesColumns)
    }

    private var entries: [(series: Series, data: Data)] = []
    /// Warnings about series that were not added. A chart that loads from this source adds them to its own.
    public private(set) var warnings: [ChartWarning] = []

    public init() {}

    /// Adds a series with its points. Its index is the number of series added before.
    ///
    /// - Returns: `false`, with a warning, if the series or the points are `nil`; nothing is added then.
    @discardableResult
    public func addSeries(_ series: Series?, _ points: [any ChartData]?) -> Bool {
        add(series, points.map { .points($0) })
    }

    /// Adds a series with one number per point. The numbers are y values plotted against their index, or x values for a
    /// vertical series.
    @discardableResult
    @_disfavoredOverload
    public func addSeries(_ series: Series?, _ numbers: [Double]?) -> Bool {
        add(series, numbers.map { .numbers(Column($0)) })
    }

    /// Adds a series with whole columns, which are shared, not copied.
    @discardableResult
    public func addSeries(_ series: Series?, columns: SeriesColumns?) -> Bool {
        add(series, columns.map { .columns($0) })
    }

    private func add(_ series: Series?, _ data: Data?) -> Bool {
        guard let series, let data else {
            warnings.append(
                .ignored(
                    path: "SimpleDataSource.addSeries",
                    reason: series == nil ? "there is no series" : "there are no data"))
            return false
        }
        entries.append((series, data))
        return true
    }

    // MARK: Data source

    public func numberOfSeries(in chart: Chart) -> Int { entries.count }
    public func series(at index: Int, in chart: Chart) -> Series { entries[index].series }

    public func columns(forSeriesAt index: Int, in chart: Chart) -> SeriesColumns? {
        switch entries[index].data {
        case .points: nil
        case .columns(let columns): columns
        case .numbers(let numbers):
            (entries[index].series as? CartesianSeries)?.orientation == .vertical
                ? SeriesColumns(x: numbers) : SeriesColumns(y: numbers)
        }
    }

    public func dataPoints(forSeriesAt index: Int, in chart: Chart) -> [any ChartData]? {
        guard case .points(let points) = entries[index].data else { return nil }
        return points
    }

    public func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int {
        if case .points(let points) = entries[index].data {
            points.count
        } else {
            columns(forSeriesAt: index, in: chart)?.count ?? 0
        }
    }

    public func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
        switch entries[index].data {
        case .points(let points) where points.indices.contains(pointIndex): points[pointIndex]
        case .numbers(let numbers) where (0..<numbers.count).contains(pointIndex):
            columns(forSeriesAt: index, in: chart)?.x == nil
                ? DataPoint(xValue: .number(Double(pointIndex)), yValue: numbers.value(at: pointIndex))
                : DataPoint(xValue: numbers.value(at: pointIndex), yValue: .number(Double(pointIndex)))
        default: DataPoint(xValue: nil, yValue: nil)
        }
    }
}

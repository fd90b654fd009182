import VitrailColumns

/// Queries a data source for series, their axes and their points: steps L2 to L6 of a load. Calls are in the specified
/// order, and none is made twice.
struct SeriesQuery<Sink: QuerySink> {
    /// Kept alive during the query, because a host may release it in a callback.
    let source: any DataSource
    private(set) var sink: Sink
    private let columnSource: (any ColumnDataSource)?
    private let symbolSource: (any PointSymbolSource)?

    init(source: any DataSource, sink: Sink) {
        self.source = source
        self.sink = sink
        columnSource = source as? any ColumnDataSource
        symbolSource = source as? any PointSymbolSource
    }

    /// Passes the series that the chart can show to the sink, with their data. Ends early if the sink has no chart any
    /// more.
    mutating func run() throws(ChartError) {
        guard let said = asked({ source.numberOfSeries(in: $0) }) else { return }
        let count = try checked(said, "numberOfSeries", limit: DataLimits.series)
        for index in 0..<count { try ask(forSeriesAt: index) }
        if let simple = source as? SimpleDataSource { for warning in simple.warnings { sink.warn(warning) } }
    }

    private mutating func ask(forSeriesAt index: Int) throws(ChartError) {
        guard let series = asked({ source.series(at: index, in: $0) }), sink.admit(series, at: index) else { return }
        let axes = asked { (source.xAxis(forSeriesAt: index, in: $0), source.yAxis(forSeriesAt: index, in: $0)) }
        guard let axes else { return }
        sink.take(xAxis: axes.0, yAxis: axes.1, of: series)
        try askData(of: series, at: index)
        try askSymbols(of: series, at: index)
    }

    /// The answer of a call. nil: it is not wanted any more. The chart is retained for one call only.
    private func asked<Answer>(_ call: (Chart) -> Answer) -> Answer? { sink.chart.map(call) }

    // MARK: Data

    private mutating func askData(of series: Series, at index: Int) throws(ChartError) {
        if let columnSource {
            guard let columns = asked({ columnSource.columns(forSeriesAt: index, in: $0) }) else { return }
            if let columns { return sink.take(.columns(columns), of: series) }
        }
        let path = "series[\(index)]"
        guard let count = asked({ source.numberOfDataPoints(forSeriesAt: index, in: $0) }) else { return }
        let said = try checked(count, "\(path).numberOfDataPoints", limit: DataLimits.points)
        guard let points = asked({ source.dataPoints(forSeriesAt: index, in: $0) }) else { return }
        if let points, points.count != said { sink.warn(.countMismatch(path: path, said: said, given: points.count)) }
        try gather(series, at: index, points, count: points?.count ?? said)
    }

    /// - Parameter points: all points. nil: the source is queried for each point.
    private mutating func gather(
        _ series: Series, at index: Int, _ points: [any ChartData]?, count: Int
    ) throws(ChartError) {
        let shape = sink.shape(of: series)
        let axes = shape.kind == .slices ? nil : try sink.axes(of: series)
        var gatherer = PointGatherer(shape.fields.map { ($0, series.columnKind(of: $0, on: axes)) }, count: count)
        var selected: [Int] = []
        for part in parts(of: count) {
            let isWanted: Void? = asked { chart in
                // The closure captures `source` itself, so that it is not retained for each point.
                gatherer.read(part) { [source] k in
                    let point = points?[k] ?? source.dataPoint(at: k, forSeriesAt: index, in: chart)
                    if point.selected { selected.append(k) }
                    return point
                }
            }
            guard isWanted != nil else { return }
        }
        let gathered = gatherer.finish()
        sink.take(.points(gathered, count: count, selected: selected), of: series)
        for skip in gathered.skips { sink.warn(skip.warning(at: "series[\(index)]")) }
    }

    private mutating func askSymbols(of series: Series, at index: Int) throws(ChartError) {
        let shape = sink.shape(of: series)
        guard shape.kind != .slices else { return }
        var overrides = PointOverrides()
        if let symbolSource, shape.hasPointSymbols {
            for part in parts(of: sink.numberOfDataPoints(of: series)) {
                guard asked({ overrides.ask(symbolSource, for: part, ofSeriesAt: index, in: $0) }) != nil else {
                    return
                }
            }
        }
        sink.take(overrides, of: series)
    }

    /// The range 0 ..< `count` in parts. The query can be ended between parts.
    private func parts(of count: Int) -> some Sequence<Range<Int>> {
        let step = sink.stride
        return stride(from: 0, to: count, by: step).lazy.map { $0..<$0 + min(step, count - $0) }
    }

    /// A count from a host, at least 0. Throws an error if it exceeds `limit`.
    private mutating func checked(_ count: Int, _ path: String, limit: Int) throws(ChartError) -> Int {
        guard count <= limit else { throw .tooMany(path: path, found: count, limit: limit) }
        if count < 0 { sink.warn(.negativeCount(path: path, count: count)) }
        return max(0, count)
    }
}

/// Receives the answers of a query: passes them to chart and series, or records them.
protocol QuerySink {
    /// The chart that the source is queried for. nil: the answers are not wanted any more.
    var chart: Chart? { get }
    /// Number of points that are queried between two checks of `chart`.
    var stride: Int { get }
    /// Whether the chart can show a series. If not, the series is not queried.
    mutating func admit(_ series: Series, at index: Int) -> Bool
    /// The shape of a series. This and the following members concern the series that was admitted last.
    func shape(of series: Series) -> SeriesShape
    mutating func take(xAxis: Axis?, yAxis: Axis?, of series: Series)
    /// The axes of the series. Their kinds decide which values of its points are read.
    func axes(of series: Series) throws(ChartError) -> (x: Axis, y: Axis)
    mutating func take(_ data: ReadData, of series: Series)
    func numberOfDataPoints(of series: Series) -> Int
    mutating func take(_ overrides: PointOverrides, of series: Series)
    mutating func warn(_ warning: ChartWarning)
}

/// The properties of a series that affect its query.
struct SeriesShape {
    let series: Series
    let kind: ChartKind?
    let fields: [PointField]
    let hasPointSymbols: Bool
    /// The axes of the series. nil: the chart's primary ones.
    let xAxis: Axis?
    let yAxis: Axis?

    init(_ series: Series) {
        self.series = series
        kind = series.chartKind
        fields = series.pointFields
        let cartesian = series as? CartesianSeries
        hasPointSymbols = cartesian?.hasPointSymbols ?? false
        (xAxis, yAxis) = (cartesian?.xAxis, cartesian?.yAxis)
    }
}

/// The data of a series as provided by its source.
enum ReadData {
    case columns(SeriesColumns)
    /// - Parameters:
    ///   - count: number of points received, including skipped ones.
    ///   - selected: indexes of points received as selected.
    case points(GatheredPoints, count: Int, selected: [Int])

    var count: Int {
        switch self {
        case .columns(let columns): columns.count
        case .points(_, let count, _): count
        }
    }
}

extension Series {
    func take(_ data: ReadData) {
        switch data {
        case .columns(let columns):
            ownColumns = columns
            isGathered = false
        case .points(let gathered, _, let selected):
            take(gathered)
            isGathered = true
            (self as? PieSeries)?.take(selectedPoints: selected)
            (self as? CartesianSeries)?.take(selectedPoints: selected)
        }
        numberOfDataPoints = data.count
    }
}

/// Passes answers directly to chart and series, when the chart itself runs the query.
struct ChartSink: QuerySink {
    private let target: Chart
    private(set) var admission = SeriesAdmission()

    init(_ chart: Chart) { target = chart }

    var chart: Chart? { target }
    var stride: Int { .max }

    mutating func admit(_ series: Series, at index: Int) -> Bool {
        guard admission.admit(series, at: index, to: target) else { return false }
        if let kind = series.chartKind { target.completeAxes(for: kind) }
        return true
    }

    func shape(of series: Series) -> SeriesShape { SeriesShape(series) }

    func take(xAxis: Axis?, yAxis: Axis?, of series: Series) {
        guard let series = series as? CartesianSeries else { return }
        (series.sourceXAxis, series.sourceYAxis) = (xAxis, yAxis)
    }

    func axes(of series: Series) throws(ChartError) -> (x: Axis, y: Axis) {
        guard let series = series as? CartesianSeries else { throw .foreignAxis(path: series.jsonPath) }
        return (try target.axis(series, .x), try target.axis(series, .y))
    }

    func take(_ data: ReadData, of series: Series) { series.take(data) }
    func numberOfDataPoints(of series: Series) -> Int { series.numberOfDataPoints }
    func take(_ overrides: PointOverrides, of series: Series) {
        (series as? CartesianSeries)?.pointOverrides = overrides
    }
    func warn(_ warning: ChartWarning) { target.warn(warning) }
}

/// Max numbers for a data source that provides values one by one. Columns are limited only by memory.
public enum DataLimits {
    public static let series = 100_000
    /// Points per series; 1.6 GB as columns.
    public static let points = 100_000_000
}

extension GatheredPoints.Skip {
    func warning(at path: String) -> ChartWarning {
        switch reason {
        case .missing(let key): .missingKey(path: path, key: key, points: count, first: first)
        case .misfit(let field, let found, let wanted):
            .wrongValues(path: "\(path).\(field.name)", found: found, wanted: wanted, points: count, first: first)
        }
    }
}

/// Asks a data source for series, their axes and their points: steps L2 to L6 of a load, each call in its place, none twice.
struct SeriesQuery {
    let chart: Chart
    /// Held while it is asked: a host may let go of it in a callback.
    let source: any DataSource
    private let columnSource: (any ColumnDataSource)?
    private let symbolSource: (any PointSymbolSource)?

    init(chart: Chart, source: any DataSource) {
        self.chart = chart
        self.source = source
        columnSource = source as? any ColumnDataSource
        symbolSource = source as? any PointSymbolSource
    }

    /// Admits the series that the chart can show, and gives them their columns.
    func run(_ admission: inout SeriesAdmission) throws(ChartError) {
        let count = try checked(source.numberOfSeries(in: chart), "numberOfSeries", limit: DataLimits.series)
        for index in 0..<count {
            let series = source.series(at: index, in: chart)
            guard admission.admit(series, at: index) else { continue }
            try askAxes(of: series, at: index)
            try askData(of: series, at: index)
            askSymbols(of: series, at: index)
        }
        if let simple = source as? SimpleDataSource { simple.warnings.forEach(chart.warn) }
    }

    private func askAxes(of series: Series, at index: Int) throws(ChartError) {
        if let kind = series.chartKind { chart.completeAxes(for: kind) }
        let x = source.xAxis(forSeriesAt: index, in: chart)
        let y = source.yAxis(forSeriesAt: index, in: chart)
        guard let series = series as? CartesianSeries else { return }
        series.sourceXAxis = x
        series.sourceYAxis = y
    }

    private func askData(of series: Series, at index: Int) throws(ChartError) {
        if let columns = columnSource?.columns(forSeriesAt: index, in: chart) {
            series.columns = columns
            series.numberOfDataPoints = columns.count
            return
        }
        let place = "\(series.place).numberOfDataPoints"
        let said = try checked(source.numberOfDataPoints(forSeriesAt: index, in: chart), place, limit: DataLimits.points)
        if let points = source.dataPoints(forSeriesAt: index, in: chart) {
            if points.count != said { chart.warn(.countMismatch(place: series.place, said: said, given: points.count)) }
            try gather(series, count: points.count) { points[$0] }
        } else {
            try gather(series, count: said) { [source, chart] in source.dataPoint(at: $0, forSeriesAt: index, in: chart) }
        }
    }

    private func askSymbols(of series: Series, at index: Int) {
        guard let series = series as? CartesianSeries else { return }
        series.pointOverrides = PointOverrides()
        guard let symbolSource, series.hasPointSymbols else { return }
        series.pointOverrides = PointOverrides(symbolSource, count: series.numberOfDataPoints, forSeriesAt: index, in: chart)
    }

    private func gather(_ series: Series, count: Int, _ point: (Int) -> any ChartData) throws(ChartError) {
        var axes: (x: Axis, y: Axis)?
        if let series = series as? CartesianSeries { axes = (try chart.axis(series, .x), try chart.axis(series, .y)) }
        var gatherer = PointGatherer(
            series.pointFields.map { ($0, series.columnKind(of: $0, on: axes)) }, count: count)
        var selected: [Int] = []
        if series.chartKind == .slices {
            gatherer.read(count: count) { index in
                let point = point(index)
                if point.selected { selected.append(index) }
                return point
            }
        } else {
            gatherer.read(count: count, point)
        }
        let gathered = gatherer.finish()
        series.take(gathered)
        (series as? PieSeries)?.take(selectedPoints: selected)
        series.numberOfDataPoints = count
        for skip in gathered.skips { chart.warn(skip.warning(at: series.place)) }
    }

    /// A count that a host told: nothing below 0, an error when it is more than can be asked for.
    private func checked(_ count: Int, _ place: String, limit: Int) throws(ChartError) -> Int {
        guard count <= limit else { throw .tooMany(place: place, found: count, limit: limit) }
        if count < 0 { chart.warn(.negativeCount(place: place, count: count)) }
        return max(0, count)
    }
}

/// What a data source may hand over one by one. Columns have no limit but memory's.
public enum DataLimits {
    public static let series = 100_000
    /// A series; 1.6 GB as columns.
    public static let points = 100_000_000
}

extension GatheredPoints.Skip {
    fileprivate func warning(at place: String) -> ChartWarning {
        switch reason {
        case .missing(let key): .missingKey(place: place, key: key, points: count, first: first)
        case .misfit(let field, let found, let wanted):
            .wrongValues(place: "\(place).\(field.name)", found: found, wanted: wanted, points: count, first: first)
        }
    }
}

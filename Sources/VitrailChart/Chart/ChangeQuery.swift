import VitrailColumns

/// Reads announced points: steps L1 and L5 to L8 of a load, only for new points.
extension ChartLoader {
    /// - Returns: the number of samples read. nil: nothing was announced, or a new load covers it.
    func takeChanges() throws(ChartError) -> Int? {
        // Changes announced in a callback are for the next render.
        let announced = chart.announced
        chart.announced = [:]
        guard !announced.isEmpty, !chart.isSourceBusy else { return nil }
        do throws(ChartError) {
            return try take(announced)
        } catch {
            chart.reloadData()
            throw error
        }
    }

    private func take(_ announced: [Int: PointChanges]) throws(ChartError) -> Int {
        chart.delegate?.willStartLoadingData(chart)
        var query = ChangeQuery(chart)
        var rows: [(series: CartesianSeries, rows: RowChanges?)] = []
        for series in chart.cartesian {
            guard let changes = announced[series.index] else { continue }
            rows.append((series, try query.take(changes, of: series)))
        }
        if chart.allAxes.contains(where: { $0.isCategory }) {
            // Items are numbered by their first appearance in all series.
            try map(showsDefaultRanges: chart.autoCalculateAxisRanges)
        } else {
            for (series, rows) in rows { series.loaded = try loaded(series, after: rows) }
            try settleRanges(showsDefaultRanges: chart.autoCalculateAxisRanges)
        }
        chart.crosshair.followReload()
        chart.delegate?.didFinishLoadingData(chart)
        return rows.reduce(0) { $0 + ($1.rows?.appended ?? $1.series.loaded?.count ?? 0) }
    }
}

/// Queries the new points of a series and adds them to its columns.
private struct ChangeQuery {
    let chart: Chart
    /// Kept alive during the query, because a host may release it in a callback.
    private let source: (any DataSource)?

    init(_ chart: Chart) {
        self.chart = chart
        source = chart.dataSource
    }

    /// - Returns: the changes of the series' rows. nil: the columns were replaced.
    mutating func take(_ changes: PointChanges, of series: CartesianSeries) throws(ChartError) -> RowChanges? {
        let count = series.numberOfDataPoints - changes.removed + changes.appended
        series.follow(pointsRemoved: changes.removed, crosshair: chart.crosshair, isReload: false)
        let columns: SeriesColumns?
        if let source {
            columns = (source as? any ColumnDataSource)?.columns(forSeriesAt: series.index, in: chart)
        } else {
            columns = series.columns
        }
        guard let columns else {
            return try gather(changes.appended, after: changes.removed, series)
        }
        let isSame = !series.isGathered && columns.count == count
        if columns.count != count {
            chart.warn(.countMismatch(path: series.jsonPath, said: count, given: columns.count))
        }
        let first = max(columns.count - changes.appended, 0)
        series.take(.columns(columns))
        askSymbols(first..<columns.count, series)
        return isSame ? RowChanges(removed: changes.removed, appended: changes.appended) : nil
    }

    // MARK: Points

    private func gather(_ appended: Int, after removed: Int, _ series: CartesianSeries) throws(ChartError) -> RowChanges
    {
        var rows = RowChanges(removed: series.removeFirstPoints(removed))
        guard appended > 0, let source else { return rows }
        let said = source.numberOfDataPoints(forSeriesAt: series.index, in: chart)
        let points = source.dataPoints(forSeriesAt: series.index, in: chart)
        if let points, points.count != said {
            chart.warn(.countMismatch(path: series.jsonPath, said: said, given: points.count))
        }
        let first = series.numberOfDataPoints
        let found = min(max((points?.count ?? said) - first, 0), appended)
        guard first + found <= DataLimits.points else {
            throw .tooMany(
                path: "\(series.jsonPath).numberOfDataPoints", found: first + found, limit: DataLimits.points)
        }
        if found < appended {
            chart.warn(.tooFewPoints(path: "\(series.jsonPath).appendNumberOfDataPoints", said: appended, found: found))
        }
        let axes = (x: try chart.axis(series, .x), y: try chart.axis(series, .y))
        let kinds = series.pointFields.map { ($0, series.columns[$0]?.kind ?? series.columnKind(of: $0, on: axes)) }
        var gatherer = PointGatherer(kinds, count: found, from: first)
        gatherer.read(first..<first + found) { [chart] k in
            let point = points?[k] ?? source.dataPoint(at: k, forSeriesAt: series.index, in: chart)
            if point.selected { series.selectedPoints.insert(k) }
            return point
        }
        let gathered = gatherer.finish()
        rows.appended = series.append(gathered, count: found)
        for skip in gathered.skips { chart.warn(skip.warning(at: series.jsonPath)) }
        askSymbols(first..<first + found, series)
        return rows
    }

    private func askSymbols(_ points: Range<Int>, _ series: CartesianSeries) {
        guard series.hasPointSymbols, let symbols = source as? any PointSymbolSource else { return }
        series.pointOverrides.ask(symbols, for: points, ofSeriesAt: series.index, in: chart)
    }
}

extension CartesianSeries {
    /// The first points are removed: state that refers to other points by index moves with them.
    ///
    /// - Parameter isReload: whether the source has been queried for all point styles again.
    func follow(pointsRemoved number: Int, crosshair: Crosshair, isReload: Bool) {
        guard number > 0 else { return }
        if !isReload { pointOverrides.removeFirst(number) }
        selectedPoints = Set(selectedPoints.lazy.filter { $0 >= number }.map { $0 - number })
        if crosshair.trackingSeries === self { crosshair.follow(pointsRemoved: number) }
    }

    /// Removes the first points from the gathered columns.
    ///
    /// - Returns: the number of removed rows.
    fileprivate func removeFirstPoints(_ number: Int) -> Int {
        guard number > 0 else { return 0 }
        let gone = rows.map { rows in rows.prefix { $0 < number }.count } ?? min(number, columns.count)
        let kept = rows?.dropFirst(gone).map { $0 - number }
        ownColumns.removeFirst(gone)
        rows = kept
        numberOfDataPoints -= number
        return gone
    }

    /// Appends gathered points after the last one.
    ///
    /// - Returns: the number of appended rows.
    fileprivate func append(_ points: GatheredPoints, count: Int) -> Int {
        let before = columns.count
        let first = numberOfDataPoints
        var all: [Int]?
        if rows != nil || points.rows != nil {
            all = (rows ?? Array(0..<before)) + (points.rows ?? Array(first..<first + count))
        }
        ownColumns.append(points.columns)
        rows = all
        numberOfDataPoints = first + count
        return columns.count - before
    }
}

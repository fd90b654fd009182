import VitrailColumns

extension Series {
    /// Adds points at the end of the columns. The next picture of a chart without a data source shows them and reads
    /// only the new points.
    ///
    /// - Parameter points: the same columns as the series has, all of one length, with categories for category columns.
    ///   A series without columns gets these columns.
    /// - Throws: `missingColumn`, `columnLengths`, `wrongColumn`, `tooMany`; nothing changes in that case.
    /// - Complexity: O(new points) amortised; the first call and, with growing intervals, later calls copy all points.
    public func append(_ points: SeriesColumns) throws(ChartError) {
        guard ownsColumns("append") else { return }
        guard !columns.named.isEmpty else {
            columns = points
            chart?.reloadData()
            return
        }
        try check(points)
        let count = points.count
        ownColumns.append(points)
        chart?.announce(self, appended: count)
    }

    /// Adds one point. If the series has no independent column, pass the dependent value only; the series numbers its
    /// points.
    public func append(x: Double? = nil, y: Double? = nil) throws(ChartError) {
        try append(SeriesColumns(x: x.map { Column([$0]) }, y: y.map { Column([$0]) }))
    }

    /// Removes the first points from the columns and from the next picture of a chart without a data source. If
    /// `number` is larger than the number of points, all points are removed, with a warning.
    public func removeFirst(_ number: Int = 1) {
        guard ownsColumns("removeFirst") else { return }
        let present = columns.count
        let gone = min(max(number, 0), present)
        if gone < number { chart?.warn(.tooFewPoints(path: "\(jsonPath).removeFirst", said: number, found: present)) }
        guard gone > 0 else { return }
        ownColumns.removeFirst(gone)
        chart?.announce(self, removed: gone)
    }

    /// Replaces the columns with columns whose first rows are gone, and which have new rows at the end. All other rows are
    /// the same. The next picture reads only the new ones.
    ///
    /// - Parameter columns: may share their memory with columns of other charts.
    package func replace(_ columns: SeriesColumns, removed: Int, appended: Int) {
        guard ownsColumns("replace"), removed > 0 || appended > 0 else { return }
        ownColumns = columns
        chart?.announce(self, removed: removed, appended: appended)
    }

    /// Whether the host may change the columns. Warns if the chart has a data source.
    private func ownsColumns(_ call: String) -> Bool {
        guard let chart, chart.dataSource != nil else { return true }
        chart.warn(.ignored(path: "\(jsonPath).\(call)", reason: "the chart's data source has the points"))
        return false
    }

    /// Checks that rows can be added to the columns.
    private func check(_ points: SeriesColumns) throws(ChartError) {
        let (own, new) = (columns.named, points.named)
        for (name, _) in own where !new.contains(where: { $0.name == name }) {
            throw .missingColumn(path: "\(jsonPath).append.\(name)")
        }
        for (name, column) in new {
            guard let known = own.first(where: { $0.name == name })?.column else {
                throw .wrongColumn(path: "\(jsonPath).append.\(name)", found: column.kind.plural, wanted: "nothing")
            }
            guard (known.kind == .category) == (column.kind == .category) else {
                throw .wrongColumn(
                    path: "\(jsonPath).append.\(name)", found: column.kind.plural, wanted: known.kind.plural)
            }
            guard column.count == new[0].column.count else {
                throw .columnLengths(
                    path: "\(jsonPath).append", first: new[0].name, new[0].column.count, second: name, column.count)
            }
            guard column.count <= Column.maxCount - known.count else {
                throw .tooMany(
                    path: "\(jsonPath).append.\(name)", found: known.count + column.count, limit: Column.maxCount)
            }
        }
    }
}

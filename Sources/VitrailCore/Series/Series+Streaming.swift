extension Series {
    /// Adds points at the end of the columns, and shows them in the next picture of a chart without a data source: only they are read.
    ///
    /// - Parameter points: the same columns as the series has, of one length, categories where it has categories. A series that has none gets these.
    /// - Throws: `missingColumn`, `columnLengths`, `wrongColumn`, `tooMany`; then nothing changes.
    /// - Complexity: O(new points), but for a copy of all of them the first time and, ever more seldom, as they grow.
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

    /// Adds one point; a series without an independent column counts its points and gets the dependent value alone.
    public func append(x: Double? = nil, y: Double? = nil) throws(ChartError) {
        try append(SeriesColumns(x: x.map { Column([$0]) }, y: y.map { Column([$0]) }))
    }

    /// Takes the first points away, from the columns and from the next picture of a chart without a data source. Of more than there are, those that
    /// there are.
    public func removeFirst(_ number: Int = 1) {
        guard ownsColumns("removeFirst") else { return }
        let present = columns.count
        let gone = min(max(number, 0), present)
        if gone < number { chart?.warn(.tooFewPoints(place: "\(place).removeFirst", said: number, found: present)) }
        guard gone > 0 else { return }
        ownColumns.removeFirst(gone)
        chart?.announce(self, removed: gone)
    }

    /// Whether the columns are the host's to change.
    private func ownsColumns(_ call: String) -> Bool {
        guard let chart, chart.dataSource != nil else { return true }
        chart.warn(.ignored(place: "\(place).\(call)", reason: "the chart's data source has the points"))
        return false
    }

    /// Whether rows can be put behind those there are.
    private func check(_ points: SeriesColumns) throws(ChartError) {
        let (own, new) = (columns.named, points.named)
        for (name, _) in own where !new.contains(where: { $0.name == name }) { throw .missingColumn(place: "\(place).append.\(name)") }
        for (name, column) in new {
            guard let known = own.first(where: { $0.name == name })?.column else {
                throw .wrongColumn(place: "\(place).append.\(name)", found: column.kind.plural, wanted: "nothing")
            }
            guard (known.kind == .category) == (column.kind == .category) else {
                throw .wrongColumn(place: "\(place).append.\(name)", found: column.kind.plural, wanted: known.kind.plural)
            }
            guard column.count == new[0].column.count else {
                throw .columnLengths(place: "\(place).append", first: new[0].name, new[0].column.count, second: name, column.count)
            }
            guard column.count <= Column.maxCount - known.count else {
                throw .tooMany(place: "\(place).append.\(name)", found: known.count + column.count, limit: Column.maxCount)
            }
        }
    }
}

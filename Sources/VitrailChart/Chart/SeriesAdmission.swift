/// Decides which series of a sequence a chart can show. The first one decides the chart's kind.
struct SeriesAdmission {
    private(set) var series: [Series] = []
    private var known: Set<ObjectIdentifier> = []

    /// The kind of the admitted series. nil: none has been admitted yet.
    private(set) var kind: ChartKind?

    /// Admits a series, without changing it.
    ///
    /// - Returns: the reason why it is left out. nil: it is admitted.
    mutating func count(_ candidate: Series, at index: Int) -> ChartWarning? {
        let path = "series[\(index)]"
        guard known.insert(ObjectIdentifier(candidate)).inserted else { return .repeatedSeries(path: path) }
        guard let kind = candidate.chartKind, kind == self.kind ?? kind else { return .seriesOfAnotherKind(path: path) }
        self.kind = kind
        series.append(candidate)
        return nil
    }

    /// Adds a series to a chart at its index, or leaves it out with a warning.
    mutating func admit(_ candidate: Series, at index: Int, to chart: Chart) -> Bool {
        if let other = candidate.chart, other !== chart, !known.contains(ObjectIdentifier(candidate)) {
            known.insert(ObjectIdentifier(candidate))
            chart.warn(.seriesOfAnotherChart(path: "series[\(index)]"))
            return false
        }
        if let warning = count(candidate, at: index) {
            chart.warn(warning)
            return false
        }
        candidate.index = index
        candidate.chart = chart
        candidate.isTaken = true
        return true
    }
}

/// Which of the series that come one after another a chart can show. The first one decides the chart's kind.
struct SeriesAdmission {
    private(set) var series: [Series] = []
    private var known: Set<ObjectIdentifier> = []

    /// Of what was admitted so far; nil before the first.
    private(set) var kind: ChartKind?

    /// Counts a series in, without touching it.
    ///
    /// - Returns: why it is left out; nil = it is not.
    mutating func count(_ candidate: Series, at index: Int) -> ChartWarning? {
        let place = "series[\(index)]"
        guard known.insert(ObjectIdentifier(candidate)).inserted else { return .repeatedSeries(place: place) }
        guard let kind = candidate.chartKind, kind == self.kind ?? kind else { return .seriesOfAnotherKind(place: place) }
        self.kind = kind
        series.append(candidate)
        return nil
    }

    /// Takes a series into a chart at its index, or leaves it out with a warning.
    mutating func admit(_ candidate: Series, at index: Int, to chart: Chart) -> Bool {
        if let other = candidate.chart, other !== chart, !known.contains(ObjectIdentifier(candidate)) {
            known.insert(ObjectIdentifier(candidate))
            chart.warn(.seriesOfAnotherChart(place: "series[\(index)]"))
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

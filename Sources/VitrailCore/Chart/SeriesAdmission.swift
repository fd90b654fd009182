/// Which of the series that come one after another a chart can show. The first one decides the chart's kind.
struct SeriesAdmission {
    let chart: Chart
    private(set) var series: [Series] = []
    private var known: Set<ObjectIdentifier> = []

    init(chart: Chart) { self.chart = chart }

    var kind: ChartKind? { series.first?.chartKind }

    /// Takes a series at its index, or leaves it out with a warning.
    mutating func admit(_ candidate: Series, at index: Int) -> Bool {
        let place = "series[\(index)]"
        guard known.insert(ObjectIdentifier(candidate)).inserted else { return refuse(.repeatedSeries(place: place)) }
        if let other = candidate.chart, other !== chart { return refuse(.seriesOfAnotherChart(place: place)) }
        guard let kind = candidate.chartKind, kind == self.kind ?? kind else { return refuse(.seriesOfAnotherKind(place: place)) }
        candidate.index = index
        candidate.chart = chart
        candidate.isTaken = true
        series.append(candidate)
        return true
    }

    private func refuse(_ warning: ChartWarning) -> Bool {
        chart.warn(warning)
        return false
    }
}

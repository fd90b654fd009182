import Vitrail

/// The selection that linked charts share: series of the same title are selected together, and so are their points.
struct SharedSelection {
    private var known: [[Selection]]

    private struct Selection: Equatable {
        var isWhole: Bool
        var points: Set<Int>

        init(_ series: CartesianSeries) { (isWhole, points) = (series.selected, series.selectedPoints) }
    }

    init(_ charts: [Chart]) { known = charts.map { Self.selections(of: $0) } }

    private static func selections(of chart: Chart) -> [Selection] { chart.cartesianSeries.map(Selection.init) }

    mutating func share(_ charts: [Chart]) {
        for (source, chart) in charts.enumerated() {
            // A chart whose series have changed has nothing to compare.
            let (now, before) = (chart.cartesianSeries, known[source])
            guard now.count == before.count else { continue }
            for (series, old) in zip(now, before) where Selection(series) != old && !series.title.isEmpty {
                for (index, other) in charts.enumerated() where index != source {
                    for twin in other.cartesianSeries where twin.title == series.title {
                        twin.selected = series.selected
                        // Points are the same where the samples are.
                        if twin.numberOfDataPoints == series.numberOfDataPoints {
                            twin.selectedPoints = series.selectedPoints
                        }
                        other.redrawChart()
                    }
                }
            }
        }
        known = charts.map { Self.selections(of: $0) }
    }
}

extension Chart {
    fileprivate var cartesianSeries: [CartesianSeries] { series.compactMap { $0 as? CartesianSeries } }
}

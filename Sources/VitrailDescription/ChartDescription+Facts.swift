import Foundation
import VitrailChart
import VitrailColumns

extension ChartDescription {
    /// Shows facts about the data on axes: a time zone that differs from the axis', and percent signs.
    func note(factsOf loaded: LoadedDescription, on chart: Chart) {
        var percents: [ObjectIdentifier: (axis: Axis, all: Bool)] = [:]
        for entry in loaded.series {
            let description = series[entry.description]
            guard description.kind.isCartesian else { continue }
            for role in entry.data.roles {
                guard let facts = entry.data.facts[role], let column = entry.data[role],
                    let axis = shownAxis(role, of: description, chart)
                else { continue }
                if let calendar = axis.dateCalendar, let offsets = facts.offsets,
                    Self.isElsewhere(offsets, calendar.timeZone, column)
                {
                    axis.nameTimeZone(true)
                }
                if column.kind == .number {
                    let all = percents[ObjectIdentifier(axis)]?.all ?? true
                    percents[ObjectIdentifier(axis)] = (axis, all && facts.isPercent)
                }
            }
        }
        for (axis, all) in percents.values where all && axis.title.isEmpty && axis.labelFormatString == nil {
            axis.title = "%"
        }
    }

    private func shownAxis(_ role: SeriesRole, of series: SeriesDescription, _ chart: Chart) -> Axis? {
        guard role.isOnAxis else { return nil }
        let isOnX = isOnX(role, of: series)
        let (id, descriptions, axes) =
            isOnX ? (series.xAxis, xAxes, chart.allXAxes) : (series.yAxis, yAxes, chart.allYAxes)
        guard let id, let index = descriptions.firstIndex(where: { $0.id == id }) else { return axes.first }
        return axes[index]
    }

    /// Whether times have offsets that a time zone does not have at the ends of the column's range.
    private static func isElsewhere(_ offsets: ClosedRange<Int>, _ timeZone: TimeZone, _ column: Column) -> Bool {
        guard let range = column.range else { return false }
        let own = [range.minimum, range.maximum].map {
            timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: $0 + Double(column.origin)))
        }
        return offsets.lowerBound < own.reduce(own[0], min) || offsets.upperBound > own.reduce(own[0], max)
    }
}

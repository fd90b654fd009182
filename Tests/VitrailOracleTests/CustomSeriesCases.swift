import Testing
import VitrailChart
import VitrailConformance

@testable import CustomSeries

/// The library's kinds of series, plus the kinds of the custom series example.
extension SeriesCase: CustomTestStringConvertible {
    public var testDescription: String { description }

    static func all(scales: [Double]) -> [SeriesCase] {
        builtIn(scales: scales)
            + customKinds.flatMap { kind in
                scales.map { SeriesCase(kind: .custom, orientation: .horizontal, scale: $0, custom: kind) }
            }
    }

    /// Whether its samples can be removed one by one.
    var hasSamples: Bool { custom?.hasSamples ?? true }

    private static let customKinds = [
        CustomSeriesMaker("roundedColumn") { one in
            [RoundedColumnSeries(columns: one.columns(few + [0.4]), color: blue.faded(0.7), colorBelow: red)]
        },
        CustomSeriesMaker("heatMap", isPadded: false, hasSamples: false) { _ in
            let months: [[Double?]] = (0..<4).map { month in
                (0..<(7 - month)).map { day in day == 2 && month == 1 ? nil : Double(day * 3 + month * 5) }
            }
            return [CalendarSeries(months: months, colors: CalendarSeries.scale(through: [.white, blue, red]))]
        },
        CustomSeriesMaker("boxPlot", xAxis: .category, hasSamples: false) { _ in
            [
                BoxPlotSeries(
                    names: ["a", "b", "c"],
                    groups: [[1, 2, 3, 4, 9.3], [2, 2.5, 3, 3.5], [-4, 1.2, 1.9, 2.3, 2.9, 8]])
            ]
        },
    ]
}

import Foundation
import Vitrail

/// Keeps the ticks of each axis from its last layout pass.
final class TickLog: ChartDelegate {
    private(set) var ticks: [ObjectIdentifier: [(value: Double, label: String, isMajor: Bool)]] = [:]
    var custom: [Double]?

    func chart(_ chart: Chart, majorTickValuesFor axis: Axis) -> [Double]? {
        // The first call in each pass.
        ticks[ObjectIdentifier(axis)] = []
        return axis === chart.xAxis ? custom : nil
    }

    func chart(_ chart: Chart, alter tick: TickMark, of axis: Axis) {
        ticks[ObjectIdentifier(axis), default: []].append((tick.value, tick.label, tick.isMajor))
    }

    func majors(_ axis: Axis?) -> [Double] { of(axis).filter(\.isMajor).map(\.value) }
    func minors(_ axis: Axis?) -> [Double] { of(axis).filter { !$0.isMajor }.map(\.value) }
    func labels(_ axis: Axis?) -> [String] { of(axis).filter(\.isMajor).map(\.label) }

    private func of(_ axis: Axis?) -> [(value: Double, label: String, isMajor: Bool)] {
        axis.flatMap { ticks[ObjectIdentifier($0)] } ?? []
    }
}

/// Seconds since 1970; whole days may omit midnight UTC.
func instant(_ text: String) throws -> Double {
    try Date(text.count == 10 ? text + "T00:00:00Z" : text, strategy: .iso8601).timeIntervalSince1970
}

extension Chart {
    /// A chart with one scatter series of large red dots.
    static func dots(
        x: Axis, y: Axis = NumberAxis(defaultRange: NumberRange(0, 10)), _ points: [(Double, Double)]
    ) -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        chart.xAxis = x
        chart.yAxis = y
        let columns = SeriesColumns(x: Column(points.map(\.0)), y: Column(points.map(\.1)))
        let style = PointStyle(showPoints: true, color: .pureRed, radius: 6, innerRadius: 0)
        chart.add(ScatterSeries(columns: columns, style: ScatterSeriesStyle(pointStyle: style)))
        return chart
    }
}

extension Probe {
    /// The runs of ink among the tick labels below the plot area, separated by at least `gap` empty columns.
    func labelRuns(gap: Int = 5) -> [Range<Int>] {
        let rows = plot.maxY + 8..<plot.maxY + 24
        var runs: [Range<Int>] = []
        for x in 0..<image.width where rows.contains(where: { !self[x, $0].isClose(to: self[1, 1], 40) }) {
            if let last = runs.last, x - last.upperBound < gap {
                runs[runs.count - 1] = last.lowerBound..<x + 1
            } else {
                runs.append(x..<x + 1)
            }
        }
        return runs
    }
}

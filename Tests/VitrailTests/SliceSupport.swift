import Foundation
import Vitrail

/// Pies in plain colours in a picture of 600 × 400 with the centre (300, 200).
enum Slices {
    static let colors: [Color] = [.pureRed, .pureGreen, .pureBlue, Color(0xC0C000), Color(0x00C0C0), Color(0xC000C0)]

    /// Slices without crust and labels.
    static func pie(_ values: [Double], names: [String]? = nil, style: PieSeriesStyle = PieSeriesStyle()) -> PieSeries {
        var style = style
        style.flavourColors = style.flavourColors ?? colors
        style.showCrust = style.showCrust ?? false
        style.showLabels = style.showLabels ?? false
        style.outerRadius = style.outerRadius ?? 100
        return PieSeries(columns: SeriesColumns(x: names.map { Column($0) }, y: Column(values)), style: style)
    }

    static func chart(_ pies: PieSeries...) -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        for pie in pies { chart.add(pie) }
        return chart
    }

    /// The unit vector of an angle, y down.
    static func direction(_ angle: Double) -> (x: Double, y: Double) { (-sin(angle), -cos(angle)) }
}

extension Probe {
    /// The mean position of the pixels of a colour.
    func centroid(_ color: Color) -> (x: Double, y: Double) {
        var (x, y, count) = (0.0, 0.0, 0.0)
        for row in 0..<image.height {
            for column in 0..<image.width where self[column, row].isClose(to: color, 8) {
                x += Double(column) + 0.5
                y += Double(row) + 0.5
                count += 1
            }
        }
        return (x / count, y / count)
    }
}

/// Records labels and selections, and lets a test change labels.
final class SliceRecorder: ChartDelegate {
    struct Call {
        let label: String
        let point: ChartPoint
        let slice: Int
        let series: PieSeries
    }

    private(set) var labels: [Call] = []
    private(set) var toggles: [(point: ChartPoint, series: PieSeries)] = []
    private let change: (SliceLabel, Int, PieSeries) -> Void

    init(_ change: @escaping (SliceLabel, Int, PieSeries) -> Void = { _, _, _ in }) { self.change = change }

    func chart(_ chart: Chart, alter label: SliceLabel, of point: ChartPoint, slice: Int, in series: PieSeries) {
        labels.append(Call(label: label.text, point: point, slice: slice, series: series))
        change(label, slice, series)
    }

    func chart(
        _ chart: Chart, toggledSelectionForRadialPoint point: ChartPoint, of series: PieSeries,
        at pixel: (x: Double, y: Double)?
    ) {
        toggles.append((point, series))
    }
}

import Vitrail

/// Shows each touch of the plot area as a disc on an overlay of the chart, so that a viewer of an animation sees the
/// touches.
final class Finger {
    /// Points of the chart; empty: no touch.
    var positions: [(x: Double, y: Double)] = []
    /// Points.
    static let radius = 14.0
    static let color = Color(0x1F2937, alpha: 0.25)

    init(on chart: Chart) {
        chart.overlays.append { [weak self] context in
            for position in self?.positions ?? [] {
                context.disc(x: position.x, y: position.y, radius: Self.radius, Self.color)
            }
        }
    }
}

extension Chart {
    /// Position of values of the primary axes, in points of the chart; `nil` before the first picture.
    func position(x: Double, y: Double) -> (x: Double, y: Double)? {
        guard let plot = plotAreaFrame, let px = xAxis?.pixelValue(forDataValue: x),
            let py = yAxis?.pixelValue(forDataValue: y)
        else { return nil }
        return (plot.x + px, plot.y + py)
    }
}

import Foundation
import Vitrail

/// A finger that stays on the plot area after a long press, and moves to the left end of y = x ^ 3 and back.
///
/// The finger moves along a horizontal line. The crosshair stays on the series where the press began, even if another
/// is nearer to the finger.
struct CrosshairWalk {
    let chart: Chart
    static let frameCount = 60
    /// Seconds.
    static let delay = 1.0 / 20
    /// Index of the series.
    static let seriesIndex = 2

    /// The finger's value on the x-axis in a frame: 1.9 … 0.1 … 1.9, so that the animation loops smoothly.
    static func x(_ frame: Int) -> Double { 1 + 0.9 * cos(2 * .pi * Double(frame) / Double(frameCount)) }

    /// Moves the finger. The chart must have been rendered before.
    func step(_ frame: Int) {
        guard let plot = chart.plotAreaFrame, let x = chart.xAxis?.pixelValue(forDataValue: Self.x(frame)),
            let y = chart.yAxis?.pixelValue(forDataValue: pow(Self.x(0), Double(Self.seriesIndex + 1)))
        else { return }
        chart.longPress(frame == 0 ? .began : .moved, x: plot.x + x, y: plot.y + y)
    }
}

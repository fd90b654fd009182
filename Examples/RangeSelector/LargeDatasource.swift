import Foundation
import Vitrail

/// One temperature per second for three years and two months, 10⁸ samples: a column shared by both charts.
///
/// The values are synthetic: a yearly and a daily wave, weather, and noise from a fixed seed, so that they are the same
/// on every machine.
final class LargeDatasource: ColumnDataSource, DatasourceLookup {
    let title: String
    let xRange: NumberRange
    private let temperatures: Column

    /// - Parameter count: samples, at least 2; 10⁸ take 400 MB.
    init(count: Int = 100_000_000) {
        var noise = Noise()
        var floats: [Float] = []
        floats.reserveCapacity(count)
        let daily = (0..<86_400).map { Float(4 * sin((Double($0) / 86_400 - 0.375) * 2 * .pi)) }
        // Some days are warmer than the season, and consecutive days are similar.
        var (weather, next, level): (Float, Float, Float) = (0, 0, 0)
        for k in 0..<count {
            if k % 86_400 == 0 { (weather, next) = (next, 0.8 * next + 3 * noise.next()) }
            if k % 60 == 0 {
                let season = Float(13 + 8 * sin((Double(k) / 31_557_600 - 0.3) * 2 * .pi))
                level = season + weather + (next - weather) * Float(k % 86_400) / 86_400
            }
            floats.append(level + daily[k % 86_400] + noise.next())
        }
        temperatures = Column(floats)
        xRange = NumberRange(0, Double(count - 1))
        title = "A temperature a second, \(count / 1_000_000) million in all"
    }

    /// Random numbers from −1 to 1, the same on every machine.
    private struct Noise {
        private var state: UInt32 = 7

        mutating func next() -> Float {
            state = state &* 1_664_525 &+ 1_013_904_223
            return Float(state >> 8) / Float(1 << 23) - 1
        }
    }

    // MARK: DataSource

    func numberOfSeries(in chart: Chart) -> Int { 1 }
    func series(at index: Int, in chart: Chart) -> Series { temperatureLine() }
    /// Without x values the samples are numbered: on a date axis the numbers are seconds since 1970.
    func columns(forSeriesAt index: Int, in chart: Chart) -> SeriesColumns? { SeriesColumns(y: temperatures) }

    // MARK: DatasourceLookup

    func estimateYValue(forXValue x: Double, seriesAt index: Int) -> Double? {
        guard x >= 0, x <= xRange.maximum else { return nil }
        let k = min(Int(x), temperatures.count - 2)
        return temperatures.withValues(in: k..<k + 2) { pair in estimate(at: x - Double(k), count: 2) { pair[$0] } }
    }
}

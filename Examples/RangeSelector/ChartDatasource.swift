import Foundation
import Vitrail

/// A data source that interpolates between samples, for the tracking line.
protocol DatasourceLookup: DataSource {
    /// Range of all samples, in units of the x-axis.
    var xRange: NumberRange { get }
    /// Names the data in the main chart's title.
    var title: String { get }
    /// Initial range of the main chart.
    var startRange: NumberRange { get }
    /// Minimum span of the main chart, in units of the x-axis.
    var minimumSpan: Double { get }
    /// Interpolates between the neighbours.
    ///
    /// - Returns: `nil` outside `xRange`.
    func estimateYValue(forXValue x: Double, seriesAt index: Int) -> Double?
}

extension DatasourceLookup {
    /// From 60 to 80 % of the samples.
    var startRange: NumberRange { NumberRange(xRange.minimum + 0.6 * xRange.span, xRange.minimum + 0.8 * xRange.span) }
    /// Four days.
    var minimumSpan: Double { 4 * 86_400 }
}

/// Gives the hourly temperatures to the charts point by point, as the tutorial does; both charts share it.
final class ChartDatasource: DatasourceLookup {
    private let temperatureData: TemperatureData
    let title = "Seattle, hourly temperature, summer 2015"

    let xRange: NumberRange

    init(_ temperatureData: TemperatureData) {
        self.temperatureData = temperatureData
        let times = temperatureData.data.map(\.timestamp.timeIntervalSince1970)
        xRange = NumberRange(times.first ?? 0, times.last ?? 1)
    }

    // MARK: DataSource

    func numberOfSeries(in chart: Chart) -> Int { 1 }

    func series(at index: Int, in chart: Chart) -> Series { temperatureLine() }

    func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { temperatureData.data.count }

    func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
        DataPoint(x: temperatureData.data[pointIndex].timestamp, y: temperatureData.data[pointIndex].temperature)
    }

    func dataPoints(forSeriesAt index: Int, in chart: Chart) -> [any ChartData]? {
        temperatureData.data.map { DataPoint(x: $0.timestamp, y: $0.temperature) }
    }

    // MARK: DatasourceLookup

    func estimateYValue(forXValue x: Double, seriesAt index: Int) -> Double? {
        estimate(at: (x - xRange.minimum) / 3_600, count: temperatureData.data.count) {
            temperatureData.data[$0].temperature
        }
    }
}

/// The line for either data source.
func temperatureLine() -> LineSeries { LineSeries(style: LineSeriesStyle(lineColor: Color(0x2C6FDB), lineWidth: 1.5)) }

/// Interpolates linearly between two samples.
///
/// - Parameter place: index of a sample, or a value between two indices.
func estimate(at position: Double, count: Int, _ value: (Int) -> Double) -> Double? {
    guard count > 1, position >= 0, position <= Double(count - 1) else { return nil }
    let k = min(Int(position), count - 2)
    return value(k) + (value(k + 1) - value(k)) * (position - Double(k))
}

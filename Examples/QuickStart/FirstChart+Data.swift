import Foundation
import Vitrail

/// The four methods of every data source: the number of series, each series, the number of points, and each point.
extension FirstChart: DataSource {
    /// Points of each series.
    static let pointCount = 100

    func numberOfSeries(in chart: Chart) -> Int { 3 }

    func series(at index: Int, in chart: Chart) -> Series {
        let lineSeries = LineSeries(title: "y = x ^ \(index + 1)")
        if isStyled { style(lineSeries, at: index) }
        return lineSeries
    }

    func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { Self.pointCount }

    /// x runs from 0 to 1.98.
    func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
        let x = Double(pointIndex) / 50
        return DataPoint(x: x, y: pow(x, Double(index + 1)))
    }
}

import Foundation
import Vitrail

/// “How to: render a time series chart” and “a candlestick chart”: the axis excludes weekends and two holidays.
enum TimeSeries {
    /// From half a day before the first candle to half a day after the last one.
    static let range = DateRange(
        GuideData.date(2012, 1, 3) - GuideData.day / 2, GuideData.date(2012, 3, 2) + GuideData.day / 2)
    static let holidays = [GuideData.date(2012, 1, 16), GuideData.date(2012, 2, 20)]

    /// Excludes weekends: two days from each Saturday on, every week.
    static func axis() -> DiscontinuousDateTimeAxis {
        let xAxis = DiscontinuousDateTimeAxis(defaultRange: range)
        let (twoDays, week) = (DateFrequency(2, .day), DateFrequency(1, .week))
        xAxis.addExcludedRepeatedTimePeriod(
            RepeatedTimePeriod(start: GuideData.date(2010, 1, 2), length: twoDays, every: week))
        for holiday in holidays {
            xAxis.addExcludedTimePeriod(TimePeriod(start: holiday, length: DateFrequency(1, .day)))
        }
        return xAxis
    }

    /// Each point has four values, with their keys.
    static func points() throws -> [MultiYDataPoint] {
        let columns = try GuideData.columns(["date", "open", "high", "low", "close"], of: "aapl-ohlc.csv").map(
            GuideData.values)
        let keys: [DataKey] = [.open, .high, .low, .close]
        return columns[0].indices.map { row in
            var values: [DataKey: DataValue] = [:]
            for (k, key) in keys.enumerated() { values[key] = .number(columns[k + 1][row]) }
            return MultiYDataPoint(xValue: .date(columns[0][row]), yValues: values)
        }
    }

    static func figure() throws -> Figure {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 640, height: 400))
        chart.title = "Apple, January and February 2012, trading days only"
        let yAxis = NumberAxis(defaultRange: NumberRange(400, 560))
        yAxis.title = "Price, $"
        (chart.xAxis, chart.yAxis) = (axis(), yAxis)
        let source = SimpleDataSource()
        source.addSeries(CandlestickSeries(title: "Apple"), try points())
        chart.dataSource = source
        return Figure(name: "guide-weekends", chart: chart, host: source)
    }
}

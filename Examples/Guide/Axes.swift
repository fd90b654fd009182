import Foundation
import Vitrail

/// “Axes”: axes that cross at a value, an axis without a range of values, and several axes in one direction.
enum Axes {
    /// Each axis crosses the other one at 0.
    static func pinned() -> Figure {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 640, height: 400))
        chart.title = "y = x³ − 3x"
        let (xAxis, yAxis) = (
            NumberAxis(defaultRange: NumberRange(-2.4, 2.4)), NumberAxis(defaultRange: NumberRange(-6, 6))
        )
        (chart.xAxis, chart.yAxis) = (xAxis, yAxis)
        for axis in [xAxis, yAxis] {
            axis.axisPositionValue = 0
            axis.style.lineWidth = 1
            axis.style.majorTickStyle.showTicks = true
            axis.style.majorGridLineStyle.showMajorGridLines = false
            // The label at the crossing would lie on the other axis.
            axis.numberFormatter.zeroSymbol = ""
        }
        // Without an anchor, ticks of a set frequency are counted from the smallest value of the data.
        (xAxis.majorTickFrequency, xAxis.anchorPoint) = (1, 0)
        let x = (0...200).map { Double($0) * 0.022 - 2.2 }
        chart.add(LineSeries(columns: SeriesColumns(x: Column(x), y: Column(x.map { $0 * $0 * $0 - 3 * $0 }))))
        return Figure(name: "guide-pinned", chart: chart)
    }

    /// Values that no country has take no space.
    static func broken() throws -> Figure {
        let columns = try GuideData.columns(["country", "millions"], of: "population-2005.csv")
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 640, height: 400))
        chart.title = "Population of the six largest countries in 2005"
        let yAxis = DiscontinuousNumberAxis(defaultRange: NumberRange(0, 1400))
        yAxis.title = "Millions (320 to 1,080 left out)"
        (yAxis.majorTickFrequency, yAxis.anchorPoint) = (100, 0)
        try yAxis.addExcludedRange(excluded)
        (chart.xAxis, chart.yAxis) = (CategoryAxis(), yAxis)
        let names = columns[0].texts.prefix(6)
        chart.add(
            ColumnSeries(
                columns: SeriesColumns(
                    x: Column(Array(names)), y: Column(Array(GuideData.values(columns[1]).prefix(6))))))
        // A cut through the columns that cross the excluded range.
        chart.addAnnotation(.horizontalLine(y: .number(excluded.minimum), width: 5, color: .white))
        return Figure(name: "guide-broken", chart: chart)
    }

    static let excluded = NumberRange(320, 1080)

    static func several() throws -> Figure {
        let host = try PriceAndVolume()
        return Figure(name: "guide-axes", chart: host.chart, host: host)
    }
}

/// A share price on the left axis, its trading volume on the right one: the data source assigns an axis to each series.
final class PriceAndVolume: DataSource {
    let chart = Chart(frame: Rect(x: 0, y: 0, width: 640, height: 400))
    private let columns: [Column]

    init() throws {
        columns = try GuideData.columns(["date", "close", "volume"], of: "aapl-ohlc.csv")
        chart.title = "Apple in 2012: price and volume"
        chart.xAxis = DateTimeAxis(defaultRange: DateRange(GuideData.date(2012, 1, 1), GuideData.date(2013, 1, 1)))
        let yAxis = NumberAxis(defaultRange: NumberRange(0, 800))
        yAxis.title = "Close, $"
        chart.yAxis = yAxis
        let rightY = NumberAxis(defaultRange: NumberRange(0, 160))
        rightY.axisPosition = .reverse
        rightY.title = "Volume, million shares"
        chart.addYAxis(rightY)
        chart.legend.hidden = false
        chart.legend.position = .bottomMiddle
        chart.dataSource = self
    }

    func numberOfSeries(in chart: Chart) -> Int { 2 }

    /// Columns first: the line is drawn over them.
    func series(at index: Int, in chart: Chart) -> Series {
        guard index == 0 else {
            let price = LineSeries(title: "close")
            price.style.lineColor = Color(0x1F2937)
            return price
        }
        let volume = ColumnSeries(title: "volume")
        volume.style.areaColor = Color(0x9CC3F0)
        return volume
    }

    func yAxis(forSeriesAt index: Int, in chart: Chart) -> Axis? { chart.allYAxes[index == 0 ? 1 : 0] }

    func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { columns[0].count }

    func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
        columns[0].withValues { dates in
            columns[index == 0 ? 2 : 1].withValues { values in
                let value = index == 0 ? values[pointIndex] / 1e6 : values[pointIndex]
                return DataPoint(x: Date(timeIntervalSince1970: dates[pointIndex]), y: value)
            }
        }
    }
}

import Glibc
package import VitrailChart
import VitrailColumns
import VitrailScene

/// Whole charts: title, legend, axes, grid, annotations and texts around one kind of series.
package enum ChartKind: String, CaseIterable, Sendable {
    case line, area, verticalLine, band, column, bar, candlestick, ohlc, scatter, bubble, pie, donut, dates, categories
}

extension ChartKind {
    package static let wave = (0..<60).map { 5 * sin(Double($0) / 6) + Double($0 % 7) / 3 }

    package static func columns(_ y: [Double]) -> SeriesColumns {
        SeriesColumns(x: Column(y.indices.map(Double.init)), y: Column(y))
    }

    /// A chart of 300 × 200 with title, legend, axis titles, annotations of all kinds, and two series where possible.
    package func chart() -> Chart {
        let kind = self
        let chart = Chart(
            width: 300, height: 200, xAxisType: kind == .dates ? .dateTime : kind == .categories ? .category : .number,
            yAxisType: .number)
        chart.title = "One \(kind.rawValue)"
        chart.legend.hidden = false
        chart.legend.position = kind == .band ? .bottomMiddle : .topRight
        if kind != .pie, kind != .donut { decorate(chart) }
        for series in series() { chart.add(series) }
        return chart
    }

    private func decorate(_ chart: Chart) {
        let kind = self
        chart.xAxis?.title = "along"
        chart.yAxis?.title = "across"
        chart.xAxis?.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: true, dashedMajorGridLines: true)
        chart.yAxis?.style.gridStripeStyle = GridStripeStyle(
            showGridStripes: true, stripeColor: Color(0x8A4FC4, alpha: 0.1))
        chart.yAxis?.gridPosition = kind == .column ? .aboveData : .belowData
        chart.annotations = [
            .horizontalBand(minimum: 1, maximum: 2.5, color: Color(0x2E9E5B, alpha: 0.3), position: .belowData),
            .horizontalLine(y: 3.3, width: 1.5, color: Color(0xE0443E)),
        ]
        guard kind != .dates, kind != .categories else { return }
        chart.annotations += [
            .verticalLine(x: 2.7, width: 1, color: Color(0x2C6FDB, alpha: 0.5)),
            .text("here", x: 4, y: 4, textColor: .white, backgroundColor: Color(0x4B5BB5, alpha: 0.8)),
        ]
    }

    private func series() -> [Series] {
        let kind = self
        func columns(_ y: [Double]) -> SeriesColumns { Self.columns(y) }
        let wave = Self.wave
        let few: [Double] = [4, -3, 7, 0.2, -6, 5]
        let outlined = BarColumnSeriesStyle(lineColor: Color(0x222222), lineWidth: 1.5, cornerRatio: 1)
        let symbols = PointStyle(showPoints: true, radius: 3.5, innerRadius: 1.5, colorBelowBaseline: Color(0xE0443E))
        switch kind {
        case .line:
            let below = LineSeriesStyle(lineWidth: 2.5, lineColorBelowBaseline: Color(0xE0443E), pointStyle: symbols)
            return [
                LineSeries(title: "one", columns: columns(wave), style: below),
                LineSeries(
                    title: "gaps",
                    columns: columns(wave.enumerated().map { $0.offset % 9 == 4 ? .nan : $0.element / 2 })),
            ]
        case .area:
            let style = LineSeriesStyle(
                showFill: true, areaColorBelowBaseline: Color(0xE8811A, alpha: 0.5),
                areaColorGradientBelowBaseline: Color(0xE8811A, alpha: 0.1))
            return [LineSeries(title: "area", columns: columns(wave), style: style)]
        case .verticalLine:
            let data = SeriesColumns(x: Column(wave), y: Column(wave.indices.map(Double.init)))
            return [LineSeries(columns: data, orientation: .vertical, style: LineSeriesStyle(showFill: true))]
        case .band:
            let data = SeriesColumns(
                x: Column(wave.indices.map(Double.init)), high: Column(wave), low: Column(wave.map { 3 - $0 * 0.7 }))
            return [
                BandSeries(title: "crossing", columns: data, style: BandSeriesStyle(lineWidth: 2, pointStyle: symbols))
            ]
        case .column, .categories:
            var data = columns(few)
            if kind == .categories { data.x = Column(["a", "b", "c", "d", "e", "f"]) }
            return [
                ColumnSeries(title: "outlined", columns: data, style: outlined),
                ColumnSeries(title: "plain", columns: data, style: BarColumnSeriesStyle(cornerRatio: 0.6)),
            ]
        case .bar:
            let data = SeriesColumns(x: Column(few), y: Column(few.indices.map(Double.init)))
            return [BarSeries(title: "outlined", columns: data, style: outlined), BarSeries(columns: data)]
        case .candlestick, .ohlc:
            return [SeriesCase.prices(kind == .ohlc ? .ohlc : .candlestick, .horizontal)]
        case .scatter:
            return [
                ScatterSeries(columns: columns(wave), style: ScatterSeriesStyle(pointStyle: symbols)),
                ScatterSeries(columns: columns(few)),
            ]
        case .bubble:
            var data = columns(few + few.reversed())
            data.area = Column((1...12).map(Double.init))
            return [
                BubbleSeries(
                    title: "squares", columns: data, style: BubbleSeriesStyle(biggestBubbleDiameterForAutoScaling: 50))
            ]
        case .pie, .donut:
            let data = SeriesColumns(x: Column(["Alpha", "Beta", "Γάμμα", "東京"]), y: Column([4.0, 3, 2, 0.5]))
            return [
                kind == .pie
                    ? PieSeries(columns: data) : DonutSeries(columns: data, style: PieSeriesStyle(crustThickness: 4))
            ]
        case .dates:
            let days = wave.indices.map { 1.6e9 + Double($0) * 86_400 }
            return [
                LineSeries(title: "by day", columns: SeriesColumns(x: Column(secondsSince1970: days), y: Column(wave)))
            ]
        }
    }
}

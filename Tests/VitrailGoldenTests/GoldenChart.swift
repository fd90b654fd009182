import Foundation
import Vitrail

/// Small charts that together cover every kind of series, axis and theme. All numbers are literals or computed.
enum GoldenChart: String, CaseIterable, Sendable {
    case lines, area, band, columns, bars, points, donut, pie, dates, scripts

    var name: String { rawValue }

    func make() -> Chart {
        switch self {
        case .lines: Self.lines()
        case .area: Self.area()
        case .band: Self.band()
        case .columns: Self.columns()
        case .bars: Self.bars()
        case .points: Self.points()
        case .donut: Self.donut()
        case .pie: Self.pie()
        case .dates: Self.dates()
        case .scripts: Self.scripts()
        }
    }

    private static func chart(
        _ title: String, _ theme: Theme, x: AxisType = .number, y: AxisType = .number, legend: Legend.Position? = nil
    ) -> Chart {
        let chart = Chart(width: 320, height: 200, theme: theme, xAxisType: x, yAxisType: y)
        chart.title = title
        if let legend {
            chart.legend.hidden = false
            chart.legend.position = legend
        }
        return chart
    }

    private static func wave(_ count: Int, _ period: Double, _ phase: Double = 0) -> [Double] {
        (0..<count).map { sin(Double($0) / period + phase) * 10 + Double($0 % 5) }
    }

    private static func data(_ y: [Double]) -> SeriesColumns {
        SeriesColumns(x: Column(y.indices.map(Double.init)), y: Column(y))
    }

    /// Joins, gaps, symbols, a translucent line that crosses another; dashed gridlines.
    private static func lines() -> Chart {
        let chart = chart("Three lines", .light, legend: .bottomMiddle)
        chart.xAxis?.title = "Sample"
        chart.yAxis?.title = "Height, mm"
        chart.xAxis?.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: true, dashedMajorGridLines: true)
        chart.add(LineSeries(title: "plain", columns: data(wave(60, 7))))
        chart.add(
            LineSeries(
                title: "wide", columns: data(wave(60, 9, 2)),
                style: LineSeriesStyle(lineColor: Color(0xE8811A, alpha: 0.5), lineWidth: 6)))
        chart.add(
            LineSeries(
                title: "gaps",
                columns: data(wave(60, 5, 4).enumerated().map { $0.offset % 11 > 7 ? .nan : $0.element / 2 }),
                style: LineSeriesStyle(pointStyle: PointStyle(showPoints: true, radius: 2.5))))
        return chart
    }

    /// A gradient down to the baseline, another colour below it.
    private static func area() -> Chart {
        let chart = chart("Above and below", .dark)
        chart.add(
            LineSeries(
                columns: data(wave(50, 6)),
                style: LineSeriesStyle(
                    showFill: true, areaLineColorBelowBaseline: Color(0xE8811A),
                    areaColorBelowBaseline: Color(0xE8811A, alpha: 0.5),
                    areaColorGradientBelowBaseline: Color(0xE8811A, alpha: 0.05))))
        return chart
    }

    private static func band() -> Chart {
        let chart = chart("High and low", .flat, legend: .topRight)
        let x = Column((0..<40).map(Double.init))
        chart.add(
            BandSeries(
                title: "range", columns: SeriesColumns(x: x, high: Column(wave(40, 6, 1)), low: Column(wave(40, 8, 3))),
                style: BandSeriesStyle(lineWidth: 2)))
        return chart
    }

    /// Rounded tips above and below the baseline, outlined, at scale 2.
    private static func columns() -> Chart {
        let chart = chart("Gains and losses", .light, x: .category)
        chart.frame = Rect(x: 0, y: 0, width: 240, height: 160)
        chart.scale = 2
        chart.yAxis?.majorTickFrequency = 2
        chart.yAxis?.anchorPoint = 0
        let names = Column(["Jan", "Feb", "Mar", "Apr", "May"])
        chart.add(
            ColumnSeries(
                title: "this year", columns: SeriesColumns(x: names, y: Column([4.0, -2.5, 6, 0.4, -5])),
                style: BarColumnSeriesStyle(lineColor: Color(0x333333), lineWidth: 1, cornerRatio: 1)))
        chart.add(
            ColumnSeries(
                title: "last year", columns: SeriesColumns(x: names, y: Column([2.0, 3, -4, 5, 1])),
                style: BarColumnSeriesStyle(cornerRatio: 0.5)))
        return chart
    }

    private static func bars() -> Chart {
        let chart = chart("Longest rivers, km", .flat, y: .category)
        let names = Column(["Nile", "Amazon", "Yangtze", "Mississippi"])
        chart.add(
            BarSeries(
                columns: SeriesColumns(x: Column([6650.0, 6400, 6300, 5970]), y: names),
                style: BarColumnSeriesStyle(cornerRatio: 1)))
        return chart
    }

    /// Bubbles scaled by area under points with a hole; a logarithmic axis.
    private static func points() -> Chart {
        let chart = chart("Bubbles and points", .dark)
        chart.xAxis = NumberAxis(defaultRange: NumberRange(0, 10))
        chart.yAxis = LogarithmicAxis(defaultRange: NumberRange(1, 2_000))
        let x = Column([1.0, 2, 3, 4.5, 6, 7, 8.5])
        let y = Column([3.0, 40, 9, 200, 25, 700, 90])
        chart.add(
            BubbleSeries(
                title: "bubbles", columns: SeriesColumns(x: x, y: y, area: Column([1.0, 9, 4, 2, 16, 3, 25])),
                style: BubbleSeriesStyle(biggestBubbleDiameterForAutoScaling: 44)))
        chart.add(
            ScatterSeries(
                title: "points", columns: SeriesColumns(x: x, y: y),
                style: ScatterSeriesStyle(pointStyle: PointStyle(radius: 4, innerRadius: 2))))
        return chart
    }

    private static let shares = SeriesColumns(
        x: Column(["one", "two", "three", "four"]), y: Column([45.0, 30, 15, 10]))

    private static func donut() -> Chart {
        let chart = chart("Shares", .flat, legend: .middleRight)
        chart.add(DonutSeries(columns: shares, style: PieSeriesStyle(crustThickness: 3, labelFormatString: "%.0f %%")))
        return chart
    }

    private static func pie() -> Chart {
        let chart = chart("Shares", .dark, legend: .middleLeft)
        chart.add(
            PieSeries(columns: shares, style: PieSeriesStyle(drawDirection: .clockwise, labelFormatString: "%.0f")))
        return chart
    }

    /// Every kind of annotation below and above the data, on a transparent background.
    private static func dates() -> Chart {
        let chart = chart("Marked days", .flat, x: .dateTime)
        chart.style.backgroundColor = .clear
        let start = 1_704_067_200.0  // 2024-01-01
        let days = (0..<90).map { start + Double($0) * 86_400 }
        chart.add(LineSeries(columns: SeriesColumns(x: Column(secondsSince1970: days), y: Column(wave(90, 12)))))
        chart.annotations = [
            .verticalBand(
                minimum: .number(days[20]), maximum: .number(days[34]), color: Color(0x2E9E5B, alpha: 0.25),
                position: .belowData),
            .horizontalBand(minimum: -4, maximum: 1, color: Color(0x8A4FC4, alpha: 0.2)),
            .horizontalLine(y: 9, width: 2, color: Color(0xE0443E), position: .belowData),
            .verticalLine(x: .number(days[60]), width: 1, color: Color(0x2C6FDB)),
            .text("lowest", x: .number(days[55]), y: -7, textColor: .white, backgroundColor: Color(0x4B5BB5)),
        ]
        return chart
    }

    /// Scripts that DejaVu Sans has: Greek, Cyrillic, Arabic from right to left, a combining accent.
    private static func scripts() -> Chart {
        let chart = chart("Ελληνικά, عربى, Кириллица, e\u{301}", .flat, legend: .bottomMiddle)
        chart.yAxis?.title = "Größe (µm²)"
        chart.titleStyle.font = FontStyle(size: 13)
        chart.add(LineSeries(title: "سلسلة 1", columns: data(wave(20, 4))))
        chart.add(LineSeries(title: "Ряд 2", columns: data(wave(20, 3, 2))))
        return chart
    }
}

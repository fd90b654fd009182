// The articles show the lines between the marks, so the shown code compiles and cannot differ.
import Foundation
import Vitrail

func linesAndAreas() throws -> Chart {
    // LinesAndAreas begins
    let chart = Chart(width: 640, height: 380)
    chart.title = "US jobs won and lost"
    chart.yAxis = NumberAxis()
    chart.yAxis?.title = "Thousand jobs"
    let style = LineSeriesStyle(
        showFill: true, areaColor: Color(0x2A9D8F, alpha: 0.5), areaLineColor: Color(0x2A9D8F),
        areaLineColorBelowBaseline: Color(0xC8553D), areaColorBelowBaseline: Color(0xC8553D, alpha: 0.5))
    let change = Column([18.0, -73, 193, 221, 522, -140, -78, -16, -63, 267, 129, 73])
    chart.add(LineSeries(title: "2010", columns: SeriesColumns(y: change), style: style))
    // LinesAndAreas ends
    return chart
}

func stepLines() throws -> Chart {
    // StepLines begins
    let chart = Chart(width: 640, height: 380)
    chart.title = "Flights from New York by hour of the day"
    let columns = SeriesColumns(
        x: Column([4.0, 5, 6, 7, 8, 9, 10, 11, 12]), y: Column([0.0, 5, 81, 65, 75, 61, 44, 46, 51]))
    let style = LineSeriesStyle(showFill: true, areaColor: Color(0x2F6FB0, alpha: 0.5), areaLineColor: Color(0x2F6FB0))
    chart.add(StepLineSeries(title: "Friday", columns: columns, style: style))
    // StepLines ends
    return chart
}

func bands() throws -> Chart {
    // Bands begins
    let chart = Chart(width: 640, height: 380)
    chart.title = "Seattle, rain of two years, mm"
    chart.xAxis = CategoryAxis()
    let columns = SeriesColumns(
        x: Column(["Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]), high: Column([2.0, 83, 21, 122, 213, 285]),
        low: Column([20.0, 46, 57, 172, 123, 122]))
    let style = BandSeriesStyle(
        areaColorNormal: Color(0x2F6FB0, alpha: 0.4), areaColorInverted: Color(0xE9A23B, alpha: 0.4))
    chart.add(BandSeries(title: "2015 and 2014", columns: columns, style: style))
    // Bands ends
    return chart
}

func scatterAndBubbles() throws -> Chart {
    // ScatterAndBubbles begins
    let chart = Chart(width: 640, height: 380)
    chart.title = "Five countries in 2005"
    chart.xAxis = NumberAxis(defaultRange: NumberRange(0, 7))
    chart.yAxis = NumberAxis(defaultRange: NumberRange(40, 90))
    chart.xAxis?.title = "Children per woman"
    chart.yAxis?.title = "Life expectancy, years"
    let columns = SeriesColumns(
        x: Column([1.585, 2.817, 2.054, 6.02, 1.307]), y: Column([74.05, 64.06, 77.3, 48.7, 82.2]),
        area: Column([1307.6, 1140.0, 296.8, 140.5, 127.1]))
    let style = BubbleSeriesStyle(
        biggestBubbleDiameterForAutoScaling: 90, pointStyle: PointStyle(color: Color(0x2F6FB0, alpha: 0.5)))
    chart.add(BubbleSeries(title: "Millions of inhabitants", columns: columns, style: style))
    // ScatterAndBubbles ends
    return chart
}

func density() throws -> Chart {
    // Density begins
    let chart = Chart(width: 640, height: 400)
    chart.title = "Flights from New York by speed, 2013"
    let months = DateTimeAxis()
    months.labelFormatString = "MMM"
    chart.xAxis = months
    chart.yAxis = NumberAxis(defaultRange: NumberRange(150, 600))
    chart.yAxis?.title = "Miles an hour"
    let hour = try Column(f32File: "Examples/data/flight-hours.f32", kind: .date)
    let speed = try Column(f32File: "Examples/data/flight-speeds.f32")
    chart.add(DensitySeries(title: "Flights", columns: SeriesColumns(x: hour, y: speed)))
    chart.legend.hidden = false
    // Density ends
    return chart
}

func columnsAndBars() throws -> Chart {
    // ColumnsAndBars begins
    let chart = Chart(width: 640, height: 380)
    chart.title = "Rain in Seattle, mm"
    chart.xAxis = CategoryAxis()
    let months = Column(["Jan", "Feb", "Mar", "Apr", "May", "Jun"])
    let style = BarColumnSeriesStyle(cornerRatio: 0.4)
    chart.add(
        ColumnSeries(
            title: "2014", columns: SeriesColumns(x: months, y: Column([94.0, 155, 240, 106, 80, 19])), style: style))
    chart.add(
        ColumnSeries(
            title: "2015", columns: SeriesColumns(x: months, y: Column([93.0, 134, 113, 52, 15, 6])), style: style))
    chart.legend.hidden = false
    chart.legend.position = .topMiddle
    // ColumnsAndBars ends
    return chart
}

func candlesAndOHLC() throws -> Chart {
    // CandlesAndOHLC begins
    let chart = Chart(width: 640, height: 380)
    chart.title = "Apple, the week of Thanksgiving 2012"
    chart.xAxis = CategoryAxis()
    var columns = SeriesColumns(x: Column(["Mon", "Tue", "Wed", "Fri"]))
    columns[.open] = Column([540.71, 571.91, 564.25, 567.17])
    columns[.high] = Column([567.5, 571.95, 567.37, 572.0])
    columns[.low] = Column([539.88, 554.58, 556.6, 562.6])
    columns[.close] = Column([565.73, 560.91, 561.7, 571.5])
    chart.add(CandlestickSeries(title: "Apple", columns: columns))
    // CandlesAndOHLC ends
    return chart
}

func pieAndDonut() throws -> Chart {
    // PieAndDonut begins
    let chart = Chart(width: 640, height: 380)
    chart.title = "Browsers in 2013"
    let columns = SeriesColumns(
        x: Column(["Chrome", "Internet Explorer", "Firefox", "Safari", "Other"]),
        y: Column([40.95, 27.29, 18.12, 8.46, 5.18]))
    let style = PieSeriesStyle(
        drawDirection: .clockwise, labelFormatString: "%.1f %%", labelContent: .nameAndShare,
        spokeStyle: SpokeStyle(showSpokes: true))
    chart.add(DonutSeries(title: "Browsers", columns: columns, style: style))
    // PieAndDonut ends
    return chart
}

func polarAndRadar() throws -> Chart {
    // PolarAndRadar begins
    let chart = Chart(width: 640, height: 480)
    chart.title = "Rain in Seattle, mm a month"
    let months = CategoryAxis()
    let rain = NumberAxis(defaultRange: NumberRange(0, 180))
    for axis in [months, rain] { axis.style.majorGridLineStyle = MajorGridLineStyle(lineRenderMode: .linear) }
    (chart.xAxis, chart.yAxis) = (months, rain)
    let columns = SeriesColumns(
        x: Column(["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]),
        y: Column([117.0, 106, 152, 94, 52, 33, 12, 41, 59, 126, 161, 156]))
    let style = RadialLineSeriesStyle(showFill: true, areaColor: Color(0x2F6FB0, alpha: 0.4))
    chart.add(RadialLineSeries(title: "Rain", columns: columns, pointsWrapAround: true, style: style))
    // PolarAndRadar ends
    return chart
}

func axes() throws -> Chart {
    // Axes begins
    let chart = Chart(width: 640, height: 380)
    chart.title = "Seattle"
    chart.xAxis = CategoryAxis()
    let degrees = NumberAxis(defaultRange: NumberRange(0, 25))
    degrees.title = "Mean temperature, °C"
    chart.yAxis = degrees
    let millimetres = NumberAxis(defaultRange: NumberRange(0, 200))
    millimetres.title = "Rain, mm"
    millimetres.axisPosition = .reverse
    millimetres.majorTickFrequency = 40
    millimetres.anchorPoint = 0
    chart.addYAxis(millimetres)
    let months = Column(["Jan", "Feb", "Mar", "Apr", "May", "Jun"])
    let rain = ColumnSeries(title: "Rain", columns: SeriesColumns(x: months, y: Column([117.0, 106, 152, 94, 52, 33])))
    rain.yAxis = millimetres
    chart.add(rain)
    chart.add(
        LineSeries(title: "Temperature", columns: SeriesColumns(x: months, y: Column([5.5, 7, 8.6, 10.7, 14.5, 17.3]))))
    // Axes ends
    return chart
}

func labelsAndLegend() throws -> Chart {
    // LabelsAndLegend begins
    let chart = Chart(width: 640, height: 380)
    chart.title = "Temperature in Seattle, °C"
    chart.xAxis = CategoryAxis()
    chart.xAxis?.rangePaddingLow = 0.5
    chart.xAxis?.rangePaddingHigh = 0.5
    chart.yAxis = NumberAxis(defaultRange: NumberRange(0, 20))
    let style = LineSeriesStyle(
        pointStyle: PointStyle(showPoints: true, radius: 4, innerColor: .white, innerRadius: 2),
        dataPointLabelStyle: DataPointLabelStyle(showLabels: true, offsetFromDataPoint: Offset(x: 0, y: -16)))
    let columns = SeriesColumns(
        x: Column(["Jan", "Feb", "Mar", "Apr", "May", "Jun"]), y: Column([5.5, 7.1, 8.6, 10.7, 14.5, 17.3]))
    chart.add(LineSeries(title: "Mean of 2012–15", columns: columns, style: style))
    chart.legend.hidden = false
    chart.legend.position = .topLeft
    chart.legend.placement = .insidePlotArea
    // LabelsAndLegend ends
    return chart
}

func annotations() throws -> Chart {
    // Annotations begins
    let chart = Chart(width: 640, height: 380)
    chart.title = "US employees, millions"
    let employees = Column([135.4, 137.2, 138.4, 133.9, 129.7, 130.8, 133.2, 135.3, 137.6])
    let years = Column([2006.0, 2007, 2008, 2009, 2010, 2011, 2012, 2013, 2014])
    chart.xAxis = NumberAxis()
    chart.xAxis?.labelFormatString = "%.0f"
    chart.add(LineSeries(columns: SeriesColumns(x: years, y: employees)))
    chart.addAnnotation(
        .verticalBand(minimum: 2007.9, maximum: 2009.5, color: Color(0x1F2A44, alpha: 0.1), position: .belowData))
    chart.addAnnotation(.text("Recession", x: 2008.7, y: 138, font: FontStyle(size: 12, isBold: true)))
    // Annotations ends
    return chart
}

func themes() throws -> Chart {
    // Themes begins
    var theme = Theme.dark
    theme.chart.backgroundColor = Color(0x10243A)
    theme.chart.backgroundColorGradient = Color(0x10243A)
    theme.lineWidth = 3
    let chart = Chart(width: 640, height: 380)
    chart.applyTheme(theme)
    chart.title = "Rain in Seattle, mm"
    chart.xAxis = CategoryAxis()
    let months = Column(["Jan", "Feb", "Mar", "Apr", "May", "Jun"])
    chart.add(LineSeries(title: "2014", columns: SeriesColumns(x: months, y: Column([94.0, 155, 240, 106, 80, 19]))))
    chart.add(LineSeries(title: "2015", columns: SeriesColumns(x: months, y: Column([93.0, 134, 113, 52, 15, 6]))))
    // Themes ends
    return chart
}

// CustomSeries begins
final class Lollipops: RenderableSeries<XyPassData> {
    override var showsBaseline: Bool { true }

    override func draw(_ pass: XyPassData, in context: DrawContext) {
        for (x, y) in zip(pass.xCoordinates, pass.yCoordinates) where y.isFinite {
            let foot = PlotPoint(x: x, y: Float(pass.context.baseline))
            context.line(from: foot, to: PlotPoint(x: x, y: y), width: 2, paint: .solid(Color(0x3366CC)))
        }
        context.markers(
            x: pass.xCoordinates, y: pass.yCoordinates, style: PointStyle(color: Color(0x3366CC), radius: 6))
    }
}

func lollipops() -> Chart {
    let chart = Chart(width: 640, height: 380)
    chart.title = "Rain in Seattle, mm"
    chart.yAxis = NumberAxis(defaultRange: NumberRange(0, 180))
    chart.add(Lollipops(columns: SeriesColumns(y: Column([117.0, 106, 152, 94, 52, 33]))))
    return chart
}
// CustomSeries ends

func vectorOutputAndAltText() async throws -> (svg: [UInt8], words: String) {
    // VectorOutputAndAltText begins
    let chart = Chart(width: 640, height: 380)
    chart.title = "Squares"
    chart.add(LineSeries(title: "x²", columns: SeriesColumns(y: Column([0.0, 1, 4, 9, 16]))))
    let svg = try await Renderer().renderVector(chart).bytes
    let words = chart.altText
    // VectorOutputAndAltText ends
    return (svg, words)
}

func eventsAndAnimation() async throws -> [RenderedImage] {
    // EventsAndAnimation begins
    let chart = Chart(width: 640, height: 380)
    let hours = (0..<2_400).map(Double.init)
    chart.add(
        LineSeries(columns: SeriesColumns(x: Column(hours), y: Column(hours.map { 23 + 4 * sin($0 / 24 * 2 * .pi) }))))
    chart.xAxis?.enableGesturePanning = true
    chart.xAxis?.enableMomentumPanning = true
    let renderer = Renderer()
    var pictures = [try await renderer.render(chart)]
    chart.xAxis?.setRange(1_000, 1_200)
    chart.pan(.began, x: 500, y: 200, time: 0)
    chart.pan(.moved, x: 440, y: 200, time: 0.05)
    chart.pan(.ended, x: 440, y: 200, time: 0.06)
    while chart.advance(by: 1.0 / 30) { pictures.append(try await renderer.render(chart)) }
    // EventsAndAnimation ends
    return pictures
}

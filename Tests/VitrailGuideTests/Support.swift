import Foundation
import Testing
import Vitrail

/// A rendered chart: colours at positions in points of the chart, at scale 1.
struct Picture {
    let chart: Chart
    let image: PixelImage

    private static let renderer = Renderer()

    init(_ chart: Chart) async throws {
        self.chart = chart
        image = try await Self.renderer.render(chart).image
    }

    /// Position of a data value on the primary axes.
    func position(of x: Double, _ y: Double) throws -> (x: Double, y: Double) {
        let plot = try #require(chart.plotAreaFrame)
        let px = try #require(chart.xAxis?.pixelValue(forDataValue: x))
        let py = try #require(chart.yAxis?.pixelValue(forDataValue: y))
        return (plot.x + px, plot.y + py)
    }

    /// Colour of the pixel at a position.
    func color(at position: (x: Double, y: Double)) -> Color {
        let (x, y) = (Int(position.x), Int(position.y))
        guard (0..<image.width).contains(x), (0..<image.height).contains(y) else { return .clear }
        return image.color(x: x, y: y)
    }

    /// The colour at a data value on the primary axes.
    func color(_ x: Double, _ y: Double) throws -> Color { color(at: try position(of: x, y)) }

    /// Number of pixels of a colour.
    func count(_ color: Color, tolerance: Int = 2) -> Int {
        var count = 0
        for y in 0..<image.height {
            for x in 0..<image.width where image.color(x: x, y: y).isClose(to: color, tolerance) { count += 1 }
        }
        return count
    }
}

extension Color {
    static let pureRed = Color(0xFF0000)
    static let pureBlue = Color(0x0000FF)
    static let pureOrange = Color(0xFF8000)
    static let pureYellow = Color(0xFFE000)

    func isClose(to other: Color, _ tolerance: Int = 2) -> Bool {
        let channels: [KeyPath<Color, UInt8>] = [\.red, \.green, \.blue, \.alpha]
        return channels.allSatisfy { abs(Int(self[keyPath: $0]) - Int(other[keyPath: $0])) <= tolerance }
    }
}

/// Methods of a data source that a sample does not show.
protocol SampleSource: DataSource {
    /// Points of each series.
    var points: [[any ChartData]] { get }
}

extension SampleSource {
    func numberOfSeries(in chart: Chart) -> Int { points.count }
    func series(at index: Int, in chart: Chart) -> Series { LineSeries() }
    func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { points[index].count }
    func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
        points[index][pointIndex]
    }
}

/// Keeps data sources and delegates alive until this call: charts hold them weakly.
func keep(_ objects: AnyObject...) { withExtendedLifetime(objects) {} }

/// 600 × 400 points, two number axes without gridlines, a line.
func sampleChart(_ values: [Double] = [1, 3, 2, 4], x: NumberRange? = nil, y: NumberRange? = nil) -> Chart {
    let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
    (chart.xAxis, chart.yAxis) = (NumberAxis(defaultRange: x), NumberAxis(defaultRange: y))
    for axis in chart.allAxes { axis.style.majorGridLineStyle.showMajorGridLines = false }
    chart.add(LineSeries(title: "line", columns: SeriesColumns(y: Column(values))))
    return chart
}

/// A line through (0, 0) and (100, 100), planned once, so that there is a plot area for gestures.
func touchedChart() throws -> Chart {
    let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
    (chart.xAxis, chart.yAxis) = (NumberAxis(), NumberAxis())
    chart.add(LineSeries(columns: SeriesColumns(x: Column([0.0, 100]), y: Column([0.0, 100]))))
    _ = try plan(chart)
    return chart
}

extension Chart {
    /// Advances by sixtieths of a second until all movement has stopped.
    func settle() throws {
        var frames = 0
        while advance(by: 1.0 / 60) {
            frames += 1
            try #require(frames < 5_000)
        }
    }
}

/// Midnight of a day, UTC.
func day(_ year: Int, _ month: Int, _ day: Int) -> Date {
    DateTimeAxis.defaultCalendar.date(from: DateComponents(year: year, month: month, day: day)) ?? .distantPast
}

import Testing
import Vitrail

@testable import CustomSeries

/// The marker series of Examples/CustomSeries, and the series that draws with its own OpenGL ES calls.
@Suite("Markers and halos")
struct CustomMarkerTests {
    private static let renderer = Renderer()
    private static let (red, green) = (Color(0xFF0000), Color(0x00C000))

    private func chart() -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        (chart.xAxis, chart.yAxis) = (
            NumberAxis(defaultRange: NumberRange(0, 4)), NumberAxis(defaultRange: NumberRange(-6, 6))
        )
        for axis in chart.allAxes { axis.style.majorGridLineStyle.showMajorGridLines = false }
        return chart
    }

    /// Pixels of the picture, which equal points here.
    private func position(of chart: Chart, _ x: Double, _ y: Double) throws -> (x: Double, y: Double) {
        let plot = try #require(chart.plotAreaFrame)
        return (
            plot.x + (try #require(chart.xAxis?.pixelValue(forDataValue: x))),
            plot.y + (try #require(chart.yAxis?.pixelValue(forDataValue: y)))
        )
    }

    private func color(_ image: PixelImage, _ position: (x: Double, y: Double), dx: Int = 0, dy: Int = 0) -> Color {
        image.color(x: Int(position.x.rounded(.down)) + dx, y: Int(position.y.rounded(.down)) + dy)
    }

    @Test("a marker series has a disc at each sample, none at a gap, and a finger hits the disc alone")
    func markers() async throws {
        let columns = SeriesColumns(x: Column([1.0, 2, 3]), y: Column([-2.0, .nan, 4]))
        let series = MarkerSeries(columns: columns, pointStyle: PointStyle(color: Self.red, radius: 8, innerRadius: 0))
        let chart = chart()
        chart.add(series)
        let image = try await Self.renderer.render(chart).image
        let plot = try #require(chart.plotAreaFrame)
        var painted = 0.0
        for y in Int(plot.y)..<Int(plot.maxY) {
            for x in Int(plot.x)..<Int(plot.maxX) { painted += Double(255 - image.color(x: x, y: y).green) / 255 }
        }
        #expect(abs(painted - 2 * .pi * 64) < 8)
        for (index, x, y) in [(0, 1.0, -2.0), (2, 3, 4)] {
            let position = try position(of: chart, x, y)
            #expect(color(image, position) == Self.red)
            let (left, top) = (position.x - plot.x, position.y - plot.y)
            #expect(series.hit(x: left + 7, y: top) == index && series.hit(x: left + 9, y: top) == nil)
            #expect(series.nearestPoint(x: left + 20, y: top)?.index == index)
        }
    }

    @Test(
        "halos: light of the series' own shader fades from each sample, over what came before, below what comes after, in the plot area alone"
    )
    func halos() async throws {
        let columns = SeriesColumns(
            x: Column([1.0, 2, 3.9]), y: Column([2.0, 3, 0]), keyed: [.z: Column([40.0, 0, 40])])
        let halos = HaloSeries(columns: columns, color: Color(0x0000FF, alpha: 0.5), areaPerUnit: .pi * 40)
        let chart = chart()
        chart.add(
            RoundedColumnSeries(
                columns: SeriesColumns(x: Column([1.0, 2, 3]), y: Column([5.0, 0, 0])), color: Self.red))
        chart.add(halos)
        chart.add(MarkerSeries(columns: columns, pointStyle: PointStyle(color: Self.green, radius: 3, innerRadius: 0)))
        let image = try await Self.renderer.render(chart, hooks: [halos.hook: halos.action]).image
        #expect(
            try await Self.renderer.render(chart, hooks: [halos.hook: halos.action]).image == image, "the same again")
        let (first, dry, last) = (
            try position(of: chart, 1, 2), try position(of: chart, 2, 3), try position(of: chart, 3.9, 0)
        )
        // From the marker to past the light's radius of 40: on a red column, and on white.
        for distance in stride(from: 5, through: 45, by: 4) {
            let fade = max(0, 1 - Double(distance) / 40)
            let share = 0.5 * fade * fade * (3 - 2 * fade)
            let (onRed, onWhite) = (color(image, first, dy: distance), color(image, last, dx: -distance))
            #expect(
                abs(Double(onRed.red) - 255 * (1 - share)) < 6 && abs(Double(onRed.blue) - 255 * share) < 6,
                "\(distance)")
            #expect(abs(Double(onWhite.red) - 255 * (1 - share)) < 6 && onWhite.blue == 255, "\(distance)")
        }
        for position in [first, dry, last] { #expect(color(image, position) == Self.green, "markers come after") }
        // No light without rain, and none outside the plot area.
        #expect(color(image, dry, dx: 8) == .white)
        let plot = try #require(chart.plotAreaFrame)
        #expect(plot.maxX - last.x < 30 && color(image, (plot.maxX + 4, last.y)) == .white)
    }

    @Test("the chart of the example has light round rainy days only, and its markers on top")
    func example() async throws {
        let (chart, halos) = try CustomSeries.markers()
        let image = try await Self.renderer.render(chart, hooks: [halos.hook: halos.action]).image
        #expect(chart.warnings.isEmpty && chart.series.map(\.numberOfDataPoints) == [365, 365])
        let rain = try CustomSeries.rows(of: "seattle-weather.csv", "date", "precipitation")
        let warmth = try CustomSeries.rows(of: "seattle-weather.csv", "date", "temp_max")
        var (wet, blue) = (0, 0)
        for (rain, warmth) in zip(rain, warmth) where rain.value > 10 {
            wet += 1
            let position = try position(of: chart, warmth.seconds, warmth.value)
            // Sampled beside the marker; other markers may be nearby.
            let around = [(6, 0), (-6, 0), (0, 6), (0, -6)].map { color(image, position, dx: $0.0, dy: $0.1) }
            if around.contains(where: { Int($0.blue) > Int($0.red) + 20 }) { blue += 1 }
        }
        #expect(wet > 30 && blue == wet, "\(blue) of \(wet)")
        // A dry week in July.
        let dry = try position(of: chart, warmth[184].seconds, warmth[184].value)
        #expect((5...40).allSatisfy { Int(color(image, dry, dy: $0).blue) < Int(color(image, dry, dy: $0).red) + 20 })
    }
}

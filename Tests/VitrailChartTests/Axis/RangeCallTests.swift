import Foundation
import Testing
import VitrailText

@testable import VitrailChart
@testable import VitrailColumns

@Suite("Range calls")
struct RangeCallTests {
    /// A number axis over data 0…100 that shows all or part of them.
    private func axis(_ shown: NumberRange? = nil, free: Bool = false) -> NumberAxis {
        let axis = NumberAxis()
        axis.dataRange = NumberRange(0, 100)
        axis.visibleRange = axis.dataRange
        axis.resetZoomLevel()
        axis.allowPanningOutOfMaxRange = free
        if let shown { axis.setRange(shown.minimum, shown.maximum) }
        return axis
    }

    /// Every call with `animated`.
    private static let animatedCalls: [@Sendable (Axis, Bool) -> Void] = [
        { $0.setRange(20, 40, animated: $1) }, { $0.resetZoomLevel(animated: $1) }, { $0.panTo(.end, animated: $1) },
        { $0.panBy(7, animated: $1) }, { $0.setZoomLevel(.half, animated: $1) },
        { $0.setZoom(0.3, from: 40, animated: $1) },
        { $0.setZoom(0.3, animated: $1, bounce: true) }, { $0.setZoom(9, animated: $1, bounce: true) },
        { $0.zoomToPoint(33, range: 8, animated: $1) },
    ]

    @Test(
        "C-040 an animated change ends where a sudden one is at once, and the pictures are the same then",
        arguments: animatedCalls.indices)
    func animated(index: Int) throws {
        // Use a separate engine: in a shared one, glyph positions depend on other drawings.
        let engine = TextEngine()
        func chart() throws -> Chart {
            let chart = Chart(width: 300, height: 200)
            chart.add(LineSeries(columns: SeriesColumns(x: Column([0.0, 50, 100]), y: Column([1.0, 3, 2]))))
            _ = try plan(chart, engine: engine)
            chart.xAxis?.setRange(30, 50)
            return chart
        }
        let (eased, sudden) = (try chart(), try chart())
        let before = try #require(eased.xAxis).axisRange
        Self.animatedCalls[index](try #require(eased.xAxis), true)
        Self.animatedCalls[index](try #require(sudden.xAxis), false)
        #expect(eased.xAxis?.axisRange == before && sudden.xAxis?.axisRange != before)
        while eased.advance(by: 1.0 / 60) {}
        #expect(eased.xAxis?.axisRange == sudden.xAxis?.axisRange)
        let first = try plan(eased, engine: engine).scene.layers
        #expect(try first == plan(sudden, engine: engine).scene.layers)
        #expect(
            try plan(eased, engine: engine).scene.layers == first && eased.xAxis?.axisRange == sudden.xAxis?.axisRange)
    }

    @Test("a change of dates may be animated, too, with the same outcome")
    func animatedDates() {
        let axis = DateTimeAxis()
        axis.allowPanningOutOfMaxRange = true
        #expect(axis.setRange(Date(timeIntervalSince1970: 10), Date(timeIntervalSince1970: 99), animated: true))
        #expect(axis.axisRange == NumberRange(10, 99))
    }

    @Test("panTo keeps the span and aligns minimum, maximum or centre with what is visible")
    func panTo() {
        for (target, range) in [
            (Axis.PanTarget.start, NumberRange(0, 20)), (.end, NumberRange(80, 100)), (.center, NumberRange(40, 60)),
        ] {
            let axis = axis(NumberRange(30, 50))
            #expect(axis.panTo(target))
            #expect(axis.axisRange == range)
        }
        #expect(!NumberAxis().panTo(.start))
    }

    @Test("zoom levels double and halve the span round the centre, or restore the default")
    func zoomLevels() {
        let axis = axis(NumberRange(30, 50))
        #expect(axis.zoom == 0.2)
        #expect(axis.setZoomLevel(.double))
        #expect(axis.axisRange == NumberRange(20, 60))
        #expect(axis.setZoomLevel(.half) && axis.setZoomLevel(.half))
        #expect(axis.axisRange == NumberRange(35, 45))
        #expect(axis.setZoomLevel(.original))
        #expect(axis.axisRange == NumberRange(0, 100))
        #expect(axis.zoom == 1)
    }

    @Test("setZoom shows a share of the default span and keeps a value at its place")
    func setZoom() {
        let axis = axis()
        #expect(axis.setZoom(0.5))
        #expect(axis.axisRange == NumberRange(25, 75))
        #expect(axis.setZoom(0.2, from: 30))
        #expect(abs(axis.axisRange.minimum - 28) < 1e-9 && abs(axis.axisRange.maximum - 48) < 1e-9)
        for bad in [0, -1, .nan, .infinity] { #expect(!axis.setZoom(bad)) }
        #expect(!axis.setZoom(1, from: .nan))
        #expect(axis.zoomToPoint(50, range: 4))
        #expect(axis.axisRange == NumberRange(48, 52))
        #expect(!axis.zoomToPoint(50, range: 0))
    }

    @Test("on a logarithmic axis zoom scales ratios and a limit keeps them")
    func logarithmicZoom() {
        let axis = LogarithmicAxis(defaultRange: NumberRange(1, 10_000))
        axis.resetZoomLevel()
        #expect(axis.setZoomLevel(.half))
        #expect(abs(axis.axisRange.minimum - 10) < 1e-9 && abs(axis.axisRange.maximum - 1000) < 1e-9)
        axis.allowPanningOutOfDefaultRange = false
        #expect(axis.setRange(0.01, 1))
        #expect(axis.axisRange.minimum == 1)
        #expect(abs(axis.axisRange.maximum - 100) < 1e-9)
        #expect(axis.setRange(1e5, 1e6))
        #expect(abs(axis.axisRange.minimum - 1000) < 1e-9)
        #expect(axis.axisRange.maximum == 10_000)
    }

    @Test("falling logarithms are limited at the same ends")
    func fallingLogarithm() throws {
        let axis = try LogarithmicAxis(base: 0.5, defaultRange: NumberRange(1, 16))
        axis.allowPanningOutOfDefaultRange = false
        #expect(axis.setRange(0.25, 1))
        #expect(axis.axisRange.minimum == 1)
        #expect(abs(axis.axisRange.maximum - 4) < 1e-9)
        #expect(axis.setRange(8, 64))
        #expect(axis.axisRange.maximum == 16)
        #expect(abs(axis.axisRange.minimum - 2) < 1e-9)
    }

    @Test("without leave the axis shows nothing outside data and default range together")
    func maxRange() {
        let axis = axis(NumberRange(60, 100))
        #expect(axis.panBy(50))
        #expect(axis.axisRange == NumberRange(60, 100))
        #expect(axis.setRange(-20, 10))
        #expect(axis.axisRange == NumberRange(0, 30))
        #expect(axis.setRange(-50, 500))
        #expect(axis.axisRange == NumberRange(0, 100))
        axis.setDefaultRange(NumberRange(-40, 50))
        #expect(axis.setRange(-30, 10))
        #expect(axis.axisRange == NumberRange(-30, 10))
        axis.allowPanningOutOfMaxRange = true
        #expect(axis.setRange(-500, 500))
        #expect(axis.axisRange == NumberRange(-500, 500))
    }

    @Test("the limit of a set default range wins; without a set one it is none")
    func defaultLimit() {
        let axis = axis()
        axis.allowPanningOutOfDefaultRange = false
        axis.allowPanningOutOfMaxRange = true
        #expect(axis.setRange(-10, 110))
        #expect(axis.axisRange == NumberRange(-10, 110))
        axis.setDefaultRange(NumberRange(20, 80))
        #expect(axis.setRange(60, 90))
        #expect(axis.axisRange == NumberRange(50, 80))
        #expect(axis.setRange(0, 100))
        #expect(axis.axisRange == NumberRange(20, 80))
        #expect(axis.setDefaultRange(nil))
        #expect(axis.defaultRange == NumberRange(0, 100))
    }

    @Test("an axis without data takes any range that it can show")
    func noData() {
        let axis = NumberAxis()
        #expect(axis.setRange(-7, 1e6))
        #expect(axis.axisRange == NumberRange(-7, 1e6))
    }

    @Test("panning out of everything a Double holds is refused")
    func overflow() {
        let axis = axis(free: true)
        for value in [Double.infinity, .nan, 1e308 * 1.7] { #expect(!axis.panBy(value) || axis.axisRange.isValid) }
        #expect(!axis.setRange(-1.7e308, 1.7e308))
        #expect(axis.axisRange.isValid)
    }

    @Test("date padding is by the calendar, other steps are seconds")
    func datePadding() throws {
        let axis = try DateTimeAxis.inZone("Europe/Berlin")
        axis.visibleRange = NumberRange(seconds("2024-03-31T12:00+02:00"), seconds("2024-10-26T12:00+02:00"))
        axis.rangePaddingLow = .days(1)
        axis.rangePaddingHigh = .days(1)
        // The day before the 23-hour day, and the 25-hour day.
        #expect(axis.defaultRange.minimum == seconds("2024-03-30T12:00+01:00"))
        #expect(axis.defaultRange.maximum == seconds("2024-10-27T12:00+01:00"))
        axis.rangePaddingLow = .months(1)
        axis.rangePaddingHigh = 60
        #expect(axis.defaultRange.minimum == seconds("2024-02-29T12:00+01:00"))
        #expect(axis.defaultRange.maximum == seconds("2024-10-26T12:01+02:00"))
        // A calendar step has no length on a number axis.
        let numbers = self.axis()
        numbers.rangePaddingLow = .days(1)
        #expect(numbers.defaultRange == NumberRange(0, 100))
    }

    @Test("dates can be given as such")
    func dates() {
        let axis = DateTimeAxis()
        #expect(axis.setRange(Date(timeIntervalSince1970: 100), Date(timeIntervalSince1970: 200)))
        #expect(axis.axisRange == NumberRange(100, 200))
        #expect(!axis.setRange(Date(timeIntervalSince1970: 200), Date(timeIntervalSince1970: 200)))
    }
}

import Foundation
import Testing
import VitrailScene

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailScales

/// Charts with invalid data and settings, from loading to the scene.
@Suite("Charts given what makes no sense")
struct BadChartInputTests {
    /// A line on an axis of the given type, and a plain y-axis.
    private func chart(_ type: AxisType, _ x: Column, _ y: Column? = nil) -> Chart {
        let chart = Chart(width: 400, height: 300, xAxisType: type)
        chart.add(LineSeries(columns: SeriesColumns(x: x, y: y ?? Column((0..<x.count).map(Double.init)))))
        return chart
    }

    private func labels(_ scene: Scene) -> [String] {
        scene.layers.filter { $0.kind == .axes }.flatMap(\.marks).compactMap { mark in
            if case .glyphs(let run) = mark.shape { run.source.text } else { nil }
        }
    }

    /// Points of lines.
    private func points(_ scene: Scene) -> [PlotPoint] {
        scene.layers.filter { $0.kind == .series }.flatMap(\.marks).flatMap { mark -> [PlotPoint] in
            if case .polyline(let line) = mark.shape { line.points } else { [] }
        }
    }

    private static let numeric = AxisType.allCases.filter { $0 != .category }

    @Test(
        "insets and widths that are no numbers, or beyond all bounds, leave a chart",
        arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func unboundedInsets(value: Double) throws {
        for side in [\Insets.top, \.left, \.bottom, \.right] {
            let chart = chart(.number, Column([1.0, 2]))
            chart.canvasInset[keyPath: side] = value
            chart.yAxis?.width = value
            _ = try plan(chart)
            let plot = try #require(chart.plotAreaFrame)
            #expect([plot.x, plot.maxX, plot.y, plot.maxY].allSatisfy(\.isFinite) && plot.width > 0 && plot.height > 0)
        }
    }

    @Test("values that have no place on their axis are told of, once")
    func valuesWithoutPositions() throws {
        func told(_ chart: Chart) throws -> [String] {
            _ = try plan(chart)
            _ = try plan(chart)
            return chart.warnings.map(\.description)
        }
        let logarithms = "values ≤ 0 cannot be shown on a logarithmic axis"
        let years = "dates before the year 1 or after 9999; as numbers they are seconds since 1970"
        #expect(try told(chart(.logarithmic, Column([1.0, 0, 3]))) == ["series[0].x: ignored: \(logarithms)"])
        #expect(try told(chart(.dateTime, Column([1.7e12, 1.8e12]))) == ["series[0].x: ignored: \(years)"])
        #expect(try told(chart(.dateTime, Column([-1e11, 0]))) == ["series[0].x: ignored: \(years)"])
        let across = chart(.number, Column([1.0, 2]), Column([-1.0, 5]))
        across.yAxis = LogarithmicAxis()
        #expect(try told(across) == ["series[0].y: ignored: \(logarithms)"])
        for fine in [
            chart(.logarithmic, Column([1.0, 1e-300])),
            chart(.dateTime, Column([DateTicks.earliest, DateTicks.latest])), chart(.number, Column([-1, 1e300])),
        ] {
            #expect(try told(fine) == [])
        }
    }

    @Test("without data an axis shows its empty range, with labels, and nothing is drawn", arguments: AxisType.allCases)
    func empty(type: AxisType) throws {
        let chart = chart(type, type == .category ? Column([String?]()) : Column([Double]()))
        let scene = try plan(chart).scene
        let axis = try #require(chart.xAxis)
        #expect(axis.dataRange == nil && axis.visibleRange == nil && axis.axisRange == axis.emptyRange)
        #expect(points(scene).isEmpty && labels(scene).count >= 2)
    }

    @Test("gaps alone are as no data", arguments: numeric)
    func gaps(type: AxisType) throws {
        let chart = chart(type, Column([Double.nan, .infinity, -.infinity]))
        let scene = try plan(chart).scene
        #expect(
            chart.xAxis?.axisRange == chart.xAxis?.emptyRange
                && points(scene).allSatisfy { !$0.x.isFinite || !$0.y.isFinite })
    }

    @Test(
        "one point, and points that are all equal, lie in the middle of a range of some width", arguments: numeric,
        [[5.0], [5, 5, 5], [1e12, 1e12]])
    func equal(type: AxisType, values: [Double]) throws {
        if type == .dateTime || type == .discontinuousDateTime, values[0] > DateTicks.latest { return }
        let chart = chart(type, Column(values))
        let scene = try plan(chart).scene
        let axis = try #require(chart.xAxis)
        let middle = try #require(axis.pixelValue(forDataValue: values[0])) / axis.length
        #expect(
            axis.dataRange == NumberRange(values[0], values[0]) && axis.axisRange.isValid && abs(middle - 0.5) < 0.05)
        #expect(!labels(scene).isEmpty)
    }

    @Test("on a logarithmic axis zero and less are gaps, out of every range; alone they are as no data")
    func nonPositive() throws {
        let chart = chart(.logarithmic, Column([-5, 0, 1, 100, -1e300, 10.0]), Column([0, 1, 2, 3, 4, 5.0]))
        let scene = try plan(chart).scene
        #expect(chart.xAxis?.dataRange == NumberRange(1, 100) && chart.xAxis?.pixelValue(forDataValue: 0) == nil)
        // The last sample is alone after a gap: it is a disc.
        #expect(points(scene).filter { $0.x.isFinite && $0.y.isFinite }.count == 2)
        let none = self.chart(.logarithmic, Column([-5.0, 0]))
        _ = try plan(none)
        #expect(none.xAxis?.axisRange == NumberRange(1, 10))
        #expect(none.xAxis?.setRange(0, 5) == false && none.xAxis?.setRange(-5, 5) == false)
    }

    @Test(
        "ranges that are none are refused, and the picture stays", arguments: AxisType.allCases,
        [(3.0, 3.0), (4, 3), (.nan, 1), (0, .nan), (-.infinity, 0), (0, .infinity)])
    func ranges(type: AxisType, ends: (Double, Double)) throws {
        let chart = chart(type, type == .category ? Column(["a", "b", "c"]) : Column([1.0, 2, 3]))
        let before = try plan(chart).scene.layers
        let range = chart.xAxis?.axisRange
        #expect(chart.xAxis?.setRange(ends.0, ends.1) == false)
        #expect(chart.xAxis?.setDefaultRange(NumberRange(ends.0, ends.1)) == false)
        let isSame = try plan(chart).scene.layers == before
        #expect(isSame && chart.xAxis?.axisRange == range)
    }

    @Test("of a step that would make a thousand million ticks, some are drawn, at once", arguments: numeric)
    func fineStep(type: AxisType) throws {
        let chart = chart(type, Column([1.0, 1e9]))
        chart.xAxis?.majorTickFrequency = 1
        chart.xAxis?.minorTickFrequency = 1
        chart.xAxis?.style.minorTickStyle = TickStyle(showTicks: true, showLabels: true)
        let time = try ContinuousClock().measure { _ = try plan(chart) }
        #expect(time < .seconds(2))
        // Steps of a logarithmic axis count powers.
        let isLogarithmic = type == .logarithmic || type == .symmetricLogarithmic
        let ticks = chart.xAxis?.ticks(in: NumberRange(1, 1e9), room: .test(400, minor: true)) ?? []
        #expect((isLogarithmic ? 9...200 : 20...60).contains(ticks.count))
    }

    @Test("categories by the million are loaded and labelled in seconds, with some of their names")
    func categories() throws {
        let chart = chart(.category, Column((0..<1_000_000).map { Optional("item \($0)") }))
        var scene: Scene?
        let time = try ContinuousClock().measure { scene = try plan(chart).scene }
        // Names take one line or two.
        let names = labels(try #require(scene)).filter { $0.hasPrefix("item") }
        #expect((chart.xAxis as? CategoryAxis)?.items.count == 1_000_000)
        #expect(names.count > 1 && names.count < 20 && time < .seconds(30))
    }

    @Test("dates beyond the year 9999 are no part of the range that is shown")
    func farDates() throws {
        let chart = chart(.dateTime, Column([seconds("2000-01-01"), seconds("9000-01-01"), 1e13, -1e13]))
        let scene = try plan(chart).scene
        #expect(chart.xAxis?.axisRange == NumberRange(DateTicks.earliest, DateTicks.latest))
        let years = labels(scene).compactMap { $0.count >= 4 ? Int($0) : nil }
        #expect(years.count >= 2 && years.allSatisfy { (1...9999).contains($0) })
        #expect(chart.xAxis?.setRange(0, 1e13) == false)
    }

    @Test("an unknown time zone is refused and the old one stays")
    func timeZone() throws {
        let axis = try DateTimeAxis.inZone("Europe/Berlin")
        #expect(throws: AxisError.unknownTimeZone("Europe/Atlantis")) {
            try axis.setTimeZone(identifier: "Europe/Atlantis")
        }
        #expect(axis.timeZone.identifier == "Europe/Berlin")
    }
}

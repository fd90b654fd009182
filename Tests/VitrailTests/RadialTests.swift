import Foundation
import Testing
import Vitrail

/// A radial chart with a blue circle and a green line up from the pole, and their positions in the picture.
private struct RadialProbe {
    let probe: Probe
    /// The pole and the circle, pixels.
    let x: Double
    let y: Double
    let radius: Double

    init(_ chart: Chart) async throws {
        probe = try await Probe(chart)
        // The circle is the widest blue object.
        var (left, right, top, bottom) = (Int.max, Int.min, Int.max, Int.min)
        for row in probe.plot.y..<probe.plot.maxY {
            for column in probe.plot.x..<probe.plot.maxX where Self.isBlue(probe[column, row]) {
                (left, right, top, bottom) = (min(left, column), max(right, column), min(top, row), max(bottom, row))
            }
        }
        try #require(left < right)
        x = Double(left + right + 1) / 2
        y = Double(top + bottom + 1) / 2
        radius = Double(right - left) / 2
    }

    static func isBlue(_ color: Color) -> Bool {
        Int(color.blue) - Int(color.red) > 100 && Int(color.blue) - Int(color.green) > 100
    }
    static func isRed(_ color: Color) -> Bool {
        Int(color.red) - Int(color.blue) > 100 && Int(color.red) - Int(color.green) > 100
    }

    /// The colour at an angle, clockwise from 12 o'clock in turns, and a fraction of the radius, moved by pixels.
    func color(_ turns: Double, _ share: Double, dx: Int = 0, dy: Int = 0) -> Color {
        let angle = 2 * .pi * turns
        return probe[
            Int((x + radius * share * sin(angle)).rounded(.down)) + dx,
            Int((y - radius * share * cos(angle)).rounded(.down)) + dy]
    }

    /// Whether a pixel within one of a position passes the test.
    func near(_ turns: Double, _ share: Double, _ test: (Color) -> Bool) -> Bool {
        (-1...1).contains { dx in (-1...1).contains { test(color(turns, share, dx: dx, dy: $0)) } }
    }

    /// Red area, without the parts covered by other colours.
    var red: Double {
        var sum = 0
        for row in probe.plot.y..<probe.plot.maxY {
            for column in probe.plot.x..<probe.plot.maxX {
                let color = probe[column, row]
                sum += max(0, Int(color.red) - Int(max(color.green, color.blue)))
            }
        }
        return Double(sum) / 255
    }
}

@Suite("Radial charts")
struct RadialTests {
    /// x 0…8 and y 0…10, or other axes; no labels, grid or ticks.
    private func chart(
        x: Axis = NumberAxis(defaultRange: NumberRange(0, 8)), y: Axis = NumberAxis(defaultRange: NumberRange(0, 10))
    ) -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        chart.xAxis = x
        chart.yAxis = y
        for axis in chart.allAxes {
            axis.style.majorTickStyle = TickStyle(showTicks: false, showLabels: false)
            axis.style.lineWidth = 1
        }
        x.style.lineColor = .pureBlue
        y.style.lineColor = .pureGreen
        return chart.bare()
    }

    private func points(_ x: [Double], _ y: [Double]) -> RadialLineSeries {
        RadialLineSeries(
            columns: SeriesColumns(x: Column(x), y: Column(y)),
            style: RadialLineSeriesStyle(
                lineWidth: 0, pointStyle: PointStyle(showPoints: true, color: .pureRed, radius: 5, innerRadius: 0)))
    }

    private func line(_ x: [Double], _ y: [Double], wraps: Bool = false) -> RadialLineSeries {
        RadialLineSeries(
            columns: SeriesColumns(x: Column(x), y: Column(y)), pointsWrapAround: wraps,
            style: RadialLineSeriesStyle(lineColor: .pureRed, lineWidth: 2))
    }

    private func area(_ x: [Double], _ y: [Double], wraps: Bool = true) -> RadialLineSeries {
        RadialLineSeries(
            columns: SeriesColumns(x: Column(x), y: Column(y)), pointsWrapAround: wraps,
            style: RadialLineSeriesStyle(showFill: true, areaColor: .pureRed, areaLineWidth: 0))
    }

    @Test("C-034 a radial chart refuses a second x- or y-axis")
    func oneAxisEach() async throws {
        let chart = chart()
        chart.add(points([1], [5]))
        let (x, y) = (NumberAxis(), NumberAxis())
        chart.addXAxis(x)
        chart.addYAxis(y)
        #expect(chart.allXAxes.count == 1 && chart.allYAxes.count == 1)
        let reason = "a radial chart has one x-axis and one y-axis"
        #expect(
            chart.warnings == [.ignored(path: "addXAxis", reason: reason), .ignored(path: "addYAxis", reason: reason)])
        _ = try await RadialProbe(chart)
        // A replaced axis does not add one.
        chart.xAxis = x
        #expect(chart.allXAxes.count == 1 && chart.xAxis === x)
    }

    @Test("C-034 axes that were there before the chart became radial go, and their series to the primary ones")
    func extraAxes() async throws {
        let chart = chart()
        let second = NumberAxis(defaultRange: NumberRange(0, 1000))
        chart.addYAxis(second)
        #expect(chart.allYAxes.count == 2)
        let series = points([2], [10])
        series.yAxis = second
        chart.add(series)
        let probe = try await RadialProbe(chart)
        #expect(chart.allYAxes.count == 1 && chart.yAxis !== second)
        #expect(chart.warnings == [.ignored(path: "yAxes[1]", reason: "a radial chart has one x-axis and one y-axis")])
        #expect(probe.color(0.25, 1, dx: 2).isClose(to: .pureRed))
    }

    @Test("C-034 a pie chart renders with no axis set")
    func pieWithoutAxes() async throws {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 300, height: 200))
        chart.add(
            PieSeries(
                columns: SeriesColumns(x: Column(["a"]), y: Column([1.0])),
                style: PieSeriesStyle(flavourColors: [.pureRed], showLabels: false)))
        let probe = try await Probe(chart)
        #expect(chart.allAxes.isEmpty && probe[150, 80].isClose(to: .pureRed))
        // A series whose slices come from a source makes no axes either.
        let source = SimpleDataSource()
        source.addSeries(
            PieSeries(style: PieSeriesStyle(flavourColors: [.pureRed], showLabels: false)),
            [RadialDataPoint(name: "a", value: 1)])
        let asked = Chart(frame: chart.frame)
        asked.dataSource = source
        #expect(try await Probe(asked).image == probe.image && asked.allAxes.isEmpty)
    }

    @Test("C-101 x at the range's minimum, quarter and half is at 12, 3 and 6 o'clock")
    func directions() async throws {
        let probe = try await RadialProbe(chart().with(points([0, 2, 4], [5, 5, 5])))
        for turns in [0, 0.25, 0.5] {
            // Beside the axis' line, which is drawn over the data.
            #expect(probe.color(turns, 0.5, dx: 2).isClose(to: .pureRed))
            #expect(probe.color(turns, 0.5, dx: -2).isClose(to: .pureRed))
        }
        #expect(probe.color(0.75, 0.5) == .white)
        #expect(abs(probe.red - 3 * .pi * 25) < 20)
    }

    @Test("C-101 the largest x is where the smallest is, and what is beyond goes on round")
    func fullCircle() async throws {
        let probe = try await RadialProbe(chart().with(points([8, 10, -2], [5, 5, 5])))
        for turns in [0, 0.25, 0.75] { #expect(probe.color(turns, 0.5, dx: 2).isClose(to: .pureRed)) }
        #expect(abs(probe.red - 3 * .pi * 25) < 20)
    }

    @Test(
        "C-102 y at the range's minimum lies on the pole, at its maximum on the circle; below it on the pole, above it nowhere"
    )
    func distances() async throws {
        let probe = try await RadialProbe(chart().with(points([2, 4, 6, 3], [10, 0, -7, 12])))
        #expect(probe.color(0.25, 1, dx: 2).isClose(to: .pureRed))
        #expect(probe.color(0, 0, dx: 2, dy: 2).isClose(to: .pureRed))
        #expect(
            probe.color(0.75, 0.7) == .white && probe.color(0.5, 0.1) == .white && probe.color(0.375, 1.2) == .white)
        // Two of the four symbols, one of them drawn twice.
        #expect(abs(probe.red - 2 * .pi * 25) < 25)
    }

    @Test("C-102 the y-axis runs from the pole straight up to the circle")
    func upright() async throws {
        let probe = try await RadialProbe(chart().with(points([2], [5])))
        let runs = probe.probe.runs(column: Int(probe.x), of: .pureGreen)
        try #require(runs.count == 1)
        #expect(
            abs(Double(runs[0].lowerBound) - (probe.y - probe.radius)) <= 1
                && abs(Double(runs[0].upperBound) - probe.y) <= 1)
        #expect(probe.probe.count { $0.isClose(to: .pureGreen) } == runs[0].count)
    }

    @Test("C-103 six items of a category x-axis are 60° apart, those of a category y-axis equally far from the pole")
    func categories() async throws {
        let chart = chart(x: CategoryAxis(), y: CategoryAxis())
        let series = points([], [])
        series.columns = SeriesColumns(
            x: Column(["a", "b", "c", "d", "e", "f"]), y: Column(["low", "middle", "high", "middle", "high", "middle"]))
        chart.add(series)
        let probe = try await RadialProbe(chart)
        for (k, share) in [0, 0.5, 1, 0.5, 1, 0.5].enumerated() {
            #expect(probe.near(Double(k) / 6, share, RadialProbe.isRed), "\(k)")
        }
        #expect(abs(probe.red - 6 * .pi * 25) < 40)
    }

    @Test(
        "C-104 linear: outer line (x style) and rings (y style) are straight between x ticks; curved: circles",
        arguments: [true, false], [true, false])
    func renderModes(outer: Bool, rings: Bool) async throws {
        let chart = chart(x: CategoryAxis())
        chart.xAxis?.style.majorGridLineStyle = MajorGridLineStyle(
            showMajorGridLines: false, lineRenderMode: outer ? .linear : .curved)
        chart.yAxis?.style.majorGridLineStyle = MajorGridLineStyle(
            showMajorGridLines: true, dashedMajorGridLines: false, lineColor: .pureRed, lineWidth: 1,
            lineRenderMode: rings ? .linear : nil)
        chart.yAxis?.majorTickFrequency = 5
        chart.yAxis?.anchorPoint = 0
        let series = points([], [])
        series.columns = SeriesColumns(x: Column(["a", "b", "c", "d"]), y: Column([5.0, 5, 5, 5]))
        series.style.pointStyle.showPoints = false
        chart.add(series)
        let probe = try await RadialProbe(chart)
        // Between the ticks at 0 and a quarter of the circle.
        let straight = 0.5.squareRoot()
        for turns in [0.125, 0.375, 0.625, 0.875] {
            #expect(probe.near(turns, straight, RadialProbe.isBlue) == outer)
            #expect(probe.near(turns, 1, RadialProbe.isBlue) == !outer)
            #expect(probe.near(turns, straight / 2, RadialProbe.isRed) == rings)
            #expect(probe.near(turns, 0.5, RadialProbe.isRed) == !rings)
        }
        for turns in [0.25, 0.5, 0.75] {
            #expect(probe.near(turns, 1, RadialProbe.isBlue) && probe.near(turns, 0.5, RadialProbe.isRed))
        }
    }

    @Test("C-105 pointsWrapAround paints a segment from the last point to the first", arguments: [true, false])
    func wrapping(wraps: Bool) async throws {
        let probe = try await RadialProbe(chart().with(line([1, 3, 5, 7], [8, 8, 8, 8], wraps: wraps)))
        let middle = 0.8 * 0.5.squareRoot()
        for turns in [0.25, 0.5, 0.75] { #expect(probe.near(turns, middle, RadialProbe.isRed)) }
        // Beside the axis' line.
        #expect(
            RadialProbe.isRed(probe.color(0, middle, dx: -4)) == wraps
                && RadialProbe.isRed(probe.color(0, middle, dx: 4)) == wraps)
        // Three or four sides, two pixels wide.
        let side = 0.8 * probe.radius * 2.0.squareRoot()
        #expect(abs(probe.red - (wraps ? 4 : 3) * side * 2) < 20)
        // Their end points are joined like any others: the outside of the corner is covered.
        let wide = line([1, 3, 5, 7], [8, 8, 8, 8], wraps: wraps)
        wide.style.lineWidth = 12
        let corners = try await RadialProbe(chart().with(wide))
        for (turns, x, y) in [(0.125, 3, -3), (0.375, 3, 3), (0.625, -3, 3)] {
            #expect(RadialProbe.isRed(corners.color(turns, 0.8, dx: x, dy: y)) == (wraps || turns > 0.2))
        }
    }

    @Test("a gap is not bridged, nor closed where it is at an end")
    func gaps() async throws {
        let middle = 0.8 * 0.5.squareRoot()
        let inner = try await RadialProbe(chart().with(line([1, 3, 4, 5, 7], [8, 8, .nan, 8, 8], wraps: true)))
        #expect(!inner.near(0.5, middle, RadialProbe.isRed) && inner.near(0.25, middle, RadialProbe.isRed))
        #expect(RadialProbe.isRed(inner.color(0, middle, dx: 4)))
        // Three sides, and none through the pole.
        #expect(abs(inner.red - 3 * 0.8 * inner.radius * 2.0.squareRoot() * 2) < 20)
        let end = try await RadialProbe(chart().with(line([1, 3, 5, 7, 8], [8, 8, 8, 8, .nan], wraps: true)))
        #expect(!RadialProbe.isRed(end.color(0, middle, dx: 4)) && end.near(0.5, middle, RadialProbe.isRed))
        let start = try await RadialProbe(chart().with(line([0, 1, 3, 5, 7], [.nan, 8, 8, 8, 8], wraps: true)))
        #expect(!RadialProbe.isRed(start.color(0, middle, dx: 4)) && start.near(0.5, middle, RadialProbe.isRed))
    }

    @Test("a fill covers what lies between line and pole, however often the line runs there")
    func fills() async throws {
        let square = try await RadialProbe(chart().with(area([1, 3, 5, 7], [8, 8, 8, 8])))
        let exact = 2 * pow(0.8 * square.radius, 2)
        #expect(abs(square.red - exact) < exact * 0.01)
        #expect(square.color(0.2, 0.4) == .pureRed)
        // Back and forth over the same half: nothing is subtracted or counted twice.
        let folded = try await RadialProbe(chart().with(area([1, 3, 5, 3.5, 1.5], [8, 8, 8, 4, 4], wraps: false)))
        #expect(abs(folded.red - exact / 2) < exact * 0.01)
        #expect(folded.color(0.3, 0.2) == .pureRed && folded.color(0.8, 0.2) == .white)
    }

    @Test("line and fill end at the circle")
    func clipping() async throws {
        for far in [40, 1e300] {
            let filled = try await RadialProbe(chart().with(area([0, 2, 4, 6], [far, far, far, far])))
            #expect(abs(filled.red - .pi * filled.radius * filled.radius) < .pi * filled.radius * filled.radius * 0.02)
        }
        let drawn = try await RadialProbe(chart().with(line([2, 2], [5, 40])))
        #expect(drawn.near(0.25, 0.9, RadialProbe.isRed) && drawn.color(0.25, 1, dx: 3) == .white)
    }

    @Test("annotations are left out, and told of")
    func annotations() async throws {
        let chart = chart().with(points([2], [5]))
        chart.annotations = [.text("here", x: 4, y: 5, textColor: .pureRed)]
        let probe = try await RadialProbe(chart)
        #expect(abs(probe.red - .pi * 25) < 5)
        #expect(chart.warnings == [.ignored(path: "annotations", reason: "a radial chart shows none")])
    }

    @Test("where labels or titles take room anew, a redraw of the axes alone moves the series with the circle")
    func redraw() async throws {
        let chart = chart().with(points([2], [10]))
        let before = try await RadialProbe(chart)
        chart.xAxis?.title = "round"
        chart.redrawChart(includePlotArea: false)
        let after = try await RadialProbe(chart)
        #expect(after.radius < before.radius - 5 && after.probe.plot == before.probe.plot)
        #expect(after.color(0.25, 1, dx: 2).isClose(to: .pureRed))
    }

    @Test("a hook gives each point its look, and there is no side below the baseline")
    func drawnStyles() async throws {
        let series = points([2, 4, 6], [5, 5, 5])
        series.baseline = 9
        series.style.pointStyle.colorBelowBaseline = .black
        series.pointStyleHook = { index, style in
            var style = style
            if index == 1 { style.radius = 10 }
            return style
        }
        let probe = try await RadialProbe(chart().with(series))
        #expect(abs(probe.red - (2 * .pi * 25 + .pi * 100)) < 12)
        #expect(probe.color(0.5, 0.5, dx: 8) == .pureRed && probe.color(0.25, 0.5, dx: 8) == .white)
    }

    @Test("a gradient runs from the pole to the farthest point")
    func gradient() async throws {
        let series = area([0, 2, 4, 6], [10, 10, 10, 10])
        series.style.areaColor = .black
        series.style.areaColorLowGradient = Color(0xFF0000)
        let probe = try await RadialProbe(chart().with(series))
        #expect(probe.color(0.5, 0.03).red > 235)
        #expect(abs(Int(probe.color(0.5, 0.5, dx: 1).red) - 128) < 4 && probe.color(0.5, 0.97).red < 20)
    }

    @Test("places on a radial axis have no pixel along a line, and it is not panned or zoomed")
    func noMapping() async throws {
        let chart = chart().with(points([2], [5]))
        _ = try await RadialProbe(chart)
        let axis = try #require(chart.yAxis)
        #expect(axis.pixelValue(forDataValue: 5) == nil && axis.dataValue(forPixelValue: 10) == nil)
        let range = axis.axisRange
        #expect(
            !axis.panBy(1) && !axis.panTo(.end) && !axis.setZoomLevel(.half) && !axis.setZoom(0.5)
                && !axis.zoomToPoint(5, range: 1))
        #expect(axis.axisRange == range)
        let reason = "a radial chart is not panned or zoomed"
        #expect(
            Set(chart.warnings)
                == Set(
                    ["panBy", "panTo", "setZoomLevel", "setZoom", "zoomToPoint"].map {
                        .ignored(path: "yAxis.\($0)", reason: reason)
                    }))
        // In another kind of chart it is.
        let other = Chart(width: 300, height: 200)
        other.yAxis = axis
        other.add(LineSeries(columns: SeriesColumns(x: Column([0.0, 1]), y: Column([0.0, 10]))))
        _ = try await Probe(other)
        #expect(axis.pixelValue(forDataValue: 5) != nil && axis.setZoomLevel(.half))
        // Restored, whatever it was in between.
        chart.reloadData()
        _ = try await RadialProbe(chart)
        #expect(axis.pixelValue(forDataValue: 5) == nil && axis.dataValue(forPixelValue: 10) == nil)
    }

    @Test("series of other kinds are left out, and a place hits the point that is there")
    func kindAndHits() async throws {
        let series = points([0, 2, 4], [5, 10, 5])
        let chart = chart().with(series)
        chart.add(LineSeries(columns: SeriesColumns(x: Column([0.0, 1]), y: Column([0.0, 10]))))
        let probe = try await RadialProbe(chart)
        #expect(chart.warnings == [.seriesOfAnotherKind(path: "series[1]")])
        let (x, y) = (probe.x - Double(probe.probe.plot.x), probe.y - Double(probe.probe.plot.y))
        #expect(series.hit(x: x + probe.radius, y: y) == 1 && series.hit(x: x, y: y + probe.radius / 2 + 3) == 2)
        #expect(series.hit(x: x - probe.radius, y: y) == nil && series.hit(x: x + probe.radius - 12, y: y) == nil)
        #expect(series.nearestPoint(x: x - probe.radius, y: y - 5)?.index == 0)
    }

    /// Values at x = 0, 2, 4, …, and the filled area for y 0…10 and x 0…8, in squares of the circle's radius.
    @Test(
        "little and strange data are drawn or left out",
        arguments: [
            ([], 0), ([5], 0), ([5, 5], 1 / 8), ([.nan], 0), ([.nan, .nan, .nan], 0), ([5, 5, 5, 5], 1 / 2),
            ([.infinity, 5, -.infinity, 5], 0.022),
            ([0, 0, 0], 0), ([-3, -3, 5], 0), ([1e300, -1e300, 5], 0), ([10, 1e300, 10], .pi / 2),
        ] as [([Double], Double)])
    func degenerate(values: [Double], filled: Double) async throws {
        let x = values.indices.map { Double($0) * 2 }
        let fixed = try await symbols(of: values, x, in: chart())
        // Without the parts covered by axes and symbols. Samples between gaps are stems of the area.
        #expect((filled * 0.97 - 0.01...filled + 0.01).contains(fixed.red / (fixed.radius * fixed.radius)))
        _ = try await symbols(of: values, x, in: chart(x: NumberAxis(), y: NumberAxis()))
        _ = try await symbols(of: values, nil, in: chart(x: CategoryAxis(), y: NumberAxis()))
    }

    /// Draws values as an area with symbols, and expects a symbol at each value with a position, and none elsewhere.
    ///
    /// - Parameter x: `nil`: a category for each.
    private func symbols(of values: [Double], _ x: [Double]?, in chart: Chart) async throws -> RadialProbe {
        let series = area(x ?? [], values)
        if x == nil { series.columns.x = Column(values.indices.map { Optional("item \($0)") }) }
        let size = 5.0
        series.style.pointStyle = PointStyle(showPoints: true, color: .black, radius: size, innerRadius: 0)
        chart.frame = Rect(x: 0, y: 0, width: 260, height: 180)
        let probe = try await RadialProbe(chart.with(series))
        let range = try (x: #require(chart.xAxis).axisRange, y: #require(chart.yAxis).axisRange)
        var positions: [SIMD2<Double>] = []
        for (k, value) in values.enumerated() where value.isFinite {
            // From the pole to the circle, computed without an overflowing difference.
            let share =
                value <= range.y.minimum
                ? 0 : (value / 2 - range.y.minimum / 2) / (range.y.maximum / 2 - range.y.minimum / 2)
            let turns = x.map { ($0[k] - range.x.minimum) / range.x.span } ?? Double(k) / Double(values.count)
            guard share <= 1 else { continue }
            let angle = 2 * .pi * turns
            let position = SIMD2(
                probe.x + probe.radius * share * sin(angle), probe.y - probe.radius * share * cos(angle))
            if !positions.contains(where: { hypot($0.x - position.x, $0.y - position.y) < 1 }) {
                positions.append(position)
            }
        }
        let plot = probe.probe.plot
        func isBlack(_ x: Int, _ y: Int) -> Bool {
            let color = probe.probe[x, y]
            return color.red < 128 && color.green < 128 && color.blue < 128
        }
        for y in plot.y..<plot.maxY {
            for x in plot.x..<plot.maxX where isBlack(x, y) {
                let isSymbol = positions.contains { hypot($0.x - Double(x) - 0.5, $0.y - Double(y) - 0.5) < size + 1 }
                #expect(isSymbol, "ink at \(x), \(y) of \(values)")
            }
        }
        // Axis lines are drawn over symbols.
        for position in positions {
            let (left, top) = (Int(position.x) - 3, Int(position.y) - 3)
            let pixels = (max(top, plot.y)..<min(top + 7, plot.maxY)).flatMap { y in
                (max(left, plot.x)..<min(left + 7, plot.maxX)).map { isBlack($0, y) }
            }
            #expect(pixels.count > 15 && pixels.count { $0 } * 10 > pixels.count * 6, "a symbol of \(values)")
        }
        return probe
    }
}

extension Chart {
    fileprivate func with(_ series: Series) -> Chart {
        add(series)
        return self
    }
}

import Foundation
import Testing
import Vitrail

/// Translated recipes of the guides and the tutorials that once had no effect.
@Suite("Samples of the guides")
struct GuideSampleTests {
    // MARK: Pies

    /// The guide's `seriesAtIndex`.
    private func pieSeries() -> PieSeries {
        let pieSeries = Slices.pie([1, 1, 2])
        pieSeries.selectedStyle.protrusion = 10
        pieSeries.selectionAnimation.progressCalculator = TimeProgressCalculator(duration: 0.4)
        pieSeries.selectedPosition = 0
        return pieSeries
    }

    @Test(
        "C-111 the guide's pie turns a tapped slice to its place in 0.4 s; the entry animation stays off",
        arguments: [true, false])
    func selection(isTap: Bool) throws {
        let pie = pieSeries()
        pie.selectionAnimation.angleCurve = .linear
        let chart = Slices.chart(pie)
        _ = try plan(chart)
        let start = try #require(pie.midAngle(ofSlice: 1)).remainder(dividingBy: 2 * .pi)
        let position = try #require(pie.sliceCenter(1))
        if isTap { #expect(chart.tap(x: position.x, y: position.y)) } else { pie.setSlice(1, selected: true) }
        for k in 1...4 {
            #expect(chart.advance(by: 0.1) == (k < 4))
            let angle = try #require(pie.midAngle(ofSlice: 1)).remainder(dividingBy: 2 * .pi)
            #expect(abs(angle - start * (1 - Double(k) / 4)) < 1e-6)
        }
        #expect(!pie.animationEnabled && pie.selectedSlices == [1])
    }

    @Test("without an animation that was set, and before the first picture, a selected slice is at its place at once")
    func sudden() throws {
        let pie = Slices.pie([1, 1, 2])
        pie.selectedPosition = 0
        let chart = Slices.chart(pie)
        _ = try plan(chart)
        pie.setSlice(1, selected: true)
        #expect(abs(try #require(pie.midAngle(ofSlice: 1)).remainder(dividingBy: 2 * .pi)) < 1e-9)
        #expect(!chart.advance(by: 0.1))
        let early = pieSeries()
        early.setSlice(1, selected: true)
        _ = try plan(Slices.chart(early))
        #expect(abs(try #require(early.midAngle(ofSlice: 1)).remainder(dividingBy: 2 * .pi)) < 1e-9)
    }

    @Test("rotateSlice animated eases to the angle the shortest way; another turn takes its place")
    func rotation() throws {
        let pie = Slices.pie([1, 1, 2])
        let chart = Slices.chart(pie)
        _ = try plan(chart)
        let start = try #require(pie.midAngle(ofSlice: 0))
        pie.rotateSlice(0, toAngle: 1.5, animated: true)
        #expect(pie.midAngle(ofSlice: 0) == start && chart.isRenderScheduled)
        var angles = [start]
        while chart.advance(by: 1.0 / 60) { angles.append(try #require(pie.midAngle(ofSlice: 0))) }
        #expect(angles.count == 18 && zip(angles, angles.dropFirst()).allSatisfy { $0 < $1 })
        #expect(abs(try #require(pie.midAngle(ofSlice: 0)) - 1.5) < 1e-9)
        pie.rotateSlice(0, toAngle: 0, animated: true)
        chart.advance(by: 0.1)
        pie.rotateSlice(0, toAngle: 3)
        let angle = try #require(pie.midAngle(ofSlice: 0)).remainder(dividingBy: 2 * .pi)
        #expect(!chart.advance(by: 0.1) && abs(angle - 3) < 1e-9)
    }

    @Test("an annotation with values on a pie warns; one in its middle does not")
    func annotation() throws {
        let chart = Slices.chart(Slices.pie([1, 2]))
        chart.addAnnotation(.text("total", x: nil, y: nil))
        _ = try plan(chart)
        #expect(chart.warnings.isEmpty)
        chart.addAnnotation(.text("note", x: 1, y: 1))
        _ = try plan(chart)
        #expect(
            chart.warnings.map(\.description) == [
                "annotations[1]: ignored: its values: a chart of slices has no axes, so the annotation is in the middle"
            ])
    }

    // MARK: Data

    /// A model object of the host.
    private final class Reading: ChartData {
        let xValue: DataValue?
        let yValue: DataValue?
        var selected = false

        init(_ x: DataValue?, _ y: DataValue?, selected: Bool = false) {
            (xValue, yValue, self.selected) = (x, y, selected)
        }
    }

    private final class Readings: DataSource {
        var points: [Reading]
        let givesArrays: Bool
        let scatter = ScatterSeries(title: "readings")

        init(_ points: [Reading], givesArrays: Bool = false) { (self.points, self.givesArrays) = (points, givesArrays) }

        func numberOfSeries(in chart: Chart) -> Int { 1 }
        func series(at index: Int, in chart: Chart) -> Series { scatter }
        func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { points.count }
        func dataPoint(at point: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData { points[point] }
        func dataPoints(forSeriesAt index: Int, in chart: Chart) -> [any ChartData]? { givesArrays ? points : nil }
    }

    /// Records the host's view in a callback.
    private final class Finder: ChartDelegate {
        var found: [Reading?] = []
        func chart(
            _ chart: Chart, toggledSelectionForPoint point: ChartPoint, of series: CartesianSeries,
            at pixel: (x: Double, y: Double)
        ) {
            found.append(series.data(at: point.dataPointIndex) as? Reading)
        }
    }

    @Test(
        "a host's own objects come back in callbacks: the same ones, after skipped points and while points stream, too",
        arguments: [true, false])
    func ownData(givesArrays: Bool) throws {
        let source = Readings([Reading("no number", 1), Reading(1, 2), Reading(2, 3)], givesArrays: givesArrays)
        let chart = Probe.chart()
        chart.dataSource = source
        source.scatter.selectionMode = .point
        let finder = Finder()
        chart.delegate = finder
        _ = try plan(chart)
        let plot = try #require(chart.plotAreaFrame)
        chart.tap(x: plot.maxX, y: plot.y)
        #expect(finder.found.count == 1 && finder.found[0] === source.points[2])
        #expect(source.scatter.data(at: 0) as? Reading === source.points[0] && source.scatter.data(at: 3) == nil)
        let last = source.points[2]
        source.points.removeFirst()
        source.points.append(Reading(3, 4))
        chart.removeNumberOfDataPoints(1, fromStartOfSeriesAt: 0)
        chart.appendNumberOfDataPoints(1, toEndOfSeriesAt: 0)
        #expect(source.scatter.data(at: 2) as? Reading === last)
        _ = try plan(chart)
        #expect(
            source.scatter.data(at: 1) as? Reading === last
                && source.scatter.data(at: 2) as? Reading === source.points[2])
        let columns = LineSeries(columns: SeriesColumns(y: Column([5.0])))
        let other = Probe.chart()
        other.add(columns)
        _ = try plan(other)
        #expect((columns.data(at: 0) as? ChartPoint)?.yValue == 5)
    }

    @Test(
        "selected of a cartesian point is heeded at each load; points that say nothing leave the selection alone",
        arguments: [true, false])
    func selectedPoints(givesArrays: Bool) throws {
        let source = Readings([Reading(1, 2), Reading(2, 3, selected: true), Reading(4, 1)], givesArrays: givesArrays)
        let chart = Probe.chart()
        chart.dataSource = source
        _ = try plan(chart)
        #expect(source.scatter.selectedPoints == [1] && source.scatter.dataPoint(at: 1)?.selected == true)
        (source.points[1].selected, source.points[2].selected) = (false, true)
        chart.reloadData()
        _ = try plan(chart)
        #expect(source.scatter.selectedPoints == [2])
        source.points.append(Reading(5, 5, selected: true))
        chart.appendNumberOfDataPoints(1, toEndOfSeriesAt: 0)
        _ = try plan(chart)
        #expect(source.scatter.selectedPoints == [2, 3])
        for point in source.points { point.selected = false }
        chart.reloadData()
        _ = try plan(chart)
        #expect(source.scatter.selectedPoints.isEmpty)
        source.scatter.selectedPoints = [0]
        chart.reloadData()
        _ = try plan(chart)
        #expect(source.scatter.selectedPoints == [0])
    }

    @Test("a selected point of a line or band is seen though showPoints is off, and not where its own style says so")
    func linePoint() async throws {
        let line = LineSeries(
            columns: SeriesColumns(y: Column([1.0, 3, 2])), style: LineSeriesStyle(lineColor: .black, lineWidth: 1))
        let chart = Probe.chart().bare()
        chart.add(line)
        line.style.selectedPointStyle.color = .pureGreen
        line.selectionMode = .point
        (chart.yAxis!.rangePaddingLow, chart.yAxis!.rangePaddingHigh) = (1, 1)
        let before = try await Probe(chart)
        #expect(before.count { $0 == .pureGreen } == 0)
        let position = try before.position(of: 1, 3)
        #expect(chart.tap(x: position.x, y: position.y) && line.selectedPoints == [1])
        let after = try await Probe(chart)
        // A disc of 6 points.
        #expect(abs(after.count { $0.isClose(to: .pureGreen, 40) } - 113) < 16)
        #expect(try after.color(1, 3, dx: 4) == .pureGreen)
        line.pointStyleHook = { index, style in
            var style = style
            style.color = index == 1 ? .pureBlue : .pureRed
            return style
        }
        let hooked = try await Probe(chart)
        #expect(try hooked.color(1, 3, dx: 4) == .pureBlue && hooked.count { $0 == .pureRed } == 0)
        line.pointStyleHook = nil
        line.style.selectedPointStyle.showPoints = false
        #expect(try await Probe(chart).count { $0 == .pureGreen } == 0)
        let band = BandSeries(columns: SeriesColumns(high: Column([3.0, 4]), low: Column([1.0, 2])))
        band.style.selectedPointStyle.color = .pureGreen
        band.selectedPoints = [0]
        let bands = Probe.chart(x: NumberRange(-1, 2), y: NumberRange(0, 5)).bare()
        bands.add(band)
        let probe = try await Probe(bands)
        #expect(
            try probe.color(0, 3) == .pureGreen && probe.color(0, 1) == .pureGreen && probe.color(1, 4) != .pureGreen)
    }

    // MARK: Axes

    @Test("a formatter is fetched and changed in place, as axis.labelFormatter.numberFormatter of the guide")
    func formatters() throws {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(-2_000, 2_000))
        let (x, y) = (try #require(chart.xAxis as? NumberAxis), try #require(chart.yAxis as? NumberAxis))
        #expect(y.numberFormatter === y.numberFormatter && y.labelFormatter?.numberFormatter === y.numberFormatter)
        #expect(y.string(forId: -1_234.5) == "−1,234.5")
        y.numberFormatter.maximumFractionDigits = 0
        y.numberFormatter.positiveSuffix = " m"
        #expect(y.string(forId: 1_234.4) == "1,234 m" && x.labelFormatter == nil)
        let date = DateTimeAxis()
        date.dateFormatter.dateFormat = "yyyy/MM/dd"
        #expect(date.string(forId: 86_400) == "1970/01/02" && date.labelFormatter?.dateFormatter === date.dateFormatter)
        // A formatter given by the host keeps its own settings.
        let own = NumberFormatter()
        x.labelFormatter = LabelFormatter(own)
        own.positivePrefix = "~"
        #expect(x.numberFormatter === own && x.string(forId: 5) == "~5")
        #expect(LabelFormatter { "\($0)" }.numberFormatter == nil)
        // An in-place change is visible, and counts as a layout change.
        final class Redraws: ChartDelegate {
            var full: [Bool] = []
            func renderStarted(_ chart: Chart, fullRedraw: Bool) { full.append(fullRedraw) }
        }
        let redraws = Redraws()
        chart.delegate = redraws
        let before = try plan(chart).scene
        _ = try plan(chart)
        y.numberFormatter.positiveSuffix = " kilometres"
        #expect(try plan(chart).scene.plotArea != before.plotArea && redraws.full == [true, false, true])
    }

    @Test("ranges, anchors and custom ticks of a date axis are dates")
    func dates() throws {
        let (start, end) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 864_000))
        let axis = DateTimeAxis(defaultRange: DateRange(start, end))
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 300))
        (chart.xAxis, chart.yAxis) = (axis, NumberAxis())
        chart.add(
            LineSeries(columns: SeriesColumns(x: Column(secondsSince1970: [86_400, 172_800]), y: Column([1.0, 2]))))
        _ = try plan(chart)
        #expect(axis.axisDateRange == DateRange(start, end) && axis.defaultDateRange.span == 864_000)
        #expect(
            axis.dataDateRange == DateRange(start + 86_400, start + 172_800)
                && axis.visibleDateRange == axis.dataDateRange)
        #expect(
            axis.setRange(DateRange(start + 86_400, start + 172_800)) && axis.axisRange == NumberRange(86_400, 172_800))
        #expect(
            !axis.setRange(DateRange(end, start)) && axis.setDefaultRange(DateRange(start, end - 86_400))
                && axis.defaultRange.maximum == 777_600)
        axis.anchorDate = start + 3_600
        axis.majorTickDates = [start + 90_000, start + 100_000]
        #expect(
            axis.anchorPoint == 3_600 && axis.anchorDate == start + 3_600 && axis.majorTickValues == [90_000, 100_000])
        #expect(axis.majorTickDates == [start + 90_000, start + 100_000])
        final class Ticks: ChartDelegate {
            var seen: [Double] = []
            func chart(_ chart: Chart, majorTickDatesFor axis: DateTimeAxis) -> [Date]? {
                [Date(timeIntervalSince1970: 120_000)]
            }
            func chart(_ chart: Chart, alter tick: TickMark, of axis: Axis) {
                if axis is DateTimeAxis { seen.append(tick.value) }
            }
        }
        let ticks = Ticks()
        chart.delegate = ticks
        _ = try plan(chart)
        #expect(Set(ticks.seen) == [120_000])
    }

    @Test("lines and bands are made without a place, as in the tutorial, and get one later")
    func factories() async throws {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        let leftLine = Annotation.verticalLine(x: nil, width: 3, color: .pureRed)
        let rightShading = Annotation.verticalBand(minimum: nil, maximum: 10, color: .pureGreen)
        let level = Annotation.horizontalLine(y: nil, width: 3, color: .pureBlue)
        let floor = Annotation.horizontalBand(minimum: 0, maximum: nil, color: .black)
        for annotation in [leftLine, rightShading, level, floor] { chart.addAnnotation(annotation) }
        let middle = try await Probe(chart)
        #expect(try middle.color(5, 2) == .pureRed && middle.color(2, 5) == .pureBlue)
        #expect(middle.count { $0.isClose(to: .pureGreen, 60) || $0.isClose(to: .black, 60) } == 0)
        leftLine.xValue = 2
        rightShading.xValue = 8
        floor.yValueMax = 1
        chart.redrawChart()
        let placed = try await Probe(chart)
        #expect(
            try placed.color(2, 3) == .pureRed && placed.color(9, 3) == .pureGreen && placed.color(5, 0.5) == .black
                && placed.color(5, 2) == .white)
    }

    // MARK: Events and frames

    private final class Touches: ChartDelegate {
        var touches: [PlotAreaTouch] = []
        func chart(_ chart: Chart, touched touch: PlotAreaTouch) { touches.append(touch) }
    }

    @Test("the delegate is told of touches on the plot area, whether or not the chart needs them")
    func touches() throws {
        let chart = Probe.chart()
        chart.add(LineSeries(columns: SeriesColumns(y: Column([1.0, 3, 2]))))
        let delegate = Touches()
        chart.delegate = delegate
        chart.tap(x: 300, y: 200)
        #expect(delegate.touches.isEmpty)
        _ = try plan(chart)
        let plot = try #require(chart.plotAreaFrame)
        chart.tap(x: 300, y: 200)
        chart.tap(x: plot.x - 5, y: 200)
        chart.doubleTap(x: 301, y: 200)
        for phase in GesturePhase.allCases { chart.longPress(phase, x: 302, y: 200) }
        // A gesture that began on the plot area continues outside it; one that began outside is ignored.
        chart.pan(.began, x: 303, y: 200)
        chart.pan(.ended, x: plot.x - 5, y: 200)
        chart.pan(.began, x: plot.x - 5, y: 200)
        chart.pan(.moved, x: 303, y: 200)
        chart.pinch(.began, (300, 190), (310, 210))
        let found = delegate.touches.map { "\($0.kind) \($0.phase) \(Int($0.x))" }
        #expect(
            found == [
                "tap ended 300", "doubleTap ended 301", "longPress began 302", "longPress moved 302",
                "longPress ended 302", "pan began 303",
                "pan ended \(Int(plot.x - 5))", "pinch began 305",
            ])
        let pie = Slices.chart(Slices.pie([1, 2]))
        pie.delegate = delegate
        _ = try plan(pie)
        pie.tap(x: 10, y: 20)
        #expect(delegate.touches.last == PlotAreaTouch(kind: .tap, phase: .ended, x: 10, y: 20))
    }

    @Test("frames of title, legend, canvas and plot area can be read after a picture")
    func frames() async throws {
        let chart = Probe.chart()
        chart.add(LineSeries(title: "line", columns: SeriesColumns(y: Column([1.0, 3, 2]))))
        _ = try await Probe(chart)
        #expect(chart.titleFrame == nil && chart.legendFrame == nil)
        chart.title = "A title"
        chart.titleStyle.textColor = Color(0xFF00FF)
        chart.legend.hidden = false
        chart.legend.style = LegendStyle(areaColor: .pureGreen)
        chart.scale = 2
        let probe = try await Probe(chart)
        let (title, legend) = (try #require(chart.titleFrame), try #require(chart.legendFrame))
        let (canvas, plot) = (try #require(chart.canvasFrame), try #require(chart.plotAreaFrame))
        #expect(title.maxY <= canvas.y && legend.x >= canvas.maxX && plot.x >= canvas.x && plot.maxY <= canvas.maxY)
        let ink = try #require(probe.ink(Color(0xFF00FF)))
        #expect(
            Double(ink.x) >= title.x * 2 - 1 && Double(ink.maxX) <= title.maxX * 2 + 1 && Double(ink.y) >= title.y * 2
                && Double(ink.maxY) <= title.maxY * 2)
        let box = try #require(probe.ink(.pureGreen))
        #expect(
            abs(Double(box.x) - legend.x * 2) <= 1 && abs(Double(box.maxX) - legend.maxX * 2) <= 1
                && abs(Double(box.maxY) - legend.maxY * 2) <= 1)
        chart.title = ""
        _ = try await Probe(chart)
        #expect(chart.titleFrame == nil)
    }
}

import Foundation
import Testing
import Vitrail

/// Series that appear and disappear over time.
@Suite("Animation")
struct AnimationTests {
    /// Red columns of 4, 6 and 8 on 0…10.
    private func columns() -> (chart: Chart, series: ColumnSeries) {
        let chart = Probe.chart(x: NumberRange(-1, 3), y: NumberRange(0, 10)).bare()
        let series = ColumnSeries(
            columns: SeriesColumns(x: Column([0.0, 1, 2]), y: Column([4.0, 6, 8])),
            style: BarColumnSeriesStyle(areaColor: .pureRed, lineWidth: 0))
        chart.add(series)
        return (chart, series)
    }

    private final class Told: ChartDelegate {
        var ends: [ObjectIdentifier] = []
        func seriesAnimationDidFinish(_ series: Series, _ animation: SeriesAnimation, in chart: Chart) {
            ends.append(ObjectIdentifier(series))
        }
    }

    @Test(
        "C-173 hiding and showing over 1 s begin with the next picture; at 0.5 s it is neither; at 1 s it is done, and told true",
        arguments: [true, false])
    func tracker(isHiding: Bool) async throws {
        let (chart, series) = columns()
        series.hidden = !isHiding
        let start = try await Probe(chart)
        var told: [Bool] = []
        if isHiding {
            chart.animationTracker.hide(series, .growVertical, duration: 1) { told.append($0) }
        } else {
            chart.animationTracker.show(series, .growVertical, duration: 1) { told.append($0) }
        }
        #expect(chart.isRenderScheduled && series.hidden != isHiding)
        // Time before the next picture does not count.
        #expect(chart.advance(by: 5))
        let first = try await Probe(chart)
        #expect(first.painted(.pureRed) == start.painted(.pureRed) && !series.hidden)
        #expect(chart.advance(by: 0.5))
        let middle = try await Probe(chart)
        // Half of the ease-out time is three quarters of the way, from either end.
        let whole = try await Probe(columns().chart).painted(.pureRed)
        let share = middle.painted(.pureRed) / whole
        #expect(abs(share - 0.75) < 0.02 && told.isEmpty, "\(share)")
        #expect(!chart.advance(by: 0.5) && told == [true] && series.hidden == isHiding)
        let last = try await Probe(chart)
        #expect(abs(last.painted(.pureRed) - (isHiding ? 0 : whole)) < 1 && told == [true] && !chart.isRenderScheduled)
    }

    /// Progress set by the test.
    private final class Given: ProgressCalculator {
        var value = 0.25
        func progress(at time: Double) -> Double { value }
    }

    @Test("C-174 a host's progress of 0.25 keeps the picture at a quarter, whatever the time; 1 ends it")
    func calculator() async throws {
        let (chart, series) = columns()
        let whole = try await Probe(chart).painted(.pureRed)
        let given = Given()
        var told: [Bool] = []
        var animation = SeriesAnimation()
        animation.yScaleCurve = .linear
        animation.absoluteOriginY = 0
        chart.animationTracker.show(series, animation, progressCalculator: given) { told.append($0) }
        for _ in 0..<3 {
            let share = try await Probe(chart).painted(.pureRed) / whole
            #expect(abs(share - 0.25) < 0.01 && told.isEmpty)
            #expect(chart.advance(by: 10))
        }
        given.value = 1
        #expect(!chart.advance(by: 0) && told == [true])
        #expect(try await Probe(chart).painted(.pureRed) == whole)
    }

    @Test("C-175 an animation that takes another's place has the first told false")
    func replacing() throws {
        let (chart, series) = columns()
        let delegate = Told()
        chart.delegate = delegate
        _ = try plan(chart)
        var told: [String] = []
        chart.animationTracker.hide(series, .fade, duration: 1) { told.append("hide \($0)") }
        _ = try plan(chart)
        chart.advance(by: 0.5)
        chart.animationTracker.show(series, .fade, duration: 1) { told.append("show \($0)") }
        #expect(told == ["hide false"] && delegate.ends == [ObjectIdentifier(series)])
        _ = try plan(chart)
        chart.advance(by: 1)
        #expect(told == ["hide false", "show true"] && !series.hidden && delegate.ends.count == 2)
        // Without an animation the change is immediate.
        chart.animationTracker.hide(series, nil) { told.append("none \($0)") }
        #expect(told.last == "none true" && series.hidden && !chart.advance(by: 0))
    }

    @Test("C-176 a radial line comes and goes at once; of others the delegate is told when an animation has ended")
    func radial() throws {
        let chart = Chart(width: 300, height: 300)
        let line = RadialLineSeries(columns: SeriesColumns(x: Column([0.0, 1, 2]), y: Column([1.0, 2, 3])))
        line.animationEnabled = true
        chart.add(line)
        _ = try plan(chart)
        var told: [Bool] = []
        chart.animationTracker.hide(line, .fade, duration: 1) { told.append($0) }
        #expect(line.hidden && told == [true] && !chart.advance(by: 0))
        let (other, series) = columns()
        let delegate = Told()
        other.delegate = delegate
        other.animationTracker.hide(series, .fade, duration: 1)
        _ = try plan(other)
        other.advance(by: 0.9)
        #expect(delegate.ends.isEmpty)
        other.advance(by: 0.1)
        #expect(delegate.ends == [ObjectIdentifier(series)])
    }

    @Test("with animationEnabled a series comes when it appears, and goes and comes when hidden changes")
    func entry() async throws {
        let (chart, series) = columns()
        series.animationEnabled = true
        var animation = SeriesAnimation(duration: 1)
        animation.alphaCurve = .linear
        (series.entryAnimation, series.exitAnimation) = (animation, animation)
        let column = (x: 1.0, y: 1.0)
        func red() async throws -> Int {
            let color = try await Probe(chart).color(column.x, column.y)
            return 255 - Int(color.green)
        }
        #expect(try await red() == 0)
        chart.advance(by: 0.5)
        #expect(abs(try await red() - 127) <= 2)
        chart.advance(by: 0.5)
        #expect(try await red() == 255)
        series.hidden = true
        #expect(try await red() == 255)
        chart.advance(by: 0.75)
        #expect(abs(try await red() - 64) <= 2)
        chart.advance(by: 0.25)
        #expect(try await red() == 0)
        series.hidden = false
        #expect(try await red() == 0 && chart.advance(by: 0.5))
        #expect(abs(try await red() - 127) <= 2)
        // Without the flag a picture shows everything at once.
        let still = columns()
        #expect(try await Probe(still.chart).painted(.pureRed) > 0 && !still.chart.advance(by: 0))
    }

    @Test("overlapping parts of a series that fades do not shine through one another")
    func fade() async throws {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        let series = ScatterSeries(
            columns: SeriesColumns(x: Column([5.0, 5.02]), y: Column([5.0, 5.02])),
            style: ScatterSeriesStyle(pointStyle: PointStyle(color: .pureRed, radius: 20)))
        chart.add(series)
        _ = try await Probe(chart)
        var animation = SeriesAnimation(duration: 1)
        animation.alphaCurve = .linear
        chart.animationTracker.hide(series, animation)
        _ = try await Probe(chart)
        chart.advance(by: 0.5)
        let probe = try await Probe(chart)
        #expect(abs(Int(try probe.color(5.01, 5.01).green) - 128) <= 2)
    }

    @Test("curves begin and end where the specification says")
    func curves() {
        func values(_ curve: AnimationCurve) -> [Double] {
            [0, 0.25, 0.5, 0.75, 1].map { (curve($0) * 1e4).rounded() / 1e4 }
        }
        #expect(values(.linear) == [0, 0.25, 0.5, 0.75, 1])
        #expect(values(.easeIn) == [0, 0.0625, 0.25, 0.5625, 1])
        #expect(values(.easeOut) == [0, 0.4375, 0.75, 0.9375, 1])
        #expect(values(.easeInOut) == [0, 0.1563, 0.5, 0.8438, 1])
        let bounce = { (t: Double) in 1 - cos(2.5 * .pi * t) * (1 - t) * (1 - t) }
        #expect(values(.bounce) == [0, 0.25, 0.5, 0.75, 1].map { (bounce($0) * 1e4).rounded() / 1e4 })
        #expect(values(.delayBounce) == [0, 0, 0, (bounce(0.5) * 1e4).rounded() / 1e4, 1])
        #expect(
            values(.delayBounceWithMinimum)[1] == 0.1 && values(.delayBounceWithMinimum)[2] == 0.1
                && values(.delayBounceWithMinimum)[4] == 1)
        #expect(values(.bounceDelay)[1] == (bounce(0.5) * 1e4).rounded() / 1e4 && values(.bounceDelay)[3] == 1)
        #expect(values(.flat) == [1, 1, 1, 1, 1] && AnimationCurve { _ in .nan }(0.5) == 1)
    }

    @Test(
        "C-111 C-110 with a 0.4 s calculator a selected slice is between start and target at 0.2 s, at the target at 0.4 s"
    )
    func selection() async throws {
        let pie = Slices.pie([1, 1, 2])
        (pie.selectedPosition, pie.animationEnabled) = (0, true)
        pie.entryAnimation = SeriesAnimation()
        pie.selectedStyle.protrusion = 30
        pie.selectionAnimation.progressCalculator = TimeProgressCalculator(duration: 0.4)
        pie.selectionAnimation.angleCurve = .easeInOut
        pie.selectionAnimation.radiusCurve = .linear
        let chart = Slices.chart(pie)
        _ = try await Probe(chart)
        chart.advance(by: 1)
        _ = try await Probe(chart)
        let start = try #require(pie.midAngle(ofSlice: 1))
        pie.setSlice(1, selected: true)
        _ = try await Probe(chart)
        #expect(pie.midAngle(ofSlice: 1) == start)
        #expect(chart.advance(by: 0.2))
        let angle = try #require(pie.midAngle(ofSlice: 1))
        #expect(abs(angle.remainder(dividingBy: 2 * .pi) - start.remainder(dividingBy: 2 * .pi) / 2) < 1e-6)
        // Also half-way out: a quarter of a disc, whose centre of mass is 4√2/3π of the radius away from its apex.
        let probe = try await Probe(chart)
        let position = probe.centroid(.pureGreen)
        let distance = hypot(position.x - 300, position.y - 200)
        #expect(abs(distance - 15 - 100 * 4 * 2.0.squareRoot() / (3 * .pi)) < 0.5, "\(distance)")
        #expect(!chart.advance(by: 0.2))
        #expect(abs(try #require(pie.midAngle(ofSlice: 1)).remainder(dividingBy: 2 * .pi)) < 1e-9)
        let last = try await Probe(chart).centroid(.pureGreen)
        #expect(abs(last.x - 300) < 0.3 && abs(hypot(last.x - 300, last.y - 200) - 30 - 60.02) < 0.5)
    }

    @Test(
        "each kind of series comes as it should: columns from the baseline, bars from the left, lines from a level one, scatter from its middle"
    )
    func kinds() throws {
        #expect(ColumnSeries().entryAnimation.yScaleCurve(0) == 0 && ColumnSeries().entryAnimation.xScaleCurve(0) == 1)
        #expect(BarSeries().entryAnimation.xScaleCurve(0) == 0 && BarSeries().entryAnimation.yScaleCurve(0) == 1)
        #expect(
            LineSeries().entryAnimation.yScaleCurve(0.3) == 0.1 && BandSeries().entryAnimation.yScaleCurve(0.3) == 0.1)
        #expect(ScatterSeries().entryAnimation.xScaleCurve(0) == 0 && PieSeries().entryAnimation.yScaleCurve(0) == 0)
        #expect(CandlestickSeries().exitAnimation.yScaleCurve(0) == 0 && SeriesAnimation().duration == 1.0 / 64)
        let presets: [SeriesAnimation] = [.grow, .growHorizontal, .growVertical, .fade, .television, .radialSelection]
        #expect(presets.allSatisfy { $0.duration == 2.4 })
    }

    @Test(
        "an animation that begins when another has ended goes on; one of a series that leaves the chart is told false")
    func chain() throws {
        let (chart, series) = columns()
        var told: [String] = []
        chart.animationTracker.hide(series, .fade, duration: 1) { [tracker = chart.animationTracker] _ in
            told.append("hidden")
            tracker.show(series, .fade, duration: 1) { told.append("shown \($0)") }
        }
        _ = try plan(chart)
        #expect(chart.advance(by: 1) && told == ["hidden"])
        _ = try plan(chart)
        #expect(!chart.advance(by: 1) && told == ["hidden", "shown true"])
        // Another series replaces it.
        chart.animationTracker.hide(series, .fade, duration: 1) { told.append("gone \($0)") }
        _ = try plan(chart)
        let source = SimpleDataSource()
        source.addSeries(ColumnSeries(), [1.0, 2])
        chart.dataSource = source
        _ = try plan(chart)
        #expect(told.last == "gone false" && !chart.advance(by: 0))
    }

    @Test("a calculator of the host's may look at the pie that turns, and one selection takes another's place")
    func looking() throws {
        final class Looking: ProgressCalculator {
            let pie: PieSeries
            var seen: [Double] = []
            init(_ pie: PieSeries) { self.pie = pie }
            func progress(at time: Double) -> Double {
                seen.append(pie.rotation)
                return time
            }
        }
        let pie = Slices.pie([1, 1, 2])
        (pie.animationEnabled, pie.selectedPosition, pie.togglePointSelection) = (true, 0, true)
        pie.entryAnimation = SeriesAnimation()
        let looking = Looking(pie)
        pie.selectionAnimation.progressCalculator = looking
        let chart = Slices.chart(pie)
        let delegate = Told()
        chart.delegate = delegate
        _ = try plan(chart)
        chart.advance(by: 0.1)
        pie.setSlice(0, selected: true)
        chart.advance(by: 0.4)
        #expect(!looking.seen.isEmpty && pie.rotation != 0)
        let ends = delegate.ends.count
        let position = try #require(pie.sliceCenter(2))
        #expect(chart.tap(x: position.x, y: position.y) && pie.selectedSlices == [2])
        // The animation of slice 0 ended when the reverse one began.
        #expect(delegate.ends.count == ends + 1)
        chart.advance(by: 1)
        let angle = try #require(pie.midAngle(ofSlice: 2))
        #expect(!chart.advance(by: 0) && abs(angle.remainder(dividingBy: 2 * .pi)) < 1e-9)
    }

    @Test("a column that goes keeps its slot and its stack until it has gone")
    func positions() throws {
        let chart = Probe.chart(x: NumberRange(-1, 3), y: NumberRange(0, 20)).bare()
        let both = [ColumnSeries(), ColumnSeries()]
        for series in both {
            series.columns = SeriesColumns(x: Column([0.0, 1, 2]), y: Column([4.0, 6, 8]))
            series.animationEnabled = true
            (series.entryAnimation, series.exitAnimation) = (SeriesAnimation(), .fade)
            chart.add(series)
        }
        _ = try plan(chart)
        chart.advance(by: 1)
        func width() throws -> Float? {
            try plan(chart).scene.marks.lazy.compactMap { mark -> Float? in
                guard mark.source?.series == 0, case .rects(let batch) = mark.shape else { return nil }
                return batch.items.first?.rect.width
            }.first
        }
        let before = try #require(try width())
        both[1].hidden = true
        let first = try width()
        #expect(first == before, "\(String(describing: first)) and \(before)")
        chart.advance(by: 1.2)
        let middle = try width()
        #expect(middle == before, "\(String(describing: middle)) and \(before)")
        chart.advance(by: 1.3)
        #expect(try #require(try width()) > before * 1.5)
    }
}

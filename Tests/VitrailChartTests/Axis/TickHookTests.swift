import Testing
import VitrailScene

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailScales

@Suite("Tick hooks")
struct TickHookTests {
    private func room(adjust: ((inout TickFrequencies) -> Void)? = nil) -> TickSpace {
        TickSpace(length: 100, extent: { Double($0.count) * 6 + 6 }, wantsMinor: true, adjust: adjust)
    }

    @Test("custom ticks are exactly the values in range, all major")
    func custom() {
        let axis = NumberAxis()
        axis.majorTickValues = [9, 1, 4, 40, .nan]
        let ticks = axis.ticks(in: NumberRange(0, 10), room: room())
        #expect(ticks.map(\.value) == [1, 4, 9])
        #expect(ticks.map(\.label) == ["1", "4", "9"])
        #expect(ticks.map(\.isMajor) == [true, true, true])
        #expect(axis.currentMajorTickFrequency == nil)
    }

    @Test("the frequency hook sees what was chosen and decides")
    func adjust() {
        let axis = NumberAxis()
        var seen: TickFrequencies?
        let ticks = axis.ticks(
            in: NumberRange(0, 10),
            room: room {
                seen = $0
                $0.major = 5
                $0.minor = nil
            })
        #expect(seen == TickFrequencies(major: 2, minor: 0.5))
        #expect(ticks.map(\.value) == [0, 5, 10])
        #expect(axis.currentMajorTickFrequency == 5)
        #expect(axis.currentMinorTickFrequency == nil)
    }

    @Test("minor ticks have labels only when somebody reads them")
    func minorLabels() {
        for type in AxisType.allCases where type != .category {
            let axis = type.makeAxis()
            for isWanted in [true, false] {
                var room = room()
                room.wantsMinorLabels = isWanted
                let minors = axis.ticks(in: NumberRange(1, 1e4), room: room).filter { !$0.isMajor }
                #expect(
                    !minors.isEmpty && minors.count { !$0.label.isEmpty } == (isWanted ? minors.count : 0), "\(type)")
            }
        }
    }

    private final class Switch: ChartDelegate {
        func chart(_ chart: Chart, alter tick: TickMark, of axis: Axis) {
            if tick.value == 4 { tick.tickEnabled = false }
        }
    }

    @Test(
        "a tick that is not enabled has neither line nor label nor gridline, and its neighbours have them; stripes stay"
    )
    func disabled() throws {
        func counts(_ delegate: (any ChartDelegate)?) throws -> [String: Int] {
            let chart = Chart(width: 300, height: 200)
            chart.xAxis = NumberAxis(defaultRange: NumberRange(0, 8))
            chart.yAxis = NumberAxis(defaultRange: NumberRange(-3, -1))
            chart.xAxis?.majorTickFrequency = 2
            chart.xAxis?.anchorPoint = 0
            chart.xAxis?.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: true)
            chart.xAxis?.style.gridStripeStyle = GridStripeStyle(
                showGridStripes: true, stripeColor: Color(0xDDDDDD), alternateStripeColor: Color(0xEEEEEE))
            chart.yAxis?.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: false)
            chart.yAxis?.style.lineWidth = 0
            chart.delegate = delegate
            return try plan(chart).scene.marks.reduce(into: [:]) { counts, mark in
                if case .rects(let batch) = mark.shape { counts[mark.label, default: 0] += batch.items.count }
                if case .glyphs(let run) = mark.shape { counts[run.source.text, default: 0] += 1 }
            }
        }
        let all = try counts(nil)
        let host = Switch()
        let some = try counts(host)
        #expect(all["4"] == 1 && some["4"] == nil && some["2"] == 1 && some["6"] == 1)
        for label in ["axis", "gridlines"] { #expect(some[label] == (all[label] ?? 0) - 1, "\(label)") }
        #expect(some["stripes"] == all["stripes"])
    }

    private final class Shouting: NumberAxis {
        var seen: [Double] = []
        override func alter(_ tick: TickMark) {
            seen.append(tick.value)
            tick.label += "!"
        }
    }

    private final class Asking: ChartDelegate {
        func chart(_ chart: Chart, alter tick: TickMark, of axis: Axis) { tick.label += "?" }
    }

    @Test(
        "a subclass alters its ticks, without a delegate and before it; the kinds of axis there are make no object of a tick"
    )
    func overridden() throws {
        func labels(_ axis: Axis, _ delegate: (any ChartDelegate)?) throws -> [String] {
            let chart = Chart(width: 300, height: 200)
            chart.xAxis = axis
            chart.delegate = delegate
            return try plan(chart).scene.marks.compactMap { mark in
                guard case .glyphs(let run) = mark.shape, run.source.origin.y > 180 else { return nil }
                return run.source.text
            }
        }
        let asking = Asking()
        let plain = try labels(NumberAxis(), nil)
        let own = Shouting()
        #expect(plain.count > 2)
        #expect(try labels(own, nil) == plain.map { $0 + "!" })
        #expect(own.seen.count >= plain.count)
        #expect(try labels(Shouting(), asking) == plain.map { $0 + "!?" })
        for type in AxisType.allCases { #expect(!type.makeAxis().isOwn) }
        #expect(own.isOwn)
    }
}

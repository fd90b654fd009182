import Foundation
import Testing
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailScales

/// 10⁵ random ranges in all.
@Suite("Axes of random ranges")
struct AxisPropertyTests {
    private static let parts = 8
    private static let rangesPerPart = 6000

    /// Magnitudes from 1e-9 to 1e12, spans from a few units in the last place.
    private func randomRange(_ random: inout SeededNumbers) -> NumberRange {
        let low = Double.random(in: -1...1, using: &random) * pow(10, Double.random(in: -9...12, using: &random))
        let span = pow(10, Double.random(in: -9...12, using: &random))
        return NumberRange(low, low + max(span, abs(low) * 1e-9))
    }

    /// Checks that ticks are inside and ordered, and that labels are distinct and do not overlap; positions are in points.
    private func check(_ ticks: [Tick], _ range: NumberRange, _ axis: Axis, _ room: TickSpace) -> String? {
        let scale = AxisScale(range: range, mapper: axis.mapper, start: 0, end: room.length)
        let slack = range.span * 1e-9
        for tick in ticks where tick.value < range.minimum - slack || tick.value > range.maximum + slack {
            return "outside: \(tick)"
        }
        for (a, b) in zip(ticks, ticks.dropFirst()) {
            if b.value <= a.value { return "order: \(a.value) \(b.value)" }
            if a.label == b.label { return "the same label: \(a.label)" }
            let wanted = (room.extent(a.label) + room.extent(b.label)) / 2 - room.slack
            if scale.position(of: b.value) - scale.position(of: a.value) < wanted * (1 - 1e-6) {
                return "overlap: \(a.label) \(b.label)"
            }
        }
        return nil
    }

    @Test("number ticks are inside, ordered, even, apart and unlike", arguments: 0..<parts)
    func numbers(part: Int) {
        var random = SeededNumbers(seed: UInt64(100 + part))
        for _ in 0..<Self.rangesPerPart {
            let range = randomRange(&random)
            let room = TickSpace.test(Double.random(in: 20...1500, using: &random), slack: 3)
            let axis = NumberAxis()
            let ticks = axis.ticks(in: range, room: room)
            if let fault = check(ticks, range, axis, room) {
                Issue.record("\(range) over \(room.length): \(fault)")
                return
            }
            if ticks.isEmpty {
                Issue.record("no tick in \(range) over \(room.length)")
                return
            }
            guard ticks.count > 1, let step = axis.currentMajorTickFrequency?.number else { continue }
            let isEven = zip(ticks, ticks.dropFirst()).allSatisfy {
                abs($1.value - $0.value - step) < step * 1e-6 + abs($1.value).ulp * 4
            }
            let mantissa = step / pow(10, log10(step).rounded(.down))
            let isDecimal = [1, 2, 5, 10].contains { abs(mantissa - $0) < 1e-9 }
            if !isEven || !isDecimal {
                Issue.record("\(range): \(ticks.map(\.value)) by \(step)")
                return
            }
        }
    }

    @Test("two ticks at least where two labels have room beside each other", arguments: 0..<parts)
    func atLeastTwo(part: Int) {
        var random = SeededNumbers(seed: UInt64(200 + part))
        for _ in 0..<Self.rangesPerPart / 4 {
            // Labels have up to nine characters: if one step's labels are too close, the next step still gives at least
            // two ticks.
            let low = Double.random(in: -1e5...1e5, using: &random)
            let range = NumberRange(low, low + pow(10, Double.random(in: 0...5, using: &random)))
            let ticks = NumberAxis().ticks(in: range, room: .test(400))
            if ticks.count < 2 {
                Issue.record("\(range): \(ticks.map(\.label))")
                return
            }
        }
    }

    @Test("logarithmic ticks are inside, ordered, even, apart and unlike", arguments: 0..<parts)
    func logarithmic(part: Int) throws {
        var random = SeededNumbers(seed: UInt64(300 + part))
        for k in 0..<Self.rangesPerPart / 3 {
            let low = pow(10, Double.random(in: -12...12, using: &random))
            let range = NumberRange(low, low * pow(10, Double.random(in: 0.01...20, using: &random)))
            let room = TickSpace.test(Double.random(in: 20...1500, using: &random), slack: 3)
            let axis = try LogarithmicAxis(base: [10, 2, 0.5, 2.5, 100][k % 5])
            let ticks = axis.ticks(in: range, room: room)
            if let fault = ticks.isEmpty ? "no tick" : check(ticks, range, axis, room) {
                Issue.record("\(range) to base \(axis.base) over \(room.length): \(fault)")
                return
            }
            // Powers are evenly spaced; with fewer than two visible powers, ticks are linear.
            let positions = ticks.map {
                AxisScale(range: range, mapper: axis.mapper, start: 0, end: room.length).position(of: $0.value)
            }
            let gaps = zip(positions, positions.dropFirst()).map { $1 - $0 }
            guard (LogTicks(base: axis.base, range: range).exponents?.count ?? 0) >= 2, let first = gaps.first else {
                continue
            }
            if gaps.contains(where: { abs($0 - first) > 1e-6 * room.length }) {
                Issue.record("\(range) to base \(axis.base): powers at \(positions)")
                return
            }
        }
    }

    @Test("symmetric logarithmic ticks are inside, ordered, apart and unlike", arguments: 0..<parts)
    func symmetric(part: Int) throws {
        var random = SeededNumbers(seed: UInt64(400 + part))
        for k in 0..<Self.rangesPerPart / 3 {
            let range = randomRange(&random)
            let room = TickSpace.test(Double.random(in: 20...1500, using: &random), slack: 3)
            let axis = try SymmetricLogarithmicAxis(
                threshold: pow(10, Double.random(in: -6...6, using: &random)), base: [10, 2, 7.5][k % 3])
            let ticks = axis.ticks(in: range, room: room)
            if let fault = ticks.isEmpty ? "no tick" : check(ticks, range, axis, room) {
                Issue.record("\(range) to base \(axis.base) beyond \(axis.threshold) over \(room.length): \(fault)")
                return
            }
        }
    }

    @Test("square-root ticks are inside, ordered, apart and unlike", arguments: 0..<parts)
    func squareRoots(part: Int) {
        var random = SeededNumbers(seed: UInt64(700 + part))
        for k in 0..<Self.rangesPerPart / 3 {
            let size = pow(10, Double.random(in: -9...12, using: &random))
            let low = [0, -size, -size * pow(10, Double.random(in: -4...0, using: &random)), size * 0.01][k % 4]
            let range = k % 5 == 0 ? randomRange(&random) : NumberRange(low, size)
            let room = TickSpace.test(Double.random(in: 20...1500, using: &random), slack: 3)
            let axis = SquareRootAxis()
            axis.holdsWholeNumbers = k % 3 == 0
            let ticks = axis.ticks(in: range, room: room)
            if let fault = ticks.isEmpty ? "no tick" : check(ticks, range, axis, room) {
                Issue.record("\(range) over \(room.length): \(fault)")
                return
            }
            if range.contains(0), ticks.count > 2, !ticks.contains(where: { $0.value == 0 }) {
                Issue.record("\(range) over \(room.length): no tick at 0, but at \(ticks.map(\.value))")
                return
            }
        }
    }

    @Test("date ticks are inside, ordered and apart, and even by the calendar", arguments: 0..<parts)
    func dates(part: Int) throws {
        var random = SeededNumbers(seed: UInt64(500 + part))
        let zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu"]
        let axis = try DateTimeAxis.inZone(zones[part % zones.count])
        for _ in 0..<Self.rangesPerPart / 8 {
            let low = Double.random(in: -3e9...6e9, using: &random)
            let range = NumberRange(low, low + pow(10, Double.random(in: 0.5...10.5, using: &random)))
            let room = TickSpace.test(Double.random(in: 60...1500, using: &random), slack: 3)
            let ticks = axis.ticks(in: range, room: room)
            let scale = AxisScale(range: range, start: 0, end: room.length)
            guard case .calendar(let step) = axis.currentMajorTickFrequency, !ticks.isEmpty else {
                Issue.record("no ticks in \(range) over \(room.length)")
                return
            }
            for (a, b) in zip(ticks, ticks.dropFirst()) {
                let wanted = (room.extent(a.label) + room.extent(b.label)) / 2 - room.slack
                let share = (b.value - a.value) / step.seconds
                // Tolerance: a month of 28 days instead of 30.44; an hour skipped or repeated.
                if scale.position(of: b.value) - scale.position(of: a.value) < wanted * (1 - 1e-6)
                    || abs(share - 1) > max(0.09, 3700 / step.seconds) || b.index != a.index + 1 && share < 1.9
                {
                    Issue.record("\(axis.wall([a.value, b.value])) by \(step) over \(room.length)")
                    return
                }
            }
            let isAtMidnight = ticks.allSatisfy {
                let wall = axis.clock.wall($0.value)
                // Kathmandu's clocks skipped a quarter of an hour at the start of 1986.
                return wall.remainder(dividingBy: 86_400) == 0
                    || !axis.clock.instant(wall: (wall / 86_400).rounded() * 86_400).isShown
            }
            if step.clockSeconds == nil, !isAtMidnight {
                Issue.record("not at midnight: \(axis.wall(ticks.map(\.value)))")
                return
            }
        }
    }

    @Test("every mapper is inverted within 1e-6 of the span, and never falls", arguments: 0..<parts)
    func inverses(part: Int) {
        var random = SeededNumbers(seed: UInt64(600 + part))
        for k in 0..<Self.rangesPerPart {
            var range = randomRange(&random)
            let mapper: AxisScale.Mapper
            switch k % 5 {
            case 4: mapper = .squareRoot
            case 0: mapper = .identity
            case 1:
                range = NumberRange(abs(range.minimum) + 1e-9, abs(range.minimum) + 1e-9 + range.span)
                mapper = .logarithm(base: [10, 2, 0.5, 3][k / 4 % 4])
            case 2:
                mapper = .symmetricLogarithm(
                    threshold: pow(10, Double.random(in: -6...6, using: &random)), base: [10, 2][k / 4 % 2])
            default:
                let cuts = (0..<6).map { _ in Double.random(in: 0...1, using: &random) }.sorted().map {
                    range.minimum + $0 * range.span
                }
                mapper = .discontinuous(
                    Exclusions(
                        stride(from: 0, to: 6, by: 2).map { NumberRange(cuts[$0], cuts[$0 + 1]) }, holdsStart: true))
            }
            let isUp = k % 2 == 0
            let scale = AxisScale(range: range, mapper: mapper, start: isUp ? 0 : 800, end: isUp ? 800 : 0)
            var last = isUp ? -1e-6 : 800 + 1e-6
            for step in 0...8 {
                let value = range.minimum + range.span * Double(step) / 8
                let position = scale.position(of: value)
                if isUp ? position < last - 1e-6 : position > last + 1e-6 {
                    Issue.record("\(mapper) of \(range) turns back at \(value)")
                    return
                }
                last = position
                guard !mapper.isExcluded(value) else { continue }
                let back = scale.value(at: position)
                if abs(back - value) > 1e-6 * range.span {
                    Issue.record("\(mapper) of \(range): \(value) came back as \(back)")
                    return
                }
            }
        }
    }
}

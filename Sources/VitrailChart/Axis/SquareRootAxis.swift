import VitrailColumns
package import VitrailScales

/// A square-root axis: equal distances are equal differences of square roots. Small values get more space than on a
/// linear axis, and 0 has a position. Negative values are mirrored at 0.
///
/// Major ticks are 0, the multiples of a step from that step on, and below the step 1, 2 and 5 times powers of ten as
/// far as their labels fit. The labels of the multiples are closest at the outer end of the range; the step is as
/// small as these labels allow. With `majorTickFrequency` or `anchorPoint`, the ticks are those of a number axis.
/// - Source: d3's `scaleSqrt`, which has linear ticks.
open class SquareRootAxis: NumberAxis {
    package override var mapper: AxisScale.Mapper { .squareRoot }
    override var isLinear: Bool { false }
    override var hasBarSpacing: Bool { true }
    override var showsSubdivision: Bool { true }
    override var scaleName: String? { "square-root" }

    override func makeTicks(in range: NumberRange, room: TickSpace) -> [Tick] {
        let isAutomatic = majorTickFrequency?.number == nil && room.step == nil && anchorPoint == nil
        guard isAutomatic, let automatic = automaticTicks(in: range, room) else {
            return super.makeTicks(in: range, room: room)
        }
        let step = automatic.candidate
        let setMinor = minorTickFrequency?.number
        let chosen = adjusted(
            TickFrequencies(major: .value(step.value), minor: .value(setMinor ?? step.minor.value)), room)
        guard let major = chosen.major.number else { return [] }
        labelStep = labelStep(for: step, in: range)
        let majors = chosen.isMajorSet ? NumberTicks.values(from: 0, step: major, in: range) : automatic.positions
        let ticks = majorTicks(majors)
        guard room.wantsMinor, let minor = chosen.minor?.number else { return ticks }
        let isMinorSet = setMinor != nil || chosen.isMinorSet
        let scale = AxisScale(range: range, mapper: mapper, start: 0, end: room.length)
        let minors =
            isMinorSet || chosen.isMajorSet
            ? NumberTicks.values(from: 0, step: minor, in: range)
            : between(majors.map(\.value), step: step.value, on: scale)
        let shown = Set(majors.map(\.value))
        return ticks + minorTicks(minors.filter { !shown.contains($0.value) }, room)
    }

    // MARK: Major ticks

    /// Smallest step whose ticks have enough space, and these ticks. `nil`: fewer than two of them are in range.
    private func automaticTicks(
        in range: NumberRange, _ room: TickSpace
    ) -> (candidate: NumberTicks.Step, positions: [TickPosition])? {
        let largest = max(abs(range.minimum), abs(range.maximum))
        // Steps are narrowest at the outer end, where one point is a lower limit for a label.
        let point = mapper.distance(from: range.minimum, to: range.maximum) / room.length
        let inner = SquareRoot.value(-max(room.extent("0") - room.slack, 1) * point, largest)
        let finest = max(largest - max(inner, 0), largest.ulp * 4, ticksAreWhole ? 1 : 0)
        let fit = TickFit(range: range, mapper: mapper, room: room) { [unowned self] in string(forId: $0) }
        let found = fit.finest(
            next: { [unowned self] (last: NumberTicks.Step?) -> NumberTicks.Step? in
                var step = last?.next ?? NumberTicks.Step.atLeast(finest)
                while let finer = step, repeatsLabels(finer, in: range) { step = finer.next }
                return step.flatMap { $0.value <= 10 * largest ? $0 : nil }
            },
            isHopeless: { range.span / $0.value >= Double(TickLimits.count) },
            positions: { [unowned self] step in
                labelStep = labelStep(for: step, in: range)
                return ticks(step, in: range, fit)
            })
        return found.flatMap { $0.positions.count >= 2 ? $0 : nil }
    }

    /// The step whose decimals all labels have. `nil`: each label has its own, as 0, 0.05, 0.2 and 1.
    private func labelStep(for step: NumberTicks.Step, in range: NumberRange) -> NumberTicks.Step? {
        let nearest = range.contains(0) ? 0 : min(abs(range.minimum), abs(range.maximum))
        return nearest >= step.value ? step : nil
    }

    private var ticksAreWhole: Bool { holdsWholeNumbers && labelFormatString == nil }

    /// The ticks of a step in a range, ascending.
    private func ticks(_ step: NumberTicks.Step, in range: NumberRange, _ fit: TickFit) -> [TickPosition] {
        let multiples = NumberTicks.values(step, in: range).map(\.value)
        let inner = innerTicks(step, in: range, hasZero: multiples.contains(0), fit)
        let all = multiples + (inner + inner.map { -$0 }).filter(range.contains)
        return all.sorted().enumerated().map { TickPosition(value: $1, index: $0) }
    }

    /// 1, 2 and 5 times powers of ten below a step, descending, that have enough space on each side of 0 that is in
    /// range.
    private func innerTicks(
        _ step: NumberTicks.Step, in range: NumberRange, hasZero: Bool, _ fit: TickFit
    ) -> [Double] {
        let slack = range.span * TickLimits.tolerance
        let shown = range.widened(low: slack, high: slack)
        let signs = (range.maximum > 0 ? [1.0] : []) + (range.minimum < 0 ? [-1] : [])
        // Both sides of 0 have the same ticks, as far as they are in range.
        func fits(_ small: Double, _ large: Double) -> Bool {
            signs.allSatisfy { sign in
                guard shown.contains(sign * small), shown.contains(sign * large) else { return true }
                let pair = sign > 0 ? [small, large] : [-large, -small]
                // `%.0f` gives 0 and 0.2 the same label.
                guard fit.label(pair[0]) != fit.label(pair[1]) else { return false }
                return fit.keepsApart(pair.enumerated().map { TickPosition(value: $1, index: $0) })
            }
        }
        let minimum = hasZero ? 0 : min(abs(range.minimum), abs(range.maximum))
        let largest = max(abs(range.minimum), abs(range.maximum))
        var (ticks, last) = ([Double](), step.value)
        var next = step.previous
        for _ in 0..<Self.maxInner {
            let value = next.value
            guard value > 0, value >= minimum, !ticksAreWhole || value >= 1 else { break }
            next = next.previous
            guard value <= largest else { continue }
            if hasZero, !fits(0, value) { break }
            if fits(value, last) || last > largest {
                ticks.append(value)
                last = value
            }
        }
        return ticks
    }

    /// Maximum number of candidates below a step: four decades are a hundredth of the step's length.
    private static let maxInner = 15

    // MARK: Minor ticks

    /// Multiples of round steps between the major ticks, as fine as their distance allows.
    private func between(_ majors: [Double], step: Double, on scale: AxisScale) -> [TickPosition] {
        guard let first = majors.first, let last = majors.last else { return [] }
        // A step begins before the first tick, and another one after the last tick. Steps do not cross 0.
        let before = first > 0 ? max(first - step, 0) : first - step
        let after = last < 0 ? min(last + step, 0) : last + step
        let bounds = [before] + majors + [after]
        let values = zip(bounds, bounds.dropFirst()).flatMap { parts(from: $0, to: $1, on: scale) }
        return values.filter(scale.range.contains).enumerated().map { TickPosition(value: $1, index: $0) }
    }

    /// Multiples of the smallest round step that divides the distance between two values and keeps its multiples apart.
    private func parts(from low: Double, to high: Double, on scale: AxisScale) -> [Double] {
        let distance = high - low
        var next = NumberTicks.Step.atLeast(distance / Self.maxParts * (1 - 1e-9))
        while let part = next, part.value < distance * (1 - 1e-9) {
            let values = NumberTicks.values(part, in: NumberRange(low, high)).map(\.value)
            let slack = part.value * 1e-6
            let positions = values.map(scale.position)
            let isApart = zip(positions, positions.dropFirst()).allSatisfy { abs($1 - $0) >= Self.minorDistance }
            let isDivided = abs((values.first ?? .nan) - low) < slack && abs((values.last ?? .nan) - high) < slack
            if isDivided, isApart {
                return Array(values.dropFirst().dropLast())
            }
            next = part.next
        }
        return []
    }

    /// Maximum number of parts between two major ticks.
    private static let maxParts = 10.0
    /// Minimum distance of minor ticks in points.
    private static let minorDistance = 4.0

    // MARK: Round ends

    override var isRounded: Bool { nice && automaticRange != nil }

    /// Ends at the nearest ticks outside of the range, unless that adds a large part of the axis.
    override func rounded(_ range: NumberRange, room: TickSpace) -> NumberRange {
        guard isRounded, customMajorTicks == nil, majorTickFrequency == nil, anchorPoint == nil else { return range }
        startLabels(in: range)
        guard var step = automaticTicks(in: range, room)?.candidate else { return range }
        // A longer range may need a longer step, which has other ticks.
        var both: [NumberRange] = []
        for _ in 0..<Self.maxRoundings {
            both.append(outward(range, step, room))
            step = step.next
        }
        let low = both.map { NumberRange($0.minimum, range.maximum) }
        let high = both.map { NumberRange(range.minimum, $0.maximum) }
        return (both + low + high).first { accepts($0) && endsAtTicks($0, around: range, room) } ?? range
    }

    /// Whether the ends that were moved are ticks; both ends if none was moved.
    private func endsAtTicks(_ rounded: NumberRange, around range: NumberRange, _ room: TickSpace) -> Bool {
        startLabels(in: rounded)
        let ticks = automaticTicks(in: rounded, room)?.positions.map(\.value) ?? []
        let isTick = (low: ticks.first == rounded.minimum, high: ticks.last == rounded.maximum)
        if rounded == range { return isTick.low && isTick.high }
        return (isTick.low || rounded.minimum == range.minimum) && (isTick.high || rounded.maximum == range.maximum)
    }

    private func outward(_ range: NumberRange, _ step: NumberTicks.Step, _ room: TickSpace) -> NumberRange {
        let wide = NumberTicks.outward(range, step: step.value, from: 0)
        let fit = TickFit(range: wide, mapper: mapper, room: room) { [unowned self] in string(forId: $0) }
        let ticks = ticks(step, in: wide, fit).map(\.value)
        let limit = mapper.distance(from: range.minimum, to: range.maximum) * Self.maxGrowth
        let low = ticks.last { $0 <= range.minimum } ?? range.minimum
        let high = ticks.first { $0 >= range.maximum } ?? range.maximum
        return NumberRange(
            mapper.distance(from: low, to: range.minimum) <= limit ? low : range.minimum,
            mapper.distance(from: range.maximum, to: high) <= limit ? high : range.maximum)
    }

    /// Two decades of steps.
    private static let maxRoundings = 6
    /// Maximum growth at each end, as a fraction of the axis.
    private static let maxGrowth = 0.15
}

extension AxisRegistration {
    package static let squareRoot = AxisRegistration { SquareRootAxis(defaultRange: $0) }
}

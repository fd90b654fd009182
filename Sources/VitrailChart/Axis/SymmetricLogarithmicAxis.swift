public import VitrailColumns
package import VitrailScales

#if canImport(Glibc)
    import Glibc
#endif

/// An axis for data that cross zero and span decades on both sides: linear from −threshold to threshold, logarithmic
/// beyond.
///
/// Each half of the linear part is as long as one power of the base. Major ticks are 0 and the powers ±baseⁿ ≥
/// threshold; `majorTickFrequency` f selects every f-th one from 0. If fewer than two of them are in range, the axis
/// has the ticks of a number axis.
/// - Source: matplotlib's `symlog`; d3's `scaleSymlog`.
open class SymmetricLogarithmicAxis: NumberAxis {
    /// > 1.
    public let base: Double
    /// > 0, in data units.
    public let threshold: Double

    /// - Throws: `AxisError` unless 0 < threshold < ∞ and 1 < base < ∞.
    public init(threshold: Double, base: Double = 10, defaultRange: NumberRange? = nil) throws(AxisError) {
        guard base > 1, base.isFinite else { throw .base(base) }
        guard threshold > 0, threshold.isFinite else { throw .threshold(threshold) }
        (self.base, self.threshold) = (base, threshold)
        super.init(defaultRange: defaultRange)
    }

    /// Creates an axis with threshold 1 and base 10.
    public override init(defaultRange: NumberRange? = nil) {
        (base, threshold) = (10, 1)
        super.init(defaultRange: defaultRange)
    }

    package override var mapper: AxisScale.Mapper { .symmetricLogarithm(threshold: threshold, base: base) }
    override var isLinear: Bool { false }
    override var scaleName: String? { "logarithmic" }

    override func startLabels(in range: NumberRange) {
        super.startLabels(in: range)
        let largest = max(abs(range.minimum), abs(range.maximum))
        if threshold < NumberLabel.smallestPlain { labelForm.exponentUpTo = largest }
    }

    override func makeTicks(in range: NumberRange, room: TickSpace) -> [Tick] {
        let set = majorTickFrequency?.number.map { Int($0.rounded(), within: 1...1_000_000) }
        let automatic = set == nil ? automaticStride(in: range, room) : nil
        guard let stride = set ?? automatic?.candidate else { return super.makeTicks(in: range, room: room) }
        let chosen = adjusted(
            TickFrequencies(major: .value(Double(stride)), minor: .value(minorTickFrequency?.number ?? 1)), room)
        guard let major = chosen.major.number else { return [] }
        let step = Int(major.rounded(), within: 1...1_000_000)
        let ticks = majorTicks(
            automatic.flatMap { chosen.isMajorSet ? nil : $0.positions } ?? powers(every: step, in: range))
        guard room.wantsMinor, let minor = chosen.minor?.number else { return ticks }
        let skipped = step > 1 ? powers(every: 1, in: range).filter { $0.index % step != 0 } : []
        let decade = room.length / (mapper.forward(range.maximum) - mapper.forward(range.minimum))
        let between = decade >= LogarithmicAxis.minDecade ? between(step: minor, in: range) : []
        return ticks + minorTicks((skipped + between).sorted { $0.value < $1.value }, room)
    }

    private func automaticStride(
        in range: NumberRange, _ room: TickSpace
    ) -> (candidate: Int, positions: [TickPosition])? {
        let fit = TickFit(range: range, mapper: mapper, room: room) { [unowned self] in string(forId: $0) }
        let minimum = max(room.extent("0") - room.slack, 1)
        let decades = mapper.forward(range.maximum) - mapper.forward(range.minimum)
        let first = Int(decades * minimum / room.length, within: 1...1_000_000)
        guard powers(every: first, in: range).count >= 2 else { return nil }
        return fit.finest(
            next: { LogTicks.powers(atLeast: $0.map { $0 + 1 } ?? first) }, isHopeless: { _ in false },
            positions: { [unowned self] in powers(every: $0, in: range) })
    }

    /// Exponent of the first power beyond the linear part.
    private var firstExponent: Double { (Logarithm.of(threshold, base: base) - 1e-9).rounded(.up) }

    /// 0 and ±powers, ascending and numbered from 0; every `stride`-th of them in range.
    private func powers(every stride: Int, in range: NumberRange) -> [TickPosition] {
        let below = side(-range.minimum, -range.maximum, stride).reversed().map {
            TickPosition(value: -$0.value, index: -$0.index)
        }
        let zero = range.contains(0) ? [TickPosition(value: 0, index: 0)] : []
        return below + zero + side(range.maximum, range.minimum, stride)
    }

    /// Powers between two ends of one side.
    private func side(_ far: Double, _ near: Double, _ stride: Int) -> [TickPosition] {
        guard far > 0 else { return [] }
        let from = near > 0 ? (Logarithm.of(near, base: base) - 1e-9).rounded(.up) - firstExponent + 1 : 1
        let first = max((from / Double(stride)).rounded(.up), 1)
        let last = (((Logarithm.of(far, base: base) + 1e-9).rounded(.down) - firstExponent + 1) / Double(stride))
            .rounded(.down)
        guard last >= first, last - first < Double(TickLimits.count), last < 1e12 else { return [] }
        return (Int(first)...Int(last)).map {
            TickPosition(value: pow(base, firstExponent + Double($0 * stride - 1)), index: $0 * stride)
        }
    }

    /// Multiples of powers beyond the linear part, and its tenths (for base 10) inside it.
    private func between(step: Double, in range: NumberRange) -> [TickPosition] {
        let inside = pow(base, firstExponent - 1)
        func side(_ far: Double, _ near: Double) -> [TickPosition] {
            guard far > 0 else { return [] }
            let beyond = LogTicks(base: base, range: NumberRange(max(near, inside), far))
            let first = near <= inside ? [TickPosition(value: inside, index: 0)] : []
            return far > inside ? first + beyond.between(step: step) : []
        }
        let below = side(-range.minimum, -range.maximum).reversed().map {
            TickPosition(value: -$0.value, index: -$0.index)
        }
        return below + side(range.maximum, range.minimum)
    }
}

extension AxisRegistration {
    package static let symmetricLogarithmic = AxisRegistration { SymmetricLogarithmicAxis(defaultRange: $0) }
}

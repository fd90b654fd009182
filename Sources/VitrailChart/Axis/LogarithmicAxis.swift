public import VitrailColumns
package import VitrailScales

#if canImport(Glibc)
    import Glibc
#endif

/// A logarithmic axis: equal distances are equal ratios; values ≤ 0 are gaps.
///
/// Major ticks are powers of the base; `majorTickFrequency` f selects every f-th one. Minor ticks are k · baseⁿ, 2 ≤ k
/// < base; `minorTickFrequency` f selects the multiples of f among the k. If fewer than two powers are in range, ticks
/// are 1, 2 and 5 times powers of ten, provided that there are three, or two if the range's end is at least five times
/// its start. Otherwise the axis has the ticks of a number axis.
open class LogarithmicAxis: NumberAxis {
    /// > 0, ≠ 1.
    public let base: Double

    /// Creates an axis with base 10.
    public override init(defaultRange: NumberRange? = nil) {
        base = 10
        super.init(defaultRange: defaultRange)
    }

    /// - Throws: `AxisError.base` unless 0 < base < ∞, base ≠ 1.
    public init(base: Double, defaultRange: NumberRange? = nil) throws(AxisError) {
        guard base > 0, base != 1, base.isFinite else { throw .base(base) }
        self.base = base
        super.init(defaultRange: defaultRange)
    }

    package override var mapper: AxisScale.Mapper { .logarithm(base: base) }
    override var emptyRange: NumberRange { NumberRange(1, max(base, 1 / base)) }
    override var isLinear: Bool { false }
    package override var mapsPositiveOnly: Bool { true }
    override var scaleName: String? { "logarithmic" }
    override var showsSubdivision: Bool { true }
    /// A reader would mistake a missing power for its neighbour.
    override var labelSpacing: Double? { 20 }
    override var hasBarSpacing: Bool { true }
    override var barRatio: Double? { max(base, 1 / base) }
    override func barStart(below value: Double) -> Double? { power(below: value) }

    override func reasonToLeaveOut(_ range: NumberRange) -> String? {
        range.minimum <= 0 ? "values ≤ 0 cannot be shown on a logarithmic axis" : nil
    }

    override func accepts(_ range: NumberRange) -> Bool { range.isValid && range.minimum > 0 }
    override func maps(_ value: Double) -> Bool { value > 0 && value.isFinite }

    override func widened(_ value: Double) -> NumberRange {
        guard value > 0 else { return emptyRange }
        let half = max(base, 1 / base).squareRoot()
        return NumberRange(
            max(value / half, .leastNonzeroMagnitude), min(value * half, .greatestFiniteMagnitude))
    }

    /// Distant powers also have labels of the same form: all with an exponent if one of them needs it.
    override func startLabels(in range: NumberRange) {
        super.startLabels(in: range)
        if range.minimum < NumberLabel.smallestPlain { labelForm.exponentUpTo = range.maximum }
    }

    /// Greatest power of the base (or of its inverse, if that is larger) below a value > 0; the value itself if there
    /// is none.
    func power(below value: Double) -> Double {
        let base = max(base, 1 / base)
        let power = pow(base, (Logarithm.of(value, base: base) - 1e-9).rounded(.up) - 1)
        return power > 0 && power < value ? power : value
    }

    override func makeTicks(in range: NumberRange, room: TickSpace) -> [Tick] {
        let generator = LogTicks(base: base, range: range)
        let set = majorTickFrequency?.number.map { Int($0.rounded(), within: 1...1_000_000) }
        let automatic =
            set == nil ? automaticStride(generator, in: range, room) ?? parts(generator, in: range, room) : nil
        // Less than a decade in range has too few powers to read values; linear steps are better.
        guard let stride = set ?? automatic?.candidate else { return super.makeTicks(in: range, room: room) }
        let chosen = adjusted(
            TickFrequencies(major: .value(Double(stride)), minor: .value(minorTickFrequency?.number ?? 1)), room)
        guard let major = chosen.major.number else { return [] }
        let step = Int(major.rounded(), within: 1...1_000_000)
        // If the labels of two powers do not fit, `automatic` holds a single power.
        let majors = automatic.flatMap { chosen.isMajorSet ? nil : $0.positions } ?? generator.powers(every: step)
        let ticks = majorTicks(majors)
        guard room.wantsMinor, let minor = chosen.minor?.number else { return ticks }
        let decades = abs(Logarithm.of(range.maximum, base: base) - Logarithm.of(range.minimum, base: base))
        let skipped = step > 1 ? generator.powers(every: 1).filter { !majors.contains($0, every: step) } : []
        // Few decades have few major ticks, so the linear search is cheap.
        let between =
            room.length / decades >= Self.minDecade
            ? generator.between(step: minor).filter { minor in !majors.contains { $0.value == minor.value } } : []
        return ticks + minorTicks((skipped + between).sorted { $0.value < $1.value }, room)
    }

    /// Minimum length of a decade in points; minor ticks in shorter decades merge into a grey band.
    static let minDecade = 20.0

    /// Smallest number of powers per step whose labels fit, and those powers. `nil`: fewer than two powers in range.
    private func automaticStride(
        _ generator: LogTicks, in range: NumberRange, _ room: TickSpace
    ) -> (candidate: Int, positions: [TickPosition])? {
        guard let exponents = generator.exponents, exponents.count >= 2 else { return nil }
        let fit = TickFit(range: range, mapper: mapper, room: room) { [unowned self] in string(forId: $0) }
        let minimum = max(room.extent("0") - room.slack, 1)
        let first = Int(Double(exponents.count) * minimum / room.length, within: 1...1_000_000)
        return fit.finest(
            next: { LogTicks.powers(atLeast: $0.map { $0 + 1 } ?? first) }, isHopeless: { _ in false },
            positions: generator.powers)
    }

    /// 1, 2 and 5 times powers of ten. `nil` if their labels do not fit, or if there are fewer than three, or fewer
    /// than two where most of a decade is in range.
    private func parts(
        _ generator: LogTicks, in range: NumberRange, _ room: TickSpace
    ) -> (candidate: Int, positions: [TickPosition])? {
        let positions = generator.parts
        let fit = TickFit(range: range, mapper: mapper, room: room) { [unowned self] in string(forId: $0) }
        let fewest = range.maximum / range.minimum >= 5 ? 2 : 3
        return positions.count >= fewest && fit.keepsApart(positions) ? (1, positions) : nil
    }
}

extension [TickPosition] {
    /// Whether a power is among these ticks, which are every `stride`-th one.
    fileprivate func contains(_ power: TickPosition, every stride: Int) -> Bool { power.index % stride == 0 }
}

extension AxisRegistration {
    static let logarithmic = AxisRegistration { LogarithmicAxis(defaultRange: $0) }
}

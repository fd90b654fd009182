#if canImport(Glibc)
    import Glibc
#endif

/// A linear axis of numbers.
open class NumberAxis: Axis {
    /// The step that decides how many decimals labels have.
    private var labelStep: NumberTicks.Step?
    private var pattern: (text: String, parsed: NumberPattern?)?

    override func makeTicks(in range: NumberRange, room: TickRoom) -> [Tick] {
        let set = majorTickFrequency?.number
        let automatic = set == nil ? automaticStep(in: range, room: room) : nil
        guard let majorStep = set ?? automatic?.candidate.value else { return [] }
        let fittingMinor = automatic?.candidate.minor.value ?? NumberTicks.minor(ofSet: majorStep)
        let setMinor = minorTickFrequency?.number
        let chosen = adjusted(
            TickFrequencies(major: .value(majorStep), minor: .value(setMinor ?? fittingMinor)), room)
        guard let step = chosen.major.number else { return [] }

        let isSet = set != nil || chosen.isMajorSet
        let anchor = anchorPoint ?? (isSet ? dataRange?.minimum ?? 0 : 0)
        let majors: [TickPlace]
        if let automatic, !isSet, anchorPoint == nil {
            labelStep = automatic.candidate
            majors = automatic.places
        } else {
            labelStep = decimals(of: step, anchor)
            majors = NumberTicks.values(from: anchor, step: step, in: range)
        }
        let ticks = majorTicks(majors)
        guard room.wantsMinor, let minor = chosen.minor?.number else { return ticks }
        let isMinorSet = setMinor != nil || chosen.isMinorSet
        let minorAnchor = anchorPoint ?? (isMinorSet ? dataRange?.minimum ?? 0 : anchor)
        let minors =
            isMinorSet || isSet || anchorPoint != nil
            ? NumberTicks.values(from: minorAnchor, step: minor, in: range)
            : automatic.map { NumberTicks.values($0.candidate.minor, in: range) } ?? []
        return ticks + minorTicks(minors.filter { !Self.isMultiple($0.value, of: step, from: anchor, minor * 1e-6) }, room)
    }

    /// The smallest step whose labels keep apart, and its ticks; nil for ranges that no decimal step divides.
    func automaticStep(in range: NumberRange, room: TickRoom) -> (candidate: NumberTicks.Step, places: [TickPlace])? {
        let mapper = tickMapper
        let shown = mapper.linearSpan(of: range)
        // Labels lower than a point would be no labels, and steps finer than a few units in the last place no steps.
        let least = max(room.extent("0") - room.slack, 1)
        let finest = max((shown ?? range.span) * least / room.length, max(abs(range.minimum), abs(range.maximum)).ulp * 4)
        let fit = TickFit(range: range, mapper: mapper, room: room) { [unowned self] in string(forId: $0) }
        return fit.finest(
            next: { $0?.next ?? NumberTicks.Step.atLeast(finest) },
            isHopeless: { step in
                if range.span / step.value >= Double(TickLimits.count) { return true }
                guard let shown, step.value < shown / 4 else { return false }
                // A round number of the range's size stands for all: its label is one of the widest.
                self.labelStep = step
                let end = abs(range.maximum) >= abs(range.minimum) ? range.maximum : range.minimum
                let extents = [end, end - step.value * (end > 0 ? 1 : -1)].map {
                    room.extent(self.string(forId: ($0 / step.value).rounded(.towardZero) * step.value))
                }
                return extents[0] + extents[1] > 2 * step.value / shown * room.length * (1 + 1e-9)
            },
            places: { step in
                self.labelStep = step
                return NumberTicks.values(step, in: range).filter { !mapper.isExcluded($0.value) }
            })
    }

    private static func isMultiple(_ value: Double, of step: Double, from anchor: Double, _ tolerance: Double) -> Bool {
        let k = ((value - anchor) / step).rounded()
        return abs(value - (anchor + k * step)) < tolerance
    }

    /// With the decimals of the ticks where the value needs no more, otherwise by itself: 4 and 4.3 on an axis of whole numbers.
    open override func string(forId value: Double) -> String {
        if let labelFormatter { return labelFormatter.text(value) }
        if let labelFormatString {
            if pattern?.text != labelFormatString { pattern = (labelFormatString, NumberPattern(labelFormatString)) }
            if let parsed = pattern?.parsed { return parsed.text(value) }
        }
        guard let labelStep, value.isFinite else { return NumberLabel.text(value) }
        let unit = labelStep.exponent >= 0 ? 1 : pow(10, Double(labelStep.exponent))
        let units = value / unit
        return abs(units - units.rounded()) <= max(abs(units) * 1e-12, 1e-6)
            ? NumberLabel.text(value, step: labelStep) : NumberLabel.text(value)
    }

    override func forgetStep() { labelStep = nil }

    /// The decimals that a set frequency and its anchor need, as a step; of an anchor from measured data no more than can be read.
    private func decimals(of frequency: Double, _ anchor: Double) -> NumberTicks.Step {
        func decimals(_ value: Double) -> Int {
            var scaled = abs(value)
            for count in 0..<15 where value != 0 {
                if scaled >= 1 - 1e-9, abs(scaled - scaled.rounded()) <= scaled * 1e-9 { return count }
                scaled *= 10
            }
            return value == 0 ? 0 : 15
        }
        let own = decimals(frequency)
        guard anchor.isFinite else { return NumberTicks.Step(mantissa: 1, exponent: -own) }
        let readable = max(own, 5 - Int(log10(max(abs(anchor), frequency)).rounded(.down)))
        return NumberTicks.Step(mantissa: 1, exponent: -max(own, min(decimals(anchor), readable)))
    }
}

import VitrailColumns
package import VitrailScales

#if canImport(Glibc)
    import Glibc
#endif

/// A linear axis of numbers.
open class NumberAxis: Axis {
    /// Step that determines the number of decimals of labels.
    final var labelStep: NumberTicks.Step?
    /// Common form of all labels of the visible range.
    final var labelForm = NumberLabel.Form()
    private var pattern: (text: String, parsed: NumberPattern?)?
    /// Digit style: locale symbols, a currency, short names such as millions.
    package final var writing = NumberWriting.plain
    /// Whether the formatted values are tick labels, not values that may lie between ticks.
    final var writesTicks = false

    override var isNumeric: Bool { true }

    override func makeTicks(in range: NumberRange, room: TickSpace) -> [Tick] {
        let set = majorTickFrequency?.number ?? room.step?.value
        let automatic = set == nil ? automaticStep(in: range, room: room) : nil
        guard let majorStep = set ?? automatic?.candidate.value else { return [] }
        let fittingMinor = automatic?.candidate.minor.value ?? NumberTicks.minor(ofSet: majorStep)
        let setMinor = minorTickFrequency?.number
        let chosen = adjusted(
            TickFrequencies(major: .value(majorStep), minor: .value(setMinor ?? fittingMinor)), room)
        guard let asked = chosen.major.number else { return [] }
        let step = NumberTicks.apart(asked, shown: tickMapper.linearSpan(of: range) ?? range.span, length: room.length)
        currentMajorTickFrequency = .value(step)

        let isSet = set != nil || chosen.isMajorSet
        let roomAnchor = majorTickFrequency == nil ? room.step?.anchor : nil
        let anchor = anchorPoint ?? roomAnchor ?? (isSet && !isRounded ? dataRange?.minimum ?? 0 : 0)
        let majors: [TickPosition]
        if let automatic, !isSet, anchorPoint == nil {
            labelStep = automatic.candidate
            majors = automatic.positions
        } else {
            labelStep = decimals(of: step, anchor)
            majors = NumberTicks.values(from: anchor, step: step, in: range)
        }
        guard room.wantsMinor, step == asked, let minor = chosen.minor?.number else { return majorTicks(majors) }
        let isMinorSet = setMinor != nil || chosen.isMinorSet
        let minorAnchor = anchorPoint ?? (isMinorSet ? dataRange?.minimum ?? 0 : anchor)
        if room.showsMinorLabels { labelStep = labelStep?.finer(decimals(of: minor, minorAnchor)) }
        let ticks = majorTicks(majors)
        let minors =
            isMinorSet || isSet || anchorPoint != nil
            ? NumberTicks.values(from: minorAnchor, step: minor, in: range)
            : automatic.map { NumberTicks.values($0.candidate.minor, in: range) } ?? []
        return ticks
            + minorTicks(minors.filter { !Self.isMultiple($0.value, of: step, from: anchor, minor * 1e-6) }, room)
    }

    /// Whether the visible range was rounded to multiples of the step.
    var isRounded: Bool { nice && mapper == .identity && automaticRange != nil }

    override func rounded(_ range: NumberRange, room: TickSpace) -> NumberRange {
        guard isRounded, customMajorTicks == nil else { return range }
        var rounded = range
        // A longer range may need a longer step.
        for _ in 0..<Self.maxRoundings {
            startLabels(in: rounded)
            guard let step = majorTickFrequency?.number ?? automaticStep(in: rounded, room: room)?.candidate.value
            else { return range }
            let next = NumberTicks.outward(range, step: step, from: anchorPoint ?? 0)
            if next == rounded { break }
            rounded = next
        }
        rounded = majorTickFrequency == nil ? tightened(rounded, around: range) : rounded
        return accepts(rounded) ? rounded : range
    }

    /// Rounds to shorter steps if the range rounded to long steps is much longer than the data need.
    private func tightened(_ rounded: NumberRange, around range: NumberRange) -> NumberRange {
        guard rounded.span - range.span > Self.maxGrowth * range.span, var step = NumberTicks.Step.atLeast(range.span)
        else { return rounded }
        for _ in 0..<Self.maxFiner {
            step = step.previous
            let next = NumberTicks.outward(range, step: step.value, from: anchorPoint ?? 0)
            if next.span - range.span <= Self.maxGrowth * range.span { return next }
        }
        return range
    }

    private static let maxRoundings = 3
    private static let maxFiner = 6
    /// Maximum growth, as a fraction of the data's range.
    private static let maxGrowth = 0.15

    /// Smallest step whose labels fit, and its ticks. For whole-number data an integer step, unless that leaves fewer
    /// than two ticks. `nil` for ranges without any decimal step.
    func automaticStep(
        in range: NumberRange, room: TickSpace
    ) -> (candidate: NumberTicks.Step, positions: [TickPosition])? {
        if holdsWholeNumbers, labelFormatString == nil, let found = automaticStep(in: range, room: room, from: 1),
            found.positions.count > 1
        {
            return found
        }
        return automaticStep(in: range, room: room, from: 0)
    }

    private func automaticStep(
        in range: NumberRange, room: TickSpace, from smallest: Double
    ) -> (candidate: NumberTicks.Step, positions: [TickPosition])? {
        let mapper = tickMapper
        let shown = mapper.linearSpan(of: range)
        // Lower limits: one point for a label, and a few units in the last place for a step.
        let minimum = max(room.extent("0") - room.slack, 1)
        let finest = max(
            (shown ?? range.span) * (minimum / room.length), max(abs(range.minimum), abs(range.maximum)).ulp * 4,
            smallest)
        let fit = TickFit(range: range, mapper: mapper, room: room) { [unowned self] in string(forId: $0) }
        let setMinor = minorTickFrequency?.number.map { decimals(of: $0, anchorPoint ?? dataRange?.minimum ?? 0) }
        func labelStep(_ step: NumberTicks.Step) -> NumberTicks.Step {
            room.showsMinorLabels ? step.finer(setMinor ?? step.minor) : step
        }
        return fit.finest(
            next: { last in
                var step = last?.next ?? NumberTicks.Step.atLeast(finest)
                while let finer = step, repeatsLabels(finer, in: range) { step = finer.next }
                return step
            },
            isHopeless: { step in
                if range.span / step.value >= Double(TickLimits.count) { return true }
                guard let shown, step.value < shown / 4 else { return false }
                // Two multiples at the end with the larger magnitude represent all labels: theirs are among the widest.
                self.labelStep = labelStep(step)
                let end = abs(range.maximum) >= abs(range.minimum) ? range.maximum : range.minimum
                let extents = [end, end - step.value * (end > 0 ? 1 : -1)].map {
                    room.extent(self.string(forId: ($0 / step.value).rounded(.towardZero) * step.value))
                }
                return extents[0] + extents[1] > 2 * step.value / shown * room.length * (1 + 1e-9)
            },
            positions: { step in
                self.labelStep = labelStep(step)
                return NumberTicks.values(step, in: range).filter { !mapper.isExcluded($0.value) }
            })
    }

    /// Whether the set format gives two neighbouring ticks the same label, as `%.0f` does for 0 and 0.5.
    final func repeatsLabels(_ step: NumberTicks.Step, in range: NumberRange) -> Bool {
        guard labelFormatString != nil, labelFormatter == nil else { return false }
        let labels = NumberTicks.values(step, in: range).map { string(forId: $0.value) }
        return zip(labels, labels.dropFirst()).contains { $0 == $1 && !$0.isEmpty }
    }

    private static func isMultiple(_ value: Double, of step: Double, from anchor: Double, _ tolerance: Double) -> Bool {
        let k = ((value - anchor) / step).rounded()
        return abs(value - (anchor + k * step)) < tolerance
    }

    /// Text with the decimals of the ticks if the value needs no more, otherwise with its own: 4 and 4.3 on an axis of
    /// integers.
    open override func string(forId value: Double) -> String {
        if let labelFormatter { return labelFormatter.text(value) }
        if !writing.isPlain { return written(value) }
        return parsedPattern?.text(value) ?? digits(of: value)
    }

    override func signedText(_ value: Double) -> String {
        labelFormatter == nil ? signed(value) : string(forId: value)
    }

    override func amount(_ digits: String) -> String { writing.amount(digits) }

    /// `labelFormatString` as a pattern. `nil`: not set, or not a number pattern.
    final var parsedPattern: NumberPattern? {
        guard let labelFormatString else { return nil }
        if pattern?.text != labelFormatString { pattern = (labelFormatString, NumberPattern(labelFormatString)) }
        return pattern?.parsed
    }

    /// Digits as the ticks need them, not localized.
    final func digits(of value: Double) -> String {
        guard let labelStep, value.isFinite else { return NumberLabel.text(value, labelForm) }
        let unit = labelStep.exponent >= 0 && labelForm.exponentUpTo == nil ? 1 : pow(10, Double(labelStep.exponent))
        let units = value / unit
        return abs(units - units.rounded()) <= max(abs(units) * 1e-12, 1e-6)
            ? NumberLabel.text(value, step: labelStep, labelForm) : NumberLabel.text(value, labelForm)
    }

    override func startLabels(in range: NumberRange) {
        labelStep = nil
        labelForm = NumberLabel.Form(range)
        writesTicks = true
    }

    override func endLabels(of ticks: [Tick]) { writesTicks = false }

    /// The decimals that a set frequency and its anchor need, as a step; for an anchor from measured data no more than
    /// are readable.
    private func decimals(of frequency: Double, _ anchor: Double) -> NumberTicks.Step {
        func decimals(_ value: Double) -> Int {
            guard value != 0 else { return 0 }
            let zeros = Int(-log10(abs(value)).rounded(.up), within: 0...300)
            var scaled = abs(value) * pow(10, Double(zeros))
            for count in zeros..<zeros + 15 {
                if scaled >= 1 - 1e-9, abs(scaled - scaled.rounded()) <= scaled * 1e-9 { return count }
                scaled *= 10
            }
            return zeros + 15
        }
        let own = decimals(frequency)
        guard anchor.isFinite else { return NumberTicks.Step(mantissa: 1, exponent: -own) }
        let readable = max(own, 5 - Int(log10(max(abs(anchor), frequency)).rounded(.down), within: -324...308))
        return NumberTicks.Step(mantissa: 1, exponent: -max(own, min(decimals(anchor), readable)))
    }
}

extension AxisRegistration {
    static let number = AxisRegistration { NumberAxis(defaultRange: $0) }
}

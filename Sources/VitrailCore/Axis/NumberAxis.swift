import Foundation

/// A linear axis of numbers.
open class NumberAxis: Axis {
    override func makeTicks(in range: NumberRange, room: TickRoom) -> [Tick] {
        let automatic = NumberTicks.step(for: range, room: room) { self.label($0, step: $1) }
        let set = majorTickFrequency?.number
        let parts = set == nil ? automatic.subdivisions : 5
        let chosen = adjusted(
            TickFrequencies(
                major: .value(set ?? automatic.value),
                minor: .value(minorTickFrequency?.number ?? (set ?? automatic.value) / Double(parts))), room)
        guard let step = chosen.major.number else { return [] }
        let isSet = set != nil || chosen.isMajorSet
        let anchor = anchorPoint ?? (isSet ? dataRange?.minimum ?? 0 : 0)
        let decimals = isSet ? self.step(for: step, anchor: anchor) : automatic
        let majors = NumberTicks.values(from: anchor, step: step, in: range).map {
            Tick(value: $0.value, isMajor: true, label: label($0.value, step: decimals), index: $0.index)
        }
        guard room.wantsMinor, let minor = chosen.minor?.number else { return majors }
        let taken = Set(majors.map { ($0.value / step * 1e6).rounded() })
        return majors
            + NumberTicks.values(from: anchor, step: minor, in: range)
            .filter { !taken.contains(($0.value / step * 1e6).rounded()) }
            .map { Tick(value: $0.value, isMajor: false, label: label($0.value, step: decimals), index: $0.index) }
    }

    open override func string(forId value: Double) -> String {
        labelFormatString.map { NumberPattern.text(value, pattern: $0) } ?? NumberLabel.text(value)
    }

    private func label(_ value: Double, step: NumberTicks.Step) -> String {
        labelFormatString.map { NumberPattern.text(value, pattern: $0) } ?? NumberLabel.text(value, step: step)
    }

    /// The decimals that a set frequency and its anchor need, as a step.
    private func step(for frequency: Double, anchor: Double) -> NumberTicks.Step {
        func decimals(_ value: Double) -> Int {
            (0..<10).first { abs((value * pow(10, Double($0))).rounded() - value * pow(10, Double($0))) < 1e-6 } ?? 10
        }
        return NumberTicks.Step(mantissa: 1, exponent: -max(decimals(frequency), decimals(anchor)))
    }
}

/// `printf` patterns for exactly one floating-point number: `%.2f`, `$%.0f`, `%+.1f %%`.
enum NumberPattern {
    /// Whether a pattern has one `%…f`, `e` or `g` conversion and nothing else that reads arguments.
    static func isValid(_ pattern: String) -> Bool {
        let bare = pattern.replacingOccurrences(of: "%%", with: "")
        guard bare.count <= 64, bare.filter({ $0 == "%" }).count == 1,
            let found = bare.range(of: #"%[-+ 0#']*[0-9]{0,2}(\.[0-9]{1,2})?[feEgG]"#, options: .regularExpression)
        else { return false }
        return bare[found].first == "%"
    }

    /// An invalid pattern falls back to the plain number: it never reaches `printf`.
    static func text(_ value: Double, pattern: String) -> String {
        isValid(pattern) ? String(format: pattern, value) : NumberLabel.text(value)
    }
}

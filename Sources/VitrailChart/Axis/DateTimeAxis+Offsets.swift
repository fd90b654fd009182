import VitrailScales

/// Labels of fine ticks as offsets from an instant. `DateContext` shows that instant at the first label.
///
/// ```
/// +100 ns   +200 ns   +300 ns
/// 1 Jan 2024 12:00:00.123456
/// ```
extension DateTimeAxis {
    /// Reference and unit of offset labels.
    struct LabelOffset: Equatable {
        /// Decimals of the reference second: 0, 3 or 6.
        let decimals: Int

        /// Nanoseconds per unit.
        var unit: Int { [0: 1_000_000, 3: 1_000, 6: 1][decimals] ?? 1 }
        var name: String { [0: "ms", 3: "µs", 6: "ns"][decimals] ?? "" }

        /// - Parameters:
        ///   - nanoseconds: fraction of the second.
        ///   - step: distance between ticks in seconds.
        func text(_ nanoseconds: Int, step: Double) -> String {
            let rest = nanoseconds % (unit * 1_000)
            let shown = min(max(DateLabel.decimals(forSeconds: step, maximum: 9) - decimals - 3, 0), 6 - decimals)
            let fraction = shown == 0 ? "" : "." + String(rest % unit + unit).dropFirst().prefix(shown)
            return "+\(rest / unit)\(fraction) \(name)"
        }

        /// Index of the second's part (whole second, millisecond or microsecond) that contains an instant.
        func number(_ nanoseconds: Int) -> Int { nanoseconds / (unit * 1_000) }
    }

    /// Offset labels for a step finer than milliseconds: relative to a second, a millisecond or a microsecond,
    /// whichever is the smallest that is not shorter than the range. `nil`: labels show the full time of day.
    final func labelOffset(step: Double) -> LabelOffset? {
        guard origin != 0, mayLeaveOutDates, step < 0.999e-3, tickedSpan <= 1 else { return nil }
        return LabelOffset(decimals: tickedSpan <= 1e-6 ? 6 : tickedSpan <= 1e-3 ? 3 : 0)
    }

    /// Label of a tick at a step in seconds; for any other value the time of day, because it has no reference next to
    /// it.
    final func fractionText(of value: Double, step: Double) -> String {
        offsetText(of: value, step: step).flatMap { isMakingTicks ? $0 : nil }
            ?? text(value, pattern: fractionPattern(of: value, step: step))
    }

    private func offsetText(of value: Double, step: Double) -> String? {
        labelOffset(step: step).flatMap { offset in instant(value).nanoseconds.map { offset.text($0, step: step) } }
    }

    /// Label of a tick, unless a subclass overrides `string(forId:)`.
    final func ownLabel(ofTickAt value: Double) -> String {
        if case .value(let step) = labelStep(of: value), let text = offsetText(of: value, step: step) { return text }
        return ownString(forId: value)
    }
}

import VitrailColumns

/// Automatic ranges of several axes whose zeros are aligned.
///
/// The primary axis leads and the others follow. It keeps its range unless a follower's range would have to become more
/// than twice as long; then all ranges become longer.
struct SharedZero {
    private let chart: Chart

    init(_ chart: Chart) { self.chart = chart }

    /// Range of a primary axis before it is rounded to ticks. Other axes keep their range.
    func leading(_ axis: Axis, _ range: NumberRange) -> NumberRange {
        guard axis.wishes.zero == .shared else { return range }
        let own = range.including(0)
        let others = followers(of: axis).compactMap { follower in
            follower.automaticRange.map { isTurned(follower, from: axis) ? $0.including(0).negated : $0.including(0) }
        }
        guard others.contains(where: { growth(of: $0, to: own.below) > Self.maxGrowth }) else { return own }
        let all = [own] + others
        let below = all.map(\.below).max() ?? 0
        let above = all.map { 1 - $0.below }.max() ?? 0
        return NumberRange(-below * own.span, above * own.span)
    }

    /// Range of an axis that aligns its zero with the primary axis. Other axes keep their range.
    func following(_ axis: Axis, _ range: NumberRange) -> NumberRange {
        guard axis.wishes.zero == .aligned, let primary = axes(of: axis).first, primary !== axis else { return range }
        let own = range.including(0)
        let shown = primary.axisRange
        guard primary.isLinear, primary.columnKind == .number, shown.contains(0) else {
            return ignored(axis, range, "the primary axis does not show 0")
        }
        let position = isTurned(axis, from: primary) ? shown.negated.below : shown.below
        guard growth(of: own, to: position).isFinite else {
            return ignored(axis, range, "the primary axis has no room on the other side of 0")
        }
        if position > own.below { return NumberRange(-own.maximum * position / (1 - position), own.maximum) }
        return position < own.below ? NumberRange(own.minimum, -own.minimum * (1 - position) / position) : own
    }

    /// Maximum growth of a follower's range relative to its data.
    private static let maxGrowth = 2.0

    /// Whether exactly one of the two axes is reversed: then positive values on one are beside negative values on the
    /// other.
    private func isTurned(_ axis: Axis, from other: Axis) -> Bool { axis.isReversed != other.isReversed }

    /// Growth factor of a range when its fraction below zero changes to `position`.
    private func growth(of range: NumberRange, to position: Double) -> Double {
        position >= range.below ? (range.below == 1 ? 1 : (1 - range.below) / (1 - position)) : range.below / position
    }

    private func axes(of axis: Axis) -> [Axis] { axis.direction == .x ? chart.allXAxes : chart.allYAxes }

    private func followers(of axis: Axis) -> [Axis] { axes(of: axis).filter { $0.wishes.zero == .aligned } }

    private func ignored(_ axis: Axis, _ range: NumberRange, _ reason: String) -> NumberRange {
        let index = axes(of: axis).firstIndex { $0 === axis } ?? 0
        chart.warn(.ignored(path: "\(axis.direction.rawValue)Axes[\(index)].alignZero", reason: reason))
        return range
    }
}

extension NumberRange {
    fileprivate var negated: NumberRange { NumberRange(-maximum, -minimum) }

    /// Fraction below 0 of a range that contains 0; never −0, because it is a divisor.
    fileprivate var below: Double { span > 0 && minimum < 0 ? -minimum / span : 0 }
}

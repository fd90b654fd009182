/// Automatic ranges in which the zero of several axes lies at one place.
///
/// The primary axis leads and the others follow. It keeps its range unless another one would have to be more than twice as
/// long to follow: then all of them become longer.
struct SharedZero {
    private let chart: Chart

    init(_ chart: Chart) { self.chart = chart }

    /// The range of a primary axis, before it is rounded to ticks; that of others stays.
    func leading(_ axis: Axis, _ range: NumberRange) -> NumberRange {
        guard axis.wishes.zero == .shared else { return range }
        let own = range.including(0)
        let others = followers(of: axis).compactMap { follower in
            follower.automaticRange.map { isTurned(follower, from: axis) ? $0.including(0).negated : $0.including(0) }
        }
        guard others.contains(where: { growth(of: $0, to: own.below) > Self.mostGrowth }) else { return own }
        let all = [own] + others
        let below = all.map(\.below).max() ?? 0
        let above = all.map { 1 - $0.below }.max() ?? 0
        return NumberRange(-below * own.span, above * own.span)
    }

    /// The range of an axis that shares the zero of the primary one; that of others stays.
    func following(_ axis: Axis, _ range: NumberRange) -> NumberRange {
        guard axis.wishes.zero == .aligned, let primary = axes(of: axis).first, primary !== axis else { return range }
        let own = range.including(0)
        let shown = primary.axisRange
        guard primary.isLinear, !(primary is CategoryAxis), !(primary is DateTimeAxis), shown.contains(0) else {
            return ignored(axis, range, "the primary axis does not show 0")
        }
        let place = isTurned(axis, from: primary) ? shown.negated.below : shown.below
        guard growth(of: own, to: place).isFinite else {
            return ignored(axis, range, "the primary axis has no room on the other side of 0")
        }
        if place > own.below { return NumberRange(-own.maximum * place / (1 - place), own.maximum) }
        return place < own.below ? NumberRange(own.minimum, -own.minimum * (1 - place) / place) : own
    }

    /// An axis may become twice as long as its data for another one.
    private static let mostGrowth = 2.0

    /// Whether one of two axes is reversed, so that what is above zero on one of them is beside what is below it on the other.
    private func isTurned(_ axis: Axis, from other: Axis) -> Bool { axis.isReversed != other.isReversed }

    /// How many times as long a range is in which the part below zero is another one.
    private func growth(of range: NumberRange, to place: Double) -> Double {
        place >= range.below ? (range.below == 1 ? 1 : (1 - range.below) / (1 - place)) : range.below / place
    }

    private func axes(of axis: Axis) -> [Axis] { axis.direction == .x ? chart.allXAxes : chart.allYAxes }

    private func followers(of axis: Axis) -> [Axis] { axes(of: axis).filter { $0.wishes.zero == .aligned } }

    private func ignored(_ axis: Axis, _ range: NumberRange, _ reason: String) -> NumberRange {
        let index = axes(of: axis).firstIndex { $0 === axis } ?? 0
        chart.warn(.ignored(place: "\(axis.direction.rawValue)Axes[\(index)].alignZero", reason: reason))
        return range
    }
}

extension NumberRange {
    fileprivate var negated: NumberRange { NumberRange(-maximum, -minimum) }

    /// The part of a range with 0 in it that lies below 0; never −0, which others are divided by.
    fileprivate var below: Double { span > 0 && minimum < 0 ? -minimum / span : 0 }
}

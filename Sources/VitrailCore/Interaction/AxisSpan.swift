#if canImport(Glibc)
    import Glibc
#endif

/// The ends of what an axis shows, as they are on the axis: of a logarithmic one exponents, of a discontinuous one without what is left out.
struct AxisSpan: Equatable {
    /// Of the range's minimum.
    var start: Double
    var end: Double

    var length: Double { end - start }
    var center: Double { start + length / 2 }

    /// - Parameter share: of the length, towards the end.
    func moved(by share: Double) -> AxisSpan { AxisSpan(start: start + share * length, end: end + share * length) }

    /// - Parameter place: what stays where it is, 0 at the start and 1 at the end.
    func scaled(by factor: Double, keeping place: Double) -> AxisSpan {
        let fixed = start + place * length
        return AxisSpan(start: fixed + (start - fixed) * factor, end: fixed + (end - fixed) * factor)
    }

    /// Part of the way to another, 0 to 1.
    func mixed(with other: AxisSpan, _ share: Double) -> AxisSpan {
        AxisSpan(start: start + (other.start - start) * share, end: end + (other.end - end) * share)
    }

    /// Beyond another one, by a share of the way to it. Lengths go on by their ratio, so that none becomes 0; a place that both have in common
    /// stays where it is.
    func swung(beyond end: AxisSpan, by share: Double) -> AxisSpan {
        let ratio = end.length / length
        guard ratio > 0, ratio.isFinite else { return end }
        let (growth, length) = (end.length - length, end.length * pow(ratio, share))
        let way = abs(growth) > abs(end.length) * 1e-9 ? (length - end.length) / growth : share
        let middle = end.center + (end.center - center) * way
        return AxisSpan(start: middle - length / 2, end: middle + length / 2)
    }
}

extension Axis {
    var shownSpan: AxisSpan { span(of: axisRange) }

    func span(of range: NumberRange) -> AxisSpan {
        let mapper = mapper
        return AxisSpan(start: mapper.forward(range.minimum), end: mapper.forward(range.maximum))
    }

    func range(of span: AxisSpan) -> NumberRange {
        let mapper = mapper
        return NumberRange(mapper.inverse(span.start), mapper.inverse(span.end))
    }

    /// Where a place of the plot area lies along the axis: 0 at the range's minimum, 1 at its maximum.
    ///
    /// - Parameters: points from the top left of the plot area.
    func share(x: Double, y: Double) -> Double {
        guard length > 0 else { return 0 }
        let share = isHorizontal ? x / length : 1 - y / length
        return isReversed ? 1 - share : share
    }

    /// How far the range moves when what is shown moves, as a share of its length.
    func shift(dx: Double, dy: Double) -> Double {
        guard length > 0 else { return 0 }
        return (isHorizontal != isReversed ? -1 : 1) * (isHorizontal ? dx : dy) / length
    }

    /// Shows a range, whatever the limits.
    ///
    /// - Returns: whether something else is shown now.
    func show(_ range: NumberRange) -> Bool {
        guard accepts(range), range != axisRange else { return false }
        axisRange = range
        hasRange = true
        return true
    }
}

import VitrailColumns

#if canImport(Glibc)
    import Glibc
#endif

/// Ends of an axis's visible range in mapped units: exponents on a logarithmic axis, without the excluded parts on a
/// discontinuous one.
struct AxisSpan: Equatable {
    /// Mapped minimum of the range.
    var start: Double
    var end: Double

    var length: Double { end - start }
    var center: Double { start + length / 2 }

    /// - Parameter share: fraction of the length; positive values move towards the end.
    func moved(by share: Double) -> AxisSpan { AxisSpan(start: start + share * length, end: end + share * length) }

    /// - Parameter position: fixed position, 0 at the start and 1 at the end.
    func scaled(by factor: Double, keeping position: Double) -> AxisSpan {
        let fixed = start + position * length
        return AxisSpan(start: fixed + (start - fixed) * factor, end: fixed + (end - fixed) * factor)
    }

    /// Linear interpolation to another span, `share` from 0 to 1.
    func mixed(with other: AxisSpan, _ share: Double) -> AxisSpan {
        AxisSpan(start: start + (other.start - start) * share, end: end + (other.end - end) * share)
    }

    /// Overshoots another span by a fraction of the change towards it. Lengths continue by their ratio and never become
    /// 0. A point that both spans share stays fixed.
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

    /// Position of a plot area point along the axis: 0 at the range's minimum, 1 at its maximum.
    ///
    /// - Parameters: points from the top left of the plot area.
    func share(x: Double, y: Double) -> Double {
        guard length > 0 else { return 0 }
        let share = isHorizontal ? x / length : 1 - y / length
        return isReversed ? 1 - share : share
    }

    /// Shift of the range for a movement of the visible content, as a fraction of the range's length.
    func shift(dx: Double, dy: Double) -> Double {
        guard length > 0 else { return 0 }
        return (isHorizontal != isReversed ? -1 : 1) * (isHorizontal ? dx : dy) / length
    }

    /// Shows a range without applying the limits.
    ///
    /// - Returns: whether the visible range changed.
    func show(_ range: NumberRange) -> Bool {
        guard accepts(range), range != axisRange else { return false }
        axisRange = range
        hasRange = true
        return true
    }
}

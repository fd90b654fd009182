/// The position of a bar within the spacing of its samples, in device pixels along the independent axis.
public struct BarSlot: Sendable, Equatable {
    /// Distances of the bar's edges from its sample. If bars touch, the high edge of one is bitwise equal to the low
    /// edge of the next.
    public var low: Double
    public var high: Double

    package init(low: Double, high: Double) {
        (self.low, self.high) = (low, high)
    }

    /// Slot `number` of `count` equal ones in a set centred on the sample; the bar fills a share of its slot.
    package init(number: Int, of count: Int, set: Double, filled: Double) {
        let slot = set / Double(count)
        let start = slot * Double(number) - set / 2
        let end = slot * Double(number + 1) - set / 2
        let rest = slot * (1 - filled) / 2
        (low, high) = rest > 0 ? (start + rest, end - rest) : (start, end)
    }

    /// Limits the width. The middle stays the same.
    package mutating func narrow(to maximum: Double) {
        guard width > maximum else { return }
        (low, high) = (offset - maximum / 2, offset + maximum / 2)
    }

    public var width: Double { high - low }
    /// Distance of the bar's middle from its sample.
    public var offset: Double { (low + high) / 2 }
}

extension BarSlot {
    /// The edges of a sample's bar along the axis. They are rounded to whole pixels, so that neighbours share them and
    /// they are sharp. Bars narrower than a few pixels are not rounded, because their widths would differ visibly.
    public func edges(at position: Double) -> (low: Double, high: Double) {
        let edges = (position + low, position + high)
        return width < Self.narrowestCrisp ? edges : (Self.whole(edges.0), Self.whole(edges.1))
    }

    /// Rounds halves up. The added 1e-6 hides rounding errors, so that touching bars get the same edge.
    private static func whole(_ edge: Double) -> Double { (edge + 0.5 + 1e-6).rounded(.down) }

    /// Pixels; below, a rounding by one pixel changes a width by more than 1/8.
    private static let narrowestCrisp = 4.0
}

/// Bars of one width at samples, from one baseline: a `RectBatch` whose rectangles are samples and an affine
/// step.
public struct BarsMark: Sendable, Equatable {
    public var x: SampleAxis
    public var y: SampleAxis
    /// Indexes of the samples. Samples that one of the sources lacks are omitted.
    public var range: Range<Int>
    /// Horizontal: the samples are along x, and bars are vertical.
    public var orientation: Area.Orientation
    /// The edges of a bar along, from the position of its sample, in pixels: `low` < `high`.
    public var low: Float
    public var high: Float
    /// The position across where bars start, in pixels.
    public var base: Float
    public var color: Color
    /// The colour of bars that end beyond the base (below it, or right of it).
    public var colorBeyond: Color
    /// Whether bars are so narrow that thousands may share a pixel: as `RectBatch.sliverWidth`, with their width.
    public var areSlivers: Bool

    public init(
        x: SampleAxis, y: SampleAxis, range: Range<Int>, orientation: Area.Orientation = .horizontal, low: Float,
        high: Float, base: Float, color: Color, colorBeyond: Color? = nil, areSlivers: Bool = false
    ) {
        (self.x, self.y, self.range, self.orientation) = (x, y, range, orientation)
        (self.low, self.high, self.base) = (low, high, base)
        (self.color, self.colorBeyond, self.areSlivers) = (color, colorBeyond ?? color, areSlivers)
    }

    /// The indexes of `range` that both sources have.
    public var indices: Range<Int> { range.clamped(to: x.source.indices).clamped(to: y.source.indices) }

    /// The same bars as rectangles.
    public var rects: RectBatch { rects(indices) }

    /// The bars of some samples as rectangles.
    package func rects(_ range: Range<Int>) -> RectBatch {
        let range = range.clamped(to: indices)
        let (x, y) = (x.positions(range), y.positions(range))
        let (along, across) = orientation == .horizontal ? (x, y) : (y, x)
        var items: [RectBatch.Item] = []
        items.reserveCapacity(range.count)
        for i in 0..<range.count where along[i].isFinite && across[i].isFinite {
            let (start, end) = edges(at: along[i])
            let (first, second) = (min(Float(across[i]), base), max(Float(across[i]), base))
            items.append(
                RectBatch.Item(
                    rect: orientation == .horizontal
                        ? PlotRect(minX: start, minY: first, maxX: end, maxY: second)
                        : PlotRect(minX: first, minY: start, maxX: second, maxY: end),
                    fill: Float(across[i]) > base ? colorBeyond : color))
        }
        return RectBatch(items: items, sliverWidth: areSlivers ? high - low : nil)
    }

    /// The edges of the bar at a position along. A sliver is as wide as a rectangle can be, with the same shares of the
    /// pixels that it covers.
    private func edges(at position: Double) -> (Float, Float) {
        let (low, high) = (position + Double(low), position + Double(high))
        let minimum = Double(RectBatch.thinnestRect)
        guard areSlivers, high - low < minimum else { return (Float(low), Float(high)) }
        let (pixel, next) = (low.rounded(.down), low.rounded(.down) + 1)
        let start =
            high > next
            ? next - (next - low) / (high - low) * minimum
            : min(max((low + high - minimum) / 2, pixel), next - minimum)
        return (Float(start), Float(start + minimum))
    }
}

/// The area between two curves through samples, or between one curve and a straight base: an `Area` whose samples are
/// samples of columns and an affine step.
public struct AreaMark: Sendable, Equatable {
    /// Positions along the area never fall, or never rise, from sample to sample.
    public var along: SampleAxis
    public var first: SampleAxis
    /// `nil`: the second curve is `base`.
    public var second: SampleAxis?
    /// Position across of a straight second curve, in pixels.
    public var base: Float
    /// Indexes of the samples. Samples that one of the sources lacks are omitted.
    public var range: Range<Int>
    public var orientation: Area.Orientation
    public var paint: Paint
    /// The paint where the first curve lies beyond the second, as in `Area`.
    public var invertedPaint: Paint?

    public init(
        along: SampleAxis, first: SampleAxis, second: SampleAxis? = nil, base: Float = 0, range: Range<Int>,
        orientation: Area.Orientation = .horizontal, paint: Paint, invertedPaint: Paint? = nil
    ) {
        (self.along, self.first, self.second, self.base) = (along, first, second, base)
        (self.range, self.orientation) = (range, orientation)
        (self.paint, self.invertedPaint) = (paint, invertedPaint)
    }

    /// The indexes of `range` that all sources have.
    public var indices: Range<Int> {
        let both = range.clamped(to: along.source.indices).clamped(to: first.source.indices)
        return second.map { both.clamped(to: $0.source.indices) } ?? both
    }

    /// The same area with its samples computed.
    public var area: Area {
        Area(samples: samples(indices), orientation: orientation, paint: paint, invertedPaint: invertedPaint)
    }

    package func samples(_ range: Range<Int>) -> [Area.Sample] {
        let range = range.clamped(to: indices)
        let (along, first, second) = (along.positions(range), first.positions(range), second?.positions(range))
        return range.map { index in
            let i = index - range.lowerBound
            return Area.Sample(
                along: Float(along[i]), first: Float(first[i]), second: second.map { Float($0[i]) } ?? base)
        }
    }
}

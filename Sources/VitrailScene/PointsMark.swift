/// Filled circles of one colour at samples: `Markers` whose centres are samples and an affine step.
public struct PointsMark: Sendable, Equatable {
    public var x: SampleAxis
    public var y: SampleAxis
    /// Indexes of the samples. Samples that one of the sources lacks are omitted.
    public var range: Range<Int>
    /// Radius of circles without sizes in pixels. ≤ 0 or non-finite paints nothing.
    public var radius: Float
    /// The squares of the radii, in square pixels. A sample ≤ 0 and a gap have no circle. `nil`: all have `radius`.
    public var sizes: SampleAxis?
    public var color: Color

    public init(
        x: SampleAxis, y: SampleAxis, range: Range<Int>, radius: Float, sizes: SampleAxis? = nil, color: Color
    ) {
        (self.x, self.y, self.range) = (x, y, range)
        (self.radius, self.sizes, self.color) = (radius, sizes, color)
    }

    /// The indexes of `range` that all sources have.
    public var indices: Range<Int> {
        let both = range.clamped(to: x.source.indices).clamped(to: y.source.indices)
        return sizes.map { both.clamped(to: $0.source.indices) } ?? both
    }

    /// The same circles with their centres computed.
    public var markers: Markers { markers(indices) }

    /// The circles of some samples with their centres computed.
    package func markers(_ range: Range<Int>) -> Markers {
        let range = range.clamped(to: indices)
        return Markers(count: range.count, color: color) { part, items in
            let own = part.lowerBound + range.lowerBound..<part.upperBound + range.lowerBound
            let (x, y, squares) = (x.positions(own), y.positions(own), sizes?.positions(own))
            for i in 0..<own.count {
                let radius = squares.map { Float(max($0[i], 0).squareRoot()) } ?? radius
                items.append(
                    Markers.Item(center: PlotPoint(x: Float(x[i]), y: Float(y[i])), radius: radius))
            }
        }
    }

    /// The largest radius of circles in pixels.
    ///
    /// - Complexity: O(blocks), if the sources cache their facts.
    package var maxRadius: Float {
        guard let sizes else { return radius }
        let indices = indices
        guard !indices.isEmpty else { return 0 }
        let blocks = SampleBlock.number(of: indices.lowerBound)...SampleBlock.number(of: indices.upperBound - 1)
        let square = blocks.reduce(0.0) { max($0, sizes.extent(ofBlock: $1)?.upperBound ?? 0) }
        return Float(square.squareRoot())
    }
}

public import VitrailScene

// Vertex types: the input of one instance of a program. The shader's file stem, the program and the vertex type share a
// name.
// All fields are four-byte words without padding, so an array of vertices is the buffer.

/// A point of a stroked polyline. Instance i of `line` is the segment from vertex i to vertex i + 1.
@frozen
public struct LineVertex: Sendable, Hashable {
    public var x: Float
    public var y: Float
    /// 0 inside a run, 1 a run starts here, 2 a run ends here, 3 both. A segment whose first vertex ends a run is not
    /// drawn.
    public var run: Float

    @inlinable
    public init(x: Float, y: Float, run: Float) {
        self.x = x
        self.y = y
        self.run = run
    }
}

/// A position along an area. Instance i of `area` is the slice from vertex i to vertex i + 1. `run` as in `LineVertex`.
@frozen
public struct AreaVertex: Sendable, Hashable {
    public var along: Float
    public var first: Float
    public var second: Float
    public var run: Float

    @inlinable
    public init(along: Float, first: Float, second: Float, run: Float) {
        self.along = along
        self.first = first
        self.second = second
        self.run = run
    }
}

/// A block of four pixel columns (or rows) of an area, with the slices of each column. One instance of `slices`.
@frozen
public struct BlockVertex: Sendable, Hashable {
    /// Whole pixels. The start of the columns' side is a multiple of four.
    public var box: PlotRect
    /// For each column, the index of its first slice in `TextureData.slices` (below 2²⁴), and the number of consecutive
    /// slices.
    public var first: SIMD4<Float>
    public var count: SIMD4<Float>

    @inlinable
    public init(box: PlotRect, first: SIMD4<Float>, count: SIMD4<Float>) {
        self.box = box
        self.first = first
        self.count = count
    }
}

/// A block of four pixel columns (or rows) of a stroke, with its envelopes in a texture. One instance of `envelope` or
/// `fine_envelope`.
@frozen
public struct EnvelopeVertex: Sendable, Hashable {
    /// Whole pixels. The start of the columns' side is a multiple of four.
    public var box: PlotRect
    /// The texel in `TextureData.envelope` of the block's first column: position in its row, then the row.
    public var texel: SIMD2<Float>

    @inlinable
    public init(box: PlotRect, texel: SIMD2<Float>) {
        self.box = box
        self.texel = texel
    }
}

/// A block of four pixel columns of a stroke. One instance of `stroke` or `stroke_edge`.
@frozen
public struct StrokeVertex: Sendable, Hashable {
    /// Whole pixels. The start of the columns' side is a multiple of four.
    public var box: PlotRect
    /// Only for `stroke_edge`: a point on the straight piece in pixels, and the unit normal of the piece.
    public var x: Float = 0
    public var y: Float = 0
    public var normalX: Float = 0
    public var normalY: Float = 0
    /// Only for `stroke`: the block's first segment in `TextureData.segments` (below 2²³), and the number of
    /// consecutive segments.
    public var first: Float = 0
    public var count: Float = 0
    /// Pixels.
    public var halfWidth: Float
    /// The unit vector of the rarest direction of segments.
    public var rarestX: Float
    public var rarestY: Float

    @inlinable
    public init(box: PlotRect, halfWidth: Float, rarest: SIMD2<Float>) {
        self.box = box
        self.halfWidth = halfWidth
        (rarestX, rarestY) = (rarest.x, rarest.y)
    }
}

/// A segment of a stroke. Two texels.
@frozen
public struct StrokeSegment: Sendable, Hashable {
    /// The start point in pixels.
    public var start: SIMD2<Float>
    /// Unit vector.
    public var direction: SIMD2<Float>
    /// In pixels: the segment's length; how far the stroke extends before the start; how far it extends beyond the end.
    /// At joins, the stroke extends by the radius of the join's disc. The last component is 0.
    public var extent: SIMD4<Float>

    @inlinable
    public init(start: SIMD2<Float>, direction: SIMD2<Float>, extent: SIMD4<Float>) {
        self.start = start
        self.direction = direction
        self.extent = extent
    }
}

/// Coverage of one pixel column (or row), or about half of one, by a dense stroke: two envelopes, each approximated by
/// four linear pieces. Each piece stands for a share of the column's width, at no fixed position in it. Five texels.
@frozen
public struct EnvelopeSlopes: Sendable, Hashable {
    /// The ends of the pieces of the envelope at smaller coordinates, pixels. `low` < `high`.
    public var firstLow: SIMD4<Float>
    public var firstHigh: SIMD4<Float>
    /// The ends of the pieces of the envelope at greater coordinates.
    public var secondLow: SIMD4<Float>
    public var secondHigh: SIMD4<Float>
    /// The share of the pixel's width for each piece, 0…1/2: about a quarter or an eighth, or an uneven share of two of
    /// them.
    public var weight: SIMD4<Float>

    /// An empty column.
    public static let empty = EnvelopeSlopes(
        firstLow: .zero, firstHigh: .one, secondLow: .zero, secondHigh: .one, weight: .zero)

    @inlinable
    public init(
        firstLow: SIMD4<Float>, firstHigh: SIMD4<Float>, secondLow: SIMD4<Float>, secondHigh: SIMD4<Float>,
        weight: SIMD4<Float>
    ) {
        self.firstLow = firstLow
        self.firstHigh = firstHigh
        self.secondLow = secondLow
        self.secondHigh = secondHigh
        self.weight = weight
    }
}

/// A rectangle with a rounded tip, or a part of one. One instance of `rect`.
@frozen
public struct RectVertex: Sendable, Hashable {
    public var rect: PlotRect
    /// The drawn part, outline included.
    public var box: PlotRect
    /// Already limited to the largest radius that fits.
    public var tipRadius: Float
    /// `RectBatch.Tip.rawValue`.
    public var tip: Float
    public var strokeWidth: Float
    /// `Color.packed`, straight alpha.
    public var fill: UInt32
    public var fillEnd: UInt32
    public var stroke: UInt32

    /// The whole rectangle.
    @inlinable
    public init(
        rect: PlotRect, tipRadius: Float, tip: Float, strokeWidth: Float, fill: UInt32, fillEnd: UInt32,
        stroke: UInt32
    ) {
        self.rect = rect
        let reach = strokeWidth / 2
        box = PlotRect(
            minX: rect.minX - reach, minY: rect.minY - reach, maxX: rect.maxX + reach, maxY: rect.maxY + reach)
        self.tipRadius = tipRadius
        self.tip = tip
        self.strokeWidth = strokeWidth
        self.fill = fill
        self.fillEnd = fillEnd
        self.stroke = stroke
    }
}

/// A filled circle. One instance of `disc`.
@frozen
public struct DiscVertex: Sendable, Hashable {
    public var x: Float
    public var y: Float
    public var radius: Float
    public var color: UInt32

    @inlinable
    public init(x: Float, y: Float, radius: Float, color: UInt32) {
        self.x = x
        self.y = y
        self.radius = radius
        self.color = color
    }
}

/// A ring sector. One instance of `sector`.
@frozen
public struct SectorVertex: Sendable, Hashable {
    public var x: Float
    public var y: Float
    public var innerRadius: Float
    public var outerRadius: Float
    /// The sector's mid angle and half of its sweep, radians; 0 at 12 o'clock, anticlockwise. Half sweep ≥ π: full
    /// turn.
    public var midAngle: Float
    public var halfSweep: Float
    public var crustWidth: Float
    public var fill: UInt32
    public var crust: UInt32
    /// The painted rectangle in pixels. Empty: the whole sector.
    public var box: PlotRect

    @inlinable
    public init(
        x: Float, y: Float, innerRadius: Float, outerRadius: Float, midAngle: Float, halfSweep: Float,
        crustWidth: Float, fill: UInt32, crust: UInt32, box: PlotRect = PlotRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    ) {
        self.x = x
        self.y = y
        self.innerRadius = innerRadius
        self.outerRadius = outerRadius
        self.midAngle = midAngle
        self.halfSweep = halfSweep
        self.crustWidth = crustWidth
        self.fill = fill
        self.crust = crust
        self.box = box
    }
}

/// A part of a ring sector near only one edge, with the neighbour beyond that edge. One instance of `sector_edge`.
@frozen
public struct SectorEdgeVertex: Sendable, Hashable {
    /// Fill and crust on one side of an edge.
    @frozen
    public struct Side: Sendable, Hashable {
        public var crustWidth: Float
        public var fill: UInt32
        public var crust: UInt32

        @inlinable
        public init(crustWidth: Float, fill: UInt32, crust: UInt32) {
            (self.crustWidth, self.fill, self.crust) = (crustWidth, fill, crust)
        }

        public static let empty = Side(crustWidth: 0, fill: 0, crust: 0)
    }

    /// The painted rectangle in pixels.
    public var box: PlotRect
    /// The sector's centre.
    public var x: Float
    public var y: Float
    /// Radius of an arc in pixels.
    public var radius: Float
    /// 1: an arc with the sector inside. −1: an arc with the sector outside. 0: a straight edge from the centre.
    public var bend: Float
    /// For a straight edge: the unit vector across the edge that points into the sector.
    public var inwardsX: Float
    public var inwardsY: Float
    public var side: Side
    /// Another sector that shares the edge.
    public var beyond: Side

    @inlinable
    public init(
        box: PlotRect, x: Float, y: Float, radius: Float, bend: Float, inwards: SIMD2<Float>, side: Side, beyond: Side
    ) {
        (self.box, self.x, self.y, self.radius, self.bend) = (box, x, y, radius, bend)
        (inwardsX, inwardsY) = (inwards.x, inwards.y)
        (self.side, self.beyond) = (side, beyond)
    }
}

/// A plain or textured rectangle. One instance of `box`, `glyph`, `image`, `field` and the composite programs.
@frozen
public struct QuadVertex: Sendable, Hashable {
    /// The painted rectangle in pixels.
    public var rect: PlotRect
    /// The shown texels (left, top, right, bottom).
    public var texels: PlotRect
    public var color: UInt32

    @inlinable
    public init(rect: PlotRect, texels: PlotRect, color: UInt32) {
        self.rect = rect
        self.texels = texels
        self.color = color
    }
}

// Vertex types: what one instance of a program reads. The file stem of the shader, the program and the vertex type share a name.
// All are four-byte words without padding, so that an array of them is the buffer.

/// A point of a stroked polyline. Instance i of `line` is the segment from vertex i to vertex i + 1.
@frozen
public struct LineVertex: Sendable, Hashable {
    public var x: Float
    public var y: Float
    /// 0 inside a run, 1 a run starts here, 2 a run ends here, 3 both. A segment whose first vertex ends a run is not drawn.
    public var run: Float

    @inlinable
    public init(x: Float, y: Float, run: Float) {
        self.x = x
        self.y = y
        self.run = run
    }
}

/// A place along an area. Instance i of `area` is the slice from vertex i to vertex i + 1; `run` as in `LineVertex`.
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

/// A block of four pixel columns (or rows) of an area, with the slices of each. One instance of `slices`.
@frozen
public struct BlockVertex: Sendable, Hashable {
    /// Whole pixels; the columns' side starts on a multiple of four.
    public var box: PlotRect
    /// The vertex in `TextureData.slices` where each column's first slice starts, below 2²⁴, and how many slices follow one another there.
    public var first: SIMD4<Float>
    public var count: SIMD4<Float>

    @inlinable
    public init(box: PlotRect, first: SIMD4<Float>, count: SIMD4<Float>) {
        self.box = box
        self.first = first
        self.count = count
    }
}

/// A block of four pixel columns (or rows) of a stroke, whose envelopes a texture tells. One instance of `envelope`
/// or `fine_envelope`.
@frozen
public struct EnvelopeVertex: Sendable, Hashable {
    /// Whole pixels; the columns' side starts on a multiple of four.
    public var box: PlotRect
    /// Texel in `TextureData.envelope` where the block's first column starts: along its row, and which row.
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
    /// Whole pixels; the columns' side starts on a multiple of four.
    public var box: PlotRect
    /// Of `stroke_edge`, the one straight piece: a place on it, pixels, and the unit vector at a right angle to it.
    public var x: Float = 0
    public var y: Float = 0
    public var normalX: Float = 0
    public var normalY: Float = 0
    /// Of `stroke`: the segment in `TextureData.segments` that is the first of the block's, below 2²³, and how many follow one another there.
    public var first: Float = 0
    public var count: Float = 0
    /// Pixels.
    public var halfWidth: Float
    /// The unit vector along which the fewest segments run.
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
    /// Where it starts, pixels.
    public var start: SIMD2<Float>
    /// Unit vector.
    public var direction: SIMD2<Float>
    /// Its length, how far the stroke goes on before the start, and behind the end: at joints, as far as its disc reaches. And 0.
    public var extent: SIMD4<Float>

    @inlinable
    public init(start: SIMD2<Float>, direction: SIMD2<Float>, extent: SIMD4<Float>) {
        self.start = start
        self.direction = direction
        self.extent = extent
    }
}

/// How a stroke lies in one pixel column (or row), or in about half of it: between two envelopes, each told by four slopes, which stand for shares of the
/// column, wherever in it. Five texels.
@frozen
public struct EnvelopeSlopes: Sendable, Hashable {
    /// The ends of the slopes of the envelope at smaller places across, pixels. `low` < `high`.
    public var firstLow: SIMD4<Float>
    public var firstHigh: SIMD4<Float>
    /// Those of the envelope at greater places.
    public var secondLow: SIMD4<Float>
    public var secondHigh: SIMD4<Float>
    /// How much of the pixel's width each slope stands for, 0…1/2: about a quarter or an eighth, or uneven shares of two of those.
    public var weight: SIMD4<Float>

    /// Nothing lies there.
    public static let empty = EnvelopeSlopes(firstLow: .zero, firstHigh: .one, secondLow: .zero, secondHigh: .one, weight: .zero)

    @inlinable
    public init(
        firstLow: SIMD4<Float>, firstHigh: SIMD4<Float>, secondLow: SIMD4<Float>, secondHigh: SIMD4<Float>, weight: SIMD4<Float>
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
    /// What is drawn of it, its outline included.
    public var box: PlotRect
    /// Already limited to what fits.
    public var tipRadius: Float
    /// `RectBatch.Tip.rawValue`.
    public var tip: Float
    public var strokeWidth: Float
    /// `Color.packed`, straight alpha.
    public var fill: UInt32
    public var fillEnd: UInt32
    public var stroke: UInt32

    /// The whole of it.
    @inlinable
    public init(
        rect: PlotRect, tipRadius: Float, tip: Float, strokeWidth: Float, fill: UInt32, fillEnd: UInt32,
        stroke: UInt32
    ) {
        self.rect = rect
        let reach = strokeWidth / 2
        box = PlotRect(minX: rect.minX - reach, minY: rect.minY - reach, maxX: rect.maxX + reach, maxY: rect.maxY + reach)
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
    /// Mid angle of the sector and half its opening, radians; 0 at 12 o'clock, anticlockwise. Half opening ≥ π = full turn.
    public var midAngle: Float
    public var halfSweep: Float
    public var crustWidth: Float
    public var fill: UInt32
    public var crust: UInt32
    /// Where it is painted, pixels; empty = wherever it reaches.
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

/// A part of a ring sector where only one of its edges is near, and what lies beyond that one. One instance of `sector_edge`.
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

    /// Where it is painted, pixels.
    public var box: PlotRect
    /// The sector's centre.
    public var x: Float
    public var y: Float
    /// Of an arc.
    public var radius: Float
    /// 1 an arc with the sector inside, −1 one with the sector outside, 0 a straight edge from the centre.
    public var bend: Float
    /// Of a straight edge: the unit vector across it into the sector.
    public var inwardsX: Float
    public var inwardsY: Float
    public var side: Side
    /// Another sector that the edge is an edge of.
    public var beyond: Side

    @inlinable
    public init(box: PlotRect, x: Float, y: Float, radius: Float, bend: Float, inwards: SIMD2<Float>, side: Side, beyond: Side) {
        (self.box, self.x, self.y, self.radius, self.bend) = (box, x, y, radius, bend)
        (inwardsX, inwardsY) = (inwards.x, inwards.y)
        (self.side, self.beyond) = (side, beyond)
    }
}

/// A plain or textured rectangle. One instance of `box`, `glyph`, `image`, `field` and the composite programs.
@frozen
public struct QuadVertex: Sendable, Hashable {
    /// Where it is painted, pixels.
    public var rect: PlotRect
    /// What it shows, texels (left, top, right, bottom).
    public var texels: PlotRect
    public var color: UInt32

    @inlinable
    public init(rect: PlotRect, texels: PlotRect, color: UInt32) {
        self.rect = rect
        self.texels = texels
        self.color = color
    }
}

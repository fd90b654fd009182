/// What the GPU gets: vertex data, textures and commands in order. Holds nothing of GL but formats and counts, and prints well.
///
/// Pixel (x, y) of the picture is fragment (x, y) of the target: row 0 is the picture's top row in memory, so that
/// nothing is flipped on readback. Every fragment shader works in plot space: `gl_FragCoord.xy + origin`.
public struct DrawList: Sendable, Equatable {
    public var size: PixelSize
    /// The canvas is cleared to it first.
    public var background: Color
    public var buffers: [VertexData]
    public var textures: [TextureData]
    public var commands: [DrawCommand]
    /// What each series put in, for statistics; ascending.
    public var series: [SeriesTotals]

    public init(
        size: PixelSize, background: Color, buffers: [VertexData] = [], textures: [TextureData] = [],
        commands: [DrawCommand] = [], series: [SeriesTotals] = []
    ) {
        self.size = size
        self.background = background
        self.buffers = buffers
        self.textures = textures
        self.commands = commands
        self.series = series
    }
}

/// The vertices of one or more draws.
public enum VertexData: Sendable, Equatable {
    case line([LineVertex])
    case area([AreaVertex])
    case block([BlockVertex])
    case envelope([EnvelopeVertex])
    case stroke([StrokeVertex])
    case rect([RectVertex])
    case disc([DiscVertex])
    case sector([SectorVertex])
    case sectorEdge([SectorEdgeVertex])
    case quad([QuadVertex])
    /// Uploaded once per generation and kept on the device as `LineVertex`es.
    case resident(ResidentPoints)

    public var count: Int {
        switch self {
        case .line(let v): v.count
        case .area(let v): v.count
        case .block(let v): v.count
        case .envelope(let v): v.count
        case .stroke(let v): v.count
        case .rect(let v): v.count
        case .disc(let v): v.count
        case .sector(let v): v.count
        case .sectorEdge(let v): v.count
        case .quad(let v): v.count
        case .resident(let points): points.offsets.count
        }
    }
}

/// A texture's pixels. An atlas is known by id and generation and uploaded only when they change.
public enum TextureData: Sendable, Equatable {
    /// R8, from the coverage half of the atlas; texels are fetched, not filtered.
    case glyphCoverage(GlyphAtlas)
    /// RGBA8, from the colour half.
    case glyphColor(GlyphAtlas)
    /// RGBA8 premultiplied, fetched; the program filters.
    case image(PixelImage)
    /// R8, row by row, fetched: what `glyph` paints in one colour.
    case coverage([UInt8], PixelSize)
    /// R32F, fetched, not filtered.
    case values([Float], PixelSize)
    /// RGBA32F, fetched: vertices of areas, `slicesPerRow` a row, the last row filled up.
    case slices([AreaVertex])
    /// RGBA32F, fetched: five texels each, `envelopeSlopesPerRow` a row, the last row filled up.
    case envelope([EnvelopeSlopes])
    /// RGBA32F, fetched: two texels each, `segmentsPerRow` a row, the last row filled up.
    case segments([StrokeSegment])
    /// RGBA8, one row, fetched, straight alpha.
    case palette([Color])
}

extension TextureData {
    /// Texels in a row of `slices`; its shader knows it, too.
    public static let slicesPerRow = 1024
    /// Of `envelope`, in a row: whole blocks, in a width that every device has.
    public static let envelopeSlopesPerRow = 400
    /// Of `segments`, in a row of as many texels as `slices` has.
    public static let segmentsPerRow = slicesPerRow / 2
}

/// A program by the stem of its shader files.
public enum Program: String, Sendable, CaseIterable {
    // Series and furniture.
    case line, area, slices, rect, disc, sector, glyph
    /// A sparse polyline, by blocks of pixels in which few segments lie; and where one straight piece is all: the cheap part.
    case stroke
    case strokeEdge = "stroke_edge"
    /// A polyline of pieces smaller than its cells: sixteen draws or more, each of sixteen places of a pixel, which are covered or are not.
    case fineLine = "fine_line"
    /// Where only one edge of a sector is near: the cheap part of `sector`.
    case sectorEdge = "sector_edge"
    /// A dense stroke by four slopes a pixel column, and by eight.
    case envelope
    case fineEnvelope = "fine_envelope"
    /// A sharp rectangle of one colour, from quads: the cheap half of `rect`.
    case box
    /// Whole pixels of one colour, from quads: the cheap half of `box`. Opaque ones are drawn by `fill` with `replace`.
    case fill, tint
    /// As `box`, narrower than a pixel, added up.
    case sliver
    case colorGlyph = "color_glyph"
    case image, field
    // Composition: a scratch target set to zero where quads lie, and a finished one painted on the canvas.
    case erase
    case resolveCells = "resolve_cells"
    case resolvePlaces = "resolve_places"
    case resolveMask = "resolve_mask"
    case resolveGroup = "resolve_group"
    case resolveSlivers = "resolve_slivers"
}

/// Where drawing goes. All but the canvas are as large as the canvas and exist only while one draw list needs them.
public enum Target: String, Sendable, CaseIterable {
    /// RGBA8, premultiplied: the picture.
    case canvas
    /// Four RGBA8, drawn with `max`. Coverage of each pixel's 4 × 2 cells, 4 columns and 2 rows, from one side and from the other: channel c is
    /// column c; textures 0 and 1 are the rows covered from the first side, 2 and 3 from the second. The union of what was drawn is the sum of both
    /// sides, at most 1. Or whether places are covered, one in each of 4 × 4 parts of a pixel: a row of parts a texture.
    case cells
    /// R8: coverage of pieces that tile. Drawn with `add`.
    case mask
    /// R32F: as `mask`, of so many pieces in a pixel that each one's rounding would show. Of 16 bits where a device cannot blend in 32; an
    /// error where it cannot blend in floats at all.
    case fineMask = "fine_mask"
    /// RGBA8, premultiplied: colours of pieces that tile. Drawn with `add`.
    case group
    /// RGBA8, premultiplied: marks that fade as a whole. Drawn with `over`.
    case layer
    /// RGBA32F, premultiplied, and R32F: colours and coverage of thousands of pieces in a pixel. Drawn with `add`, or the first of them with `over`. Of 16
    /// bits where a device cannot blend in 32, and pieces then count only if they are not too thin for that; an error where it cannot blend in floats at all.
    case slivers

    public var textureCount: Int {
        switch self {
        case .cells: 4
        case .slivers: 2
        case .canvas, .mask, .fineMask, .group, .layer: 1
        }
    }
}

public enum Blend: String, Sendable, CaseIterable {
    /// Premultiplied source over destination: ONE, ONE_MINUS_SRC_ALPHA.
    case over
    /// ONE, ONE.
    case add
    /// GL_MAX.
    case max
    /// Blending off.
    case replace
}

/// What a program's sampler reads, in the order of its samplers.
public enum TextureBinding: Sendable, Hashable {
    /// Index into `DrawList.textures`.
    case texture(Int)
    /// Texture `index` of a target that was drawn before.
    case target(Target, Int)
}

public enum DrawCommand: Sendable, Equatable {
    /// Draw to a target from here on. `clear`: set it to zero first, within the rectangle; draws of `erase` do so in many small places.
    /// The canvas is never cleared by this.
    case target(Target, clear: PixelRect?)
    case draw(Draw)
    /// A host's GL closure on the canvas, with state saved and restored.
    case hook(Hook, clip: PixelRect)
}

/// One instanced draw of a four-vertex triangle strip: the vertex shader places the corners from `gl_VertexID`. Quads may be drawn as two triangles
/// of six vertices, blocks of four pixel columns as wide lines, and short segments as points instead, where that is the same picture.
public struct Draw: Sendable, Equatable {
    public var program: Program
    public var blend: Blend
    /// Index into `DrawList.buffers`.
    public var buffer: Int
    /// The first vertex that instance 0 reads, and how many instances.
    public var firstVertex: Int
    public var instanceCount: Int
    public var textures: [TextureBinding]
    public var uniforms: DrawUniforms
    /// Nothing is painted outside.
    public var scissor: PixelRect
    /// For errors: `series[2] line`.
    public var label: String

    public init(
        program: Program, blend: Blend, buffer: Int, firstVertex: Int = 0, instanceCount: Int,
        textures: [TextureBinding] = [], uniforms: DrawUniforms, scissor: PixelRect, label: String = ""
    ) {
        self.program = program
        self.blend = blend
        self.buffer = buffer
        self.firstVertex = firstVertex
        self.instanceCount = instanceCount
        self.textures = textures
        self.uniforms = uniforms
        self.scissor = scissor
        self.label = label
    }
}

/// The uniform block `DrawUniforms` (std140), the same in every program; a test asks the driver for the offsets.
@frozen
public struct DrawUniforms: Sendable, Hashable {
    /// 2/width, 2/height of the target, and the picture's pixel at the target's corner (0, 0 unless tiled).
    public var viewport: SIMD4<Float>
    /// Vertex to plot space: scale x, scale y, translation x, translation y.
    public var transform: SIMD4<Float>
    /// Paint: premultiplied start and end colour.
    public var color0: SIMD4<Float>
    public var color1: SIMD4<Float>
    /// Gradient from (x, y) to (z, w), pixels; equal points = `color0` everywhere. Radial: round (x, y), ending at the distance of (z, w).
    /// `line`, which paints nothing: half a cell's width (z). `fine_line`, likewise: the draw's place in each part of a pixel (x, y), and one over how many draws
    /// there are (w).
    public var gradient: SIMD4<Float>
    /// The program's own numbers: `line`: half width, direction (x, y) in which fewest segments run · `fine_line`: half width · `area`, `slices`, `envelope` and its
    /// finer kinds: 0 horizontal, 1 vertical · `field`: columns, rows, low, high ·
    /// `rect`: 0 gradient left to right, 1 top to bottom · `image`, `resolve_group`: opacity ·
    /// `slices`, `stroke`, `stroke_edge`, `envelope` and its finer kinds, `resolve_cells`, `resolve_mask`: w = 1 for a radial gradient ·
    /// `resolve_places`: x is added before what is covered is rounded · `resolve_slivers`: x = how wide slivers are shown at least, y = that by how wide their
    /// rectangles are, z = how wide they are by that.
    public var shape: SIMD4<Float>

    /// Identity transform, no paint.
    public init(size: PixelSize, origin: (x: Float, y: Float) = (0, 0)) {
        viewport = SIMD4(2 / Float(size.width), 2 / Float(size.height), origin.x, origin.y)
        transform = SIMD4(1, 1, 0, 0)
        color0 = .zero
        color1 = .zero
        gradient = .zero
        shape = .zero
    }
}

extension DrawList {
    /// What is submitted, for statistics.
    public var totals: (draws: Int, instances: Int, vertices: Int) {
        var draws = 0
        var instances = 0
        for case .draw(let draw) in commands {
            draws += 1
            instances += draw.instanceCount
        }
        return (draws, instances, buffers.reduce(0) { $0 + $1.count })
    }
}

extension DrawList: CustomStringConvertible {
    public var description: String {
        var lines = ["DrawList \(size.width)×\(size.height), background \(background)"]
        for command in commands {
            switch command {
            case .target(let target, let clear):
                lines.append("target \(target.rawValue)" + (clear.map { " cleared in \($0)" } ?? ""))
            case .draw(let draw):
                lines.append(
                    "  \(draw.program.rawValue) \(draw.blend.rawValue) buffer \(draw.buffer)"
                        + " from \(draw.firstVertex) × \(draw.instanceCount)"
                        + (draw.label.isEmpty ? "" : " — \(draw.label)"))
            case .hook(let hook, _): lines.append("  hook \(hook.token)")
            }
        }
        return lines.joined(separator: "\n")
    }
}

public import VitrailScene

/// The input of the GPU: vertex data, textures, and commands in order. It contains only formats and counts of GL, and
/// it can be printed.
///
/// Pixel (x, y) of the picture is fragment (x, y) of the target. Row 0 in memory is the picture's top row, so readback
/// flips nothing. Every fragment shader works in plot space: `gl_FragCoord.xy + origin`.
public struct DrawList: Sendable, Equatable {
    public var size: PixelSize
    /// The canvas is first cleared to this colour.
    public var background: Color
    public var buffers: [VertexData]
    public var textures: [TextureData]
    public var commands: [DrawCommand]
    /// The share of each series in the draw list, for statistics. Ascending by series index.
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
    /// Uploaded once per generation. The device keeps them as `LineVertex`es.
    case resident(ResidentPoints)
    /// Columns that the device keeps. Vertices are samples, counted from index 0 of the sources.
    case samples(SampleColumns)

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
        case .samples(let columns): columns.indices.upperBound
        }
    }
}

/// The columns that the instances of a draw read. `Draw.uniforms.transform` has the scales of the first two axes; the
/// player adds the translation of each block.
public struct SampleColumns: Sendable, Equatable {
    public var axes: [SampleAxis]

    public init(_ axes: [SampleAxis]) { self.axes = axes }

    /// The indexes that all columns have.
    public var indices: Range<Int> {
        guard let first = axes.first else { return 0..<0 }
        return axes.dropFirst().reduce(first.source.indices) { $0.clamped(to: $1.source.indices) }
    }
}

/// The pixels of a texture. An atlas has an id and a generation, and is uploaded only when they change.
public enum TextureData: Sendable, Equatable {
    /// R8: the coverage half of the atlas, the same in all channels. Texels are fetched, not filtered.
    case glyphCoverage(GlyphAtlas)
    /// RGBA8: the colour half of the atlas.
    case glyphColor(GlyphAtlas)
    /// RGBA8, premultiplied, fetched. The program filters.
    case image(PixelImage)
    /// R8, row by row, fetched, the same in all channels. `glyph` paints it in one colour.
    case coverage([UInt8], PixelSize)
    /// R32F, fetched, not filtered.
    case values([Float], PixelSize)
    /// RGBA32F, fetched: vertices of areas, `slicesPerRow` per row. The last row is padded.
    case slices([AreaVertex])
    /// RGBA32F, fetched: five texels per element, `envelopeSlopesPerRow` elements per row. The last row is padded.
    case envelope([EnvelopeSlopes])
    /// RGBA32F, fetched: two texels per element, `segmentsPerRow` elements per row. The last row is padded.
    case segments([StrokeSegment])
    /// RGBA8, one row, fetched, straight alpha.
    case palette([Color])
}

extension TextureData {
    /// Texels per row of `slices`. The shader has the same constant.
    public static let slicesPerRow = 1024
    /// Elements per row of `envelope`: a whole number of blocks, and a texture width that every device supports.
    public static let envelopeSlopesPerRow = 400
    /// Elements per row of `segments`: the row has as many texels as a row of `slices`.
    public static let segmentsPerRow = slicesPerRow / 2
}

/// A program: a vertex and a fragment shader with one vertex type, named by the stem of the fragment shader's file.
public enum Program: String, Sendable, CaseIterable {
    // Series and chrome.
    case line, area, slices, rect, disc, sector, glyph, image, field
    /// A sparse polyline, drawn by blocks of pixels that few segments cross.
    case stroke
    /// A dense stroke, by blocks of four pixel columns with envelopes.
    case envelope
    /// The cheap version of `sector` for parts that only one edge crosses.
    case sectorEdge = "sector_edge"
    /// A sharp rectangle of one colour, from quads: the cheap version of `rect`.
    case box
    // Composition: clear a scratch target inside quads, and composite a finished one onto another target.
    case erase, resolve
}

/// A program as it is compiled. A program has variants where deciding in every pixel or vertex would take more time
/// than another program in the shader cache. Most programs have one variant, which has their name.
public enum ProgramVariant: String, Sendable, CaseIterable {
    case line, area, slices, rect, disc, sector, glyph, image, field, erase
    /// `line`, `disc`, `box` and `area` from columns on the device.
    case sampleLine = "sample_line"
    case sampleDisc = "sample_disc"
    case sampleBox = "sample_box"
    case sampleArea = "sample_area"
    /// A polyline whose segments are smaller than a coverage cell: at least sixteen draws, and each draw tests sixteen
    /// subsamples per pixel.
    case fineLine = "fine_line"
    /// A block with segments in a texture, and the cheap version for blocks with one straight piece.
    case stroke
    case strokeEdge = "stroke_edge"
    case sectorEdge = "sector_edge"
    /// A dense stroke, approximated by four linear pieces per pixel column (`envelope`) or by eight (`fineEnvelope`).
    case envelope
    case fineEnvelope = "fine_envelope"
    /// Sharp rectangles. `fill` and `tint` are the cheap versions for whole pixels; `fill` draws opaque ones with
    /// `replace`. `sliver` also adds up the coverage of rectangles narrower than a pixel, as `sampleBox` does.
    case box, fill, tint, sliver
    // What a scratch target holds: coverage of cells, a mask, colours with one opacity, slivers.
    case resolveCells = "resolve_cells"
    case resolveMask = "resolve_mask"
    case resolveGroup = "resolve_group"
    case resolveSlivers = "resolve_slivers"
}

extension ProgramVariant {
    public var program: Program {
        switch self {
        case .line, .sampleLine, .fineLine: .line
        case .area, .sampleArea: .area
        case .slices: .slices
        case .rect: .rect
        case .disc, .sampleDisc: .disc
        case .sector: .sector
        case .sectorEdge: .sectorEdge
        case .stroke, .strokeEdge: .stroke
        case .envelope, .fineEnvelope: .envelope
        case .box, .fill, .tint, .sliver, .sampleBox: .box
        case .glyph: .glyph
        case .image: .image
        case .field: .field
        case .erase: .erase
        case .resolveCells, .resolveMask, .resolveGroup, .resolveSlivers: .resolve
        }
    }

    /// The macro that the program's shaders are compiled with. `nil`: none.
    public var macro: String? {
        switch self {
        case .sampleLine, .sampleDisc, .sampleBox, .sampleArea: "SAMPLES"
        case .fineLine: "SUBSAMPLES"
        case .strokeEdge: "EDGE"
        case .fineEnvelope: "EIGHT_SLOPES"
        case .fill: "FILL"
        case .tint: "TINT"
        case .sliver: "SLIVER"
        case .resolveCells: "CELLS"
        case .resolveMask: "MASK"
        case .resolveSlivers: "SLIVERS"
        case .line, .area, .slices, .rect, .disc, .sector, .sectorEdge, .stroke, .envelope, .box, .glyph, .image,
            .field, .erase, .resolveGroup:
            nil
        }
    }

    /// Whether instances are samples that stay on the device.
    public var readsSamples: Bool { macro == "SAMPLES" }
}

/// A render target. All targets except the canvas have the canvas size, and exist only while a draw list needs them.
public enum Target: String, Sendable, CaseIterable {
    /// RGBA8, premultiplied: the picture.
    case canvas
    /// Four RGBA8 textures, drawn with `max`. They hold the coverage of each pixel's 4 × 2 cells (4 columns, 2 rows),
    /// once from each side of the stroke. Channel c is column c. Textures 0 and 1 are the two rows covered from the
    /// first side, textures 2 and 3 those covered from the second. The union is the sum of both sides, at most 1.
    ///
    /// Alternatively they hold one subsample (covered or not) for each of 4 × 4 parts of a pixel: one texture per row
    /// of parts.
    case cells
    /// R8: coverage of pieces that tile a shape. Drawn with `add`.
    case mask
    /// R32F: like `mask`, for so many pieces per pixel that 8-bit rounding would show. 16 bits where a device cannot
    /// blend 32-bit floats; an error where it cannot blend floats at all.
    case fineMask = "fine_mask"
    /// RGBA8, premultiplied: colours of pieces that tile a shape. Drawn with `add`.
    case group
    /// RGBA8, premultiplied: marks that share one opacity. Drawn with `over`.
    case layer
    /// RGBA32F (premultiplied) and R32F: colours and coverage of thousands of pieces per pixel. Drawn with `add`, or
    /// only the first texture with `over`.
    ///
    /// 16 bits where a device cannot blend 32-bit floats; pieces that are too thin for 16 bits are then lost. An error
    /// where a device cannot blend floats at all.
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

/// The source of a program's sampler, in the order of its samplers.
public enum TextureBinding: Sendable, Hashable {
    /// Index into `DrawList.textures`.
    case texture(Int)
    /// Texture `index` of a target that an earlier command has drawn.
    case target(Target, Int)
}

public enum DrawCommand: Sendable, Equatable {
    /// Draw to this target from here on. `clear`: first set the target to zero in this rectangle. Draws of `erase`
    /// clear many small rectangles instead. This command never clears the canvas.
    case target(Target, clear: PixelRect?)
    case draw(Draw)
    /// A host's GL closure on the canvas. The GL state is saved before it and restored after it.
    case hook(Hook, clip: PixelRect)
}

/// One instanced draw of a four-vertex triangle strip. The vertex shader computes the corners from `gl_VertexID`.
/// A draw of samples is one GL draw for each block of them.
///
/// Where the result is the same, a player may draw quads as two triangles with six vertices, blocks of four pixel
/// columns as wide lines, and short segments as points.
public struct Draw: Sendable, Equatable {
    public var program: ProgramVariant
    public var blend: Blend
    /// Index into `DrawList.buffers`.
    public var buffer: Int
    /// The first vertex that instance 0 reads, and the number of instances.
    public var firstVertex: Int
    public var instanceCount: Int
    public var textures: [TextureBinding]
    public var uniforms: DrawUniforms
    /// Nothing is painted outside this rectangle.
    public var scissor: PixelRect
    /// Names the draw in errors, for example `series[2] line`.
    public var label: String

    public init(
        program: ProgramVariant, blend: Blend, buffer: Int, firstVertex: Int = 0, instanceCount: Int,
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

/// The uniform block `DrawUniforms` (std140), the same in every program. A test compares the offsets with the driver's.
@frozen
public struct DrawUniforms: Sendable, Hashable {
    /// 2/width and 2/height of the target, then the picture's pixel at the target's corner (0, 0 unless tiled).
    public var viewport: SIMD4<Float>
    /// Vertex space to plot space: scale x, scale y, translation x, translation y. `sample_area`: scales of its three
    /// columns.
    public var transform: SIMD4<Float>
    /// Paint: premultiplied start colour and end colour.
    public var color0: SIMD4<Float>
    public var color1: SIMD4<Float>
    /// Gradient from (x, y) to (z, w) in pixels. Equal points: `color0` everywhere. Radial: the centre is (x, y), and
    /// the distance to (z, w) is the radius.
    ///
    /// Two programs that paint no colour use it otherwise. `line`, `sample_line`: z is half a cell's width. `fine_line`: (x, y) is the
    /// draw's subsample position in each part of a pixel, and w is 1 divided by the number of draws.
    public var gradient: SIMD4<Float>
    /// Parameters of the program:
    /// - `line`, `sample_line`: half width, then the rarest direction (x, y) of segments
    /// - `fine_line`: half width
    /// - `sample_box`: edges of a bar along, from its sample; the position across where bars start; 1 =
    ///   along is y
    /// - `sample_disc`: radius; if z is 1, y is the scale of a column of squares of radii
    /// - `sample_area`: x as in `area`; y: 1 = where the first curve is at smaller coordinates, −1 = where it is at
    ///   larger ones, 0 = everywhere; z = 1: a third column is the second curve, otherwise it is `transform.w`
    /// - `area`, `slices`, `envelope`, `fine_envelope`: x = 0 horizontal, 1 vertical
    /// - `field`: columns, rows, low, high
    /// - `rect`: x = 0 gradient left to right, 1 top to bottom
    /// - `image`, `resolve_group`: x = opacity
    /// - `slices`, `stroke`, `stroke_edge`, `envelope`, `fine_envelope`, `resolve_cells`, `resolve_mask`: w = 1 for a
    ///   radial gradient
    /// - `resolve_cells`: y = by how much the sum of a cell's two sides may exceed 1; x is added to the covered share
    ///   before the result is rounded
    /// - `resolve_slivers`: x = minimum visible width of a sliver, y = x divided by the width of the drawn rectangles,
    ///   z = true width divided by the width of the drawn rectangles
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
    /// The submitted draws, instances and vertices, for statistics.
    public var totals: (draws: Int, instances: Int, vertices: Int) {
        var draws = 0
        var instances = 0
        for case .draw(let draw) in commands {
            draws += 1
            instances += draw.instanceCount
        }
        // Samples that stay on the device are no vertices of the list.
        let vertices = buffers.reduce(0) { if case .samples = $1 { $0 } else { $0 + $1.count } }
        return (draws, instances, vertices)
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

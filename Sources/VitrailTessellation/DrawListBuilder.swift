import VitrailDrawList
import VitrailScene

/// A draw list under construction: one buffer for each vertex type, shared by all marks, and commands in paint order.
struct DrawListBuilder {
    let size: PixelSize
    private let background: Color
    private let atlas: GlyphAtlas

    var lines: [LineVertex] = []
    var areas: [AreaVertex] = []
    /// Vertices of areas that are drawn in blocks. Shaders read them from a texture.
    var slices: [AreaVertex] = []
    var blocks: [BlockVertex] = []
    /// The slopes of dense strokes, per pixel column. Shaders read them from a texture.
    var envelopeSlopes: [EnvelopeSlopes] = []
    var envelopes: [EnvelopeVertex] = []
    /// Segments of sparse strokes. Shaders read them from a texture.
    var segments: [StrokeSegment] = []
    var strokes: [StrokeVertex] = []
    var rects: [RectVertex] = []
    var discs: [DiscVertex] = []
    var sectors: [SectorVertex] = []
    var sectorEdges: [SectorEdgeVertex] = []
    var quads: [QuadVertex] = []

    /// Whether areas and strokes are drawn in blocks by `slices`, `stroke` or `envelope` where possible.
    var usesBlocks = true
    /// Whether every item is drawn as geometry of its own.
    let isRaw: Bool
    /// The strategy that the Scene asks for.
    let requested: RenderStrategy?
    /// Number of faint lines in the Scene. With many, an 8-bit canvas would lose some of them.
    let faintLines: Int
    /// The source of the mark that is being added. Code that draws the mark in another way raises its tier.
    var source: MarkSource?
    private var totals: [Int: SeriesTotals] = [:]
    /// Choices for marks of samples that replace those of planning, by series and mark.
    private var replaced: [Int: [String: StrategyChoice]] = [:]

    var commands: [DrawCommand] = []
    /// Pending coverage layers, which may be composited with later ones. Code that draws anything else calls
    /// `drawLayers` first.
    var layers: FloatCompositor?
    /// Bit map for rasterising unordered lines, reused from line to line.
    var trajectoryBits: UnorderedBits?
    /// The target of marks: the canvas, or the layer of a group.
    var base = Target.canvas
    /// The blend mode for marks on `base`.
    var blend = Blend.over
    /// The current group, and the index of its first command.
    var open: (group: FadedGroup, start: Int)?
    private(set) var textures: [TextureData] = []
    private var buffers: [BufferContent] = []
    /// Texture indices of pictures, by storage. `textures` keeps the storage alive, so that addresses stay unique.
    private var pictures: [PictureKey: Int] = [:]
    private var coverageTexture: Int?
    private var colorTexture: Int?
    private var sliceTexture: Int?
    private var envelopeTexture: Int?
    private var segmentTexture: Int?

    /// Identifies a buffer by its contents. Shared buffers are filled in at the end.
    private enum BufferContent {
        case shared(VertexKind)
        case resident(ResidentPoints)
        case samples(SampleColumns)

        /// Compares resident points by id and generation, without looking at their values.
        func isSame(as other: Self) -> Bool {
            switch (self, other) {
            case (.shared(let a), .shared(let b)): a == b
            case (.resident(let a), .resident(let b)): a.id == b.id && a.generation == b.generation
            case (.samples(let a), .samples(let b)): a == b
            default: false
            }
        }
    }

    init(scene: Scene, reserving counts: VertexCounts) {
        size = scene.size
        background = scene.background
        atlas = scene.atlas
        isRaw = scene.decimation == .none
        requested = scene.strategy
        usesBlocks = !isRaw
        faintLines = scene.marks.lazy.count(where: \.isFaintLine)
        lines.reserveCapacity(counts.line)
        slices.reserveCapacity(counts.area)
        rects.reserveCapacity(counts.rect)
        discs.reserveCapacity(counts.disc)
        sectors.reserveCapacity(counts.sector)
        quads.reserveCapacity(counts.quad)
    }

    /// Returns the list. Buffers are in the order of their first use.
    consuming func finish() -> DrawList {
        drawLayers()
        var data: [VertexData] = []
        data.reserveCapacity(buffers.count)
        for content in buffers {
            switch content {
            case .shared(.line): data.append(.line(lines))
            case .shared(.area): data.append(.area(areas))
            case .shared(.block): data.append(.block(blocks))
            case .shared(.envelope): data.append(.envelope(envelopes))
            case .shared(.stroke): data.append(.stroke(strokes))
            case .shared(.rect): data.append(.rect(rects))
            case .shared(.disc): data.append(.disc(discs))
            case .shared(.sector): data.append(.sector(sectors))
            case .shared(.sectorEdge): data.append(.sectorEdge(sectorEdges))
            case .shared(.quad): data.append(.quad(quads))
            case .resident(let points): data.append(.resident(points))
            case .samples(let columns): data.append(.samples(columns))
            }
        }
        if let sliceTexture {
            let width = TextureData.slicesPerRow
            let missing = (width - slices.count % width) % width
            slices.append(contentsOf: repeatElement(AreaVertex(along: 0, first: 0, second: 0, run: 3), count: missing))
            textures[sliceTexture] = .slices(slices)
        }
        if let envelopeTexture {
            let width = TextureData.envelopeSlopesPerRow
            envelopeSlopes += repeatElement(.empty, count: (width - envelopeSlopes.count % width) % width)
            textures[envelopeTexture] = .envelope(envelopeSlopes)
        }
        if let segmentTexture {
            let width = TextureData.segmentsPerRow
            let missing = (width - segments.count % width) % width
            segments += repeatElement(StrokeSegment(start: .zero, direction: .zero, extent: .zero), count: missing)
            textures[segmentTexture] = .segments(segments)
        }
        return DrawList(
            size: size, background: background, buffers: data, textures: textures, commands: commands,
            series: totals.values.sorted { $0.series < $1.series })
    }
}

/// The vertex types whose buffers are shared by all marks.
enum VertexKind: Equatable { case line, area, block, envelope, stroke, rect, disc, sector, sectorEdge, quad }

// MARK: Commands

extension DrawListBuilder {
    /// Directs the following draws to `target`, after clearing it within `clear`.
    mutating func target(_ target: Target, clear: PixelRect? = nil) {
        assert(layers == nil, "draw pending marks first")
        commands.append(.target(target, clear: clear))
    }

    /// Draws `count` instances from `first`; does nothing if `count` is 0. A draw that continues the last one with the
    /// same state is merged into it.
    mutating func draw(
        _ program: ProgramVariant, _ blend: Blend, _ kind: VertexKind, first: Int, count: Int,
        textures: [TextureBinding] = [], uniforms: DrawUniforms, scissor: PixelRect, label: String
    ) {
        guard count > 0 else { return }
        assert(layers == nil, "draw pending marks first")
        let draw = Draw(
            program: program, blend: blend, buffer: buffer(.shared(kind)), firstVertex: first,
            instanceCount: count, textures: textures, uniforms: uniforms, scissor: scissor, label: label)
        guard case .draw(var last)? = commands.last, last.isContinued(by: draw) else {
            commands.append(.draw(draw))
            account(draws: 1, instances: count)
            return
        }
        account(draws: 0, instances: count)
        last.instanceCount += count
        commands[commands.count - 1] = .draw(last)
    }

    /// Draws segments of points that are resident on the device.
    mutating func draw(
        resident points: ResidentPoints, first: Int, count: Int, uniforms: DrawUniforms, scissor: PixelRect,
        label: String
    ) {
        assert(layers == nil, "draw pending marks first")
        commands.append(
            .draw(
                Draw(
                    program: .line, blend: .max, buffer: buffer(.resident(points)), firstVertex: first,
                    instanceCount: count, uniforms: uniforms, scissor: scissor, label: label)))
        account(draws: 1, instances: count)
    }

    /// Chooses how to draw a mark, and reports it with the mark's series.
    mutating func choose(_ mark: MarkFacts.Mark, _ facts: MarkFacts) -> RenderStrategy {
        var facts = facts
        facts.isForced = facts.isForced || isRaw
        facts.requested = requested
        let choice = RenderStrategy.choose(mark, facts)
        if source?.choices.last?.mark == choice.mark { source?.choices.removeLast() }
        source?.choices.append(choice)
        return choice.strategy
    }

    /// Chooses again for a mark of samples that stay on the device, with facts about its blocks in view.
    ///
    /// - Returns: whether they stay there.
    mutating func keepsOnDevice(
        _ mark: MarkFacts.Mark, _ parts: SampleParts, _ change: (inout MarkFacts) -> Void = { _ in }
    ) -> Bool {
        var facts = MarkFacts()
        facts.hasResidentMark = true
        facts.enlargedSamples = parts.enlargedCount
        func isOwn(_ choice: StrategyChoice) -> Bool { choice.mark == mark.rawValue && choice.strategy == .resident }
        if requested == nil, source?.choices.contains(where: isOwn) == true {
            (facts.device, facts.loaded) = (.hardware, .max)
        } else {
            facts.requested = .resident
        }
        change(&facts)
        let choice = RenderStrategy.choose(mark, facts)
        guard let series = source?.series else { return choice.strategy == .resident }
        source?.choices.removeAll(where: isOwn)
        source?.choices.append(choice)
        // Marks that were drawn before report what was planned for this one.
        totals[series]?.choices.removeAll(where: isOwn)
        replaced[series, default: [:]][mark.rawValue] = choice
        return choice.strategy == .resident
    }

    /// Draws samples that are resident on the device.
    ///
    /// - Parameters:
    ///   - first: index of the first sample.
    ///   - count: number of instances.
    mutating func draw(
        _ program: ProgramVariant, _ blend: Blend, _ columns: SampleColumns, first: Int, count: Int,
        uniforms: DrawUniforms,
        scissor: PixelRect, label: String
    ) {
        assert(layers == nil, "draw pending marks first")
        commands.append(
            .draw(
                Draw(
                    program: program, blend: blend, buffer: buffer(.samples(columns)), firstVertex: first,
                    instanceCount: count, uniforms: uniforms, scissor: scissor, label: label)))
        account(draws: 1, instances: count)
    }

    mutating func account(draws: Int, instances: Int) {
        guard let source else { return }
        var own = totals[source.series] ?? SeriesTotals(series: source.series, tier: source.tier)
        own.tier = max(own.tier, source.tier)
        let replaced = replaced[source.series] ?? [:]
        own.note(source.choices.map { $0.strategy == .resident ? replaced[$0.mark] ?? $0 : $0 })
        own.draws += draws
        own.instances += instances
        totals[source.series] = own
    }

    private mutating func buffer(_ content: BufferContent) -> Int {
        if let known = buffers.firstIndex(where: { $0.isSame(as: content) }) { return known }
        buffers.append(content)
        return buffers.count - 1
    }
}

extension Draw {
    /// Whether `next` has the same state and only adds instances, one vertex each, directly after this draw's.
    fileprivate func isContinued(by next: Draw) -> Bool {
        program == next.program && blend == next.blend && buffer == next.buffer
            && program.layout.verticesPerInstance == 1
            && firstVertex + instanceCount == next.firstVertex
            && scissor == next.scissor && textures == next.textures && uniforms == next.uniforms
    }
}

// MARK: Textures

extension DrawListBuilder {
    /// The coverage part of the atlas: one texture for all runs.
    mutating func coverageAtlas() -> TextureBinding {
        let index = coverageTexture ?? texture(.glyphCoverage(atlas))
        coverageTexture = index
        return .texture(index)
    }

    /// The colour part of the atlas: one texture for all runs.
    mutating func colorAtlas() -> TextureBinding {
        let index = colorTexture ?? texture(.glyphColor(atlas))
        colorTexture = index
        return .texture(index)
    }

    /// The vertices of all areas that are drawn in blocks; filled in at the end.
    mutating func sliceTextures() -> TextureBinding {
        let index = sliceTexture ?? texture(.slices([]))
        sliceTexture = index
        return .texture(index)
    }

    /// The slopes of all dense strokes; filled in at the end.
    mutating func envelopeSlopeTexture() -> TextureBinding {
        let index = envelopeTexture ?? texture(.envelope([]))
        envelopeTexture = index
        return .texture(index)
    }

    /// The segments of all sparse strokes, filled in at the end.
    mutating func segmentTextures() -> TextureBinding {
        let index = segmentTexture ?? texture(.segments([]))
        segmentTexture = index
        return .texture(index)
    }

    mutating func texture(_ data: TextureData) -> Int {
        textures.append(data)
        return textures.count - 1
    }

    /// Returns the texture of a picture. A picture that is drawn several times (a marker) is one texture.
    mutating func texture(_ image: PixelImage) -> Int {
        let key = PictureKey(image)
        if let known = pictures[key] { return known }
        let index = texture(.image(image))
        pictures[key] = index
        return index
    }
}

/// Identifies a picture by the address of its pixels and its size.
private struct PictureKey: Hashable {
    private let address: UInt
    private let width: Int
    private let height: Int

    init(_ image: PixelImage) {
        address = unsafe image.pixels.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        (width, height) = (image.width, image.height)
    }
}

// MARK: Paint

extension DrawUniforms {
    /// Sets the uniforms of a paint: premultiplied colours and the ends of the gradient.
    mutating func set(_ paint: Paint) {
        switch paint {
        case .solid(let color):
            color0 = color.premultiplied
            color1 = color0
        case .linearGradient(let from, let start, let to, let end):
            color0 = start.premultiplied
            color1 = end.premultiplied
            let isPlaced = from.isFinite && to.isFinite
            gradient = isPlaced ? SIMD4(from.x, from.y, to.x, to.y) : .zero
        case .radialGradient(let center, let radius, let start, let end):
            color0 = start.premultiplied
            color1 = end.premultiplied
            let isPlaced = center.isFinite && radius > 0 && radius.isFinite
            gradient = isPlaced ? SIMD4(center.x, center.y, center.x + radius, center.y) : .zero
            shape.w = 1
        }
    }
}

extension Paint {
    /// Whether the paint is completely transparent.
    var isClear: Bool {
        switch self {
        case .solid(let color): color.alpha == 0
        case .linearGradient(_, let start, _, let end), .radialGradient(_, _, let start, let end):
            start.alpha == 0 && end.alpha == 0
        }
    }
}

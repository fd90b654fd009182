public import VitrailDrawList
public import VitrailScene

/// A draw list and the plan for drawing it in parts.
///
/// A part is itself a draw list of the size of a tile. The uniforms of every draw contain the picture position of the
/// tile's corner, so each fragment uses the same numbers as in the whole picture and gives the same pixel. A part
/// contains the instances that may touch the tile.
public struct TiledDrawList: Sendable {
    public let list: DrawList
    public let hooks: [Hook: HookAction]
    public let plan: TilePlan
    /// The chunks of each command. `nil`: not a draw, or a draw that is not divided. Empty if there is only one part.
    private let chunks: [DrawChunks?]

    /// A list with a hook is drawn in one piece whatever the limits, because the host's GL code does not support tiles.
    ///
    /// - Throws: `GLError.invalidDrawList`, `GLError.hookMissing`.
    public init(_ list: DrawList, hooks: [Hook: HookAction] = [:], limits: TileLimits) throws(GLError) {
        try DrawListValidation.check(list, hooks: hooks)
        let plan = TilePlan(list.size, limits: list.hasHook ? .none : limits)
        (self.list, self.hooks, self.plan) = (list, hooks, plan)
        chunks =
            plan.isWhole
            ? []
            : list.commands.map { command in
                guard case .draw(let draw) = command else { return nil }
                return DrawChunks(draw, in: list.buffers[draw.buffer])
            }
    }

    /// Divides an area of the picture into tiles of half the width and height. `nil`: tiles cannot be smaller.
    func smallerTiles(of area: PixelRect) -> [PixelRect]? {
        guard !list.hasHook, plan.tile.width > 1 || plan.tile.height > 1 else { return nil }
        let limits = TileLimits(width: (plan.tile.width + 1) / 2, height: (plan.tile.height + 1) / 2)
        let smaller = TilePlan(PixelSize(width: area.width, height: area.height), limits: limits)
        return (0..<smaller.bandCount).flatMap { band in
            smaller.tiles(of: band).map {
                PixelRect(x: area.x + $0.x, y: area.y + $0.y, width: $0.width, height: $0.height)
            }
        }
    }

    /// Returns the part of the picture in `rect`.
    ///
    /// - Parameter side: maximum side of a texture; larger ones are cropped to the visible texels if possible.
    func part(_ rect: PixelRect, textureSide side: Int) -> DrawList {
        var part = DrawListPart(of: list, in: rect)
        for (index, command) in list.commands.enumerated() {
            switch command {
            case .target(let target, let clear): part.add(target, clear: clear)
            case .draw(let draw): part.add(draw, chunks.isEmpty ? nil : chunks[index])
            case .hook: preconditionFailure("a hook cannot be drawn in parts")
            }
        }
        return part.finish(textureSide: side)
    }
}

/// A part of a draw list under construction.
private struct DrawListPart {
    private let whole: DrawList
    private let rect: PixelRect
    private let viewport: SIMD4<Float>
    private var buffers: [VertexData]
    private var commands: [DrawCommand] = []

    init(of whole: DrawList, in rect: PixelRect) {
        (self.whole, self.rect) = (whole, rect)
        viewport =
            DrawUniforms(
                size: PixelSize(width: rect.width, height: rect.height), origin: (Float(rect.x), Float(rect.y))
            ).viewport
        // Resident data are not copied; parts use the whole buffer.
        buffers = whole.buffers.map { $0.staysOnDevice ? $0 : $0.emptied }
    }

    mutating func add(_ target: Target, clear: PixelRect?) {
        commands.append(.target(target, clear: clear.map(moved)))
    }

    mutating func add(_ draw: Draw, _ chunks: DrawChunks?) {
        let scissor = moved(draw.scissor)
        guard !scissor.isEmpty, draw.instanceCount > 0 else { return }
        var draw = draw
        draw.scissor = scissor
        draw.uniforms.viewport = viewport
        if whole.buffers[draw.buffer].staysOnDevice { return commands.append(.draw(draw)) }
        let first = draw.firstVertex
        let beyond = draw.program.layout.verticesPerInstance - 1
        for run in chunks?.runs(touching: rect) ?? [0..<draw.instanceCount] {
            draw.firstVertex = buffers[draw.buffer].count
            draw.instanceCount = run.count
            buffers[draw.buffer].append(
                whole.buffers[draw.buffer], first + run.lowerBound..<first + run.upperBound + beyond)
            if draw.program.drawsBlocks {
                buffers[draw.buffer].cutBlocks(
                    from: draw.firstVertex, to: rect, isVertical: draw.uniforms.shape.x > 0.5)
            }
            commands.append(.draw(draw))
        }
    }

    /// Returns the part of a rectangle inside this part, relative to the part's corner.
    private func moved(_ other: PixelRect) -> PixelRect {
        let cut = other.intersection(rect)
        return PixelRect(x: cut.x - rect.x, y: cut.y - rect.y, width: cut.width, height: cut.height)
    }

    consuming func finish(textureSide side: Int) -> DrawList {
        var textures = PartTextures(whole.textures, rect: rect, side: side)
        textures.cut(for: commands, reading: &buffers)
        return DrawList(
            size: PixelSize(width: rect.width, height: rect.height), background: whole.background, buffers: buffers,
            textures: textures.textures, commands: commands)
    }
}

extension DrawList {
    fileprivate var hasHook: Bool {
        commands.contains { command in
            if case .hook = command { true } else { false }
        }
    }
}

extension VertexData {
    /// An empty buffer of the same kind. Resident data remain.
    fileprivate var emptied: VertexData {
        switch self {
        case .line: .line([])
        case .area: .area([])
        case .block: .block([])
        case .envelope: .envelope([])
        case .stroke: .stroke([])
        case .rect: .rect([])
        case .disc: .disc([])
        case .sector: .sector([])
        case .sectorEdge: .sectorEdge([])
        case .quad: .quad([])
        case .resident(let points): .resident(points)
        case .samples(let columns): .samples(columns)
        }
    }

    fileprivate var staysOnDevice: Bool {
        switch self {
        case .resident, .samples: true
        default: false
        }
    }

    /// Clips blocks lengthwise to a part of the picture, because llvmpipe loses lines whose ends are far outside on
    /// both sides.
    fileprivate mutating func cutBlocks(from first: Int, to rect: PixelRect, isVertical: Bool) {
        let (low, high) = isVertical ? (Float(rect.x), Float(rect.maxX)) : (Float(rect.y), Float(rect.maxY))
        func cut(_ box: inout PlotRect) {
            for end in isVertical ? [\PlotRect.minX, \.maxX] : [\PlotRect.minY, \.maxY] {
                box[keyPath: end] = min(max(box[keyPath: end], low), high)
            }
        }
        switch consume self {
        case .block(var own):
            for i in first..<own.count { cut(&own[i].box) }
            self = .block(own)
        case .envelope(var own):
            for i in first..<own.count { cut(&own[i].box) }
            self = .envelope(own)
        case .stroke(var own):
            for i in first..<own.count { cut(&own[i].box) }
            self = .stroke(own)
        case let other: self = other
        }
    }

    /// Appends vertices of a buffer of the same kind.
    fileprivate mutating func append(_ other: VertexData, _ range: Range<Int>) {
        switch (consume self, other) {
        case (.line(var own), .line(let v)):
            own += v[range]
            self = .line(own)
        case (.area(var own), .area(let v)):
            own += v[range]
            self = .area(own)
        case (.block(var own), .block(let v)):
            own += v[range]
            self = .block(own)
        case (.envelope(var own), .envelope(let v)):
            own += v[range]
            self = .envelope(own)
        case (.stroke(var own), .stroke(let v)):
            own += v[range]
            self = .stroke(own)
        case (.rect(var own), .rect(let v)):
            own += v[range]
            self = .rect(own)
        case (.disc(var own), .disc(let v)):
            own += v[range]
            self = .disc(own)
        case (.sector(var own), .sector(let v)):
            own += v[range]
            self = .sector(own)
        case (.sectorEdge(var own), .sectorEdge(let v)):
            own += v[range]
            self = .sectorEdge(own)
        case (.quad(var own), .quad(let v)):
            own += v[range]
            self = .quad(own)
        default: preconditionFailure("buffers of two kinds")
        }
    }
}

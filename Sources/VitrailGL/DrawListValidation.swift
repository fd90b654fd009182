import VitrailDrawList
import VitrailScene

/// Validates a draw list once before the driver gets any part of it.
struct DrawListValidation {
    private let list: DrawList
    private var current = Target.canvas
    private var drawn: Set<Target> = [.canvas]

    /// Checks that indices, counts, kinds and sizes are consistent.
    ///
    /// - Throws: `GLError.invalidDrawList` with the position, `GLError.hookMissing`.
    /// - Precondition: no draw reads the target it draws to, because the result would be undefined.
    static func check(_ list: DrawList, hooks: [Hook: HookAction]) throws(GLError) {
        guard list.size.width > 0, list.size.height > 0 else {
            throw .invalidDrawList(at: "size", reason: "\(list.size.width)×\(list.size.height) has no pixels")
        }
        var validation = DrawListValidation(list: list)
        for (index, texture) in list.textures.enumerated() {
            try validation.check(texture, at: "textures[\(index)]")
        }
        for (index, command) in list.commands.enumerated() {
            switch command {
            case .target(let target, let clear):
                validation.current = target
                validation.drawn.insert(target)
                if let clear { try check(clear, at: "commands[\(index)], clear rectangle") }
            case .draw(let draw):
                try validation.check(draw, at: "commands[\(index)] \(draw.label)")
            case .hook(let hook, let clip):
                guard hooks[hook] != nil else { throw .hookMissing(token: hook.token) }
                try check(clip, at: "commands[\(index)], clip")
            }
        }
    }

    private init(list: DrawList) {
        self.list = list
    }

    private func check(_ texture: TextureData, at path: String) throws(GLError) {
        let (size, texelBytes, count) =
            switch texture {
            case .glyphCoverage(let atlas): (atlas.coverageSize, 1, atlas.coverage.count)
            case .glyphColor(let atlas): (atlas.colorSize, 4, atlas.color.count)
            case .image(let image): (image.size, 4, image.pixels.count)
            case .coverage(let coverage, let size): (size, 1, coverage.count)
            case .values(let values, let size): (size, 1, values.count)
            case .slices(let slices):
                (
                    PixelSize(width: TextureData.slicesPerRow, height: slices.count / TextureData.slicesPerRow), 1,
                    slices.count
                )
            case .envelope(let columns):
                (
                    PixelSize(
                        width: TextureData.envelopeSlopesPerRow,
                        height: columns.count / TextureData.envelopeSlopesPerRow), 1,
                    columns.count
                )
            case .segments(let segments):
                (
                    PixelSize(width: TextureData.segmentsPerRow, height: segments.count / TextureData.segmentsPerRow),
                    1, segments.count
                )
            case .palette(let colors): (PixelSize(width: colors.count, height: 1), 1, colors.count)
            }
        let (texels, overflows) = size.width.multipliedReportingOverflow(by: size.height)
        guard size.width >= 0, size.height >= 0, !overflows, count % texelBytes == 0, texels == count / texelBytes
        else {
            throw .invalidDrawList(
                at: path, reason: "\(size.width)×\(size.height) texels do not fit \(count / texelBytes) given")
        }
    }

    private func check(_ draw: Draw, at path: String) throws(GLError) {
        guard list.buffers.indices.contains(draw.buffer) else {
            throw .invalidDrawList(at: path, reason: "there is no buffer \(draw.buffer)")
        }
        let buffer = list.buffers[draw.buffer]
        guard draw.program.reads(buffer) else {
            throw .invalidDrawList(
                at: path, reason: "program \(draw.program.rawValue) cannot read this buffer's vertices")
        }
        let shared = draw.program.layout.verticesPerInstance - 1
        // Each value is checked before the sum, which could overflow otherwise.
        guard draw.firstVertex >= 0, draw.instanceCount >= 0, draw.instanceCount <= buffer.count,
            draw.firstVertex <= buffer.count, draw.instanceCount <= Int(Int32.max),
            draw.instanceCount == 0 || draw.firstVertex + draw.instanceCount + shared <= buffer.count
        else {
            throw .invalidDrawList(
                at: path,
                reason: "instances \(draw.firstVertex) + \(draw.instanceCount) reach beyond \(buffer.count) vertices")
        }
        try Self.check(draw.scissor, at: path + ", scissor")
        guard draw.textures.count == draw.program.samplers.count else {
            throw .invalidDrawList(
                at: path,
                reason:
                    "program \(draw.program.rawValue) reads \(draw.program.samplers.count) textures, not \(draw.textures.count)"
            )
        }
        for binding in draw.textures { try check(binding, at: path) }
    }

    private func check(_ binding: TextureBinding, at path: String) throws(GLError) {
        switch binding {
        case .texture(let index):
            guard list.textures.indices.contains(index) else {
                throw .invalidDrawList(at: path, reason: "there is no texture \(index)")
            }
        case .target(let target, let index):
            precondition(target != current, "\(path) reads the \(target.rawValue) target while it is drawn to")
            guard target != .canvas, drawn.contains(target), (0..<target.textureCount).contains(index) else {
                throw .invalidDrawList(
                    at: path, reason: "texture \(index) of the \(target.rawValue) target cannot be read here")
            }
        }
    }

    /// Rectangles may extend beyond the canvas, but the sums of their values must not overflow.
    private static func check(_ rect: PixelRect, at path: String) throws(GLError) {
        let bound = Int(Int32.max)
        for value in [rect.x, rect.y, rect.width, rect.height] where value < -bound || value > bound {
            throw .invalidDrawList(at: path, reason: "\(value) is no pixel count")
        }
    }
}

extension ProgramVariant {
    /// Whether a buffer contains vertices of this program's type.
    func reads(_ buffer: VertexData) -> Bool {
        if case .samples = buffer { return readsSamples }
        guard !readsSamples else { return false }
        switch (program, buffer) {
        case (.line, .line), (.line, .resident), (.area, .area), (.slices, .block), (.envelope, .envelope),
            (.stroke, .stroke), (.rect, .rect), (.disc, .disc), (.sector, .sector), (.sectorEdge, .sectorEdge):
            return true
        case (.box, .quad), (.glyph, .quad), (.image, .quad), (.field, .quad), (.erase, .quad), (.resolve, .quad):
            return true
        default: return false
        }
    }
}

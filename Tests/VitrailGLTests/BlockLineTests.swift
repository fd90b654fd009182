import CGL
import Testing
import VitrailDrawList
import VitrailGL
import VitrailScene
import VitrailTestSupport

/// Blocks of four pixel columns, drawn as wide lines.
@Suite("Block lines")
struct BlockLineTests {
    private static let line = Double(GL_LINES), strip = Double(GL_TRIANGLE_STRIP)

    /// The GL primitive used for one block on a canvas.
    private func primitive(
        _ size: PixelSize, scissor: PixelRect? = nil, isVertical: Bool = false, origin: Float = 0,
        program: ProgramVariant = .envelope, lineWidth: Float = 255
    ) throws -> Double? {
        let length = Float(isVertical ? size.height : size.width)
        let position = PlotRect(minX: 0, minY: 0, maxX: isVertical ? 3 : length, maxY: isVertical ? length : 3)
        let (block, texture): (VertexData, TextureData) =
            switch program {
            case .slices:
                (
                    .block([BlockVertex(box: position, first: .zero, count: .one)]),
                    .slices(
                        Array(
                            repeating: AreaVertex(along: 0, first: 0, second: 1, run: 0),
                            count: TextureData.slicesPerRow))
                )
            case .stroke, .strokeEdge:
                (
                    .stroke([StrokeVertex(box: position, halfWidth: 1, rarest: SIMD2(1, 0))]),
                    .segments(
                        Array(
                            repeating: StrokeSegment(start: .zero, direction: .zero, extent: .zero),
                            count: TextureData.segmentsPerRow))
                )
            default:
                (
                    .envelope([EnvelopeVertex(box: position, texel: .zero)]),
                    .envelope(Array(repeating: .empty, count: TextureData.envelopeSlopesPerRow))
                )
            }
        var uniforms = DrawUniforms(size: size, origin: isVertical ? (0, origin) : (origin, 0))
        uniforms.shape.x = isVertical ? 1 : 0
        let list = DrawList(
            size: size, background: .white,
            buffers: [block], textures: [texture],
            commands: [
                .draw(
                    Draw(
                        program: program, blend: .over, buffer: 0, instanceCount: 1,
                        textures: program == .strokeEdge ? [] : [.texture(0)], uniforms: uniforms,
                        scissor: scissor ?? Lists.all(size)))
            ])
        var profile = RecordingDriver.Profile()
        profile.lineWidth = lineWidth
        return try RecordingDriver.record(profile) { driver in
            let session = try GLSession(GLOptions(), driver: driver, shaders: TestShaders.source)
            defer { session.close() }
            _ = try session.draw(list)
            return RecordingDriver.calls.first { $0.name == "glDrawArraysInstanced" }?.arguments.first
        }.result
    }

    @Test(
        "a block is one line where the device has lines so wide",
        arguments: [ProgramVariant.slices, .stroke, .strokeEdge, .envelope, .fineEnvelope])
    func chosen(_ program: ProgramVariant) throws {
        #expect(try primitive(Lists.size(64, 48), program: program) == Self.line)
        #expect(try primitive(Lists.size(64, 48), program: program, lineWidth: 3) == Self.strip)
    }

    @Test("a block whose middle lies beyond the target's edge would be cut away as a line", arguments: [false, true])
    func atTheEdge(_ isVertical: Bool) throws {
        func primitive(_ length: Int, scissorEnd: Int? = nil) throws -> Double? {
            let size = isVertical ? Lists.size(48, length) : Lists.size(length, 48)
            let end = scissorEnd ?? length
            let scissor = PixelRect(x: 0, y: 0, width: isVertical ? 48 : end, height: isVertical ? end : 48)
            return try self.primitive(size, scissor: scissor, isVertical: isVertical)
        }
        #expect(try [63, 64].allSatisfy { try primitive($0) == Self.line })
        #expect(try [61, 62].allSatisfy { try primitive($0) == Self.strip })
        #expect(try primitive(62, scissorEnd: 60) == Self.line)
    }

    @Test("a tile that does not begin on the blocks' grid has blocks beyond its first edge", arguments: [false, true])
    func ofTiles(_ isVertical: Bool) throws {
        #expect(try primitive(Lists.size(64, 64), isVertical: isVertical, origin: 128) == Self.line)
        #expect(try primitive(Lists.size(64, 64), isVertical: isVertical, origin: 130) == Self.strip)
    }
}

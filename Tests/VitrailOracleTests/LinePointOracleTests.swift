import Testing
import VitrailDrawList
import VitrailGL
import VitrailScene
import VitrailTestNumbers
import VitrailTestSupport

/// Short segments drawn as points cover the same cells as those drawn as quads.
@Suite("Line points", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct LinePointOracleTests {
    private static let size = PixelSize(width: 203, height: 149)

    /// A walk over the picture and its edges: short steps, gaps, repeated joints, and occasional jumps.
    private static func walk(_ count: Int, step: Float, hasGaps: Bool = true) -> [PlotPoint] {
        var numbers = SeededNumbers(seed: 31)
        var last = PlotPoint(x: 10, y: 10)
        return (0..<count).map { i in
            if hasGaps, i % 37 == 36 { return .gap }
            if i % 41 == 40 { return last }
            if i % 3000 == 2999 { last = PlotPoint(x: numbers.float(0...203), y: numbers.float(0...149)) }
            let (x, y) = (last.x + numbers.float(-step...step) + 0.05, last.y + numbers.float(-step...step) + 0.03)
            last = PlotPoint(x: x > 215 ? -12 : x, y: y > 161 ? -12 : y)
            return last
        }
    }

    /// Separate runs of one and of two segments: butt ends in every direction.
    private static func dashes() -> [PlotPoint] {
        var numbers = SeededNumbers(seed: 32)
        var points: [PlotPoint] = []
        for row in 0..<39 {
            // Back and forth: no jump between rows.
            for column in row % 2 == 0 ? Array(0..<53) : (0..<53).reversed() {
                let start = PlotPoint(
                    x: Float(column * 4) - 2 + numbers.float(0...1), y: Float(row * 4) - 2 + numbers.float(0...1))
                points.append(start)
                for _ in 0...(column + row) % 2 {
                    points.append(PlotPoint(x: start.x + numbers.float(-2...2), y: start.y + numbers.float(-2...2)))
                }
                points.append(.gap)
            }
        }
        return points
    }

    /// Gaps as on the device: a vertex at the previous position that starts and ends a run.
    private static func vertices(_ points: [PlotPoint]) -> [LineVertex] {
        var last = PlotPoint(x: 0, y: 0)
        return points.indices.map { i in
            guard points[i].isFinite else { return LineVertex(x: last.x, y: last.y, run: 3) }
            last = points[i]
            let starts = i == 0 || !points[i - 1].isFinite
            let ends = i + 1 == points.count || !points[i + 1].isFinite
            return LineVertex(x: last.x, y: last.y, run: (starts ? 1 : 0) + (ends ? 2 : 0))
        }
    }

    /// A picture of one of the textures of the cells.
    private static func list(
        _ buffer: VertexData, width: Float, transform: SIMD4<Float>, origin: (x: Float, y: Float), texture: Int
    ) -> DrawList {
        let all = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        var uniforms = DrawUniforms(size: size, origin: origin)
        uniforms.transform = transform
        uniforms.shape = SIMD4(width / 2, 0.6, 0.8, 0)
        var shown = DrawUniforms(size: size)
        shown.shape.x = 1
        let position = PlotRect(minX: 0, minY: 0, maxX: Float(size.width), maxY: Float(size.height))
        return DrawList(
            size: size, background: .white,
            buffers: [buffer, .quad([QuadVertex(rect: position, texels: position, color: 0)])],
            commands: [
                .target(.cells, clear: all),
                .draw(
                    Draw(
                        program: .line, blend: .max, buffer: 0, firstVertex: 5, instanceCount: buffer.count - 6,
                        uniforms: uniforms,
                        scissor: PixelRect(x: 0, y: 3, width: size.width, height: size.height - 7))),
                .target(.canvas, clear: nil),
                .draw(
                    Draw(
                        program: .resolveGroup, blend: .replace, buffer: 1, instanceCount: 1,
                        textures: [.target(.cells, texture)], uniforms: shown,
                        scissor: all)),
            ])
    }

    private func expectEquality(
        _ buffer: VertexData, width: Float, transform: SIMD4<Float> = SIMD4(1, 1, 0, 0),
        origin: (x: Float, y: Float) = (0, 0)
    ) async throws {
        var (points, quads) = (GLOptions.real(), GLOptions.real())
        (points.usesLinePoints, quads.usesLinePoints) = (true, false)
        let renderers = (try await GLRenderer(points), try await GLRenderer(quads))
        if renderers.0.info.renderer.contains("llvmpipe") {
            for texture in 0..<Target.cells.textureCount {
                let list = Self.list(buffer, width: width, transform: transform, origin: origin, texture: texture)
                let drawn = try await renderers.0.draw(list).image
                #expect(drawn == (try await renderers.1.draw(list).image), "texture \(texture)")
                #expect(Set(drawn.pixels).count > 80)
            }
        }
        await renderers.0.close()
        await renderers.1.close()
    }

    private static let widths: [Float] = [0.1, 0.5, 1, 1.5, 4, 12]

    @Test("of a walk over the picture's edges", arguments: widths, [0.3, 4])
    func walks(width: Float, step: Float) async throws {
        try await expectEquality(.line(Self.vertices(Self.walk(step < 1 ? 20_000 : 4000, step: step))), width: width)
    }

    @Test("of runs of one or two segments", arguments: widths)
    func runs(width: Float) async throws { try await expectEquality(.line(Self.vertices(Self.dashes())), width: width) }

    @Test("on a tile of a picture, transformed")
    func tile() async throws {
        let buffer = VertexData.line(Self.vertices(Self.walk(6000, step: 1.5)))
        try await expectEquality(buffer, width: 1.5, transform: SIMD4(1.2, -0.8, 80, 190), origin: (64, 32))
    }

    @Test("of points that stay on the device")
    func resident() async throws {
        let points = Self.walk(5000, step: 1.5, hasGaps: false) + Self.walk(1000, step: 3)
        let resident = ResidentPoints(
            id: ResidentID(rawValue: 1), generation: 0, offsets: points, originX: 0, originY: 0)
        try await expectEquality(.resident(resident), width: 2, transform: SIMD4(0.5, 0.6, 30, 20))
    }
}

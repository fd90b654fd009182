import CGL
import Testing
import VitrailDrawList
import VitrailGL
import VitrailScene
import VitrailTestSupport

/// Selection of segments that are drawn as points.
@Suite("Line points")
struct LinePointTests {
    /// A GL draw: its primitive and its number of segments. Points are drawn as vertices, other primitives as
    /// instances.
    private struct Drawn: Equatable {
        var arePoints: Bool
        var count: Int

        static func points(_ count: Int) -> Drawn { Drawn(arePoints: true, count: count) }
        static func quads(_ count: Int) -> Drawn { Drawn(arePoints: false, count: count) }
    }

    private static func line(_ spans: [Float]) -> [PlotPoint] {
        var x: Float = 0
        return [PlotPoint(x: 0, y: 1)]
            + spans.map {
                x += $0
                return PlotPoint(x: x, y: 1)
            }
    }

    /// All calls for a line's segments from `first` on.
    private func calls(
        _ buffer: VertexData, width: Float, first: Int, scale: Float, pointSize: Float, _ options: GLOptions
    ) throws -> [RecordingDriver.Call] {
        let size = Lists.size(64, 48)
        var uniforms = DrawUniforms(size: size)
        uniforms.shape.x = width / 2
        uniforms.transform.x = scale
        let list = DrawList(
            size: size, background: .white, buffers: [buffer],
            commands: [
                .target(.cells, clear: nil),
                .draw(
                    Draw(
                        program: .line, blend: .max, buffer: 0, firstVertex: first,
                        instanceCount: buffer.count - 1 - first, uniforms: uniforms,
                        scissor: Lists.all(size))),
            ])
        var profile = RecordingDriver.Profile()
        profile.pointSize = pointSize
        return try RecordingDriver.record(profile) { driver in
            let session = try GLSession(options, driver: driver, shaders: TestShaders.source)
            defer { session.close() }
            _ = try session.draw(list)
        }.calls
    }

    private func drawn(
        _ points: [PlotPoint], isResident: Bool = false, width: Float = 1, first: Int = 0, scale: Float = 1,
        pointSize: Float = 255,
        _ options: GLOptions = GLOptions()
    ) throws -> [Drawn] {
        let resident = ResidentPoints(
            id: ResidentID(rawValue: 1), generation: 0, offsets: points, originX: 0, originY: 0)
        let buffer =
            isResident ? VertexData.resident(resident) : .line(points.map { LineVertex(x: $0.x, y: $0.y, run: 0) })
        return try calls(buffer, width: width, first: first, scale: scale, pointSize: pointSize, options).filter {
            $0.name == "glDrawArraysInstanced"
        }.map {
            $0.arguments[0] == Double(GL_POINTS) ? .points(Int($0.arguments[2])) : .quads(Int($0.arguments[3]))
        }
    }

    @Test("short ones, of many", arguments: [false, true])
    func short(isResident: Bool) throws {
        func drawn(_ count: Int, _ span: Float) throws -> [Drawn] {
            try self.drawn(Self.line(Array(repeating: span, count: count)), isResident: isResident)
        }
        #expect(try drawn(1024, 5.25) == [.points(1024)])
        #expect(try drawn(1024, 5.3) == [.quads(1024)])
        #expect(try drawn(1023, 5) == [.quads(1023)])
    }

    @Test("no longer than they are on the picture, and longer ones of wide strokes")
    func lengths() throws {
        let line = Self.line(Array(repeating: 8, count: 1100))
        #expect(try drawn(line) == [.quads(1100)])
        #expect(try drawn(line, scale: -0.6) == [.points(1100)])
        #expect(try drawn(line, width: 12) == [.points(1100)])
        #expect(try drawn(line, scale: .infinity) == [.quads(1100)])
    }

    @Test("256 segments are drawn alike; what is long, and gaps of resident points, are quads")
    func stretches() throws {
        var spans = [Float](repeating: 1, count: 2000)
        spans[300] = 100
        #expect(try drawn(Self.line(spans)) == [.points(256), .quads(256), .points(1488)])
        #expect(try drawn(Self.line(spans), first: 290) == [.quads(256), .points(1454)])
        var points = Self.line(Array(repeating: 1, count: 2000))
        points[1999] = .gap
        #expect(try drawn(points, isResident: true) == [.points(1792), .quads(208)])
    }

    @Test("no point is larger than the device allows")
    func largest() throws {
        var spans = [Float](repeating: 1, count: 1024)
        spans[1000] = 60
        #expect(try drawn(Self.line(spans), pointSize: 66) == [.points(1024)])
        #expect(try drawn(Self.line(spans), pointSize: 62) == [.points(768), .quads(256)])
        #expect(try drawn(Self.line(spans), width: 64, pointSize: 63) == [.quads(1024)])
    }

    @Test("not where it is turned off")
    func off() throws {
        var options = GLOptions()
        options.usesLinePoints = false
        #expect(try drawn(Self.line(Array(repeating: 1, count: 2000)), options) == [.quads(2000)])
    }

    @Test("points read a vertex each, quads an instance each")
    func divisors() throws {
        var spans = [Float](repeating: 1, count: 1280)
        spans[300] = 100
        let vertices = Self.line(spans).map { LineVertex(x: $0.x, y: $0.y, run: 0) }
        let calls = try calls(.line(vertices), width: 1, first: 0, scale: 1, pointSize: 255, GLOptions())
        var divisors: [Double: Double] = [:]
        var offset = -1.0
        var seen: [[Double]] = []
        for call in calls {
            switch call.name {
            case "glVertexAttribDivisor": divisors[call.arguments[0]] = call.arguments[1]
            case "glVertexAttribPointer" where call.arguments[0] == 0: offset = call.arguments[5]
            case "glDrawArraysInstanced": seen.append([divisors[0]!, divisors[1]!, offset])
            default: break
            }
        }
        #expect(seen == [[0, 0, 0], [1, 1, 256 * 12], [0, 0, 512 * 12]])
    }
}

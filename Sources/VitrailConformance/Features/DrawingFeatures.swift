import CGL
import VitrailImage
import VitrailScene

/// Two ways of drawing the same content must give the same pixels: instanced and expanded, indexed and plain, restarted
/// and split. Tolerance: 0.
enum DrawingFeatures {
    static let all = [instancing, indices, restart]

    private static let side = 64
    private static let vertex = """
        in vec2 corner; in vec4 at; in vec4 tint; out vec4 shade;
        void main() { gl_Position = place(at.xy + corner * at.zw, vec2(\(side))); gl_PointSize = 1.0; shade = tint; }
        """
    private static let fragment = "in vec4 shade; out vec4 color; void main() { color = shade; }"
    private static let attributes = ["corner", "at", "tint"]

    /// The position, size and colour of a quad.
    private struct Quad {
        var at: SIMD4<Float>
        var tint: SIMD4<Float>

        init(_ numbers: inout CaseNumbers) {
            at = SIMD4(numbers.float(-5...60), numbers.float(-5...60), numbers.float(1...20), numbers.float(1...20))
            tint = SIMD4(numbers.float(0...1), numbers.float(0...1), numbers.float(0...1), 1)
        }
    }

    private static let corners: [SIMD2<Float>] = [.init(0, 0), .init(1, 0), .init(0, 1), .init(1, 1)]

    // MARK: Instancing

    private static let instancing = CaseGroup("gl.instancing") {
        [1, 2, 3, 7].flatMap { divisor in
            ["arrays", "elements"].map { kind in
                ConformanceCase.gl("divisor\(divisor).\(kind)") { gl, numbers in
                    // As many quads as instances: with a divisor that is too small, quads that should not be visible
                    // are drawn.
                    let quads = (0..<shown * divisor).map { _ in Quad(&numbers) }
                    _ = try gl.use(vertex, fragment, attributes: attributes)
                    let expanded = try expanded(Array(quads.prefix(shown)), times: divisor, gl)
                    return InvariantGroup.same(try instanced(quads, divisor, kind == "elements", gl), expanded)
                }
            }
        }
    }

    /// Number of quads in a picture.
    private static let shown = 20

    /// Draws every corner with its quad's values, strip after strip.
    private static func expanded(_ quads: [Quad], times: Int, _ gl: FeatureGL) throws -> PixelImage {
        try gl.target(side, side)
        let rows = quads.flatMap { quad in
            (0..<times).flatMap { _ in corners.map { [$0.x, $0.y] + numbers(of: quad) } }
        }
        gl.buffer(rows.flatMap { $0 })
        gl.floats(0, 2, stride: 40)
        gl.floats(1, 4, stride: 40, offset: 8)
        gl.floats(2, 4, stride: 40, offset: 24)
        for k in 0..<quads.count * times { try gl.draw(GL_TRIANGLE_STRIP, 4, first: k * 4) }
        return try gl.read(side, side)
    }

    /// Draws the first `shown` quads, each `divisor` times.
    private static func instanced(
        _ quads: [Quad], _ divisor: Int, _ isIndexed: Bool, _ gl: FeatureGL
    ) throws -> PixelImage {
        try gl.target(side, side)
        gl.buffer(corners.flatMap { [$0.x, $0.y] })
        gl.floats(0, 2)
        gl.buffer(quads.flatMap(numbers(of:)))
        gl.floats(1, 4, divisor: divisor, stride: 32)
        gl.floats(2, 4, divisor: divisor, stride: 32, offset: 16)
        if isIndexed {
            gl.buffer([UInt16(0), 1, 2, 3], GL_ELEMENT_ARRAY_BUFFER)
            try gl.drawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, instances: shown * divisor)
        } else {
            try gl.draw(GL_TRIANGLE_STRIP, 4, instances: shown * divisor)
        }
        return try gl.read(side, side)
    }

    private static func numbers(of quad: Quad) -> [Float] {
        (0..<4).map { quad.at[$0] } + (0..<4).map { quad.tint[$0] }
    }

    // MARK: Indices

    private enum IndexKind: String, CaseIterable {
        case ubyte, ushort, uint

        var type: Int32 { self == .ubyte ? GL_UNSIGNED_BYTE : self == .ushort ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT }
        var bytes: Int { self == .ubyte ? 1 : self == .ushort ? 2 : 4 }

        /// Uploads the index buffer. `nil`: the restart index.
        func upload(_ indices: [Int?], _ gl: FeatureGL) {
            switch self {
            case .ubyte: gl.buffer(indices.map { $0.map(UInt8.init) ?? .max }, GL_ELEMENT_ARRAY_BUFFER)
            case .ushort: gl.buffer(indices.map { $0.map(UInt16.init) ?? .max }, GL_ELEMENT_ARRAY_BUFFER)
            case .uint: gl.buffer(indices.map { $0.map(UInt32.init) ?? .max }, GL_ELEMENT_ARRAY_BUFFER)
            }
        }
    }

    private static let modes: [(name: String, mode: Int32)] = [
        ("points", GL_POINTS), ("lines", GL_LINES), ("line_strip", GL_LINE_STRIP), ("line_loop", GL_LINE_LOOP),
        ("triangles", GL_TRIANGLES),
        ("strip", GL_TRIANGLE_STRIP), ("fan", GL_TRIANGLE_FAN),
    ]

    private static let indices = CaseGroup("gl.index") {
        IndexKind.allCases.flatMap { kind in
            modes.flatMap { mode in
                [0, 6].map { skipped in
                    ConformanceCase.gl("\(kind.rawValue).\(mode.name).from\(skipped)") { gl, numbers in
                        let vertices = (0..<100).map { _ in Quad(&numbers) }
                        let order = (0..<48).map { _ in Int.random(in: 0..<100, using: &numbers) }
                        _ = try gl.use(vertex, fragment, attributes: attributes)
                        let plain = try picture(order.dropFirst(skipped).map { vertices[$0] }, gl) {
                            try gl.draw(mode.mode, 48 - skipped)
                        }
                        let indexed = try picture(vertices, gl) {
                            kind.upload(order, gl)
                            try gl.drawElements(mode.mode, 48 - skipped, kind.type, offset: skipped * kind.bytes)
                        }
                        return InvariantGroup.same(indexed, plain)
                    }
                }
            }
        }
    }

    /// Draws with one vertex per quad: its position and colour.
    private static func picture(_ vertices: [Quad], _ gl: FeatureGL, _ draw: () throws -> Void) throws -> PixelImage {
        try gl.target(side, side)
        gl.buffer(vertices.flatMap { quad -> [Float] in [0, 0] + numbers(of: quad) })
        gl.floats(0, 2, stride: 40)
        gl.floats(1, 4, stride: 40, offset: 8)
        gl.floats(2, 4, stride: 40, offset: 24)
        try draw()
        return try gl.read(side, side)
    }

    // MARK: Restart

    private static let restart = CaseGroup("gl.restart") {
        IndexKind.allCases.flatMap { kind in
            modes.filter { $0.name != "points" }.map { mode in
                ConformanceCase.gl("\(mode.name).\(kind.rawValue)") { gl, numbers in
                    let vertices = (0..<60).map { _ in Quad(&numbers) }
                    let runs = [0..<3, 3..<10, 10..<11, 11..<30, 30..<60]
                    _ = try gl.use(vertex, fragment, attributes: attributes)
                    let split = try picture(vertices, gl) {
                        for run in runs { try gl.draw(mode.mode, run.count, first: run.lowerBound) }
                    }
                    let joined = try picture(vertices, gl) {
                        let order: [Int?] = Array(runs.map { $0.map { Int?.some($0) } }.joined(separator: [nil]))
                        kind.upload(order, gl)
                        gl.gl.enable(GLenum(GL_PRIMITIVE_RESTART_FIXED_INDEX))
                        try gl.drawElements(mode.mode, order.count, kind.type)
                        gl.gl.disable(GLenum(GL_PRIMITIVE_RESTART_FIXED_INDEX))
                    }
                    return InvariantGroup.same(joined, split)
                }
            }
        }
    }
}

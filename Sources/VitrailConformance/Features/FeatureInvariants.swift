import CGL
import VitrailImage
import VitrailScene

/// Invariants of GL: with a commutative blend the order does not matter, mirrored drawings give mirrored pictures, and
/// vertices that are not finite do not affect later draws.
enum FeatureInvariants {
    static let all = [invariants, vertices]

    private static let vertex =
        "in vec2 at; in vec4 tint; out vec4 shade; void main() { gl_Position = place(at, vec2(64.0)); shade = tint; }"
    private static let fragment = "in vec4 shade; out vec4 color; void main() { color = shade; }"

    /// Returns triangles, each with three corners and a colour.
    private static func triangles(_ count: Int, _ numbers: inout CaseNumbers) -> [[Float]] {
        (0..<count).map { _ in
            // Alpha is at least 1/255, because alpha 0 marks pixels that were not drawn.
            let tint = (0..<4).map { c in Float(max(numbers.byte() >> 3, c == 3 ? 1 : 0)) / 255 }
            return (0..<3).flatMap { _ in [numbers.float(-10...74), numbers.float(-10...74)] + tint }
        }
    }

    private static func picture(_ triangles: [[Float]], _ gl: FeatureGL, _ setUp: () -> Void = {}) throws -> PixelImage
    {
        try gl.target(64, 64)
        setUp()
        gl.buffer(triangles.flatMap { $0 })
        gl.floats(0, 2, stride: 24)
        gl.floats(1, 4, stride: 24, offset: 8)
        try gl.draw(GL_TRIANGLES, triangles.count * 3)
        return try gl.read(64, 64)
    }

    private static let invariants = CaseGroup("invariant.gl") {
        let orders: [(name: String, equation: Int32)] = [("max", GL_MAX), ("min", GL_MIN), ("add", GL_FUNC_ADD)]
        return orders.map { name, equation in
            ConformanceCase.gl("order.\(name)") { gl, numbers in
                _ = try gl.use(vertex, fragment, attributes: ["at", "tint"])
                let all = triangles(24, &numbers)
                let expected = try summed(all, equation, gl)
                gl.blend(GL_ONE, GL_ONE)
                gl.blend(equation: equation)
                for order in [all, all.reversed()] {
                    // GL_MIN starts from white, because no value is less than black.
                    let drawn = try picture(order, gl) { if equation == GL_MIN { gl.clear(SIMD4(1, 1, 1, 1)) } }
                    let outcome = InvariantGroup.same(drawn, expected)
                    guard case .pass = outcome else { return outcome }
                }
                return .pass()
            }
        } + [
            ConformanceCase.gl("y_flip") { gl, numbers in
                _ = try gl.use(vertex, fragment, attributes: ["at", "tint"])
                // Positions on a grid of 1/8 pixel plus 1/16 avoid pixel centres, so mirrored positions are exact.
                let all = triangles(12, &numbers).map {
                    $0.enumerated().map { $0.offset % 6 < 2 ? ($0.element * 8).rounded() / 8 + 1.0 / 16 : $0.element }
                }
                let flipped = all.map { $0.enumerated().map { $0.offset % 6 == 1 ? 64 - $0.element : $0.element } }
                let (up, down) = (try picture(all, gl), try picture(flipped, gl))
                guard !up.isOfOneColor else { return InvariantGroup.blank }
                var expected = up
                for y in 0..<64 { for x in 0..<64 { expected[x, y] = up[x, 63 - y] } }
                // An edge through a pixel's centre may belong to different sides in the two pictures.
                let result = NeighbourhoodComparison(tolerance: 0, maximumFailingPixels: 4).compare(
                    down, expected: expected)
                return CaseOutcome(result, reference: expected, result: down)
            },
            ConformanceCase.gl("shared_edge.once") { gl, numbers in
                _ = try gl.use(vertex, fragment, attributes: ["at", "tint"])
                gl.blend(GL_ONE, GL_ONE)
                // A fan around a point covers each pixel exactly once, for any position of the point.
                let middle = [numbers.float(20...44), numbers.float(20...44)]
                let rim: [[Float]] = [[-9, -9], [30, -20], [90, -9], [99, 40], [80, 90], [20, 99], [-30, 70]]
                let tint: [Float] = [51.0 / 255, 0, 0, 0]
                let fan = rim.indices.map { k in middle + tint + rim[k] + tint + rim[(k + 1) % rim.count] + tint }
                let picture = try picture(fan, gl)
                return InvariantGroup.agree(
                    picture,
                    PixelImage(size: picture.size, pixels: (0..<64 * 64).flatMap { _ in [UInt8(51), 0, 0, 0] }),
                    within: 0)
            },
        ]
    }

    /// Computes the picture on the CPU: draws each triangle alone, without blending, and combines the results.
    private static func summed(_ triangles: [[Float]], _ equation: Int32, _ gl: FeatureGL) throws -> PixelImage {
        var sum = PixelImage(size: PixelSize(width: 64, height: 64), filledWith: equation == GL_MIN ? .white : .clear)
        for triangle in triangles {
            let alone = try picture([triangle], gl)
            for y in 0..<64 {
                for x in 0..<64 where alone[x, y].w > 0 {
                    for c in 0..<4 {
                        let (above, below) = (alone[x, y][c], sum[x, y][c])
                        sum[x, y][c] =
                            switch equation {
                            case GL_MIN: min(above, below)
                            case GL_MAX: max(above, below)
                            default: UInt8(min(255, Int(above) + Int(below)))
                            }
                    }
                }
            }
        }
        return sum
    }

    private static let vertices = CaseGroup("robust.vertex") {
        let values: [(name: String, value: Float)] = [
            ("nan", .nan), ("infinite", .infinity), ("minus_infinite", -.infinity),
            ("largest", .greatestFiniteMagnitude), ("1e20", 1e20), ("denormal", .leastNonzeroMagnitude),
        ]
        return values.flatMap { name, value in
            [("triangle", GL_TRIANGLES), ("strip", GL_TRIANGLE_STRIP), ("line", GL_LINE_STRIP), ("point", GL_POINTS)]
                .map { kind, mode in
                    ConformanceCase.gl("\(kind).\(name)") { gl, _ in try harmless(value, mode, gl) }
                }
        }
    }

    /// Draws such vertices; whatever the driver does with them, the next draw must be right.
    private static func harmless(_ value: Float, _ mode: Int32, _ gl: FeatureGL) throws -> CaseOutcome {
        _ = try gl.use(vertex, fragment, attributes: ["at", "tint"])
        try gl.target(64, 64)
        let tint: [Float] = [1, 0, 0, 1]
        gl.buffer(
            [[10, 10], [value, 20], [30, value], [value, value], [50, 50]].flatMap { position -> [Float] in
                position + tint
            })
        gl.floats(0, 2, stride: 24)
        gl.floats(1, 4, stride: 24, offset: 8)
        try gl.draw(mode, 5)
        let quad: [[Float]] = [[0, 0], [64, 0], [0, 64], [64, 0], [64, 64], [0, 64]]
        gl.buffer(quad.flatMap { position -> [Float] in position + [0, 1, 0, 1] })
        gl.floats(0, 2, stride: 24)
        gl.floats(1, 4, stride: 24, offset: 8)
        try gl.draw(GL_TRIANGLES, 6)
        let drawn = try gl.read(64, 64)
        return InvariantGroup.agree(drawn, PixelImage(size: drawn.size, filledWith: Color(0x00FF00)), within: 0)
    }
}

import CGL
import VitrailGL
import VitrailImage
import VitrailScene

/// Tests sizes up to the limit of the device, one above it (which must cause an error and nothing worse), and many
/// vertices.
enum LimitFeatures {
    static let all = [textures, stress]

    private static let textures = CaseGroup("gl.texture_size") {
        let sizes = [1, 2, 255, 1024, 4096].flatMap { size in
            [("square", size, size), ("wide", size, 3), ("tall", 3, size)].map { name, width, height in
                ConformanceCase.gl("\(name).\(size)") { gl, _ in try checker(width, height, gl) }
            }
        }
        let limits = [
            ConformanceCase.gl("wide.limit") { gl, _ in try checker(gl.info.limits.textureSize, 2, gl) },
            ConformanceCase.gl("tall.limit") { gl, _ in try checker(2, gl.info.limits.textureSize, gl) },
        ]
        let beyond = ["texture", "renderbuffer"].map { kind in
            ConformanceCase.gl("\(kind).one_past_limit") { gl, _ in try onePast(kind == "texture", gl) }
        }
        return sizes + limits + beyond + [
            ConformanceCase("picture.one_past_limit") { context in try pictureOnePast(context) }
        ]
    }

    private static func pictureOnePast(_ context: CaseContext) throws -> CaseOutcome {
        let limit = try context.openSession().info.limits.pictureWidth
        let result = Result { try context.draw(Scene(size: PixelSize(width: limit + 1, height: 2))) }
        guard case .failure(let error) = result else {
            return .fail("a picture of \(limit + 1) pixels is drawn, where \(limit) is the limit")
        }
        guard case GLError.sizeBeyondLimit(_, limit + 1, _) = error else { throw error }
        return .pass()
    }

    /// Draws into a texture of this size and reads its corners, its middle and one more pixel.
    private static func checker(_ width: Int, _ height: Int, _ gl: FeatureGL) throws -> CaseOutcome {
        guard max(width, height) <= gl.info.limits.textureSize else {
            return .notSupported("the limit is \(gl.info.limits.textureSize)")
        }
        try gl.target(width, height)
        _ = try gl.use(
            "void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }",
            "out vec4 color; void main() { ivec2 p = ivec2(gl_FragCoord.xy); color = 1.0 - vec4(p.x & 255, p.y & 255, p.x >> 8, p.y >> 8) / 255.0; }"
        )
        try gl.draw(GL_TRIANGLES, 3)
        let positions = [
            (0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1), (width / 2, height / 2),
            (width / 3, height * 2 / 3),
        ]
        for (x, y) in positions {
            let found = try gl.read(1, 1, x: x, y: y)[0, 0]
            // Values count down from 255, so that a pixel that was only cleared is wrong in the first corner, too.
            let expected = SIMD4(repeating: 255) &- SIMD4(UInt8(x & 255), UInt8(y & 255), UInt8(x >> 8), UInt8(y >> 8))
            if found != expected {
                let pixel = PixelDifference(x: x, y: y, expected: expected, found: found)
                return .fail(CaseFailure(reason: "a pixel of \(width) × \(height) is wrong", worstPixels: [pixel]))
            }
        }
        return .pass()
    }

    private static func onePast(_ isTexture: Bool, _ gl: FeatureGL) throws -> CaseOutcome {
        let limit = isTexture ? gl.info.limits.textureSize : gl.info.limits.renderbufferSize
        let result = Result { if isTexture { try gl.target(limit + 1, 1) } else { try gl.renderbuffer(limit + 1, 1) } }
        guard case .failure(let error) = result else {
            return .fail("\(limit + 1) pixels are taken, where \(limit) is the limit")
        }
        guard case GLError.call(_, UInt32(GL_INVALID_VALUE), _) = error else { throw error }
        // The context must still work.
        return try checker(5, 5, gl)
    }

    // MARK: Many vertices

    private static let stress = CaseGroup("stress.vertices") {
        [("1e3", 1_000), ("1e4", 10_000), ("1e5", 100_000), ("1e6", 1_000_000), ("1e7", 10_000_000)].map {
            name, count in
            ConformanceCase.gl(name, timeoutScale: count > 1_000_000 ? 4 : 1) { gl, _ in try density(count, gl) }
        }
    }

    private static let side = 256

    /// Draws one-pixel points with additive blending. Each pixel then contains the number of its points, and the total
    /// is the number of all points, so no point may be lost or drawn twice.
    private static func density(_ count: Int, _ gl: FeatureGL) throws -> CaseOutcome {
        try gl.target(side, side)
        _ = try gl.use(
            """
            void main() {
              uint k = uint(gl_VertexID) * 2654435761u;
              uvec2 p = uvec2(k >> 24, (k >> 16) & 255u);
              gl_Position = place(vec2(p) + 0.5, vec2(\(side)));
              gl_PointSize = 1.0;
            }
            """, "out vec4 color; void main() { color = vec4(1.0, 2.0, 4.0, 8.0) / 255.0; }")
        var counts = [Int](repeating: 0, count: side * side)
        for k in 0..<count {
            let mixed = UInt32(truncatingIfNeeded: k) &* 2_654_435_761
            counts[Int((mixed >> 16) & 255) * side + Int(mixed >> 24)] += 1
        }
        gl.blend(GL_ONE, GL_ONE)
        try gl.draw(GL_POINTS, count)
        let drawn = try gl.read(side, side)
        var expected = PixelImage(size: drawn.size)
        for (k, count) in counts.enumerated() {
            for c in 0..<4 { expected.pixels[k * 4 + c] = UInt8(min(255, count << c)) }
        }
        return InvariantGroup.agree(drawn, expected, within: 0)
    }
}

import CGL
import VitrailImage
import VitrailScene

/// Tests every pair of blend factors and every equation against the same arithmetic in Double on the bytes of source
/// and destination.
///
/// Draws 16 × 16 random colours over random colours in RGBA8. Tolerance: one step of 8 bits.
enum BlendFactors {
    static let all = [pairs, equations, separate]

    private static let factors: [(name: String, value: Int32)] = [
        ("zero", GL_ZERO), ("one", GL_ONE), ("src_color", GL_SRC_COLOR),
        ("one_minus_src_color", GL_ONE_MINUS_SRC_COLOR), ("dst_color", GL_DST_COLOR),
        ("one_minus_dst_color", GL_ONE_MINUS_DST_COLOR), ("src_alpha", GL_SRC_ALPHA),
        ("one_minus_src_alpha", GL_ONE_MINUS_SRC_ALPHA),
        ("dst_alpha", GL_DST_ALPHA), ("one_minus_dst_alpha", GL_ONE_MINUS_DST_ALPHA),
        ("constant_color", GL_CONSTANT_COLOR),
        ("one_minus_constant_color", GL_ONE_MINUS_CONSTANT_COLOR), ("constant_alpha", GL_CONSTANT_ALPHA),
        ("one_minus_constant_alpha", GL_ONE_MINUS_CONSTANT_ALPHA), ("src_alpha_saturate", GL_SRC_ALPHA_SATURATE),
    ]

    private static let modes: [(name: String, value: Int32)] = [
        ("add", GL_FUNC_ADD), ("subtract", GL_FUNC_SUBTRACT), ("reverse_subtract", GL_FUNC_REVERSE_SUBTRACT),
        ("min", GL_MIN), ("max", GL_MAX),
    ]

    private static let pairs = CaseGroup("blend.factor") {
        factors.flatMap { source in
            factors.map { destination in
                ConformanceCase.gl("\(source.name).\(destination.name)") { gl, numbers in
                    try run(Setting(source: source.value, destination: destination.value), gl, &numbers)
                }
            }
        }
    }

    private static let common: [(name: String, source: Int32, destination: Int32)] = [
        ("one_one", GL_ONE, GL_ONE), ("over", GL_ONE, GL_ONE_MINUS_SRC_ALPHA),
        ("straight_over", GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA),
        ("multiply", GL_DST_COLOR, GL_ZERO), ("constant", GL_CONSTANT_COLOR, GL_ONE_MINUS_CONSTANT_ALPHA),
    ]

    private static let equations = CaseGroup("blend.equation") {
        modes.flatMap { mode in
            common.map { pair in
                ConformanceCase.gl("\(mode.name).\(pair.name)") { gl, numbers in
                    try run(
                        Setting(source: pair.source, destination: pair.destination, equation: mode.value), gl, &numbers)
                }
            }
        }
    }

    private static let separate = CaseGroup("blend.separate") {
        modes.flatMap { mode in
            common.map { pair in
                ConformanceCase.gl("\(mode.name).\(pair.name)") { gl, numbers in
                    var setting = Setting(source: GL_SRC_ALPHA, destination: GL_ONE_MINUS_SRC_ALPHA)
                    setting.alpha = (pair.source, pair.destination, mode.value)
                    return try run(setting, gl, &numbers)
                }
            }
        }
    }

    private struct Setting {
        var source: Int32
        var destination: Int32
        var equation = GL_FUNC_ADD
        /// Factors and equation for alpha. `nil`: the same as for colours.
        var alpha: (source: Int32, destination: Int32, equation: Int32)?
    }

    private static let constant = SIMD4<Float>(0.2, 0.4, 0.6, 0.8)
    private static let side = 16

    private static func run(_ setting: Setting, _ gl: FeatureGL, _ numbers: inout CaseNumbers) throws -> CaseOutcome {
        let (below, above) = (noise(&numbers), noise(&numbers))
        try gl.attach(texture: gl.texture(below))
        gl.gl.viewport(0, 0, GLsizei(side), GLsizei(side))
        gl.texture(above)
        let program = try gl.use(
            "void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }",
            "uniform sampler2D image; out vec4 color; void main() { color = texelFetch(image, ivec2(gl_FragCoord.xy), 0); }"
        )
        gl.gl.uniform1i(gl.gl.getUniformLocation(program, "image"), 0)
        let alpha = setting.alpha ?? (setting.source, setting.destination, setting.equation)
        gl.blend(setting.source, setting.destination, alpha: (alpha.source, alpha.destination))
        gl.more.blendEquationSeparate(GLenum(setting.equation), GLenum(alpha.equation))
        gl.more.blendColor(constant.x, constant.y, constant.z, constant.w)
        try gl.draw(GL_TRIANGLES, 3)
        let drawn = try gl.read(side, side)
        var expected = PixelImage(size: drawn.size)
        for y in 0..<side { for x in 0..<side { expected[x, y] = blended(above[x, y], below[x, y], setting) } }
        return InvariantGroup.agree(drawn, expected, within: 1)
    }

    private static func noise(_ numbers: inout CaseNumbers) -> PixelImage {
        let size = PixelSize(width: side, height: side)
        // Includes 0 and 255.
        return PixelImage(
            size: size, pixels: (0..<side * side * 4).map { k in k % 7 == 0 ? (k % 2 == 0 ? 0 : 255) : numbers.byte() })
    }

    /// - Source: OpenGL ES 3.0, 4.1.7.
    private static func blended(_ above: SIMD4<UInt8>, _ below: SIMD4<UInt8>, _ setting: Setting) -> SIMD4<UInt8> {
        let (s, d) = (SIMD4<Double>(above) / 255, SIMD4<Double>(below) / 255)
        var result = SIMD4<UInt8>()
        for c in 0..<4 {
            let rule =
                c == 3
                ? setting.alpha ?? (setting.source, setting.destination, setting.equation)
                : (setting.source, setting.destination, setting.equation)
            let (a, b) = (s[c] * factor(rule.0, s, d, c), d[c] * factor(rule.1, s, d, c))
            let value: Double =
                switch rule.2 {
                case GL_FUNC_SUBTRACT: a - b
                case GL_FUNC_REVERSE_SUBTRACT: b - a
                case GL_MIN: min(s[c], d[c])
                case GL_MAX: max(s[c], d[c])
                default: a + b
                }
            result[c] = UInt8((min(max(value, 0), 1) * 255).rounded())
        }
        return result
    }

    private static func factor(_ name: Int32, _ s: SIMD4<Double>, _ d: SIMD4<Double>, _ c: Int) -> Double {
        let k = SIMD4<Double>(constant)
        return switch name {
        case GL_ZERO: 0
        case GL_SRC_COLOR: s[c]
        case GL_ONE_MINUS_SRC_COLOR: 1 - s[c]
        case GL_DST_COLOR: d[c]
        case GL_ONE_MINUS_DST_COLOR: 1 - d[c]
        case GL_SRC_ALPHA: s.w
        case GL_ONE_MINUS_SRC_ALPHA: 1 - s.w
        case GL_DST_ALPHA: d.w
        case GL_ONE_MINUS_DST_ALPHA: 1 - d.w
        case GL_CONSTANT_COLOR: k[c]
        case GL_ONE_MINUS_CONSTANT_COLOR: 1 - k[c]
        case GL_CONSTANT_ALPHA: k.w
        case GL_ONE_MINUS_CONSTANT_ALPHA: 1 - k.w
        case GL_SRC_ALPHA_SATURATE: c == 3 ? 1 : min(s.w, 1 - d.w)
        default: 1
        }
    }
}

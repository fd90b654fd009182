import CGL
import VitrailImage
import VitrailScene

/// Formats of targets: cleared, drawn, blended, with and without samples, read directly and through a buffer.
///
/// Tolerance: one step of the channel's bits, in steps of 8 bits, plus one for rounding.
enum FramebufferFeatures {
    static let all = [formats, samples, readback]

    struct Format: Sendable {
        let name: String
        let format: Int32
        /// Bits of red, green, blue, alpha; 0: the format lacks the channel.
        let bits: [Int]
        var isFloat = false
        /// Extensions that make the format renderable; one of them suffices. Empty: always renderable.
        var extensions: [String] = []

        /// Maximum difference of each channel, in 1/255.
        var tolerance: SIMD4<UInt8> {
            var result = SIMD4<UInt8>()
            for c in 0..<4 { result[c] = ChannelTolerance.step(bits: bits[c]) }
            return result
        }
    }

    private static let float = ["GL_EXT_color_buffer_float"]
    private static let half = ["GL_EXT_color_buffer_float", "GL_EXT_color_buffer_half_float"]

    static let known = [
        Format(name: "rgba8", format: GL_RGBA8, bits: [8, 8, 8, 8]),
        Format(name: "rgb8", format: GL_RGB8, bits: [8, 8, 8, 0]),
        Format(name: "rgb565", format: GL_RGB565, bits: [5, 6, 5, 0]),
        Format(name: "rgba4", format: GL_RGBA4, bits: [4, 4, 4, 4]),
        Format(name: "rgb5_a1", format: GL_RGB5_A1, bits: [5, 5, 5, 1]),
        Format(name: "rgb10_a2", format: GL_RGB10_A2, bits: [10, 10, 10, 2]),
        Format(name: "r8", format: GL_R8, bits: [8, 0, 0, 0]), Format(name: "rg8", format: GL_RG8, bits: [8, 8, 0, 0]),
        Format(name: "rgba16f", format: GL_RGBA16F, bits: [11, 11, 11, 11], isFloat: true, extensions: half),
        Format(name: "r16f", format: GL_R16F, bits: [11, 0, 0, 0], isFloat: true, extensions: half),
        Format(name: "rgba32f", format: GL_RGBA32F, bits: [24, 24, 24, 24], isFloat: true, extensions: float),
        Format(
            name: "r11f_g11f_b10f", format: GL_R11F_G11F_B10F, bits: [7, 7, 6, 0], isFloat: true, extensions: float),
    ]

    private static let side = 32

    private static let formats = CaseGroup("gl.framebuffer") {
        known.flatMap { format in
            ["texture", "renderbuffer"].flatMap { kind in
                ["clear", "gradient", "over", "add", "mask"].map { what in
                    ConformanceCase.gl("\(format.name).\(kind).\(what)") { gl, _ in
                        try run(format, kind == "texture", what, gl)
                    }
                }
            }
        }
    }

    private static func missing(_ format: Format, _ gl: FeatureGL, isBlended: Bool = false) -> CaseOutcome? {
        if !format.extensions.isEmpty, !format.extensions.contains(where: { gl.extensions.contains(Substring($0)) }) {
            return .notSupported("the device lacks \(format.extensions.joined(separator: " and "))")
        }
        // No version of OpenGL ES guarantees it: even 3.2 lets a draw with blending into 32-bit floats be an error.
        if isBlended, format.name == "rgba32f", !gl.extensions.contains("GL_EXT_float_blend") {
            return .notSupported("the device lacks GL_EXT_float_blend")
        }
        return nil
    }

    private static func run(_ format: Format, _ isTexture: Bool, _ what: String, _ gl: FeatureGL) throws -> CaseOutcome
    {
        if let missing = missing(format, gl, isBlended: what == "over" || what == "add") { return missing }
        if isTexture {
            try gl.target(side, side, format: format.format)
        } else {
            try gl.renderbuffer(side, side, format: format.format)
        }
        gl.gl.clearColor(0.25, 0.5, 0.75, 0.6)
        gl.gl.clear(GLbitfield(GL_COLOR_BUFFER_BIT))
        if what != "clear" { try paint(what, gl) }
        var expected = PixelImage(size: PixelSize(width: side, height: side))
        for y in 0..<side { for x in 0..<side { expected[x, y] = bytes(color(what, x, y), format) } }
        let drawn: PixelImage
        if format.isFloat {
            let floats = try gl.readFloats(side, side)
            if let wrong = floats.firstIndex(where: \.isNaN) {
                return .fail("channel \(wrong % 4) of pixel (\(wrong / 4 % side), \(wrong / 4 / side)) is not a number")
            }
            drawn = quantized(floats)
        } else {
            drawn = try gl.read(side, side)
        }
        // A blended value includes the rounding of both the destination and the result.
        return compare(drawn, expected, format, steps: what == "over" || what == "add" ? 2 : 1)
    }

    private static func paint(_ what: String, _ gl: FeatureGL) throws {
        let gradient = "vec2 p = (gl_FragCoord.xy - 0.5) / \(side - 1).0; color = vec4(p, 1.0 - p.x, 0.5 + 0.5 * p.y);"
        _ = try gl.use(
            "void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }",
            "out vec4 color; void main() { \(what == "gradient" ? gradient : "color = vec4(0.3, 0.1, 0.2, 0.4);") }")
        switch what {
        case "over": gl.blend(GL_ONE, GL_ONE_MINUS_SRC_ALPHA)
        case "add": gl.blend(GL_ONE, GL_ONE)
        case "mask": gl.gl.colorMask(GLboolean(GL_TRUE), GLboolean(GL_FALSE), GLboolean(GL_TRUE), GLboolean(GL_FALSE))
        default: break
        }
        try gl.draw(GL_TRIANGLES, 3)
    }

    /// Returns the exact colour of a pixel, before rounding to the format.
    private static func color(_ what: String, _ x: Int, _ y: Int) -> SIMD4<Double> {
        let below = SIMD4<Double>(0.25, 0.5, 0.75, 0.6)
        let above = SIMD4<Double>(0.3, 0.1, 0.2, 0.4)
        switch what {
        case "clear": return below
        case "over": return above + below * 0.6
        case "add": return above + below
        case "mask": return SIMD4(above.x, below.y, above.z, below.w)
        default:
            let (u, v) = (Double(x) / Double(side - 1), Double(y) / Double(side - 1))
            return SIMD4(u, v, 1 - u, 0.5 + 0.5 * v)
        }
    }

    /// - Parameter floats: values without NaN; infinite ones are clamped.
    private static func quantized(_ floats: [Float]) -> PixelImage {
        PixelImage(
            size: PixelSize(width: side, height: side),
            pixels: floats.map { UInt8((min(max($0, 0), 1) * 255).rounded()) })
    }

    /// Rounds a colour to the format. Missing channels read as 0, missing alpha as 1.
    private static func bytes(_ color: SIMD4<Double>, _ format: Format) -> SIMD4<UInt8> {
        var result = SIMD4<UInt8>()
        for c in 0..<4 {
            let value = format.bits[c] > 0 ? min(max(color[c], 0), 1) : c == 3 ? 1 : 0
            let levels = format.isFloat || format.bits[c] == 0 ? 255 : Double(1 << format.bits[c] - 1)
            result[c] = UInt8(((value * levels).rounded() / levels * 255).rounded())
        }
        return result
    }

    private static func compare(
        _ drawn: PixelImage, _ expected: PixelImage, _ format: Format, steps: UInt8 = 1
    ) -> CaseOutcome {
        let step = format.tolerance
        var tolerance = SIMD4<UInt8>()
        for c in 0..<4 { tolerance[c] = UInt8(min(255, Int(step[c]) * Int(steps))) }
        let result = ChannelThresholdComparison(tolerance).compare(drawn, expected: expected)
        return CaseOutcome(result, reference: expected, result: drawn)
    }

    // MARK: Samples

    private static let samples = CaseGroup("gl.msaa") {
        [0, 4].flatMap { count in
            known.filter { !$0.isFloat }.map { format in
                ConformanceCase.gl("x\(count).\(format.name)") { gl, numbers in
                    try multisampled(count, format, gl, &numbers)
                }
            }
        }
    }

    /// Draws a large white triangle. Pixels entirely inside must be white, pixels entirely outside black. The sum of
    /// coverage must equal the triangle's area within 12 px with samples (a tenth of its minimum perimeter), and within
    /// 20 px without, where pixels count by their centres.
    private static func multisampled(
        _ count: Int, _ format: Format, _ gl: FeatureGL, _ numbers: inout CaseNumbers
    ) throws -> CaseOutcome {
        var maximum: GLint = 0
        gl.more.getInternalformativ(GLenum(GL_RENDERBUFFER), GLenum(format.format), GLenum(GL_SAMPLES), 1, &maximum)
        guard maximum >= count else { return .notSupported("\(format.name) has at most \(maximum) samples here") }
        let source = try gl.renderbuffer(64, 64, format: format.format, samples: count)
        guard gl.renderbufferSamples >= count else {
            return .fail("\(count) samples are asked for, and the renderbuffer has \(gl.renderbufferSamples)")
        }
        let corners: [SIMD2<Float>] = [
            .init(numbers.float(2...8), numbers.float(2...8)), .init(numbers.float(54...62), numbers.float(10...20)),
            .init(numbers.float(20...40), numbers.float(50...62)),
        ]
        let program = try gl.use(
            "in vec2 at; void main() { gl_Position = place(at, vec2(64.0)); }", FeatureGL.plain, attributes: ["at"])
        gl.paint(program, SIMD4(1, 1, 1, 1))
        gl.buffer(corners.flatMap { [$0.x, $0.y] })
        gl.floats(0, 2)
        try gl.draw(GL_TRIANGLES, 3)
        if count > 0 {
            try gl.target(64, 64, format: format.format)
            gl.gl.bindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), source)
            gl.more.blitFramebuffer(0, 0, 64, 64, 0, 0, 64, 64, GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
            try gl.check("glBlitFramebuffer")
            var drawTarget: GLint = 0
            gl.gl.getIntegerv(GLenum(GL_DRAW_FRAMEBUFFER_BINDING), &drawTarget)
            gl.gl.bindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), GLuint(drawTarget))
        }
        return judge(try gl.read(64, 64), corners, format, isSampled: count > 0)
    }

    private static let minPartial = 30

    private static func judge(
        _ drawn: PixelImage, _ corners: [SIMD2<Float>], _ format: Format, isSampled: Bool
    ) -> CaseOutcome {
        func distance(_ x: Double, _ y: Double) -> Double {
            (0..<3).map { k in
                let (a, b) = (SIMD2<Double>(corners[k]), SIMD2<Double>(corners[(k + 1) % 3]))
                let d = b - a
                return (d.x * (y - a.y) - d.y * (x - a.x)) / (d.x * d.x + d.y * d.y).squareRoot()
            }.min() ?? 0
        }
        var (sum, partial) = (0.0, 0)
        // The drawn picture with the required colours, and the reason of the first wrong one.
        var (expected, wrong) = (drawn, String?.none)
        for y in 0..<64 {
            for x in 0..<64 {
                let value = drawn[x, y].x
                let inside = distance(Double(x) + 0.5, Double(y) + 0.5)
                sum += Double(value) / 255
                if value > 0, value < 255 { partial += 1 }
                // With samples, a sample may be half a diagonal away from the pixel's centre. Without, positions have
                // at least four fractional bits, so each end of an edge may be half a step off.
                let margin = isSampled ? 0.78 : 1.0 / 16
                if inside > margin, value != 255 {
                    expected[x, y] = bytes(.one, format)
                    wrong = wrong ?? "(\(x), \(y)) lies inside by \(inside) px and is \(value)/255"
                }
                if inside < -margin, value != 0 {
                    expected[x, y] = bytes(SIMD4(0, 0, 0, 0), format)
                    wrong = wrong ?? "(\(x), \(y)) lies outside by \(-inside) px and is \(value)/255"
                }
            }
        }
        if let wrong { return .fail(wrong, expected: expected, found: drawn) }
        // The edges are at least 120 pixels long, and samples are at four heights.
        if isSampled, partial < minPartial {
            return .fail("\(partial) pixels of the edges are neither black nor white")
        }
        let (a, b, c) = (SIMD2<Double>(corners[0]), SIMD2<Double>(corners[1]), SIMD2<Double>(corners[2]))
        let area = abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2
        let limit = isSampled ? 12.0 : 20
        return abs(sum - area) <= limit
            ? .pass(note: "area \(sum) of \(area) px") : .fail("the sum of coverage is \(sum) px, the area \(area) px")
    }

    // MARK: Readback

    private static let readback = CaseGroup("readback") {
        known.filter { !$0.isFloat }.flatMap { format in
            ["pbo", "part"].map { kind in
                ConformanceCase.gl("\(kind).\(format.name)") { gl, numbers in try read(kind, format, gl, &numbers) }
            }
        }
            + [1, 2, 4, 8].map { alignment in
                ConformanceCase.gl("pack.alignment\(alignment)") { gl, numbers in
                    try pack(gl, &numbers, GL_PACK_ALIGNMENT, alignment, stride: 56)
                }
            } + [
                ConformanceCase.gl("pack.row_length") { gl, numbers in
                    try pack(gl, &numbers, GL_PACK_ROW_LENGTH, 29, stride: 29 * 4)
                }
            ]
    }

    /// Draws noise.
    ///
    /// - Returns: the whole picture, read directly. `nil`: nothing was drawn.
    private static func noise(_ gl: FeatureGL, _ format: Format, _ numbers: inout CaseNumbers) throws -> PixelImage? {
        try gl.target(32, 24, format: format.format)
        let seed = numbers.float(1...9)
        _ = try gl.use(
            "void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }",
            "out vec4 color; void main() { vec2 p = floor(gl_FragCoord.xy); color = fract(vec4(0.37, 0.61, 0.83, 0.29) * (p.x * 7.0 + p.y * 13.0 + \(seed))); }"
        )
        try gl.draw(GL_TRIANGLES, 3)
        let whole = try gl.read(32, 24)
        return Set(whole.pixels).count < 4 ? nil : whole
    }

    /// Reads through a pixel buffer, or a part of the picture; the result must equal a direct read of the whole
    /// picture.
    private static func read(
        _ kind: String, _ format: Format, _ gl: FeatureGL, _ numbers: inout CaseNumbers
    ) throws -> CaseOutcome {
        guard let whole = try noise(gl, format, &numbers) else { return InvariantGroup.blank }
        guard kind == "pbo" else {
            let part = try gl.read(11, 7, x: 5, y: 9)
            return InvariantGroup.agree(part, whole.cropped(to: PixelRect(x: 5, y: 9, width: 11, height: 7)), within: 0)
        }
        let count = 32 * 24 * 4
        gl.buffer([UInt8](repeating: 0, count: count), GL_PIXEL_PACK_BUFFER)
        gl.gl.readPixels(0, 0, 32, 24, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), nil)
        try gl.check("glReadPixels into a buffer")
        guard let mapped = gl.more.mapBufferRange(GLenum(GL_PIXEL_PACK_BUFFER), 0, count, GLbitfield(GL_MAP_READ_BIT))
        else {
            try gl.check("glMapBufferRange")
            return .fail("glMapBufferRange gives nothing and no error")
        }
        let through = PixelImage(size: whole.size, pixels: [UInt8](UnsafeRawBufferPointer(start: mapped, count: count)))
        guard gl.more.unmapBuffer(GLenum(GL_PIXEL_PACK_BUFFER)) == GL_TRUE else {
            return .fail("the buffer's contents were lost")
        }
        gl.gl.bindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
        return InvariantGroup.agree(through, whole, within: 0)
    }

    /// Reads rows of 13 pixels. Each row must start where the setting requires, and the bytes between rows must not
    /// change.
    private static func pack(
        _ gl: FeatureGL, _ numbers: inout CaseNumbers, _ name: Int32, _ value: Int, stride: Int
    ) throws -> CaseOutcome {
        guard let whole = try noise(gl, known[0], &numbers) else { return InvariantGroup.blank }
        // Only an alignment of 8 requires more than the 52 bytes of a row.
        let stride = name == GL_PACK_ALIGNMENT && value < 8 ? 52 : stride
        var bytes = [UInt8](repeating: untouched, count: stride * 5)
        gl.gl.pixelStorei(GLenum(name), GLint(value))
        bytes.withUnsafeMutableBytes {
            gl.gl.readPixels(3, 4, 13, 5, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), $0.baseAddress)
        }
        try gl.check("glReadPixels")
        for y in 0..<5 {
            for x in 0..<stride where y < 4 || x < 52 {
                let expected = x < 52 ? whole.pixels[((y + 4) * 32 + 3) * 4 + x] : untouched
                if bytes[y * stride + x] != expected {
                    return .fail("byte \(x) of row \(y) is \(bytes[y * stride + x]), not \(expected)")
                }
            }
        }
        return .pass()
    }

    private static let untouched: UInt8 = 0xA5
}

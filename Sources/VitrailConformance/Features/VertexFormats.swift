import CGL
import Glibc
import VitrailImage
import VitrailScene

/// Tests every type and component count of vertex attributes: the shader must get the values of the bytes, computed in
/// Double.
///
/// Draws 64 points of one pixel each with the attribute as colour. Tolerance: one step of 8 bits.
enum VertexFormats {
    static let group = CaseGroup("gl.vertex_format") { types.flatMap(cases) }

    struct Kind: Sendable {
        let name: String
        let type: Int32
        let bytes: Int
        /// Maximum value of an integer type; 0: not an integer type.
        let largest: Double
        var isSigned = false
        var isPacked = false
    }

    static let types = [
        Kind(name: "byte", type: GL_BYTE, bytes: 1, largest: 127, isSigned: true),
        Kind(name: "ubyte", type: GL_UNSIGNED_BYTE, bytes: 1, largest: 255),
        Kind(name: "short", type: GL_SHORT, bytes: 2, largest: 32_767, isSigned: true),
        Kind(name: "ushort", type: GL_UNSIGNED_SHORT, bytes: 2, largest: 65_535),
        Kind(name: "int", type: GL_INT, bytes: 4, largest: 2_147_483_647, isSigned: true),
        Kind(name: "uint", type: GL_UNSIGNED_INT, bytes: 4, largest: 4_294_967_295),
        Kind(name: "half", type: GL_HALF_FLOAT, bytes: 2, largest: 0),
        Kind(name: "float", type: GL_FLOAT, bytes: 4, largest: 0),
        Kind(name: "fixed", type: GL_FIXED, bytes: 4, largest: 0),
        Kind(
            name: "int_2_10_10_10", type: GL_INT_2_10_10_10_REV, bytes: 4, largest: 511, isSigned: true, isPacked: true),
        Kind(name: "uint_2_10_10_10", type: GL_UNSIGNED_INT_2_10_10_10_REV, bytes: 4, largest: 1023, isPacked: true),
    ]

    /// The conversion of the numbers for the shader.
    enum Reading: String, CaseIterable { case plain, normalized, integer }

    private static func cases(_ kind: Kind) -> [ConformanceCase] {
        let counts = kind.isPacked ? [4] : [1, 2, 3, 4]
        let readings: [Reading] =
            kind.largest == 0 ? [.plain] : kind.isPacked ? [.plain, .normalized] : Reading.allCases
        return counts.flatMap { count in
            readings.map { reading in
                ConformanceCase.gl("\(kind.name).x\(count).\(reading.rawValue)") { gl, numbers in
                    try run(kind, count, reading, gl, &numbers)
                }
            }
        }
    }

    private static let side = 8

    private static func run(
        _ kind: Kind, _ count: Int, _ reading: Reading, _ gl: FeatureGL, _ numbers: inout CaseNumbers
    ) throws -> CaseOutcome {
        let vertices = (0..<side * side).map { _ in AttributeNumbers(kind, count, &numbers) }
        try gl.target(side, side)
        let isInteger = reading == .integer
        let type = isInteger ? (kind.isSigned ? "ivec4" : "uvec4") : "vec4"
        // The shader maps all values to 0…1.
        let largest = kind.largest == 0 ? 1 : kind.largest
        let vertex = """
            in \(type) value; out vec4 shade;
            void main() {
              int k = gl_VertexID;
              gl_Position = place(vec2(k % \(side), k / \(side)) + 0.5, vec2(\(side)));
              gl_PointSize = 1.0;
              vec4 v = vec4(value)\(reading == .normalized || kind.largest == 0 ? "" : " / \(largest)");
              shade = \(kind.isSigned || kind.largest == 0 ? "v * 0.5 + 0.5" : "v");
            }
            """
        _ = try gl.use(vertex, "in vec4 shade; out vec4 color; void main() { color = shade; }", attributes: ["value"])
        gl.buffer(vertices.flatMap(\.bytes))
        gl.gl.enableVertexAttribArray(0)
        if isInteger {
            gl.more.vertexAttribIPointer(0, GLint(count), GLenum(kind.type), GLsizei(AttributeNumbers.stride), nil)
        } else {
            gl.gl.vertexAttribPointer(
                0, GLint(count), GLenum(kind.type), GLboolean(reading == .normalized ? GL_TRUE : GL_FALSE),
                GLsizei(AttributeNumbers.stride), nil)
        }
        try gl.draw(GL_POINTS, vertices.count)
        let drawn = try gl.read(side, side)
        var expected = PixelImage(size: drawn.size)
        for (k, vertex) in vertices.enumerated() { expected[k % side, k / side] = vertex.pixel(reading) }
        return InvariantGroup.agree(drawn, expected, within: 1)
    }
}

/// One vertex: the bytes in the buffer and their values.
private struct AttributeNumbers {
    /// Bytes between two vertices; larger than any attribute.
    static let stride = 20
    let bytes: [UInt8]
    private let values: [Double]
    private let kind: VertexFormats.Kind

    init(_ kind: VertexFormats.Kind, _ count: Int, _ numbers: inout CaseNumbers) {
        self.kind = kind
        var bytes: [UInt8] = []
        var values: [Double] = []
        if kind.isPacked {
            let word = UInt32(truncatingIfNeeded: numbers.next())
            bytes = Self.bytes(word)
            values = (0..<4).map { Self.field($0, of: word, isSigned: kind.isSigned) }
        } else {
            for _ in 0..<count {
                let (value, own) = Self.component(kind, numbers.next())
                values.append(value)
                bytes += own
            }
        }
        self.bytes = bytes + [UInt8](repeating: 0xA5, count: Self.stride - bytes.count)
        self.values = values
    }

    private static func bytes<T: FixedWidthInteger>(_ number: T) -> [UInt8] {
        (0..<T.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> T($0 * 8)) }
    }

    /// Returns one of the four fields of a packed word.
    private static func field(_ c: Int, of word: UInt32, isSigned: Bool) -> Double {
        let width = c == 3 ? 2 : 10
        let field = Int(word >> UInt32(c * 10)) & ((1 << width) - 1)
        return Double(isSigned && field >> (width - 1) == 1 ? field - (1 << width) : field)
    }

    /// Returns a value made from random bits, and its bytes in the buffer.
    private static func component(_ kind: VertexFormats.Kind, _ bits: UInt64) -> (Double, [UInt8]) {
        switch kind.type {
        case GL_FLOAT:
            let value = Float(Int(bits % 2_000_001) - 1_000_000) / 1_000_000
            return (Double(value), bytes(value.bitPattern))
        case GL_HALF_FLOAT:
            // An 11-bit magnitude below 1 with either sign, so every value is exact in half precision.
            let value = Float(Int(bits % 2048)) / 2048 * (bits & 0x8000 == 0 ? 1 : -1)
            return (Double(value), bytes(half(value)))
        case GL_FIXED:
            let number = Int32(truncatingIfNeeded: Int(bits % 131_073) - 65_536)
            return (Double(number) / 65_536, bytes(number))
        case GL_BYTE: return (Double(Int8(truncatingIfNeeded: bits)), bytes(Int8(truncatingIfNeeded: bits)))
        case GL_UNSIGNED_BYTE: return (Double(UInt8(truncatingIfNeeded: bits)), bytes(UInt8(truncatingIfNeeded: bits)))
        case GL_SHORT: return (Double(Int16(truncatingIfNeeded: bits)), bytes(Int16(truncatingIfNeeded: bits)))
        case GL_UNSIGNED_SHORT:
            return (Double(UInt16(truncatingIfNeeded: bits)), bytes(UInt16(truncatingIfNeeded: bits)))
        case GL_INT: return (Double(Int32(truncatingIfNeeded: bits)), bytes(Int32(truncatingIfNeeded: bits)))
        default: return (Double(UInt32(truncatingIfNeeded: bits)), bytes(UInt32(truncatingIfNeeded: bits)))
        }
    }

    /// - Parameter value: has at most 11 significant bits and an exponent in range.
    private static func half(_ value: Float) -> UInt16 {
        let sign: UInt16 = value.sign == .minus ? 0x8000 : 0
        guard value != 0 else { return sign }
        let magnitude = value.magnitude
        let exponent = Int(magnitude.exponent)
        let fraction = UInt16((magnitude.significand - 1) * 1024)
        return sign | UInt16(exponent + 15) << 10 | fraction
    }

    /// The expected pixel.
    ///
    /// - Source: OpenGL ES 3.0, 2.1.6 and 2.8: missing components are 0, 0, 0, 1; a signed normalized c is max(c /
    ///   largest, −1).
    func pixel(_ reading: VertexFormats.Reading) -> SIMD4<UInt8> {
        var result = SIMD4<UInt8>()
        for c in 0..<4 {
            // The two alpha bits have a separate scale when normalized.
            let largest = kind.isPacked && c == 3 && reading == .normalized ? (kind.isSigned ? 1.0 : 3) : kind.largest
            var v: Double
            if c < values.count {
                v = values[c]
                if kind.largest > 0 { v /= largest }
                if reading == .normalized { v = max(v, -1) }
            } else {
                v = c == 3 ? (kind.largest == 0 || reading == .normalized ? 1 : 1 / kind.largest) : 0
            }
            if kind.isSigned || kind.largest == 0 { v = v * 0.5 + 0.5 }
            result[c] = UInt8((min(max(v, 0), 1) * 255).rounded())
        }
        return result
    }
}

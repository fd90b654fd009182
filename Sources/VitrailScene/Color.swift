/// A colour: sRGB-encoded red, green, blue and straight alpha, 8 bits each.
///
/// Blending, gradients and antialiasing use the encoded values, premultiplied. No step uses linear light.
@frozen
public struct Color: Sendable, Hashable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    public var alpha: UInt8

    @inlinable
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// A colour from `0xRRGGBB`. `alpha` is clamped to 0…1; the default is opaque.
    @inlinable
    public init(_ rgb: UInt32, alpha: Double = 1) {
        self.init(
            red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
            blue: UInt8(truncatingIfNeeded: rgb), alpha: Color.byte(alpha))
    }

    public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
    public static let black = Color(0x000000)
    public static let white = Color(0xFFFFFF)

    /// The same colour with its alpha multiplied by `factor`, 0…1.
    @inlinable
    public func faded(_ factor: Double) -> Color {
        var color = self
        color.alpha = Color.byte(Double(alpha) / 255 * factor)
        return color
    }

    /// Premultiplied red, green and blue, and alpha, each 0…1. Blending uses these values.
    @inlinable
    public var premultiplied: SIMD4<Float> {
        let a = Float(alpha) / 255
        return SIMD4(Float(red) / 255 * a, Float(green) / 255 * a, Float(blue) / 255 * a, a)
    }

    /// Red, green, blue, alpha in memory order on a little-endian machine: a vertex attribute of four normalised bytes.
    @inlinable
    public var packed: UInt32 {
        UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24
    }

    @inlinable
    static func byte(_ unit: Double) -> UInt8 {
        unit.isFinite ? UInt8((Swift.min(Swift.max(unit, 0), 1) * 255).rounded()) : 255
    }
}

extension Color {
    /// Parses `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`. `nil`: the text has another form.
    public init?(hex text: some StringProtocol) {
        guard text.first == "#" else { return nil }
        let digits = text.dropFirst().compactMap(\.hexDigitValue)
        guard digits.count == text.count - 1 else { return nil }
        let bytes: [Int]
        switch digits.count {
        case 3, 4: bytes = digits.map { $0 * 17 }
        case 6, 8:
            bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
        default: return nil
        }
        self.init(
            red: UInt8(bytes[0]), green: UInt8(bytes[1]), blue: UInt8(bytes[2]),
            alpha: bytes.count == 4 ? UInt8(bytes[3]) : 255)
    }
}

extension Color: CustomStringConvertible {
    /// `#rrggbb` for an opaque colour, `#rrggbbaa` otherwise.
    public var description: String {
        func hex(_ byte: UInt8) -> String {
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return "#" + hex(red) + hex(green) + hex(blue) + (alpha == 255 ? "" : hex(alpha))
    }
}

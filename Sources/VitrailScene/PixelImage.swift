/// A picture in memory: premultiplied RGBA, 8 bits per channel, row by row from the top, no padding.
public struct PixelImage: Sendable, Equatable {
    public var size: PixelSize
    /// `width · height · 4` bytes.
    public var pixels: [UInt8]

    /// - Precondition: `pixels` holds `width · height · 4` bytes.
    public init(size: PixelSize, pixels: [UInt8]) {
        precondition(pixels.count == size.width * size.height * 4, "pixel bytes do not match the size")
        self.size = size
        self.pixels = pixels
    }

    /// A picture of one colour.
    public init(size: PixelSize, filledWith color: Color = .clear) {
        let p = color.premultiplied
        let bytes = (0..<4).map { UInt8((p[$0] * 255).rounded()) }
        var pixels = [UInt8](repeating: bytes[0], count: size.width * size.height * 4)
        if !bytes.allSatisfy({ $0 == bytes[0] }) {
            for i in pixels.indices { pixels[i] = bytes[i & 3] }
        }
        self.init(size: size, pixels: pixels)
    }

    public var width: Int { size.width }
    public var height: Int { size.height }

    /// The premultiplied pixel at column `x` and row `y`, counted from the top left.
    public subscript(x: Int, y: Int) -> SIMD4<UInt8> {
        get {
            let i = (y * width + x) * 4
            return SIMD4(pixels[i], pixels[i + 1], pixels[i + 2], pixels[i + 3])
        }
        set {
            let i = (y * width + x) * 4
            for c in 0..<4 { pixels[i + c] = newValue[c] }
        }
    }

    /// The pixel with straight alpha.
    public func color(x: Int, y: Int) -> Color {
        let p = self[x, y]
        guard p.w != 0 else { return .clear }
        func straight(_ v: UInt8) -> UInt8 {
            UInt8(min(255, (Int(v) * 255 + Int(p.w) / 2) / Int(p.w)))
        }
        return Color(red: straight(p.x), green: straight(p.y), blue: straight(p.z), alpha: p.w)
    }

    /// A part of the picture as a new picture. - Precondition: `rect` lies inside.
    public func cropped(to rect: PixelRect) -> PixelImage {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(rect.width * rect.height * 4)
        for y in rect.y..<rect.maxY {
            let start = (y * width + rect.x) * 4
            bytes += pixels[start..<start + rect.width * 4]
        }
        return PixelImage(size: PixelSize(width: rect.width, height: rect.height), pixels: bytes)
    }
}

extension PixelImage: CustomStringConvertible {
    public var description: String { "PixelImage \(width)×\(height)" }
}

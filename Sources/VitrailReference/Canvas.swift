import VitrailScene

/// The image under construction: premultiplied red, green, blue, alpha in Double, 0…1.
struct Canvas {
    let size: PixelSize
    let quantize: Bool
    private(set) var pixels: [SIMD4<Double>]

    init(size: PixelSize, background: Color, quantize: Bool) {
        self.size = size
        self.quantize = quantize
        let color = background.exact
        pixels = Array(
            repeating: quantize ? Self.rounded(color) : color, count: size.width * size.height)
    }

    /// Composites `coverage` times `shade` over the canvas.
    mutating func paint(_ coverage: Coverage, _ shade: Shade) {
        let bounds = coverage.bounds
        var i = 0
        for y in bounds.y..<bounds.maxY {
            for x in bounds.x..<bounds.maxX {
                let share = coverage.values[i]
                i += 1
                if share > 0 { blend(shade.color(x: x, y: y) * share, x: x, y: y) }
            }
        }
    }

    /// Composites two shapes with the same bounds that share pixels without overlapping: their coverages add up.
    mutating func paint(_ coverage: Coverage, _ shade: Shade, beside other: Coverage, _ otherShade: Shade) {
        let bounds = coverage.bounds
        for y in bounds.y..<bounds.maxY {
            for x in bounds.x..<bounds.maxX {
                let i = (y - bounds.y) * bounds.width + x - bounds.x
                let (share, rest) = (coverage.values[i], min(other.values[i], 1 - coverage.values[i]))
                if share + rest > 0 {
                    blend(shade.color(x: x, y: y) * share + otherShade.color(x: x, y: y) * rest, x: x, y: y)
                }
            }
        }
    }

    /// Composites another canvas of the same size over this one, with an opacity.
    mutating func paint(_ layer: Canvas, opacity: Double) {
        for y in 0..<size.height {
            for x in 0..<size.width {
                let color = layer.pixels[y * size.width + x]
                if color.w > 0 { blend(color * opacity, x: x, y: y) }
            }
        }
    }

    /// Premultiplied source over destination.
    mutating func blend(_ source: SIMD4<Double>, x: Int, y: Int) {
        let i = y * size.width + x
        let result = source + pixels[i] * (1 - source.w)
        pixels[i] = quantize ? Self.rounded(result) : result
    }

    /// Rounds to 8 bits and back.
    static func rounded(_ color: SIMD4<Double>) -> SIMD4<Double> {
        (color * 255).rounded(.toNearestOrAwayFromZero) / 255
    }

    var image: PixelImage {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pixels.count * 4)
        for pixel in pixels {
            for channel in 0..<4 {
                bytes.append(UInt8((min(max(pixel[channel], 0), 1) * 255).rounded()))
            }
        }
        return PixelImage(size: size, pixels: bytes)
    }
}

extension Color {
    /// `premultiplied` in Double, without rounding to Float.
    var exact: SIMD4<Double> {
        let a = Double(alpha) / 255
        return SIMD4(Double(red) / 255 * a, Double(green) / 255 * a, Double(blue) / 255 * a, a)
    }
}

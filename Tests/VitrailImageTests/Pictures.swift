import VitrailScene
import VitrailTestNumbers

enum Pictures {
    /// Random premultiplied pixels; alpha is 255 everywhere if `opaque`.
    static func noise(_ width: Int, _ height: Int, opaque: Bool, seed: UInt64 = 1) -> PixelImage {
        var generator = SeededNumbers(seed: seed)
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        for i in stride(from: 0, to: pixels.count, by: 4) {
            let bits = generator.next()
            let alpha = opaque ? 255 : bits & 255
            for c in 0..<3 { pixels[i + c] = UInt8((bits >> UInt64(8 + 8 * c) & 255) * alpha / 255) }
            pixels[i + 3] = UInt8(alpha)
        }
        return PixelImage(size: PixelSize(width: width, height: height), pixels: pixels)
    }

    /// White with a few flat rectangles: smooth enough for JPEG, and repetitive like a chart.
    static func chart(_ width: Int, _ height: Int) -> PixelImage {
        var image = PixelImage(size: PixelSize(width: width, height: height), filledWith: .white)
        let colors: [SIMD4<UInt8>] = [[31, 119, 180, 255], [255, 127, 14, 255], [44, 160, 44, 255]]
        for (k, color) in colors.enumerated() {
            for y in height / 4 * k / 2..<height * 3 / 4 {
                for x in width * (2 * k + 1) / 8..<width * (2 * k + 2) / 8 { image[x, y] = color }
            }
        }
        return image
    }
}

import VitrailScene

/// Describes the pixels that differ most.
enum WorstPixels {
    private static let maximum = 3

    /// Returns one line for each of the pixels with the largest channel difference; among equal ones, the first.
    /// Premultiplied RGBA.
    static func lines(expected: PixelImage, found: PixelImage) -> [String] {
        guard expected.size == found.size, expected.pixels.count == found.pixels.count else { return [] }
        var worst: [(index: Int, difference: Int)] = []
        for index in 0..<expected.pixels.count / 4 {
            let difference = (0..<4).reduce(0) {
                max($0, abs(Int(expected.pixels[4 * index + $1]) - Int(found.pixels[4 * index + $1])))
            }
            guard difference > 0, worst.count < maximum || difference > worst[maximum - 1].difference else { continue }
            worst.insert((index, difference), at: worst.firstIndex { $0.difference < difference } ?? worst.count)
            if worst.count > maximum { worst.removeLast() }
        }
        return worst.map { pixel in
            let (x, y) = (pixel.index % expected.size.width, pixel.index / expected.size.width)
            return "  at (\(x), \(y)): expected \(color(expected, pixel.index)), found \(color(found, pixel.index))"
        }
    }

    private static func color(_ image: PixelImage, _ index: Int) -> String {
        "(" + (0..<4).map { String(image.pixels[4 * index + $0]) }.joined(separator: ", ") + ")"
    }
}

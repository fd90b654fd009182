public import VitrailScene

/// Passes if every pixel matches the other image within one pixel: a pixel there or a bilinear mean of its pixels.
///
/// For images that are drawn scaled, rotated or at fractional positions, where drivers place samples differently. The
/// position may deviate by any fraction of a pixel, the colour by `tolerance`. A pixel fails only if both directions
/// fail: the actual pixel has no match in the expected image, and the expected pixel has none in the actual image.
///
/// Usual value: 7/255 (dEQP's value for textured quads); 1/255 if both images use nearest sampling. Above 16/255 a
/// wrong filter passes.
///
/// Like every comparison that tolerates position, it does not see that a whole image is off by less than a pixel.
/// - Source: `bilinearCompare` of dEQP; the 28 sample positions between pixels form a Halton sequence, as there.
public struct BilinearComparison: ImageComparison {
    /// Maximum difference of a channel, in 1/255.
    public var tolerance: UInt8
    /// Number of pixels that may fail; dEQP allows 0.
    public var maximumFailingPixels: Int

    public init(tolerance: UInt8 = 7, maximumFailingPixels: Int = 0) {
        self.tolerance = tolerance
        self.maximumFailingPixels = maximumFailingPixels
    }

    public func compare(_ actual: PixelImage, expected: PixelImage) -> ComparisonResult {
        let comparator = "bilinear within \(tolerance)/255"
        guard let differences = PixelDifferences(actual, expected) else {
            return ComparisonResult(comparator: comparator, actual: actual.size, expected: expected.size)
        }
        let isFailing = (0..<differences.values.count).map { k in
            let (x, y) = (k % actual.width, k / actual.width)
            // The fast path: almost every pixel matches the pixel at the same position.
            return differences.values[k] > tolerance && !isFound(actual[x, y], in: expected, x, y)
                && !isFound(expected[x, y], in: actual, x, y)
        }
        let count = isFailing.count { $0 }
        let failures =
            count <= maximumFailingPixels
            ? [] : ["\(count) pixels are nowhere within one pixel; \(maximumFailingPixels) are allowed"]
        return ComparisonResult(
            comparator: comparator, failures: failures, statistics: DifferenceStatistics(differences),
            differences: differences, isFailing: isFailing)
    }

    private func isFound(_ pixel: SIMD4<UInt8>, in image: PixelImage, _ x: Int, _ y: Int) -> Bool {
        for row in max(0, y - 1)...min(image.height - 1, y + 1) {
            for column in max(0, x - 1)...min(image.width - 1, x + 1) where isClose(pixel, image[column, row]) {
                return true
            }
        }
        return Self.offsets.contains { offset in
            let (u, v) = (Double(x) + offset.x, Double(y) + offset.y)
            guard u >= 0, v >= 0, u < Double(image.width - 1), v < Double(image.height - 1) else { return false }
            return isClose(pixel, image.bilinear(u, v))
        }
    }

    private func isClose(_ a: SIMD4<UInt8>, _ b: SIMD4<UInt8>) -> Bool {
        (0..<4).allSatisfy { abs(Int(a[$0]) - Int(b[$0])) <= Int(tolerance) }
    }

    /// Sample offsets, spread evenly within one pixel to each side.
    private static let offsets: [(x: Double, y: Double)] = (1...28).map {
        (halton($0, 2) * 2 - 1, halton($0, 3) * 2 - 1)
    }

    private static func halton(_ index: Int, _ base: Int) -> Double {
        var (rest, share, sum) = (index, 1.0, 0.0)
        while rest > 0 {
            share /= Double(base)
            sum += share * Double(rest % base)
            rest /= base
        }
        return sum
    }
}

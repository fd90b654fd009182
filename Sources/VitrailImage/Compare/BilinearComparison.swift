public import VitrailScene

/// Passes pictures in which every pixel is found in the other one, or is a bilinear mean of what lies within a pixel of it there.
///
/// For images drawn scaled, turned or at a fraction of a pixel, where drivers place samples otherwise: position may deviate by any part of a pixel,
/// colour by `tolerance`. A pixel fails only if neither picture has the other's.
/// Usual value: 7/255, dEQP's for textured quads; 1/255 where both are nearest. Above 16/255 a wrong filter passes.
/// Like all that forgives a position it is blind to a picture that is off by less than a pixel as a whole.
/// Source: `bilinearCompare` of dEQP as published; the places of the samples between pixels are of a Halton sequence, 28 as there.
public struct BilinearComparison: ImageComparison {
    /// Greatest difference of a channel, in 1/255.
    public var tolerance: UInt8
    /// How many pixels may fail; dEQP allows none.
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
            // Nearly every pixel has its partner right under it.
            return differences.values[k] > tolerance && !isFound(actual[x, y], in: expected, x, y) && !isFound(expected[x, y], in: actual, x, y)
        }
        let count = isFailing.count { $0 }
        let failures = count <= maximumFailingPixels ? [] : ["\(count) pixels are nowhere within one pixel; \(maximumFailingPixels) are allowed"]
        return ComparisonResult(
            comparator: comparator, failures: failures, statistics: DifferenceStatistics(differences), differences: differences, isFailing: isFailing)
    }

    private func isFound(_ pixel: SIMD4<UInt8>, in image: PixelImage, _ x: Int, _ y: Int) -> Bool {
        for row in max(0, y - 1)...min(image.height - 1, y + 1) {
            for column in max(0, x - 1)...min(image.width - 1, x + 1) where isClose(pixel, image[column, row]) { return true }
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

    /// Evenly within one pixel to each side.
    private static let offsets: [(x: Double, y: Double)] = (1...28).map { (halton($0, 2) * 2 - 1, halton($0, 3) * 2 - 1) }

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

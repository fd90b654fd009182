public import VitrailScene

/// Passes if the other image has each pixel's colour at most one pixel away, in both directions.
///
/// For primitives whose exact pixels the GLES specification leaves open (thin lines, points, positions rounded by half
/// a pixel). The position may deviate by one pixel in x and y, the colour by `tolerance`. Both directions are checked,
/// so that neither a missing nor an additional shape passes.
///
/// Usual values: tolerance 8/255, no failing pixel; between drivers up to 0.1 % of the drawn pixels may fail.
///
/// It does not see that a whole image is off by one pixel, so it must never be the only check of positions.
/// - Source: the position deviation of the integer-threshold comparison in VK-GL-CTS.
public struct NeighbourhoodComparison: ImageComparison {
    /// Maximum difference of a channel, in 1/255.
    public var tolerance: UInt8
    /// Number of pixels that may have no match.
    public var maximumFailingPixels: Int

    public init(tolerance: UInt8 = 8, maximumFailingPixels: Int = 0) {
        self.tolerance = tolerance
        self.maximumFailingPixels = maximumFailingPixels
    }

    public func compare(_ actual: PixelImage, expected: PixelImage) -> ComparisonResult {
        let comparator = "neighbourhood of 1 px within \(tolerance)/255"
        guard let differences = PixelDifferences(actual, expected) else {
            return ComparisonResult(comparator: comparator, actual: actual.size, expected: expected.size)
        }
        let missing = pixels(of: expected, withoutPartnerIn: actual)
        let added = pixels(of: actual, withoutPartnerIn: expected)
        let isFailing = zip(missing, added).map { $0 || $1 }
        let count = isFailing.count { $0 }
        let failures =
            count <= maximumFailingPixels
            ? []
            : ["\(count) pixels have no partner within one pixel; \(maximumFailingPixels) are allowed"]
        return ComparisonResult(
            comparator: comparator, failures: failures, statistics: DifferenceStatistics(differences),
            differences: differences, isFailing: isFailing)
    }

    private func pixels(of image: PixelImage, withoutPartnerIn other: PixelImage) -> [Bool] {
        let (width, height) = (image.width, image.height)
        return image.pixels.withUnsafeBufferPointer { own in
            other.pixels.withUnsafeBufferPointer { others in
                (0..<width * height).map { i in
                    // The fast path: almost every pixel matches the pixel at the same position.
                    if PixelDifferences.greatest(own, i, others, i) <= tolerance { return false }
                    let (x, y) = (i % width, i / width)
                    for row in max(0, y - 1)...min(height - 1, y + 1) {
                        for column in max(0, x - 1)...min(width - 1, x + 1)
                        where PixelDifferences.greatest(own, i, others, row * width + column) <= tolerance {
                            return false
                        }
                    }
                    return true
                }
            }
        }
    }
}

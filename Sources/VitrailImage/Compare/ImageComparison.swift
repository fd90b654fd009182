public import VitrailScene

/// Decides whether two images are close enough, and where they differ.
///
/// Each comparator answers a different question:
///
/// | comparator | question | usual use |
/// | --- | --- | --- |
/// | `ExactComparison` | are the bytes equal? | one driver, one build |
/// | `PerChannelComparison` | is every channel within a limit? | goldens on the driver they are from |
/// | `NeighbourhoodComparison` | is each pixel's colour found at most one pixel away? | thin primitives, two drivers |
/// | `WorstTileComparison` | is every part of the image right on average? | text and noise, two versions |
/// | `ChannelThresholdComparison` | is each channel within its own limit? | targets with few bits |
/// | `BilinearComparison` | is each pixel, or a mean of neighbours, found within a pixel? | scaled, rotated images |
/// | `FuzzyComparison` | do the images look alike? | scenes, two drivers |
/// | `InkComparison` | do the drawn pixels meet the limits of the reference? | GPU against reference rasteriser |
///
/// All compare premultiplied bytes. The difference of a pixel is the maximum of its four channel differences, 0…255.
/// Images of different sizes always fail, and the result says so. Cost: a few passes over the pixels.
public protocol ImageComparison: Sendable {
    /// - Parameters:
    ///   - actual: the image to check.
    ///   - expected: the correct image.
    func compare(_ actual: PixelImage, expected: PixelImage) -> ComparisonResult
}

/// The difference of each pixel of two images of equal size.
struct PixelDifferences {
    let size: PixelSize
    /// Maximum difference of the four channels, row by row from the top.
    let values: [UInt8]

    /// `nil`: the sizes differ.
    init?(_ actual: PixelImage, _ expected: PixelImage) {
        guard actual.size == expected.size else { return nil }
        size = actual.size
        values = actual.pixels.withUnsafeBufferPointer { a in
            expected.pixels.withUnsafeBufferPointer { b in
                [UInt8](unsafeUninitializedCapacity: a.count / 4) { result, count in
                    for pixel in 0..<a.count / 4 {
                        result[pixel] = Self.greatest(a, pixel, b, pixel)
                    }
                    count = a.count / 4
                }
            }
        }
    }

    /// Maximum difference of the four channels of pixel `i` of `a` and pixel `j` of `b`.
    static func greatest(
        _ a: UnsafeBufferPointer<UInt8>, _ i: Int, _ b: UnsafeBufferPointer<UInt8>, _ j: Int
    ) -> UInt8 {
        var greatest = 0
        for channel in 0..<4 {
            let difference = Int(a[i * 4 + channel]) - Int(b[j * 4 + channel])
            greatest = max(greatest, abs(difference))
        }
        return UInt8(greatest)
    }
}

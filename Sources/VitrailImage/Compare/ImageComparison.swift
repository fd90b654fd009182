public import VitrailScene

/// Judges whether two pictures are close enough, and says where they are not.
///
/// The family is small, and each member answers another question:
///
/// | comparator                | question                                                        | usual use                        |
/// |---------------------------|-----------------------------------------------------------------|----------------------------------|
/// | `ExactComparison`         | are the bytes the same?                                         | one driver, one build            |
/// | `PerChannelComparison`    | is no channel off by more than t?                               | goldens on the driver they are from |
/// | `NeighbourhoodComparison` | is each pixel's colour found at most one pixel away?            | thin primitives between drivers  |
/// | `WorstTileComparison`     | is any part of the picture off, on average?                     | text and noise between versions  |
/// | `ChannelThresholdComparison` | is each channel within its own limit?                        | targets of few bits              |
/// | `BilinearComparison`      | is each pixel found, or a mean of its neighbours, within a pixel? | scaled and turned images     |
/// | `FuzzyComparison`         | do the pictures look alike?                                     | scenes between drivers           |
/// | `InkComparison`           | is what was drawn as exact as the oracle asks?                  | GPU against reference rasteriser |
///
/// All compare premultiplied bytes; a pixel's difference is the greatest of its four channels', 0…255. Pictures of
/// different sizes always fail, and the result says so. Cost: a few passes over the pixels.
public protocol ImageComparison: Sendable {
    /// - Parameters:
    ///   - actual: what was drawn.
    ///   - expected: what ought to have been drawn.
    func compare(_ actual: PixelImage, expected: PixelImage) -> ComparisonResult
}

/// Each pixel's difference of two pictures of one size.
struct PixelDifferences {
    let size: PixelSize
    /// Greatest difference of the four channels, row by row from the top.
    let values: [UInt8]

    /// Nil when the sizes differ.
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

    /// Greatest difference of the four channels of pixel `i` of `a` and pixel `j` of `b`.
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

public import VitrailScene

/// Passes if no channel differs by more than its own limit.
///
/// For targets whose channels have different bit depths, such as RGB565: a limit that suits five bits would hide an
/// error in six.
///
/// Usual value: `ChannelTolerance.step` for each channel. It allows one step of the target and the rounding to 8 bits.
/// A larger value hides wrong rounding; a smaller one fails drivers that round differently.
/// - Source: the threshold comparison of VK-GL-CTS, whose tests scale thresholds by bit depth.
public struct ChannelThresholdComparison: ImageComparison {
    /// Maximum difference of red, green, blue, alpha, in 1/255.
    public var tolerance: SIMD4<UInt8>
    /// Number of pixels that may exceed it.
    public var maximumFailingPixels: Int

    public init(_ tolerance: SIMD4<UInt8>, maximumFailingPixels: Int = 0) {
        self.tolerance = tolerance
        self.maximumFailingPixels = maximumFailingPixels
    }

    public func compare(_ actual: PixelImage, expected: PixelImage) -> ComparisonResult {
        let comparator = "per channel within (\((0..<4).map { "\(tolerance[$0])" }.joined(separator: ", ")))/255"
        guard let differences = PixelDifferences(actual, expected) else {
            return ComparisonResult(comparator: comparator, actual: actual.size, expected: expected.size)
        }
        let isFailing = (0..<differences.values.count).map { pixel in
            (0..<4).contains { c in
                abs(Int(actual.pixels[pixel * 4 + c]) - Int(expected.pixels[pixel * 4 + c])) > Int(tolerance[c])
            }
        }
        let count = isFailing.count { $0 }
        let failures =
            count <= maximumFailingPixels
            ? [] : ["\(count) pixels are beyond the limits; \(maximumFailingPixels) are allowed"]
        return ComparisonResult(
            comparator: comparator, failures: failures, statistics: DifferenceStatistics(differences),
            differences: differences, isFailing: isFailing)
    }
}

/// Tolerances for channels of a given bit depth.
public enum ChannelTolerance {
    /// Returns one step of a channel with `bits` bits plus one step of the 8 bits that it is read as, in 1/255. A
    /// channel without bits reads as a constant and gets 0; one with 8 bits or more gets 1.
    public static func step(bits: Int) -> UInt8 {
        guard bits > 0 else { return 0 }
        guard bits < 8 else { return 1 }
        let levels = (1 << bits) - 1
        return UInt8(min(255, (255 + levels - 1) / levels + 1))
    }
}

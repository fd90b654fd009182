public import VitrailScene

/// Passes pictures of which no channel is off by more than a limit of its own.
///
/// For targets whose channels have bits of their own, such as RGB565: a limit that is right for five bits would hide an error in six.
/// Usual value: `ChannelTolerance.step` for each channel, which forgives one step of the target and the rounding to 8 bits. Any more hides a
/// wrong rounding, any less fails drivers that round the other way.
/// Source: the threshold comparison of VK-GL-CTS, and how its tests scale thresholds by bits.
public struct ChannelThresholdComparison: ImageComparison {
    /// Greatest difference of red, green, blue, alpha, in 1/255.
    public var tolerance: SIMD4<UInt8>
    /// How many pixels may be beyond it.
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
        let failures = count <= maximumFailingPixels ? [] : ["\(count) pixels are beyond the limits; \(maximumFailingPixels) are allowed"]
        return ComparisonResult(
            comparator: comparator, failures: failures, statistics: DifferenceStatistics(differences), differences: differences, isFailing: isFailing)
    }
}

/// What a channel's number of bits makes of a tolerance.
public enum ChannelTolerance {
    /// One step of a channel of `bits`, and one of the 8 bits that it is read as, in 1/255. A channel of no bits reads as a constant: 0.
    public static func step(bits: Int) -> UInt8 {
        guard bits > 0 else { return 0 }
        guard bits < 8 else { return 1 }
        let levels = (1 << bits) - 1
        return UInt8(min(255, (255 + levels - 1) / levels + 1))
    }
}

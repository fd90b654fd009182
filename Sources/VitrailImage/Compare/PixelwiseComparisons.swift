public import VitrailScene

/// Passes only equal bytes.
///
/// Usual value: there is none to choose. Good for what one build on one software rasteriser draws twice, for encoders
/// that lose nothing, and for scenes whose edges lie on whole pixels.
public struct ExactComparison: ImageComparison {
    public init() {}

    public func compare(_ actual: PixelImage, expected: PixelImage) -> ComparisonResult {
        compareChannels(actual, expected, tolerance: 0, comparator: "exact")
    }
}

/// Passes pictures of which no channel of any pixel differs by more than a tolerance.
///
/// Usual value 1/255: goldens on the rasteriser that they were made with, whose vector width follows the CPU.
/// 2/255 for flat colours between drivers; more than 4/255 hides faint lines: take `InkComparison` then.
public struct PerChannelComparison: ImageComparison {
    /// In 1/255, 0…255.
    public var tolerance: UInt8

    public init(tolerance: UInt8 = 1) {
        self.tolerance = tolerance
    }

    public func compare(_ actual: PixelImage, expected: PixelImage) -> ComparisonResult {
        compareChannels(
            actual, expected, tolerance: tolerance, comparator: "per channel within \(tolerance)/255")
    }
}

private func compareChannels(
    _ actual: PixelImage, _ expected: PixelImage, tolerance: UInt8, comparator: String
) -> ComparisonResult {
    guard let differences = PixelDifferences(actual, expected) else {
        return ComparisonResult(comparator: comparator, actual: actual.size, expected: expected.size)
    }
    let isFailing = differences.values.map { $0 > tolerance }
    let count = isFailing.count { $0 }
    return ComparisonResult(
        comparator: comparator,
        failures: count == 0 ? [] : ["\(count) pixels differ by more than \(tolerance)/255"],
        statistics: DifferenceStatistics(differences), differences: differences, isFailing: isFailing)
}

public import VitrailScene

/// Passes if the bytes are equal.
///
/// For repeated renders of one build on one software rasteriser, for lossless encoders, and for scenes whose edges are
/// on pixel boundaries.
public struct ExactComparison: ImageComparison {
    public init() {}

    public func compare(_ actual: PixelImage, expected: PixelImage) -> ComparisonResult {
        compareChannels(actual, expected, tolerance: 0, comparator: "exact")
    }
}

/// Passes if no channel of any pixel differs by more than a tolerance.
///
/// Usual value: 1/255 for goldens on the rasteriser that made them, because its vector width depends on the CPU; 2/255
/// for flat colours between drivers. More than 4/255 hides faint lines; use `InkComparison` then.
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

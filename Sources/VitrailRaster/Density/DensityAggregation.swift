public import VitrailColumns

/// How a density series aggregates the samples in a pixel.
public enum DensityAggregation: String, Sendable, CaseIterable {
    /// Number of samples.
    case count
    /// Sum, mean, maximum or minimum of the samples' values.
    case sum, mean, max, min
    /// Number of samples of each category. A pixel has the colours of the categories, mixed by their shares; the more
    /// samples, the more opaque it is.
    case category

    /// The value that is read for each sample in addition to its position; `nil`: none.
    package var value: SeriesValue? {
        switch self {
        case .count: nil
        case .sum, .mean, .max, .min: .free(.value)
        case .category: .free(.category)
        }
    }

    /// Whether threads count in one grid: if the result depends on the order of samples, or if a grid for each thread
    /// takes too long.
    var sharesGrid: Bool { self == .sum || self == .mean || self == .category }

    /// The name in the legend if the series has no title.
    package var title: String {
        switch self {
        case .count, .category: "Count"
        case .sum: "Sum"
        case .mean: "Mean"
        case .max: "Maximum"
        case .min: "Minimum"
        }
    }
}

extension DataKey {
    /// The values that a density series aggregates.
    public static let value: DataKey = "value"
    /// The categories of a density series' samples: texts, or numbers.
    public static let category: DataKey = "category"
}

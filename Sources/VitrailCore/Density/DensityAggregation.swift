/// What the samples in a pixel of a density series come to.
public enum DensityAggregation: String, Sendable, CaseIterable {
    /// How many there are.
    case count
    /// Of their values.
    case sum, mean, max, min
    /// How many there are of each category: the colours of the categories are mixed by their shares, and the more samples, the more opaque.
    case category

    /// What is read of each sample beside its place.
    var value: SeriesValue? {
        switch self {
        case .count: nil
        case .sum, .mean, .max, .min: .free(.value)
        case .category: .free(.category)
        }
    }

    /// Whether threads count in one grid: where the outcome depends on the order in which samples are taken in, or a grid for each takes too long.
    var sharesGrid: Bool { self == .sum || self == .mean || self == .category }

    /// As the legend calls it where the series has no title.
    var title: String {
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
    /// What a density series sums up.
    public static let value: DataKey = "value"
    /// What a density series tells its samples apart by: a text, or a number.
    public static let category: DataKey = "category"
}

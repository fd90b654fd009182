/// Whether series with more samples than pixels are reduced before drawing.
public enum Decimation: String, Sendable, Hashable, CaseIterable {
    /// Reduce where the picture stays the same: min/max per pixel column, or rasterising on the CPU.
    case automatic
    /// Draw every sample as its own geometry at any cost. For benchmarks and driver tests.
    case none
}

/// How the samples of a series are drawn. Each later case is farther from one shape per sample.
public enum DrawingTier: String, Sendable, Hashable, CaseIterable, Comparable, Codable {
    /// Each sample is geometry of its own. The device does the rest.
    case raw
    /// Each sample is part of the drawn shape. Its coverage is computed in the cheapest exact way.
    case exact
    /// Each pixel column is drawn with a few samples that look like all of its samples.
    case decimated
    /// The coverage of all samples per pixel is computed before drawing.
    case counted
    /// A pixel shows a statistic of its samples.
    case density

    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The series of a mark.
public struct MarkSource: Sendable, Hashable {
    /// Index of the series in its chart.
    public var series: Int
    public var tier: DrawingTier
    /// How its marks are drawn, and why, as far as planning decides it.
    public var choices: [StrategyChoice]

    public init(series: Int, tier: DrawingTier, choices: [StrategyChoice] = []) {
        (self.series, self.tier, self.choices) = (series, tier, choices)
    }
}

/// The share of one series in a draw list.
public struct SeriesTotals: Sendable, Hashable, Codable {
    /// Index of the series in its chart.
    public var series: Int
    public var tier: DrawingTier
    /// A draw that continues the previous one in the same way counts with it.
    public var draws: Int
    /// Quads: segments, area slices, columns, discs, and the quads that clear and composite a scratch target.
    public var instances: Int
    /// How its marks are drawn, and why; each choice once.
    public var choices: [StrategyChoice]

    public init(
        series: Int, tier: DrawingTier, draws: Int = 0, instances: Int = 0, choices: [StrategyChoice] = []
    ) {
        (self.series, self.tier, self.draws, self.instances) = (series, tier, draws, instances)
        self.choices = choices
    }

    /// Adds choices that are not known yet.
    package mutating func note(_ choices: some Sequence<StrategyChoice>) {
        for choice in choices where !self.choices.contains(choice) { self.choices.append(choice) }
    }
}

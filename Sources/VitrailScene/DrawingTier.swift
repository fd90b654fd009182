/// Whether series with more samples than pixels are reduced before they are drawn.
public enum Decimation: String, Sendable, Hashable, CaseIterable {
    /// Where the picture stays the same: by pixel column, or by counting.
    case automatic
    /// Every sample is drawn as geometry of its own, whatever it costs: for benchmarks, and for tests of drivers.
    case none
}

/// How the samples of a series come to be seen; a later one stands farther from drawing each.
public enum DrawingTier: String, Sendable, Hashable, CaseIterable, Comparable, Codable {
    /// Each sample is geometry of its own; the device does the rest.
    case raw
    /// Each sample is part of what is drawn; its coverage is found in the way that is cheapest.
    case exact
    /// A pixel column is drawn as few samples that look like all of it.
    case decimated
    /// What all samples together come to in a pixel was found before drawing.
    case counted
    /// A pixel shows a figure about its samples.
    case density

    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The series that a mark is a part of.
public struct MarkSource: Sendable, Hashable {
    /// Of the series in its chart.
    public var series: Int
    public var tier: DrawingTier

    public init(series: Int, tier: DrawingTier) {
        (self.series, self.tier) = (series, tier)
    }
}

/// What one series put into a draw list.
public struct SeriesTotals: Sendable, Hashable, Codable {
    /// Index of the series in its chart.
    public var series: Int
    public var tier: DrawingTier
    /// A draw that goes on where the one before it ended, in the same way, counts with that one.
    public var draws: Int
    /// Quads: segments, slices, columns, discs, and those that a scratch target is erased and painted with.
    public var instances: Int

    public init(series: Int, tier: DrawingTier, draws: Int = 0, instances: Int = 0) {
        (self.series, self.tier, self.draws, self.instances) = (series, tier, draws, instances)
    }
}

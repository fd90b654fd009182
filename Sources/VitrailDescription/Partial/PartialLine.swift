import VitrailChart
import VitrailColumns
import VitrailRaster
import VitrailScales
import VitrailSystem

/// The visible samples of a line. Each bin (a part of a pixel column) keeps its first, minimum, maximum and last sample
/// with their neighbours, in their order. They include all samples that a chart of all samples would draw.
///
///     bin     −∞ ┆  812   ┆  813  ┆ 814 …  ┆ +∞      −∞, +∞: before and after the axis range, the nearest three
///     sample  ···┆· ·  ·· ┆  ·    ┆ ····   ┆ ···
///
/// Samples are sorted by position, and so are the bins.
struct PartialLine: Sendable {
    static let before = Int32.min
    static let behind = Int32.max
    /// Number of samples kept on each side of the range: the path continues to the nearest, whose end depends on the
    /// next.
    private static let outside = 3

    /// The bin of each sample.
    var bins: [Int32] = []
    var along: [Double] = []
    var across: [Double] = []

    var count: Int { bins.count }

    mutating func append(_ bin: Int32, _ x: Double, _ y: Double) {
        bins.append(bin)
        along.append(x)
        across.append(y)
    }

    /// The samples of a partition.
    ///
    /// - Parameters:
    ///   - samples: Sorted, without a gap in the independent values.
    ///   - parts: Bins per pixel column.
    init(_ samples: LoadedSeries, alongScale: AxisScale, acrossScale: AxisScale, parts: Double) {
        self = ColumnView.withView(samples.along, samples.across[0]) { along, across in
            let range = alongScale.range
            let first = along.indices.partition { along[$0] >= range.minimum }
            let end = max(along.indices.partition { along[$0] > range.maximum }, first)
            var line = PartialLine()
            for i in max(first - Self.outside, 0)..<first { line.append(Self.before, along[i], across[i]) }
            let bins = SampleBins(along, first..<end, on: (alongScale, acrossScale), perPixel: parts)
            line.append(PartialLine(bins, along, across))
            for i in end..<min(end + Self.outside, along.count) { line.append(Self.behind, along[i], across[i]) }
            return line
        }
    }

    init() {}

    /// Reduces the samples of bins, on all cores.
    private init(_ bins: SampleBins, _ along: ColumnView, _ across: ColumnView) {
        let samples = BinSamples(across: across, minimum: bins.minimum)
        let lines = Parallel.map(bins.parts.count) { k in
            var line = PartialLine()
            for bin in bins.parts[k] {
                let number = Int32(clamping: Int(bin.column, within: Int(Self.before) + 1...Int(Self.behind) - 1))
                for i in samples.kept(bin.samples) { line.append(number, along[i], across[i]) }
            }
            return line
        }
        self = lines.reduce(into: PartialLine()) { $0 = $0.followed(by: $1, minimum: bins.minimum) }
    }

    private mutating func append(_ other: PartialLine) {
        bins += other.bins
        along += other.along
        across += other.across
    }

    /// The line followed by `next`, which belongs to later partitions.
    ///
    /// - Parameter least: Dependent values below it have no position.
    func followed(by next: PartialLine, minimum: Double) -> PartialLine {
        guard let last = bins.last, let first = next.bins.first else { return bins.isEmpty ? next : self }
        guard last == first else {
            var line = self
            line.append(next)
            return line
        }
        // Both lines have samples in this bin.
        let start = bins.lastIndex { $0 != last }.map { $0 + 1 } ?? 0
        let end = next.bins.firstIndex { $0 != first } ?? next.count
        let shared = (
            along: Array(along[start...] + next.along[..<end]), across: Array(across[start...] + next.across[..<end])
        )
        let kept: [Int]
        switch last {
        case Self.before: kept = Array(shared.along.indices.suffix(Self.outside))
        case Self.behind: kept = Array(shared.along.indices.prefix(Self.outside))
        default:
            kept = ColumnView.withView(shared.across.span) {
                BinSamples(across: $0, minimum: minimum).kept(shared.across.indices)
            }
        }
        var line = PartialLine()
        line.append(part(0..<start))
        for i in kept { line.append(last, shared.along[i], shared.across[i]) }
        line.append(next.part(end..<next.count))
        return line
    }

    private func part(_ range: Range<Int>) -> PartialLine {
        var part = PartialLine()
        (part.bins, part.along, part.across) = (Array(bins[range]), Array(along[range]), Array(across[range]))
        return part
    }
}

/// Selects the samples of a bin that are kept.
private struct BinSamples {
    let across: ColumnView
    /// Values below it have no position.
    let minimum: Double

    /// A bin with at most this many samples keeps all.
    private static let fewest = 12
    /// The same for a bin with gaps: the drawing of a bin with many runs depends on the sample count of each run.
    private static let minWithGaps = 64
    /// Number of runs between gaps that are kept at the start and at the end of the bin.
    private static let runs = 16

    func isGap(_ i: Int) -> Bool { !(across[i].isFinite && across[i] >= minimum) }

    func kept(_ samples: Range<Int>) -> [Int] {
        if samples.count <= Self.fewest { return Array(samples) }
        var runs: [Range<Int>] = []
        var start = samples.lowerBound
        while start < samples.upperBound {
            while start < samples.upperBound, isGap(start) { start += 1 }
            guard start < samples.upperBound else { break }
            let end = across.firstGap(in: start..<samples.upperBound, below: minimum)
            runs.append(start..<end)
            start = end
        }
        let hasGap = runs.first != samples
        if hasGap, samples.count <= Self.minWithGaps { return Array(samples) }
        guard runs.count > 2 * Self.runs else { return withGaps(runs, samples) }
        var extremes: Set<Int> = []
        if let low = runs.indices.min(by: { lowest(runs[$0]) < lowest(runs[$1]) }) { extremes.insert(low) }
        if let high = runs.indices.max(by: { highest(runs[$0]) < highest(runs[$1]) }) { extremes.insert(high) }
        let shown = runs.indices.filter { $0 < Self.runs || $0 >= runs.count - Self.runs || extremes.contains($0) }
        return withGaps(shown.map { runs[$0] }, samples)
    }

    private func lowest(_ run: Range<Int>) -> Double { across.extremes(run).map { across[$0.lowest] } ?? .infinity }
    private func highest(_ run: Range<Int>) -> Double { across.extremes(run).map { across[$0.highest] } ?? -.infinity }

    /// The runs, with one sample of each gap between them and of the gaps at both ends.
    private func withGaps(_ runs: [Range<Int>], _ samples: Range<Int>) -> [Int] {
        guard let first = runs.first, let last = runs.last else { return [samples.lowerBound] }
        var kept: [Int] = first.lowerBound > samples.lowerBound ? [samples.lowerBound] : []
        for (k, run) in runs.enumerated() {
            if k > 0 { kept.append(run.lowerBound - 1) }
            kept += extremes(of: run)
        }
        if last.upperBound < samples.upperBound { kept.append(last.upperBound) }
        return kept
    }

    /// The first, last, minimum and maximum sample, the minimum and maximum between the ends, and the neighbours of
    /// all.
    private func extremes(of run: Range<Int>) -> [Int] {
        guard run.count > Self.fewest, let all = across.extremes(run),
            let inner = across.extremes(run.dropFirst().dropLast())
        else { return Array(run) }
        let found = [run.lowerBound, run.upperBound - 1, all.lowest, all.highest, inner.lowest, inner.highest]
        let near = Set(found.flatMap { [$0 - 1, $0, $0 + 1] }.filter(run.contains))
        return near.sorted()
    }
}

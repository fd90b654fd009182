import CData
import VitrailScene

/// What partitions came to: extents, and where the plan has these, reduced series.
///
///     positions   0 ┆ 1 ┆ 2 ┆ 3 ┆ 4 …        Stretches of partitions side by side are one run. Densities are sums over all runs.
///     runs        ├───────┤   ├───────┤
struct PartialContent: Sendable {
    struct Run: Sendable {
        /// Positions, both included.
        var low: UInt64
        var high: UInt64
        /// Of each series that is reduced; nil of others.
        var facts: [SeriesFacts?]
        /// Of lines, where the plan has extents.
        var lines: [PartialLine?]
    }

    /// Where series were reduced: all machines have to lay the chart out alike. Empty in extents.
    var layout: [Double]
    /// Ascending and apart.
    var runs: [Run]
    /// Of densities.
    var grids: [PartialGrid?]
    /// Of aggregated series, also in extents: the layout asks for what they come to.
    var groups: [PartialGroups?]

    // MARK: Merging

    /// Takes in what other partitions came to, but for the order of runs: `sort` has to follow.
    mutating func add(_ part: PartialContent, _ series: PartialSeriesList) throws(DescriptionError) {
        guard part.layout == layout else {
            throw .partial("the parts were made for other plot areas: all machines need the same version of vitrail and the same fonts")
        }
        for k in grids.indices {
            guard let next = part.grids[k] else { continue }
            guard grids[k]?.fits(next) == true else { throw PartialReader.broken }
            grids[k]?.add(next)
        }
        for k in groups.indices {
            if let next = part.groups[k] { try groups[k]?.add(next, series.rules[k], series.places[k]) }
        }
        runs += part.runs
    }

    /// Puts runs in order, and joins those side by side.
    mutating func sort(_ series: PartialSeriesList) throws(DescriptionError) { runs = try Self.joined(runs, series) }

    /// All as one run.
    func whole(_ series: PartialSeriesList) throws(DescriptionError) -> Run {
        var rest = runs[...]
        guard var whole = rest.popFirst() else { throw PartialReader.broken }
        for run in rest { whole = try whole.followed(by: run, series) }
        return whole
    }

    private static func joined(_ runs: [Run], _ series: PartialSeriesList) throws(DescriptionError) -> [Run] {
        var joined: [Run] = []
        for run in runs.sorted(by: { $0.low < $1.low }) {
            guard let last = joined.last else {
                joined.append(run)
                continue
            }
            guard last.high < run.low else { throw .partial("position \(run.low) occurs twice: a part was merged twice, or two partitions have the same number") }
            if last.high + 1 == run.low {
                joined[joined.count - 1] = try last.followed(by: run, series)
            } else {
                try last.check(before: run, series)
                joined.append(run)
            }
        }
        return joined
    }
}

/// What merging has to know of the series.
struct PartialSeriesList: Sendable {
    var kinds: [PartialKind]
    /// Of the independent columns, as errors call them.
    var places: [String]
    /// How many values each reads beside the independent one.
    var values: [Int]
    var aggregations: [DensityAggregation]
    /// Of lines: values below it have no place.
    var least: [Double]
    /// Of the columns of an aggregated series.
    var rules: [[PartialGroups.Rule]]
}

extension PartialContent.Run {
    var words: String { low == high ? "partition \(low)" : "partitions \(low) to \(high)" }

    fileprivate func check(before next: Self, _ series: PartialSeriesList) throws(DescriptionError) {
        for (k, kind) in series.kinds.enumerated() where kind == .line {
            guard let a = facts[k]?.along.last, let b = next.facts[k]?.along.first, b < a else { continue }
            throw DescriptionError(
                place: series.places[k],
                message: "the values of \(next.words) begin before those of \(words) end; a line of partial results needs rows that are sorted by this column, "
                    + "and positions in its order")
        }
    }

    fileprivate func followed(by next: Self, _ series: PartialSeriesList) throws(DescriptionError) -> Self {
        try check(before: next, series)
        var all = self
        all.high = next.high
        for k in facts.indices {
            if let b = next.facts[k] { all.facts[k] = try facts[k]?.followed(by: b, "series[\(k)].category") ?? b }
            if let b = next.lines[k] { all.lines[k] = lines[k]?.followed(by: b, least: series.least[k]) ?? b }
        }
        return all
    }
}

// MARK: Bytes

extension PartialContent {
    var bytes: [UInt8] {
        var writer = PartialWriter()
        writer.write(layout)
        writer.write(UInt64(runs.count))
        for run in runs {
            writer.write(run.low)
            writer.write(run.high)
            for facts in run.facts {
                if let facts { writer.write(facts) }
            }
            for line in run.lines {
                guard let line else { continue }
                writer.write(line.bins)
                writer.write(line.along)
                writer.write(line.across)
            }
        }
        for grid in grids { grid?.write(to: &writer) }
        for groups in groups { groups?.write(to: &writer) }
        return writer.bytes
    }

    /// - Parameter isReduced: whether series were reduced; if not, there are extents alone.
    init(_ bytes: [UInt8], _ series: PartialSeriesList, isReduced: Bool) throws(DescriptionError) {
        var reader = PartialReader(bytes)
        (layout, runs) = (try reader.array(), [])
        grids = Array(repeating: nil, count: series.kinds.count)
        groups = Array(repeating: nil, count: series.kinds.count)
        for _ in 0..<(try reader.count(of: 16)) {
            var run = Run(
                low: try reader.integer(), high: try reader.integer(), facts: Array(repeating: nil, count: series.kinds.count),
                lines: Array(repeating: nil, count: series.kinds.count))
            guard run.low <= run.high, run.high < .max, runs.last.map({ $0.high < run.low }) ?? true else { throw PartialReader.broken }
            for (k, kind) in series.kinds.enumerated() where kind != .local { run.facts[k] = try reader.facts(values: series.values[k]) }
            for (k, kind) in series.kinds.enumerated() where kind == .line && isReduced {
                var line = PartialLine()
                (line.bins, line.along, line.across) = (try reader.array(), try reader.array(), try reader.array())
                guard line.isSound else { throw PartialReader.broken }
                run.lines[k] = line
            }
            runs.append(run)
        }
        guard !runs.isEmpty else { throw PartialReader.broken }
        for (k, kind) in series.kinds.enumerated() where kind == .density && isReduced {
            grids[k] = try PartialGrid(series.aggregations[k], from: &reader)
        }
        for (k, kind) in series.kinds.enumerated() where kind == .groups {
            groups[k] = try PartialGroups(columns: series.rules[k].count, from: &reader)
        }
        try reader.finish()
    }
}

extension PartialLine {
    /// Whether there is a bin and a place for each sample, in order.
    fileprivate var isSound: Bool {
        along.count == bins.count && across.count == bins.count && along.allSatisfy(\.isFinite) && zip(along, along.dropFirst()).allSatisfy { $0 <= $1 }
    }
}

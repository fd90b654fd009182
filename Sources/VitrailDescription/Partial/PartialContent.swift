import VitrailRaster

/// The reduced data of one or more partitions: extents and, if the plan has extents, reduced series.
///
///     positions   0 ┆ 1 ┆ 2 ┆ 3 ┆ 4 …        Adjacent partitions form one run. Densities are sums over all runs.
///     runs        ├───────┤   ├───────┤
struct PartialContent: Sendable {
    struct Run: Sendable {
        /// First and last position, both included.
        var low: UInt64
        var high: UInt64
        /// One per series; `nil`: the series is not reduced.
        var facts: [SeriesFacts?]
        /// One per series; `nil` unless the series is a line and the plan has extents.
        var lines: [PartialLine?]
    }

    /// The layout that the series were reduced for. It must be the same on all machines. Empty in extents.
    var layout: [Double]
    /// Ascending and disjoint.
    var runs: [Run]
    /// One per series; `nil` unless it is a density.
    var grids: [PartialGrid?]
    /// One per series; `nil` unless it is aggregated. Also present in extents, because the layout depends on the
    /// aggregated values.
    var groups: [PartialGroups?]

    // MARK: Merging

    /// Adds the data of other partitions. Runs are left unsorted; call `sort` afterwards.
    mutating func add(_ part: PartialContent, _ series: PartialSeriesList) throws(DescriptionError) {
        guard part.layout == layout else {
            throw .partial(
                "the parts were made for other plot areas: all machines need the same version of vitrail and the same fonts"
            )
        }
        for k in grids.indices {
            guard let next = part.grids[k] else { continue }
            guard grids[k]?.fits(next) == true else { throw PartialReader.broken }
            grids[k]?.add(next)
        }
        for k in groups.indices {
            if let next = part.groups[k] { try groups[k]?.add(next, series.rules[k], series.positions[k]) }
        }
        runs += part.runs
    }

    /// Sorts the runs and joins adjacent ones.
    mutating func sort(_ series: PartialSeriesList) throws(DescriptionError) { runs = try Self.joined(runs, series) }

    /// All runs as one.
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
            guard last.high < run.low else {
                throw .partial(
                    "position \(run.low) occurs twice: a part was merged twice, or two partitions have the same number")
            }
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

/// The properties of the series that merging depends on.
struct PartialSeriesList: Sendable {
    var kinds: [PartialKind]
    /// JSON path of each independent column, for errors.
    var positions: [String]
    /// Number of values that each series reads besides the independent one.
    var values: [Int]
    var aggregations: [DensityAggregation]
    /// For lines: values below it have no position.
    var minimum: [Double]
    /// For aggregated series: one rule per column.
    var rules: [[PartialGroups.Rule]]
}

extension PartialContent.Run {
    var words: String { low == high ? "partition \(low)" : "partitions \(low) to \(high)" }

    fileprivate func check(before next: Self, _ series: PartialSeriesList) throws(DescriptionError) {
        for (k, kind) in series.kinds.enumerated() where kind == .line {
            guard let a = facts[k]?.along.last, let b = next.facts[k]?.along.first, b < a else { continue }
            throw DescriptionError(
                path: series.positions[k],
                message:
                    "the values of \(next.words) begin before those of \(words) end; a line of partial results needs rows that are sorted by this column, "
                    + "and positions in its order")
        }
    }

    fileprivate func followed(by next: Self, _ series: PartialSeriesList) throws(DescriptionError) -> Self {
        try check(before: next, series)
        var all = self
        all.high = next.high
        for k in facts.indices {
            if let b = next.facts[k] { all.facts[k] = try facts[k]?.followed(by: b, "series[\(k)].category") ?? b }
            if let b = next.lines[k] { all.lines[k] = lines[k]?.followed(by: b, minimum: series.minimum[k]) ?? b }
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

    /// - Parameter isReduced: Whether the content has reduced series; if false, it has only extents.
    init(_ bytes: [UInt8], _ series: PartialSeriesList, isReduced: Bool) throws(DescriptionError) {
        var reader = PartialReader(bytes)
        (layout, runs) = (try reader.array(), [])
        grids = Array(repeating: nil, count: series.kinds.count)
        groups = Array(repeating: nil, count: series.kinds.count)
        for _ in 0..<(try reader.count(of: 16)) {
            var run = Run(
                low: try reader.integer(), high: try reader.integer(),
                facts: Array(repeating: nil, count: series.kinds.count),
                lines: Array(repeating: nil, count: series.kinds.count))
            guard run.low <= run.high, run.high < .max, runs.last.map({ $0.high < run.low }) ?? true else {
                throw PartialReader.broken
            }
            for (k, kind) in series.kinds.enumerated() where kind != .local {
                run.facts[k] = try reader.facts(values: series.values[k])
            }
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
    /// Whether each sample has a bin and a position, and positions ascend.
    fileprivate var isSound: Bool {
        along.count == bins.count && across.count == bins.count && along.allSatisfy(\.isFinite)
            && zip(along, along.dropFirst()).allSatisfy { $0 <= $1 }
    }
}

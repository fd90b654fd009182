import CColumns
import VitrailChart
import VitrailColumns
import VitrailRaster

/// Facts about the rows of a series in some partitions, for layout, ticks and the text description of a picture.
struct SeriesFacts: Sendable {
    var rows = 0
    /// Number of rows with a position and a value.
    var points = 0
    /// The points in the range of the independent axis; equal to `points` until that range is known.
    var shownPoints = 0
    /// Number of rows in the range of the independent axis.
    var rowsInRange = 0
    var along: vitrail_extent = .empty
    var across: [vitrail_extent]
    var alongIsWhole = true
    var acrossIsWhole = true
    /// Dependent values in the fixed range of the independent axis.
    var acrossInRange: NumberRange?
    /// For a density that counts categories.
    var categories: PartialCategories?
    /// For a line: the samples around the ends of the independent axis's range.
    var crossings: [RangeEnd] = []

    /// The samples around one end of a range.
    struct RangeEnd: Sendable {
        var end: Double
        /// The last sample before the end and the first one after it.
        var before: Sample?
        var behind: Sample?
        /// Whether a row lies exactly at the end.
        var isHit = false
    }

    struct Sample: Sendable {
        var along, across: Double
    }

    /// - Parameter values: Number of values that the series reads besides its independent one.
    init(values: Int) { across = Array(repeating: .empty, count: values) }

    /// The facts of both parts; `next` belongs to later partitions.
    ///
    /// - Parameter path: JSON path of the category column, for errors.
    func followed(by next: SeriesFacts, _ path: String) throws(DescriptionError) -> SeriesFacts {
        if next.rows == 0 { return self }
        if rows == 0 { return next }
        var all = self
        all.rows += next.rows
        all.points += next.points
        all.shownPoints += next.shownPoints
        all.rowsInRange += next.rowsInRange
        all.along = along.followed(by: next.along)
        all.across = zip(across, next.across).map { $0.followed(by: $1) }
        all.alongIsWhole = alongIsWhole && next.alongIsWhole
        all.acrossIsWhole = acrossIsWhole && next.acrossIsWhole
        all.acrossInRange = NumberRange.union(acrossInRange, next.acrossInRange)
        if let own = categories, let others = next.categories { all.categories = try own.followed(by: others, path) }
        all.crossings = zip(crossings, next.crossings).map { a, b in
            RangeEnd(end: a.end, before: b.before ?? a.before, behind: a.behind ?? b.behind, isHit: a.isHit || b.isHit)
        }
        return all
    }

    /// The facts of a loaded series.
    init(_ series: CartesianSeries, _ loaded: LoadedSeries, in chart: Chart) {
        let loader = ChartLoader(chart: chart)
        rows = loaded.count
        (along, across) = (loaded.alongExtent.found, loaded.acrossExtent.map(\.found))
        // A series without rows has no extent, even if its columns report one without reading a value.
        if rows == 0 { (along, across) = (.empty, across.map { _ in .empty }) }
        alongIsWhole = loader.holdsWholeNumbers(loaded, isAlong: true)
        acrossIsWhole = loader.holdsWholeNumbers(loaded, isAlong: false)
        points = loaded.points(in: nil)
        (shownPoints, rowsInRange) = (points, rows)
        if let density = series as? DensitySeries, density.aggregation == .category {
            categories = PartialCategories(density)
        }
        let isHorizontal = series.orientation == .horizontal
        guard let across = chart.ownAxis(series, isHorizontal ? .y : .x),
            let along = loader.fixedAxis(of: series, across: across),
            let range = along.fixedRange
        else { return }
        acrossInRange = loader.range(of: series, loaded, in: along, on: across)
        guard series is LineSeries, loaded.alongExtent.isAscending else { return }
        let values = loaded.across[0]
        crossings = [range.minimum, range.maximum].map { end in
            ColumnView.withView(loaded.along, values) { along, across in
                func sample(_ i: Int) -> Sample? {
                    along.indices.contains(i) ? Sample(along: along[i], across: across[i]) : nil
                }
                let (first, behind) = (
                    along.indices.partition { along[$0] >= end }, along.indices.partition { along[$0] > end }
                )
                return RangeEnd(end: end, before: sample(first - 1), behind: sample(behind), isHit: behind > first)
            }
        }
    }

    /// Adds the values of the line at the ends of the range if the samples around an end are in different partitions.
    func withCrossings(_ series: CartesianSeries, along: Axis, across: Axis) -> SeriesFacts {
        var facts = self
        for end in crossings where !end.isHit {
            guard let before = end.before, let behind = end.behind, before.across.isFinite, behind.across.isFinite,
                end.end.isFinite
            else { continue }
            let (first, last) = ((before.along, before.across), (behind.along, behind.across))
            let value =
                (series as? StepLineSeries)?.steps.value(from: first, to: last, at: end.end, on: along.mapper)
                ?? Segment(from: first, to: last, along.mapper, across.mapper).value(at: end.end)
            guard value.isFinite, !across.mapsPositiveOnly || value > 0 else { continue }
            facts.acrossInRange = facts.acrossInRange?.including(value) ?? NumberRange(value, value)
        }
        return facts
    }

    /// All facts about the rows.
    func whole(grid: DensityGrid? = nil, isLine: Bool = false) -> WholeSeries {
        WholeSeries(
            rows: rows, along: along, across: across, points: points, shownPoints: shownPoints,
            visible: isLine ? rowsInRange : nil,
            alongIsWhole: alongIsWhole, acrossIsWhole: acrossIsWhole, acrossInRange: acrossInRange, grid: grid)
    }
}

extension LoadedSeries {
    /// Number of rows with a position and a value on the dependent axis.
    ///
    /// - Parameter range: Range of the independent values; `nil`: any.
    func points(in range: NumberRange?) -> Int {
        let columns = zip(values, across).filter { $0.0.isOnAxis }.map(\.1)
        guard let range else {
            return count == 0 ? 0 : pointCounts.count(along, columns.isEmpty ? [along] : columns, in: 0..<count)
        }
        return columns.map { column in
            ColumnView.withView(along, column) { along, across in
                var found = 0
                ColumnView.forEachBlock(of: along.indices, along, across) { _, along, across in
                    for i in along.indices
                    where along[i] >= range.minimum && along[i] <= range.maximum && across[i].isFinite { found += 1 }
                }
                return found
            }
        }.max() ?? 0
    }
}

// MARK: Bytes

extension PartialWriter {
    mutating func write(_ extent: vitrail_extent) {
        for value in [extent.low, extent.high, extent.low_positive, extent.step, extent.first, extent.last] {
            write(value)
        }
        write(extent.is_ascending)
        write(extent.has_gap)
    }

    mutating func write(_ range: NumberRange?) {
        write(range?.minimum ?? .nan)
        write(range?.maximum ?? .nan)
    }

    mutating func write(_ facts: SeriesFacts) {
        for count in [facts.rows, facts.points, facts.shownPoints, facts.rowsInRange] { write(UInt64(count)) }
        write(facts.along)
        for extent in facts.across { write(extent) }
        write(facts.alongIsWhole)
        write(facts.acrossIsWhole)
        write(facts.acrossInRange)
        write(facts.categories != nil)
        if let categories = facts.categories { write(categories) }
        write(UInt8(facts.crossings.count))
        for end in facts.crossings {
            write(end.end)
            write(end.isHit)
            for sample in [end.before, end.behind] {
                write(sample != nil)
                write(sample?.along ?? 0)
                write(sample?.across ?? 0)
            }
        }
    }
}

extension PartialReader {
    mutating func extent() throws(DescriptionError) -> vitrail_extent {
        let extent = vitrail_extent(
            low: try double(), high: try double(), low_positive: try double(), step: try double(), first: try double(),
            last: try double(),
            is_ascending: try bool(), has_gap: try bool(), is_descending: false)
        let isEmpty = extent.low == .infinity && extent.high == -.infinity
        guard isEmpty || extent.low.isFinite && extent.high.isFinite && extent.low <= extent.high,
            extent.low_positive > 0, extent.step > 0,
            !extent.first.isInfinite, !extent.last.isInfinite
        else { throw Self.broken }
        return extent
    }

    mutating func range() throws(DescriptionError) -> NumberRange? {
        let (low, high) = (try double(), try double())
        guard !low.isInfinite, !high.isInfinite else { throw Self.broken }
        return low <= high ? NumberRange(low, high) : nil
    }

    /// - Parameter values: Number of values that the series reads besides its independent one.
    mutating func facts(values: Int) throws(DescriptionError) -> SeriesFacts {
        var facts = SeriesFacts(values: values)
        (facts.rows, facts.points, facts.shownPoints, facts.rowsInRange) = (
            try rowCount(), try rowCount(), try rowCount(), try rowCount()
        )
        facts.along = try extent()
        for k in 0..<values { facts.across[k] = try extent() }
        (facts.alongIsWhole, facts.acrossIsWhole) = (try bool(), try bool())
        facts.acrossInRange = try range()
        if try bool() { facts.categories = try categories() }
        for _ in 0..<(try integer(UInt8.self)) {
            var end = SeriesFacts.RangeEnd(end: try double())
            end.isHit = try bool()
            func sample() throws(DescriptionError) -> SeriesFacts.Sample? {
                let isThere = try bool()
                let sample = SeriesFacts.Sample(along: try double(), across: try double())
                return isThere ? sample : nil
            }
            (end.before, end.behind) = (try sample(), try sample())
            facts.crossings.append(end)
        }
        return facts
    }

    /// Reads a row count of all partitions. The limit prevents overflow when counts are added.
    private mutating func rowCount() throws(DescriptionError) -> Int {
        let count = try number()
        guard count < 1 << 56 else { throw Self.broken }
        return count
    }
}

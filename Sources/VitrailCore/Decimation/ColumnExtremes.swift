import CData

/// The first, lowest, highest and last sample of each part of a pixel column: whole parts at a time, vectorised, on all cores.
///
/// A part is a stretch of samples, called a column here, since places along never fall or never rise: where it ends is searched for, and its values are
/// read once, or twice where they are still in the fastest memory. Places are computed for what is drawn only: extremes are extremes on any axis.
///
/// A wide column of indices is outlined where there is a pyramid: only its first and its last sample are read. Its extremes are those of up to
/// 63 samples more at either end, drawn up to 32 samples beside their places: less than 1/128 of a pixel, and 1/256.
struct ColumnExtremes<Along: AxisPlacing, Across: AxisPlacing>: Sendable {
    let columns: ColumnBounds<Along>
    let across: SharedValues
    let placeAcross: Across
    /// Over `across`; nil = all of its samples are read.
    let pyramid: ExtremePyramid?
    /// Of `across`, where it has many gaps; nil = samples between gaps are read.
    let runs: GridLevels<vitrail_runs>?
    /// Places across beyond which nothing is seen of a stroke.
    let shown: ClosedRange<Double>
    /// Whether a corner is put before each point of the path.
    let isStepped: Bool

    /// - Parameters:
    ///   - range: in which values along are finite and never fall.
    ///   - threads: at most.
    ///   - pyramid: over all of `across`, or none.
    ///   - runs: of all of `across`, or none.
    ///   - shown: places across of which something is seen, lines being as wide as they are.
    ///   - isStepped: whether a corner is put before each point of the path.
    /// - Complexity: O(columns · log samples) reads of `along`, and of `across` as well where there is a pyramid; if not, O(samples).
    static func path(
        along: SharedValues, across: SharedValues, range: Range<Int>, _ placeAlong: Along, _ placeAcross: Across,
        pyramid: ExtremePyramid? = nil, runs: GridLevels<vitrail_runs>? = nil, shown: ClosedRange<Double> = -.infinity...(.infinity),
        partsPerPixel: Double = PathReducer.eighths, isStepped: Bool = false, threads: Int = Parallel.threads
    ) -> [PathPoint] {
        guard !range.isEmpty else { return [] }
        let columns = ColumnBounds(along: along, place: placeAlong, perPixel: partsPerPixel)
        let extremes = ColumnExtremes(
            columns: columns, across: across, placeAcross: placeAcross, pyramid: pyramid, runs: runs, shown: shown,
            isStepped: isStepped)
        return extremes.path(range, threads)
    }

    private func path(_ range: Range<Int>, _ threads: Int) -> [PathPoint] {
        let parts = columns.stretches(range, threads: threads)
        var paths = Parallel.map(parts.count) { i in
            var path = Path()
            // The first has room for all.
            path.points.reserveCapacity(columns.count(i == 0 ? range : parts[i]) * 4)
            columns.forEachColumn(parts[i]) { _, samples in append(column: samples, to: &path) }
            finish(&path)
            return path
        }
        var whole = Path()
        // Not copied, but for what comes behind it.
        swap(&whole, &paths[0])
        for path in paths.dropFirst() { whole.append(path) }
        return whole.points
    }

    // MARK: Columns

    /// A column's extremes are looked for a step at a time, while memory brings what the next step needs and other columns are looked at; its points are
    /// placed while it brings where those lie.
    private func append(column: Range<Int>, to path: inout Path) {
        if Across.hasExclusions || Along.hasExclusions && columns.nextPart(of: column) != column {
            finishSearches(&path)
            place(&path)
            return appendWithExclusions(column, to: &path)
        }
        if let pyramid, !Along.hasExclusions, columns.along.areIndices, column.count >= Self.shortestOutline * pyramid.grain,
            let found = pyramid.outline(column), found.low >= placeAcross.least
        {
            let end = column.upperBound + column.count
            across.prefetch(end - 1..<end + 1)
            pyramid.prefetch(end)
            return advance(&path, pyramid, Search(column: column, found: found, isOutline: true))
        }
        if let pyramid, column.count >= Self.shortestClimb {
            // What lies around the end of the next column, if it is as wide.
            let end = column.upperBound + column.count
            columns.along.prefetch(end - 8..<end + 8)
            pyramid.prefetch(end, of: across)
            if let found = pyramid.extremes(column, of: across), found.low >= placeAcross.least {
                return advance(&path, pyramid, Search(column: column, found: found, isOutline: false))
            }
            finishSearches(&path)
        } else {
            // A short column is read sooner than memory brings what the next one needs: the one behind that is asked for.
            let end = column.upperBound + 2 * column.count
            columns.along.prefetch(end - 8..<end + 8)
            across.prefetch(end - min(column.count, Self.shortestClimb)..<end)
            finishSearches(&path)
            if let (lowest, highest) = extremes(column) { return hold(column, lowest, highest, &path) }
        }
        place(&path)
        appendWithGaps(column, to: &path)
    }

    /// Takes searches a step further: that of the first column to its end.
    @inline(__always)
    private func advance(_ path: inout Path, _ pyramid: ExtremePyramid, _ next: Search?) {
        if let first = path.searches.0 {
            let (column, found) = (first.column, first.found)
            let (lowest, highest) = first.isOutline ? pyramid.middles(of: found) : pyramid.indexes(of: found, in: across)
            func place(_ i: Int) -> Int { min(max(i, column.lowerBound), column.upperBound - 1) }
            hold(column, Extreme(place(lowest), found.low), Extreme(place(highest), found.high), isOutline: first.isOutline, &path)
        }
        path.searches = (path.searches.1, path.searches.2, next)
        path.searches.0?.descend(pyramid, across)
        path.searches.1?.descend(pyramid, across)
    }

    func finishSearches(_ path: inout Path) {
        guard let pyramid else { return }
        while path.isSearching { advance(&path, pyramid, nil) }
    }

    /// Places the column before, and keeps this one until memory has brought where its extremes lie.
    @inline(__always)
    private func hold(_ column: Range<Int>, _ lowest: Extreme, _ highest: Extreme, isOutline: Bool = false, _ path: inout Path) {
        columns.along.prefetch(lowest.index..<lowest.index + 1)
        columns.along.prefetch(highest.index..<highest.index + 1)
        place(&path)
        path.unplaced = (column, lowest, highest, isOutline)
    }

    func place(_ path: inout Path) {
        guard let (column, lowest, highest, isOutline) = path.unplaced else { return }
        path.unplaced = nil
        let hasEnd = !isOutline && (begins(column.lowerBound) || ends(column.upperBound - 1))
        let joints = hasEnd ? joints(column, lowest, highest) : nil
        emit(column, joints?.low ?? lowest, joints?.high ?? highest, showsJumps: !isOutline, to: &path)
    }

    private func finish(_ path: inout Path) {
        finishSearches(&path)
        place(&path)
    }

    /// - Parameters:
    ///   - column: of which the first and the last sample are drawn.
    ///   - showsJumps: draws the samples beside those, too, where the line jumps. No sample between is a gap, or left out.
    func emit(_ column: Range<Int>, _ lowest: Extreme, _ highest: Extreme, showsJumps: Bool = false, to path: inout Path) {
        let first = Extreme(column.lowerBound, across[column.lowerBound]), last = Extreme(column.upperBound - 1, across[column.upperBound - 1])
        let (early, late) = lowest.index <= highest.index ? (lowest, highest) : (highest, lowest)
        path.points.append(point(first))
        if early != first { append(early, behind: first, showsJumps, to: &path) }
        // Steps that go all one way would go there at the column's end: they would lie aside by half of it. (A sample between may be one that is left out.)
        var before = early
        if isStepped, isAllShown, early == first, late == last, column.count > 3 {
            for k in 1...2 {
                let i = first.index + column.count * k / 3
                append(Extreme(i, across[i]), behind: before, showsJumps, to: &path)
                before = Extreme(i, across[i])
            }
        }
        if late != early, late != first { append(late, behind: before, showsJumps, to: &path) }
        if last != late, last != first { append(last, behind: late, showsJumps, to: &path) }
    }

    /// Pixels across: where a line goes farther between two samples that are drawn, it may jump, right behind the first or right before the second.
    private static var leastJump: Float { 2 }

    @inline(__always)
    private func append(_ sample: Extreme, behind before: Extreme, _ showsJumps: Bool, to path: inout Path) {
        let (start, end) = (path.points[path.points.count - 1], point(sample))
        if showsJumps, abs(end.across - start.across) > Self.leastJump, sample.index > before.index + 1 {
            let middle = (start.across + end.across) / 2
            func isPast(_ point: PathPoint) -> Bool { (point.across > middle) == (end.across > middle) }
            let behind = point(Extreme(before.index + 1, across[before.index + 1]))
            if isPast(behind) { path.points.append(behind) }
            let ahead = point(Extreme(sample.index - 1, across[sample.index - 1]))
            if !isPast(ahead) { path.points.append(ahead) }
        }
        path.points.append(end)
    }

    private func point(_ sample: Extreme) -> PathPoint {
        let at = columns.along[sample.index]
        return PathPoint(
            along: Float(place: columns.place.found(at), of: at), across: Float(place: placeAcross.found(sample.value), of: sample.value))
    }

    // MARK: Extremes

    /// Whether the line begins with a sample: there is none before it, or a gap. Not told where an axis leaves samples out.
    func begins(_ i: Int) -> Bool { isAllShown && (i == 0 || isGap(i - 1)) }
    /// Whether it ends with one.
    func ends(_ i: Int) -> Bool { isAllShown && (i + 1 == across.count || isGap(i + 1)) }
    private var isAllShown: Bool { !Along.hasExclusions && !Across.hasExclusions }
    private func isGap(_ i: Int) -> Bool { !(across[i].isFinite && across[i] >= placeAcross.least) }

    /// The extremes between the ends of a range where the line begins or ends. The ends are drawn anyway; where the line ends it is cut off, everywhere else
    /// it is as wide along as across. Of a run that is shorter than the stroke is wide, that is most of what is seen.
    ///
    /// - Parameters:
    ///   - lowest, highest: of all of the range.
    /// - Returns: nil where there is nothing between.
    func joints(_ range: Range<Int>, _ lowest: Extreme, _ highest: Extreme) -> (low: Extreme, high: Extreme)? {
        // Steps have a corner behind their first sample.
        let inner = range.dropFirst(isStepped ? 0 : 1).dropLast()
        if inner.contains(lowest.index), inner.contains(highest.index) { return (lowest, highest) }
        return inner.isEmpty ? nil : extremes(inner).map { ($0.lowest, $0.highest) }
    }

    /// Samples that are looked through again for the extreme that is among them.
    private static var blockLength: Int { 256 }
    /// So few samples are read quicker than looked up.
    private static var shortestClimb: Int { 256 }
    /// In so many of a pyramid's shortest stretches one is short.
    private static var shortestOutline: Int { 16 }

    /// A sample with its value; of an outline, the value of one nearby.
    struct Extreme: Sendable, Equatable {
        let index: Int
        let value: Double

        init(_ index: Int, _ value: Double) { (self.index, self.value) = (index, value) }
    }

    /// The first of the lowest and of the highest samples; nil where a value has no place.
    func extremes(_ range: Range<Int>) -> (lowest: Extreme, highest: Extreme)? {
        guard let found = indexesOfExtremes(range) else { return nil }
        let (lowest, highest) = (Extreme(found.lowest, across[found.lowest]), Extreme(found.highest, across[found.highest]))
        return lowest.value >= placeAcross.least ? (lowest, highest) : nil
    }

    private func indexesOfExtremes(_ range: Range<Int>) -> (lowest: Int, highest: Int)? {
        if let pyramid, range.count >= Self.shortestClimb {
            return pyramid.extremes(range, of: across).map { pyramid.indexes(of: $0, in: across) }
        }
        if range.count <= Self.blockLength { return across.extremes(range) }
        var (low, high) = (Double.infinity, -Double.infinity)
        var (lowBlock, highBlock) = (range.lowerBound, range.lowerBound)
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.blockLength) {
            let end = min(start + Self.blockLength, range.upperBound)
            guard let block = across.finiteRange(start..<end) else { return nil }
            if block.low < low { (low, lowBlock) = (block.low, start) }
            if block.high > high { (high, highBlock) = (block.high, start) }
        }
        return (index(of: low, in: lowBlock..<range.upperBound), index(of: high, in: highBlock..<range.upperBound))
    }

    /// - Returns: a sample of the range, too, when a file shrank meanwhile and the value is gone; whoever reads files finds that out.
    private func index(of value: Double, in range: Range<Int>) -> Int {
        across.firstIndex(of: value, in: range.prefix(Self.blockLength)) ?? range.lowerBound
    }

    /// A column whose extremes are known, and not yet where they lie.
    struct Search: Sendable {
        let column: Range<Int>
        private(set) var found: ExtremePyramid.Extremes
        /// Whether its samples are not read.
        let isOutline: Bool

        init(column: Range<Int>, found: ExtremePyramid.Extremes, isOutline: Bool) {
            (self.column, self.found, self.isOutline) = (column, found, isOutline)
        }

        @inline(__always)
        mutating func descend(_ pyramid: ExtremePyramid, _ values: SharedValues) { pyramid.descend(&found, of: isOutline ? nil : values) }
    }

    /// What is made of a stretch; a gap before it is known only when it is joined to what lies before.
    struct Path: Sendable {
        var points: [PathPoint] = []
        var beginsWithGap = false
        /// The last column but one, or the last one, when it has not been placed yet.
        var unplaced: (column: Range<Int>, lowest: Extreme, highest: Extreme, isOutline: Bool)?
        /// The last columns, whose extremes are not found yet, each a step behind the one before: as many steps as most of them need.
        var searches: (Search?, Search?, Search?) = (nil, nil, nil)
        var isSearching: Bool { searches.0 != nil || searches.1 != nil || searches.2 != nil }

        mutating func appendGap() {
            guard let last = points.last else { return beginsWithGap = true }
            if !last.isGap { points.append(.gap) }
        }

        mutating func append(_ other: Path) {
            if other.beginsWithGap { appendGap() }
            points += other.points
        }
    }
}

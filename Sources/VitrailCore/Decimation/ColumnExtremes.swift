/// The first, lowest, highest and last sample of each part of a pixel column on linear axes: whole parts at a time, vectorised, on all cores.
///
/// What `PathReducer` makes one sample after the other, and equal to it. A part is a stretch of samples, called a column here, since places along never
/// fall or never rise: where it ends is searched for, and its values are read once, or twice where they are still in the fastest memory.
struct ColumnExtremes: Sendable {
    private let columns: ColumnBounds
    private let across: SharedValues
    private let placeAcross: Affine
    /// Over `across`; nil = all of its samples are read.
    private let pyramid: ExtremePyramid?

    /// - Parameters:
    ///   - range: in which values along are finite and never fall.
    ///   - threads: at most.
    ///   - pyramid: over all of `across`, or none.
    /// - Complexity: O(columns · log samples) reads of `along`, and of `across` as well where there is a pyramid; if not, O(samples).
    static func path(
        along: SharedValues, across: SharedValues, range: Range<Int>, _ placeAlong: Affine, _ placeAcross: Affine,
        pyramid: ExtremePyramid? = nil, threads: Int = Parallel.threads
    ) -> [PathPoint] {
        guard !range.isEmpty else { return [] }
        let columns = ColumnBounds(along: along, place: placeAlong, perPixel: PathReducer.partsPerColumn)
        return ColumnExtremes(columns: columns, across: across, placeAcross: placeAcross, pyramid: pyramid).path(range, threads)
    }

    private func path(_ range: Range<Int>, _ threads: Int) -> [PathPoint] {
        let parts = columns.stretches(range, threads: threads)
        let paths = Parallel.map(parts.count) { i in
            var path = Path()
            path.points.reserveCapacity(columns.count(parts[i]) * 4)
            columns.forEachColumn(parts[i]) { _, samples in append(column: samples, to: &path) }
            finish(&path)
            return path
        }
        var whole = paths[0]
        for path in paths.dropFirst() { whole.append(path) }
        return whole.points
    }

    // MARK: Columns

    /// A column's extremes are looked for a step at a time, while memory brings what the next step needs and other columns are looked at; its points are
    /// placed while it brings where those lie.
    private func append(column: Range<Int>, to path: inout Path) {
        if let pyramid, column.count >= Self.shortestClimb {
            // What lies around the end of the next column, if it is as wide.
            let end = column.upperBound + column.count
            columns.along.prefetch(end - 8..<end + 8)
            pyramid.prefetch(end, of: across)
            if let found = pyramid.extremes(column, of: across) { return advance(&path, pyramid, Search(column: column, found: found)) }
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
            let (lowest, highest) = pyramid.indexes(of: first.found, in: across)
            hold(first.column, lowest, highest, &path)
        }
        path.searches = (path.searches.1, path.searches.2, next)
        path.searches.0?.descend(pyramid, across)
        path.searches.1?.descend(pyramid, across)
    }

    private func finishSearches(_ path: inout Path) {
        guard let pyramid else { return }
        while path.isSearching { advance(&path, pyramid, nil) }
    }

    /// Places the column before, and keeps this one until memory has brought where its extremes lie.
    @inline(__always)
    private func hold(_ column: Range<Int>, _ lowest: Int, _ highest: Int, _ path: inout Path) {
        columns.along.prefetch(lowest..<lowest + 1)
        columns.along.prefetch(highest..<highest + 1)
        place(&path)
        path.unplaced = (column, lowest, highest)
    }

    private func place(_ path: inout Path) {
        guard let (column, lowest, highest) = path.unplaced else { return }
        path.unplaced = nil
        emit(column.lowerBound, lowest, highest, column.upperBound - 1, to: &path)
    }

    private func finish(_ path: inout Path) {
        finishSearches(&path)
        place(&path)
    }

    private func emit(_ first: Int, _ lowest: Int, _ highest: Int, _ last: Int, to path: inout Path) {
        let (early, late) = (min(lowest, highest), max(lowest, highest))
        path.points.append(point(first))
        if early != first { path.points.append(point(early)) }
        if late != early, late != first { path.points.append(point(late)) }
        if last != late, last != first { path.points.append(point(last)) }
    }

    private func point(_ i: Int) -> PathPoint {
        PathPoint(along: Float(columns.place.place(columns.along[i])), across: Float(placeAcross.place(across[i])))
    }

    /// A column with values that are not finite: stretches between them are columns of their own.
    private func appendWithGaps(_ column: Range<Int>, to path: inout Path) {
        var start = column.lowerBound
        while start < column.upperBound {
            let first = firstValue(start..<column.upperBound)
            if first > start { path.appendGap() }
            guard first < column.upperBound else { return }
            let end = firstGap(first..<column.upperBound)
            if let (lowest, highest) = extremes(first..<end) { emit(first, lowest, highest, end - 1, to: &path) }
            start = max(end, first + 1)
        }
    }

    private func firstValue(_ range: Range<Int>) -> Int {
        if let pyramid { return pyramid.firstValue(range, of: across) }
        return range.first { across[$0].isFinite } ?? range.upperBound
    }

    private func firstGap(_ range: Range<Int>) -> Int {
        if let pyramid { return pyramid.firstGap(range, of: across) }
        return range.first { !across[$0].isFinite } ?? range.upperBound
    }

    // MARK: Extremes

    /// Samples that are looked through again for the extreme that is among them.
    private static let blockLength = 256
    /// So few samples are read quicker than looked up.
    private static let shortestClimb = 256

    /// The first of the lowest and of the highest samples; nil where a value is not finite.
    private func extremes(_ range: Range<Int>) -> (lowest: Int, highest: Int)? {
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
    private struct Search: Sendable {
        let column: Range<Int>
        private(set) var found: ExtremePyramid.Extremes

        @inline(__always)
        mutating func descend(_ pyramid: ExtremePyramid, _ values: SharedValues) { pyramid.descend(&found, of: values) }
    }

    /// What is made of a stretch; a gap before it is known only when it is joined to what lies before.
    private struct Path: Sendable {
        var points: [PathPoint] = []
        var beginsWithGap = false
        /// The last column but one, or the last one, when it has not been placed yet.
        var unplaced: (column: Range<Int>, lowest: Int, highest: Int)?
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

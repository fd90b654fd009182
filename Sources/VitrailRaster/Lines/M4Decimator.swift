import CColumns
import VitrailColumns
import VitrailSystem

/// Reduces samples to the first, lowest, highest and last of each bin (M4), vectorised, on all cores.
///
/// A bin is a part of a pixel column. Positions along are monotonic, so the samples of a bin are contiguous: its end is
/// searched for, and its values are read once, or twice while they are in the L1 cache. Positions are computed only for
/// drawn points, because extremes of values are extremes on every axis.
///
/// A wide bin of indices is outlined if there is a pyramid: only its first and its last sample are read. Its extremes
/// then include up to `grain` − 1 more samples at either end, which is less than 1/128 of a pixel. They are drawn up to
/// `grain` / 2 samples from their positions, which is less than 1/256 of a pixel.
struct M4Decimator<Along: MonotonicScaleTransform, Across: MonotonicScaleTransform>: Sendable {
    let columns: ColumnBounds<Along>
    let across: ColumnView
    let positionAcross: Across
    /// Over `across`; `nil`: all of its samples are read.
    let pyramid: MinMaxTree?
    /// Runs of `across`, if it has many gaps; `nil`: samples between gaps are read.
    let runs: GridLevels<vitrail_runs>?
    /// Positions across; a stroke is invisible beyond them.
    let shown: ClosedRange<Double>
    /// Whether the path has a corner before each point.
    let isStepped: Bool

    /// - Parameters:
    ///   - range: samples whose values along are finite and never fall.
    ///   - threads: maximum number of threads.
    ///   - pyramid: over all of `across`, or `nil`.
    ///   - runs: of all of `across`, or `nil`.
    ///   - shown: positions across at which a part of the stroke is visible, given its width.
    ///   - isStepped: whether the path has a corner before each point.
    /// - Complexity: O(bins · log samples) reads of `along`, and of `across` if there is a pyramid; without one,
    ///   O(samples) reads of `across`.
    static func path(
        along: ColumnView, across: ColumnView, range: Range<Int>, _ positionAlong: Along, _ positionAcross: Across,
        pyramid: MinMaxTree? = nil, runs: GridLevels<vitrail_runs>? = nil,
        shown: ClosedRange<Double> = -.infinity...(.infinity),
        partsPerPixel: Double = PathReducer.eighths, isStepped: Bool = false, threads: Int = Parallel.threads
    ) -> [PathPoint] {
        guard !range.isEmpty else { return [] }
        let columns = ColumnBounds(along: along, position: positionAlong, perPixel: partsPerPixel)
        let extremes = M4Decimator(
            columns: columns, across: across, positionAcross: positionAcross, pyramid: pyramid, runs: runs,
            shown: shown,
            isStepped: isStepped)
        return extremes.path(range, threads)
    }

    private func path(_ range: Range<Int>, _ threads: Int) -> [PathPoint] {
        let parts = columns.stretches(range, threads: threads)
        var paths = Parallel.map(parts.count) { i in
            var path = Path()
            // The first path receives the points of all others.
            path.points.reserveCapacity(columns.count(i == 0 ? range : parts[i]) * 4)
            inBlocks(of: parts[i]) { decimator, samples in
                decimator.append(samples, to: &path)
            }
            return path
        }
        var whole = Path()
        // Only the points behind the first path are copied.
        swap(&whole, &paths[0])
        for path in paths.dropFirst() { whole.append(path) }
        return whole.points
    }

    /// Calls `body` with whole bins at a time, whose values are read as Doubles in memory. Values of other types are
    /// converted, and so are the neighbours of the bins, which decide whether a line begins or ends there. With a min/max
    /// tree, few values of long bins are read: they are converted one by one.
    private func inBlocks(of part: Range<Int>, _ body: (M4Decimator, Range<Int>) -> Void) {
        let areInPlace =
            areReducedInBlocks
            ? columns.along.areDoubles && across.areDoubles : columns.along.isDirect && across.isDirect
        if areInPlace || !areShort(part) { return body(self, part) }
        var start = part.lowerBound
        while start < part.upperBound {
            let end = columns.end(ofColumnAt: min(start + Self.samplesPerConversion, part.upperBound) - 1, in: part)
            // The samples of a very long bin are not converted as a whole.
            guard end - start <= 4 * Self.samplesPerConversion else {
                body(self, start..<end)
                start = end
                continue
            }
            let read = max(start - 1, 0)..<min(end + 1, across.count)
            columns.along.withBlock(read) { along in
                across.withBlock(read) { across in
                    let block = M4Decimator(
                        columns: ColumnBounds(along: along, position: columns.position, perPixel: columns.perPixel),
                        across: across, positionAcross: positionAcross, pyramid: pyramid, runs: runs, shown: shown,
                        isStepped: isStepped)
                    body(block, start..<end)
                }
            }
            start = end
        }
    }

    /// Whether all samples of bins are read.
    private func areShort(_ part: Range<Int>) -> Bool {
        pyramid == nil || part.count < columns.count(part) * Self.minClimb
    }

    /// Whether the axes permit `reduce`.
    private var areReducedInBlocks: Bool { Along.isAffine && Across.isAffine && !isStepped }

    /// Appends the bins of a range.
    private func append(_ samples: Range<Int>, to path: inout Path) {
        guard areReducedInBlocks, columns.along.areDoubles, across.areDoubles, areShort(samples) else {
            columns.forEachColumn(samples) { _, samples in append(column: samples, to: &path) }
            return finish(&path)
        }
        var start = samples.lowerBound
        var pace = WorkPace(every: 1 << 14)
        while start < samples.upperBound {
            let end = reduce(start..<samples.upperBound, &path)
            if pace.isOver(after: end - start) { return }
            // Bins with gaps are rarely alone.
            let isStuck = end == start
            start = end
            for _ in 0..<(isStuck ? Self.binsAfterGap : 1) where start < samples.upperBound {
                let end = columns.end(ofColumnAt: start, in: samples)
                append(column: start..<end, to: &path)
                if pace.isOver(after: end - start) { return finish(&path) }
                start = end
            }
            finish(&path)
        }
    }

    private static var binsAfterGap: Int { 8 }

    /// Reduces bins without gaps in C.
    ///
    /// - Returns: the index behind the last of them.
    private func reduce(_ samples: Range<Int>, _ path: inout Path) -> Int {
        let (along, affine) = (columns.position.affine, positionAcross.affine)
        let bins = vitrail_column(
            origin: along.origin, factor: along.factor, start: along.start, per_pixel: columns.perPixel, number: 0)
        return unsafe withUnsafeTemporaryAllocation(of: vitrail_path_point.self, capacity: Self.pointsAtOnce) {
            points in
            var start = samples.lowerBound
            while true {
                let (end, count) = unsafe ColumnView.reduceLine(
                    columns.along, across, start..<samples.upperBound, bins: bins,
                    mapping: (affine.origin, affine.factor, affine.start), farthest: .maxCoordinate, jump: Self.minJump,
                    into: points)
                unsafe UnsafeMutableBufferPointer(rebasing: points[..<count]).withMemoryRebound(to: PathPoint.self) {
                    unsafe path.points.append(contentsOf: $0)
                }
                start = end
                // Without room for a bin, it continues with an empty buffer.
                if count + Int(VITRAIL_BIN_POINTS) <= points.count || start == samples.upperBound { return start }
            }
        }
    }

    private static var pointsAtOnce: Int { 1 << 10 }

    /// Samples whose two values are converted at once: they fit into the L2 cache.
    private static var samplesPerConversion: Int { 1 << 13 }

    // MARK: Columns

    /// Appends a bin. Its extremes are searched for one step at a time: the data of the next step is prefetched while
    /// other bins are processed. Its points are mapped after their samples are prefetched.
    private func append(column: Range<Int>, to path: inout Path) {
        if Across.hasExclusions || Along.hasExclusions && columns.nextPart(of: column) != column {
            finishSearches(&path)
            position(of: &path)
            return appendWithExclusions(column, to: &path)
        }
        if let pyramid, pyramid.isAligned, !Along.hasExclusions, columns.along.areIndices,
            column.count >= Self.minOutline * pyramid.grain,
            let found = pyramid.outline(column), found.low >= positionAcross.minimum
        {
            let end = column.upperBound + column.count
            across.prefetch(end - 1..<end + 1)
            pyramid.prefetch(end)
            return advance(&path, pyramid, Search(column: column, found: found, isOutline: true))
        }
        if let pyramid, column.count >= Self.minClimb {
            // Prefetch around the end of the next bin, which probably has the same length.
            let end = column.upperBound + column.count
            columns.along.prefetch(end - 8..<end + 8)
            pyramid.prefetch(end, of: across)
            if let found = pyramid.extremes(column, of: across), found.low >= positionAcross.minimum {
                return advance(&path, pyramid, Search(column: column, found: found, isOutline: false))
            }
            finishSearches(&path)
        } else {
            // A short bin is read before a prefetch for the next one ends: prefetch for the bin after that.
            let end = column.upperBound + 2 * column.count
            columns.along.prefetch(end - 8..<end + 8)
            across.prefetch(end - min(column.count, Self.minClimb)..<end)
            finishSearches(&path)
            if let (lowest, highest) = extremes(column) { return hold(column, lowest, highest, &path) }
        }
        position(of: &path)
        appendWithGaps(column, to: &path)
    }

    /// Advances all searches by one step, and the first one to its end.
    @inline(__always)
    private func advance(_ path: inout Path, _ pyramid: MinMaxTree, _ next: Search?) {
        if let first = path.searches.0 {
            let (column, found) = (first.column, first.found)
            let (lowest, highest) =
                first.isOutline ? pyramid.middles(of: found) : pyramid.indexes(of: found, in: across)
            func position(of i: Int) -> Int { min(max(i, column.lowerBound), column.upperBound - 1) }
            hold(
                column, Extreme(position(of: lowest), found.low), Extreme(position(of: highest), found.high),
                isOutline: first.isOutline, &path)
        }
        path.searches = (path.searches.1, path.searches.2, next)
        path.searches.0?.descend(pyramid, across)
        path.searches.1?.descend(pyramid, across)
    }

    func finishSearches(_ path: inout Path) {
        guard let pyramid else { return }
        while path.isSearching { advance(&path, pyramid, nil) }
    }

    /// Emits the previous bin, and keeps this one until its extremes have been prefetched.
    @inline(__always)
    private func hold(
        _ column: Range<Int>, _ lowest: Extreme, _ highest: Extreme, isOutline: Bool = false, _ path: inout Path
    ) {
        columns.along.prefetch(lowest.index..<lowest.index + 1)
        columns.along.prefetch(highest.index..<highest.index + 1)
        position(of: &path)
        path.unplaced = (column, lowest, highest, isOutline)
    }

    func position(of path: inout Path) {
        guard let (column, lowest, highest, isOutline) = path.unplaced else { return }
        path.unplaced = nil
        let hasEnd = !isOutline && (begins(column.lowerBound) || ends(column.upperBound - 1))
        let joints = hasEnd ? joints(column, lowest, highest) : nil
        emit(column, joints?.low ?? lowest, joints?.high ?? highest, showsJumps: !isOutline, to: &path)
    }

    private func finish(_ path: inout Path) {
        finishSearches(&path)
        position(of: &path)
    }

    /// - Parameters:
    ///   - column: a bin; its first and its last sample are drawn.
    ///   - showsJumps: whether to draw the neighbours of drawn samples, too, where the line jumps. No sample of the bin
    ///     may be a gap or excluded then.
    func emit(
        _ column: Range<Int>, _ lowest: Extreme, _ highest: Extreme, showsJumps: Bool = false, to path: inout Path
    ) {
        let first = Extreme(column.lowerBound, across[column.lowerBound]),
            last = Extreme(column.upperBound - 1, across[column.upperBound - 1])
        let (early, late) = lowest.index <= highest.index ? (lowest, highest) : (highest, lowest)
        path.points.append(point(first))
        if early != first { append(early, behind: first, showsJumps, to: &path) }
        // Steps that all go one way would be drawn as one step at the bin's end, half a bin off: draw two more samples.
        // (With exclusions, one of them could be excluded.)
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

    /// Pixels across. If two drawn samples are farther apart, the line may jump right behind the first or right before
    /// the second.
    private static var minJump: Float { 2 }

    @inline(__always)
    private func append(_ sample: Extreme, behind before: Extreme, _ showsJumps: Bool, to path: inout Path) {
        let (start, end) = (path.points[path.points.count - 1], point(sample))
        if showsJumps, abs(end.across - start.across) > Self.minJump, sample.index > before.index + 1 {
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
            along: Float(position: columns.position.position(ofAny: at), of: at),
            across: Float(position: positionAcross.position(ofAny: sample.value), of: sample.value))
    }

    // MARK: Extremes

    /// Whether the line begins with a sample: there is no sample before it, or a gap. `false` on an axis with
    /// exclusions.
    func begins(_ i: Int) -> Bool { isAllShown && (i == 0 || isGap(i - 1)) }
    /// Whether the line ends with a sample. `false` on an axis with exclusions.
    func ends(_ i: Int) -> Bool { isAllShown && (i + 1 == across.count || isGap(i + 1)) }
    private var isAllShown: Bool { !Along.hasExclusions && !Across.hasExclusions }
    private func isGap(_ i: Int) -> Bool { !(across[i].isFinite && across[i] >= positionAcross.minimum) }

    /// The extremes of the joints in a range at which the line begins or ends. The ends of the range are drawn anyway.
    /// At an end of the line the stroke is cut off; at a joint it is as wide along as across. In a run shorter than the
    /// stroke width, joints make up most of the visible area.
    ///
    /// - Parameters:
    ///   - lowest, highest: of the whole range.
    /// - Returns: `nil`: there are no joints.
    func joints(_ range: Range<Int>, _ lowest: Extreme, _ highest: Extreme) -> (low: Extreme, high: Extreme)? {
        // A stepped line has a corner behind its first sample.
        let inner = range.dropFirst(isStepped ? 0 : 1).dropLast()
        if inner.contains(lowest.index), inner.contains(highest.index) { return (lowest, highest) }
        return inner.isEmpty ? nil : extremes(inner).map { ($0.lowest, $0.highest) }
    }

    /// Samples per block. The block that contains an extreme is searched again for its index.
    private static var blockLength: Int { 256 }
    /// Reading fewer samples is faster than searching the pyramid.
    private static var minClimb: Int { 256 }
    /// A bin is outlined if it has at least this many times `grain` samples: then one `grain` is short.
    private static var minOutline: Int { 16 }

    /// A sample with its value; in an outline, with the value of a nearby sample.
    struct Extreme: Sendable, Equatable {
        let index: Int
        let value: Double

        init(_ index: Int, _ value: Double) { (self.index, self.value) = (index, value) }
    }

    /// The first of the lowest and the first of the highest samples; `nil`: a value has no position.
    func extremes(_ range: Range<Int>) -> (lowest: Extreme, highest: Extreme)? {
        guard let found = indexesOfExtremes(range) else { return nil }
        let (lowest, highest) = (
            Extreme(found.lowest, across[found.lowest]), Extreme(found.highest, across[found.highest])
        )
        return lowest.value >= positionAcross.minimum ? (lowest, highest) : nil
    }

    private func indexesOfExtremes(_ range: Range<Int>) -> (lowest: Int, highest: Int)? {
        if let pyramid, range.count >= Self.minClimb {
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

    /// - Returns: if a file has shrunk meanwhile and the value is gone, another sample of the range; the file reader
    ///   detects that.
    private func index(of value: Double, in range: Range<Int>) -> Int {
        across.firstIndex(of: value, in: range.prefix(Self.blockLength)) ?? range.lowerBound
    }

    /// A bin whose extremes are known, but not their indexes.
    struct Search: Sendable {
        let column: Range<Int>
        private(set) var found: MinMaxTree.Extremes
        /// Whether the bin is outlined: its samples are not read.
        let isOutline: Bool

        init(column: Range<Int>, found: MinMaxTree.Extremes, isOutline: Bool) {
            (self.column, self.found, self.isOutline) = (column, found, isOutline)
        }

        @inline(__always)
        mutating func descend(_ pyramid: MinMaxTree, _ values: ColumnView) {
            pyramid.descend(&found, of: isOutline ? nil : values)
        }
    }

    /// The points of a part of the range. A gap before them takes effect when the part is joined to the one before.
    struct Path: Sendable {
        var points: [PathPoint] = []
        var beginsWithGap = false
        /// The last bin, or the last but one, if it is not emitted yet.
        var unplaced: (column: Range<Int>, lowest: Extreme, highest: Extreme, isOutline: Bool)?
        /// The last bins, whose extremes are not located yet, each one step behind the one before. Most bins need this
        /// many steps.
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

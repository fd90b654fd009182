import CColumns
import VitrailColumns

/// Bins with values that have no position, and bins that contain exclusions.
extension M4Decimator {
    /// Reading fewer samples from gap to gap is faster than a search.
    private static var minRun: Int { 256 }
    /// Reading this many samples one by one is as fast as reading eight at a time.
    private static var minScan: Int { 12 }

    /// Appends a bin with gaps. Each run between gaps is a bin of its own.
    func appendWithGaps(_ column: Range<Int>, to path: inout Path) {
        var runs = ColumnRuns(self, column)
        var start = column.lowerBound
        var count = 0
        // A short bin is read faster than its gaps are searched for.
        while let pyramid, column.count >= Self.minRun, start < column.upperBound,
            (count - 2) * Self.minRun <= start - column.lowerBound
        {
            let first = pyramid.firstValue(start..<column.upperBound, of: across, notBelow: positionAcross.minimum)
            if first > start { runs.addGap(to: &path) }
            start =
                first < column.upperBound
                ? pyramid.firstGap(first..<column.upperBound, of: across, below: positionAcross.minimum) : first
            if start > first, let (lowest, highest) = extremes(first..<start) {
                runs.add(first..<start, lowest, highest)
            }
            count += 1
        }
        if start < column.upperBound { read(start..<column.upperBound, into: &runs, &path) }
        runs.end(&path)
    }

    /// Appends a bin on axes that may exclude some of it. Excluded samples are skipped.
    func appendWithExclusions(_ column: Range<Int>, to path: inout Path) {
        var found: (first: Range<Int>, last: Range<Int>, lowest: Extreme, highest: Extreme)?
        var rest = column
        while let part = columns.nextPart(of: rest) {
            guard let extremes = extremes(part), let shown = shownExtremes(part, of: extremes) else {
                return appendOneByOne(column, to: &path)
            }
            rest = part.upperBound..<column.upperBound
            guard shown.lowest.value <= shown.highest.value else { continue }
            let before = found ?? (part, part, shown.lowest, shown.highest)
            found = (
                before.first, part, shown.lowest.value < before.lowest.value ? shown.lowest : before.lowest,
                shown.highest.value > before.highest.value ? shown.highest : before.highest
            )
        }
        guard let found, let start = firstShown(found.first), let end = lastShown(found.last) else { return }
        emit(start..<end + 1, found.lowest, found.highest, to: &path)
    }

    private func firstShown(_ part: Range<Int>) -> Int? {
        guard let pyramid, part.count >= Self.minRun else {
            return part.first { positionAcross.exclusion(around: across[$0]) == nil }
        }
        return pyramid.firstShown(part, of: across) { positionAcross.exclusion(around: $0) }
    }

    private func lastShown(_ part: Range<Int>) -> Int? {
        guard let pyramid, part.count >= Self.minRun else {
            return part.last { positionAcross.exclusion(around: across[$0]) == nil }
        }
        return pyramid.lastShown(part, of: across) { positionAcross.exclusion(around: $0) }
    }

    /// The extremes of the values that the axis across does not exclude. If it excludes all, the lowest is above the
    /// highest. `nil`: they are not known.
    private func shownExtremes(
        _ part: Range<Int>, of all: (lowest: Extreme, highest: Extreme)
    ) -> (lowest: Extreme, highest: Extreme)? {
        func exclusion(_ value: Double) -> NumberRange? { positionAcross.exclusion(around: value) }
        let gone = (exclusion(all.lowest.value), exclusion(all.highest.value))
        if gone == (nil, nil) { return all }
        let none = (Extreme(part.lowerBound, .infinity), Extreme(part.lowerBound, -.infinity))
        if gone.0 == gone.1 { return none }
        guard let pyramid, let found = pyramid.extremes(part, of: across, leavingOut: exclusion) else { return nil }
        guard found.low <= found.high else { return none }
        let (lowest, highest) = pyramid.indexes(of: found, in: across)
        return (Extreme(lowest, found.low), Extreme(highest, found.high))
    }

    // MARK: One sample after the other

    private func appendOneByOne(_ column: Range<Int>, to path: inout Path) {
        var runs = ColumnRuns(self, column)
        read(column, into: &runs, &path)
        runs.end(&path)
    }

    private func read(_ range: Range<Int>, into runs: inout ColumnRuns<Along, Across>, _ path: inout Path) {
        if !Along.hasExclusions, !Across.hasExclusions { return readRuns(range, into: &runs, &path) }
        let (position, minimum) = (columns.position, positionAcross.minimum)
        ColumnView.forEachBlock(of: range, columns.along, across) { start, along, values in
            for k in values.indices {
                if Along.hasExclusions, position.exclusion(around: along[k]) != nil { continue }
                let value = values[k]
                if Across.hasExclusions, positionAcross.exclusion(around: value) != nil { continue }
                if value.isFinite, value >= minimum { runs.add(start + k, value) } else { runs.addGap(to: &path) }
            }
        }
    }

    /// The same without exclusions. The range begins with the bin's first sample or behind a gap. In a long run, only
    /// samples at the ends are read one by one; in runs that become strokes, none are.
    private func readRuns(_ range: Range<Int>, into runs: inout ColumnRuns<Along, Across>, _ path: inout Path) {
        var start = range.lowerBound
        // Strokes need values that all have a position. Linear axes and known runs ensure that.
        var areOneByOne = !Across.isAffine && self.runs == nil
        while start < range.upperBound {
            if !areOneByOne, runs.areStrokes {
                areOneByOne = true
                // If the runs so far were long, look each one up.
                let areShort = self.runs != nil || start - range.lowerBound < Self.minRun
                if areShort, let last = lastGap(in: start..<range.upperBound) {
                    runs.keepRuns(of: start..<last)
                    start = last + 1
                }
            }
            let end = gap(in: start..<range.upperBound)
            if end - start > Self.minScan, let (lowest, highest) = extremes(start..<end) {
                runs.add(start..<end, lowest, highest)
            } else {
                for i in start..<end { runs.add(i, across[i]) }
            }
            if end < range.upperBound { runs.addGap(to: &path) }
            start = end + 1
        }
    }

    /// The first gap of a range; the range's end if there is none.
    @inline(__always)
    fileprivate func gap(in range: Range<Int>) -> Int {
        let near = min(range.lowerBound + Self.minScan, range.upperBound)
        var i = range.lowerBound
        while i < near, across[i].isFinite, across[i] >= positionAcross.minimum { i += 1 }
        return i == near ? across.firstGap(in: i..<range.upperBound, below: positionAcross.minimum) : i
    }

    /// The last gap near the end of a range; `nil`: there is none.
    private func lastGap(in range: Range<Int>) -> Int? {
        range.suffix(Self.minRun).last { !(across[$0].isFinite && across[$0] >= positionAcross.minimum) }
    }
}

/// The runs of a bin with gaps. A few runs are drawn exactly. Many runs are summarised by the positions that they cover
/// across.
///
///     ╷╷ ╷╷╷       ╷         The first and the last run continue in other bins. All others are strokes within
///     │╵╷││╵╷  →   │╷        an eighth of a pixel: strokes that overlap across become one, and as many remain as
///     ╵ ╵╵╵ ╵      ╵╵        there is room for. A stroke is as long along as its share of the samples, and is
///                            centred on them: the area below it keeps its size.
struct ColumnRuns<Along: MonotonicScaleTransform, Across: MonotonicScaleTransform> {
    typealias Columns = M4Decimator<Along, Across>

    /// Maximum number of runs of a bin that are drawn exactly.
    private static var maxDrawn: Int { 4 }
    /// Pixels across. Strokes at most this far apart are drawn as one.
    private static var closest: Double { 1.0 / 16 }

    private struct Run {
        var samples: Range<Int>
        /// Number of samples, without skipped ones.
        var count = 1
        var last: Double
        var lowest: Columns.Extreme
        var highest: Columns.Extreme
        /// The lowest and the highest sample at a joint; `nil`: there is no joint. The ends of the run are no joints.
        var joints: (low: Columns.Extreme, high: Columns.Extreme)?
        /// Whether `joints` is known.
        var isRead = true

        mutating func join(_ sample: Columns.Extreme) {
            guard let (low, high) = joints else { return joints = (sample, sample) }
            joints = (sample.value < low.value ? sample : low, sample.value > high.value ? sample : high)
        }
    }

    /// Joined runs: positions across, and the number of sample pairs.
    private struct Stroke {
        var low: Double
        var high: Double
        var joints: (low: Double, high: Double)
        /// Sum of the runs' extents across; less than `high` − `low` where runs lie apart.
        var height: Double
        var length: Int
        /// Sum of the pairs' positions along, in samples.
        var positions: Double
        /// Mean position of the pairs, in samples.
        var middle: Double { positions / Double(length) }
        /// Where the stroke is drawn from, in samples; may lie between two samples.
        var start = 0.0

        mutating func join(_ other: Stroke) {
            positions += other.positions
            (low, high) = (min(low, other.low), max(high, other.high))
            height += other.height
            joints = (min(joints.low, other.joints.low), max(joints.high, other.joints.high))
            length += other.length
        }
    }

    private let columns: Columns
    private let samples: Range<Int>
    private var run: Run?
    private var isBehindGap = false
    private var drawn = 0
    /// The last sample of the runs that are drawn exactly.
    private var lastDrawn: Int
    /// Ascending and apart.
    private var strokes: [Stroke] = []

    /// - Parameter samples: all samples of the bin.
    init(_ columns: Columns, _ samples: Range<Int>) {
        (self.columns, self.samples, lastDrawn) = (columns, samples, samples.lowerBound)
    }

    /// Adds a run that ends with a gap or with the bin.
    mutating func add(_ samples: Range<Int>, _ lowest: Columns.Extreme, _ highest: Columns.Extreme) {
        let last = columns.across[samples.upperBound - 1]
        run = Run(samples: samples, count: samples.count, last: last, lowest: lowest, highest: highest, isRead: false)
    }

    /// Adds the next sample, behind a gap or other samples.
    @inline(__always)
    mutating func add(_ i: Int, _ value: Double) {
        let sample = Columns.Extreme(i, value)
        guard var run else { return run = Run(samples: i..<i + 1, last: value, lowest: sample, highest: sample) }
        if columns.isStepped || run.count > 1 { run.join(Columns.Extreme(run.samples.upperBound - 1, run.last)) }
        run.samples = run.samples.lowerBound..<i + 1
        run.count += 1
        run.last = value
        if value < run.lowest.value { run.lowest = sample }
        if value > run.highest.value { run.highest = sample }
        self.run = run
    }

    @inline(__always)
    mutating func addGap(to path: inout Columns.Path) {
        if let run { close(run, &path) }
        run = nil
        isBehindGap = true
    }

    /// Ends the bin.
    mutating func end(_ path: inout Columns.Path) {
        if !strokes.isEmpty { drawStrokes(&path) }
        if isBehindGap { path.appendGap() }
        if let run { emit(run, hasEnd: isBehindGap || columns.ends(run.samples.upperBound - 1), &path) }
    }

    /// Ends a run within the bin.
    private mutating func close(_ run: Run, _ path: inout Columns.Path) {
        if isBehindGap {
            drawn += 1
            guard drawn <= Self.maxDrawn else { return keep(run) }
            path.appendGap()
        }
        emit(run, hasEnd: true, &path)
        lastDrawn = run.samples.upperBound - 1
    }

    private func emit(_ run: Run, hasEnd: Bool, _ path: inout Columns.Path) {
        let joints = hasEnd || columns.begins(run.samples.lowerBound) ? joints(of: run) : nil
        columns.emit(run.samples, joints?.low ?? run.lowest, joints?.high ?? run.highest, to: &path)
    }

    private func joints(of run: Run) -> (low: Columns.Extreme, high: Columns.Extreme)? {
        run.isRead ? run.joints : columns.joints(run.samples, run.lowest, run.highest)
    }

    // MARK: Strokes

    /// Whether the next run that ends within the bin becomes a stroke.
    var areStrokes: Bool { drawn >= Self.maxDrawn && run == nil }

    /// Keeps the runs of a range as strokes: from the summary where it is exact enough, else from the samples. The
    /// range begins behind a gap and ends before one.
    mutating func keepRuns(of range: Range<Int>) {
        var i = range.lowerBound
        // Start of the run that continues at `i`.
        var start = i
        while i < range.upperBound {
            if let known = columns.runs,
                let (level, stretch) = known.longest(at: i, before: range.upperBound, where: { holds($1) })
            {
                let length = known.length(level)
                if stretch.first < length {
                    keepRun(start..<i + Int(stretch.first))
                    stretch.forEachStroke { keep($0, of: i) }
                    start = i + length - Int(stretch.last)
                }
                i += length
            } else {
                readRuns(
                    to: min(columns.runs?.nextGrain(behind: i) ?? range.upperBound, range.upperBound), from: &i, &start)
            }
        }
        keepRun(start..<range.upperBound)
    }

    /// - Parameter start: of the run that continues at `i`.
    private mutating func readRuns(to end: Int, from i: inout Int, _ start: inout Int) {
        while i < end {
            if start < i {
                let gap = columns.gap(in: i..<end)
                if gap < end {
                    keepRun(start..<gap)
                    start = gap + 1
                }
                i = min(gap + 1, end)
            } else {
                // Process many samples at a time; the last run may continue.
                let behind = min(i + Self.maxRead, end)
                start = columns.across.forEachStroke(i..<behind, ends: false, isStepped: columns.isStepped) { [i] in
                    keep($0, of: i)
                }
                i = behind
            }
        }
    }

    private mutating func keepRun(_ run: Range<Int>) {
        if run.count <= Self.maxRead {
            _ = columns.across.forEachStroke(run, ends: true, isStepped: columns.isStepped) {
                keep($0, of: run.lowerBound)
            }
        } else if let (lowest, highest) = columns.extremes(run) {
            keep(
                Run(
                    samples: run, count: run.count, last: columns.across[run.upperBound - 1], lowest: lowest,
                    highest: highest, isRead: false))
        }
    }

    /// Maximum number of samples whose strokes are found in one call.
    private static var maxRead: Int { Int(VITRAIL_SPAN_LENGTH) }

    /// Whether the strokes of a stretch represent its runs: gaps that they fill are at most `closest`.
    @inline(__always)
    private func holds(_ stretch: vitrail_runs) -> Bool {
        stretch.filled == 0
            || columns.positionAcross.greatestDistance(of: stretch.filled, from: stretch.strokes.0.low) <= Self.closest
    }

    /// - Parameter first: the first sample of the stroke's stretch.
    private mutating func keep(_ stroke: vitrail_stroke, of first: Int) {
        keep(
            from: stroke.low, to: stroke.high, joints: (stroke.joint_low, stroke.joint_high),
            share: Double(stroke.share), length: Int(stroke.pairs),
            positions: Double(first) * Double(stroke.pairs) + Double(stroke.positions))
    }

    private mutating func keep(_ run: Run) {
        let joints = joints(of: run)
        // A single sample is as long as a pair.
        let length = max(run.count - 1, 1)
        let positions = Double(run.samples.lowerBound + run.samples.upperBound - 1) / 2 * Double(length)
        let bounds = joints.map { ($0.low.value, $0.high.value) } ?? (.infinity, -.infinity)
        keep(
            from: run.lowest.value, to: run.highest.value, joints: bounds, share: 1, length: length,
            positions: positions)
    }

    private mutating func keep(
        from low: Double, to high: Double, joints found: (low: Double, high: Double), share: Double, length: Int,
        positions sum: Double
    ) {
        func position(of value: Double) -> Double {
            min(max(columns.positionAcross.position(ofAny: value), columns.shown.lowerBound), columns.shown.upperBound)
        }
        func positions(_ low: Double, _ high: Double) -> (low: Double, high: Double) {
            let (a, b) = (position(of: low), position(of: high))
            return (min(a, b), max(a, b))
        }
        let ends = positions(low, high)
        let joints = found.low <= found.high ? positions(found.low, found.high) : found
        var stroke = Stroke(
            low: ends.low, high: ends.high, joints: joints, height: (ends.high - ends.low) * share, length: length,
            positions: sum)
        let first = strokes.indices.partition { strokes[$0].high + Self.closest >= stroke.low }
        let last = (first..<strokes.count).partition { strokes[$0].low - Self.closest > stroke.high }
        for other in strokes[first..<last] { stroke.join(other) }
        if last == first + 1 {
            strokes[first] = stroke
        } else {
            strokes.replaceSubrange(first..<last, with: CollectionOfOne(stroke))
        }
    }

    /// Draws the strokes behind the exact runs, each centred on its samples: from one end through the joints to the
    /// other, rising or falling as the bin does. On a stepped line, all samples but the last of a run are joints; a
    /// stroke with no joint at either end becomes two runs.
    private mutating func drawStrokes(_ path: inout Columns.Path) {
        func position(of i: Int) -> Double { columns.columns.position.position(ofAny: columns.columns.along[i]) }
        // The run that continues in the next bin is drawn at its own position.
        let last = run?.samples.lowerBound ?? samples.upperBound - 1
        let begin = position(of: lastDrawn)
        let step = (position(of: last) - begin) / Double(max(last - lastDrawn, 1))
        let isFalling = isFalling
        layOut()
        for stroke in strokes {
            let (start, length) = (begin + (stroke.start - Double(lastDrawn)) * step, step * Double(stroke.length))
            func append(_ share: Double, _ across: Double) {
                path.points.append(PathPoint(along: Float(start + length * share), across: Float(across)))
            }
            func gap() { path.appendGap() }
            let (low, high, joints) = (stroke.low, stroke.high, stroke.joints)
            gap()
            if !columns.isStepped {
                guard joints.low <= joints.high else {
                    draw(apart: stroke, isFalling, append, gap)
                    continue
                }
                append(0, isFalling ? high : low)
                append(1.0 / 3, isFalling ? joints.low : joints.high)
                append(2.0 / 3, isFalling ? joints.high : joints.low)
                append(1, isFalling ? low : high)
                continue
            }
            if joints.low > joints.high {
                append(0, low)
            } else if low == joints.low {
                append(0, low)
                append(0.5, joints.high)
            } else if high == joints.high {
                append(0, high)
                append(0.5, joints.low)
            } else {
                append(0, joints.high)
                append(0.25, joints.low)
                append(0.75, low)
                gap()
                append(0.75, joints.high)
            }
            append(1, high == joints.high ? low : high)
        }
    }

    /// Draws a stroke without joints as separate pieces that together have its `height`. Each piece lies in the middle
    /// of its part of the stroke.
    ///
    /// - Parameter append: adds a point, by its fraction of the way along, and its position across.
    private func draw(apart stroke: Stroke, _ isFalling: Bool, _ append: (Double, Double) -> Void, _ gap: () -> Void) {
        let extent = stroke.high - stroke.low
        let count =
            stroke.height < extent ? max(min((extent / Self.longestApart).rounded(.up), Double(stroke.length)), 1) : 1
        let free = max(extent - stroke.height, 0) / count
        for k in 0..<Int(count) {
            if k > 0 { gap() }
            func position(of share: Double, _ offset: Double) -> Double {
                isFalling ? stroke.high - extent * share - offset : stroke.low + extent * share + offset
            }
            append(Double(k) / count, position(of: Double(k) / count, free / 2))
            append(Double(k + 1) / count, position(of: Double(k + 1) / count, -free / 2))
        }
    }

    /// Pixels across: maximum extent of such a part.
    private static var longestApart: Double { 0.5 }

    /// Whether strokes lie, on average, at smaller positions than the last sample drawn before them.
    private var isFalling: Bool {
        let start = columns.positionAcross.position(ofAny: columns.across[lastDrawn])
        return strokes.reduce(0) { $0 + Double($1.length) * (($1.low + $1.high) / 2 - start) } < 0
    }

    /// Orders strokes along so that none overlaps the next. Strokes that would overlap are laid out around the mean
    /// position of all their samples.
    private mutating func layOut() {
        strokes.sort { ($0.middle, $0.low) < ($1.middle, $1.low) }
        var (areApart, reached) = (true, -Double.infinity)
        for i in strokes.indices {
            strokes[i].start = strokes[i].middle - Double(strokes[i].length) / 2
            areApart = areApart && strokes[i].start >= reached
            reached = strokes[i].start + Double(strokes[i].length)
        }
        if !areApart { layOutGroups() }
    }

    private mutating func layOutGroups() {
        var groups: [(first: Int, length: Int, positions: Double)] = []
        func start(_ group: (first: Int, length: Int, positions: Double)) -> Double {
            group.positions / Double(group.length) - Double(group.length) / 2
        }
        for i in strokes.indices {
            var group = (first: i, length: strokes[i].length, positions: strokes[i].positions)
            while let before = groups.last, start(before) + Double(before.length) > start(group) {
                group = (before.first, before.length + group.length, before.positions + group.positions)
                groups.removeLast()
            }
            groups.append(group)
        }
        for (k, group) in groups.enumerated() {
            var start = start(group)
            for i in group.first..<(k + 1 < groups.count ? groups[k + 1].first : strokes.count) {
                strokes[i].start = start
                start += Double(strokes[i].length)
            }
        }
    }
}

import CData

/// Columns with values that have no place, and columns over stretches that an axis leaves out.
extension ColumnExtremes {
    /// So many samples from gap to gap are read quicker than looked up.
    private static var shortestRun: Int { 256 }
    /// So many are read by themselves as soon as eight at a time.
    private static var shortestScan: Int { 12 }

    /// Runs between gaps are columns of their own.
    func appendWithGaps(_ column: Range<Int>, to path: inout Path) {
        var runs = ColumnRuns(self, column)
        var start = column.lowerBound
        var count = 0
        while let pyramid, start < column.upperBound, (count - 2) * Self.shortestRun <= start - column.lowerBound {
            let first = pyramid.firstValue(start..<column.upperBound, of: across, notBelow: placeAcross.least)
            if first > start { runs.addGap(to: &path) }
            start = first < column.upperBound ? pyramid.firstGap(first..<column.upperBound, of: across, below: placeAcross.least) : first
            if start > first, let (lowest, highest) = extremes(first..<start) { runs.add(first..<start, lowest, highest) }
            count += 1
        }
        if start < column.upperBound { read(start..<column.upperBound, into: &runs, &path) }
        runs.end(&path)
    }

    /// A column of an axis that may leave some of it out: samples there are passed over.
    func appendWithExclusions(_ column: Range<Int>, to path: inout Path) {
        var found: (first: Range<Int>, last: Range<Int>, lowest: Extreme, highest: Extreme)?
        var rest = column
        while let part = columns.nextPart(of: rest) {
            guard let extremes = extremes(part), let shown = shownExtremes(part, of: extremes) else { return appendOneByOne(column, to: &path) }
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
        guard let pyramid, part.count >= Self.shortestRun else { return part.first { placeAcross.exclusion(around: across[$0]) == nil } }
        return pyramid.firstShown(part, of: across) { placeAcross.exclusion(around: $0) }
    }

    private func lastShown(_ part: Range<Int>) -> Int? {
        guard let pyramid, part.count >= Self.shortestRun else { return part.last { placeAcross.exclusion(around: across[$0]) == nil } }
        return pyramid.lastShown(part, of: across) { placeAcross.exclusion(around: $0) }
    }

    /// Those of the values that the axis across does not leave out: the lowest above the highest where it leaves out all; nil where they are not known.
    private func shownExtremes(_ part: Range<Int>, of all: (lowest: Extreme, highest: Extreme)) -> (lowest: Extreme, highest: Extreme)? {
        func exclusion(_ value: Double) -> NumberRange? { placeAcross.exclusion(around: value) }
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
        let (place, least) = (columns.place, placeAcross.least)
        SharedValues.forEachBlock(of: range, columns.along, across) { start, along, values in
            for k in values.indices {
                if Along.hasExclusions, place.exclusion(around: along[k]) != nil { continue }
                let value = values[k]
                if Across.hasExclusions, placeAcross.exclusion(around: value) != nil { continue }
                if value.isFinite, value >= least { runs.add(start + k, value) } else { runs.addGap(to: &path) }
            }
        }
    }

    /// The same where nothing is left out, from a gap on, or the column's first sample: of long runs only the ends are looked at by themselves, of runs
    /// that are not drawn as they are, none.
    private func readRuns(_ range: Range<Int>, into runs: inout ColumnRuns<Along, Across>, _ path: inout Path) {
        var start = range.lowerBound
        // Strokes are of values that all have a place, as those of which runs are known.
        var areOneByOne = !Across.isAffine && self.runs == nil
        while start < range.upperBound {
            if !areOneByOne, runs.areStrokes {
                areOneByOne = true
                // Where runs are long, as those before were, each is looked up.
                let areShort = self.runs != nil || start - range.lowerBound < Self.shortestRun
                if areShort, let last = lastGap(in: start..<range.upperBound) {
                    runs.keepRuns(of: start..<last)
                    start = last + 1
                }
            }
            let end = gap(in: start..<range.upperBound)
            if end - start > Self.shortestScan, let (lowest, highest) = extremes(start..<end) {
                runs.add(start..<end, lowest, highest)
            } else {
                for i in start..<end { runs.add(i, across[i]) }
            }
            if end < range.upperBound { runs.addGap(to: &path) }
            start = end + 1
        }
    }

    /// The first gap of a range; its end where there is none.
    @inline(__always)
    fileprivate func gap(in range: Range<Int>) -> Int {
        let near = min(range.lowerBound + Self.shortestScan, range.upperBound)
        var i = range.lowerBound
        while i < near, across[i].isFinite, across[i] >= placeAcross.least { i += 1 }
        return i == near ? across.firstGap(in: i..<range.upperBound, below: placeAcross.least) : i
    }

    /// The last gap of a range; nil where there is none near its end.
    private func lastGap(in range: Range<Int>) -> Int? {
        range.suffix(Self.shortestRun).last { !(across[$0].isFinite && across[$0] >= placeAcross.least) }
    }
}

/// What a column with gaps comes to. A few runs are drawn as they are; of many, as is seen of all: where across they lie.
///
///     ╷╷ ╷╷╷       ╷         The first run and the last go on in other columns. All others together are strokes within an eighth of a pixel:
///     │╵╷││╵╷  →   │╷        those that overlap across are one, and what is left is as many as there is room for. A stroke is as long along as
///     ╵ ╵╵╵ ╵      ╵╵        its share of the samples, and lies around them: areas below it come to as much.
struct ColumnRuns<Along: AxisPlacing, Across: AxisPlacing> {
    typealias Columns = ColumnExtremes<Along, Across>

    /// Runs of a column that are drawn as they are.
    private static var mostDrawn: Int { 4 }
    /// Pixels across, between strokes that are drawn as one.
    private static var closest: Double { 1.0 / 16 }

    private struct Run {
        var samples: Range<Int>
        /// Of the samples, without those that are passed over.
        var count = 1
        var last: Double
        var lowest: Columns.Extreme
        var highest: Columns.Extreme
        /// The lowest and the highest of the samples where lines are joined, if there are any; the ends of the run are none.
        var joints: (low: Columns.Extreme, high: Columns.Extreme)?
        /// Whether they are known.
        var isRead = true

        mutating func join(_ sample: Columns.Extreme) {
            guard let (low, high) = joints else { return joints = (sample, sample) }
            joints = (sample.value < low.value ? sample : low, sample.value > high.value ? sample : high)
        }
    }

    /// Places across, and how many pairs of samples.
    private struct Stroke {
        var low: Double
        var high: Double
        var joints: (low: Double, high: Double)
        /// How far runs go across, summed: where they lie apart, less than from low to high.
        var height: Double
        var length: Int
        /// Where those lie, summed, in samples.
        var places: Double
        /// The sample that they lie around.
        var middle: Double { places / Double(length) }
        /// The sample, or between which, it is drawn from.
        var start = 0.0

        mutating func join(_ other: Stroke) {
            places += other.places
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
    /// The last sample of those.
    private var lastDrawn: Int
    /// Ascending and apart.
    private var strokes: [Stroke] = []

    /// - Parameter samples: all of the column.
    init(_ columns: Columns, _ samples: Range<Int>) { (self.columns, self.samples, lastDrawn) = (columns, samples, samples.lowerBound) }

    /// A run that ends with a gap, or with the column.
    mutating func add(_ samples: Range<Int>, _ lowest: Columns.Extreme, _ highest: Columns.Extreme) {
        let last = columns.across[samples.upperBound - 1]
        run = Run(samples: samples, count: samples.count, last: last, lowest: lowest, highest: highest, isRead: false)
    }

    /// The next sample, behind a gap or others.
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

    /// The column ends.
    mutating func end(_ path: inout Columns.Path) {
        if !strokes.isEmpty { drawStrokes(&path) }
        if isBehindGap { path.appendGap() }
        if let run { emit(run, hasEnd: isBehindGap || columns.ends(run.samples.upperBound - 1), &path) }
    }

    /// A run that ends within the column.
    private mutating func close(_ run: Run, _ path: inout Columns.Path) {
        if isBehindGap {
            drawn += 1
            guard drawn <= Self.mostDrawn else { return keep(run) }
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

    /// Whether runs that end within the column are not drawn as they are any more.
    var areStrokes: Bool { drawn >= Self.mostDrawn && run == nil }

    /// The runs of a range that begins behind a gap and ends with one: as a summary tells of them, or as they are.
    mutating func keepRuns(of range: Range<Int>) {
        var i = range.lowerBound
        // Where the run begins that goes on at i.
        var start = i
        while i < range.upperBound {
            if let known = columns.runs, let (level, stretch) = known.longest(at: i, before: range.upperBound, where: { holds($1) }) {
                let length = known.length(level)
                if stretch.first < length {
                    keepRun(start..<i + Int(stretch.first))
                    stretch.forEachStroke { keep($0, of: i) }
                    start = i + length - Int(stretch.last)
                }
                i += length
            } else {
                readRuns(to: min(columns.runs?.nextGrain(behind: i) ?? range.upperBound, range.upperBound), from: &i, &start)
            }
        }
        keepRun(start..<range.upperBound)
    }

    /// - Parameter start: of the run that goes on at `i`.
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
                // Many at a time; the last one goes on.
                let behind = min(i + Self.mostRead, end)
                start = columns.across.forEachStroke(i..<behind, ends: false, isStepped: columns.isStepped) { [i] in keep($0, of: i) }
                i = behind
            }
        }
    }

    private mutating func keepRun(_ run: Range<Int>) {
        if run.count <= Self.mostRead {
            _ = columns.across.forEachStroke(run, ends: true, isStepped: columns.isStepped) { keep($0, of: run.lowerBound) }
        } else if let (lowest, highest) = columns.extremes(run) {
            keep(Run(samples: run, count: run.count, last: columns.across[run.upperBound - 1], lowest: lowest, highest: highest, isRead: false))
        }
    }

    /// Samples whose strokes are found at a time.
    private static var mostRead: Int { Int(VITRAIL_SPAN_LENGTH) }

    /// Whether strokes of a stretch say what its runs say.
    @inline(__always)
    private func holds(_ stretch: vitrail_runs) -> Bool {
        stretch.filled == 0 || columns.placeAcross.greatestDistance(of: stretch.filled, from: stretch.strokes.0.low) <= Self.closest
    }

    /// - Parameter first: of the samples that it is of.
    private mutating func keep(_ stroke: vitrail_stroke, of first: Int) {
        keep(
            from: stroke.low, to: stroke.high, joints: (stroke.joint_low, stroke.joint_high), share: Double(stroke.share), length: Int(stroke.pairs),
            places: Double(first) * Double(stroke.pairs) + Double(stroke.places))
    }

    private mutating func keep(_ run: Run) {
        let joints = joints(of: run)
        // A sample alone counts as long as a pair.
        let length = max(run.count - 1, 1)
        let places = Double(run.samples.lowerBound + run.samples.upperBound - 1) / 2 * Double(length)
        let bounds = joints.map { ($0.low.value, $0.high.value) } ?? (.infinity, -.infinity)
        keep(from: run.lowest.value, to: run.highest.value, joints: bounds, share: 1, length: length, places: places)
    }

    private mutating func keep(
        from low: Double, to high: Double, joints found: (low: Double, high: Double), share: Double, length: Int, places sum: Double
    ) {
        func place(_ value: Double) -> Double { min(max(columns.placeAcross.found(value), columns.shown.lowerBound), columns.shown.upperBound) }
        func places(_ low: Double, _ high: Double) -> (low: Double, high: Double) {
            let (a, b) = (place(low), place(high))
            return (min(a, b), max(a, b))
        }
        let ends = places(low, high)
        let joints = found.low <= found.high ? places(found.low, found.high) : found
        var stroke = Stroke(
            low: ends.low, high: ends.high, joints: joints, height: (ends.high - ends.low) * share, length: length, places: sum)
        let first = strokes.indices.partition { strokes[$0].high + Self.closest >= stroke.low }
        let last = (first..<strokes.count).partition { strokes[$0].low - Self.closest > stroke.high }
        for other in strokes[first..<last] { stroke.join(other) }
        if last == first + 1 { strokes[first] = stroke } else { strokes.replaceSubrange(first..<last, with: CollectionOfOne(stroke)) }
    }

    /// Behind the runs that are drawn as they are, each around its samples: from its one end to the other, as the column rises or falls, by way of its
    /// joints. Of steps, all but the end of a run are joints; where both of a stroke's ends are none, it is two runs.
    private mutating func drawStrokes(_ path: inout Columns.Path) {
        func place(_ i: Int) -> Double { columns.columns.place.found(columns.columns.along[i]) }
        // The run that goes on in the next column is drawn where it is.
        let last = run?.samples.lowerBound ?? samples.upperBound - 1
        let begin = place(lastDrawn)
        let step = (place(last) - begin) / Double(max(last - lastDrawn, 1))
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

    /// Draws as much of a stroke without joints as runs make of it: each piece in the middle of its share of the way.
    ///
    /// - Parameter append: a point, by its share of the way along, and its place across.
    private func draw(apart stroke: Stroke, _ isFalling: Bool, _ append: (Double, Double) -> Void, _ gap: () -> Void) {
        let extent = stroke.high - stroke.low
        let count = stroke.height < extent ? max(min((extent / Self.longestApart).rounded(.up), Double(stroke.length)), 1) : 1
        let free = max(extent - stroke.height, 0) / count
        for k in 0..<Int(count) {
            if k > 0 { gap() }
            func place(_ share: Double, _ offset: Double) -> Double {
                isFalling ? stroke.high - extent * share - offset : stroke.low + extent * share + offset
            }
            append(Double(k) / count, place(Double(k) / count, free / 2))
            append(Double(k + 1) / count, place(Double(k + 1) / count, -free / 2))
        }
    }

    /// Pixels across.
    private static var longestApart: Double { 0.5 }

    /// Whether strokes lie at smaller places than what was drawn before them.
    private var isFalling: Bool {
        let start = columns.placeAcross.found(columns.across[lastDrawn])
        return strokes.reduce(0) { $0 + Double($1.length) * (($1.low + $1.high) / 2 - start) } < 0
    }

    /// Puts strokes in order along, where none reaches over the next: those that would share a place, around that of all their samples.
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
        var groups: [(first: Int, length: Int, places: Double)] = []
        func start(_ group: (first: Int, length: Int, places: Double)) -> Double { group.places / Double(group.length) - Double(group.length) / 2 }
        for i in strokes.indices {
            var group = (first: i, length: strokes[i].length, places: strokes[i].places)
            while let before = groups.last, start(before) + Double(before.length) > start(group) {
                group = (before.first, before.length + group.length, before.places + group.places)
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

public import CColumns

/// A tree of minima and maxima over a column: the range of values in ever longer stretches. It finds the extremes of
/// any range with few lookups. With very many samples, the shortest stretches have 256 samples.
///
///     ▕▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▏▕▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▏     A search goes from the first sample to the start of a stretch of 64, over
///     ▕▔▏▕▔▏▕▔▏…       ▕▔▏▕▔▏▕▔▏…              such stretches to the start of one of 512, and so on, then down again.
///         └──────────────────┘                 The sample with the extreme is found by descending from the longest
///                                              stretch that contains it.
///
/// Several threads read the tree while the call that lent it waits: `ColumnSummary.withTree`.
@usableFromInline package struct MinMaxTree: Sendable {
    @usableFromInline let levels: GridLevels<vitrail_span>

    init(levels: GridLevels<vitrail_span>) { self.levels = levels }

    /// A stretch that contains an extreme.
    @usableFromInline struct Stretch: Sendable {
        @usableFromInline var range: Range<Int>
        /// −1: not a stretch of the grid.
        @usableFromInline var level: Int

        @inlinable init(range: Range<Int>, level: Int) {
            (self.range, self.level) = (range, level)
        }
    }

    /// The minimum and the maximum of some samples, and the stretches that contain their first occurrences.
    @usableFromInline package struct Extremes: Sendable {
        @usableFromInline package fileprivate(set) var low = Double.infinity
        @usableFromInline package fileprivate(set) var high = -Double.infinity
        @usableFromInline var lowest: Stretch
        @usableFromInline var highest: Stretch
    }

    /// Samples of the shortest stretches: 64, or 256 with very many samples.
    package var grain: Int { levels.grain }

    /// Whether the first sample begins a stretch, as in a new tree. After samples were removed at the start, it may not.
    package var isAligned: Bool { levels.grain(at: 0) == 0 }

    /// Prefetches spans around a sample, for stretches that end or begin there.
    @inlinable @inline(__always)
    package func prefetch(_ position: Int) {
        levels.prefetch(0, at: position)
        levels.prefetch(1, at: position)
    }

    /// The same, and the samples of the shortest stretch that contains it.
    @inlinable @inline(__always)
    package func prefetch(_ position: Int, of values: ColumnView) {
        prefetch(position)
        values.prefetch(levels.grain(at: position)..<levels.nextGrain(behind: position))
    }

    /// The extremes of some samples; `nil`: a sample is not finite. Prefetches the data that `descend` reads.
    ///
    /// - Complexity: O(log samples) lookups of spans, and reads of at most as many samples as two of the shortest
    ///   stretches have.
    package func extremes(_ range: Range<Int>, of values: ColumnView) -> Extremes? { search(range, values) }

    /// The extremes of all shortest stretches that overlap some samples. They include a few more samples at either end.
    /// No sample is read.
    ///
    /// - Returns: `nil`: a sample is not finite, or a stretch is not complete.
    package func outline(_ range: Range<Int>) -> Extremes? {
        search(levels.grain(at: range.lowerBound)..<levels.nextGrain(behind: range.upperBound - 1), nil)
    }

    /// - Parameter values: for samples outside of whole stretches; `nil`: if there is such a sample, the result is
    ///   `nil`.
    @inline(__always)
    private func search(_ range: Range<Int>, _ values: ColumnView?) -> Extremes? {
        let whole = Stretch(range: range, level: -1)
        var found = Extremes(lowest: whole, highest: whole)
        var i = range.lowerBound
        while i < range.upperBound {
            let known = levels.longest(at: i, before: range.upperBound) { _, _ in true }
            let next = known.map { i + levels.length($0.level) } ?? end(from: i, before: range.upperBound)
            guard let span = known?.entry ?? values?.finiteRange(i..<next), !span.hasGap else { return nil }
            let stretch = Stretch(range: i..<next, level: known?.level ?? -1)
            if span.low < found.low { (found.low, found.lowest) = (span.low, stretch) }
            if span.high > found.high { (found.high, found.highest) = (span.high, stretch) }
            i = next
        }
        prefetch(found.lowest, of: values)
        prefetch(found.highest, of: values)
        return found
    }

    /// The extremes of the samples that are not excluded. If all are excluded, the low one is above the high one.
    ///
    /// - Parameter exclusion: returns the exclusion around a value.
    /// - Returns: `nil`: a sample is not finite.
    /// - Complexity: O(log samples) lookups of spans for each sample at which values enter or leave an exclusion, and
    ///   reads of the samples of two of the shortest stretches there.
    package func extremes(
        _ range: Range<Int>, of values: ColumnView, leavingOut exclusion: (Double) -> NumberRange?
    ) -> Extremes? {
        let whole = Stretch(range: range, level: -1)
        var found = Extremes(lowest: whole, highest: whole)
        func add(_ low: Double, _ high: Double, _ stretch: Stretch) {
            if low < found.low { (found.low, found.lowest) = (low, stretch) }
            if high > found.high { (found.high, found.highest) = (high, stretch) }
        }
        var i = range.lowerBound
        while i < range.upperBound {
            let known = levels.longest(at: i, before: range.upperBound) { _, span in
                !span.hasGap && exclusion(span.low) == exclusion(span.high)
            }
            if let (level, span) = known {
                let next = i + levels.length(level)
                // Both extremes are shown, so they are the extremes of all shown samples, whatever is excluded between
                // them.
                if exclusion(span.low) == nil { add(span.low, span.high, Stretch(range: i..<next, level: level)) }
                i = next
            } else {
                let next = end(from: i, before: range.upperBound)
                for i in i..<next {
                    let value = values[i]
                    guard value.isFinite else { return nil }
                    if exclusion(value) == nil { add(value, value, Stretch(range: i..<i + 1, level: -1)) }
                }
                i = next
            }
        }
        return found
    }

    /// The first sample that is not excluded; `nil`: all are excluded.
    package func firstShown(
        _ range: Range<Int>, of values: ColumnView, leavingOut exclusion: (Double) -> NumberRange?
    ) -> Int? {
        let i = first(range, values, passing: { Self.isGone($0, exclusion) }, { exclusion($0) == nil })
        return i < range.upperBound ? i : nil
    }

    /// The last sample that is not excluded; `nil`: all are excluded.
    package func lastShown(
        _ range: Range<Int>, of values: ColumnView, leavingOut exclusion: (Double) -> NumberRange?
    ) -> Int? {
        var end = range.upperBound
        while end > range.lowerBound {
            let gone = start(ofStretchBefore: end, notBefore: range.lowerBound) { level, start in
                levels.entry(level, at: start).map { Self.isGone($0, exclusion) } ?? false
            }
            let start = gone ?? max(range.lowerBound, levels.grain(at: end - 1))
            if gone == nil, let found = (start..<end).last(where: { exclusion(values[$0]) == nil }) { return found }
            end = start
        }
        return nil
    }

    /// Whether all of a stretch is excluded.
    private static func isGone(_ span: vitrail_span, _ exclusion: (Double) -> NumberRange?) -> Bool {
        !span.hasGap && exclusion(span.low).map { exclusion(span.high) == $0 } ?? false
    }

    /// Descends one level, to the shorter stretches that contain the first occurrences of the extremes. Prefetches the
    /// data that the next step, or `indexes`, reads.
    ///
    /// - Parameter values: `nil`: no sample will be read.
    @inlinable @inline(__always)
    package func descend(_ extremes: inout Extremes, of values: ColumnView?) {
        if extremes.lowest.level > 0 {
            extremes.lowest = part(of: extremes.lowest) { [low = extremes.low] in $0.low == low }
            prefetch(extremes.lowest, of: values)
        }
        if extremes.highest.level > 0 {
            extremes.highest = part(of: extremes.highest) { [high = extremes.high] in $0.high == high }
            prefetch(extremes.highest, of: values)
        }
    }

    /// The first of the lowest and the first of the highest samples.
    ///
    /// - Returns: if a file has changed meanwhile and the values are gone, other samples of their stretches; the file
    ///   reader detects that.
    package func indexes(of extremes: Extremes, in values: ColumnView) -> (lowest: Int, highest: Int) {
        var extremes = extremes
        while extremes.lowest.level > 0 || extremes.highest.level > 0 { descend(&extremes, of: values) }
        let (lowest, highest) = (extremes.lowest.range, extremes.highest.range)
        return (
            values.firstIndex(of: extremes.low, in: lowest) ?? lowest.lowerBound,
            values.firstIndex(of: extremes.high, in: highest) ?? highest.lowerBound
        )
    }

    /// Samples in the middle of the shortest stretches that contain the first occurrences of the extremes.
    package func middles(of extremes: Extremes) -> (lowest: Int, highest: Int) {
        var extremes = extremes
        while extremes.lowest.level > 0 || extremes.highest.level > 0 { descend(&extremes, of: nil) }
        return (extremes.lowest.range.lowerBound + grain / 2, extremes.highest.range.lowerBound + grain / 2)
    }

    /// The first sample that is not finite or is below `minimum`; the end of the range if there is none.
    package func firstGap(_ range: Range<Int>, of values: ColumnView, below minimum: Double) -> Int {
        first(range, values, passing: { !$0.hasGap && $0.low >= minimum }, { !($0.isFinite && $0 >= minimum) })
    }

    /// The first finite sample that is not below `minimum`; the end of the range if there is none.
    package func firstValue(_ range: Range<Int>, of values: ColumnView, notBelow minimum: Double) -> Int {
        first(range, values, passing: { $0.isGap || !$0.hasGap && $0.high < minimum }, { $0.isFinite && $0 >= minimum })
    }

    /// Whether nearly all stretches of `grain` samples have both gaps and values, judging by 64 of them, evenly spread.
    ///
    /// Reads the samples, because the stretches of the tree begin elsewhere after samples were removed at the start.
    package func hasManyGaps(_ range: Range<Int>, of values: ColumnView) -> Bool {
        let stretches = 64
        let gaps = (0..<stretches).count { k in
            let first = (range.lowerBound + range.count * k / stretches) / grain * grain
            guard first + grain <= values.count else { return false }
            let finite = (first..<first + grain).count { values[$0].isFinite }
            return finite > 0 && finite < grain
        }
        return gaps > stretches * 7 / 8
    }

    /// The last sample at which one of four columns has a value outside of its limits; `nil`: there is none. NaN is not
    /// outside.
    ///
    /// - Parameters:
    ///   - pyramids: over the columns, in their order.
    ///   - columns: with equally many samples.
    /// - Complexity: O(log samples) lookups of spans for each stretch with a gap, and reads of the samples of two more
    ///   of the shortest stretches.
    package static func lastIndex(
        outside limits: Four<vitrail_span>, in range: Range<Int>, _ pyramids: Four<MinMaxTree>,
        _ columns: Four<ColumnView>
    ) -> Int? {
        var end = range.upperBound
        while end > range.lowerBound {
            let inside = pyramids.0.start(ofStretchBefore: end, notBefore: range.lowerBound) { level, start in
                pyramids.0.holds(limits.0, level, start) && pyramids.1.holds(limits.1, level, start)
                    && pyramids.2.holds(limits.2, level, start) && pyramids.3.holds(limits.3, level, start)
            }
            if let inside {
                end = inside
                continue
            }
            let first = max(range.lowerBound, pyramids.0.levels.grain(at: end - 1))
            if let found = ColumnView.lastIndex(outside: limits, in: first..<end, columns) { return found }
            end = first
        }
        return nil
    }

    // MARK: Steps

    /// The first sample of the longest wanted stretch of the grid that ends right before `end`; `nil`: there is none.
    @inline(__always)
    private func start(
        ofStretchBefore end: Int, notBefore first: Int, where isWanted: (_ level: Int, _ start: Int) -> Bool
    ) -> Int? {
        var level = levels.count - 1
        while level >= 0 {
            let start = end - levels.length(level)
            if start >= first, isWanted(level, start) { return start }
            level -= 1
        }
        return nil
    }

    /// Whether a stretch begins at a sample and all its values lie within limits.
    @inline(__always)
    private func holds(_ limits: vitrail_span, _ level: Int, _ first: Int) -> Bool {
        // Comparisons with NaN (a gap) are false.
        levels.entry(level, at: first).map { $0.low >= limits.low && $0.high <= limits.high } ?? false
    }

    /// The end of the samples that have to be read: the next sample at which a stretch may begin.
    private func end(from i: Int, before end: Int) -> Int {
        min(end, levels.nextGrain(behind: i))
    }

    private func first(
        _ range: Range<Int>, _ values: ColumnView, passing: (vitrail_span) -> Bool, _ isSought: (Double) -> Bool
    ) -> Int {
        var i = range.lowerBound
        while i < range.upperBound {
            if let (level, _) = levels.longest(at: i, before: range.upperBound, where: { _, span in passing(span) }) {
                i += levels.length(level)
                continue
            }
            let next = end(from: i, before: range.upperBound)
            while i < next {
                if isSought(values[i]) { return i }
                i += 1
            }
        }
        return range.upperBound
    }

    /// The first of the next shorter stretches within a stretch that has its extreme.
    @inline(__always)
    @inlinable func part(of stretch: Stretch, where hasExtreme: (vitrail_span) -> Bool) -> Stretch {
        let (level, length) = (stretch.level - 1, levels.length(stretch.level - 1))
        var first = stretch.range.lowerBound
        // The last one that remains needs no lookup.
        while first + length < stretch.range.upperBound, !(levels.entry(level, at: first).map(hasExtreme) ?? false) {
            first += length
        }
        return Stretch(range: first..<first + length, level: level)
    }

    /// Prefetches the contents of a stretch: shorter stretches, or samples.
    @inline(__always)
    @inlinable func prefetch(_ stretch: Stretch, of values: ColumnView?) {
        guard stretch.level > 0 else { return values?.prefetch(stretch.range) ?? () }
        levels.prefetch(stretch.level - 1, at: stretch.range.lowerBound)
    }
}

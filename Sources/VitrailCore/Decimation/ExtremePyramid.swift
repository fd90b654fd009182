import CData

/// Low and high of ever longer stretches of a column: what lies between two samples is found by looking at few of them.
///
///     ▕▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▏▕▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▏     From the first sample up to where a stretch of 256 begins, over such stretches to where one of 4,096
///     ▕▔▏▕▔▏▕▔▏…       ▕▔▏▕▔▏▕▔▏…              begins, and so on, then down again. The sample that has the extreme is searched for on the way
///         └──────────────────┘                 down from the longest stretch that has it.
///
/// Read on several threads, while the call that lent it waits: `ColumnSummary.lendPyramid`.
@safe struct ExtremePyramid: @unchecked Sendable {
    /// Spans of stretches of one length.
    @safe struct Level {
        fileprivate let spans: UnsafeBufferPointer<vitrail_span>
        fileprivate let first: Int
        fileprivate let shift: Int
        private let count: Int

        init(_ spans: Span<vitrail_span>, first: Int, shift: Int) {
            self.first = first
            self.shift = shift
            count = spans.count
            unsafe self.spans = unsafe spans.withUnsafeBufferPointer { unsafe $0 }
        }

        fileprivate var length: Int { 1 << shift }

        /// The span of the stretch that begins at a place of the grid; nil = none does, or it is not known.
        @inline(__always)
        fileprivate func span(at place: Int) -> vitrail_span? {
            guard place & (length - 1) == 0 else { return nil }
            let number = (place >> shift) - first
            guard number >= 0, number < count else { return nil }
            return unsafe spans[number]
        }
    }

    /// Shortest stretches first.
    private let levels: [Level]
    /// Place of sample 0 on the grid.
    private let start: Int

    init(levels: [Level], start: Int) {
        (self.levels, self.start) = (levels, start)
    }

    /// Where an extreme lies.
    private struct Stretch {
        var range: Range<Int>
        /// −1 = it is no stretch of the grid.
        var level: Int
    }

    /// The first of the lowest and of the highest of some samples; nil where one is not finite.
    ///
    /// - Complexity: O(log samples) looks at spans, and at no more than 256 samples.
    func extremes(_ range: Range<Int>, of values: SharedValues) -> (lowest: Int, highest: Int)? {
        var (low, high) = (Double.infinity, -Double.infinity)
        var (lowest, highest) = (Stretch(range: range, level: -1), Stretch(range: range, level: -1))
        var i = range.lowerBound
        while i < range.upperBound {
            let (level, span) = longest(at: i, before: range.upperBound) { _ in true }
            var (next, least, greatest) = (i, Double.infinity, -Double.infinity)
            if let span {
                guard !span.hasGap else { return nil }
                (next, least, greatest) = (i + levels[level].length, span.low, span.high)
            } else {
                next = end(from: i, before: range.upperBound)
                guard let found = values.finiteRange(i..<next) else { return nil }
                (least, greatest) = (found.low, found.high)
            }
            if least < low { (low, lowest) = (least, Stretch(range: i..<next, level: level)) }
            if greatest > high { (high, highest) = (greatest, Stretch(range: i..<next, level: level)) }
            i = next
        }
        return (index(in: lowest, of: low, values, isHigh: false), index(in: highest, of: high, values, isHigh: true))
    }

    /// The first sample that is not finite; the end of the range where all are.
    func firstGap(_ range: Range<Int>, of values: SharedValues) -> Int {
        first(range, values, passing: { !$0.hasGap }, { !$0.isFinite })
    }

    /// The first sample that is finite; the end of the range where none is.
    func firstValue(_ range: Range<Int>, of values: SharedValues) -> Int {
        first(range, values, passing: { $0.isGap }, { $0.isFinite })
    }

    // MARK: Steps

    /// The longest stretch that begins at a sample, ends before another, and is wanted; level −1 = there is none.
    @inline(__always)
    private func longest(at i: Int, before end: Int, where isWanted: (vitrail_span) -> Bool) -> (level: Int, span: vitrail_span?) {
        var level = levels.count - 1
        while level >= 0 {
            if levels[level].length <= end - i, let span = levels[level].span(at: i + start), isWanted(span) { return (level, span) }
            level -= 1
        }
        return (-1, nil)
    }

    /// Where samples have to be looked at up to: the next place where a stretch may begin.
    private func end(from i: Int, before end: Int) -> Int {
        let length = levels[0].length
        return min(end, i + length - (i + start) & (length - 1))
    }

    private func first(
        _ range: Range<Int>, _ values: SharedValues, passing: (vitrail_span) -> Bool, _ isSought: (Double) -> Bool
    ) -> Int {
        var i = range.lowerBound
        while i < range.upperBound {
            let (level, _) = longest(at: i, before: range.upperBound, where: passing)
            if level >= 0 {
                i += levels[level].length
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

    /// The first sample of a stretch that has its extreme.
    ///
    /// - Returns: one of its samples, too, when a file changed meanwhile and the value is gone; whoever reads files finds that out.
    private func index(in stretch: Stretch, of value: Double, _ values: SharedValues, isHigh: Bool) -> Int {
        var (first, level) = (stretch.range.lowerBound, stretch.level)
        guard level >= 0 else { return values.firstIndex(of: value, in: stretch.range) ?? first }
        func has(_ span: vitrail_span?) -> Bool { span.map { (isHigh ? $0.high : $0.low) == value } ?? false }
        while level > 0 {
            let length = levels[level - 1].length
            var child = first
            // The last one that is left needs no look.
            while child + length < first + levels[level].length, !has(levels[level - 1].span(at: child + start)) {
                child += length
            }
            (first, level) = (child, level - 1)
        }
        return values.firstIndex(of: value, in: first..<first + levels[0].length) ?? first
    }
}

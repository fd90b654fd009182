/// Times that a date axis leaves out → a table for a range of it.
struct PeriodTable {
    var single: [TimePeriod] = []
    var repeated: [RepeatedTimePeriod] = []

    /// More repeats than this in one table are not looked up but left on the axis: each would be shorter than what any picture can show.
    static let mostRepeats = 65_536

    var isEmpty: Bool { single.isEmpty && repeated.isEmpty }

    struct Table {
        var exclusions: Exclusions
        /// Where it holds; nil when periods were left out, as they would not be from a smaller range.
        var covered: NumberRange?
        var range: NumberRange

        func holds(in range: NumberRange) -> Bool {
            guard let covered else { return range == self.range }
            return covered.minimum <= range.minimum && covered.maximum >= range.maximum
        }
    }

    /// The exclusions in `range`, and in `wide` as far as there are not too many.
    ///
    /// A period that repeats too often in `range` is left out of the table, and so is one that would leave nothing, being as long as its
    /// repeat.
    /// - Parameter origin: of both ranges and of the table, seconds since 1970.
    /// - Complexity: O(periods), at most `mostRepeats` of each kind.
    func table(for range: NumberRange, wide: NumberRange, clock: LocalClock, origin: Double = 0) -> Table {
        let near = range.widened(low: range.span, high: range.span)
        let useful = repeated.filter { $0.period.length.seconds < $0.frequency.seconds && isUsable($0.period) }
        func fits(_ period: RepeatedTimePeriod, _ range: NumberRange) -> Bool {
            range.span / period.frequency.seconds < Double(Self.mostRepeats)
        }
        let covered = useful.allSatisfy { fits($0, wide) || !fits($0, near) } ? wide : near
        var stretches = single.filter(isUsable).map { stretch($0, clock, origin) }
        let fitting = useful.filter { fits($0, covered) }
        for period in fitting { stretches += repeats(period, in: covered, clock, origin) }
        return Table(
            exclusions: Exclusions(stretches, holdsStart: true), covered: fitting.count == useful.count ? covered : nil, range: range)
    }

    private func isUsable(_ period: TimePeriod) -> Bool {
        period.start >= DateTicks.earliest && period.start <= DateTicks.latest
    }

    private func stretch(_ period: TimePeriod, _ clock: LocalClock, _ origin: Double) -> NumberRange {
        NumberRange(period.start - origin, clock.adding(1, period.length, to: period.start) - origin)
    }

    private func repeats(_ repeated: RepeatedTimePeriod, in range: NumberRange, _ clock: LocalClock, _ origin: Double) -> [NumberRange] {
        let (length, frequency) = (repeated.period.length, repeated.frequency)
        let wall = clock.wall(repeated.period.start)
        var stretches: [NumberRange] = []
        // Calendars end there: outside, nothing is left out.
        guard range.maximum + origin >= DateTicks.earliest, range.minimum + origin <= DateTicks.latest else { return [] }
        let before = ((range.minimum + origin - repeated.period.start - length.seconds) / frequency.seconds).rounded(.down)
        let first = Int(before, within: -1_000_000_000_000...1_000_000_000_000) - 2
        for k in first..<first + Self.mostRepeats + 8 {
            let start = clock.adding(k, frequency, toWall: wall)
            let from = clock.instant(wall: start).instant - origin
            if from > range.maximum { break }
            let to = clock.instant(wall: clock.adding(1, length, toWall: start)).instant - origin
            if to >= range.minimum { stretches.append(NumberRange(from, to)) }
        }
        return stretches
    }
}

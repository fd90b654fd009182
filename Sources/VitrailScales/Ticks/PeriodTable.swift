package import VitrailColumns

/// Excluded times of a date axis → a table of exclusions for a range.
package struct PeriodTable {
    package var single: [TimePeriod] = []
    package var repeated: [RepeatedTimePeriod] = []

    package init(single: [TimePeriod] = [], repeated: [RepeatedTimePeriod] = []) {
        self.single = single
        self.repeated = repeated
    }

    /// Maximum repeats of a period in one table. A period with more stays on the axis: each repeat would be too short
    /// to see.
    static let maxRepeats = 65_536

    package var isEmpty: Bool { single.isEmpty && repeated.isEmpty }

    package struct Table {
        package var exclusions: Exclusions
        /// Range of validity of the table. `nil`: periods were omitted that a smaller range would include.
        var covered: NumberRange?
        var range: NumberRange

        package func holds(in range: NumberRange) -> Bool {
            guard let covered else { return range == self.range }
            return covered.minimum <= range.minimum && covered.maximum >= range.maximum
        }
    }

    /// Exclusions in `range`, and in `wide` if there are not too many.
    ///
    /// The table omits a period that repeats too often in `range`, and a period as long as its repeat interval, which
    /// would leave nothing.
    /// - Parameter origin: origin of both ranges and of the table, seconds since 1970.
    /// - Complexity: O(periods), at most `maxRepeats` of each kind.
    package func table(for range: NumberRange, wide: NumberRange, clock: LocalClock, origin: Double = 0) -> Table {
        let near = range.widened(low: range.span, high: range.span)
        let useful = repeated.filter { $0.period.length.seconds < $0.frequency.seconds && isUsable($0.period) }
        func fits(_ period: RepeatedTimePeriod, _ range: NumberRange) -> Bool {
            range.span / period.frequency.seconds < Double(Self.maxRepeats)
        }
        let covered = useful.allSatisfy { fits($0, wide) || !fits($0, near) } ? wide : near
        var stretches = single.filter(isUsable).map { stretch($0, clock, origin) }
        let fitting = useful.filter { fits($0, covered) }
        for period in fitting { stretches += repeats(period, in: covered, clock, origin) }
        return Table(
            exclusions: Exclusions(stretches, holdsStart: true), covered: fitting.count == useful.count ? covered : nil,
            range: range)
    }

    private func isUsable(_ period: TimePeriod) -> Bool {
        period.start >= DateTicks.earliest && period.start <= DateTicks.latest
    }

    private func stretch(_ period: TimePeriod, _ clock: LocalClock, _ origin: Double) -> NumberRange {
        NumberRange(period.start - origin, clock.adding(1, period.length, to: period.start) - origin)
    }

    private func repeats(
        _ repeated: RepeatedTimePeriod, in range: NumberRange, _ clock: LocalClock, _ origin: Double
    ) -> [NumberRange] {
        let (length, frequency) = (repeated.period.length, repeated.frequency)
        let wall = clock.wall(repeated.period.start)
        var stretches: [NumberRange] = []
        // Outside the supported years nothing is excluded.
        guard range.maximum + origin >= DateTicks.earliest, range.minimum + origin <= DateTicks.latest else {
            return []
        }
        let before = ((range.minimum + origin - repeated.period.start - length.seconds) / frequency.seconds).rounded(
            .down)
        let first = Int(before, within: -1_000_000_000_000...1_000_000_000_000) - 2
        for k in first..<first + Self.maxRepeats + 8 {
            let start = clock.adding(k, frequency, toWall: wall)
            let from = clock.instant(wall: start).instant - origin
            if from > range.maximum { break }
            let to = clock.instant(wall: clock.adding(1, length, toWall: start)).instant - origin
            if to >= range.minimum { stretches.append(NumberRange(from, to)) }
        }
        return stretches
    }
}

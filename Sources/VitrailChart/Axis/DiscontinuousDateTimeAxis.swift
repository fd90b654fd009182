import VitrailColumns
public import VitrailScales

/// A date axis with excluded times, single and repeated ones: weekends, nights, holidays. They have no length and no
/// ticks, and points inside them are not drawn.
///
/// Times begin and end by the axis's clock and calendar, also across clock changes. The first instant of an excluded
/// time is excluded, its end is not. Changes take effect when the chart loads its data again.
open class DiscontinuousDateTimeAxis: DateTimeAxis {
    /// The label to remove if labels on both sides of an excluded time collide.
    public var discontinuousTickLabelClipping = DiscontinuousTickLabelClipping.low
    /// `true`: automatic steps fit the remaining part of the range, and are finer. `false`: they fit the whole range,
    /// as if nothing were excluded.
    public var calculateMajorTickFrequencyFromDiscontinuousRange = false
    private var wanted = PeriodTable()
    private var used = PeriodTable()
    private var isLoaded = false
    private var known: PeriodTable.Table?

    // MARK: Periods

    public var excludedTimePeriods: [TimePeriod] { wanted.single }
    public var excludedRepeatedTimePeriods: [RepeatedTimePeriod] { wanted.repeated }

    public func addExcludedTimePeriod(_ period: TimePeriod) { change { $0.single.append(period) } }

    /// A period as long as its repeat interval would leave nothing and has no effect. A period that repeats more than
    /// 65,536 times in three times the axis's range has no effect either.
    public func addExcludedRepeatedTimePeriod(_ period: RepeatedTimePeriod) { change { $0.repeated.append(period) } }

    /// Removes a period. Does nothing if it was not added.
    public func removeExcludedTimePeriod(_ period: TimePeriod) {
        change { table in table.single.firstIndex(of: period).map { _ = table.single.remove(at: $0) } }
    }

    public func removeExcludedRepeatedTimePeriod(_ period: RepeatedTimePeriod) {
        change { table in table.repeated.firstIndex(of: period).map { _ = table.repeated.remove(at: $0) } }
    }

    public func removeAllExcludedTimePeriods() { change { $0 = PeriodTable() } }

    private func change(_ body: (inout PeriodTable) -> Void) {
        body(&wanted)
        if !isLoaded { adopt() }
    }

    override func prepareForLoad() {
        isLoaded = true
        adopt()
    }

    private func adopt() {
        used = wanted
        known = nil
    }

    override func forgetClock() {
        super.forgetClock()
        known = nil
    }

    // MARK: Mapping

    override var isDiscontinuous: Bool { true }
    package override var mapper: AxisScale.Mapper { .discontinuous(exclusions(around: axisRange)) }
    override var tickMapper: AxisScale.Mapper { fitsWholeRange ? .identity : mapper }
    private var fitsWholeRange: Bool { !calculateMajorTickFrequencyFromDiscontinuousRange && !isRetrying }
    private var isRetrying = false

    /// Exclusions for a range; if possible one table for all the data.
    private func exclusions(around range: NumberRange) -> Exclusions {
        guard !used.isEmpty, range.isValid else { return Exclusions([], holdsStart: true) }
        if let known, known.holds(in: range) { return known.exclusions }
        let all = [dataRange, explicitDefaultRange].reduce(range) { NumberRange.union($1, $0) ?? $0 }
        // Extra space for positions beyond the ends.
        let margin = range.span / 4
        let table = used.table(
            for: range, wide: clamped(all.widened(low: margin, high: margin)), clock: clock, origin: Double(origin))
        known = table
        return table.exclusions
    }

    override func widened(_ range: NumberRange, by length: Double) -> NumberRange {
        // Excluded times beyond the ends move the ends further out; this reach suffices in all but extreme cases.
        let reach = max(length * 8, 14 * 86_400)
        return exclusions(around: range.widened(low: reach, high: reach)).widened(range, by: length)
    }

    override func accepts(_ range: NumberRange) -> Bool {
        guard super.accepts(range) else { return false }
        let exclusions = exclusions(around: range)
        return exclusions.forward(range.maximum) > exclusions.forward(range.minimum)
    }

    // MARK: Ticks

    override func makeTicks(in range: NumberRange, room: TickSpace) -> [Tick] {
        let ticks = visibleTicks(in: range, room)
        // The remaining part may be too short for steps of the whole range.
        guard ticks.count(where: \.isMajor) < 2, fitsWholeRange, majorTickFrequency == nil else { return ticks }
        isRetrying = true
        defer { isRetrying = false }
        return visibleTicks(in: range, room)
    }

    private func visibleTicks(in range: NumberRange, _ room: TickSpace) -> [Tick] {
        let exclusions = exclusions(around: range)
        // Start at the excluded time that contains the start of the range: its ticks move to its end, which is visible.
        let from = exclusions.piece(around: range.minimum)?.start ?? range.minimum
        let all = super.makeTicks(in: NumberRange(from, range.maximum), room: room)
        guard !exclusions.isEmpty else { return all }
        let majors =
            moves
            ? moved(all.filter(\.isMajor), exclusions, range)
            : all.filter { $0.isMajor && !exclusions.contains($0.value) }
        let positions = Set(majors.map(\.value))
        let minors = all.filter { !$0.isMajor && !exclusions.contains($0.value) && !positions.contains($0.value) }
        return GapLabels(exclusions: exclusions, clipping: discontinuousTickLabelClipping, hasMoved: moves)
            .cleared(majors + minors, in: range, room: room)
    }

    /// Whether ticks of days and longer in an excluded time move to its end: a month that begins on a Sunday gets its
    /// tick on Monday. Ticks at a set frequency and ticks of hours are dropped instead.
    private var moves: Bool {
        guard majorTickFrequency == nil, case .calendar(let frequency) = currentMajorTickFrequency else { return false }
        return frequency.clockSeconds == nil
    }

    private func moved(_ majors: [Tick], _ exclusions: Exclusions, _ range: NumberRange) -> [Tick] {
        var result: [Tick] = []
        for major in majors {
            var tick = major
            if let piece = exclusions.piece(around: major.value) {
                tick.value = piece.end
                majorValues.insert(piece.end)
                tick.label = string(forId: piece.end)
            }
            guard tick.value <= range.maximum else { continue }
            // Saturday and Sunday both move to Monday, which may have a tick of its own.
            if result.last?.value == tick.value { result.removeLast() }
            result.append(tick)
        }
        return result
    }
}

extension AxisRegistration {
    package static let discontinuousDateTime = AxisRegistration { DiscontinuousDateTimeAxis(defaultRange: $0) }
}

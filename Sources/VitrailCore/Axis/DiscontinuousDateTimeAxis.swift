/// A date axis with times left out, single ones and repeated ones: weekends, nights, holidays. They take no room, have no ticks, and points in
/// them are not drawn.
///
/// Times begin and end by the axis' clock and calendar, whatever daylight saving does in between. The first instant of a left-out time is left
/// out, its end is not. Changes show when the chart loads its data again.
open class DiscontinuousDateTimeAxis: DateTimeAxis {
    /// Which label gives way where two on both sides of a left-out time do not have room.
    public var discontinuousTickLabelClipping = DiscontinuousTickLabelClipping.low
    /// True: automatic steps fit what is left of the range, and are finer; false: the whole range, as if nothing was left out.
    public var calculateMajorTickFrequencyFromDiscontinuousRange = false
    private var wanted = PeriodTable()
    private var used = PeriodTable()
    private var isLoaded = false
    private var known: PeriodTable.Table?

    // MARK: Periods

    public var excludedTimePeriods: [TimePeriod] { wanted.single }
    public var excludedRepeatedTimePeriods: [RepeatedTimePeriod] { wanted.repeated }

    public func addExcludedTimePeriod(_ period: TimePeriod) { change { $0.single.append(period) } }

    /// One that is as long as its repeat would leave nothing, and has no effect; nor does one that repeats more than 65,536 times in what
    /// the axis shows, three times over.
    public func addExcludedRepeatedTimePeriod(_ period: RepeatedTimePeriod) { change { $0.repeated.append(period) } }

    /// Removes a period that was added; one that was not changes nothing.
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
    override var mapper: AxisScale.Mapper { .discontinuous(exclusions(around: axisRange)) }
    override var tickMapper: AxisScale.Mapper { fitsWholeRange ? .identity : mapper }
    private var fitsWholeRange: Bool { !calculateMajorTickFrequencyFromDiscontinuousRange && !isRetrying }
    private var isRetrying = false

    /// The table that holds in a range: the one for all data where that is not too long.
    private func exclusions(around range: NumberRange) -> Exclusions {
        guard !used.isEmpty, range.isValid else { return Exclusions([], holdsStart: true) }
        if let known, known.holds(in: range) { return known.exclusions }
        let all = [dataRange, explicitDefaultRange].reduce(range) { NumberRange.union($1, $0) ?? $0 }
        // Some room for what lies beyond the ends.
        let margin = range.span / 4
        let table = used.table(for: range, wide: clamped(all.widened(low: margin, high: margin)), clock: clock, origin: Double(origin))
        known = table
        return table.exclusions
    }

    override func widened(_ range: NumberRange, by length: Double) -> NumberRange {
        // What is left out beyond the ends moves them further: a table that reaches far enough for all but the oddest.
        let reach = max(length * 8, 14 * 86_400)
        return exclusions(around: range.widened(low: reach, high: reach)).widened(range, by: length)
    }

    override func accepts(_ range: NumberRange) -> Bool {
        guard super.accepts(range) else { return false }
        let exclusions = exclusions(around: range)
        return exclusions.forward(range.maximum) > exclusions.forward(range.minimum)
    }

    // MARK: Ticks

    override func makeTicks(in range: NumberRange, room: TickRoom) -> [Tick] {
        let ticks = visibleTicks(in: range, room)
        // What is left may be too little for steps of the whole range.
        guard ticks.count(where: \.isMajor) < 2, fitsWholeRange, majorTickFrequency == nil else { return ticks }
        isRetrying = true
        defer { isRetrying = false }
        return visibleTicks(in: range, room)
    }

    private func visibleTicks(in range: NumberRange, _ room: TickRoom) -> [Tick] {
        let exclusions = exclusions(around: range)
        // What begins in a time that is left out at the start of the range goes to its end, which is seen.
        let from = exclusions.piece(around: range.minimum)?.start ?? range.minimum
        let all = super.makeTicks(in: NumberRange(from, range.maximum), room: room)
        guard !exclusions.isEmpty else { return all }
        let majors = moves ? moved(all.filter(\.isMajor), exclusions, range) : all.filter { $0.isMajor && !exclusions.contains($0.value) }
        let places = Set(majors.map(\.value))
        let minors = all.filter { !$0.isMajor && !exclusions.contains($0.value) && !places.contains($0.value) }
        return GapLabels(exclusions: exclusions, clipping: discontinuousTickLabelClipping, hasMoved: moves)
            .cleared(majors + minors, in: range, room: room)
    }

    /// Whether ticks of days and longer that fall into a left-out time go to its end: a month that begins on a Sunday begins on Monday. Ticks at
    /// a set frequency stay away instead, and so do those of hours.
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
            // Saturday and Sunday both go to Monday, which may be there, too.
            if result.last?.value == tick.value { result.removeLast() }
            result.append(tick)
        }
        return result
    }
}

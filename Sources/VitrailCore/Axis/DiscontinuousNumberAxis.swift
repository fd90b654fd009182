/// A number axis with stretches left out: they take no room, have no ticks, and points in them are not drawn.
///
/// The ends of a stretch stay on the axis, both at one place. Changes show when the chart loads its data again.
open class DiscontinuousNumberAxis: NumberAxis {
    /// The stretches as they were added.
    public private(set) var excludedRanges: [NumberRange] = []
    /// Which label gives way where two on both sides of a left-out stretch do not have room.
    public var discontinuousTickLabelClipping = DiscontinuousTickLabelClipping.low
    /// True: automatic steps fit what is left of the range, and are finer; false: the whole range, as if nothing was left out.
    public var calculateMajorTickFrequencyFromDiscontinuousRange = false
    private var exclusions = Exclusions([], holdsStart: false)
    private var isLoaded = false

    /// - Throws: `AxisError.exclusion` unless both ends are finite, the first below the second.
    public func addExcludedRange(_ range: NumberRange) throws(AxisError) {
        guard range.isValid else { throw .exclusion(range) }
        excludedRanges.append(range)
        if !isLoaded { adopt() }
    }

    /// Removes a stretch that was added; one that was not changes nothing.
    public func removeExcludedRange(_ range: NumberRange) {
        guard let index = excludedRanges.firstIndex(of: range) else { return }
        excludedRanges.remove(at: index)
        if !isLoaded { adopt() }
    }

    public func removeAllExcludedRanges() {
        excludedRanges.removeAll()
        if !isLoaded { adopt() }
    }

    override func prepareForLoad() {
        isLoaded = true
        adopt()
    }

    private func adopt() { exclusions = Exclusions(excludedRanges, holdsStart: false) }

    override var isDiscontinuous: Bool { true }
    override var mapper: AxisScale.Mapper { .discontinuous(exclusions) }
    override var tickMapper: AxisScale.Mapper { fitsWholeRange ? .identity : mapper }
    private var fitsWholeRange: Bool { !calculateMajorTickFrequencyFromDiscontinuousRange && !isRetrying }
    private var isRetrying = false

    override func widened(_ range: NumberRange, by length: Double) -> NumberRange { exclusions.widened(range, by: length) }

    override func accepts(_ range: NumberRange) -> Bool {
        range.isValid && exclusions.forward(range.maximum) > exclusions.forward(range.minimum)
    }

    override func makeTicks(in range: NumberRange, room: TickRoom) -> [Tick] {
        let ticks = visibleTicks(in: range, room)
        // What is left may be too little for steps of the whole range.
        guard ticks.count(where: \.isMajor) < 2, fitsWholeRange, majorTickFrequency == nil else { return ticks }
        isRetrying = true
        defer { isRetrying = false }
        return visibleTicks(in: range, room)
    }

    private func visibleTicks(in range: NumberRange, _ room: TickRoom) -> [Tick] {
        let ticks = super.makeTicks(in: range, room: room).filter { !exclusions.contains($0.value) }
        return GapLabels(exclusions: exclusions, clipping: discontinuousTickLabelClipping).cleared(ticks, in: range, room: room)
    }
}

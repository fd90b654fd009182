public import VitrailColumns
public import VitrailScales

/// A number axis with excluded ranges: they have no length and no ticks, and points inside them are not drawn.
///
/// The ends of an excluded range stay on the axis, both at the same position. Changes take effect when the chart loads
/// its data again.
open class DiscontinuousNumberAxis: NumberAxis {
    /// Excluded ranges as added.
    public private(set) var excludedRanges: [NumberRange] = []
    /// The label to remove if labels on both sides of an excluded range collide.
    public var discontinuousTickLabelClipping = DiscontinuousTickLabelClipping.low
    /// `true`: automatic steps fit the remaining part of the range, and are finer. `false`: they fit the whole range,
    /// as if nothing were excluded.
    public var calculateMajorTickFrequencyFromDiscontinuousRange = false
    private var exclusions = Exclusions([], holdsStart: false)
    private var isLoaded = false

    /// - Throws: `AxisError.exclusion` unless both ends are finite and the first is below the second.
    public func addExcludedRange(_ range: NumberRange) throws(AxisError) {
        guard range.isValid else { throw .exclusion(range) }
        excludedRanges.append(range)
        if !isLoaded { adopt() }
    }

    /// Removes an excluded range. Does nothing if it was not added.
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
    package override var mapper: AxisScale.Mapper { .discontinuous(exclusions) }
    override var tickMapper: AxisScale.Mapper { fitsWholeRange ? .identity : mapper }
    private var fitsWholeRange: Bool { !calculateMajorTickFrequencyFromDiscontinuousRange && !isRetrying }
    private var isRetrying = false

    override func widened(_ range: NumberRange, by length: Double) -> NumberRange {
        exclusions.widened(range, by: length)
    }

    override func accepts(_ range: NumberRange) -> Bool {
        range.isValid && exclusions.forward(range.maximum) > exclusions.forward(range.minimum)
    }

    override func makeTicks(in range: NumberRange, room: TickSpace) -> [Tick] {
        let ticks = visibleTicks(in: range, room)
        // The remaining part may be too short for steps of the whole range.
        guard ticks.count(where: \.isMajor) < 2, fitsWholeRange, majorTickFrequency == nil else { return ticks }
        isRetrying = true
        defer { isRetrying = false }
        return visibleTicks(in: range, room)
    }

    private func visibleTicks(in range: NumberRange, _ room: TickSpace) -> [Tick] {
        let ticks = super.makeTicks(in: range, room: room).filter { !exclusions.contains($0.value) }
        return GapLabels(exclusions: exclusions, clipping: discontinuousTickLabelClipping).cleared(
            ticks, in: range, room: room)
    }
}

extension AxisRegistration {
    package static let discontinuousNumber = AxisRegistration { DiscontinuousNumberAxis(defaultRange: $0) }
}

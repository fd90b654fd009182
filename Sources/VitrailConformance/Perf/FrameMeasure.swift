/// What the frames of one case took, in milliseconds.
public struct FrameMeasure: Sendable, Hashable, Codable {
    /// Of all trials: the middle one, and those between which half of them lie.
    public struct Spread: Sendable, Hashable, Codable {
        public var median: Double
        public var lower: Double
        public var upper: Double

        /// Nil without trials. Quartiles are those of the sorted trials at their places, rounded inwards.
        public init?(_ trials: [Double]) {
            guard !trials.isEmpty else { return nil }
            let sorted = trials.sorted()
            let (last, middle) = (sorted.count - 1, sorted.count / 2)
            median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
            (lower, upper) = (sorted[(last + 3) / 4], sorted[last - (last + 3) / 4])
            // Two trials have no inside.
            if lower > upper { (lower, upper) = (sorted[0], sorted[last]) }
        }
    }

    public var trials: Int
    /// By the clock: sending, drawing until the device has finished, and reading back; and each of them.
    public var frame: Spread
    public var upload: Spread
    public var draw: Spread
    public var readback: Spread
    /// By the device's own timer; nil where it has none.
    public var device: Spread?
    /// Of the processor, on the one thread: from Scene to draw list.
    public var tessellation: Spread
    /// Of the processor, on the one thread: the same frame with a driver whose functions do nothing.
    public var own: Spread
}

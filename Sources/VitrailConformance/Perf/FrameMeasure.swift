/// Durations of the frames of one case, in milliseconds.
public struct FrameMeasure: Sendable, Hashable, Codable {
    /// Median and quartiles over all trials.
    public struct Spread: Sendable, Hashable, Codable {
        public var median: Double
        public var lower: Double
        public var upper: Double

        /// `nil`: there are no trials. The quartiles are elements of the sorted trials, with indices rounded inwards.
        public init?(_ trials: [Double]) {
            guard !trials.isEmpty else { return nil }
            let sorted = trials.sorted()
            let (last, middle) = (sorted.count - 1, sorted.count / 2)
            median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
            (lower, upper) = (sorted[(last + 3) / 4], sorted[last - (last + 3) / 4])
            // With two trials the rounded indices cross.
            if lower > upper { (lower, upper) = (sorted[0], sorted[last]) }
        }
    }

    public var trials: Int
    /// Wall-clock time of a frame: upload, drawing until the device has finished, and readback.
    public var frame: Spread
    public var upload: Spread
    public var draw: Spread
    public var readback: Spread
    /// Time by the device's timer. `nil`: the device has none.
    public var device: Spread?
    /// CPU time of the thread from Scene to draw list.
    public var tessellation: Spread
    /// CPU time of the thread for the same frame with a driver whose functions do nothing.
    public var own: Spread
}

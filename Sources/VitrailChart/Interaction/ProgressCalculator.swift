/// Supplies the progress of an animation, instead of a fixed duration.
public protocol ProgressCalculator: AnyObject {
    /// Progress from 0 to 1; values of 1 and above end the animation.
    ///
    /// - Parameter time: seconds of the chart's clock, which `Chart.advance(by:)` moves on.
    func progress(at time: Double) -> Double
    /// Resets the calculator; called before it is used again from the beginning.
    func resetForReuse()
}

extension ProgressCalculator {
    public func isComplete(at time: Double) -> Bool { progress(at: time) >= 1 }
    public func resetForReuse() {}
}

/// Progress by the time since its first call.
public final class TimeProgressCalculator: ProgressCalculator {
    /// Seconds.
    public let duration: Double
    private var start: Double?

    /// - Parameter duration: seconds; values that are not above 0 complete at once.
    public init(duration: Double) { self.duration = duration }

    public func progress(at time: Double) -> Double {
        guard duration > 0 else { return 1 }
        let begun = start ?? time
        start = begun
        // Sums of frame times have rounding errors.
        return (time - begun + Motion.tolerance) / duration
    }

    public func resetForReuse() { start = nil }
}

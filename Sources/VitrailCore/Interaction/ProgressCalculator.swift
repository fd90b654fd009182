/// Says how far an animation is, in place of a fixed duration.
public protocol ProgressCalculator: AnyObject {
    /// From 0 to 1; 1 and more = it is done.
    ///
    /// - Parameter time: seconds of the chart's clock, which `Chart.advance(by:)` moves on.
    func progress(at time: Double) -> Double
    /// It is about to be used again, from the beginning.
    func resetForReuse()
}

extension ProgressCalculator {
    public func isComplete(at time: Double) -> Bool { progress(at: time) >= 1 }
    public func resetForReuse() {}
}

/// Progress by the time since it was asked first.
public final class TimeProgressCalculator: ProgressCalculator {
    /// Seconds.
    public let duration: Double
    private var start: Double?

    /// - Parameter duration: seconds; what is not above 0 is done at once.
    public init(duration: Double) { self.duration = duration }

    public func progress(at time: Double) -> Double {
        guard duration > 0 else { return 1 }
        let begun = start ?? time
        start = begun
        // Sums of frames are a hair off.
        return (time - begun + Motion.tolerance) / duration
    }

    public func resetForReuse() { start = nil }
}

import Vitrail

/// Lets something go on after it was let go: fast at first, at rest after `duration`.
///
/// It has no clock: `advance(by:)` gets the time that has gone by.
struct MomentumAnimation {
    /// Seconds.
    static let duration = 1.0
    /// At full speed it would go as many times as far.
    static let deceleration = 5.0

    let start: Double
    let end: Double
    private var elapsed = 0.0

    /// - Parameters:
    ///   - position: where it is let go, 0 to 1.
    ///   - velocity: a second.
    init(position: Double, velocity: Double) {
        start = position
        end = min(max(position + velocity * Self.duration / Self.deceleration, 0), 1)
    }

    /// Sums of frames are a hair off.
    var hasEnded: Bool { elapsed >= Self.duration - 1e-9 }

    /// - Parameter seconds: since the last call.
    /// - Returns: the position.
    mutating func advance(by seconds: Double) -> Double {
        elapsed += seconds
        return start + (end - start) * AnimationCurve.easeOut(hasEnded ? 1 : elapsed / Self.duration)
    }
}

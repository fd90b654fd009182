import Vitrail

/// Continues a movement after release: fast at first, at rest after `duration`.
///
/// It has no clock: the caller passes the elapsed time to `advance(by:)`.
struct MomentumAnimation {
    /// Seconds.
    static let duration = 1.0
    /// At constant full speed it would move this many times as far.
    static let deceleration = 5.0

    let start: Double
    let end: Double
    private var elapsed = 0.0

    /// - Parameters:
    ///   - position: position at release, 0 to 1.
    ///   - velocity: per second.
    init(position: Double, velocity: Double) {
        start = position
        end = min(max(position + velocity * Self.duration / Self.deceleration, 0), 1)
    }

    /// Sums of frame times have rounding errors.
    var hasEnded: Bool { elapsed >= Self.duration - 1e-9 }

    /// - Parameter seconds: since the last call.
    /// - Returns: the position.
    mutating func advance(by seconds: Double) -> Double {
        elapsed += seconds
        return start + (end - start) * AnimationCurve.easeOut(hasEnded ? 1 : elapsed / Self.duration)
    }
}

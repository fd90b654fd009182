#if canImport(Glibc)
    import Glibc
#endif

/// Maps elapsed time to progress. Both are normally 0 at the start and 1 at the end.
public struct AnimationCurve: Sendable {
    let value: @Sendable (Double) -> Double
    /// Whether the value is 1 at all times.
    let isFlat: Bool

    /// - Parameter value: function of a time from 0 to 1. Its result may leave 0…1 and need not end at 1.
    public init(_ value: @escaping @Sendable (Double) -> Double) { self.init(isFlat: false, value) }

    private init(isFlat: Bool, _ value: @escaping @Sendable (Double) -> Double) {
        (self.isFlat, self.value) = (isFlat, value)
    }

    /// - Parameter time: clamped to 0…1.
    /// - Returns: 1 if the curve returns a non-finite number.
    public func callAsFunction(_ time: Double) -> Double {
        let value = value(min(max(time, 0), 1))
        return value.isFinite ? value : 1
    }

    public static let linear = AnimationCurve { $0 }
    public static let easeIn = AnimationCurve { $0 * $0 }
    public static let easeOut = AnimationCurve { 1 - (1 - $0) * (1 - $0) }
    public static let easeInOut = AnimationCurve { $0 * $0 * (3 - 2 * $0) }
    /// Overshoots the end, then returns.
    public static let bounce = AnimationCurve { 1 - cos(2.5 * .pi * $0) * (1 - $0) * (1 - $0) }
    /// Stays at 0 for the first half, then bounces.
    public static let delayBounce = AnimationCurve { $0 < 0.5 ? 0 : bounce(2 * $0 - 1) }
    /// Stays at 0.1 for the first half, then bounces.
    public static let delayBounceWithMinimum = AnimationCurve { $0 < 0.5 ? 0.1 : 0.1 + 0.9 * bounce(2 * $0 - 1) }
    /// Bounces in the first half, then stays at 1.
    public static let bounceDelay = AnimationCurve { $0 < 0.5 ? bounce(2 * $0) : 1 }
    /// Constant 1.
    public static let flat = AnimationCurve(isFlat: true) { _ in 1 }
}

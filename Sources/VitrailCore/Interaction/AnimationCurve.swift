#if canImport(Glibc)
    import Glibc
#endif

/// How far something is on its way, by the time that has gone by: both 0 at the start and 1 at the end, as a rule.
public struct AnimationCurve: Sendable {
    let value: @Sendable (Double) -> Double
    /// Whether it is 1 all the time.
    let isFlat: Bool

    /// - Parameter value: of a time from 0 to 1; may leave 0…1, and need not end at 1.
    public init(_ value: @escaping @Sendable (Double) -> Double) { self.init(isFlat: false, value) }

    private init(isFlat: Bool, _ value: @escaping @Sendable (Double) -> Double) { (self.isFlat, self.value) = (isFlat, value) }

    /// - Parameter time: 0 to 1.
    /// - Returns: 1 where the curve gives no finite number.
    public func callAsFunction(_ time: Double) -> Double {
        let value = value(min(max(time, 0), 1))
        return value.isFinite ? value : 1
    }

    public static let linear = AnimationCurve { $0 }
    public static let easeIn = AnimationCurve { $0 * $0 }
    public static let easeOut = AnimationCurve { 1 - (1 - $0) * (1 - $0) }
    public static let easeInOut = AnimationCurve { $0 * $0 * (3 - 2 * $0) }
    /// Beyond the end and back.
    public static let bounce = AnimationCurve { 1 - cos(2.5 * .pi * $0) * (1 - $0) * (1 - $0) }
    /// Nothing in the first half.
    public static let delayBounce = AnimationCurve { $0 < 0.5 ? 0 : bounce(2 * $0 - 1) }
    /// A tenth in the first half.
    public static let delayBounceWithMinimum = AnimationCurve { $0 < 0.5 ? 0.1 : 0.1 + 0.9 * bounce(2 * $0 - 1) }
    /// All in the first half.
    public static let bounceDelay = AnimationCurve { $0 < 0.5 ? bounce(2 * $0) : 1 }
    /// As at the end all the time.
    public static let flat = AnimationCurve(isFlat: true) { _ in 1 }
}

/// A length along an axis: in axis units, or on a date axis in calendar units.
///
/// A number literal is a step: `axis.majorTickFrequency = 2`. Axes other than date axes ignore calendar steps.
public enum AxisStep: Sendable, Hashable {
    /// In axis units; seconds on a date axis.
    case value(Double)
    case calendar(DateFrequency)

    public static func seconds(_ count: Int) -> AxisStep { .calendar(DateFrequency(count, .second)) }
    public static func minutes(_ count: Int) -> AxisStep { .calendar(DateFrequency(count, .minute)) }
    public static func hours(_ count: Int) -> AxisStep { .calendar(DateFrequency(count, .hour)) }
    public static func days(_ count: Int) -> AxisStep { .calendar(DateFrequency(count, .day)) }
    public static func weeks(_ count: Int) -> AxisStep { .calendar(DateFrequency(count, .week)) }
    public static func months(_ count: Int) -> AxisStep { .calendar(DateFrequency(count, .month)) }
    public static func years(_ count: Int) -> AxisStep { .calendar(DateFrequency(count, .year)) }

    /// Finite number > 0 for tick steps. `nil` for any other number and for calendar steps.
    package var number: Double? {
        if case .value(let value) = self, value > 0, value.isFinite { value } else { nil }
    }
}

extension AxisStep: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    public init(floatLiteral value: Double) { self = .value(value) }
    public init(integerLiteral value: Int) { self = .value(Double(value)) }
}

/// Steps of generated ticks.
public struct TickFrequencies: Sendable, Hashable {
    public var major: AxisStep
    /// `nil`: no minor ticks.
    public var minor: AxisStep?

    public init(major: AxisStep, minor: AxisStep?) {
        self.major = major
        self.minor = minor
    }
}

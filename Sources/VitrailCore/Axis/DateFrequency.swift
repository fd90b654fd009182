/// A step of one calendar unit times a positive integer: what date axes tick by and pad with.
public struct DateFrequency: Sendable, Hashable {
    /// Units of the calendar; in descriptions the name of one is the key of a step: `{"month": 3}`.
    public enum Unit: String, Sendable, CaseIterable {
        case second, minute, hour, day, week, month, year
    }

    public let unit: Unit
    public let count: Int

    /// A count ≤ 0 becomes 1.
    public init(_ count: Int, _ unit: Unit) {
        self.unit = unit
        self.count = max(count, 1)
    }

    var seconds: Double { Double(count) * unit.seconds }

    /// From fine to coarse; beyond the last, years in steps of 1, 2, 5 · 10ᵏ.
    static let candidates: [DateFrequency] =
        [1, 2, 5, 10, 15, 30].map { DateFrequency($0, .second) }
        + [1, 2, 5, 10, 15, 30].map { DateFrequency($0, .minute) }
        + [1, 2, 3, 6, 12].map { DateFrequency($0, .hour) }
        + [1, 2].map { DateFrequency($0, .day) }
        + [1, 2].map { DateFrequency($0, .week) }
        + [1, 2, 3, 6].map { DateFrequency($0, .month) }
        + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map { DateFrequency($0, .year) }
}

extension DateFrequency.Unit {
    /// Mean length in seconds, for choosing between steps.
    var seconds: Double {
        switch self {
        case .second: 1
        case .minute: 60
        case .hour: 3600
        case .day: 86_400
        case .week: 604_800
        case .month: 2_629_746
        case .year: 31_556_952
        }
    }
}

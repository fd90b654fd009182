/// An axis as data.
public struct AxisDescription: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable, DescriptionChoice {
        case number, dateTime, category, logarithmic
    }
    public enum Position: String, Sendable, CaseIterable, DescriptionChoice {
        /// Bottom for x, left for y.
        case normal
        /// Top for x, right for y.
        case reverse
    }
    public enum GridPosition: String, Sendable, CaseIterable, DescriptionChoice {
        case belowData, aboveData
    }
    /// Where the axis starts and ends; dates are seconds since 1970, categories indices.
    public struct Range: Sendable, Hashable {
        public var minimum: Double
        public var maximum: Double

        public init(minimum: Double, maximum: Double) {
            self.minimum = minimum
            self.maximum = maximum
        }
    }

    public var kind: Kind
    /// What series and annotations refer to; the primary axis needs none.
    public var id: String?
    public var title: String?
    public var axisPosition: Position?
    public var defaultRange: Range?
    public var rangePaddingLow: AxisStep?
    public var rangePaddingHigh: AxisStep?
    public var majorTickFrequency: AxisStep?
    public var minorTickFrequency: AxisStep?
    /// A value that major ticks are counted from.
    public var anchorPoint: Double?
    /// Of a logarithmic axis: > 1; nil = 10.
    public var base: Double?
    /// `%.1f` for numbers, `yyyy-MM-dd` for dates, `%@` for categories.
    public var labelFormatString: String?
    /// Fixed thickness, points.
    public var width: Double?
    public var gridPosition: GridPosition?
    public var style = AxisStyle()

    public init(_ kind: Kind) {
        self.kind = kind
    }
}

/// A length along an axis: in the axis' units, or on a date axis in units of the calendar.
public enum AxisStep: Sendable, Hashable {
    /// Seconds on a date axis.
    case value(Double)
    case calendar(DateUnit, Int)
}

/// Units of the calendar; the name of one is the key of a step: `{"month": 3}`.
public enum DateUnit: String, Sendable, CaseIterable {
    case second, minute, hour, day, week, month, year
}

/// A place on an axis.
public enum AxisValue: Sendable, Hashable {
    /// Seconds since 1970 on a date axis.
    case number(Double)
    /// A category by its text.
    case category(String)
}

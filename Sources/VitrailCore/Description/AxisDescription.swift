/// An axis as data.
public struct AxisDescription: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable, DescriptionChoice {
        case number, dateTime, category, logarithmic
    }

    public var kind: Kind
    /// What series and annotations refer to; the primary axis needs none.
    public var id: String?
    public var title: String?
    public var axisPosition: Axis.Position?
    /// Where the axis starts and ends; dates are seconds since 1970, categories indices.
    public var defaultRange: NumberRange?
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
    public var gridPosition: Axis.GridPosition?
    public var style = AxisStyle()

    public init(_ kind: Kind) {
        self.kind = kind
    }
}

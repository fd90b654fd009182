/// An axis as data.
public struct AxisDescription: Sendable, Equatable {
    /// What a discontinuous axis leaves out.
    public enum Exclusion: Sendable, Hashable {
        /// From the minimum to the maximum: of numbers.
        case range(NumberRange)
        case time(TimePeriod)
        case repeatedTime(RepeatedTimePeriod)
    }

    public var kind: AxisType
    /// What series and annotations refer to; the primary axis needs none.
    public var id: String?
    public var title: String?
    public var axisPosition: Axis.Position?
    /// On the crossing primary axis.
    public var axisPositionValue: DataValue?
    public var axisLabelsAreFixed = false
    /// Where the axis starts and ends; dates are seconds since 1970, categories indices.
    public var defaultRange: NumberRange?
    /// One end of the range, where the data say the other.
    public var defaultMinimum: Double?
    public var defaultMaximum: Double?
    /// What both say, infinite where the data decide; nil = the data decide both ends.
    package var fixedRange: NumberRange? {
        if let defaultRange { return defaultRange }
        guard defaultMinimum != nil || defaultMaximum != nil else { return nil }
        return NumberRange(defaultMinimum ?? -.infinity, defaultMaximum ?? .infinity)
    }
    /// Values that an automatic range shows, whatever the data.
    public var suggestedMin: Double?
    public var suggestedMax: Double?
    /// Whether an automatic range of numbers shows 0.
    public var includeZero = false
    /// Whether the zero of a secondary axis of numbers lies where that of the primary one lies.
    public var alignZero = false
    /// Whether larger values lie to the left, or further down; nil = only the names of bars do, so that the first row is on top as in a table.
    public var reversed: Bool?
    /// Of `defaultRange`, `anchorPoint` and `majorTickValues`, as texts have them.
    var fineDates = FineDates()
    /// Whether an automatic range of a number axis ends at ticks.
    public var nice = true
    public var rangePaddingLow: AxisStep?
    public var rangePaddingHigh: AxisStep?
    public var majorTickFrequency: AxisStep?
    public var minorTickFrequency: AxisStep?
    /// How many major ticks are wished for; nil = as many as a reader likes.
    public var tickCount: Int?
    /// A value that major ticks are counted from.
    public var anchorPoint: Double?
    /// Exactly these major ticks, and no minor ones.
    public var majorTickValues: [Double]?
    /// Of a logarithmic axis: > 1; nil = 10.
    public var base: Double?
    /// Of a symmetric logarithmic axis: linear up to here; > 0, nil = 1.
    public var threshold: Double?
    /// Of a discontinuous axis.
    public var exclusions: [Exclusion] = []
    public var calculateMajorTickFrequencyFromDiscontinuousRange = false
    /// nil = low.
    public var discontinuousTickLabelClipping: DiscontinuousTickLabelClipping?
    /// Of a date axis: a name of the time zone database; nil = UTC.
    public var timeZone: String?
    /// The locale of numbers or dates, as `de-DE`; nil = the chart's.
    public var locale: String?
    /// The currency of an axis of numbers, as `EUR`.
    public var currency: String?
    /// Whether labels of numbers have short names of millions, as `1.2M`.
    public var compact = false
    /// Whether −5 is written as 5.
    public var absolute = false
    /// Of a date axis.
    public var calendar = CalendarDescription()
    /// Of a date axis: whether ticks within a day name the day at midnight.
    public var showsDateAtMidnight = true
    /// Of a date axis: whether its title names the zone of the labels.
    public var showsTimeZone = false
    /// Whether a host's calls may show what is outside of `defaultRange`.
    public var allowPanningOutOfDefaultRange = true
    /// Whether they may show what is outside of the data and the default range.
    public var allowPanningOutOfMaxRange = false
    /// `%.1f` for numbers, `yyyy-MM-dd` for dates, `%@` for categories.
    public var labelFormatString: String?
    /// A text whose size alone reserves the room for labels.
    public var longestLabelHint: String?
    /// Fixed thickness, points.
    public var width: Double?
    /// Least distance from the canvas' edge, points.
    public var secondaryAxisOffset: Double?
    /// Distance of neighbouring samples of columns and bars, in data units; nil = found in the data.
    public var barColSpacing: Double?
    public var tickLabelClippingModeHigh: TickLabelClippingMode?
    public var tickLabelClippingModeLow: TickLabelClippingMode?
    public var gridPosition: Axis.GridPosition?
    public var style = AxisStyle()

    public init(_ kind: AxisType) {
        self.kind = kind
    }
}

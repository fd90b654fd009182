public import VitrailChart
public import VitrailColumns
public import VitrailScales

/// An axis as data.
public struct AxisDescription: Sendable, Equatable {
    /// A range that a discontinuous axis leaves out.
    public enum Exclusion: Sendable, Hashable {
        /// Numbers from a minimum to a maximum.
        case range(NumberRange)
        case time(TimePeriod)
        case repeatedTime(RepeatedTimePeriod)
    }

    public var kind: AxisType
    /// Id that series and annotations refer to. The primary axis needs none.
    public var id: String?
    public var title: String?
    public var axisPosition: Axis.Position?
    /// Value on the crossing primary axis.
    public var axisPositionValue: DataValue?
    public var axisLabelsAreFixed = false
    /// Start and end of the axis; dates are seconds since 1970, categories are indices.
    public var defaultRange: NumberRange?
    /// One end of the range, if the other one depends on the data.
    public var defaultMinimum: Double?
    public var defaultMaximum: Double?
    /// The fixed ends of the range; an end that depends on the data is infinite. `nil`: both ends depend on the data.
    package var fixedRange: NumberRange? {
        if let defaultRange { return defaultRange }
        guard defaultMinimum != nil || defaultMaximum != nil else { return nil }
        return NumberRange(defaultMinimum ?? -.infinity, defaultMaximum ?? .infinity)
    }
    /// Values that an automatic range always includes.
    public var suggestedMin: Double?
    public var suggestedMax: Double?
    /// Whether an automatic range of numbers includes 0.
    public var includeZero = false
    /// Whether 0 on a secondary number axis is aligned with 0 on the primary axis.
    public var alignZero = false
    /// Whether larger values are further left or down. `nil`: only for bars with category names, so that the first row
    /// is on top, as in a table.
    public var reversed: Bool?
    /// Full-precision dates of `defaultRange`, `anchorPoint` and `majorTickValues`.
    var fineDates = FineDates()
    /// Whether an automatic range of a number axis ends at ticks.
    public var nice = true
    public var rangePaddingLow: AxisStep?
    public var rangePaddingHigh: AxisStep?
    public var majorTickFrequency: AxisStep?
    public var minorTickFrequency: AxisStep?
    /// Desired number of major ticks. `nil`: determined automatically.
    public var tickCount: Int?
    /// Value that major ticks are counted from.
    public var anchorPoint: Double?
    /// Exact major ticks, without minor ticks.
    public var majorTickValues: [Double]?
    /// Labels of `majorTickValues`, one for each.
    public var majorTickLabels: [String]?
    /// Base of a logarithmic axis, > 1. `nil`: 10.
    public var base: Double?
    /// A symmetric logarithmic axis is linear up to this value, > 0. `nil`: 1.
    public var threshold: Double?
    /// Excluded ranges of a discontinuous axis.
    public var exclusions: [Exclusion] = []
    public var calculateMajorTickFrequencyFromDiscontinuousRange = false
    /// `nil`: low.
    public var discontinuousTickLabelClipping: DiscontinuousTickLabelClipping?
    /// Time zone of a date axis, a name of the time zone database. `nil`: UTC.
    public var timeZone: String?
    /// Locale of numbers or dates, such as `de-DE`. `nil`: the chart's locale.
    public var locale: String?
    /// Currency of a number axis, such as `EUR`.
    public var currency: String?
    /// Whether number labels are shortened, as in `1.2M`.
    public var compact = false
    /// Whether labels show absolute values: 5 for −5.
    public var absolute = false
    /// Calendar of a date axis.
    public var calendar = CalendarDescription()
    /// Whether tick labels within a day name the day at midnight, on a date axis.
    public var showsDateAtMidnight = true
    /// Whether the title of a date axis names the time zone of its labels.
    public var showsTimeZone = false
    /// Whether calls of a host may show values outside of `defaultRange`.
    public var allowPanningOutOfDefaultRange = true
    /// Whether calls of a host may show values outside of the data and the default range.
    public var allowPanningOutOfMaxRange = false
    /// For example `%.1f` for numbers, `yyyy-MM-dd` for dates, `%@` for categories.
    public var labelFormatString: String?
    /// A text whose size is reserved for labels, instead of the size of the labels.
    public var longestLabelHint: String?
    /// Fixed thickness in points.
    public var width: Double?
    /// Minimum distance from the canvas' edge in points.
    public var secondaryAxisOffset: Double?
    /// Distance of neighbouring samples of columns and bars, in data units. `nil`: determined from the data.
    public var barColSpacing: Double?
    public var tickLabelClippingModeHigh: TickLabelClippingMode?
    public var tickLabelClippingModeLow: TickLabelClippingMode?
    public var gridPosition: Axis.GridPosition?
    public var style = AxisStyle()

    public init(_ kind: AxisType) {
        self.kind = kind
    }
}

public import VitrailColumns
public import VitrailScales

package import struct Foundation.Calendar

/// One axis of a chart: its ranges, its ticks and its style.
///
/// The host may subclass it. An axis belongs to its chart and must not cross threads. All values are Doubles: numbers;
/// indexes on category axes; seconds after `DateTimeAxis.origin`, by default 1970, on date axes.
open class Axis {
    public enum Direction: String, Sendable { case x, y }
    public enum Position: String, Sendable, CaseIterable {
        /// Bottom for x, left for y.
        case normal
        /// Top for x, right for y.
        case reverse
    }
    /// Layer of gridlines and stripes.
    public enum GridPosition: String, Sendable, CaseIterable { case belowData, aboveData }

    public var title = ""
    public var style = AxisStyle()
    public var axisPosition = Position.normal
    public var gridPosition = GridPosition.belowData
    /// Fixed thickness in points. `nil`: as wide as labels and title need.
    public var width: Double?
    /// Position of the axis line on the chart's primary axis of the other direction. A value out of its range puts the
    /// line at the nearer edge of the plot area. `nil`: along the edge of the axis's side.
    public var axisPositionValue: DataValue?
    /// With a position value: labels and ticks stay at the plot area's edge while the line moves.
    public var axisLabelsAreFixed = false
    /// Treatment of labels that extend past the upper end of the range, and past the lower end.
    ///
    /// `nil`, the default: like `ticksPersist`, but a label stays where the canvas extends beyond the plot area, and
    /// the axis reserves space for a label at its very end. A set mode applies strictly: labels end with the plot area.
    public var tickLabelClippingModeHigh: TickLabelClippingMode?
    public var tickLabelClippingModeLow: TickLabelClippingMode?
    /// Text whose size alone determines the space for labels, for a delegate that makes labels longer. `nil`: the
    /// labels themselves.
    public var longestLabelHint: String?
    /// Changes to the title's style; they take precedence over `style`.
    public var titleLabel = TitleLabel()
    /// Distance between neighbouring samples of columns and bars along this axis, in data units. `nil`: computed from
    /// all samples.
    public var barColSpacing: Double?
    /// Spacings set by `configureColumns` and `configureBars`.
    var barSpacings: [SlotKind: BarSpacing] = [:]

    // MARK: Ranges

    /// Widen the default range beyond the visible range, in data units or, on date axes, in calendar units. Ignored
    /// while a default range is set.
    public var rangePaddingLow: AxisStep = 0
    public var rangePaddingHigh: AxisStep = 0
    /// `false`: while a default range is set, the axis shows nothing outside it.
    public var allowPanningOutOfDefaultRange = true
    /// `false`: the axis shows nothing outside the union of the data and the default range. Without data there is no
    /// such limit.
    public var allowPanningOutOfMaxRange = false
    /// Whether dragging pans the axis, and whether pinching, a double tap and a box zoom it: `Chart.pan`, `pinch`,
    /// `doubleTap`, `boxDrag`.
    public var enableGesturePanning = false
    public var enableGestureZooming = false
    /// Whether the axis continues with decreasing speed after a drag, and after a pinch.
    public var enableMomentumPanning = false
    public var enableMomentumZooming = false
    /// Whether the axis is moving by momentum after a drag, and after a pinch.
    public internal(set) var isMomentumPanning = false
    public internal(set) var isMomentumZooming = false
    /// Factor of the speed for each step, 0 to 1.
    public var panMomentumFactor = 0.98
    public var zoomMomentumFactor = 0.75
    /// Seconds between two steps; 0: 1/60 s.
    public var panMomentumDelay = 0.0
    public var zoomMomentumDelay = 0.0
    /// Whether a drag beyond the limit moves half as far and springs back; otherwise it stops at the limit. Code cannot
    /// exceed the limit.
    public var animationEdgeBouncing = true
    /// Whether range changes are eased when a gesture or a call with `animated` requests it; otherwise they are
    /// immediate.
    public var animationEnabled = true
    /// Minimum and maximum over all series of the axis, including hidden ones.
    public internal(set) var dataRange: NumberRange?
    /// Smallest distance between neighbouring samples of a series along a date axis; 0: unknown.
    final var sampleStep = 0.0
    /// Whether all values on a number axis are integers.
    final var holdsWholeNumbers = false
    /// Whether new data show the default range. `nil`: as `Chart.autoCalculateAxisRanges` says.
    package final var followsData: Bool?
    /// Range that shows every series that is not hidden in full, without padding.
    public internal(set) var visibleRange: NumberRange?
    /// Default range widened for complete marks, as of the last layout, and the automatic range it was computed from.
    final var wholeRange: WholeRange?
    /// Whether an automatic range is wide enough for complete marks of the outermost samples; otherwise these lie on
    /// the edges of the plot area.
    public var showsWholeMarks = true
    /// Whether an automatic range ends at ticks: rounded outwards to multiples of the major step. For linear number
    /// axes and square-root axes.
    public var nice = false
    /// Present range.
    public internal(set) var axisRange = NumberRange(0, 1)
    /// Default range that was set, if any.
    public internal(set) var explicitDefaultRange: NumberRange?
    /// Default range that was set since then and that the axis cannot show.
    final var rejectedDefaultRange: NumberRange?
    public internal(set) var direction = Direction.x
    /// Whether larger values lie to the left, or further down: rank 1 at the top.
    package final var isReversed = false
    /// Keys of a description that change an automatic range.
    package final var wishes = RangeWishes()
    /// Mapped length of the range in the first render with data; `Chart.gesturePinchAspectLock` keeps its ratio.
    final var firstSpan: Double?
    /// `false` until the first render has set the range.
    var hasRange = false
    /// Whether the axis has no ticks because there is nothing to label: a date axis without dates.
    var isBlank = false
    /// Length of the plot area along this axis in points, as of the last render.
    var length = 0.0
    /// Space across this axis, as of the last render.
    var reservedSpace: AxisInsets?
    /// Value set for `secondaryAxisOffset`.
    var setOffset: Double?

    /// Chart that shows the axis.
    weak var chart: Chart?
    /// The chart if it is radial: values on such an axis have no pixel position along a straight line.
    weak var radialChart: Chart?

    // MARK: Ticks

    /// Major ticks at exactly this step. `nil`, or a step that is not positive: as fine as labels allow.
    public var majorTickFrequency: AxisStep?
    /// Desired number of major ticks, > 0. Without a set step, the axis uses the step whose number of ticks is nearest
    /// and whose labels do not collide. `nil`: a readable number.
    public var tickCount: Int?
    /// Minor ticks at this step. `nil`, or a step that is not positive: a fitting fraction of the major step.
    public var minorTickFrequency: AxisStep?
    /// Ticks are at anchor + k · frequency. `nil`: the data's minimum for a set frequency, multiples of the step for an
    /// automatic one.
    public var anchorPoint: Double?
    /// Steps of the ticks made last; `nil` before the first ticks and for custom ticks.
    public internal(set) var currentMajorTickFrequency: AxisStep?
    public internal(set) var currentMinorTickFrequency: AxisStep?
    /// Exactly these major ticks and no minor ones, in axis units. `nil`: computed ticks. A data source's
    /// `majorTickValues` take precedence.
    public var majorTickValues: [Double]?
    /// Labels of `majorTickValues`, one for each, in their order. `nil`, or a different count: the axis formats the
    /// values.
    public var majorTickLabels: [String]?
    /// Answer of the delegate or data source in this layout pass.
    var hookedMajorTicks: [Double]?
    /// Last answer of the data source.
    var toldMajorTicks: [Double]?
    /// Depending on the axis type a `printf` pattern for one number or a d3-format specifier, a Unicode date pattern,
    /// or a `%@` pattern. `nil`: the format that the step needs.
    public var labelFormatString: String?
    /// Formats every label instead of `labelFormatString`. `nil`: the pattern, or the format that the step needs.
    public var labelFormatter: LabelFormatter? {
        didSet { labelFormatterCount += 1 }
    }
    /// Number of formatters set so far; formatters themselves cannot be compared.
    final var labelFormatterCount = 0

    /// - Parameter defaultRange: initial range, whatever the data.
    public init(defaultRange: NumberRange? = nil) {
        if let defaultRange, accepts(defaultRange) { explicitDefaultRange = defaultRange }
    }

    // MARK: Overridden by axis types

    /// Title as drawn.
    var shownTitle: String { title }

    /// Maps values to axis units.
    package var mapper: AxisScale.Mapper { .identity }

    /// Whether ranges may be excluded.
    var isDiscontinuous: Bool { false }
    /// Range without data.
    var emptyRange: NumberRange { NumberRange(0, 1) }

    /// Whether the axis can show a range.
    func accepts(_ range: NumberRange) -> Bool { range.isValid }

    /// Range around a single value.
    func widened(_ value: Double) -> NumberRange {
        // At 1e17, half a unit is less than the resolution of a Double.
        let half = max(0.5, abs(value) * 1e-9)
        return NumberRange(value - half, value + half)
    }

    /// Range with the axis's padding at both ends.
    func padded(_ range: NumberRange) -> NumberRange {
        func length(_ step: AxisStep) -> Double {
            if case .value(let value) = step, value.isFinite { value } else { 0 }
        }
        return range.widened(low: length(rangePaddingLow), high: length(rangePaddingHigh))
    }

    /// Range extended by a length at each end, as space for samples of that width. Excluded ranges do not count.
    func widened(_ range: NumberRange, by length: Double) -> NumberRange { range.widened(low: length, high: length) }

    /// Part of a range that the axis can show.
    func clamped(_ range: NumberRange) -> NumberRange { range }

    /// Whether equal value distances have equal lengths on the axis, apart from excluded ranges.
    var isLinear: Bool { true }

    /// The kind of column that the axis uses.
    var columnKind: Column.Kind { .number }
    /// Whether the axis has the ticks and labels of numbers.
    var isNumeric: Bool { false }
    final var isCategory: Bool { columnKind == .category }
    package final var isDate: Bool { columnKind == .date }
    /// Zero of the axis' values, in seconds since 1970; 0 on axes other than date axes.
    package var valueOrigin: Int { 0 }
    /// Names of the items whose indexes are the values. `nil`: values are numbers or dates.
    var itemNames: [String]? { nil }
    /// Value of an item; a new item is appended. NaN on axes without items.
    func add(_ item: String) -> Double { .nan }
    /// Calendar and time zone of dates. `nil`: values are not dates.
    package var dateCalendar: Calendar? { nil }
    /// Name of the mapping in texts. `nil`: the mapping is linear.
    var scaleName: String? { nil }
    /// Whether only values > 0 have a position.
    package var mapsPositiveOnly: Bool { false }
    /// Reason why some values of a range are not shown. `nil`: all have a position.
    func reasonToLeaveOut(_ range: NumberRange) -> String? { nil }
    /// Whether themes show ticks and the axis line, because they show the subdivision of the axis.
    var showsSubdivision: Bool { false }
    /// Minimum distance in points between the middles of labels. `nil`: as on linear axes.
    var labelSpacing: Double? { nil }

    /// Whether a range is extended for bars by half of the distance between neighbouring bars.
    var hasBarSpacing: Bool { isLinear }
    /// Ratio of a bar's ends for a single bar, if neighbouring bars have equal ratios. `nil`: equal distances.
    var barRatio: Double? { nil }
    /// Start of the bars on an axis that has no position for their baseline. `nil`: the edge of the plot area.
    ///
    /// - Parameter value: the smallest value.
    func barStart(below value: Double) -> Double? { nil }

    /// Whether the axis can map a value.
    func maps(_ value: Double) -> Bool { value.isFinite }

    /// Range that ends at ticks, if the axis is `nice`.
    func rounded(_ range: NumberRange, room: TickSpace) -> NumberRange { range }

    /// Value in axis units. `nil`: the axis does not accept its kind.
    func value(of value: DataValue) -> Double? { value.number }

    /// Major ticks that a delegate sets in the type of the values. `nil`: it sets none.
    func majorTicks(from delegate: any ChartDelegate, in chart: Chart) -> [Double]? { nil }

    /// Called before the chart reads its data.
    func prepareForLoad() {}

    /// Ticks of a range that the axis accepts, for a length > 0.
    func makeTicks(in range: NumberRange, room: TickSpace) -> [Tick] { [] }

    /// Mapping used to choose automatic steps.
    var tickMapper: AxisScale.Mapper { mapper }

    /// Called before values of a range are formatted, at first without regard to a step.
    func startLabels(in range: NumberRange) {}

    /// Parts of dates that labels omit. `nil`: labels have whole values.
    var dateContext: DateContext? { nil }

    /// Settings of the axis type that change labels; a layout is repeated if one of them has changed.
    var labelSettings: [AnyHashable] { [] }

    /// Sets whether the title names the time zone, on axes that have one.
    package func nameTimeZone(_ isNamed: Bool) {}

    /// Called when the ticks are complete; values formatted afterwards may lie between them.
    func endLabels(of ticks: [Tick]) {}

    /// Called for each tick of each layout pass, before the delegate's hook. A subclass may change text, style and
    /// visibility.
    open func alter(_ tick: TickMark) {}

    /// Whether the class may override `alter`. The built-in axis types do not, and create no object per tick.
    final var isOwn: Bool { !Self.kinds.contains(ObjectIdentifier(type(of: self))) }

    private static let kinds = Set(
        AxisType.allCases.map { ObjectIdentifier(type(of: $0.makeAxis())) } + [ObjectIdentifier(Axis.self)])

    /// Value as text, for tick labels, crosshair and tooltip. An override changes all of them.
    open func string(forId value: Double) -> String { labelFormatter?.text(value) ?? NumberLabel.text(value) }

    /// Value as text in warnings.
    func words(_ value: Double) -> String { NumberLabel.text(value) }

    /// Value in the format of the labels, with a sign even if labels have none.
    func signedText(_ value: Double) -> String { string(forId: value) }

    /// Digits of a number with the unit of the labels.
    func amount(_ digits: String) -> String { digits }

    /// Date in a pattern of `DateLabel`. `nil`: values are not dates.
    func dateText(_ value: Double, pattern: String) -> String? { nil }

    /// Value as text with another `labelFormatString`. `nil`: the axis's own.
    final func string(forId value: Double, pattern: String?) -> String {
        guard let pattern else { return string(forId: value) }
        let own = (format: labelFormatString, formatter: labelFormatter, count: labelFormatterCount)
        labelFormatString = pattern
        if own.formatter != nil { labelFormatter = nil }
        defer {
            labelFormatString = own.format
            if own.formatter != nil { labelFormatter = own.formatter }
            labelFormatterCount = own.count
        }
        return string(forId: value)
    }
}

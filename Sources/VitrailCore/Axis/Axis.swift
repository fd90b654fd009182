/// One axis of a chart: its ranges, its ticks and its look.
///
/// A class that a host may subclass; it belongs to its chart and crosses no thread. All values are Doubles: numbers, indexes on category axes,
/// seconds after `DateTimeAxis.origin`, which is 1970, on date axes.
open class Axis {
    public enum Direction: String, Sendable { case x, y }
    public enum Position: String, Sendable, CaseIterable {
        /// Bottom for x, left for y.
        case normal
        /// Top for x, right for y.
        case reverse
    }
    /// The layer of gridlines and stripes.
    public enum GridPosition: String, Sendable, CaseIterable { case belowData, aboveData }

    public var title = ""
    public var style = AxisStyle()
    public var axisPosition = Position.normal
    public var gridPosition = GridPosition.belowData
    /// Fixed thickness in points; nil = as wide as labels and title need.
    public var width: Double?
    /// Where the axis' line runs, on the chart's primary axis of the other direction; a value out of its range is at the nearer edge of the
    /// plot area. nil = along the edge of the axis' side.
    public var axisPositionValue: DataValue?
    /// With a position value: labels and ticks stay at the plot area's edge while the line moves.
    public var axisLabelsAreFixed = false
    /// What happens to labels that reach past the upper end of the range, and past the lower one.
    ///
    /// nil, the default, is `ticksPersist` with an eye on the room: a label stays where the canvas goes on beside the plot area, and the axis
    /// makes room for one that stands on its very end. A mode that is set holds to the letter: there labels end with the plot area.
    public var tickLabelClippingModeHigh: TickLabelClippingMode?
    public var tickLabelClippingModeLow: TickLabelClippingMode?
    /// A text whose size alone reserves the room for labels: for a delegate that makes labels longer. nil = the labels themselves.
    public var longestLabelHint: String?
    /// Changes of the title's look that win over the style.
    public var titleLabel = TitleLabel()
    /// Distance of neighbouring samples of columns and bars along this axis, in data units; nil = found by looking at all of them.
    public var barColSpacing: Double?
    /// What `configureColumns` and `configureBars` said.
    var barSpacings: [SlotKind: BarSpacing] = [:]

    // MARK: Ranges

    /// Widen the default range beyond what is visible, in data units or, on date axes, in units of the calendar; ignored while a default
    /// range is set.
    public var rangePaddingLow: AxisStep = 0
    public var rangePaddingHigh: AxisStep = 0
    /// False: while a default range is set, the axis shows nothing outside it.
    public var allowPanningOutOfDefaultRange = true
    /// False: the axis shows nothing outside the data and the default range together. Without data there is no such limit.
    public var allowPanningOutOfMaxRange = false
    /// Whether dragging pans the axis, and pinching, a double tap and a box zoom it: `Chart.pan`, `pinch`, `doubleTap`, `boxDrag`.
    public var enableGesturePanning = false
    public var enableGestureZooming = false
    /// Whether it goes on with decreasing speed when a drag or a pinch ends.
    public var enableMomentumPanning = false
    public var enableMomentumZooming = false
    /// Whether it goes on now after a drag, or after a pinch.
    public internal(set) var isMomentumPanning = false
    public internal(set) var isMomentumZooming = false
    /// What is left of the speed after each step: 0 to 1.
    public var panMomentumFactor = 0.98
    public var zoomMomentumFactor = 0.75
    /// Seconds between two steps; 0 = a sixtieth.
    public var panMomentumDelay = 0.0
    public var zoomMomentumDelay = 0.0
    /// Whether a drag beyond the limit goes half as far and springs back; if not, it ends there. Code never gets beyond the limit.
    public var animationEdgeBouncing = true
    /// Whether changes of the range are eased over time, where a gesture or a call with `animated` asks for it; if not, they are made at once.
    public var animationEnabled = true
    /// Minimum and maximum over all series of the axis, hidden ones included.
    public internal(set) var dataRange: NumberRange?
    /// Of an axis of dates, the smallest distance between neighbouring samples of a series along it; 0 where that is not known.
    final var sampleStep = 0.0
    /// Whether all values on an axis of numbers are whole.
    final var holdsWholeNumbers = false
    /// What shows every series that is not hidden in full, without padding.
    public internal(set) var visibleRange: NumberRange?
    /// The default range with room for whole marks, as of the last layout, and the automatic range that it was made of.
    final var wholeRange: WholeRange?
    /// Whether an automatic range is wide enough for whole marks of the outermost samples; if not, these lie on the edges of the plot area.
    public var showsWholeMarks = true
    /// Whether an automatic range ends at ticks: rounded outwards to multiples of the major step. For linear axes of numbers.
    public var nice = false
    /// What is shown now.
    public internal(set) var axisRange = NumberRange(0, 1)
    /// The default range that was set, if one was.
    public internal(set) var explicitDefaultRange: NumberRange?
    public internal(set) var direction = Direction.x
    /// Whether larger values lie to the left, or further down: 1 at the top of a chart of ranks.
    final var isReversed = false
    /// The keys of a description that change an automatic range.
    final var wishes = RangeWishes()
    /// How long the range of the first picture with data was on the axis: what `Chart.gesturePinchAspectLock` keeps.
    final var firstSpan: Double?
    /// False until the first render gave the axis its range.
    var hasRange = false
    /// Whether no ticks are made, because there is nothing that they could tell of: a date axis without dates.
    var isBlank = false
    /// Length in points of the plot area along this axis, as of the last render.
    var length = 0.0
    /// The room across this axis, as of the last render.
    var takenRoom: AxisRoom?
    /// What `secondaryAxisOffset` was set to.
    var setOffset: Double?

    /// Who shows it.
    weak var chart: Chart?
    /// The chart, while that is radial: places on such an axis have no pixel along a straight line.
    weak var radialChart: Chart?

    // MARK: Ticks

    /// Major ticks only at this step; nil, and any step that is not positive, = as fine as labels allow.
    public var majorTickFrequency: AxisStep?
    /// How many major ticks are wished for, > 0: where no step is set, the one is taken that leads nearest to it and whose labels keep apart. nil = as
    /// many as a reader likes.
    public var tickCount: Int?
    /// Minor ticks at this step; nil, and any step that is not positive, = a fitting part of the major step.
    public var minorTickFrequency: AxisStep?
    /// Ticks are at anchor + k · frequency; nil = the data's minimum for a set frequency, multiples of the step for an automatic one.
    public var anchorPoint: Double?
    /// The steps of the ticks made last; nil before the first, and for custom ticks.
    public internal(set) var currentMajorTickFrequency: AxisStep?
    public internal(set) var currentMinorTickFrequency: AxisStep?
    /// Exactly these major ticks and no minor ones, in axis units; nil = calculated ones. A data source's `majorTickValues` win over them.
    public var majorTickValues: [Double]?
    /// What delegate or data source answered in this layout pass.
    var hookedMajorTicks: [Double]?
    /// What the data source answered last.
    var toldMajorTicks: [Double]?
    /// By the axis' type a `printf` pattern for one number or a specifier of d3-format, a Unicode date pattern, or a `%@` pattern; nil = what the step needs.
    public var labelFormatString: String?
    /// Writes every label in place of `labelFormatString`; nil = the pattern, or what the step needs.
    public var labelFormatter: LabelFormatter? {
        didSet { labelFormatterCount += 1 }
    }
    /// How many formatters there were: one cannot be told from another.
    final var labelFormatterCount = 0

    /// - Parameter defaultRange: what is shown at first, whatever the data.
    public init(defaultRange: NumberRange? = nil) {
        if let defaultRange, accepts(defaultRange) { explicitDefaultRange = defaultRange }
    }

    // MARK: What kinds of axis decide

    /// The title as it is drawn.
    var shownTitle: String { title }

    /// How values become places.
    var mapper: AxisScale.Mapper { .identity }

    /// Whether stretches may be left out of it.
    var isDiscontinuous: Bool { false }
    /// Shown when there are no data.
    var emptyRange: NumberRange { NumberRange(0, 1) }

    /// Whether the axis can show a range.
    func accepts(_ range: NumberRange) -> Bool { range.isValid }

    /// A range around a single value.
    func widened(_ value: Double) -> NumberRange {
        // At 1e17 half a unit is less than a Double can add.
        let half = max(0.5, abs(value) * 1e-9)
        return NumberRange(value - half, value + half)
    }

    /// A range with the axis' padding at both ends.
    func padded(_ range: NumberRange) -> NumberRange {
        func length(_ step: AxisStep) -> Double { if case .value(let value) = step, value.isFinite { value } else { 0 } }
        return range.widened(low: length(rangePaddingLow), high: length(rangePaddingHigh))
    }

    /// A range and a length beyond each end: room for samples that are as wide. What is left out takes none of it.
    func widened(_ range: NumberRange, by length: Double) -> NumberRange { range.widened(low: length, high: length) }

    /// The part of a range that the axis can show.
    func clamped(_ range: NumberRange) -> NumberRange { range }

    /// Whether equal distances of values are equal distances on the axis, but for stretches that are left out.
    var isLinear: Bool { true }

    /// Whether the axis has a place for a value.
    func maps(_ value: Double) -> Bool { value.isFinite }

    /// A range that ends at ticks, if the axis is `nice`.
    func rounded(_ range: NumberRange, room: TickRoom) -> NumberRange { range }

    /// A value in axis units; nil when the axis does not take its kind.
    func value(of value: DataValue) -> Double? { value.number }

    /// The chart is about to read its data.
    func prepareForLoad() {}

    /// The ticks of a range that the axis accepts, over a length > 0.
    func makeTicks(in range: NumberRange, room: TickRoom) -> [Tick] { [] }

    /// How values become places while automatic steps are chosen.
    var tickMapper: AxisScale.Mapper { mapper }

    /// Values of a range are about to be written, at first without regard to any step.
    func startLabels(in range: NumberRange) {}

    /// The ticks are made; what is written next are values that may lie between them.
    func endLabels(of ticks: [Tick]) {}

    /// Called for each tick of each layout pass, before the delegate's hook: a host's own axis may change text, look and visibility.
    open func alter(_ tick: TickMark) {}

    /// Whether somebody may have overridden `alter`: the kinds of axis there are have not, and make no object of each tick.
    final var isOwn: Bool { !Self.kinds.contains(ObjectIdentifier(type(of: self))) }

    private static let kinds = Set(AxisType.allCases.map { ObjectIdentifier(type(of: $0.makeAxis())) } + [ObjectIdentifier(Axis.self)])

    /// A value as text: what tick labels, crosshair and tooltip write. Overriding it changes them all.
    open func string(forId value: Double) -> String { labelFormatter?.text(value) ?? NumberLabel.text(value) }

    /// The same by another `labelFormatString`; nil = by the axis' own.
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

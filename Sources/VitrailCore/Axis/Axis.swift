/// One axis of a chart: its ranges, its ticks and its look.
///
/// A class that a host may subclass; it belongs to its chart and crosses no thread. All values are Doubles: numbers, indexes on category axes,
/// seconds since 1970 on date axes.
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
    /// What happens where labels do not fit at the upper end of the range, and at the lower one.
    public var tickLabelClippingModeHigh = TickLabelClippingMode.ticksPersist
    public var tickLabelClippingModeLow = TickLabelClippingMode.ticksPersist
    /// A text whose size alone reserves the room for labels: for a delegate that makes labels longer. nil = the labels themselves.
    public var longestLabelHint: String?
    /// Changes of the title's look that win over the style.
    public var titleLabel = TitleLabel()
    /// Distance of neighbouring samples of columns and bars along this axis, in data units; nil = found by looking at all of them.
    public var barColSpacing: Double?
    /// Widen the default range beyond what is visible, in data units; ignored while a default range is set.
    public var rangePaddingLow = 0.0
    public var rangePaddingHigh = 0.0
    /// Major ticks only at this step; nil = as fine as labels allow.
    public var majorTickFrequency: Double?
    /// Minor ticks at this step; nil = a fitting part of the major step.
    public var minorTickFrequency: Double?
    /// Ticks are at anchor + k · frequency; nil = the data's minimum for a set frequency, multiples of the step for an automatic one.
    public var anchorPoint: Double?
    /// A `printf` pattern for one number, a Unicode date pattern, or a `%@` pattern, by the axis' type; nil = what the step needs.
    public var labelFormatString: String?

    /// Minimum and maximum over all series of the axis, hidden ones included.
    public internal(set) var dataRange: NumberRange?
    /// What shows every series that is not hidden in full, without padding.
    public internal(set) var visibleRange: NumberRange?
    /// What is shown now.
    public internal(set) var axisRange = NumberRange(0, 1)
    /// The default range that was set, if one was.
    public private(set) var explicitDefaultRange: NumberRange?
    public internal(set) var direction = Direction.x
    /// False until the first render gave the axis its range.
    var hasRange = false
    /// Length in points of the plot area along this axis, as of the last render.
    var length = 0.0

    /// - Parameter defaultRange: what is shown at first, whatever the data.
    public init(defaultRange: NumberRange? = nil) {
        if let defaultRange, accepts(defaultRange) { explicitDefaultRange = defaultRange }
    }

    // MARK: What kinds of axis decide

    /// How values become places.
    var mapper: AxisScale.Mapper { .identity }
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

    func ticks(in range: NumberRange, room: TickRoom) -> [Tick] { [] }

    /// A value as text, as tick labels and tooltips write it.
    open func string(for value: Double) -> String { NumberLabel.text(value) }
}

// MARK: - Ranges

extension Axis {
    /// Visible range and padding, unless a default was set.
    public var defaultRange: NumberRange {
        if let explicitDefaultRange { return explicitDefaultRange }
        guard let visible = visibleRange ?? dataRange else { return emptyRange }
        let full = visible.span > 0 ? visible : widened(visible.minimum)
        let padded = full.widened(low: rangePaddingLow, high: rangePaddingHigh)
        return accepts(padded) ? padded : (accepts(full) ? full : emptyRange)
    }

    /// Shows a range; false, and nothing changes, when the axis cannot: min ≥ max, not finite, not positive on a logarithmic axis.
    @discardableResult
    public func setRange(_ minimum: Double, _ maximum: Double) -> Bool {
        let range = NumberRange(minimum, maximum)
        guard accepts(range) else { return false }
        axisRange = range
        hasRange = true
        return true
    }

    /// Shows the default range again.
    public func resetZoomLevel() {
        axisRange = defaultRange
        hasRange = true
    }

    func scale(from start: Double, to end: Double) -> AxisScale {
        AxisScale(range: axisRange, mapper: mapper, start: start, end: end)
    }

    var isHorizontal: Bool { direction == .x }

    /// Where a value lies, in points from the plot area's left or top edge as last rendered; below 0 or beyond its size when out of range.
    /// nil before the first render, and for a value that the axis cannot map.
    public func pixelValue(forDataValue value: Double) -> Double? {
        guard length > 0 else { return nil }
        let place = pointScale.place(value)
        return place.isFinite ? place : nil
    }

    /// The exact inverse of `pixelValue(forDataValue:)`.
    public func dataValue(forPixelValue pixel: Double) -> Double? {
        guard length > 0, pixel.isFinite else { return nil }
        return pointScale.value(at: pixel)
    }

    private var pointScale: AxisScale { isHorizontal ? scale(from: 0, to: length) : scale(from: length, to: 0) }
}

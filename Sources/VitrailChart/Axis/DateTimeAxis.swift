public import Foundation
import VitrailColumns
public import VitrailScales

/// An axis of instants, with ticks on calendar boundaries of its time zone.
///
/// Its values are seconds after its `origin`, by default 1970-01-01 00:00 UTC.
open class DateTimeAxis: Axis {
    /// Reference instant of the axis values: seconds since 1970-01-01 00:00 UTC, in the years 1 to 9999.
    ///
    /// Present-day seconds since 1970 have a resolution of 0.24 µs as Doubles. Seconds after an origin nearer than 2²³
    /// seconds (97 days) are exact to half a nanosecond, so that whole nanoseconds remain distinct. With an origin
    /// other than 0, labels show up to nine decimals. Ranges, ticks, `anchorPoint`, arguments and results of the axis's
    /// methods, and numbers in annotations are relative to it; `DataValue.date`, exclusions and `setRange` with two
    /// `Date`s are not. Date columns have their own origin: `Column.init(seconds:after:)`.
    ///
    /// Set it before the chart loads its data. Descriptions set it if the data are finer than milliseconds and the axis
    /// shows at most 100 days.
    public var origin = 0 {
        didSet { origin = Int(min(max(Double(origin), DateTicks.earliest), DateTicks.latest)) }
    }
    /// Gregorian, UTC, `en_US_POSIX` by default: the same render on every machine.
    public var calendar: Calendar = DateTimeAxis.defaultCalendar {
        didSet { forgetClock() }
    }
    /// Whether ticks of hours, minutes and seconds at midnight show their day: 18:00, 02 May, 06:00. `false`: they show
    /// 00:00, and a range of several days repeats its labels. A format that was set is used unchanged.
    ///
    /// `true` also adds the omitted part of the date to the first label: the day for times, the year for days. See
    /// `DateContext`.
    public var showsDateAtMidnight = true
    /// Whether the axis title names the time zone of the labels: `Time (UTC)`, or `UTC` without a title. For data
    /// recorded in another zone.
    public var namesTimeZone = false
    private var knownClock: LocalClock?
    private var knownLabels: [LabelKey: DateLabel] = [:]
    /// Step of the last ticks; it determines the format of values.
    private var labelStep = AxisStep.days(1)
    /// Step of labelled minor ticks; it applies to all values that are not major ticks. `nil`: `labelStep`.
    private var minorLabelStep: AxisStep?
    final var majorValues: Set<Double> = []
    /// Span in seconds of the range whose ticks were made last.
    final private(set) var tickedSpan = 0.0
    /// Values of the ticks with labels. `nil` while ticks are being made.
    private var labelledValues: Set<Double>?

    /// A pattern, and whether it is used unchanged.
    private struct LabelKey: Hashable {
        var pattern: String
        var isSet: Bool
    }

    public static let defaultCalendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .gmt
        calendar.locale = Locale(identifier: "en_US_POSIX")
        return calendar
    }()

    /// Time zone of the calendar.
    public var timeZone: TimeZone {
        get { calendar.timeZone }
        set { calendar.timeZone = newValue }
    }

    public var locale: Locale {
        get { calendar.locale ?? Locale(identifier: "en_US_POSIX") }
        set { calendar.locale = newValue }
    }

    /// - Throws: `AxisError.unknownTimeZone`.
    public func setTimeZone(identifier: String) throws(AxisError) {
        guard let zone = TimeZone(identifier: identifier) else { throw .unknownTimeZone(identifier) }
        timeZone = zone
    }

    /// Label pattern for a calendar step, unless `labelFormatString` or `labelFormatter` is set. The locale may reorder
    /// its fields: `DateLabel.localized`.
    open func labelFormat(for frequency: DateFrequency) -> String { DateLabel.pattern(for: frequency.unit) }

    open override func string(forId value: Double) -> String { ownString(forId: value) }

    /// Label of a value, unless a subclass overrides `string(forId:)`.
    final func ownString(forId value: Double) -> String {
        if let labelFormatter { return labelFormatter.text(value) }
        let pattern: String
        switch labelStep(of: value) {
        case _ where labelFormatString != nil: pattern = labelFormatString ?? ""
        case .calendar(let frequency) where namesDay(value, frequency):
            pattern = labelFormat(for: DateFrequency(1, .day))
        case .calendar(let frequency):
            let own = labelFormat(for: frequency)
            pattern = finerPattern(than: own, frequency.unit, for: value) ?? own
        case .value(let seconds): return fractionText(of: value, step: seconds)
        }
        return text(value, LabelKey(pattern: pattern, isSet: labelFormatString != nil))
    }

    /// Value formatted with a pattern of `DateLabel`, localized.
    final func text(_ value: Double, pattern: String) -> String {
        text(value, LabelKey(pattern: pattern, isSet: false))
    }

    private func text(_ value: Double, _ key: LabelKey) -> String {
        let (seconds, nanoseconds) = instant(value)
        if let label = knownLabels[key] { return label.text(seconds, nanoseconds) }
        let pattern = key.isSet ? key.pattern : DateLabel.localized(key.pattern, locale)
        let label = DateLabel(pattern: pattern, calendar: calendar, clock: clock)
        knownLabels[key] = label
        return label.text(seconds, nanoseconds)
    }

    /// Whether the ticks are complete and none with a label has this value.
    final func isBetweenTicks(_ value: Double) -> Bool { labelledValues.map { !$0.contains(value) } ?? false }

    /// Whether ticks are being made: the formatted values are their labels.
    final var isMakingTicks: Bool { labelledValues == nil }

    final func labelStep(of value: Double) -> AxisStep {
        minorLabelStep.flatMap { majorValues.contains(value) ? nil : $0 } ?? labelStep
    }

    /// Whether the label of an hour, minute or second tick is its day.
    private func namesDay(_ value: Double, _ frequency: DateFrequency) -> Bool {
        showsDateAtMidnight && frequency.clockSeconds != nil && startsDay(value)
    }

    /// Part of the date in a tick's label. `nil`: the host has set the format.
    final func detail(ofTickAt value: Double) -> DateContext.Detail? {
        guard labelFormatter == nil, labelFormatString == nil else { return nil }
        switch labelStep(of: value) {
        case .value(let seconds):
            if let offset = labelOffset(step: seconds) { return .offset(offset) }
            return seconds < 86_400 ? .time : .day
        case .calendar(let frequency):
            let shown = namesDay(value, frequency) ? DateFrequency(1, .day) : frequency
            guard labelFormat(for: shown) == DateLabel.pattern(for: shown.unit) else { return nil }
            switch shown.unit {
            case .second, .minute, .hour: return .time
            case .day, .week: return .day
            case .month, .year: return .year
            }
        }
    }

    override var shownTitle: String {
        guard namesTimeZone else { return title }
        let names = ZoneName.names(of: timeZone)
        guard let name = names.first, !names.contains(where: { title.range(of: $0, options: .caseInsensitive) != nil })
        else { return title }
        return title.isEmpty ? name : "\(title) (\(name))"
    }

    package override func nameTimeZone(_ isNamed: Bool) { namesTimeZone = isNamed }

    override var dateContext: DateContext? { mayLeaveOutDates ? DateContext(self) : nil }

    override var labelSettings: [AnyHashable] { [calendar, showsDateAtMidnight] }

    override func words(_ value: Double) -> String {
        let (seconds, nanoseconds) = instant(value)
        return Self.isoText(seconds, nanoseconds ?? 0)
    }

    override func dateText(_ value: Double, pattern: String) -> String? {
        let (seconds, nanoseconds) = instant(value)
        return DateLabel(pattern: pattern, calendar: calendar).text(seconds, nanoseconds)
    }

    /// Pattern for a value between ticks, if the unit's pattern is too coarse: "24 May 2012" for a value between ticks
    /// of months. `nil` for a host's own pattern.
    private func finerPattern(than pattern: String, _ unit: DateFrequency.Unit, for value: Double) -> String? {
        guard isBetweenTicks(value), pattern == DateLabel.pattern(for: unit),
            hasDate(value)
        else { return nil }
        let (seconds, nanoseconds) = instant(value)
        let wall = clock.wall(seconds)
        return DateLabel.pattern(finerThan: unit, day: LocalClock.day(of: wall), wall: wall, nanoseconds, clock.days)
    }

    /// Whether a value is the first instant of its day.
    private func startsDay(_ value: Double) -> Bool {
        let (seconds, nanoseconds) = instant(value)
        guard hasDate(value), nanoseconds ?? 0 == 0 else { return false }
        let day = LocalClock.day(of: clock.wall(seconds))
        return clock.instant(wall: Double(day) * 86_400).instant == seconds
    }

    var clock: LocalClock {
        if let knownClock { return knownClock }
        let clock = LocalClock(calendar)
        knownClock = clock
        return clock
    }

    func forgetClock() {
        knownClock = nil
        knownLabels.removeAll()
    }

    // MARK: Ranges

    override var columnKind: Column.Kind { .date }
    package override var valueOrigin: Int { origin }
    package override var dateCalendar: Calendar? { calendar }
    override var emptyRange: NumberRange { NumberRange(0, 86_400) }

    override func reasonToLeaveOut(_ range: NumberRange) -> String? {
        guard !hasDate(range.minimum) || !hasDate(range.maximum) else { return nil }
        return "dates before the year 1 or after 9999; as numbers they are seconds since 1970"
    }

    override func accepts(_ range: NumberRange) -> Bool {
        range.isValid && range.minimum >= bounds.minimum && range.maximum <= bounds.maximum
    }

    override func clamped(_ range: NumberRange) -> NumberRange {
        NumberRange(max(range.minimum, bounds.minimum), min(range.maximum, bounds.maximum))
    }

    override func widened(_ value: Double) -> NumberRange { NumberRange(value - 43_200, value + 43_200) }

    override func value(of value: DataValue) -> Double? {
        if case .date(let seconds) = value { seconds - Double(origin) } else { value.number }
    }

    override func majorTicks(from delegate: any ChartDelegate, in chart: Chart) -> [Double]? {
        delegate.chart(chart, majorTickDatesFor: self)?.map { value(of: $0) }
    }

    override func padded(_ range: NumberRange) -> NumberRange {
        NumberRange(moved(range.minimum, by: rangePaddingLow, -1), moved(range.maximum, by: rangePaddingHigh, 1))
    }

    private func moved(_ value: Double, by step: AxisStep, _ sign: Int) -> Double {
        switch step {
        case .value(let seconds): seconds.isFinite ? value + seconds * Double(sign) : value
        case .calendar(let frequency):
            hasDate(value) ? shifted(value) { clock.adding(sign, frequency, to: $0) } : value
        }
    }

    /// Shows the time between two dates.
    @discardableResult
    public func setRange(_ start: Date, _ end: Date, animated: Bool = false) -> Bool {
        setRange(value(of: start), value(of: end), animated: animated)
    }

    // MARK: Ticks

    override func startLabels(in range: NumberRange) {
        tickedSpan = range.span
        labelStep = .days(1)
        minorLabelStep = nil
        labelledValues = nil
    }

    override func endLabels(of ticks: [Tick]) {
        labelledValues = Set(ticks.lazy.filter { !$0.label.isEmpty }.map(\.value))
    }

    override func makeTicks(in range: NumberRange, room: TickSpace) -> [Tick] {
        let set = Self.usable(majorTickFrequency)
        let automatic = set == nil ? automaticStep(in: range, room: room) : nil
        guard let majorStep = set ?? automatic?.candidate else { return [] }
        let setMinor = Self.usable(minorTickFrequency)
        let chosen = adjusted(TickFrequencies(major: majorStep, minor: setMinor ?? Self.minor(of: majorStep)), room)
        guard let asked = Self.usable(chosen.major) else { return [] }
        let step = Self.apart(asked, shown: tickMapper.linearSpan(of: range) ?? range.span, length: room.length)
        currentMajorTickFrequency = step
        labelStep = step

        let isSet = set != nil || chosen.isMajorSet
        let majors: [TickPosition]
        if let automatic, !isSet, anchorPoint == nil, tickMapper == .identity {
            majors = automatic.positions
        } else {
            majors = positions(step, from: isSet ? anchorPoint ?? dataRange?.minimum : anchorPoint, in: range)
        }
        let ticks = majorTicks(majors)
        guard room.wantsMinor, step == asked, let minor = Self.usable(chosen.minor) else { return ticks }
        if room.showsMinorLabels {
            minorLabelStep = minor
            majorValues = Set(majors.map(\.value))
        }
        let isMinorSet = setMinor != nil || chosen.isMinorSet
        let minors = positions(
            minor, from: isMinorSet || isSet ? anchorPoint ?? dataRange?.minimum : anchorPoint, in: range)
        return ticks + minorTicks(Self.apart(minors, from: majors, tolerance(minor)), room)
    }

    /// Step usable for ticks. `nil` for a number of seconds that is not positive.
    private static func usable(_ step: AxisStep?) -> AxisStep? {
        switch step {
        case .calendar: step
        case .value: step?.number == nil ? nil : step
        case nil: nil
        }
    }

    /// The step, or a multiple of it whose ticks are far enough apart to read.
    private static func apart(_ step: AxisStep, shown: Double, length: Double) -> AxisStep {
        switch step {
        case .value(let seconds): .value(NumberTicks.apart(seconds, shown: shown, length: length))
        case .calendar(let frequency) where frequency.seconds < shown / length * TickLimits.apart.minimum:
            .calendar(frequency.multiple(atLeast: shown / length * TickLimits.apart.wanted))
        case .calendar: step
        }
    }

    /// Ticks of a step: from an anchor, or on calendar boundaries.
    private func positions(_ step: AxisStep, from anchor: Double?, in range: NumberRange) -> [TickPosition] {
        guard origin == 0 else { return positions(step, from: anchor, in: range, origin: Double(origin)) }
        switch step {
        case .value(let seconds): return NumberTicks.values(from: anchor ?? 0, step: seconds, in: range)
        case .calendar(let frequency):
            let generator = DateTicks(clock: clock)
            guard let anchor else { return generator.aligned(every: frequency, in: range) }
            return generator.anchored(every: frequency, from: anchor, in: range)
        }
    }

    private static func minor(of step: AxisStep) -> AxisStep? {
        switch step {
        case .value(let seconds): .value(NumberTicks.minor(ofSet: seconds))
        case .calendar(let frequency): frequency.minor
        }
    }

    /// Ticks of `positions` that do not coincide with `others`; both ascend.
    private static func apart(
        _ positions: [TickPosition], from others: [TickPosition], _ tolerance: Double
    ) -> [TickPosition] {
        var k = 0
        return positions.filter { position in
            while k < others.count, others[k].value < position.value - tolerance { k += 1 }
            return k == others.count || others[k].value > position.value + tolerance
        }
    }

    /// Maximum distance in seconds between ticks of a step that count as coincident; covers the rounding of their
    /// values.
    private func tolerance(_ step: AxisStep) -> Double { origin == 0 ? 1e-6 : min(1e-6, Self.length(of: step) / 100) }

    /// Finest step in seconds whose ticks are distinct values on the axis.
    private var finestStep: Double { origin == 0 ? 1e-6 : 1e-9 }

    /// Finest step whose labels fit, and its ticks. The step is not finer than the sample distance, unless coarser
    /// steps leave fewer than two ticks.
    private func automaticStep(
        in range: NumberRange, room: TickSpace
    ) -> (candidate: AxisStep, positions: [TickPosition])? {
        let all = candidates(for: range)
        guard labelFormatString != nil, labelFormatter == nil else {
            return finestOfSamples(all, in: range, room: room)
        }
        let apart = all.filter { !repeatsLabels($0, in: range) }
        if let found = finestOfSamples(apart, in: range, room: room), found.positions.count > 1 { return found }
        return finestOfSamples(all, in: range, room: room)
    }

    private func finestOfSamples(
        _ candidates: [AxisStep], in range: NumberRange, room: TickSpace
    ) -> (candidate: AxisStep, positions: [TickPosition])? {
        // Allow for short units: the shortest months are 28 days apart.
        let coarse = candidates.filter { Self.length(of: $0) >= sampleStep * Self.minOfUnit }
        if coarse.count < candidates.count, let found = finest(of: coarse, in: range, room: room),
            found.positions.count > 1
        {
            return found
        }
        return finest(of: candidates, in: range, room: room)
    }

    /// Whether the set format gives two neighbouring ticks the same label, as `MMM` does for the days of a month. Also
    /// `true`, without a test, for steps with more ticks than a chart can show.
    private func repeatsLabels(_ step: AxisStep, in range: NumberRange) -> Bool {
        guard range.span / Self.length(of: step) < Self.maxWritten else { return true }
        let labels = positions(step, from: anchorPoint, in: range).map { string(forId: $0.value) }
        return zip(labels, labels.dropFirst()).contains { $0 == $1 && !$0.isEmpty }
    }

    private static let maxWritten = 1_000.0

    /// Mean length in seconds.
    private static func length(of step: AxisStep) -> Double {
        switch step {
        case .value(let seconds): seconds
        case .calendar(let frequency): frequency.seconds
        }
    }

    private func finest(
        of candidates: [AxisStep], in range: NumberRange, room: TickSpace
    ) -> (candidate: AxisStep, positions: [TickPosition])? {
        let mapper = tickMapper
        let shown = mapper.linearSpan(of: range) ?? range.span
        let fit = TickFit(range: range, mapper: mapper, room: room) { [unowned self] in string(forId: $0) }
        // Measure one label per unit: labels of a unit have similar widths.
        var extents: [DateFrequency.Unit: Double] = [:]
        var k = -1
        return fit.finest(
            next: { _ in
                k += 1
                return k < candidates.count ? candidates[k] : nil
            },
            isHopeless: { step in
                guard case .calendar(let frequency) = step else { return false }
                if range.span / frequency.seconds >= Double(TickLimits.count) { return true }
                let spacing = frequency.seconds / shown * room.length
                self.labelStep = step
                let extent = extents[frequency.unit] ?? room.extent(self.string(forId: range.minimum))
                extents[frequency.unit] = extent
                return spacing < extent * Self.shortest
            },
            positions: { step in
                self.labelStep = step
                return Self.seen(
                    self.positions(step, from: self.anchorPoint, in: range), by: step, mapper, upTo: range.maximum)
            })
    }

    /// Ticks as they will be drawn. On a discontinuous axis, ticks of days and longer in an excluded time move to its
    /// end, such as weekly ticks when weekends are excluded.
    private static func seen(
        _ positions: [TickPosition], by step: AxisStep, _ mapper: AxisScale.Mapper, upTo end: Double
    ) -> [TickPosition] {
        guard let exclusions = mapper.exclusions else { return positions }
        guard case .calendar(let frequency) = step, frequency.clockSeconds == nil else {
            return positions.filter { !exclusions.contains($0.value) }
        }
        return exclusions.pushed(positions).filter { $0.value <= end }
    }

    /// Minimum length of a calendar unit, as a fraction of its mean length.
    private static let minOfUnit = 0.9

    /// Minimum width of a label, as a generous fraction of the first label of its unit.
    private static let shortest = 0.6

    /// From fine to coarse; fractions of a second only if whole seconds are too coarse.
    private func candidates(for range: NumberRange) -> [AxisStep] {
        let calendar = DateFrequency.candidates.map { AxisStep.calendar($0) }
        guard range.span < 2, var step = NumberTicks.Step.atLeast(max(range.span / 100, finestStep)) else {
            return calendar
        }
        var fractions: [AxisStep] = []
        while step.value < 1 {
            fractions.append(.value(step.value))
            step = step.next
        }
        return fractions + calendar
    }
}

extension AxisRegistration {
    static let dateTime = AxisRegistration { DateTimeAxis(defaultRange: $0) }
}

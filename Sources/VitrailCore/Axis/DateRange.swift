public import Foundation

/// What a date axis shows, or could, as dates.
public struct DateRange: Sendable, Hashable {
    public var minimum: Date
    public var maximum: Date

    public init(_ minimum: Date, _ maximum: Date) { (self.minimum, self.maximum) = (minimum, maximum) }

    /// Seconds.
    public var span: TimeInterval { maximum.timeIntervalSince(minimum) }
}

/// Dates in place of the numbers that an axis counts by. All of them go through `value(of:)` and `date(of:)`.
extension DateTimeAxis {
    /// A date in units of the axis.
    public func value(of date: Date) -> Double { date.timeIntervalSince1970 - Double(origin) }
    /// The date of a value in units of the axis.
    public func date(of value: Double) -> Date { Date(timeIntervalSince1970: Double(origin) + value) }

    private func numbers(_ range: DateRange) -> NumberRange { NumberRange(value(of: range.minimum), value(of: range.maximum)) }
    private func dates(_ range: NumberRange) -> DateRange { DateRange(date(of: range.minimum), date(of: range.maximum)) }

    // MARK: Ranges

    /// - Parameter defaultRange: what is shown at first, whatever the data; one that ends before it begins is none.
    public convenience init(defaultRange: DateRange) {
        self.init()
        setDefaultRange(defaultRange)
    }

    /// What is shown now.
    public var axisDateRange: DateRange { dates(axisRange) }
    /// What is shown at first and after `resetZoomLevel()`.
    public var defaultDateRange: DateRange { dates(defaultRange) }
    /// Over all series of the axis, hidden ones included.
    public var dataDateRange: DateRange? { dataRange.map(dates) }
    /// What shows every series that is not hidden in full.
    public var visibleDateRange: DateRange? { visibleRange.map(dates) }

    /// As `setRange` of two numbers.
    @discardableResult
    public func setRange(_ range: DateRange, animated: Bool = false) -> Bool {
        let range = numbers(range)
        return setRange(range.minimum, range.maximum, animated: animated)
    }

    /// As `setDefaultRange` of a range of numbers.
    @discardableResult
    public func setDefaultRange(_ range: DateRange) -> Bool { setDefaultRange(numbers(range)) }

    // MARK: Ticks

    /// `anchorPoint` as a date.
    public var anchorDate: Date? {
        get { anchorPoint.map(date) }
        set { anchorPoint = newValue.map(value) }
    }

    /// `majorTickValues` as dates: exactly these major ticks, and no minor ones.
    public var majorTickDates: [Date]? {
        get { majorTickValues?.map(date) }
        set { majorTickValues = newValue?.map(value) }
    }
}

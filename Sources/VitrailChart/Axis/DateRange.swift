public import Foundation
import VitrailColumns

/// A range of a date axis as dates.
public struct DateRange: Sendable, Hashable {
    public var minimum: Date
    public var maximum: Date

    public init(_ minimum: Date, _ maximum: Date) { (self.minimum, self.maximum) = (minimum, maximum) }

    /// Length in seconds.
    public var span: TimeInterval { maximum.timeIntervalSince(minimum) }
}

/// Dates instead of axis values. All conversions use `value(of:)` and `date(of:)`.
extension DateTimeAxis {
    /// Date in axis units.
    public func value(of date: Date) -> Double { date.timeIntervalSince1970 - Double(origin) }
    /// Date of a value in axis units.
    public func date(of value: Double) -> Date { Date(timeIntervalSince1970: Double(origin) + value) }

    private func numbers(_ range: DateRange) -> NumberRange {
        NumberRange(value(of: range.minimum), value(of: range.maximum))
    }
    private func dates(_ range: NumberRange) -> DateRange {
        DateRange(date(of: range.minimum), date(of: range.maximum))
    }

    // MARK: Ranges

    /// - Parameter defaultRange: initial range, whatever the data. A range that ends before it begins is ignored.
    public convenience init(defaultRange: DateRange) {
        self.init()
        setDefaultRange(defaultRange)
    }

    /// Present range.
    public var axisDateRange: DateRange { dates(axisRange) }
    /// Initial range, which `resetZoomLevel()` restores.
    public var defaultDateRange: DateRange { dates(defaultRange) }
    /// Range over all series of the axis, including hidden ones.
    public var dataDateRange: DateRange? { dataRange.map(dates) }
    /// Range that shows every series that is not hidden in full.
    public var visibleDateRange: DateRange? { visibleRange.map(dates) }

    /// Same as `setRange` with two numbers.
    @discardableResult
    public func setRange(_ range: DateRange, animated: Bool = false) -> Bool {
        let range = numbers(range)
        return setRange(range.minimum, range.maximum, animated: animated)
    }

    /// Same as `setDefaultRange` with a number range.
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

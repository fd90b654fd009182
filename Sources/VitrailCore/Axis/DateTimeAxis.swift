public import Foundation

/// An axis of instants, ticked on calendar boundaries.
open class DateTimeAxis: Axis {
    /// Gregorian, UTC, `en_US_POSIX` unless set: the same picture on every machine.
    public var calendar: Calendar = DateTimeAxis.defaultCalendar

    public static let defaultCalendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .gmt
        calendar.locale = Locale(identifier: "en_US_POSIX")
        return calendar
    }()

    override var emptyRange: NumberRange { NumberRange(0, 86_400) }

    override func accepts(_ range: NumberRange) -> Bool {
        range.isValid && range.minimum >= DateTicks.earliest && range.maximum <= DateTicks.latest
    }

    override func widened(_ value: Double) -> NumberRange { NumberRange(value - 43_200, value + 43_200) }

    override func makeTicks(in range: NumberRange, room: TickRoom) -> [Tick] {
        let generator = DateTicks(calendar: calendar)
        var formats: [String: DateLabel] = [:]
        func label(_ value: Double, _ frequency: DateFrequency) -> String {
            let pattern = labelFormatString ?? DateLabel.pattern(for: frequency.unit)
            if formats[pattern] == nil { formats[pattern] = DateLabel(pattern: pattern, calendar: calendar) }
            return formats[pattern]?.text(value) ?? ""
        }
        let set: DateFrequency? =
            switch majorTickFrequency {
            case .calendar(let frequency): frequency
            case .value(let seconds) where seconds >= 1 && seconds < 1e12: DateFrequency(Int(seconds), .second)
            default: nil
            }
        let frequency = set ?? generator.frequency(for: range, room: room, label: label)
        let places =
            anchorPoint == nil && set == nil
            ? generator.values(every: frequency, in: range)
            : generator.values(every: frequency, from: anchorPoint ?? dataRange?.minimum ?? range.minimum, in: range)
        currentUnit = frequency.unit
        return places.map {
            Tick(value: $0.value, isMajor: true, label: label($0.value, frequency), index: $0.index)
        }
    }

    open override func string(forId value: Double) -> String {
        DateLabel(pattern: labelFormatString ?? DateLabel.pattern(for: currentUnit), calendar: calendar).text(value)
    }

    /// The unit of the last ticks, which decides how a value is written.
    private var currentUnit = DateFrequency.Unit.day
}

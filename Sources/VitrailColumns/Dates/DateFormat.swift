/// A date format: a sequence of steps. Each step reads a part of the text.
///
/// A format is created from a strptime pattern, or detected from cells by `DateRecognition`. A detected format may end
/// in an optional time of day with seconds, fraction and offset that may differ from cell to cell. A strptime pattern
/// is read exactly.
///
/// Years are 0001…9999 of the Gregorian calendar, also before 1582. Two-digit years are 1969…2068. Missing parts
/// default to 1970-01-01 00:00. 24:00 is the end of the day.
package struct DateFormat: Sendable, Hashable, CustomStringConvertible {
    package enum Step: Hashable, Sendable {
        /// This byte; letters match in either case.
        case literal(UInt8)
        /// One or more blanks.
        case blanks
        /// Four digits.
        case year
        /// Two digits: 69…99 are 19xx.
        case shortYear
        /// One or two digits, or exactly two.
        case number(Part, isPadded: Bool)
        /// One to three digits, or exactly three.
        case dayOfYear(isPadded: Bool)
        case monthName, weekdayName
        /// `st`, `nd`, `rd`, `th`.
        case ordinalSuffix
        case half, fraction, milliseconds, offset, zoneName
        /// One digit.
        case quarter, weekdayFromMonday, weekdayFromSunday
        case epochSeconds, epochMilliseconds
        /// A time of day with optional seconds, fraction, AM or PM, and zone.
        case clock
        /// Optional, at the end: a separator and a time of day.
        case timeTail
        /// The same, and also times without colons: `T1230`.
        case compactTimeTail
    }

    package enum Part: UInt8, Sendable {
        case month, day, hour, hour12, minute, second, isoWeek, weekFromSunday, weekFromMonday
    }

    /// Hour format of all cells.
    enum Hours: UInt8, Sendable { case any, twentyFour, twelve }

    private(set) var steps: [Step]
    /// Whether a date with a wrong weekday is invalid. The weekday then decides which number is the month.
    var checksWeekday = false
    var hours = Hours.any
    /// The strptime pattern for messages.
    package private(set) var description: String
    private(set) var hasTimeOfDay: Bool

    /// - Parameter pattern: strptime directives of the date. `describeTime` adds the time of day.
    package init(steps: [Step], pattern: String) {
        self.steps = steps
        description = pattern
        hasTimeOfDay = false
    }

    package init(steps: [Step], pattern: String, hasTimeOfDay: Bool) {
        self.steps = steps
        description = pattern
        self.hasTimeOfDay = hasTimeOfDay
    }

    /// The date in the range. `nil`: the whole range is not a date of this format. Allocates no memory.
    func parse(_ bytes: Span<UInt8>, _ range: Range<Int>) -> WrittenDate? {
        var fields = DateFields()
        return parse(bytes, range, &fields)
    }

    func parse(_ text: String) -> WrittenDate? {
        let bytes = Array(text.utf8)
        return parse(bytes.span, bytes.indices)
    }

    /// Parses a date and stores all fields read. `fields` must be a new value.
    func parse(_ bytes: Span<UInt8>, _ range: Range<Int>, _ fields: inout DateFields) -> WrittenDate? {
        var scanner = DateScanner(range)
        for step in steps where !Self.read(step, bytes, &scanner, &fields) { return nil }
        guard scanner.isAtEnd, isAllowed(fields.parts) else { return nil }
        return fields.written(checkingWeekday: checksWeekday)
    }

    private func isAllowed(_ parts: DateFields.Parts) -> Bool {
        switch hours {
        case .any: true
        case .twelve: !parts.contains(.clock) || parts.contains(.half)
        case .twentyFour: !parts.contains(.half)
        }
    }

    private static func read(
        _ step: Step, _ bytes: Span<UInt8>, _ scanner: inout DateScanner, _ fields: inout DateFields
    ) -> Bool {
        switch step {
        case .literal(let byte): return scanner.skip(anyCase: byte, bytes)
        case .blanks: return scanner.skipBlanks(bytes)
        case .year:
            guard let year = scanner.digits(4, bytes) else { return false }
            fields.year = year
        case .shortYear:
            guard let year = scanner.digits(2, bytes) else { return false }
            fields.year = year + (year >= 69 ? 1900 : 2000)
        case .number(let part, let isPadded):
            guard let value = isPadded ? scanner.digits(2, bytes) : scanner.digits(upTo: 2, bytes) else { return false }
            return set(part, value, &fields)
        case .dayOfYear(let isPadded):
            guard let day = isPadded ? scanner.digits(3, bytes) : scanner.digits(upTo: 3, bytes), day > 0 else {
                return false
            }
            fields.dayOfYear = day
        case .monthName:
            guard let month = scanner.monthName(bytes) else { return false }
            fields.month = month
        case .weekdayName:
            guard let weekday = scanner.weekdayName(bytes) else { return false }
            fields.weekday = weekday
        case .ordinalSuffix: return scanner.skipOrdinalSuffix(bytes)
        case .half:
            guard let half = scanner.half(bytes) else { return false }
            fields.half = half
        case .fraction:
            guard let fraction = scanner.fraction(bytes) else { return false }
            fields.fraction = fraction
        case .milliseconds:
            guard let milliseconds = scanner.digits(3, bytes) else { return false }
            fields.fraction = Double(milliseconds) / 1000
        case .offset:
            guard let offset = scanner.offset(bytes) else { return false }
            fields.offset = offset
        case .zoneName:
            guard let offset = scanner.zoneName(bytes) else { return false }
            fields.offset = offset
        case .quarter:
            guard let quarter = scanner.digits(1, bytes), quarter >= 1, quarter <= 4 else { return false }
            fields.quarter = quarter
        case .weekdayFromMonday:
            guard let weekday = scanner.digits(1, bytes), weekday >= 1, weekday <= 7 else { return false }
            fields.weekday = weekday % 7
        case .weekdayFromSunday:
            guard let weekday = scanner.digits(1, bytes), weekday <= 6 else { return false }
            fields.weekday = weekday
        case .epochSeconds, .epochMilliseconds: return readEpoch(step == .epochMilliseconds, bytes, &scanner, &fields)
        case .clock: return scanner.clock(bytes, &fields)
        case .timeTail: return scanner.isAtEnd || scanner.timeTail(bytes, &fields, isCompact: false)
        case .compactTimeTail: return scanner.isAtEnd || scanner.timeTail(bytes, &fields, isCompact: true)
        }
        return true
    }

    private static func set(_ part: Part, _ value: Int, _ fields: inout DateFields) -> Bool {
        switch part {
        case .month: fields.month = value
        case .day: fields.day = value
        case .hour: fields.hour = value
        case .hour12:
            guard value >= 1, value <= 12 else { return false }
            fields.hour = value
        case .minute: fields.minute = value
        case .second: fields.second = value
        case .isoWeek: fields.week = value
        case .weekFromSunday: (fields.week, fields.weekRule) = (value, .fromSunday)
        case .weekFromMonday: (fields.week, fields.weekRule) = (value, .fromMonday)
        }
        return true
    }

    private static func readEpoch(
        _ isMilliseconds: Bool, _ bytes: Span<UInt8>, _ scanner: inout DateScanner, _ fields: inout DateFields
    ) -> Bool {
        let isNegative = scanner.skip(UInt8(ascii: "-"), bytes)
        guard let digits = scanner.digits(upTo: 15, bytes) else { return false }
        let value = isNegative ? -digits : digits
        guard isMilliseconds else {
            fields.epoch = value
            return true
        }
        let seconds = (value - (value < 0 ? 999 : 0)) / 1000
        fields.epoch = seconds
        fields.fraction = Double(value - seconds * 1000) / 1000
        return true
    }

    // MARK: Optional time of day

    /// Adds the time parts that occur in the cells to the description.
    mutating func describeTime(_ parts: DateFields.Parts) {
        guard parts.contains(.clock) else { return }
        hasTimeOfDay = true
        let time = Self.pattern(ofTime: parts)
        if steps.contains(.clock) {
            description = description.replacing("\u{0}", with: time)
        } else {
            let separators: [(DateFields.Parts, String)] = [
                (.separatorT, "T"), (.separatorComma, ", "), (.separatorLine, "_"), (.separatorColon, ":"),
                (.separatorHyphen, "-"),
            ]
            description += (separators.first { parts.contains($0.0) }?.1 ?? " ") + time
        }
    }

    /// Placeholder for a time of day inside a pattern.
    static let timeMark = "\u{0}"

    private static func pattern(ofTime parts: DateFields.Parts) -> String {
        var text = parts.contains(.half) ? "%I" : "%H"
        let colon = parts.contains(.compact) ? "" : ":"
        if parts.contains(.minutes) { text += colon + "%M" }
        if parts.contains(.seconds) { text += colon + "%S" }
        if parts.contains(.fraction) { text += parts.contains(.commaFraction) ? ",%f" : ".%f" }
        if parts.contains(.half) { text += parts.contains(.blankHalf) ? " %p" : "%p" }
        if parts.contains(.zone) {
            text += (parts.contains(.blankZone) ? " " : "") + (parts.contains(.zoneName) ? "%Z" : "%z")
        }
        return text
    }
}

extension DateScanner {
    mutating func skipOrdinalSuffix(_ bytes: Span<UInt8>) -> Bool {
        guard at + 2 <= end else { return false }
        switch (bytes[at] | 0x20, bytes[at + 1] | 0x20) {
        case (UInt8(ascii: "s"), UInt8(ascii: "t")), (UInt8(ascii: "n"), UInt8(ascii: "d")),
            (UInt8(ascii: "r"), UInt8(ascii: "d")),
            (UInt8(ascii: "t"), UInt8(ascii: "h")):
            at += 2
            return true
        default: return false
        }
    }

    /// A separator and a time of day.
    mutating func timeTail(_ bytes: Span<UInt8>, _ fields: inout DateFields, isCompact: Bool) -> Bool {
        switch bytes[at] {
        case UInt8(ascii: "T"), UInt8(ascii: "t"):
            at += 1
            fields.parts.insert(.separatorT)
        case UInt8(ascii: "_"):
            at += 1
            fields.parts.insert(.separatorLine)
        case UInt8(ascii: ":"):
            at += 1
            fields.parts.insert(.separatorColon)
        case UInt8(ascii: "-") where isCompact:
            at += 1
            fields.parts.insert(.separatorHyphen)
        case UInt8(ascii: ","):
            at += 1
            skipBlanks(bytes)
            fields.parts.insert(.separatorComma)
        default:
            guard skipBlanks(bytes) else { return false }
            // January 2, 2020 at 3:00 PM
            var next = self
            if next.skip(anyCase: UInt8(ascii: "a"), bytes), next.skip(anyCase: UInt8(ascii: "t"), bytes),
                next.skipBlanks(bytes)
            {
                self = next
            }
        }
        return isCompact && compactClock(bytes, &fields) || clock(bytes, &fields)
    }

    /// Reads `hh:mm`, `hh:mm:ss`, `hh:mm:ss.fff` or `hh`, each optionally followed by AM or PM and by a zone.
    mutating func clock(_ bytes: Span<UInt8>, _ fields: inout DateFields) -> Bool {
        let start = at
        guard let hour = digits(upTo: 2, bytes) else { return false }
        let isPadded = at - start == 2
        fields.hour = hour
        fields.parts.insert(.clock)
        let hasMinutes = skip(UInt8(ascii: ":"), bytes)
        if hasMinutes {
            guard let minute = digits(2, bytes), minute < 60 else { return false }
            fields.minute = minute
            fields.parts.insert(.minutes)
            if skip(UInt8(ascii: ":"), bytes) {
                guard let second = digits(2, bytes) else { return false }
                fields.second = second
                fields.parts.insert(.seconds)
                guard readFraction(bytes, &fields) else { return false }
            }
        }
        let isHalf = readHalf(bytes, &fields)
        // A lone number is an hour only if it has two digits.
        guard hasMinutes || isHalf || isPadded && isAtEnd else { return false }
        guard !isHalf || fields.hour <= 12 else { return false }
        readZone(bytes, &fields)
        return true
    }

    /// Reads `hhmm`, `hhmmss` or `hhmmss.fff`, completely or not at all.
    private mutating func compactClock(_ bytes: Span<UInt8>, _ fields: inout DateFields) -> Bool {
        var next = self
        guard let hour = next.digits(2, bytes), let minute = next.digits(2, bytes) else { return false }
        var parts = fields.parts.union([.clock, .minutes, .compact])
        var second = 0
        if next.hasDigit(bytes) {
            guard let written = next.digits(2, bytes) else { return false }
            second = written
            parts.insert(.seconds)
        }
        self = next
        (fields.hour, fields.minute, fields.second, fields.parts) = (hour, minute, second, parts)
        guard !parts.contains(.seconds) || readFraction(bytes, &fields) else { return false }
        readZone(bytes, &fields)
        return true
    }

    /// Reads an optional fraction. - Returns: `false` for a decimal point without digits.
    private mutating func readFraction(_ bytes: Span<UInt8>, _ fields: inout DateFields) -> Bool {
        let isComma = at < end && bytes[at] == UInt8(ascii: ",")
        guard isComma || at < end && bytes[at] == UInt8(ascii: ".") else { return true }
        // The comma may separate the time from the text after it.
        guard at + 1 < end, Self.isDigit(bytes[at + 1]) else { return isComma }
        at += 1
        guard let fraction = fraction(bytes) else { return false }
        fields.fraction = fraction
        fields.parts.insert(.fraction)
        if isComma { fields.parts.insert(.commaFraction) }
        return true
    }

    private mutating func readHalf(_ bytes: Span<UInt8>, _ fields: inout DateFields) -> Bool {
        var next = self
        let hasBlank = next.skipBlanks(bytes)
        guard let half = next.half(bytes) else { return false }
        self = next
        fields.half = half
        fields.parts.insert(.half)
        if hasBlank { fields.parts.insert(.blankHalf) }
        return true
    }

    private mutating func readZone(_ bytes: Span<UInt8>, _ fields: inout DateFields) {
        guard !isAtEnd else { return }
        var next = self
        let hasBlank = next.skipBlanks(bytes)
        guard next.at < end else { return }
        let isName = Self.isLetter(bytes[next.at]) && bytes[next.at] | 0x20 != UInt8(ascii: "z")
        guard let offset = next.offset(bytes) else { return }
        self = next
        fields.offset = offset
        fields.parts.insert(.zone)
        if hasBlank { fields.parts.insert(.blankZone) }
        if isName { fields.parts.insert(.zoneName) }
        skipZoneRemark(bytes)
    }

    /// Skips a second mention of the zone: ` (Central European Summer Time)`, `[Europe/Berlin]`, or ` CEST` after an
    /// offset.
    private mutating func skipZoneRemark(_ bytes: Span<UInt8>) {
        var next = self
        let hasBlank = next.skipBlanks(bytes)
        guard next.at < end else { return }
        let closing: UInt8
        switch bytes[next.at] {
        case UInt8(ascii: "("): closing = UInt8(ascii: ")")
        case UInt8(ascii: "["): closing = UInt8(ascii: "]")
        default:
            if hasBlank, next.zoneName(bytes) != nil, next.isAtEnd || next.blankLength(at: next.at, bytes) > 0 {
                self = next
            }
            return
        }
        if bytes[end - 1] == closing { at = end }
    }
}

/// Reads dates and times from bytes: `2013-01-01` or `2013/01/01`, optionally followed by a time, and months such as
/// `2013-01`.
///
/// The time follows `T` or a space and is `HH:MM`, `HH:MM:SS` or `HH:MM:SS.fff`. It may be followed by `Z`, `UTC`,
/// `GMT`, `+HH`, `+HHMM` or `+HH:MM`, with or without a space before it; otherwise it is in UTC.
///
/// The calendar is Gregorian, also before 1582. Days that it does not have are invalid.
/// - Source: RFC 3339 §5.6, without leap seconds, and basic offsets and months of ISO 8601.
package enum CellDate {
    /// Seconds since 1970-01-01 00:00 UTC. `nil`: the whole range is not a date.
    package static func parse(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
        parseWritten(bytes, range).map { $0.seconds - Double($0.offset ?? 0) }
    }

    /// Local seconds since 1970-01-01 00:00, and the seconds that local time is ahead of UTC; `nil` offset: not
    /// written.
    package static func parseWritten(_ bytes: Span<UInt8>, _ range: Range<Int>) -> (seconds: Double, offset: Int?)? {
        parseParts(bytes, range).map { ($0.seconds, $0.offset) }
    }

    /// The same date with a separate fraction of a second, which preserves nanoseconds.
    @inline(__always)
    static func parseParts(_ bytes: Span<UInt8>, _ range: Range<Int>) -> WrittenDate? {
        var cursor = Cursor(at: range.lowerBound, end: range.upperBound)
        guard let day = parseDay(bytes, &cursor) else { return nil }
        guard !cursor.isAtEnd else { return WrittenDate(wholeSeconds: day * 86_400) }
        let separator = bytes[cursor.at] | 0x20
        guard separator == UInt8(ascii: "t") || separator == UInt8(ascii: " ") else { return nil }
        cursor.at += 1
        guard let time = parseTime(bytes, &cursor) else { return nil }
        let isLocal = cursor.isAtEnd
        guard let offset = parseOffset(bytes, &cursor), cursor.isAtEnd else { return nil }
        return WrittenDate(
            wholeSeconds: day * 86_400 + time.second, fraction: time.fraction, offset: isLocal ? nil : offset)
    }

    package static func parse(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        return parse(bytes.span, bytes.indices)
    }

    private struct Cursor {
        var at: Int
        let end: Int
        var isAtEnd: Bool { at == end }

        /// The value of exactly `count` digits.
        mutating func digits(_ count: Int, _ bytes: Span<UInt8>) -> Int? {
            guard at + count <= end else { return nil }
            var value = 0
            for i in at..<at + count {
                guard bytes[i] &- 48 < 10 else { return nil }
                value = value * 10 + Int(bytes[i] &- 48)
            }
            at += count
            return value
        }

        /// Skips a word, ignoring case.
        mutating func skipWord(_ word: StaticString, _ bytes: Span<UInt8>) -> Bool {
            let isThere = word.withUTF8Buffer { letters in
                guard letters.count <= end - at else { return false }
                return letters.indices.allSatisfy { unsafe bytes[at + $0] | 0x20 == letters[$0] | 0x20 }
            }
            if isThere { at += word.utf8CodeUnitCount }
            return isThere
        }

        mutating func skip(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
            guard at < end, bytes[at] == byte else { return false }
            at += 1
            return true
        }
    }

    private static func parseDay(_ bytes: Span<UInt8>, _ cursor: inout Cursor) -> Int? {
        guard let year = cursor.digits(4, bytes), !cursor.isAtEnd else { return nil }
        let separator = bytes[cursor.at]
        guard separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/"), cursor.skip(separator, bytes),
            let month = cursor.digits(2, bytes), (1...12).contains(month)
        else { return nil }
        // A year and a month need a hyphen: slashes are also used for fractions.
        if cursor.isAtEnd, separator == UInt8(ascii: "-") { return daysSince1970(year: year, month: month, day: 1) }
        guard cursor.skip(separator, bytes), let day = cursor.digits(2, bytes), day >= 1,
            day <= daysInMonth(month, year: year)
        else { return nil }
        return daysSince1970(year: year, month: month, day: day)
    }

    private static func parseTime(_ bytes: Span<UInt8>, _ cursor: inout Cursor) -> (second: Int, fraction: Double)? {
        guard let hour = cursor.digits(2, bytes), hour < 24, cursor.skip(UInt8(ascii: ":"), bytes),
            let minute = cursor.digits(2, bytes), minute < 60
        else { return nil }
        let start = hour * 3600 + minute * 60
        guard cursor.skip(UInt8(ascii: ":"), bytes) else { return (start, 0) }
        guard let second = cursor.digits(2, bytes), second < 60 else { return nil }
        guard cursor.skip(UInt8(ascii: "."), bytes) else { return (start + second, 0) }
        guard let fraction = parseFraction(bytes, &cursor) else { return nil }
        return (start + second, fraction)
    }

    /// Ignores digits after the 15th: a Double cannot represent them for present dates.
    private static func parseFraction(_ bytes: Span<UInt8>, _ cursor: inout Cursor) -> Double? {
        var value = 0.0
        var unit = 1.0
        let start = cursor.at
        while let digit = cursor.digits(1, bytes) {
            guard unit < 1e15 else { continue }
            value = value * 10 + Double(digit)
            unit *= 10
        }
        return cursor.at > start ? value / unit : nil
    }

    /// Seconds that local time is ahead of UTC; 0 if no offset is written.
    private static func parseOffset(_ bytes: Span<UInt8>, _ cursor: inout Cursor) -> Int? {
        guard !cursor.isAtEnd else { return 0 }
        _ = cursor.skip(UInt8(ascii: " "), bytes)
        if cursor.skipWord("Z", bytes) || cursor.skipWord("UTC", bytes) || cursor.skipWord("GMT", bytes) { return 0 }
        let isAhead = cursor.skip(UInt8(ascii: "+"), bytes)
        guard isAhead || cursor.skip(UInt8(ascii: "-"), bytes), let hour = cursor.digits(2, bytes), hour < 24
        else { return nil }
        var minute = 0
        if !cursor.isAtEnd {
            _ = cursor.skip(UInt8(ascii: ":"), bytes)
            guard let written = cursor.digits(2, bytes), written < 60 else { return nil }
            minute = written
        }
        return (isAhead ? 1 : -1) * (hour * 3600 + minute * 60)
    }

    package static func daysInMonth(_ month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// - Source: Years count from March, so that the leap day is the last day; 400 years have 146,097 days.
    package static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

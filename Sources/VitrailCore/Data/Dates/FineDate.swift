/// A date to the nanosecond: the nearest Double of seconds since 1970, and the remainder.
package struct FineDate: Sendable, Hashable {
    package var seconds: Double
    /// Remainder in seconds; less than a quarter of a microsecond for present dates.
    var rest: Double

    /// - Parameters:
    ///   - whole: Seconds since 1970-01-01 00:00 UTC.
    ///   - fraction: 0 ..< 1.
    init(whole: Int, fraction: Double) {
        seconds = Double(whole) + fraction
        rest = Double(whole) - seconds + fraction
    }

    /// - Parameter value: Seconds after the origin; the origin is in seconds since 1970.
    package init(_ value: Double, after origin: Int) {
        let whole = value.rounded(.down)
        self.init(whole: Int(whole, within: -(1 << 50)...1 << 50) + origin, fraction: value - whole)
    }

    /// - Parameter timeZone: Zone of a date without an offset, an IANA identifier; `nil`: UTC.
    package init?(_ text: String, timeZone: String? = nil) {
        let bytes = [UInt8](text.utf8)
        guard let written = CellDate.parseParts(bytes.span, bytes.indices) else { return nil }
        var clock = timeZone.flatMap { try? ZoneClock(identifier: $0) }
        self.init(
            whole: written.wholeSeconds - (clock?.offset(of: written) ?? written.offset ?? 0),
            fraction: written.fraction)
    }

    /// The seconds after an origin. - Parameter origin: Seconds since 1970.
    package func after(_ origin: Int) -> Double { seconds - Double(origin) + rest }

    package static func < (a: FineDate, b: FineDate) -> Bool { a.seconds - b.seconds + (a.rest - b.rest) < 0 }

    /// The date in the format of a description: `2024-01-01`, `2024-01-01T12:00:00Z`, or with as many milli-, micro- or
    /// nanoseconds as needed.
    package var text: String {
        let axis = DateTimeAxis()
        axis.origin = Int(seconds.rounded(.down), within: -(1 << 50)...1 << 50)
        let value = after(axis.origin)
        for pattern in ["yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm:ss'Z'"] {
            axis.labelFormatString = pattern
            if FineDate(axis.string(forId: value)) == self { return axis.string(forId: value) }
        }
        let decimals = DateLabel.decimals(forNanoseconds: axis.instant(value).nanoseconds ?? 0)
        axis.labelFormatString = "yyyy-MM-dd'T'HH:mm:ss." + String(repeating: "S", count: decimals) + "'Z'"
        return axis.string(forId: value)
    }
}

extension FineDate: Comparable {}

/// Full-precision dates of a part of a description that Doubles cannot represent, by JSON path.
struct FineDates: Sendable, Equatable {
    private var dates: [String: FineDate] = [:]

    subscript(_ path: String) -> FineDate? {
        get { dates[path] }
        // Dates without a remainder are exact as Doubles.
        set { dates[path] = newValue?.rest == 0 ? nil : newValue }
    }

    /// - Parameters:
    ///   - seconds: The date at this path, in seconds since 1970. If it was changed, the stored remainder is not used.
    ///   - origin: Seconds since 1970.
    /// - Returns: Seconds after the origin.
    func value(_ seconds: Double, at path: String, after origin: Int) -> Double {
        guard let date = dates[path], date.seconds == seconds else { return seconds - Double(origin) }
        return date.after(origin)
    }
}

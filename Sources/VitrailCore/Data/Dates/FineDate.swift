/// A date as a text has it, to the nanosecond: the nearest Double of seconds since 1970, and what that leaves out.
package struct FineDate: Sendable, Hashable {
    package var seconds: Double
    /// Below a quarter of a microsecond for today's dates.
    var rest: Double

    /// - Parameters:
    ///   - whole: seconds since 1970-01-01 00:00 UTC.
    ///   - fraction: 0 ..< 1.
    init(whole: Int, fraction: Double) {
        seconds = Double(whole) + fraction
        rest = Double(whole) - seconds + fraction
    }

    /// - Parameter value: seconds after the origin, which is seconds since 1970.
    package init(_ value: Double, after origin: Int) {
        let whole = value.rounded(.down)
        self.init(whole: Int(whole, within: -(1 << 50)...1 << 50) + origin, fraction: value - whole)
    }

    /// - Parameter timeZone: of a date without an offset, an IANA identifier; nil = UTC.
    package init?(_ text: String, timeZone: String? = nil) {
        let bytes = [UInt8](text.utf8)
        guard let written = CellDate.parseParts(bytes.span, bytes.indices) else { return nil }
        var clock = timeZone.flatMap { try? ZoneClock(identifier: $0) }
        self.init(whole: written.wholeSeconds - (clock?.offset(of: written) ?? written.offset ?? 0), fraction: written.fraction)
    }

    /// - Parameter origin: seconds since 1970.
    package func after(_ origin: Int) -> Double { seconds - Double(origin) + rest }

    package static func < (a: FineDate, b: FineDate) -> Bool { a.seconds - b.seconds + (a.rest - b.rest) < 0 }

    /// As a description has it: `2024-01-01`, `2024-01-01T12:00:00Z`, or with the milli-, micro- or nanoseconds that it has.
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

/// What Doubles leave out of the dates of a part of a description, by where they stand in it.
struct FineDates: Sendable, Equatable {
    private var dates: [String: FineDate] = [:]

    subscript(_ place: String) -> FineDate? {
        get { dates[place] }
        // Of dates that Doubles tell, they say all.
        set { dates[place] = newValue?.rest == 0 ? nil : newValue }
    }

    /// - Parameters:
    ///   - seconds: of the date there, since 1970; where that was changed, what was left out of the earlier one is of no use.
    ///   - origin: seconds since 1970.
    /// - Returns: seconds after the origin.
    func value(_ seconds: Double, at place: String, after origin: Int) -> Double {
        guard let date = dates[place], date.seconds == seconds else { return seconds - Double(origin) }
        return date.after(origin)
    }
}

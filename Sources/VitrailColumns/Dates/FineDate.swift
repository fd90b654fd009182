/// A date to the nanosecond: the nearest Double of seconds since 1970, and the remainder.
package struct FineDate: Sendable, Hashable {
    package var seconds: Double
    /// Remainder in seconds; less than a quarter of a microsecond for present dates.
    package var rest: Double

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
}

extension FineDate: Comparable {}

/// Nanoseconds since 1970, collected alongside dates in seconds once a date is not a whole millisecond. Doubles of
/// seconds resolve 240 ns for present dates.
package struct NanosecondCounts: Sendable {
    /// One count per date; `Int64.min` is a gap. `nil`: the seconds are exact, or a date is out of the range 1677 to
    /// 2262.
    private var counts: [Int64]?
    private var isTooFar = false

    private static let perSecond: Int64 = 1_000_000_000
    private static let perMillisecond: Int64 = 1_000_000

    /// Adds a date.
    ///
    /// - Parameters:
    ///   - whole: Seconds since 1970.
    ///   - fraction: 0 ..< 1; rounded to nanoseconds.
    ///   - earlier: Seconds of all earlier dates; NaN is a gap.
    @inline(__always)
    mutating func add(_ whole: Int, _ fraction: Double, after earlier: [Double]) {
        if fraction == 0, counts == nil { return }
        addFine(whole, fraction, after: earlier)
    }

    private mutating func addFine(_ whole: Int, _ fraction: Double, after earlier: [Double]) {
        guard !isTooFar else { return }
        let rest = Int64((fraction * Double(Self.perSecond)).rounded())
        if counts == nil, rest % Self.perMillisecond == 0 { return }
        start(earlier)
        let (seconds, isLost) = Int64(whole).multipliedReportingOverflow(by: Self.perSecond)
        let (count, isFar) = seconds.addingReportingOverflow(rest)
        guard !isLost, !isFar else { return giveUp() }
        counts?.append(count)
    }

    mutating func addGap() { counts?.append(.min) }

    /// Appends the counts of later rows.
    ///
    /// - Parameters:
    ///   - seconds: Dates of the later rows.
    ///   - earlier: Dates of the rows collected here.
    mutating func append(_ next: NanosecondCounts, _ seconds: [Double], after earlier: [Double]) {
        guard !isTooFar, !next.isTooFar else { return giveUp() }
        guard counts != nil || next.counts != nil else { return }
        start(earlier)
        if let more = next.counts ?? Self.counts(ofMilliseconds: seconds) {
            counts?.append(contentsOf: more)
        } else {
            giveUp()
        }
    }

    private mutating func start(_ earlier: [Double]) {
        guard counts == nil, !isTooFar else { return }
        counts = Self.counts(ofMilliseconds: earlier)
        if counts == nil { giveUp() }
    }

    private mutating func giveUp() { (counts, isTooFar) = (nil, true) }

    /// Counts for seconds that are whole milliseconds. `nil`: a date is out of range.
    private static func counts(ofMilliseconds seconds: [Double]) -> [Int64]? {
        var counts: [Int64] = []
        counts.reserveCapacity(seconds.count)
        for second in seconds {
            guard second.isFinite else {
                counts.append(.min)
                continue
            }
            guard abs(second) < 9e9 else { return nil }
            counts.append(Int64((second * 1_000).rounded()) * perMillisecond)
        }
        return counts
    }

    /// The dates as a column. - Parameter seconds: The same dates in seconds.
    func column(seconds: [Double]) -> Column {
        counts.map { Column(counts: $0, .dates(unit: 1, perSecond: Double(Self.perSecond))) }
            ?? Column(secondsSince1970: seconds)
    }

    /// Converts local dates to instants. `nil`: there are no counts, or an instant is out of range.
    func instants(by clock: inout ZoneClock) -> Column? {
        guard let counts else { return nil }
        var instants = counts
        for (k, count) in counts.enumerated() where count != .min {
            let (seconds, rest) = count.quotientAndRemainder(dividingBy: Self.perSecond)
            let offset = clock.offset(of: WrittenDate(wholeSeconds: Int(rest < 0 ? seconds - 1 : seconds)))
            let (instant, isLost) = count.subtractingReportingOverflow(Int64(offset) * Self.perSecond)
            guard !isLost else { return nil }
            instants[k] = instant
        }
        return Column(counts: instants, .dates(unit: 1, perSecond: Double(Self.perSecond)))
    }
}

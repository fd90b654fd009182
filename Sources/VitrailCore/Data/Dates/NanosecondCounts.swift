/// Counts of nanoseconds since 1970 beside dates that are read as seconds: from the first date on that is no whole millisecond. Doubles of today's
/// seconds are 240 ns apart.
struct NanosecondCounts: Sendable {
    /// `Int64.min` = gap; nil = the seconds tell all that there is, or counts do not reach as far as the dates: 1677 to 2262.
    private var counts: [Int64]?
    private var isTooFar = false

    private static let perSecond: Int64 = 1_000_000_000
    private static let perMillisecond: Int64 = 1_000_000

    /// Adds a date.
    ///
    /// - Parameters:
    ///   - whole: seconds since 1970.
    ///   - fraction: 0 ..< 1; beyond nanoseconds it is rounded.
    ///   - earlier: seconds of all dates before it, NaN = gap.
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

    /// Adds what was collected of the rows behind these.
    ///
    /// - Parameters:
    ///   - seconds: of the dates behind.
    ///   - earlier: of these.
    mutating func append(_ next: NanosecondCounts, _ seconds: [Double], after earlier: [Double]) {
        guard !isTooFar, !next.isTooFar else { return giveUp() }
        guard counts != nil || next.counts != nil else { return }
        start(earlier)
        if let more = next.counts ?? Self.counts(ofMilliseconds: seconds) { counts?.append(contentsOf: more) } else { giveUp() }
    }

    private mutating func start(_ earlier: [Double]) {
        guard counts == nil, !isTooFar else { return }
        counts = Self.counts(ofMilliseconds: earlier)
        if counts == nil { giveUp() }
    }

    private mutating func giveUp() { (counts, isTooFar) = (nil, true) }

    /// Of seconds that are whole milliseconds; nil where one is too far away.
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

    /// The dates of a column. - Parameter seconds: of the same dates.
    func column(seconds: [Double]) -> Column {
        counts.map { Column(counts: $0, .dates(unit: 1, perSecond: Double(Self.perSecond))) } ?? Column(secondsSince1970: seconds)
    }

    /// Dates on the wall's clock as instants; nil where there are no counts, or they do not reach so far.
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

import Foundation

/// Ticks of date axes on calendar boundaries.
struct DateTicks {
    let calendar: Calendar

    /// The finest candidate whose labels keep their distance.
    func frequency(for range: NumberRange, room: TickRoom, label: (Double, DateFrequency) -> String)
        -> DateFrequency
    {
        let start = max(range.minimum, Self.earliest)
        for candidate in DateFrequency.candidates {
            let spacing = candidate.seconds / range.span * room.length
            guard spacing >= 1 else { continue }
            // A month's name decides its label's width: the widest of the year's must fit.
            let samples = candidate.unit == .month || candidate.unit == .week ? 12 : 2
            let fits = (0..<samples).allSatisfy { k in
                room.extent(label(start + Double(k) * 2_629_746, candidate)) <= spacing
            }
            if fits { return candidate }
        }
        return DateFrequency.candidates[DateFrequency.candidates.count - 1]
    }

    /// Instants in `range`, aligned to the calendar: month → the 1st at midnight, week → the first weekday, 6 h → 0, 6, 12, 18.
    func values(every frequency: DateFrequency, in range: NumberRange) -> [(value: Double, index: Int)] {
        guard range.isValid, range.minimum >= Self.earliest, range.maximum <= Self.latest,
            range.span / frequency.seconds < Double(TickLimits.count)
        else { return [] }
        let slack = range.span * TickLimits.tolerance
        let origin = aligned(Date(timeIntervalSince1970: range.minimum), to: frequency)
        var result: [(value: Double, index: Int)] = []
        var k = 0
        while result.count < TickLimits.count {
            guard let date = step(origin, by: k, frequency) else { break }
            let value = date.timeIntervalSince1970
            if value > range.maximum + slack { break }
            if value >= range.minimum - slack { result.append((value, number(of: date, frequency))) }
            k += 1
        }
        return result
    }

    /// Instants from an anchor by calendar arithmetic; the 31st clamps to a month's last day and is counted from the anchor again.
    func values(every frequency: DateFrequency, from anchor: Double, in range: NumberRange) -> [(value: Double, index: Int)] {
        guard range.isValid, range.minimum >= Self.earliest, range.maximum <= Self.latest,
            range.span / frequency.seconds < Double(TickLimits.count),
            anchor.isFinite, abs((range.minimum - anchor) / frequency.seconds) < 1e12
        else { return [] }
        let origin = Date(timeIntervalSince1970: anchor)
        var k = Int(((range.minimum - anchor) / frequency.seconds).rounded(.down)) - 2
        var result: [(value: Double, index: Int)] = []
        for _ in 0..<TickLimits.count {
            guard let date = step(origin, by: k, frequency) else { break }
            let value = date.timeIntervalSince1970
            if value > range.maximum + range.span * TickLimits.tolerance { break }
            if value >= range.minimum - range.span * TickLimits.tolerance { result.append((value, k)) }
            k += 1
        }
        return result
    }

    /// `count` frequencies after a date by calendar arithmetic.
    func step(_ date: Date, by count: Int, _ frequency: DateFrequency) -> Date? {
        let n = count * frequency.count
        switch frequency.unit {
        case .second: return date.addingTimeInterval(Double(n))
        case .minute: return date.addingTimeInterval(Double(n) * 60)
        case .hour: return calendar.date(byAdding: .hour, value: n, to: date)
        case .day: return calendar.date(byAdding: .day, value: n, to: date)
        case .week: return calendar.date(byAdding: .day, value: 7 * n, to: date)
        case .month: return calendar.date(byAdding: .month, value: n, to: date)
        case .year: return calendar.date(byAdding: .year, value: n, to: date)
        }
    }

    /// The last aligned instant at or before a date.
    private func aligned(_ date: Date, to frequency: DateFrequency) -> Date {
        var parts = calendar.dateComponents([.era, .year, .month, .day, .hour, .minute, .second], from: date)
        let n = frequency.count
        func floored(_ value: Int?, _ base: Int = 0) -> Int { ((value ?? base) - base) / n * n + base }
        switch frequency.unit {
        case .second: parts.second = floored(parts.second)
        case .minute: (parts.minute, parts.second) = (floored(parts.minute), 0)
        case .hour: (parts.hour, parts.minute, parts.second) = (floored(parts.hour), 0, 0)
        case .day: (parts.hour, parts.minute, parts.second) = (0, 0, 0)
        case .week:
            (parts.hour, parts.minute, parts.second) = (0, 0, 0)
            let midnight = calendar.date(from: parts) ?? date
            let weekday = calendar.component(.weekday, from: midnight)
            let back = (weekday - calendar.firstWeekday + 7) % 7
            let start = calendar.date(byAdding: .day, value: -back, to: midnight) ?? midnight
            let odd = number(of: start, DateFrequency(1, .week)) % n
            return calendar.date(byAdding: .day, value: -7 * ((odd + n) % n), to: start) ?? start
        case .month:
            (parts.month, parts.day) = (floored(parts.month, 1), 1)
            (parts.hour, parts.minute, parts.second) = (0, 0, 0)
        case .year:
            (parts.year, parts.month, parts.day) = (floored(parts.year), 1, 1)
            (parts.hour, parts.minute, parts.second) = (0, 0, 0)
        }
        if frequency.unit == .day, n > 1 {
            // Every other day counts from the month's first, as calendars print it.
            parts.day = floored(parts.day, 1)
        }
        return calendar.date(from: parts) ?? date
    }

    /// A number that grows by one per tick, for stripe parity.
    private func number(of date: Date, _ frequency: DateFrequency) -> Int {
        switch frequency.unit {
        case .month, .year:
            let parts = calendar.dateComponents([.year, .month], from: date)
            let months = (parts.year ?? 0) * 12 + (parts.month ?? 1) - 1
            return months / (frequency.count * (frequency.unit == .year ? 12 : 1))
        default:
            return Int((date.timeIntervalSince1970 / frequency.seconds).rounded())
        }
    }

    /// Years that calendars and labels handle: 1 January 1 to 31 December 9999.
    static let earliest = -62_135_596_800.0
    static let latest = 253_402_300_799.0
}

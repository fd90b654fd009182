package import Foundation

/// Converts local times of a zone to seconds since 1970 UTC.
///
/// If clocks are set back, a repeated time is the first of the two. If they are set forward, a missing time moves
/// forward by the skipped amount: 02:30 becomes 03:30. Both use the offset before the change. Transitions of the years
/// in use are cached, so that most dates need no call to Foundation.
package struct ZoneClock: Sendable {
    /// Numbers of repeated and missing local times among the times converted so far.
    private(set) var repeated = 0
    private(set) var missing = 0
    /// The first repeated and the first missing time, in local seconds since 1970-01-01 00:00.
    private(set) var firstRepeated: Int?
    private(set) var firstMissing: Int?

    private let zone: TimeZone
    /// Local times where the next offset begins to apply, ascending.
    private var boundaries: [Int] = []
    /// Seconds ahead of UTC: before the first boundary, between boundaries, and after the last one.
    private var offsets: [Int] = []
    /// Local times with cached transitions.
    private var known = 0..<0

    /// The range of local times that unambiguously have the last used offset, and that offset.
    private var recent = 0..<0
    private var recentOffset = 0

    /// Local seconds of the years 0 to 10000.
    private static let all = -62_167_219_200..<253_433_923_200
    private static let year = 366 * 86_400
    /// Upper bound in seconds for the offset from UTC and for changes of it.
    private static let farthest = 2 * 86_400

    package init(timeZone: TimeZone) { zone = timeZone }

    /// Seconds since 1970 UTC. An offset in the text takes precedence over the zone.
    package mutating func seconds(of date: WrittenDate) -> Double {
        Double(date.wholeSeconds - offset(of: date)) + date.fraction
    }

    /// Seconds ahead of UTC.
    mutating func offset(of date: WrittenDate) -> Int {
        if let offset = date.offset { return offset }
        if recent.contains(date.wholeSeconds) { return recentOffset }
        return find(date.wholeSeconds)
    }

    private mutating func find(_ wall: Int) -> Int {
        let wall = min(max(wall, Self.all.lowerBound), Self.all.upperBound - 1)
        if !known.contains(wall) { load(around: wall) }
        // Find the first boundary after the time.
        var (low, high) = (0, boundaries.count)
        while low < high {
            let middle = (low + high) / 2
            if boundaries[middle] <= wall { low = middle + 1 } else { high = middle }
        }
        let offset = offsets[low]
        let start = low == 0 ? known.lowerBound : boundaries[low - 1]
        guard low < boundaries.count else {
            (recent, recentOffset) = (start..<known.upperBound, offset)
            return offset
        }
        let change = offsets[low + 1] - offset
        let end = max(start, boundaries[low] - abs(change))
        (recent, recentOffset) = (start..<end, offset)
        if wall >= end { count(wall, isMissing: change > 0) }
        return offset
    }

    private mutating func count(_ wall: Int, isMissing: Bool) {
        if isMissing {
            missing += 1
            firstMissing = firstMissing ?? wall
        } else {
            repeated += 1
            firstRepeated = firstRepeated ?? wall
        }
    }

    /// Extends the cached range towards a time, at least doubling it, so that few calls load many years.
    private mutating func load(around wall: Int) {
        let span = max(known.count, 8 * Self.year)
        let low = known.isEmpty ? wall - span : min(known.lowerBound, wall < known.lowerBound ? wall - span : wall)
        let high = known.isEmpty ? wall + span : max(known.upperBound, wall >= known.upperBound ? wall + span : wall)
        known = max(low, Self.all.lowerBound)..<min(high, Self.all.upperBound)
        var instant = known.lowerBound - Self.farthest
        boundaries = []
        offsets = [offset(at: instant)]
        while let date = zone.nextDaylightSavingTimeTransition(after: Date(timeIntervalSince1970: Double(instant))) {
            let next = Int(date.timeIntervalSince1970.rounded(.up))
            guard next > instant, next < known.upperBound + Self.farthest else { break }
            let (before, after) = (offsets[offsets.count - 1], offset(at: next))
            if before != after {
                boundaries.append(max(boundaries.last ?? .min, next + max(before, after)))
                offsets.append(after)
            }
            instant = next
        }
    }

    private func offset(at instant: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
    }
}

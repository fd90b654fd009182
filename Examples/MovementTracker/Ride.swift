import Foundation
import Vitrail

/// A recorded ride and a rider.
///
/// The recording has the way, the altitude and the position of each fix, but no times. They are computed for a rider of
/// steady power (170 W, 85 kg with the bicycle) on the recorded slopes, with air drag and rolling resistance.
struct Ride {
    private let fixes: [Fix]

    /// A row of the recording, metres.
    private struct Fix {
        var way, altitude, east, north: Double
    }

    /// The rider at a time.
    private struct Moment {
        /// Seconds since the start, metres, metres per second.
        var time, way, speed: Double
    }

    /// 4 December 2013, 10:00 UTC.
    static let start = 1_386_151_200.0

    /// - Parameter file: a CSV file with the columns `km`, `altitude` (metres), `east` and `north` (km); `km` does not
    ///   descend.
    /// - Throws: `DataError` where it cannot be read.
    init(file: String) throws {
        let columns = try CSV.columns(["km", "altitude", "east", "north"], ofFile: file)
        func values(_ name: String) -> [Double] {
            columns[name]?.withValues { span in span.indices.map { span[$0] } } ?? []
        }
        let (way, altitude, east, north) = (values("km"), values("altitude"), values("east"), values("north"))
        fixes = way.indices.map {
            Fix(way: way[$0] * 1_000, altitude: altitude[$0], east: east[$0] * 1_000, north: north[$0] * 1_000)
        }
    }

    /// The fixes of the recording, at least 5 m apart.
    func recorded() -> [Location] {
        let moments = moments()
        var (locations, last) = ([Location](), -Double.infinity)
        var k = 1
        for fix in fixes where fix.way - last >= 5 {
            while k < moments.count - 1, moments[k].way < fix.way { k += 1 }
            let (before, after) = (moments[k - 1], moments[k])
            let share = (fix.way - before.way) / (after.way - before.way)
            let (time, speed) = (
                before.time + share * (after.time - before.time), before.speed + share * (after.speed - before.speed)
            )
            locations.append(Location(seconds: Self.start + time, east: fix.east, north: fix.north, speed: speed))
            last = fix.way
        }
        return locations
    }

    /// One location per second, as a bicycle computer logs them.
    func logged() -> [Location] {
        let moments = moments()
        return stride(from: 0, to: moments.count, by: 10).map { k in
            let (before, after, share) = surroundings(moments[k].way)
            return Location(
                seconds: Self.start + moments[k].time, east: before.east + share * (after.east - before.east),
                north: before.north + share * (after.north - before.north), speed: moments[k].speed)
        }
    }

    // MARK: The rider

    /// From start to end, every tenth of a second.
    private func moments() -> [Moment] {
        guard let end = fixes.last?.way else { return [] }
        let (mass, gravity, rolling, air, step) = (85.0, 9.81, 0.025, 0.36, 0.1)
        var moments = [Moment(time: 0, way: 0, speed: 0)]
        while let last = moments.last, last.way < end {
            // The rider does not pedal when fast downhill, and pushes with at most 200 N.
            let effort = min(max((12 - last.speed) / 4, 0), 1)
            let push = min(170 / max(last.speed, 0.1), 200) * effort
            let force = push - mass * gravity * (slope(at: last.way) + rolling) - air * last.speed * last.speed
            let speed = max(1, last.speed + force / mass * step)
            moments.append(Moment(time: Double(moments.count) * step, way: last.way + speed * step, speed: speed))
        }
        return moments
    }

    /// Over 150 m, since altitudes are whole metres.
    private func slope(at way: Double) -> Double { (altitude(at: way + 75) - altitude(at: way - 75)) / 150 }

    private func altitude(at way: Double) -> Double {
        let (before, after, share) = surroundings(way)
        return before.altitude + share * (after.altitude - before.altitude)
    }

    /// The fixes before and after a distance along the way, and the fraction of the way between them already ridden:
    /// 0…1.
    private func surroundings(_ way: Double) -> (before: Fix, after: Fix, share: Double) {
        var (low, high) = (0, fixes.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if fixes[middle].way <= way { low = middle } else { high = middle }
        }
        let length = fixes[high].way - fixes[low].way
        return (fixes[low], fixes[high], length > 0 ? min(max((way - fixes[low].way) / length, 0), 1) : 0)
    }
}

import Foundation

/// A location at a time, as location services report it.
struct Location: Sendable, Equatable {
    /// Seconds since 1970-01-01 00:00 UTC.
    var seconds: Double
    /// Metres east and north of the start.
    var east, north: Double
    /// Metres per second.
    var speed: Double

    /// Metres in a straight line.
    func distance(from other: Location) -> Double { hypot(east - other.east, north - other.north) }

    /// The location on the straight line to another location.
    ///
    /// - Parameter share: 0: here, 1: there.
    func moved(to other: Location, share: Double) -> Location {
        func mix(_ value: KeyPath<Location, Double>) -> Double {
            self[keyPath: value] + share * (other[keyPath: value] - self[keyPath: value])
        }
        return Location(seconds: mix(\.seconds), east: mix(\.east), north: mix(\.north), speed: mix(\.speed))
    }
}

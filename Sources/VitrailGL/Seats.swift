import Synchronization

/// Numbers the renderers that currently use a driver, from 0. Each takes the smallest free number, so that simultaneous
/// renderers are distributed over displays.
package final class Seats: Sendable {
    private let taken = Mutex<Set<Int>>([])

    func take() -> Seat {
        let number = taken.withLock { taken in
            var number = 0
            while !taken.insert(number).inserted { number += 1 }
            return number
        }
        return Seat(number, of: self)
    }

    fileprivate func free(_ number: Int) { taken.withLock { _ = $0.remove(number) } }
}

/// The number of a renderer, reserved until this object is released.
final class Seat {
    let number: Int
    private let seats: Seats?

    fileprivate init(_ number: Int, of seats: Seats) { (self.number, self.seats) = (number, seats) }

    /// A fixed number that others may also use.
    init(kept number: Int) { (self.number, seats) = (number, nil) }

    deinit { seats?.free(number) }
}

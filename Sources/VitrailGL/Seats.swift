import Synchronization

/// Which renderers draw through a driver now, by numbers from 0: each takes the least that is free, so that those that draw at the same time are
/// spread over displays.
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

/// A renderer's place among others, until it is let go.
final class Seat {
    let number: Int
    private let seats: Seats?

    fileprivate init(_ number: Int, of seats: Seats) { (self.number, self.seats) = (number, seats) }

    /// One that was asked for, whoever else has it.
    init(kept number: Int) { (self.number, seats) = (number, nil) }

    deinit { seats?.free(number) }
}

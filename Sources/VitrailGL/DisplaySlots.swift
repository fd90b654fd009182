import Synchronization

/// Numbers the renderers that currently use a driver, from 0. Each takes the smallest free number, so that simultaneous
/// renderers are distributed over displays.
package final class DisplaySlots: Sendable {
    private let taken = Mutex<Set<Int>>([])

    func take() -> DisplaySlot {
        let number = taken.withLock { taken in
            var number = 0
            while !taken.insert(number).inserted { number += 1 }
            return number
        }
        return DisplaySlot(number, of: self)
    }

    fileprivate func free(_ number: Int) { taken.withLock { _ = $0.remove(number) } }
}

/// The number of a renderer, reserved until this object is released.
final class DisplaySlot {
    let number: Int
    private let slots: DisplaySlots?

    fileprivate init(_ number: Int, of slots: DisplaySlots) { (self.number, self.slots) = (number, slots) }

    /// A fixed number that others may also use.
    init(kept number: Int) { (self.number, slots) = (number, nil) }

    deinit { slots?.free(number) }
}

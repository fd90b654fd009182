import Synchronization

/// A condition that ends the work on a picture early: a deadline, or a cancelled request.
///
/// The code that does the work polls it. Every stage polls at least every few milliseconds.
///
///     render ─ binds a limit ─► plan ─► tessellate ─► draw ─► read back, encode      on any number of threads
///                                 ╰── each asks `isReached` ──╯
///
/// A stopped loop returns a result of the right shape with wrong content. Its caller polls again and throws before the
/// result is used, so loops need not throw.
package final class WorkLimit: Sendable {
    /// The limit of the current work. `nil`: no limit. Helper threads inherit it if `Parallel` starts them.
    @TaskLocal package static var current: WorkLimit?

    package enum Reason: UInt8, Sendable {
        case cancelled = 1
        case deadline
    }

    /// The error of a stage that has no error of its own for this case. It does not leave the package.
    package struct Reached: Error {}

    package let deadline: ContinuousClock.Instant?
    private let isCancelled: (@Sendable () -> Bool)?
    /// A raw `Reason`. 0: the work continues.
    private let state = Atomic<UInt8>(0)

    /// - Parameter isCancelled: polled on any thread, in addition to `cancel`.
    package init(deadline: ContinuousClock.Instant? = nil, isCancelled: (@Sendable () -> Bool)? = nil) {
        (self.deadline, self.isCancelled) = (deadline, isCancelled)
    }

    /// The earlier of `deadline` and the deadline of the current work.
    package static func deadline(_ deadline: ContinuousClock.Instant?) -> ContinuousClock.Instant? {
        guard let outer = current?.deadline else { return deadline }
        return deadline.map { min($0, outer) } ?? outer
    }

    package func cancel() { end(.cancelled) }

    private func end(_ reason: Reason) {
        // The first reason stays.
        _ = state.compareExchange(expected: 0, desired: reason.rawValue, ordering: .relaxed)
    }

    /// Whether to stop. Once true, it stays true.
    ///
    /// - Complexity: a few nanoseconds; about 30 with a deadline.
    package var isReached: Bool {
        if state.load(ordering: .relaxed) != 0 { return true }
        if let isCancelled, isCancelled() {
            cancel()
        } else if let deadline, ContinuousClock.now >= deadline {
            end(.deadline)
        } else {
            return false
        }
        return true
    }

    /// The reason for the stop. `nil`: the work was not stopped.
    package var reason: Reason? { Reason(rawValue: state.load(ordering: .relaxed)) }

    /// Whether the current work must stop.
    package static var isReached: Bool { current?.isReached ?? false }

    /// - Throws: `Reached`.
    package static func check() throws(Reached) {
        if isReached { throw Reached() }
    }
}

/// Polls the limit of the current work once per fixed number of loop steps.
@frozen
package struct WorkPace {
    @usableFromInline let limit: WorkLimit?
    @usableFromInline let every: Int
    @usableFromInline var left: Int

    /// - Parameter every: steps between polls, > 0. These steps must take less than a millisecond.
    package init(every: Int = 1 << 12) {
        limit = WorkLimit.current
        (self.every, left) = (every, every)
    }

    /// Counts a step. - Returns: whether to stop.
    @inlinable @inline(__always)
    package mutating func isOver() -> Bool {
        left -= 1
        return left <= 0 && ask()
    }

    /// Counts several steps. - Returns: whether to stop.
    @inlinable @inline(__always)
    package mutating func isOver(after steps: Int) -> Bool {
        left -= steps
        return left <= 0 && ask()
    }

    @usableFromInline
    mutating func ask() -> Bool {
        guard limit?.isReached != true else { return true }
        left = every
        return false
    }
}

import Synchronization

/// A pool of items. Each item has one user at a time. If no item is free, callers wait in first-in, first-out order.
///
/// A task that is cancelled while it waits throws `CancellationError`. Cancellation does not take an acquired item
/// away.
package final class AsyncPool<Item: Sendable>: Sendable {
    private typealias Waiter = (number: Int, continuation: CheckedContinuation<Item, any Error>)
    private struct State {
        /// The last released item is acquired first, because it is warm.
        var free: [Item]
        var waiting: [Waiter] = []
        var nextNumber = 0
        var isClosed = false
        var drained: [CheckedContinuation<Void, Never>] = []
    }
    private let count: Int
    private let state: Mutex<State>

    package init(_ items: [Item]) {
        count = items.count
        state = Mutex(State(free: items))
    }

    /// Acquires an item.
    ///
    /// - Parameter deadline: the end of the wait. `nil`: no limit.
    /// - Throws: `CancellationError`, `RenderError.deadlineExceeded`; `closed` after `drain`.
    package nonisolated(nonsending) func take(
        orThrow closed: any Error, until deadline: ContinuousClock.Instant? = nil
    ) async throws -> Item {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        let alarm = deadline.map { deadline in
            Task.detached { [weak self] in
                try await Task.sleep(until: deadline, clock: .continuous)
                self?.stopWaiting(number, RenderError.deadlineExceeded)
            }
        }
        defer { alarm?.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Item, any Error>? = state.withLock { state in
                    // Cancelled before this lock: detected here. Cancelled after it: the handler finds the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let deadline, deadline <= .now { return .failure(RenderError.deadlineExceeded) }
                    if state.isClosed { return .failure(closed) }
                    if let item = state.free.popLast() { return .success(item) }
                    state.waiting.append((number, continuation))
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            stopWaiting(number, CancellationError())
        }
    }

    private func stopWaiting(_ number: Int, _ error: any Error) {
        let waiter: Waiter? = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
        waiter?.continuation.resume(throwing: error)
    }

    package func release(_ item: Item) {
        state.withLock { state -> (() -> Void)? in
            if !state.waiting.isEmpty {
                let next = state.waiting.removeFirst().continuation
                return { next.resume(returning: item) }
            }
            state.free.append(item)
            guard state.isClosed, state.free.count == count else { return nil }
            defer { state.drained = [] }
            return { [drained = state.drained] in for waiter in drained { waiter.resume() } }
        }?()
    }

    /// Rejects new callers, and waits until the earlier callers have released everything.
    package func drain() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                state.isClosed = true
                if state.free.count == count { return true }
                state.drained.append(continuation)
                return false
            }
            if isDone { continuation.resume() }
        }
    }

    /// Number of waiting callers.
    var waitingCount: Int { state.withLock { $0.waiting.count } }
}

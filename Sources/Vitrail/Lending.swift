import Synchronization

/// Things that are lent one at a time; who finds none left waits, and is served in turn.
///
/// A task that is cancelled while it waits stops waiting and throws `CancellationError`; what has been lent is not taken away again.
package final class Lending<Item: Sendable>: Sendable {
    private typealias Waiter = (number: Int, continuation: CheckedContinuation<Item, any Error>)
    private struct State {
        /// The one given back last is lent first: it is the one that is warm.
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

    /// - Throws: `CancellationError`; `closed` after `drain`.
    package nonisolated(nonsending) func take(orThrow closed: any Error) async throws -> Item {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Item, any Error>? = state.withLock { state in
                    // Cancelled before this lock: seen here. Cancelled after it: the handler finds the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.isClosed { return .failure(closed) }
                    if let item = state.free.popLast() { return .success(item) }
                    state.waiting.append((number, continuation))
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let waiter: Waiter? = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    package func giveBack(_ item: Item) {
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

    /// Lends nothing to those who come from now on, and waits until those who were there before have given everything back.
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

    /// How many wait now.
    var waitingCount: Int { state.withLock { $0.waiting.count } }
}

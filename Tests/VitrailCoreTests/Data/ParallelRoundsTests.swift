import Foundation
import Synchronization
import Testing

@testable import VitrailCore

@Suite("Work in rounds")
struct ParallelRoundsTests {
    /// How far each round was when a call began and when it ended.
    private final class Watch: Sendable {
        let prepared: Mutex<[Int]>
        let finished: Mutex<[Int]>
        let errors = Mutex<[String]>([])

        init(_ rounds: Int) {
            prepared = Mutex(Array(repeating: 0, count: rounds))
            finished = Mutex(Array(repeating: 0, count: rounds))
        }

        func expect(_ isTrue: Bool, _ text: @autoclosure () -> String) {
            guard !isTrue else { return }
            let text = text()
            errors.withLock { $0.append(text) }
        }
    }

    /// As many as there are calls, whatever else is under way.
    private static func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let done = DispatchSemaphore(value: 0)
        for k in 0..<count {
            Thread.detachNewThread {
                body(k)
                done.signal()
            }
        }
        for _ in 0..<count { done.wait() }
    }

    @Test("a round is finished when it is prepared and the one before is finished, and prepared when the one before that is", arguments: [1, 2, 3, 8], [1, 2, 16])
    func order(preparing: Int, finishing: Int) {
        for rounds in [1, 2, 3, 50] {
            let watch = Watch(rounds)
            Parallel.inRounds(rounds, preparing: preparing, finishing: finishing, on: Self.onThreads) { round, k in
                watch.expect(k < preparing, "\(k) of \(preparing)")
                if round >= 2 { watch.expect(watch.finished.withLock { $0[round - 2] } == finishing, "\(round) prepared too soon") }
                watch.prepared.withLock { $0[round] += 1 }
            } finish: { round, k in
                watch.expect(k < finishing, "\(k) of \(finishing)")
                watch.expect(watch.prepared.withLock { $0[round] } == preparing, "\(round) finished too soon")
                if round >= 1 { watch.expect(watch.finished.withLock { $0[round - 1] } == finishing, "\(round) finished beside the one before") }
                // The last rounds have nothing beside them that waits.
                if round == rounds - 2, k == finishing - 1 { usleep(3_000) }
                watch.finished.withLock { $0[round] += 1 }
            }
            #expect(watch.errors.withLock { $0 } == [])
            #expect(watch.prepared.withLock { $0 } == Array(repeating: preparing, count: rounds))
            #expect(watch.finished.withLock { $0 } == Array(repeating: finishing, count: rounds))
        }
    }
}

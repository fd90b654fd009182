import Synchronization
#if canImport(Glibc)
    import Glibc
#endif

extension Parallel {
    /// Work in rounds of two steps: `prepare` for 0 ..< `preparing`, then `finish` for 0 ..< `finishing`, each in any order. Meanwhile the next round is
    /// prepared, and none behind it. No two rounds are finished at a time.
    ///
    /// Rounds may be as short as some microseconds: threads that wait for each other ask again and again. They wait only for what another one is at.
    ///
    /// - Parameter threads: calls what it is given a number of times, on several threads or on one.
    static func inRounds(
        _ rounds: Int, preparing: Int, finishing: Int, on threads: (Int, @escaping @Sendable (Int) -> Void) -> Void = forEach,
        prepare: @escaping @Sendable (_ round: Int, Int) -> Void, finish: @escaping @Sendable (_ round: Int, Int) -> Void
    ) {
        let next = Atomic(0)
        let (prepared, finished) = (StepProgress(preparing), StepProgress(finishing))
        threads(preparing) { _ in
            while true {
                // A round is prepared, then the one before it is finished.
                let (round, k) = next.add(1, ordering: .relaxed).oldValue.quotientAndRemainder(dividingBy: preparing + finishing)
                if round > rounds { return }
                if k < preparing {
                    if round == rounds { continue }
                    finished.wait(for: round - 2)
                    prepare(round, k)
                    prepared.count(round)
                } else if round > 0 {
                    prepared.wait(for: round - 1)
                    finished.wait(for: round - 2)
                    finish(round - 1, k - preparing)
                    finished.count(round - 1)
                }
            }
        }
    }
}

/// How far a step of rounds is, of which there are two under way.
private final class StepProgress: Sendable {
    private static let mostAsked = 1_000

    /// Calls a round.
    private let calls: Int
    /// Calls that are done, in all even rounds and in all odd ones.
    private let even = Atomic(0)
    private let odd = Atomic(0)

    init(_ calls: Int) { self.calls = calls }

    func count(_ round: Int) {
        if round % 2 == 0 { even.add(1, ordering: .releasing) } else { odd.add(1, ordering: .releasing) }
    }

    /// Returns when all calls of a round are done; at once where it is negative.
    func wait(for round: Int) {
        guard round >= 0 else { return }
        var asked = 0
        while (round % 2 == 0 ? even.load(ordering: .acquiring) : odd.load(ordering: .acquiring)) < (round / 2 + 1) * calls {
            asked += 1
            if asked > Self.mostAsked { sched_yield() }
        }
    }
}

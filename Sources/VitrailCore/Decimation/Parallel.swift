import Dispatch
#if canImport(Glibc)
    import Glibc
#endif
import Synchronization

/// Work on all cores that ends before the call returns.
enum Parallel {
    /// How many parts are worth making. Bounded, so that parts stay large on large machines.
    static let threads = min(max(ProcessorCount.active, 1), 16)

    /// The results of `body` for 0 ..< `count`, in order, whoever made them.
    static func map<Result: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
        if count == 1 { return [body(0)] }
        let results = Mutex([Result?](repeating: nil, count: count))
        forEach(count) { i in
            let result = body(i)
            results.withLock { $0[i] = result }
        }
        return results.withLock { $0.compactMap { $0 } }
    }

    /// Calls `body` for 0 ..< `count`, in any order, and returns when all calls have: nothing outlives this one.
    static func forEach(_ count: Int, _ body: @Sendable (Int) -> Void) {
        if count == 1 { return body(0) }
        DispatchQueue.concurrentPerform(iterations: count, execute: body)
    }
}

enum ProcessorCount {
    static var active: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }
}

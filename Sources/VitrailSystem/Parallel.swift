import Dispatch
import Synchronization

/// Work on all cores that ends before the call returns.
package enum Parallel {
    /// Number of parts to divide work into. Bounded, so that parts stay large on large machines.
    package static let threads = min(Processors.count, 16)

    /// The results of `body` for 0 ..< `count`, in order.
    package static func map<Result: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
        if count == 1 { return [body(0)] }
        let results = Mutex([Result?](repeating: nil, count: count))
        forEach(count) { i in
            let result = body(i)
            results.withLock { $0[i] = result }
        }
        return results.withLock { $0.compactMap { $0 } }
    }

    /// Calls `body` for 0 ..< `count`, in any order, and returns when all calls have returned. Threads inherit the
    /// caller's `WorkLimit`.
    package static func forEach(_ count: Int, _ body: @Sendable (Int) -> Void) {
        if count == 1 { return body(0) }
        guard let limit = WorkLimit.current else {
            return DispatchQueue.concurrentPerform(iterations: count, execute: body)
        }
        DispatchQueue.concurrentPerform(iterations: count) { i in WorkLimit.$current.withValue(limit) { body(i) } }
    }

    /// Calls `body` for parts of 0 ..< `count` of about equal length: at most `threads` parts, none shorter than
    /// `minimum` unless it is the only one.
    package static func forParts(of count: Int, minimum: Int, _ body: @Sendable (Range<Int>) -> Void) {
        let parts = partCount(count, minimum)
        forEach(parts) { body(part($0, of: parts, count)) }
    }

    /// The results of `body` for such parts, in order.
    package static func mapParts<Result: Sendable>(
        of count: Int, minimum: Int, _ body: @Sendable (Range<Int>) -> Result
    ) -> [Result] {
        let parts = partCount(count, minimum)
        return map(parts) { body(part($0, of: parts, count)) }
    }

    private static func partCount(_ count: Int, _ minimum: Int) -> Int { max(min(threads, count / minimum), 1) }

    private static func part(_ k: Int, of parts: Int, _ count: Int) -> Range<Int> {
        count * k / parts..<count * (k + 1) / parts
    }
}

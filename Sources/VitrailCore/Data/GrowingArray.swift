import Synchronization

/// Plain values that grow at the end and shrink at the start, each at the cost of what comes or goes, while copies and readers on any thread keep what
/// they have.
///
///     ┌──────────┬──────────────┬ ─ ─ ─ ─ ┐   A copy sees a stretch. What was written stays as it is, and where it is, so whoever reads
///     │   gone   │  an array    │   free      needs no lock. The room behind the last value is claimed by one copy, once; another
///     └──────────┴──────────────┴ ─ ─ ─ ─ ┘   that wants to grow from the same place moves to storage of its own.
struct GrowingArray<Element: BitwiseCopyable & Sendable>: Sendable {
    private(set) var count: Int
    private var start = 0
    /// nil = nothing was ever here.
    private var storage: GrowingStorage<Element>?

    private static var leastRoom: Int { 1_024 }

    init() { count = 0 }

    /// A copy of values, with room for half as many more.
    init(_ values: Span<Element>, adding number: Int) {
        let full = values.count + number
        count = values.count
        let storage = GrowingStorage<Element>(capacity: full + max(full / 2, Self.leastRoom))
        _ = storage.append(values, at: 0)
        self.storage = storage
    }

    /// - Complexity: O(new values), but for a copy of all of them, ever more seldom, as they grow.
    mutating func append(_ values: Span<Element>) {
        guard values.count > 0 else { return }
        if storage?.append(values, at: start + count) != true {
            self = withSpan { GrowingArray($0, adding: values.count) }
            _ = storage?.append(values, at: count)
        }
        count += values.count
    }

    mutating func append(_ values: [Element]) { append(values.span) }

    /// - Precondition: there are so many.
    /// - Complexity: O(1), but for a copy of what is left when most of the storage is gone.
    mutating func removeFirst(_ number: Int) {
        precondition((0...count).contains(number), "\(number) of \(count) values cannot go")
        start += number
        count -= number
        // What is left is worth a copy.
        if let storage, storage.capacity > 4 * Self.leastRoom, count < storage.capacity / 4 { self = withSpan { GrowingArray($0, adding: 0) } }
    }

    func withSpan<R, E: Error>(_ body: (Span<Element>) throws(E) -> R) throws(E) -> R {
        guard let storage else { return try body(Span()) }
        return try storage.withSpan(start..<start + count, body)
    }
}

/// Memory that is written once, from the front.
///
/// Unchecked, since a pointer is not `Sendable`: a value is written before the array that shows it exists, and never again.
@safe private final class GrowingStorage<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    let capacity: Int
    private let base: UnsafeMutablePointer<Element>
    private let used = Atomic(0)

    init(capacity: Int) {
        self.capacity = capacity
        unsafe base = .allocate(capacity: capacity)
    }

    deinit { unsafe base.deallocate() }

    /// Puts values behind those that end at `end`.
    ///
    /// - Returns: false, and nothing changes, when there is no room, or when others stand there.
    func append(_ values: Span<Element>, at end: Int) -> Bool {
        guard values.count <= capacity - end,
            used.compareExchange(expected: end, desired: end + values.count, ordering: .acquiringAndReleasing).exchanged
        else { return false }
        unsafe values.withUnsafeBufferPointer { values in
            guard let first = values.baseAddress else { return }
            unsafe (base + end).initialize(from: first, count: values.count)
        }
        return true
    }

    func withSpan<R, E: Error>(_ range: Range<Int>, _ body: (Span<Element>) throws(E) -> R) throws(E) -> R {
        precondition(range.lowerBound >= 0 && range.upperBound <= used.load(ordering: .relaxed), "there are no such values")
        let buffer = unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
        let span = unsafe Span(_unsafeElements: buffer)
        return try body(span)
    }
}

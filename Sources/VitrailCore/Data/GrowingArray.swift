import CData
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
        if let room = unsafe storage.claim(count, at: 0) {
            unsafe values.withUnsafeBufferPointer { _ = unsafe UnsafeMutableBufferPointer(start: room, count: $0.count).initialize(from: $0) }
        }
        self.storage = storage
    }

    /// - Complexity: O(new values), but for a copy of all of them, ever more seldom, as they grow.
    mutating func append(_ values: Span<Element>) {
        let room = unsafe claim(values.count)
        unsafe values.withUnsafeBufferPointer { _ = unsafe room.initialize(from: $0) }
    }

    mutating func append(_ values: [Element]) { append(values.span) }

    /// Room for values behind the last one: they count as there from now on.
    ///
    /// - Returns: memory that has to be written before anyone reads this array or a copy of it; it stays as long as one of them does.
    @unsafe mutating func claim(_ number: Int) -> UnsafeMutableBufferPointer<Element> {
        guard number > 0 else { return unsafe UnsafeMutableBufferPointer(start: nil, count: 0) }
        var room = unsafe storage?.claim(number, at: start + count)
        if unsafe room == nil {
            self = withSpan { GrowingArray($0, adding: number) }
            unsafe room = storage?.claim(number, at: count)
        }
        count += number
        return unsafe UnsafeMutableBufferPointer(start: room, count: number)
    }

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
        unsafe vitrail_prefer_large_pages(base, capacity * MemoryLayout<Element>.stride)
    }

    deinit { unsafe base.deallocate() }

    /// Room for values behind those that end at `end`.
    ///
    /// - Returns: nil, and nothing changes, when there is no room, or when others stand there.
    func claim(_ number: Int, at end: Int) -> UnsafeMutablePointer<Element>? {
        guard number <= capacity - end,
            used.compareExchange(expected: end, desired: end + number, ordering: .acquiringAndReleasing).exchanged
        else { return nil }
        return unsafe base + end
    }

    func withSpan<R, E: Error>(_ range: Range<Int>, _ body: (Span<Element>) throws(E) -> R) throws(E) -> R {
        precondition(range.lowerBound >= 0 && range.upperBound <= used.load(ordering: .relaxed), "there are no such values")
        let buffer = unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
        let span = unsafe Span(_unsafeElements: buffer)
        return try body(span)
    }
}

import CProcess
import Synchronization

/// An array that grows at the end and shrinks at the start, at a cost proportional to the change. Copies and readers on
/// any thread keep their values.
///
///     ┌──────────┬──────────────┬ ─ ─ ─ ─ ┐   A copy views a range. Written values never change or move, so
///     │ removed  │  an array    │   free      readers need no lock. The free capacity can be claimed by one copy,
///     └──────────┴──────────────┴ ─ ─ ─ ─ ┘   once. Another copy that grows from there gets storage of its own.
package struct GrowingArray<Element: BitwiseCopyable & Sendable>: Sendable {
    private(set) var count: Int
    private var start = 0
    /// `nil`: never had values.
    private var storage: GrowingStorage<Element>?

    private static var minRoom: Int { 1_024 }

    package init() { count = 0 }

    /// A copy of values, with capacity for `number` more, and half of that total for growth.
    package init(_ values: Span<Element>, adding number: Int) {
        let full = values.count + number
        count = values.count
        let storage = GrowingStorage<Element>(capacity: full + max(full / 2, Self.minRoom))
        if let room = unsafe storage.claim(count, at: 0) {
            unsafe values.withUnsafeBufferPointer {
                _ = unsafe UnsafeMutableBufferPointer(start: room, count: $0.count).initialize(from: $0)
            }
        }
        self.storage = storage
    }

    /// - Complexity: O(new values), amortized.
    mutating func append(_ values: Span<Element>) {
        let room = unsafe claim(values.count)
        unsafe values.withUnsafeBufferPointer { _ = unsafe room.initialize(from: $0) }
    }

    mutating func append(_ values: [Element]) { append(values.span) }

    /// Appends uninitialized values, which count as elements immediately.
    ///
    /// - Returns: The memory of the values. Write it before this array or a copy is read. It lives as long as one of
    ///   them.
    @unsafe package mutating func claim(_ number: Int) -> UnsafeMutableBufferPointer<Element> {
        guard number > 0 else { return unsafe UnsafeMutableBufferPointer(start: nil, count: 0) }
        var room = unsafe storage?.claim(number, at: start + count)
        if unsafe room == nil {
            self = withSpan { GrowingArray($0, adding: number) }
            unsafe room = storage?.claim(number, at: count)
        }
        count += number
        return unsafe UnsafeMutableBufferPointer(start: room, count: number)
    }

    /// - Precondition: The array has at least `number` values.
    /// - Complexity: O(1), amortized: when less than a quarter of the storage is in use, the rest is copied.
    mutating func removeFirst(_ number: Int) {
        precondition((0...count).contains(number), "\(number) of \(count) values cannot be removed")
        start += number
        count -= number
        // Free the unused storage: copying the few remaining values is cheap.
        if let storage, storage.capacity > 4 * Self.minRoom, count < storage.capacity / 4 {
            self = withSpan { GrowingArray($0, adding: 0) }
        }
    }

    package func withSpan<R, E: Error>(_ body: (Span<Element>) throws(E) -> R) throws(E) -> R {
        guard let storage else { return try body(Span()) }
        return try storage.withSpan(start..<start + count, body)
    }
}

/// Memory that is written once, from front to back.
///
/// Unchecked, because pointers are not `Sendable`. A value is written before an array that contains it is read, and
/// never again.
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

    /// Claims memory for `number` values after position `end`.
    ///
    /// - Returns: `nil`, without a change, if the capacity is too small or another array has claimed the memory.
    func claim(_ number: Int, at end: Int) -> UnsafeMutablePointer<Element>? {
        guard number <= capacity - end,
            used.compareExchange(expected: end, desired: end + number, ordering: .acquiringAndReleasing).exchanged
        else { return nil }
        return unsafe base + end
    }

    func withSpan<R, E: Error>(_ range: Range<Int>, _ body: (Span<Element>) throws(E) -> R) throws(E) -> R {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= used.load(ordering: .relaxed), "there are no such values")
        let buffer = unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
        let span = unsafe Span(_unsafeElements: buffer)
        return try body(span)
    }
}

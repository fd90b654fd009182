import VitrailSystem

/// Any number of filled circles of one colour: scatter markers, bubbles.
///
/// The picture does not depend on their order, because all have the same colour. They need not be in memory: a reader
/// reads them in chunks, any number of times.
public struct Markers: Sendable {
    @frozen
    public struct Item: Sendable, Hashable {
        /// A non-finite position has no marker.
        public var center: PlotPoint
        /// Pixels. ≤ 0 or non-finite paints nothing.
        public var radius: Float

        @inlinable
        public init(center: PlotPoint, radius: Float) {
            self.center = center
            self.radius = radius
        }
    }

    /// Appends the items of a range within `0..<count`, the same items on every call. Called on any thread, and on
    /// several threads at once.
    public typealias Reading = @Sendable (_ range: Range<Int>, _ items: inout OutputSpan<Item>) -> Void

    public var color: Color
    public let count: Int
    private let reading: Reading

    public init(count: Int, color: Color, reading: @escaping Reading) {
        (self.count, self.color, self.reading) = (count, color, reading)
    }

    public init(_ items: [Item], color: Color) {
        self.init(count: items.count, color: color) { range, output in
            for i in range { output.append(items[i]) }
        }
    }

    /// Appends the items of a range.
    ///
    /// - Precondition: the range lies within `0..<count`, and `items` has capacity for it.
    public func read(_ range: Range<Int>, into items: inout OutputSpan<Item>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "\(range) of \(count) markers")
        let end = items.count + range.count
        reading(range, &items)
        precondition(items.count == end, "\(range.count) markers were asked for")
    }

    /// Calls `body` for all items in order. One chunk is in memory at a time.
    public func forEach(_ body: (Item) -> Void) {
        var stretch: [Item] = []
        let limit = WorkLimit.current
        for start in stride(from: 0, to: count, by: Self.stretch) {
            if let limit, limit.isReached { return }
            let range = start..<min(start + Self.stretch, count)
            stretch.removeAll(keepingCapacity: true)
            stretch.append(addingCapacity: range.count) { read(range, into: &$0) }
            for item in stretch { body(item) }
        }
    }

    /// Items per read. A chunk fits into a core's first-level cache.
    public static let stretch = 1024

    public var items: [Item] {
        var items: [Item] = []
        items.reserveCapacity(count)
        forEach { items.append($0) }
        return items
    }
}

extension Markers: Equatable {
    /// Whether both paint the same circles in the same order. Reads all items.
    public static func == (a: Self, b: Self) -> Bool {
        guard a.color == b.color, a.count == b.count else { return false }
        func bits(_ item: Item) -> [UInt32] {
            [item.center.x.bitPattern, item.center.y.bitPattern, item.radius.bitPattern]
        }
        return zip(a.items, b.items).allSatisfy { bits($0) == bits($1) }
    }
}

extension Markers: CustomStringConvertible {
    public var description: String { "Markers \(color) × \(count)" }
}

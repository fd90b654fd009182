/// Filled circles of one colour, any number of them: markers of a scatter, bubbles.
///
/// They commute: each is composited over the others with the same colour, so the picture does not depend on their order. They need not be in memory;
/// whoever paints them reads them in stretches, as often as it likes.
public struct Markers: Sendable {
    @frozen
    public struct Item: Sendable, Hashable {
        /// A place that is not finite has no marker.
        public var center: PlotPoint
        /// Pixels; ≤ 0 or non-finite paints nothing.
        public var radius: Float

        @inlinable
        public init(center: PlotPoint, radius: Float) {
            self.center = center
            self.radius = radius
        }
    }

    /// Appends the items of a range within `0..<count`, each the same whenever it is asked for. Called on any thread, on several at once.
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
    /// - Precondition: the range lies within `0..<count`, and `items` has room for it.
    public func read(_ range: Range<Int>, into items: inout OutputSpan<Item>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "\(range) of \(count) markers")
        let end = items.count + range.count
        reading(range, &items)
        precondition(items.count == end, "\(range.count) markers were asked for")
    }

    /// All of them, in order, in stretches of which one is in memory at a time.
    public func forEach(_ body: (Item) -> Void) {
        var stretch: [Item] = []
        for start in stride(from: 0, to: count, by: Self.stretch) {
            let range = start..<min(start + Self.stretch, count)
            stretch.removeAll(keepingCapacity: true)
            stretch.append(addingCapacity: range.count) { read(range, into: &$0) }
            for item in stretch { body(item) }
        }
    }

    /// Items read at a time: what fits into a core's nearest cache.
    public static let stretch = 1024

    public var items: [Item] {
        var items: [Item] = []
        items.reserveCapacity(count)
        forEach { items.append($0) }
        return items
    }
}

extension Markers: Equatable {
    /// Whether both paint the same circles in the same order; reads them.
    public static func == (a: Self, b: Self) -> Bool {
        guard a.color == b.color, a.count == b.count else { return false }
        func bits(_ item: Item) -> [UInt32] { [item.center.x.bitPattern, item.center.y.bitPattern, item.radius.bitPattern] }
        return zip(a.items, b.items).allSatisfy { bits($0) == bits($1) }
    }
}

extension Markers: CustomStringConvertible {
    public var description: String { "Markers \(color) × \(count)" }
}

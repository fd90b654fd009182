/// An interval index: the items that overlap each row of each strip. Strips are four pixel columns wide (or rows high).
/// It is used for shapes that are drawn in blocks with a constant set of items.
///
///     │╲  ╱│  0
///     │ ╲╱ │  0 and 1     a strip is cut into blocks wherever the interval of an item begins or ends
///     │ ╱╲ │
///     │╱  ╲│  1
struct TileIntervals {
    /// Width of a strip, and side of the blocks that rasterisers shade, in pixels. Intervals begin and end on this
    /// grid.
    static let side = TrapezoidTiles.width

    /// An interval of an item in a strip. Its bounds are grid rows, counted from the first visible one.
    struct Reach {
        let low: Int32
        let high: Int32
        let item: Int32
        /// Index of the next interval in the same list; −1: none.
        fileprivate var next: Int32
    }

    /// Visible pixels, along the axis of the strips and across it.
    let along: Range<Int>
    let across: Range<Int>
    private var reaches: [Reach] = []
    /// For each strip: the index of its last interval, which is the head of a linked list, and the number of its
    /// intervals.
    private var heads: [Int32]
    private var counts: [Int32]

    init(along: Range<Int>, across: Range<Int>) {
        (self.along, self.across) = (along, across)
        let strips = (along.upperBound + Self.side - 1) / Self.side - along.lowerBound / Self.side
        heads = Array(repeating: -1, count: strips)
        counts = Array(repeating: 0, count: strips)
    }

    /// Position of the first strip in pixels, and the first grid row of each strip.
    private var start: Int { along.lowerBound / Self.side * Self.side }
    private var firstRow: Int { across.lowerBound / Self.side }
    private var rowCount: Int { (across.upperBound + Self.side - 1) / Self.side - firstRow }

    /// Number of intervals in all strips.
    var count: Int { reaches.count }

    /// Max number of intervals in a strip.
    var maxInStrip: Int { Int(counts.max() ?? 0) }

    /// The strips that an extent along the axis touches.
    func strips(_ low: Float, _ high: Float) -> Range<Int> {
        let first = max((low - Float(start)) / Float(Self.side), 0)
        let end = min((high - Float(start)) / Float(Self.side), Float(heads.count))
        return first < end ? Int(first)..<Int(end.rounded(.up)) : 0..<0
    }

    /// Position of a strip's first pixel, which may lie outside the visible pixels.
    func start(of strip: Int) -> Int { start + strip * Self.side }

    /// The visible pixels of a strip.
    func pixels(of strip: Int) -> Range<Int> { (start(of: strip)..<start(of: strip) + Self.side).clamped(to: along) }

    /// Adds an interval, from `low` to `high` across, of an item in a strip.
    mutating func note(_ item: Int, in strip: Int, _ low: Float, _ high: Float) {
        let from = max((low / Float(Self.side)).rounded(.down) - Float(firstRow), 0)
        let to = min((high / Float(Self.side)).rounded(.up) - Float(firstRow), Float(rowCount))
        guard from < to else { return }
        reaches.append(Reach(low: Int32(from), high: Int32(to), item: Int32(item), next: heads[strip]))
        heads[strip] = Int32(reaches.count - 1)
        counts[strip] += 1
    }

    /// Goes through the strips, and from top to bottom through each.
    ///
    /// - Parameter body: receives a strip, a range of its rows in pixels, and the intervals that contain all of these
    ///   rows, by ascending item.
    func forEachStretch(_ body: (_ strip: Int, _ rows: Range<Int>, _ open: [Reach]) -> Void) {
        var sweep = Sweep(rowCount: rowCount)
        // The sweep relinks the lists of the copy.
        var reaches = reaches
        for strip in heads.indices where heads[strip] >= 0 {
            sweep.begin(heads[strip], &reaches)
            while let rows = sweep.next(reaches) {
                guard !sweep.open.isEmpty else { continue }
                let pixels = (firstRow + rows.lowerBound) * Self.side..<(firstRow + rows.upperBound) * Self.side
                body(strip, pixels.clamped(to: across), sweep.open)
            }
        }
    }

    /// Goes down a strip, from one begin or end of an interval to the next.
    private struct Sweep {
        private(set) var open: [Reach] = []
        /// For each row, the first of the intervals that begin there; −1: none.
        private var heads: [Int32]
        /// A bit for each row, from `row` on, with a begin or end of an interval.
        private var borders: [UInt64]
        private var row = 0

        init(rowCount: Int) {
            heads = Array(repeating: -1, count: rowCount + 1)
            borders = Array(repeating: 0, count: rowCount / 64 + 1)
        }

        /// - Parameter head: the head of the strip's list of intervals. The list is relinked into one list for each
        ///   first row.
        mutating func begin(_ head: Int32, _ reaches: inout [Reach]) {
            var i = head
            row = heads.count
            while i >= 0 {
                let reach = reaches[Int(i)]
                reaches[Int(i)].next = heads[Int(reach.low)]
                heads[Int(reach.low)] = i
                row = min(row, Int(reach.low))
                for border in [Int(reach.low), Int(reach.high)] { borders[border / 64] |= 1 << UInt64(border % 64) }
                i = reach.next
            }
        }

        /// The next range of rows with a constant set of intervals.
        ///
        /// - Returns: nil at the end of the last interval.
        mutating func next(_ reaches: [Reach]) -> Range<Int>? {
            let start = row
            open.removeAll { $0.high <= start }
            var i = heads[start]
            heads[start] = -1
            while i >= 0 {
                insert(reaches[Int(i)])
                i = reaches[Int(i)].next
            }
            borders[start / 64] &= ~(1 << UInt64(start % 64))
            guard let word = borders[(start / 64)...].firstIndex(where: { $0 != 0 }) else { return nil }
            row = word * 64 + borders[word].trailingZeroBitCount
            return start..<row
        }

        private mutating func insert(_ reach: Reach) {
            var position = open.count
            while position > 0, open[position - 1].item > reach.item { position -= 1 }
            open.insert(reach, at: position)
        }
    }
}

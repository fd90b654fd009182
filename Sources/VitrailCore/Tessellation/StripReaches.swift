/// What reaches into which rows of which strip, strips being four pixel columns wide (or rows high): for shapes that are drawn by blocks in which the same
/// few items lie.
///
///     │╲  ╱│  0
///     │ ╲╱ │  0 and 1     a strip is cut into stretches wherever an item begins or ends to reach into it
///     │ ╱╲ │
///     │╱  ╲│  1
struct StripReaches {
    /// Of a strip, and of the squares that rasterisers shade: stretches begin and end on their grid.
    static let side = SliceBlocks.width

    /// Squares of a strip, counted from the first that can be seen.
    struct Reach {
        let low: Int32
        let high: Int32
        let item: Int32
        /// In its list; −1 = none.
        fileprivate var next: Int32
    }

    /// Pixels that can be seen, along the axis on which strips lie side by side, and across.
    let along: Range<Int>
    let across: Range<Int>
    private var reaches: [Reach] = []
    /// Of each strip, the last of its reaches, from where they form a list, and how many there are.
    private var heads: [Int32]
    private var counts: [Int32]

    init(along: Range<Int>, across: Range<Int>) {
        (self.along, self.across) = (along, across)
        let strips = (along.upperBound + Self.side - 1) / Self.side - along.lowerBound / Self.side
        heads = Array(repeating: -1, count: strips)
        counts = Array(repeating: 0, count: strips)
    }

    /// Where the first strip begins, and the first square of each.
    private var start: Int { along.lowerBound / Self.side * Self.side }
    private var firstRow: Int { across.lowerBound / Self.side }
    private var rowCount: Int { (across.upperBound + Self.side - 1) / Self.side - firstRow }

    /// Of all strips.
    var count: Int { reaches.count }

    /// Of any strip, the most.
    var mostInStrip: Int { Int(counts.max() ?? 0) }

    /// Strips that a stretch of the axis touches.
    func strips(_ low: Float, _ high: Float) -> Range<Int> {
        let first = max((low - Float(start)) / Float(Self.side), 0)
        let end = min((high - Float(start)) / Float(Self.side), Float(heads.count))
        return first < end ? Int(first)..<Int(end.rounded(.up)) : 0..<0
    }

    /// Where a strip begins, though it may not be seen.
    func start(of strip: Int) -> Int { start + strip * Self.side }

    /// Pixels of a strip that can be seen.
    func pixels(of strip: Int) -> Range<Int> { (start(of: strip)..<start(of: strip) + Self.side).clamped(to: along) }

    /// Notes that an item reaches into a strip from one place across to another.
    mutating func note(_ item: Int, in strip: Int, _ low: Float, _ high: Float) {
        let from = max((low / Float(Self.side)).rounded(.down) - Float(firstRow), 0)
        let to = min((high / Float(Self.side)).rounded(.up) - Float(firstRow), Float(rowCount))
        guard from < to else { return }
        reaches.append(Reach(low: Int32(from), high: Int32(to), item: Int32(item), next: heads[strip]))
        heads[strip] = Int32(reaches.count - 1)
        counts[strip] += 1
    }

    /// Goes through the strips, and down each.
    ///
    /// - Parameter body: gets a strip, rows of it in pixels, and what reaches into all of them, by ascending item.
    func forEachStretch(_ body: (_ strip: Int, _ rows: Range<Int>, _ open: [Reach]) -> Void) {
        var sweep = Sweep(rowCount: rowCount)
        // Their lists become others.
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

    /// Goes down a strip, from where one reach begins or ends to where the next does.
    private struct Sweep {
        private(set) var open: [Reach] = []
        /// Of each row, the first of the reaches that begin there; −1 = none.
        private var heads: [Int32]
        /// A bit for each row where a reach begins or ends, from `row` on.
        private var borders: [UInt64]
        private var row = 0

        init(rowCount: Int) {
            heads = Array(repeating: -1, count: rowCount + 1)
            borders = Array(repeating: 0, count: rowCount / 64 + 1)
        }

        /// - Parameter head: of the list of the strip's reaches, which become lists of those that begin in the same row.
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

        /// The next rows that the same reach into.
        ///
        /// - Returns: nil where nothing does from there on.
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
            var place = open.count
            while place > 0, open[place - 1].item > reach.item { place -= 1 }
            open.insert(reach, at: place)
        }
    }
}

import VitrailScene

/// Prices one pixel wide, many in each pixel column → the picture that painting all of them in their order comes to.
///
///      ┃╻            From the last to the first, each fills what those above it left free. Of a column it is known, row by row, what is
///     ╻┃┃   ─→  ▓    covered already: a sample that is hidden costs a look at a few bits, and each pixel is painted once.
///     ┃╹            Translucent ones are added up in real numbers until nothing would shine through.
struct PricePainter {
    /// What shines through is not seen below.
    private static let leastSeen: Float = 1 / 512

    private let box: PixelRect
    private let isVertical: Bool
    private let origin: Int
    private let rowStart: Int
    private let rows: Int
    private var texels: StripTexels
    /// From `origin`; −1 = none yet.
    private var column = -1
    /// Rows of the column, a bit each, that nothing more can be added to.
    private var covered: [UInt64]
    /// Of these, the most that lie in a row, as far as has been looked.
    private var hiddenRows = 0..<0
    /// Of the column, where something translucent lies: what it comes to, and how much shines through.
    private var layers: [SIMD4<Float>]
    private var through: [Float]
    private var layered = 0..<0

    /// - Parameter box: the pixels of the picture; nothing is painted outside.
    init(box: PixelRect, isVertical: Bool) {
        (self.box, self.isVertical) = (box, isVertical)
        origin = StripPicture.origin(of: isVertical ? box.y : box.x)
        (rowStart, rows) = isVertical ? (box.x, box.width) : (box.y, box.height)
        texels = StripTexels(box: box, isVertical: isVertical)
        // With one bit at least that is never set.
        covered = Array(repeating: 0, count: rows / 64 + 1)
        layers = Array(repeating: .zero, count: rows)
        through = Array(repeating: 1, count: rows)
    }

    /// Goes to the pixel column of the next samples; those of one column come one after another.
    ///
    /// - Returns: whether it is of the picture.
    mutating func move(to pixel: Float) -> Bool {
        let place = Double(pixel) - Double(origin)
        let (first, last) = isVertical ? (box.y, box.maxY) : (box.x, box.maxX)
        guard place >= Double(first - origin), place < Double(last - origin) else { return false }
        if Int(place) != column { begin(Int(place)) }
        return true
    }

    /// Whether anything between two places across may still be seen in the column.
    @inline(__always)
    func shows(_ low: Float, _ high: Float) -> Bool {
        let (from, to) = (row(low), min(row(high) + 1, rows))
        guard from < to, high >= Float(rowStart), low < Float(rowStart + rows) else { return false }
        for word in from / 64...(to - 1) / 64 where Self.bits(from, to, word) & ~covered[word] != 0 { return true }
        return false
    }

    /// Places across such that nothing between them is seen in the column; infinite where that goes on beyond the picture, nil where none are known.
    var hidden: (low: Float, high: Float)? {
        guard !hiddenRows.isEmpty else { return nil }
        return (
            hiddenRows.lowerBound > 0 ? Float(rowStart + hiddenRows.lowerBound) : -.infinity,
            hiddenRows.upperBound < rows ? Float(rowStart + hiddenRows.upperBound) : .infinity)
    }

    /// Looks how far the covered rows go to both sides of a place.
    mutating func findHidden(around place: Float) {
        let found = coveredRows(around: min(row(place), rows - 1))
        if found.count > hiddenRows.count { hiddenRows = found }
    }

    /// Fills what is free between two places, whole pixels.
    mutating func fill(_ low: Float, _ high: Float, _ paint: PricePaint) {
        let (from, to) = (row(low), row(high))
        guard from < to, !paint.isClear else { return }
        texels.touch(from..<to)
        for word in from / 64...(to - 1) / 64 {
            var free = Self.bits(from, to, word) & ~covered[word]
            while free != 0 {
                let row = word * 64 + free.trailingZeroBitCount
                free &= free - 1
                guard !paint.isFlat || !paint.isOpaque || through[row] < 1 else {
                    cover(row, with: paint.texel)
                    continue
                }
                var shade = paint.start
                if !paint.isFlat { shade += paint.change * ((Float(rowStart + row) + 0.5 - low) / (high - low)) }
                add(shade, row, paint.isOpaque)
            }
        }
    }

    consuming func finish() -> StripPicture {
        endColumn()
        return texels.finish()
    }

    // MARK: Columns and strips

    @inline(__always)
    private func row(_ place: Float) -> Int {
        let down = place - Float(rowStart)
        return down > 0 ? (down < Float(rows) ? Int(down) : rows) : 0
    }

    /// Those of the rows `from..<to` that lie in a word.
    @inline(__always)
    private static func bits(_ from: Int, _ to: Int, _ word: Int) -> UInt64 {
        let (first, last) = (max(from - word * 64, 0), min(to - word * 64, 64))
        return (last == 64 ? .max : 1 &<< UInt64(last) &- 1) & (.max &<< UInt64(first))
    }

    /// The covered rows next to a row, on both sides where it is covered itself.
    private func coveredRows(around row: Int) -> Range<Int> {
        var word = row / 64
        var free = ~covered[word] & (.max &<< UInt64(row % 64))
        while free == 0 {
            word += 1
            free = ~covered[word]
        }
        let end = min(word * 64 + free.trailingZeroBitCount, rows)
        word = row / 64
        free = ~covered[word] & (1 &<< UInt64(row % 64) &- 1)
        while free == 0, word > 0 {
            word -= 1
            free = ~covered[word]
        }
        let start = free == 0 ? 0 : word * 64 + 64 - free.leadingZeroBitCount
        return start..<max(start, end)
    }

    @inline(__always)
    private mutating func cover(_ row: Int, with texel: UInt32) {
        covered[row / 64] |= 1 &<< UInt64(row % 64)
        texels.set(row, texel)
    }

    @inline(__always)
    private mutating func add(_ shade: SIMD4<Float>, _ row: Int, _ isOpaque: Bool) {
        guard !isOpaque || through[row] < 1 else { return cover(row, with: PricePaint.texel(shade)) }
        layered = layered.isEmpty ? row..<row + 1 : min(layered.lowerBound, row)..<max(layered.upperBound, row + 1)
        layers[row] += shade * through[row]
        through[row] *= 1 - shade.w
        if through[row] < Self.leastSeen { covered[row / 64] |= 1 &<< UInt64(row % 64) }
    }

    private mutating func begin(_ next: Int) {
        endColumn()
        texels.begin(column: next)
        column = next
    }

    private mutating func endColumn() {
        guard column >= 0 else { return }
        for row in layered where through[row] < 1 {
            texels.set(row, PricePaint.texel(layers[row]))
            (layers[row], through[row]) = (.zero, 1)
        }
        layered = 0..<0
        for word in covered.indices { covered[word] = 0 }
        hiddenRows = 0..<0
    }
}

import VitrailScene

/// Composites price marks one pixel wide, many in each pixel column. The picture is the same as when all of them are
/// painted in order.
///
///      ┃╻            From the last to the first, each mark fills the pixels that the marks above it left free. The
///     ╻┃┃   ─→  ▓    covered rows of a column are tracked: a hidden sample costs a test of a few bits, and each pixel
///     ┃╹             is painted once. Translucent marks are added as Floats until no transmittance is left.
package struct PricePainter {
    /// Less transmittance is invisible.
    private static let minSeen: Float = 1 / 512

    private let box: PixelRect
    private let isVertical: Bool
    private let origin: Int
    private let rowStart: Int
    private let rows: Int
    private var texels: TileTexels
    /// The current pixel column, from `origin`; −1: none yet.
    private var column = -1
    /// One bit per row of the column; set: nothing more can be added.
    private var covered: [UInt64]
    /// The longest run of covered rows found so far.
    private var hiddenRows = 0..<0
    /// For rows of the column with translucent marks: the composited colour, and the transmittance.
    private var layers: [SIMD4<Float>]
    private var through: [Float]
    private var layered = 0..<0

    /// - Parameter box: the pixels of the picture; nothing is painted outside.
    init(box: PixelRect, isVertical: Bool) {
        (self.box, self.isVertical) = (box, isVertical)
        origin = SparseTileImage.origin(of: isVertical ? box.y : box.x)
        (rowStart, rows) = isVertical ? (box.x, box.width) : (box.y, box.height)
        texels = TileTexels(box: box, isVertical: isVertical)
        // At least one bit is never set.
        covered = Array(repeating: 0, count: rows / 64 + 1)
        layers = Array(repeating: .zero, count: rows)
        through = Array(repeating: 1, count: rows)
    }

    /// Moves to the pixel column of the next samples. The samples of a column must follow one another.
    ///
    /// - Returns: whether the column belongs to the picture.
    mutating func seek(to pixel: Float) -> Bool {
        let position = Double(pixel) - Double(origin)
        let (first, last) = isVertical ? (box.y, box.maxY) : (box.x, box.maxX)
        guard position >= Double(first - origin), position < Double(last - origin) else { return false }
        if Int(position) != column { begin(Int(position)) }
        return true
    }

    /// Whether anything between two positions across may still be visible in the column.
    @inline(__always)
    func shows(_ low: Float, _ high: Float) -> Bool {
        let (from, to) = (row(low), min(row(high) + 1, rows))
        guard from < to, high >= Float(rowStart), low < Float(rowStart + rows) else { return false }
        for word in from / 64...(to - 1) / 64 where Self.bits(from, to, word) & ~covered[word] != 0 { return true }
        return false
    }

    /// Two positions across with nothing visible between them in the column; `nil`: none are known. Infinite if the
    /// hidden rows reach the picture's edge.
    var hidden: (low: Float, high: Float)? {
        guard !hiddenRows.isEmpty else { return nil }
        return (
            hiddenRows.lowerBound > 0 ? Float(rowStart + hiddenRows.lowerBound) : -.infinity,
            hiddenRows.upperBound < rows ? Float(rowStart + hiddenRows.upperBound) : .infinity
        )
    }

    /// Looks for covered rows on both sides of a position.
    mutating func findHidden(around position: Float) {
        let found = coveredRows(around: min(row(position), rows - 1))
        if found.count > hiddenRows.count { hiddenRows = found }
    }

    /// Fills the free pixels between two positions, which are whole pixels.
    package mutating func fill(_ low: Float, _ high: Float, _ paint: PricePaint) {
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

    consuming func finish() -> SparseTileImage {
        endColumn()
        return texels.finish()
    }

    // MARK: Columns and strips

    @inline(__always)
    private func row(_ position: Float) -> Int {
        let down = position - Float(rowStart)
        return down > 0 ? (down < Float(rows) ? Int(down) : rows) : 0
    }

    /// The bits of the rows `from..<to` that lie in a word.
    @inline(__always)
    private static func bits(_ from: Int, _ to: Int, _ word: Int) -> UInt64 {
        let (first, last) = (max(from - word * 64, 0), min(to - word * 64, 64))
        return (last == 64 ? .max : 1 &<< UInt64(last) &- 1) & (.max &<< UInt64(first))
    }

    /// The covered rows next to a row, on both sides if the row itself is covered.
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
        if through[row] < Self.minSeen { covered[row / 64] |= 1 &<< UInt64(row % 64) }
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

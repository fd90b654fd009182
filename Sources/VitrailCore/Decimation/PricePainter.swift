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
    private var picture: StripPicture
    /// From `origin`; −1 = none yet.
    private var column = -1
    /// Rows of the column, a bit each, that nothing more can be added to.
    private var covered: [UInt64]
    /// Of the column, where something translucent lies: what it comes to, and how much shines through.
    private var layers: [SIMD4<Float>]
    private var through: [Float]
    private var layered = 0..<0
    /// The strip's texels.
    private var texels: [UInt32]
    private var strip = -1
    private var touched = 0..<0

    /// - Parameter box: the pixels of the picture; nothing is painted outside.
    init(box: PixelRect, isVertical: Bool) {
        (self.box, self.isVertical) = (box, isVertical)
        origin = StripPicture.origin(of: isVertical ? box.y : box.x)
        (rowStart, rows) = isVertical ? (box.x, box.width) : (box.y, box.height)
        picture = StripPicture(box: box, isVertical: isVertical)
        covered = Array(repeating: 0, count: rows / 64 + 1)
        layers = Array(repeating: .zero, count: rows)
        through = Array(repeating: 1, count: rows)
        texels = Array(repeating: 0, count: rows * StripPicture.lanes)
    }

    /// Goes to the pixel column of the next sample; those of one column come one after another.
    ///
    /// - Returns: whether anything between two places across may still be seen there.
    @inline(__always)
    mutating func move(to pixel: Float, low: Float, high: Float) -> Bool {
        let place = Double(pixel) - Double(origin)
        let (first, last) = isVertical ? (box.y, box.maxY) : (box.x, box.maxX)
        guard place >= Double(first - origin), place < Double(last - origin) else { return false }
        if Int(place) != column { begin(Int(place)) }
        let (from, to) = (row(low), min(row(high) + 1, rows))
        guard from < to, high > Float(rowStart), low < Float(rowStart + rows) else { return false }
        for word in from / 64...(to - 1) / 64 where Self.bits(from, to, word) & ~covered[word] != 0 { return true }
        return false
    }

    /// Fills what is free between two places, whole pixels, with a colour that goes over to another one.
    mutating func fill(_ low: Float, _ high: Float, _ color: Color, _ end: Color) {
        let (from, to) = (row(low), row(high))
        guard from < to, color.alpha > 0 || end.alpha > 0 else { return }
        touched = touched.isEmpty ? from..<to : min(touched.lowerBound, from)..<max(touched.upperBound, to)
        let isOpaque = color.alpha == 255 && end.alpha == 255
        let (start, change) = (color.premultiplied, end.premultiplied - color.premultiplied)
        for word in from / 64...(to - 1) / 64 {
            var free = Self.bits(from, to, word) & ~covered[word]
            while free != 0 {
                let row = word * 64 + free.trailingZeroBitCount
                free &= free - 1
                var shade = start
                if color != end { shade += change * ((Float(rowStart + row) + 0.5 - low) / (high - low)) }
                add(shade, row, isOpaque)
            }
        }
    }

    consuming func finish() -> StripPicture {
        endColumn()
        endStrip()
        return picture
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

    @inline(__always)
    private mutating func add(_ shade: SIMD4<Float>, _ row: Int, _ isOpaque: Bool) {
        let bit = 1 as UInt64 &<< UInt64(row % 64)
        guard !isOpaque || through[row] < 1 else {
            covered[row / 64] |= bit
            texels[row * StripPicture.lanes + column % StripPicture.lanes] = Self.packed(shade)
            return
        }
        layered = layered.isEmpty ? row..<row + 1 : min(layered.lowerBound, row)..<max(layered.upperBound, row + 1)
        layers[row] += shade * through[row]
        through[row] *= 1 - shade.w
        if through[row] < Self.leastSeen { covered[row / 64] |= bit }
    }

    private static func packed(_ shade: SIMD4<Float>) -> UInt32 {
        let bytes = (shade * 255).rounded(.toNearestOrAwayFromZero)
        return UInt32(bytes.x) | UInt32(bytes.y) << 8 | UInt32(bytes.z) << 16 | UInt32(bytes.w) << 24
    }

    private mutating func begin(_ next: Int) {
        endColumn()
        if next / StripPicture.lanes != strip {
            endStrip()
            strip = next / StripPicture.lanes
        }
        column = next
    }

    private mutating func endColumn() {
        guard column >= 0 else { return }
        for row in layered where through[row] < 1 {
            texels[row * StripPicture.lanes + column % StripPicture.lanes] = Self.packed(layers[row])
            (layers[row], through[row]) = (.zero, 1)
        }
        layered = 0..<0
        for word in covered.indices { covered[word] = 0 }
    }

    private mutating func endStrip() {
        guard !touched.isEmpty else { return }
        picture.begin(strip: strip)
        var last = StripPicture.Row.zero
        var start = touched.lowerBound
        let lanes = StripPicture.lanes
        for row in touched {
            let isSame = row > touched.lowerBound && (0..<lanes).allSatisfy { texels[row * lanes + $0] == texels[(row - 1) * lanes + $0] }
            guard !isSame else { continue }
            picture.add(last, rows: start..<row)
            start = row
            for lane in 0..<lanes { last[lane] = texels[row * lanes + lane] }
        }
        picture.add(last, rows: start..<touched.upperBound)
        picture.endStrip()
        for place in touched.lowerBound * lanes..<touched.upperBound * lanes { texels[place] = 0 }
        touched = 0..<0
    }
}

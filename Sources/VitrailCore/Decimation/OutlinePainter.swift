import CDiscs
import VitrailScene

/// Columns narrower than a pixel with outlines, which lie over one another → the picture that painting all of them in their order comes to.
///
///     ┌┬┬┐       From the last to the first, each shows where those above it let it shine through: of a row of pixels that is
///     ││││  ─→   the share of it that an outline covers, of its fill the share that the outline leaves of it. Rows through
///     └┴┴┘       which nothing shines any more are known, so that columns behind them cost a look.
@safe struct OutlinePainter: ~Copyable {
    /// What columns on one side of the baseline are painted with, premultiplied.
    struct Paint: Sendable {
        let fill, line: SIMD4<Float>
    }

    /// What shines through is not seen below.
    private static let leastSeen: Float = 1 / 512

    /// Pixels: half of an outline's width.
    private let half: Double
    private let origin: Int
    private let rowStart: Double
    private let rows: Int
    /// From `origin`; −1 = none yet.
    private var column = -1
    /// Of the column's rows: red, green and blue of what is seen, and how much shines through.
    private let planes: UnsafeMutablePointer<Float>
    private var touched = 0..<0
    /// Rows next to each other through which nothing shines.
    private(set) var hiddenRows = 0..<0
    private var texels: StripTexels

    /// - Parameters:
    ///   - box: the pixels of the picture; nothing is painted outside.
    ///   - outline: its width, pixels, > 0; half of it lies outside of a column's edge.
    init(box: PixelRect, isVertical: Bool, outline: Double) {
        half = outline / 2
        origin = StripPicture.origin(of: isVertical ? box.y : box.x)
        let rows = isVertical ? box.width : box.height
        (rowStart, self.rows) = (Double(isVertical ? box.x : box.y), rows)
        texels = StripTexels(box: box, isVertical: isVertical)
        unsafe planes = .allocate(capacity: 4 * rows)
        unsafe planes.initialize(repeating: 0, count: 3 * rows)
        unsafe (planes + 3 * rows).initialize(repeating: 1, count: rows)
    }

    deinit { unsafe planes.deallocate() }

    /// Goes to a pixel column of the picture; those of one strip come one after another.
    mutating func move(to pixel: Int) {
        endColumn()
        column = pixel - origin
        texels.begin(column: column)
    }

    /// Places across such that nothing between them is seen in the column; infinite where that goes on beyond the picture, nil where none are known.
    var hidden: (low: Double, high: Double)? {
        guard !hiddenRows.isEmpty else { return nil }
        return (
            hiddenRows.lowerBound > 0 ? rowStart + Double(hiddenRows.lowerBound) : -.infinity,
            hiddenRows.upperBound < rows ? rowStart + Double(hiddenRows.upperBound) : .infinity)
    }

    /// Paints a column behind those that are there.
    ///
    /// - Parameters:
    ///   - low: where it begins along, pixels; its outline is not counted.
    ///   - high: where it ends.
    ///   - base: where it begins across.
    ///   - tip: where it ends.
    mutating func paint(from low: Double, to high: Double, base: Double, tip: Double, _ paint: Paint) {
        let (top, bottom) = (min(base, tip) - rowStart, max(base, tip) - rowStart)
        let all = row((top - half).rounded(.down))..<row((bottom + half).rounded(.up))
        guard !all.isEmpty, all.lowerBound < hiddenRows.lowerBound || all.upperBound > hiddenRows.upperBound else { return }
        let along = Shares(of: Double(origin + column), from: low, to: high, half)
        guard along.outer > 0 else { return }
        touched = touched.isEmpty ? all : min(touched.lowerBound, all.lowerBound)..<max(touched.upperBound, all.upperBound)
        let inside = max(all.lowerBound, row((top + half).rounded(.up)))..<max(all.lowerBound, row((top + half).rounded(.up)), row((bottom - half).rounded(.down)))
        func addEdge(_ rows: Range<Int>) {
            for row in rows where !hiddenRows.contains(row) {
                add(Self.shade(along, Shares(of: Double(row), from: top, to: bottom, half), paint), row..<row + 1)
            }
        }
        if inside.isEmpty {
            addEdge(all)
        } else {
            addEdge(all.lowerBound..<inside.lowerBound)
            let shade = Self.shade(along, .all, paint)
            add(shade, inside.lowerBound..<min(inside.upperBound, max(hiddenRows.lowerBound, inside.lowerBound)))
            add(shade, max(inside.lowerBound, hiddenRows.upperBound)..<max(inside.upperBound, hiddenRows.upperBound))
            addEdge(inside.upperBound..<all.upperBound)
        }
        findHidden(around: (all.lowerBound + all.upperBound) / 2)
    }

    consuming func finish() -> StripPicture {
        endColumn()
        return texels.finish()
    }

    // MARK: Shares

    /// How much of a pixel lies in a column, in its outer edge and in its inner one, in one direction.
    private struct Shares {
        var fill, outer, inner: Float

        static let all = Shares(fill: 1, outer: 1, inner: 1)

        init(fill: Float, outer: Float, inner: Float) { (self.fill, self.outer, self.inner) = (fill, outer, inner) }

        init(of pixel: Double, from low: Double, to high: Double, _ half: Double) {
            func share(_ low: Double, _ high: Double) -> Float { Float(max(0, min(pixel + 1, high) - max(pixel, low))) }
            self.init(fill: share(low, high), outer: share(low - half, high + half), inner: share(low + half, high - half))
        }
    }

    /// Of a pixel: the fill, and the outline over it.
    private static func shade(_ along: Shares, _ across: Shares, _ paint: Paint) -> SIMD4<Float> {
        let line = paint.line * max(along.outer * across.outer - along.inner * across.inner, 0)
        return line + paint.fill * (along.fill * across.fill * (1 - line.w))
    }

    // MARK: Rows

    @inline(__always)
    private func row(_ place: Double) -> Int { place > 0 ? (place < Double(rows) ? Int(place) : rows) : 0 }

    private func add(_ shade: SIMD4<Float>, _ range: Range<Int>) {
        guard !range.isEmpty else { return }
        unsafe withUnsafeBytes(of: shade) { shade in
            unsafe vitrail_layer_below(planes, rows, range.lowerBound, range.upperBound, shade.assumingMemoryBound(to: Float.self).baseAddress)
        }
    }

    /// Looks how far the rows that hide go on, or begin.
    private mutating func findHidden(around place: Int) {
        var (low, high) = (hiddenRows.lowerBound, hiddenRows.upperBound)
        if hiddenRows.isEmpty { (low, high) = (place, place) }
        func hides(_ row: Int) -> Bool { unsafe planes[3 * rows + row] < Self.leastSeen }
        while high < rows, hides(high) { high += 1 }
        while low > 0, hides(low - 1) { low -= 1 }
        hiddenRows = low..<high
    }

    private mutating func endColumn() {
        guard !touched.isEmpty else { return }
        texels.touch(touched)
        let (planes, rows, touched) = unsafe (planes, rows, touched)
        unsafe texels.withColumn { unsafe vitrail_take_layers(planes, rows, touched.lowerBound, touched.upperBound, $0, StripPicture.lanes) }
        (self.touched, hiddenRows) = (0..<0, 0..<0)
    }
}

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
        let (first, end) = (floor(top - half), ceil(bottom + half))
        guard first < end, first < hiddenRows.lowerBound || end > hiddenRows.upperBound else { return }
        let pixel = Double(origin + column)
        func share(_ low: Double, _ high: Double) -> Float { Float(max(0, min(pixel + 1, high) - max(pixel, low))) }
        let outer = share(low - half, high + half)
        guard outer > 0 else { return }
        // What is far outside may be as far as that.
        let reach = Double(rows) + 2 * half + 1
        var outlined = vitrail_outlined(
            fill: paint.fill.tuple, line: paint.line.tuple, share: share(low, high), outer: outer, inner: share(low + half, high - half),
            low: Float(max(top, -reach)), high: Float(min(bottom, reach)), half: Float(half))
        touched = touched.isEmpty ? first..<end : min(touched.lowerBound, first)..<max(touched.upperBound, end)
        unsafe vitrail_layer_outlined(
            planes, rows, &outlined, vitrail_rows(from: first, to: end), vitrail_rows(from: ceil(top + half), to: floor(bottom - half)),
            vitrail_rows(from: hiddenRows.lowerBound, to: hiddenRows.upperBound))
        findHidden(around: (first + end) / 2)
    }

    consuming func finish() -> StripPicture {
        endColumn()
        return texels.finish()
    }

    // MARK: Rows

    /// The row that a place lies in; those outside at the ends.
    @inline(__always)
    private func floor(_ place: Double) -> Int { place > 0 ? (place < Double(rows) ? Int(place) : rows) : 0 }

    /// The first row that begins at a place or behind it.
    @inline(__always)
    private func ceil(_ place: Double) -> Int {
        let row = floor(place)
        return row < rows && Double(row) < place ? row + 1 : row
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

extension SIMD4<Float> {
    fileprivate var tuple: (Float, Float, Float, Float) { (x, y, z, w) }
}

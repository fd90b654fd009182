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
    /// Rows on either side of a base that all columns so far cover as a whole, or none does: they have the same layers, kept once.
    private var alike = (Alike(), Alike())
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
        let inner = share(low + half, high - half)
        let line = paint.line * max(outer - inner, 0)
        let shade = line + paint.fill * (share(low, high) * (1 - line.w))
        let insideStart = min(ceil(top + half), end)
        let inside = insideStart..<max(insideStart, floor(bottom - half))
        // What is far outside may be as far as that.
        let reach = Double(rows) + 2 * half + 1
        var outlined = vitrail_outlined(
            fill: paint.fill.tuple, line: paint.line.tuple, shade: shade.tuple, share: share(low, high), outer: outer, inner: inner,
            low: Float(max(top, -reach)), high: Float(min(bottom, reach)), half: Float(half),
            inside: vitrail_rows(from: inside.lowerBound, to: inside.upperBound))
        beginAlike(inside)
        unsafe alike.0.layer(first..<end, inside, shade, planes, rows)
        unsafe alike.1.layer(first..<end, inside, shade, planes, rows)
        touched = touched.isEmpty ? first..<end : min(touched.lowerBound, first)..<max(touched.upperBound, end)
        var row = first
        while row < end {
            let known = next(hiddenRows, next(alike.0.rows, next(alike.1.rows, end..<end, row), row), row)
            if row < known.lowerBound {
                unsafe vitrail_layer_outlined(planes, rows, &outlined, vitrail_rows(from: row, to: min(known.lowerBound, end)))
            }
            row = known.upperBound
        }
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

    /// Of two ranges, the one that is first met from a row on: what lies behind it.
    @inline(__always)
    private func next(_ rows: Range<Int>, _ other: Range<Int>, _ row: Int) -> Range<Int> {
        rows.upperBound > row && rows.lowerBound < other.lowerBound && !rows.isEmpty ? rows : other
    }

    /// Looks how far the rows that hide go on, or begin.
    private mutating func findHidden(around place: Int) {
        var (low, high) = (hiddenRows.lowerBound, hiddenRows.upperBound)
        if hiddenRows.isEmpty { (low, high) = (place, place) }
        while high < rows, let found = hiding(high) { high = found.upperBound }
        while low > 0, let found = hiding(low - 1) { low = found.lowerBound }
        hiddenRows = low..<high
    }

    /// Rows with this one through which nothing shines; nil where something does.
    @inline(__always)
    private func hiding(_ row: Int) -> Range<Int>? {
        if alike.0.rows.contains(row) { return alike.0.through < Self.leastSeen ? alike.0.rows : nil }
        if alike.1.rows.contains(row) { return alike.1.through < Self.leastSeen ? alike.1.rows : nil }
        return unsafe planes[3 * rows + row] < Self.leastSeen ? row..<row + 1 : nil
    }

    private mutating func endColumn() {
        guard !touched.isEmpty else { return }
        unsafe alike.0.spread(alike.0.rows, planes, rows)
        unsafe alike.1.spread(alike.1.rows, planes, rows)
        alike = (Alike(), Alike())
        texels.touch(touched)
        let (planes, rows, touched) = unsafe (planes, rows, touched)
        unsafe texels.withColumn { unsafe vitrail_take_layers(planes, rows, touched.lowerBound, touched.upperBound, $0, StripPicture.lanes) }
        (self.touched, hiddenRows) = (0..<0, 0..<0)
    }

    /// Rows of a column that none has touched have the same layers from here on.
    @inline(__always)
    private mutating func beginAlike(_ inside: Range<Int>) {
        guard inside.count >= Alike.shortest, touched.isEmpty || inside.lowerBound >= touched.upperBound || inside.upperBound <= touched.lowerBound else {
            return
        }
        if alike.0.rows.isEmpty {
            alike.0 = Alike(rows: inside)
        } else if alike.1.rows.isEmpty {
            alike.1 = Alike(rows: inside)
        }
    }
}

/// Rows next to each other with the same layers, which are kept once.
private struct Alike {
    /// Fewer are not worth it.
    static let shortest = 16

    var rows = 0..<0
    /// Premultiplied, of what is seen.
    private var seen = SIMD3<Float>.zero
    /// How much shines through.
    private(set) var through: Float = 1

    init(rows: Range<Int> = 0..<0) { self.rows = rows }

    /// Adds a column below. Most of the rows stay alike: those that it covers as a whole, or those on one side of it; the others have layers of their
    /// own from here on.
    ///
    /// - Parameters:
    ///   - all: the rows that the column is drawn in.
    ///   - inside: those that it covers as a whole.
    ///   - planes: of each row its layers, as in `OutlinePainter`.
    @inline(__always)
    mutating func layer(_ all: Range<Int>, _ inside: Range<Int>, _ shade: SIMD4<Float>, _ planes: UnsafeMutablePointer<Float>, _ stride: Int) {
        guard rows.overlaps(all) else { return }
        let covered = rows.clamped(to: inside)
        if covered != rows { unsafe keep(covered, beside: all, planes, stride) }
        guard !rows.isEmpty, rows.lowerBound >= inside.lowerBound, rows.upperBound <= inside.upperBound else { return }
        seen += SIMD3(shade.x, shade.y, shade.z) * through
        through *= 1 - shade.w
    }

    private mutating func keep(_ covered: Range<Int>, beside all: Range<Int>, _ planes: UnsafeMutablePointer<Float>, _ stride: Int) {
        let before = rows.lowerBound..<max(rows.lowerBound, min(rows.upperBound, all.lowerBound))
        let behind = min(rows.upperBound, max(rows.lowerBound, all.upperBound))..<rows.upperBound
        var kept = covered
        if before.count > kept.count { kept = before }
        if behind.count > kept.count { kept = behind }
        if kept.count < Self.shortest { kept = rows.lowerBound..<rows.lowerBound }
        unsafe spread(rows.lowerBound..<kept.lowerBound, planes, stride)
        unsafe spread(kept.upperBound..<rows.upperBound, planes, stride)
        rows = kept
    }

    /// Gives each of some rows the layers.
    func spread(_ rows: Range<Int>, _ planes: UnsafeMutablePointer<Float>, _ stride: Int) {
        func fill(_ plane: Int, _ value: Float) { unsafe (planes + plane * stride + rows.lowerBound).update(repeating: value, count: rows.count) }
        fill(0, seen.x)
        fill(1, seen.y)
        fill(2, seen.z)
        fill(3, through)
    }
}

extension SIMD4<Float> {
    fileprivate var tuple: (Float, Float, Float, Float) { (x, y, z, w) }
}

import CRaster
import VitrailScene

/// Composites outlined bars that are narrower than a pixel and overlap. The picture is the same as when all of them are
/// painted in order.
///
///     ┌┬┬┐       From the last to the first, each bar shows through the bars above it. In a row of pixels, it shows
///     ││││  ─→   the share that its outline covers, and its fill in the share that the outline leaves. Rows that
///     └┴┴┘       have no transmittance left are tracked, so that bars behind them cost one comparison.
@safe package struct OutlinePainter: ~Copyable {
    /// Premultiplied colours of bars on one side of the baseline.
    package struct Paint: Sendable {
        let fill, line: SIMD4<Float>

        package init(fill: SIMD4<Float>, line: SIMD4<Float>) {
            self.fill = fill
            self.line = line
        }
    }

    /// Less transmittance is invisible.
    private static let minSeen: Float = 1 / 512

    /// Pixels: half of the outline's width.
    private let half: Double
    private let origin: Int
    private let rowStart: Double
    private let rows: Int
    /// The current pixel column, from `origin`; −1: none yet.
    private var column = -1
    /// For each row of the column: red, green and blue of the composited colour, and the transmittance.
    private let planes: UnsafeMutablePointer<Float>
    private var touched = 0..<0
    /// Rows on either side of a base that each bar so far covers either completely or not at all: they have the same
    /// layers, which are stored once.
    private var alike = (Alike(), Alike())
    /// Adjacent rows with no transmittance left.
    private(set) var hiddenRows = 0..<0
    private var texels: TileTexels

    /// - Parameters:
    ///   - box: the pixels of the picture; nothing is painted outside.
    ///   - outline: its width, pixels, > 0; half of it lies outside of a bar's edge.
    init(box: PixelRect, isVertical: Bool, outline: Double) {
        half = outline / 2
        origin = SparseTileImage.origin(of: isVertical ? box.y : box.x)
        let rows = isVertical ? box.width : box.height
        (rowStart, self.rows) = (Double(isVertical ? box.x : box.y), rows)
        texels = TileTexels(box: box, isVertical: isVertical)
        unsafe planes = .allocate(capacity: 4 * rows)
        unsafe planes.initialize(repeating: 0, count: 3 * rows)
        unsafe (planes + 3 * rows).initialize(repeating: 1, count: rows)
    }

    deinit { unsafe planes.deallocate() }

    /// Moves to a pixel column of the picture. The columns of a strip must follow one another.
    mutating func seek(to pixel: Int) {
        endColumn()
        column = pixel - origin
        texels.begin(column: column)
    }

    /// Two positions across with nothing visible between them in the column; `nil`: none are known. Infinite if the
    /// hidden rows reach the picture's edge.
    var hidden: (low: Double, high: Double)? {
        guard !hiddenRows.isEmpty else { return nil }
        return (
            hiddenRows.lowerBound > 0 ? rowStart + Double(hiddenRows.lowerBound) : -.infinity,
            hiddenRows.upperBound < rows ? rowStart + Double(hiddenRows.upperBound) : .infinity
        )
    }

    /// Paints a bar behind the present ones.
    ///
    /// - Parameters:
    ///   - low: its start along, pixels, without the outline.
    ///   - high: its end along.
    ///   - base: its start across.
    ///   - tip: its end across.
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
        // Clamp edges far outside of the picture.
        let reach = Double(rows) + 2 * half + 1
        var outlined = vitrail_outlined(
            fill: paint.fill.tuple, line: paint.line.tuple, shade: shade.tuple, share: share(low, high), outer: outer,
            inner: inner,
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
                unsafe vitrail_layer_outlined(
                    planes, rows, &outlined, vitrail_rows(from: row, to: min(known.lowerBound, end)))
            }
            row = known.upperBound
        }
        findHidden(around: (first + end) / 2)
    }

    consuming func finish() -> SparseTileImage {
        endColumn()
        return texels.finish()
    }

    // MARK: Rows

    /// The row of a position, clamped to 0…`rows`.
    @inline(__always)
    private func floor(_ position: Double) -> Int {
        position > 0 ? (position < Double(rows) ? Int(position) : rows) : 0
    }

    /// The first row that begins at or behind a position, clamped to 0…`rows`.
    @inline(__always)
    private func ceil(_ position: Double) -> Int {
        let row = floor(position)
        return row < rows && Double(row) < position ? row + 1 : row
    }

    /// `rows` if it ends behind `row` and begins before `other`; otherwise `other`.
    @inline(__always)
    private func next(_ rows: Range<Int>, _ other: Range<Int>, _ row: Int) -> Range<Int> {
        rows.upperBound > row && rows.lowerBound < other.lowerBound && !rows.isEmpty ? rows : other
    }

    /// Extends the hidden rows in both directions, from `position` if there are none.
    private mutating func findHidden(around position: Int) {
        var (low, high) = (hiddenRows.lowerBound, hiddenRows.upperBound)
        if hiddenRows.isEmpty { (low, high) = (position, position) }
        while high < rows, let found = hiding(high) { high = found.upperBound }
        while low > 0, let found = hiding(low - 1) { low = found.lowerBound }
        hiddenRows = low..<high
    }

    /// The rows around this one without transmittance; `nil`: the row is visible.
    @inline(__always)
    private func hiding(_ row: Int) -> Range<Int>? {
        if alike.0.rows.contains(row) { return alike.0.through < Self.minSeen ? alike.0.rows : nil }
        if alike.1.rows.contains(row) { return alike.1.through < Self.minSeen ? alike.1.rows : nil }
        return unsafe planes[3 * rows + row] < Self.minSeen ? row..<row + 1 : nil
    }

    private mutating func endColumn() {
        guard !touched.isEmpty else { return }
        unsafe alike.0.spread(alike.0.rows, planes, rows)
        unsafe alike.1.spread(alike.1.rows, planes, rows)
        alike = (Alike(), Alike())
        texels.touch(touched)
        let (planes, rows, touched) = unsafe (planes, rows, touched)
        unsafe texels.withColumn {
            unsafe vitrail_take_layers(planes, rows, touched.lowerBound, touched.upperBound, $0, SparseTileImage.lanes)
        }
        (self.touched, hiddenRows) = (0..<0, 0..<0)
    }

    /// Starts a group of rows with equal layers, if no bar has touched them yet.
    @inline(__always)
    private mutating func beginAlike(_ inside: Range<Int>) {
        guard inside.count >= Alike.shortest,
            touched.isEmpty || inside.lowerBound >= touched.upperBound || inside.upperBound <= touched.lowerBound
        else {
            return
        }
        if alike.0.rows.isEmpty {
            alike.0 = Alike(rows: inside)
        } else if alike.1.rows.isEmpty {
            alike.1 = Alike(rows: inside)
        }
    }
}

/// Adjacent rows with equal layers, which are stored once.
private struct Alike {
    /// Fewer rows are not worth a group.
    static let shortest = 16

    var rows = 0..<0
    /// Premultiplied: the composited colour.
    private var seen = SIMD3<Float>.zero
    /// Transmittance.
    private(set) var through: Float = 1

    init(rows: Range<Int> = 0..<0) { self.rows = rows }

    /// Adds a bar below the present layers. The group keeps the rows that the bar covers completely, or the rows on one
    /// side of it, whichever are most. The other rows get layers of their own from here on.
    ///
    /// - Parameters:
    ///   - all: the rows that the bar is drawn in.
    ///   - inside: the rows that it covers completely.
    ///   - planes: the layers of each row, as in `OutlinePainter`.
    @inline(__always)
    mutating func layer(
        _ all: Range<Int>, _ inside: Range<Int>, _ shade: SIMD4<Float>, _ planes: UnsafeMutablePointer<Float>,
        _ stride: Int
    ) {
        guard rows.overlaps(all) else { return }
        let covered = rows.clamped(to: inside)
        if covered != rows { unsafe keep(covered, beside: all, planes, stride) }
        guard !rows.isEmpty, rows.lowerBound >= inside.lowerBound, rows.upperBound <= inside.upperBound else { return }
        seen += SIMD3(shade.x, shade.y, shade.z) * through
        through *= 1 - shade.w
    }

    private mutating func keep(
        _ covered: Range<Int>, beside all: Range<Int>, _ planes: UnsafeMutablePointer<Float>, _ stride: Int
    ) {
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

    /// Copies the layers to each of some rows.
    func spread(_ rows: Range<Int>, _ planes: UnsafeMutablePointer<Float>, _ stride: Int) {
        func fill(_ plane: Int, _ value: Float) {
            unsafe (planes + plane * stride + rows.lowerBound).update(repeating: value, count: rows.count)
        }
        fill(0, seen.x)
        fill(1, seen.y)
        fill(2, seen.z)
        fill(3, through)
    }
}

extension SIMD4<Float> {
    fileprivate var tuple: (Float, Float, Float, Float) { (x, y, z, w) }
}

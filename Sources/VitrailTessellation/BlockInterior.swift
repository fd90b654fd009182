import VitrailDrawList
import VitrailScene

/// The parts of blocks whose pixels trapezoids cover completely: at most one range of rows per strip of four pixel
/// columns (or of columns, in strips of rows). The rest of each block contains edges.
///
///     ╱▔▔╲   ╱▔▔╲       ▒▒▒▒▒▒▒▒▒   ▒: coverage computed per pixel from the trapezoids
///     │   ╲_╱   │   →   ▒███▒▒███   █: rectangles of whole pixels. Rows that neighbouring strips share form
///     │         │       █████████      one rectangle; so do rows that pairs of neighbours share, and so on.
///     └─────────┘       ▒▒▒▒▒▒▒▒▒
struct BlockInterior {
    /// Pixels. Ranges begin and end on the grid of the blocks that rasterisers shade.
    private static let side = 4
    /// Min length of a range, in pixels. A shorter one is not worth a rectangle.
    private static let minimum = 16
    /// Min share of a column's width that trapezoids without a gap cover; slightly below 1 because of rounding.
    static let whole: Float = 0.999

    /// A pixel column, as long as its trapezoids cover it completely.
    private struct Column {
        /// Largest position of an upper curve, and smallest position of a lower curve.
        var top = -Float.infinity
        var bottom = Float.infinity
        /// The width of the column that trapezoids cover, in pixels along the axis.
        var width: Float = 0
    }

    private var columns: [Column]

    init(columnCount: Int) {
        columns = Array(repeating: Column(), count: columnCount)
    }

    /// Adds a trapezoid.
    ///
    /// - Parameters:
    ///   - range: the columns that it touches.
    ///   - start: the pixel position of column 0.
    mutating func add(_ a: AreaVertex, _ b: AreaVertex, columns range: Range<Int>, from start: Int) {
        let (left, right) = a.along < b.along ? (a, b) : (b, a)
        guard max(abs(left.second - left.first), abs(right.second - right.first)) >= Float(Self.minimum) else {
            for column in range { columns[column].top = .infinity }
            return
        }
        let isOrdered = left.first + right.first <= left.second + right.second
        let upper = isOrdered ? (left.first, right.first) : (left.second, right.second)
        let lower = isOrdered ? (left.second, right.second) : (left.first, right.first)
        let scale = 1 / (right.along - left.along)
        for column in range {
            let position = Float(start + column)
            let (from, to) = (max(left.along, position), min(right.along, position + 1))
            let (t0, t1) = ((from - left.along) * scale, (to - left.along) * scale)
            let (rise, fall) = (upper.1 - upper.0, lower.1 - lower.0)
            columns[column].top = max(columns[column].top, upper.0 + max(rise * t0, rise * t1))
            columns[column].bottom = min(columns[column].bottom, lower.0 + min(fall * t0, fall * t1))
            columns[column].width += to - from
        }
    }

    /// The rows that are completely covered in all columns of a block.
    ///
    /// - Parameters:
    ///   - range: the block's columns, without columns outside the clip.
    ///   - rows: the block's rows.
    /// - Returns: nil if no range is long enough for a rectangle.
    func stretch(of range: Range<Int>, rows: Range<Int>) -> Range<Int>? {
        var (top, bottom) = (Float(rows.lowerBound), Float(rows.upperBound))
        for column in columns[range] {
            guard column.width > Self.whole else { return nil }
            (top, bottom) = (max(top, column.top), min(bottom, column.bottom))
        }
        guard bottom - top >= Float(Self.minimum) else { return nil }
        // Where the clip cuts a block, the block may begin or end between the lines of the grid.
        let first =
            top == Float(rows.lowerBound)
            ? rows.lowerBound : (Int(top.rounded(.up)) + Self.side - 1) / Self.side * Self.side
        let end = bottom == Float(rows.upperBound) ? rows.upperBound : Int(bottom) / Self.side * Self.side
        return end - first >= Self.minimum ? first..<end : nil
    }

    /// Rectangles that together cover the given ranges of all strips.
    ///
    /// - Complexity: O(n). Returns at most two rectangles per strip.
    static func pieces(_ stretches: [Range<Int>?]) -> [(strips: Range<Int>, rows: Range<Int>)] {
        var pieces: [(strips: Range<Int>, rows: Range<Int>)] = []
        func add(_ strips: Range<Int>, _ rows: Range<Int>) {
            if !rows.isEmpty { pieces.append((strips, rows)) }
        }
        /// Adds the rows that only one half of the strips has. Returns the rows that all strips share.
        func common(_ strips: Range<Int>) -> Range<Int> {
            guard strips.count > 1 else { return stretches[strips.lowerBound] ?? 0..<0 }
            let middle = (strips.lowerBound + strips.upperBound) / 2
            let (left, right) = (strips.lowerBound..<middle, middle..<strips.upperBound)
            let (leftRows, rightRows) = (common(left), common(right))
            let rows = leftRows.overlaps(rightRows) ? leftRows.clamped(to: rightRows) : 0..<0
            for (half, own) in [(left, leftRows), (right, rightRows)] {
                add(half, rows.isEmpty ? own : own.lowerBound..<rows.lowerBound)
                if !rows.isEmpty { add(half, rows.upperBound..<own.upperBound) }
            }
            return rows
        }
        if !stretches.isEmpty { add(stretches.indices, common(stretches.indices)) }
        return pieces
    }
}

extension DrawListBuilder {
    /// Fills rectangles of whole pixels within `clip`.
    ///
    /// - Parameter colors: premultiplied. Either one colour, or one for each row of `clip` (for each column if
    ///   `isVertical`).
    mutating func drawInsides(
        _ insides: [PixelRect], isVertical: Bool, _ colors: [SIMD4<Float>], clip: PixelRect, label: String
    ) {
        guard !insides.isEmpty, let first = colors.first else { return }
        guard colors.count > 1 else {
            let color = Color(premultiplied: SIMD4<Double>(first)).packed
            return drawBoxes(clip: clip, label: label) { quads in
                for rect in insides {
                    quads.append(QuadVertex(rect: rect.plotRect, texels: rect.plotRect, color: color))
                }
            }
        }
        let start = quads.count
        for rect in insides {
            // One texel long, because the colour is constant along the axis.
            let (x, y) = isVertical ? (rect.x - clip.x, 0) : (0, rect.y - clip.y)
            let texels = PixelRect(x: x, y: y, width: isVertical ? rect.width : 1, height: isVertical ? 1 : rect.height)
            quads.append(QuadVertex(rect: rect.plotRect, texels: texels.plotRect, color: Color.white.packed))
        }
        let picture = PixelImage(
            size: PixelSize(width: isVertical ? colors.count : 1, height: isVertical ? 1 : colors.count),
            pixels: colors.flatMap { color in (0..<4).map { UInt8(share: color[$0]) } })
        draw(
            .glyph, blend, .quad, first: start, count: insides.count, textures: [.texture(texture(picture))],
            uniforms: DrawUniforms(size: size), scissor: clip, label: label)
    }
}

import VitrailScene

/// Where slices cover every pixel of a block whole: one stretch of rows in each strip of four pixel columns (or of columns, in strips of rows). What is
/// left of the blocks lies along edges.
///
///     ╱▔▔╲   ╱▔▔╲       ▒▒▒▒▒▒▒▒▒   slices, worked out in each pixel
///     │   ╲_╱   │   →   ▒███▒▒███   rectangles of whole pixels: what neighbours have in common is one, and what neighbours
///     │         │       █████████   of those have in common
///     └─────────┘       ▒▒▒▒▒▒▒▒▒
struct BlockInsides {
    /// Pixels: stretches begin and end on the grid of the squares that rasterisers shade.
    private static let side = 4
    /// Pixels: what is shorter is not worth a rectangle.
    private static let least = 16
    /// How much of a column lies in slices if there is no gap, but for rounding.
    static let whole: Float = 0.999

    /// A pixel column, as long as its slices leave nothing out of it.
    private struct Column {
        /// Below all upper curves, and above all lower ones.
        var top = -Float.infinity
        var bottom = Float.infinity
        /// How much of it lies in slices, along the axis.
        var width: Float = 0
    }

    private var columns: [Column]

    init(columnCount: Int) {
        columns = Array(repeating: Column(), count: columnCount)
    }

    /// Notes a slice.
    ///
    /// - Parameters:
    ///   - range: columns that it lies in.
    ///   - start: the pixel that column 0 is.
    mutating func add(_ a: AreaVertex, _ b: AreaVertex, columns range: Range<Int>, from start: Int) {
        let (left, right) = a.along < b.along ? (a, b) : (b, a)
        guard max(abs(left.second - left.first), abs(right.second - right.first)) >= Float(Self.least) else {
            for column in range { columns[column].top = .infinity }
            return
        }
        let isOrdered = left.first + right.first <= left.second + right.second
        let upper = isOrdered ? (left.first, right.first) : (left.second, right.second)
        let lower = isOrdered ? (left.second, right.second) : (left.first, right.first)
        let scale = 1 / (right.along - left.along)
        for column in range {
            let place = Float(start + column)
            let (from, to) = (max(left.along, place), min(right.along, place + 1))
            let (t0, t1) = ((from - left.along) * scale, (to - left.along) * scale)
            let (rise, fall) = (upper.1 - upper.0, lower.1 - lower.0)
            columns[column].top = max(columns[column].top, upper.0 + max(rise * t0, rise * t1))
            columns[column].bottom = min(columns[column].bottom, lower.0 + min(fall * t0, fall * t1))
            columns[column].width += to - from
        }
    }

    /// What is covered whole of a block.
    ///
    /// - Parameters:
    ///   - range: the block's columns, those beyond the clip left out.
    ///   - rows: the block's rows.
    /// - Returns: nil = nothing that is worth a rectangle.
    func stretch(of range: Range<Int>, rows: Range<Int>) -> Range<Int>? {
        var (top, bottom) = (Float(rows.lowerBound), Float(rows.upperBound))
        for column in columns[range] {
            guard column.width > Self.whole else { return nil }
            (top, bottom) = (max(top, column.top), min(bottom, column.bottom))
        }
        guard bottom - top >= Float(Self.least) else { return nil }
        // A block may begin or end between the grid's lines, where the clip does.
        let first = top == Float(rows.lowerBound) ? rows.lowerBound : (Int(top.rounded(.up)) + Self.side - 1) / Self.side * Self.side
        let end = bottom == Float(rows.upperBound) ? rows.upperBound : Int(bottom) / Self.side * Self.side
        return end - first >= Self.least ? first..<end : nil
    }

    /// Rectangles that make up the stretches of strips.
    ///
    /// - Complexity: O(n): two for each strip at most.
    static func pieces(_ stretches: [Range<Int>?]) -> [(strips: Range<Int>, rows: Range<Int>)] {
        var pieces: [(strips: Range<Int>, rows: Range<Int>)] = []
        func add(_ strips: Range<Int>, _ rows: Range<Int>) {
            if !rows.isEmpty { pieces.append((strips, rows)) }
        }
        /// Adds what only one half of some strips has. Returns what is common to them all.
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
    /// Paints rectangles of whole pixels within `clip`.
    ///
    /// - Parameter colors: premultiplied: one, or one for each row of `clip` (for each column where `isVertical`).
    mutating func drawInsides(_ insides: [PixelRect], isVertical: Bool, _ colors: [SIMD4<Float>], clip: PixelRect, label: String) {
        guard !insides.isEmpty, let first = colors.first else { return }
        guard colors.count > 1 else {
            let color = Color(premultiplied: SIMD4<Double>(first)).packed
            return drawBoxes(clip: clip, label: label) { quads in
                for rect in insides { quads.append(QuadVertex(rect: rect.plotRect, texels: rect.plotRect, color: color)) }
            }
        }
        let start = quads.count
        for rect in insides {
            // One texel long: along the axis it goes on.
            let (x, y) = isVertical ? (rect.x - clip.x, 0) : (0, rect.y - clip.y)
            let texels = PixelRect(x: x, y: y, width: isVertical ? rect.width : 1, height: isVertical ? 1 : rect.height)
            quads.append(QuadVertex(rect: rect.plotRect, texels: texels.plotRect, color: Color.white.packed))
        }
        let picture = PixelImage(
            size: PixelSize(width: isVertical ? colors.count : 1, height: isVertical ? 1 : colors.count),
            pixels: colors.flatMap { color in (0..<4).map { UInt8(share: color[$0]) } })
        draw(
            .colorGlyph, blend, .quad, first: start, count: insides.count, textures: [.texture(texture(picture))],
            uniforms: DrawUniforms(size: size), scissor: clip, label: label)
    }
}

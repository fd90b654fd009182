import VitrailDrawList
import VitrailScene

/// Splits rectangles with outlines, round corners or gradients into whole pixels of the plain fill and edges. `rect`
/// evaluates outlines and corners in each pixel that it draws, so it draws only the edges.
///
///     ╭────────╮      ╭──────╮  edges: up to four strips
///     │        │  →   │┌────┐│
///     │        │      ││    ││  inside: a rectangle of one colour, or a picture one texel wide
///     └────────┘      └┴────┴┘
///
/// Long rows of an opaque gradient, such as a background's, are also drawn as rectangles of one colour, because setting
/// pixels costs less than reading texels.
struct RectInterior {
    /// Edges for `rect`, in the order of the rectangles.
    private(set) var edges: [RectVertex] = []
    /// Insides of one colour.
    private(set) var plain: [QuadVertex] = []
    /// Insides with gradients. Their texels lie side by side in `picture`, across the gradients.
    private(set) var graded: [QuadVertex] = []
    private(set) var picture = PixelImage(size: PixelSize(width: 0, height: 0), pixels: [])

    /// Max number of rectangles in a batch, because each is compared with all others.
    static let maximum = 256
    static let edgesPerRect = 4
    /// Min number of pixels of an inside.
    private static let minimum = 1_024
    /// Min length of a gradient's row that gets its own quad, in pixels.
    private static let longRow = 512
    /// Max number of texels in `picture`.
    private static let maxTexels = 1 << 18
    /// Insides begin and end on the grid of the blocks that rasterisers shade.
    private static let side: Float = 4

    /// - Returns: nil if splitting gains nothing, or if an inside overlaps another rectangle. Then the rectangles are
    ///   drawn in order.
    init?(_ vertices: ArraySlice<RectVertex>, gradientAxis: RectBatch.GradientAxis, clip: PixelRect) {
        guard vertices.count <= Self.maximum else { return nil }
        let insides = vertices.map { Self.inside(of: $0, clip: clip) }
        guard insides.contains(where: { !$0.isEmpty }) else { return nil }
        let outlines = vertices.map { PixelRect(touching: $0.box, in: clip) }
        for (i, inside) in insides.enumerated() where !inside.isEmpty {
            for (j, other) in outlines.enumerated() where j != i && !inside.intersection(other).isEmpty { return nil }
        }
        let isVertical = gradientAxis == .vertical
        var gradients: [Gradient] = []
        for (vertex, (inside, outline)) in zip(vertices, zip(insides, outlines)) {
            guard !inside.isEmpty else {
                edges.append(vertex)
                continue
            }
            appendEdges(of: vertex, outline, around: inside)
            if vertex.fill == vertex.fillEnd {
                if vertex.fill >> 24 > 0 {
                    plain.append(QuadVertex(rect: inside.plotRect, texels: inside.plotRect, color: vertex.fill))
                }
            } else {
                let gradient = Gradient(vertex, inside, isVertical: isVertical)
                if gradient.isOpaque, gradient.rowLength >= Self.longRow {
                    appendRows(of: gradient)
                } else {
                    gradients.append(gradient)
                }
            }
        }
        let length = gradients.map(\.colors.count).max() ?? 0
        guard length * gradients.count <= Self.maxTexels else { return nil }
        paint(gradients, length: length, isVertical: isVertical)
    }

    /// The pixels that the fill covers completely and the outline does not touch. Empty if they are fewer than the minimum.
    private static func inside(of vertex: RectVertex, clip: PixelRect) -> PixelRect {
        let (stroke, tip) = (vertex.strokeWidth / 2, max(vertex.strokeWidth / 2, vertex.tipRadius))
        let kind = RectBatch.Tip(rawValue: Int(vertex.tip)) ?? .all
        let rect = vertex.rect
        func edge(_ position: Float, _ end: Int, rising: Bool) -> Float {
            // Where the clip cuts the inside, it may end between the lines of the grid.
            if rising ? position <= Float(end) : position >= Float(end) { return Float(end) }
            return (position / side).rounded(rising ? .up : .down) * side
        }
        let inner = PlotRect(
            minX: edge(rect.minX + (kind == .left ? tip : stroke), clip.x, rising: true),
            minY: edge(rect.minY + (kind == .top || kind == .all ? tip : stroke), clip.y, rising: true),
            maxX: edge(rect.maxX - (kind == .right ? tip : stroke), clip.maxX, rising: false),
            maxY: edge(rect.maxY - (kind == .bottom || kind == .all ? tip : stroke), clip.maxY, rising: false))
        guard inner.minX < inner.maxX, inner.minY < inner.maxY else { return .none }
        let pixels = PixelRect(touching: inner, in: clip)
        return pixels.width * pixels.height >= minimum ? pixels : .none
    }

    /// Appends the strips around the inside. The strips above and below are as wide as the outline, the left and right
    /// ones as high as the inside.
    private mutating func appendEdges(of vertex: RectVertex, _ outline: PixelRect, around inside: PixelRect) {
        let (left, right) = (inside.x - outline.x, outline.maxX - inside.maxX)
        let strips = [
            PixelRect(x: outline.x, y: outline.y, width: outline.width, height: inside.y - outline.y),
            PixelRect(x: outline.x, y: inside.y, width: left, height: inside.height),
            PixelRect(x: inside.maxX, y: inside.y, width: right, height: inside.height),
            PixelRect(x: outline.x, y: inside.maxY, width: outline.width, height: outline.maxY - inside.maxY),
        ]
        for strip in strips where !strip.isEmpty {
            var edge = vertex
            edge.box = strip.plotRect
            edges.append(edge)
        }
    }

    // MARK: Gradients

    /// The inside of a rectangle with a gradient.
    private struct Gradient {
        let inside: PixelRect
        let isVertical: Bool
        /// Premultiplied, along the gradient.
        let colors: [SIMD4<UInt8>]

        init(_ vertex: RectVertex, _ inside: PixelRect, isVertical: Bool) {
            (self.inside, self.isVertical) = (inside, isVertical)
            let (low, high) = isVertical ? (vertex.rect.minY, vertex.rect.maxY) : (vertex.rect.minX, vertex.rect.maxX)
            let start = Color(packed: vertex.fill).premultiplied
            let change = Color(packed: vertex.fillEnd).premultiplied - start
            colors = (isVertical ? inside.y..<inside.maxY : inside.x..<inside.maxX).map { position in
                let share = min(max((Float(position) + 0.5 - low) / max(high - low, 1e-6), 0), 1)
                return SIMD4<UInt8>(((start + change * share) * 255).rounded(.toNearestOrAwayFromZero))
            }
        }

        var isOpaque: Bool { colors.allSatisfy { $0.w == 255 } }
        /// Length of a row, across the gradient, in pixels.
        var rowLength: Int { isVertical ? inside.width : inside.height }

        /// The rectangle of some rows. Rows are counted from the inside's start.
        func rect(_ rows: Range<Int>) -> PixelRect {
            isVertical
                ? PixelRect(x: inside.x, y: inside.y + rows.lowerBound, width: inside.width, height: rows.count)
                : PixelRect(x: inside.x + rows.lowerBound, y: inside.y, width: rows.count, height: inside.height)
        }
    }

    /// Appends a quad for each run of rows of one colour.
    private mutating func appendRows(of gradient: Gradient) {
        let colors = gradient.colors
        var start = 0
        for end in 1...colors.count where end == colors.count || colors[end] != colors[start] {
            let color = colors[start]
            let rect = gradient.rect(start..<end).plotRect
            plain.append(
                QuadVertex(rect: rect, texels: rect, color: Color(red: color.x, green: color.y, blue: color.z).packed))
            start = end
        }
    }

    private mutating func paint(_ gradients: [Gradient], length: Int, isVertical: Bool) {
        guard !gradients.isEmpty else { return }
        picture = PixelImage(
            size: isVertical
                ? PixelSize(width: gradients.count, height: length) : PixelSize(width: length, height: gradients.count))
        for (i, gradient) in gradients.enumerated() {
            for (k, color) in gradient.colors.enumerated() {
                if isVertical { picture[i, k] = color } else { picture[k, i] = color }
            }
            let count = gradient.colors.count
            let texels =
                isVertical
                ? PixelRect(x: i, y: 0, width: 1, height: count) : PixelRect(x: 0, y: i, width: count, height: 1)
            graded.append(
                QuadVertex(rect: gradient.inside.plotRect, texels: texels.plotRect, color: Color.white.packed))
        }
    }
}

extension DrawListBuilder {
    /// Draws insides. The caller draws the edges afterwards.
    mutating func draw(_ insides: RectInterior, clip: PixelRect, label: String) {
        drawBoxes(clip: clip, label: label) { $0 += insides.plain }
        guard !insides.graded.isEmpty else { return }
        let first = quads.count
        quads += insides.graded
        draw(
            .glyph, blend, .quad, first: first, count: insides.graded.count,
            textures: [.texture(texture(insides.picture))],
            uniforms: DrawUniforms(size: size), scissor: clip, label: label)
    }
}

extension Color {
    fileprivate init(packed: UInt32) {
        func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: packed >> shift) }
        self.init(red: byte(0), green: byte(8), blue: byte(16), alpha: byte(24))
    }
}

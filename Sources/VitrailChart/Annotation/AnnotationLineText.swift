import VitrailScene

/// Text of a line or a band: beside or above the line, or inside the band, at the least occupied position. All in
/// points of the chart.
struct AnnotationLineText {
    let plot: Rect
    /// Colour behind the plot area.
    let background: Color
    /// Frames of texts drawn so far.
    var taken: [Rect] = []
    let marks: MarkObstacles

    /// Distances in points from the plot area's edges, and from the line.
    private static let (edge, distance) = (4.0, 2.0)

    /// - Parameter box: frame of the line or band.
    mutating func draw(_ annotation: Annotation, _ box: Rect, _ context: inout OverlayContext) -> Bool {
        let limits = TextBlock.Limits(
            width: min(annotation.maxWidth ?? .infinity, plot.width - 2 * Self.edge),
            height: plot.height - 2 * Self.edge)
        guard
            let block = TextBlock(
                fitting: annotation.lineText, context.full(annotation.font), within: limits, context.typesetter)
        else { return false }
        let boxes = positions(annotation, box, block).map {
            Rect(x: $0.x, y: $0.y, width: block.width, height: block.height)
        }
        let inside = boxes.filter { plot.contains($0) }
        let free =
            inside.first { box in !taken.contains { $0.overlaps(box) } && !marks.touch(box) }
            ?? inside.first { box in !taken.contains { $0.overlaps(box) } } ?? inside.first
        guard let position = free else { return false }
        taken.append(position)
        context.draw(block, TextAnchor(x: position.x, y: position.y, across: 0, down: 0), color(annotation))
        return true
    }

    /// A line's text has the line's colour if it is readable.
    private func color(_ annotation: Annotation) -> Color? {
        if let color = annotation.textColor { return color }
        guard let line = annotation.backgroundColor, line.alpha == 255, line.contrast(with: background) >= 4.5 else {
            return nil
        }
        return line
    }

    /// Candidate top left corners, the best first.
    private func positions(_ annotation: Annotation, _ box: Rect, _ block: TextBlock) -> [(x: Double, y: Double)] {
        let (left, right) = (plot.x + Self.edge, plot.maxX - Self.edge - block.width)
        let (top, bottom) = (plot.y + Self.edge, plot.maxY - Self.edge - block.height)
        if annotation.stretchToBoundsOnX {
            let (above, below) = (box.y - Self.distance - block.height, box.maxY + Self.distance)
            let beside = [(right, above), (left, above), (right, below), (left, below)]
            guard annotation.isSpanning.y, box.height >= block.height + 2 * Self.distance else { return beside }
            let visible = (max(box.y, plot.y) + Self.distance, min(box.maxY, plot.maxY) - Self.distance - block.height)
            return [(right, visible.0), (left, visible.0), (right, visible.1), (left, visible.1)] + beside
        }
        let (after, before) = (box.maxX + Self.distance + 1, box.x - Self.distance - 1 - block.width)
        let beside = [(after, top), (before, top), (after, bottom), (before, bottom)]
        guard annotation.isSpanning.x else { return beside }
        let (low, high) = (max(box.x, plot.x), min(box.maxX, plot.maxX))
        guard high - low >= block.width + 2 * Self.distance else { return beside }
        let middle = (low + high - block.width) / 2
        return [(middle, top), (middle, bottom)] + beside
    }
}

extension Rect {
    func contains(_ other: Rect) -> Bool { other.x >= x && other.maxX <= maxX && other.y >= y && other.maxY <= maxY }
}

/// Marks of series that texts avoid: lines, bars and discs, but not fills of areas.
struct MarkObstacles {
    /// In device pixels.
    private let marks: [Mark]
    private let scale: Double
    /// Origin of the chart on its surface in points.
    private let origin: (x: Double, y: Double)

    /// Marks with more points are ignored, because each text tests every point.
    private static let maxPoints = 100_000

    init(_ marks: [Mark], scale: Double, origin: (x: Double, y: Double)) {
        (self.marks, self.scale, self.origin) = (marks, scale, origin)
    }

    /// - Parameter box: points of the chart.
    func touch(_ box: Rect) -> Bool {
        let box = box.moved(x: origin.x, y: origin.y)
        let rect = PlotRect(
            minX: Float(box.x * scale), minY: Float(box.y * scale), maxX: Float(box.maxX * scale),
            maxY: Float(box.maxY * scale))
        return marks.contains { touches($0, rect) }
    }

    private func touches(_ mark: Mark, _ rect: PlotRect) -> Bool {
        switch mark.shape {
        case .polyline(let line):
            let half = line.width / 2
            let wide = PlotRect(
                minX: rect.minX - half, minY: rect.minY - half, maxX: rect.maxX + half, maxY: rect.maxY + half)
            return line.points.count <= Self.maxPoints
                && zip(line.points, line.points.dropFirst()).contains { wide.meets($0, $1) }
        case .rects(let batch):
            return batch.items.count <= Self.maxPoints
                && batch.items.contains { item in
                    item.rect.minX < rect.maxX && rect.minX < item.rect.maxX && item.rect.minY < rect.maxY
                        && rect.minY < item.rect.maxY
                }
        case .discs(let batch):
            return batch.items.count <= Self.maxPoints
                && batch.items.contains { item in
                    let x = item.center.x - min(max(item.center.x, rect.minX), rect.maxX)
                    let y = item.center.y - min(max(item.center.y, rect.minY), rect.maxY)
                    return x * x + y * y < item.radius * item.radius
                }
        default: return false
        }
    }
}

extension PlotRect {
    /// Whether a segment enters the rectangle; `false` for a segment with a non-finite end.
    fileprivate func meets(_ a: PlotPoint, _ b: PlotPoint) -> Bool {
        guard a.isFinite, b.isFinite else { return false }
        var (low, high): (Float, Float) = (0, 1)
        for (start, way, from, to) in [(a.x, b.x - a.x, minX, maxX), (a.y, b.y - a.y, minY, maxY)] {
            guard way != 0 else {
                if start < from || start > to { return false }
                continue
            }
            let (t, u) = ((from - start) / way, (to - start) / way)
            low = max(low, min(t, u))
            high = min(high, max(t, u))
        }
        return low <= high
    }
}

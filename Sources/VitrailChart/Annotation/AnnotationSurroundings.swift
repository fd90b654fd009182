/// Texts, lines and edges that an annotation of a description avoids. All in points of the chart.
struct AnnotationSurroundings {
    /// Axes and plot area; annotations stay inside.
    var canvas: Rect
    var plot: Rect
    /// Frames of tick labels, and the directions of their axes.
    var tickLabels: [(frame: Rect, axis: Axis.Direction)] = []
    /// Lines of other annotations, with their indexes, and lines of axes.
    var lines: [(index: Int?, frame: Rect)] = []
    /// Legend inside the plot area; it covers annotations.
    var legend: Rect?

    /// Distance in points between a line and a text moved beside it.
    private static let besideLine = 1.0

    /// Moves a box by the least distance that keeps it inside the canvas, off lines that would strike through its text,
    /// and if possible off tick labels and a legend.
    ///
    /// - Parameters:
    ///   - hidesLines: whether the box has a background, so that no line runs through its text.
    ///   - padding: distance between the box and the part to keep clear.
    func settled(_ box: Rect, index: Int, hidesLines: Bool, padding: Insets) -> Rect {
        let ink = box.inset(padding)
        let moved = settled(ink: ink, others: hidesLines ? [] : lines.filter { $0.index != index }.map(\.frame))
        return box.moved(x: moved.x - ink.x, y: moved.y - ink.y)
    }

    private func settled(ink: Rect, others: [Rect]) -> Rect {
        let start = clamped(ink, to: canvas)
        let covers = tickLabels.map(\.frame) + (legend.map { [$0] } ?? [])
        func isStruck(_ box: Rect) -> Bool { others.contains { $0.overlaps(box) } }
        func isCovered(_ box: Rect) -> Bool { covers.contains { $0.overlaps(box) } }
        guard isStruck(start) || isCovered(start) else { return start }

        let gap = Self.besideLine
        var xs = [0, clamped(start, to: plot).x - start.x]
        var ys = [0, clamped(start, to: plot).y - start.y]
        for line in others where line.overlaps(start) {
            if line.width > line.height {
                ys += [line.y - gap - start.maxY, line.maxY + gap - start.y]
            } else {
                xs += [line.maxX + gap - start.x, line.x - gap - start.maxX]
            }
        }
        if let legend, legend.overlaps(start) {
            xs += [legend.x - gap - start.maxX, legend.maxX + gap - start.x]
            ys += [legend.y - gap - start.maxY, legend.maxY + gap - start.y]
        }
        let boxes = ys.flatMap { y in xs.map { x in start.moved(x: x, y: y) } }.filter { isInside($0) }
            .map { (box: $0, way: abs($0.x - start.x) + abs($0.y - start.y)) }
            .enumerated().sorted { ($0.element.way, $0.offset) < ($1.element.way, $1.offset) }.map(\.element.box)
        return boxes.first { !isStruck($0) && !isCovered($0) } ?? boxes.first { !isStruck($0) } ?? start
    }

    /// Axis whose tick labels a box covers.
    func axis(under box: Rect) -> Axis.Direction? { tickLabels.first { $0.frame.overlaps(box) }?.axis }

    private func isInside(_ box: Rect) -> Bool {
        let held = clamped(box, to: canvas)
        return abs(held.x - box.x) < 1e-6 && abs(held.y - box.y) < 1e-6
    }

    private func clamped(_ box: Rect, to area: Rect) -> Rect {
        var box = box
        box.x = max(area.x, min(box.x, area.maxX - box.width))
        box.y = max(area.y, min(box.y, area.maxY - box.height))
        return box
    }
}

extension Rect {
    /// Whether the rectangles share more than an edge.
    func overlaps(_ other: Rect) -> Bool {
        x < other.maxX - 1e-6 && other.x < maxX - 1e-6 && y < other.maxY - 1e-6 && other.y < maxY - 1e-6
    }
}

extension Annotation.Anchor {
    /// Moves a box from its centred position to the anchor's side.
    func moved(_ box: Rect, gap: Double) -> Rect {
        let (dx, dy) = (box.width / 2 + gap, box.height / 2 + gap)
        switch self {
        case .center: return box
        case .above: return box.moved(x: 0, y: -dy)
        case .below: return box.moved(x: 0, y: dy)
        case .left: return box.moved(x: -dx, y: 0)
        case .right: return box.moved(x: dx, y: 0)
        case .aboveLeft: return box.moved(x: -dx, y: -dy)
        case .aboveRight: return box.moved(x: dx, y: -dy)
        case .belowLeft: return box.moved(x: -dx, y: dy)
        case .belowRight: return box.moved(x: dx, y: dy)
        }
    }
}

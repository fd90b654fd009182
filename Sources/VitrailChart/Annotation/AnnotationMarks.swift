import VitrailColumns
import VitrailScales
import VitrailScene

/// Annotations → marks: positions each annotation and lets it draw itself.
struct AnnotationMarks {
    /// Plot area.
    let plot: PixelRect
    /// Frame of the chart on its surface in points.
    let frame: Rect
    /// Whether annotations over the data stay inside the chart.
    let isBounded: Bool
    let context: OverlayContext
    /// Data → absolute device pixels for an annotation's axes. `nil`: the chart has no such axis.
    let xScale: (Annotation) throws(ChartError) -> (axis: Axis, scale: AxisScale)?
    let yScale: (Annotation) throws(ChartError) -> (axis: Axis, scale: AxisScale)?
    let warn: (ChartWarning) -> Void
    /// Texts, lines and edges that annotations avoid.
    var surroundings: AnnotationSurroundings

    func marks(_ annotation: Annotation, index: Int) throws(ChartError) -> [Mark] {
        guard annotation.opacity > 0, var box = try box(annotation, index: index, isFirst: true) else { return [] }
        var context = context
        context.label = "annotations[\(index)]"
        // The text is complete while its position is in view.
        context.clip = clip(annotation, box, context)
        if annotation.isFree { box = placed(annotation, box, index: index) }
        annotation.update(&box, in: context.plotArea)
        if !annotation.isFree || !annotation.givesWay { context.clip = clip(annotation, box, context) }
        try drawArrow(annotation, from: box, index: index, &context)
        annotation.draw(in: box, &context)
        return Self.faded(context.marks, annotation.opacity, id: index)
    }

    /// Final box for a box that is centred on its position.
    private func placed(_ annotation: Annotation, _ box: Rect, index: Int) -> Rect {
        let isInView = isInside(box)
        let offset = annotation.offset
        var box = annotation.anchor.moved(box, gap: Annotation.anchorGap).moved(x: offset.x, y: offset.y)
        guard annotation.givesWay, isInView else { return box }
        let hidesLines =
            annotation.backgroundColor?.alpha ?? 0 > 127 || annotation.image != nil || annotation.label.isEmpty
        // Without a background, only the text must be free, not its padding.
        let pad = hidesLines ? (x: 0, y: 0) : Annotation.textPadding
        let padding = Insets(top: pad.y, left: pad.x, bottom: pad.y, right: pad.x)
        box = surroundings.settled(box, index: index, hidesLines: hidesLines, padding: padding)
        if annotation.position == .aboveData, let axis = surroundings.axis(under: box.inset(padding)) {
            let reason = "it covers tick labels of the \(axis.rawValue)-axis; \"offset\" moves it"
            warn(.doubtful(path: "annotations[\(index)]", reason: reason))
        }
        return box
    }

    private func drawArrow(
        _ annotation: Annotation, from box: Rect, index: Int, _ context: inout OverlayContext
    ) throws(ChartError) {
        guard let target = annotation.arrow else { return }
        let path = "annotations[\(index)].arrow"
        let x = try direction(.x, size: 0, stretches: false).extent(
            target.x, nil, on: try xScale(annotation), "\(path).x")
        let y = try direction(.y, size: 0, stretches: false).extent(
            target.y, nil, on: try yScale(annotation), "\(path).y")
        guard let x, let y,
            let arrow = AnnotationArrow(
                from: box, to: (x.low / context.scale - frame.x, y.low / context.scale - frame.y))
        else { return }
        arrow.draw(annotation.textColor ?? context.theme.annotationColor, &context)
    }

    private func direction(_ direction: Axis.Direction, size: Double, stretches: Bool) -> Direction {
        let isX = direction == .x
        return Direction(
            start: Double(isX ? plot.x : plot.y), end: Double(isX ? plot.maxX : plot.maxY), size: size,
            stretches: stretches,
            scale: context.scale)
    }

    /// Box of an annotation before it gives way, in points of the chart. `nil`: its position cannot be mapped.
    ///
    /// - Parameter isFirst: whether warnings may be issued.
    func box(_ annotation: Annotation, index: Int, isFirst: Bool) throws(ChartError) -> Rect? {
        let path = "annotations[\(index)]"
        let size = annotation.size(context)
        let far = annotation.farValues
        let across = direction(.x, size: size.width, stretches: annotation.stretchToBoundsOnX)
        let down = direction(.y, size: size.height, stretches: annotation.stretchToBoundsOnY)
        let (xAxis, yAxis) = (try xScale(annotation), try yScale(annotation))
        let x = try across.extent(annotation.xValue, far.x, on: xAxis, "\(path).x")
        let y = try down.extent(annotation.yValue, far.y, on: yAxis, "\(path).y")
        for (extent, axis, direction) in [(x, xAxis?.axis, across), (y, yAxis?.axis, down)]
        where isFirst && !direction.isInView(extent) {
            warn(of: path, beyond: axis)
        }
        guard let x, let y else { return nil }
        return Rect(
            x: x.low / context.scale - frame.x, y: y.low / context.scale - frame.y,
            width: (x.high - x.low) / context.scale,
            height: (y.high - y.low) / context.scale)
    }

    /// Warns only for the default range: a user who pans or zooms expects annotations to leave the view.
    private func warn(of path: String, beyond axis: Axis?) {
        guard let axis, axis.axisRange == axis.defaultRange else { return }
        let name = axis.direction.rawValue
        warn(
            .ignored(
                path: path,
                reason: "it is outside the range of the \(name)-axis; the axis' defaultRange sets another range"))
    }

    /// Marks that fade as a group. A single shape needs no group, and neither do letters, which do not overlap.
    static func faded(_ marks: [Mark], _ opacity: Double, id: Int) -> [Mark] {
        guard opacity < 1 else { return marks }
        let isSimple =
            marks.count == 1 && marks[0].shape.isOnePiece
            || marks.allSatisfy { if case .glyphs = $0.shape { true } else { false } }
        return marks.map { mark in
            var mark = mark
            if isSimple {
                mark.shape = mark.shape.faded(opacity)
            } else {
                mark.group = FadedGroup(id: id, opacity: Float(opacity))
            }
            return mark
        }
    }

    /// Annotations over the data are complete while their position is in range, and slide under the plot area's edges
    /// beyond.
    private func clip(_ annotation: Annotation, _ box: Rect, _ context: OverlayContext) -> PixelRect? {
        guard annotation.position == .aboveData, !annotation.isSpanning.x, !annotation.isSpanning.y else { return plot }
        return isBounded && !isInside(box) ? plot : nil
    }

    /// Whether the middle of a box lies in the plot area.
    private func isInside(_ box: Rect) -> Bool {
        let slack = 0.5 / context.scale
        let area = context.plotArea
        return box.midX >= area.x - slack && box.midX <= area.maxX + slack
            && box.midY >= area.y - slack && box.midY <= area.maxY + slack
    }
}

/// Position of an annotation in one direction, in absolute device pixels.
private struct Direction {
    /// Edges of the plot area.
    let start: Double
    let end: Double
    /// The annotation's own size in points.
    let size: Double
    let stretches: Bool
    /// Device pixels per point.
    let scale: Double

    /// Whether any part of an extent lies between the edges.
    func isInView(_ extent: (low: Double, high: Double)?) -> Bool {
        extent.map { $0.high >= start && $0.low <= end } ?? false
    }

    /// `nil`: the position cannot be mapped.
    func extent(
        _ value: DataValue?, _ far: DataValue?, on axis: (axis: Axis, scale: AxisScale)?, _ path: String
    ) throws(ChartError) -> (low: Double, high: Double)? {
        if stretches { return (start, end) }
        guard let axis, let value else { return around((start + end) / 2) }
        let number = try self.number(value, axis.axis, path)
        guard let far else {
            guard number.isFinite else { return nil }
            let position = axis.scale.position(of: number)
            return position.isNaN ? nil : around(clamped(position))
        }
        let farNumber = try self.number(far, axis.axis, "\(path)Max")
        guard let first = edge(number, axis.scale), let second = edge(farNumber, axis.scale) else { return nil }
        return (min(first, second), max(first, second))
    }

    /// Extent in whole pixels, so that the thickness is the same at every position; at least one pixel.
    private func around(_ middle: Double) -> (low: Double, high: Double) {
        guard size > 0 else { return (middle, middle) }
        let half = max(1, (size * scale).rounded()) / 2
        return (middle - half, middle + half)
    }

    /// Position of an end. Infinite values, and values that the axis cannot map, lie beyond the visible area. `nil`:
    /// NaN.
    private func edge(_ value: Double, _ scale: AxisScale) -> Double? {
        guard !value.isNaN else { return nil }
        let position = value.isFinite ? scale.position(of: value) : .nan
        if !position.isNaN { return clamped(position) }
        let isUpper = value == .infinity
        return isUpper == (scale.end >= scale.start) ? end + Self.far : start - Self.far
    }

    private func clamped(_ position: Double) -> Double { min(max(position, start - Self.far), end + Self.far) }

    /// Positions are clamped to this distance beyond the plot area, in device pixels; Float is still exact there.
    private static let far = 1e6

    private func number(_ value: DataValue, _ axis: Axis, _ path: String) throws(ChartError) -> Double {
        if let number = axis.value(of: value) { return number }
        guard case .text(let name) = value else { return .nan }
        throw .noCategory(path: path, name: name)
    }
}

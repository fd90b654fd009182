import VitrailScene

/// Annotations → marks: each is placed, and draws itself.
struct AnnotationMarks {
    /// Where the data are drawn.
    let plot: PixelRect
    /// Of the chart on its surface, points.
    let frame: Rect
    /// Whether what lies over the data stays inside the chart.
    let isBounded: Bool
    let context: FurnitureContext
    /// Data → absolute device pixels of an annotation's axes; nil where the chart has none.
    let xScale: (Annotation) throws(ChartError) -> (axis: Axis, scale: AxisScale)?
    let yScale: (Annotation) throws(ChartError) -> (axis: Axis, scale: AxisScale)?
    let warn: (ChartWarning) -> Void

    func marks(_ annotation: Annotation, index: Int) throws(ChartError) -> [Mark] {
        let place = "annotations[\(index)]"
        guard annotation.opacity > 0 else { return [] }
        var context = context
        context.label = place
        let size = annotation.size(context)
        let far = annotation.farValues
        let across = Direction(
            start: Double(plot.x), end: Double(plot.maxX), size: size.width, stretches: annotation.stretchToBoundsOnX,
            scale: context.scale)
        let down = Direction(
            start: Double(plot.y), end: Double(plot.maxY), size: size.height, stretches: annotation.stretchToBoundsOnY,
            scale: context.scale)
        let (xAxis, yAxis) = (try xScale(annotation), try yScale(annotation))
        let x = try across.extent(annotation.xValue, far.x, on: xAxis, "\(place).x")
        let y = try down.extent(annotation.yValue, far.y, on: yAxis, "\(place).y")
        for (extent, axis, direction) in [(x, xAxis?.axis, across), (y, yAxis?.axis, down)] where !direction.isInView(extent) {
            warn(of: place, beyond: axis)
        }
        guard let x, let y else { return [] }
        var box = Rect(
            x: x.low / context.scale - frame.x, y: y.low / context.scale - frame.y, width: (x.high - x.low) / context.scale,
            height: (y.high - y.low) / context.scale)
        annotation.update(&box, in: context.plotArea)
        context.clip = clip(annotation, box, context)
        annotation.draw(in: box, &context)
        return Self.faded(context.marks, annotation.opacity, id: index)
    }

    /// Whoever pans or zooms knows what goes out of view.
    private func warn(of place: String, beyond axis: Axis?) {
        guard let axis, axis.axisRange == axis.defaultRange else { return }
        let name = axis.direction.rawValue
        warn(.ignored(place: place, reason: "it lies beyond the range of the \(name)-axis; the axis' defaultRange sets another"))
    }

    /// Marks that fade as one; a single shape, and letters, which do not cover one another, need no group for that.
    static func faded(_ marks: [Mark], _ opacity: Double, id: Int) -> [Mark] {
        guard opacity < 1 else { return marks }
        let isSimple = marks.count == 1 && marks[0].shape.isOnePiece || marks.allSatisfy { if case .glyphs = $0.shape { true } else { false } }
        return marks.map { mark in
            var mark = mark
            if isSimple { mark.shape = mark.shape.faded(opacity) } else { mark.group = FadedGroup(id: id, opacity: Float(opacity)) }
            return mark
        }
    }

    /// What lies over the data at a place is whole as long as that place is in range, and slides under the plot area's edges beyond.
    private func clip(_ annotation: Annotation, _ box: Rect, _ context: FurnitureContext) -> PixelRect? {
        guard annotation.position == .aboveData, !annotation.isSpanning.x, !annotation.isSpanning.y else { return plot }
        let slack = 0.5 / context.scale
        let area = context.plotArea
        let isInside = box.midX >= area.x - slack && box.midX <= area.maxX + slack
            && box.midY >= area.y - slack && box.midY <= area.maxY + slack
        return isBounded && !isInside ? plot : nil
    }
}

/// Where an annotation lies in one direction, in absolute device pixels.
private struct Direction {
    /// The plot area's edges.
    let start: Double
    let end: Double
    /// The annotation's own extent, points.
    let size: Double
    let stretches: Bool
    /// Device pixels per point.
    let scale: Double

    /// Whether anything of an extent lies between the edges.
    func isInView(_ extent: (low: Double, high: Double)?) -> Bool { extent.map { $0.high >= start && $0.low <= end } ?? false }

    /// nil = there is no such place.
    func extent(
        _ value: DataValue?, _ far: DataValue?, on axis: (axis: Axis, scale: AxisScale)?, _ place: String
    ) throws(ChartError) -> (low: Double, high: Double)? {
        if stretches { return (start, end) }
        guard let axis, let value else { return around((start + end) / 2) }
        let number = try self.number(value, axis.axis, place)
        guard let far else {
            guard number.isFinite else { return nil }
            let place = axis.scale.place(number)
            return place.isNaN ? nil : around(clamped(place))
        }
        let farNumber = try self.number(far, axis.axis, "\(place)Max")
        guard let first = edge(number, axis.scale), let second = edge(farNumber, axis.scale) else { return nil }
        return (min(first, second), max(first, second))
    }

    /// Whole pixels, so that the thickness is one wherever the middle lies; a scale that makes no pixel of them makes one.
    private func around(_ middle: Double) -> (low: Double, high: Double) {
        guard size > 0 else { return (middle, middle) }
        let half = max(1, (size * scale).rounded()) / 2
        return (middle - half, middle + half)
    }

    /// The end of a stretch; an infinite one, and one below all that the axis can show, is beyond all that can be seen. nil = NaN.
    private func edge(_ value: Double, _ scale: AxisScale) -> Double? {
        guard !value.isNaN else { return nil }
        let place = value.isFinite ? scale.place(value) : .nan
        if !place.isNaN { return clamped(place) }
        let isUpper = value == .infinity
        return isUpper == (scale.end >= scale.start) ? end + Self.far : start - Self.far
    }

    private func clamped(_ place: Double) -> Double { min(max(place, start - Self.far), end + Self.far) }

    /// Device pixels beyond the plot area where everything is one place: Float is still exact there.
    private static let far = 1e6

    private func number(_ value: DataValue, _ axis: Axis, _ place: String) throws(ChartError) -> Double {
        if let number = axis.value(of: value) { return number }
        guard case .text(let name) = value else { return .nan }
        throw .noCategory(place: place, name: name)
    }
}

/// Furniture lines on whole pixels.
enum Crisp {
    /// Edges of a line of `width` pixels round `center`: at least one pixel wide, both edges between pixels.
    static func edges(center: Double, width: Double) -> (Double, Double) {
        let thickness = max(1, width.rounded())
        let start = (center - thickness / 2).rounded()
        return (start, start + thickness)
    }
}

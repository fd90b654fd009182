import VitrailScene

/// Annotations → marks, clipped to the plot area.
struct AnnotationMarks {
    let plot: PixelRect
    let scale: Double
    let theme: Theme
    let typesetter: Typesetter
    /// Whether what lies over the data stays inside the chart.
    let isBounded: Bool
    /// Data → absolute device pixels of an annotation's axes.
    let xScale: (Annotation) throws(ChartError) -> (axis: Axis, scale: AxisScale)?
    let yScale: (Annotation) throws(ChartError) -> (axis: Axis, scale: AxisScale)?

    func marks(_ annotation: Annotation, index: Int) throws(ChartError) -> [Mark] {
        let place = "annotations[\(index)]"
        let x = try pixel(annotation.xValue, xScale(annotation), "\(place).x")
        let y = try pixel(annotation.yValue, yScale(annotation), "\(place).y")
        switch annotation.content {
        case .text(let text, let font, let color, let background):
            // Without a value, the middle of that direction.
            let at = TextPlace(
                x: x ?? Double(plot.x) + Double(plot.width) / 2, y: y ?? Double(plot.y) + Double(plot.height) / 2,
                across: 0.5, down: 0.5)
            return typesetter.boxed(
                text, font: (font ?? FontStyle()).filled(from: theme.annotationFont), color: color ?? theme.annotationColor,
                background: background ?? .clear, at: at,
                clip: clip(annotation, at), label: place)
        case .line(let width, let color):
            return [rect(span(x, thickness: width), span(y, thickness: width), color, place)]
        case .band(let color):
            let xMax = try pixel(annotation.xValueMax, xScale(annotation), "\(place).max")
            let yMax = try pixel(annotation.yValueMax, yScale(annotation), "\(place).max")
            return [rect(between(x, xMax), between(y, yMax), color, place)]
        }
    }

    /// A text over the data is whole as long as its place is in range, and slides under the plot area's edges beyond.
    private func clip(_ annotation: Annotation, _ place: TextPlace) -> PixelRect? {
        guard annotation.position == .aboveData else { return plot }
        let slack = 0.5
        let isInside = place.x >= Double(plot.x) - slack && place.x <= Double(plot.maxX) + slack
            && place.y >= Double(plot.y) - slack && place.y <= Double(plot.maxY) + slack
        return isBounded && !isInside ? plot : nil
    }

    private func pixel(_ value: DataValue?, _ axis: (axis: Axis, scale: AxisScale)?, _ place: String) throws(ChartError) -> Double? {
        guard let value, let axis else { return nil }
        switch value {
        case .number(let number), .date(let number): return axis.scale.place(number)
        case .text(let name):
            guard let items = axis.axis as? CategoryAxis, let index = items.items.firstIndex(of: name) else {
                throw .noCategory(place: place, name: name)
            }
            return axis.scale.place(Double(index))
        }
    }

    /// A line's two edges: as many whole pixels as its width, so that it is sharp; nil = all of the plot area.
    private func span(_ pixel: Double?, thickness: Double) -> (Double, Double)? {
        pixel.map { Crisp.edges(center: $0, width: thickness * scale) }
    }

    private func between(_ low: Double?, _ high: Double?) -> (Double, Double)? {
        guard let low, let high else { return nil }
        return (min(low, high), max(low, high))
    }

    private func rect(_ x: (Double, Double)?, _ y: (Double, Double)?, _ color: Color, _ label: String) -> Mark {
        let rect = PlotRect(
            minX: Float(x?.0 ?? Double(plot.x)), minY: Float(y?.0 ?? Double(plot.y)),
            maxX: Float(x?.1 ?? Double(plot.maxX)), maxY: Float(y?.1 ?? Double(plot.maxY)))
        return Mark(.rects(RectBatch(items: [RectBatch.Item(rect: rect, fill: color)])), clip: plot, label: label)
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

import VitrailScene

/// The surroundings of annotations in descriptions, and the texts of lines and bands.
extension Layers {
    /// The surroundings of annotations, without the lines of other annotations.
    func surroundings(_ axes: [AxisMarks]) -> AnnotationSurroundings {
        let scale = typesetter.scale
        let labels = axes.flatMap { axis in
            axis.labelFrames().map { frame in
                let (x, y) = (frame.corners.map { $0.x / scale }, frame.corners.map { $0.y / scale })
                let (left, top) = (x.min() ?? 0, y.min() ?? 0)
                let rect = Rect(x: left, y: top, width: (x.max() ?? 0) - left, height: (y.max() ?? 0) - top)
                return (frame: own(rect), axis: axis.layout.axis.direction)
            }
        }
        var surroundings = AnnotationSurroundings(
            canvas: own(layout.canvas), plot: own(layout.plot), tickLabels: labels)
        surroundings.lines = axes.compactMap { axis in axis.lineFrame.map { (index: nil, frame: own(points($0))) } }
        if chart.legend.placement != .outsidePlotArea { surroundings.legend = layout.legend.map(own) }
        return surroundings
    }

    /// Converts device pixels to points of the surface.
    private func points(_ rect: PlotRect) -> Rect {
        let scale = typesetter.scale
        return Rect(
            x: Double(rect.minX) / scale, y: Double(rect.minY) / scale, width: Double(rect.width) / scale,
            height: Double(rect.height) / scale)
    }

    /// Converts points of the surface to points of the chart.
    private func own(_ rect: Rect) -> Rect { rect.moved(x: -layout.frame.x, y: -layout.frame.y) }

    func addLines(to writer: inout AnnotationMarks) throws(ChartError) {
        for (index, note) in chart.annotations.enumerated() where note.isLine && note.opacity > 0 {
            guard let box = try writer.box(note, index: index, isFirst: false) else { continue }
            writer.surroundings.lines.append((index, box))
        }
    }

    /// The texts of line annotations. They are drawn over the data, even if their lines are below.
    func lineTexts(_ writer: AnnotationMarks, over content: [Mark], beside notes: [Mark]) throws(ChartError) -> [Mark] {
        guard chart.annotations.contains(where: { !$0.lineText.isEmpty }) else { return [] }
        let origin = (x: layout.frame.x, y: layout.frame.y)
        var texts = AnnotationLineText(
            plot: own(layout.plot), background: background,
            marks: MarkObstacles(content, scale: typesetter.scale, origin: origin))
        texts.taken = notes.compactMap(box)
        if let legend = layout.legend { texts.taken.append(own(legend)) }
        var marks: [Mark] = []
        for (index, note) in chart.annotations.enumerated() where !note.lineText.isEmpty && note.opacity > 0 {
            guard let box = try writer.box(note, index: index, isFirst: false), box.overlaps(own(layout.plot)) else {
                continue
            }
            var context = furnitureContext("annotations[\(index)].text")
            guard texts.draw(note, box, &context) else {
                chart.warn(.ignored(path: "annotations[\(index)].text", reason: "it does not fit in the plot area"))
                continue
            }
            marks += AnnotationMarks.faded(context.marks, note.opacity, id: index)
        }
        return marks
    }

    /// The box of a text, in points of the chart.
    private func box(_ mark: Mark) -> Rect? {
        guard case .glyphs(let run) = mark.shape, run.source.rotation == 0 else { return nil }
        let (scale, size) = (typesetter.scale, Double(run.source.size) / typesetter.scale)
        return own(
            Rect(
                x: Double(run.source.origin.x) / scale, y: Double(run.source.origin.y) / scale - size,
                width: Double(run.source.width) / scale, height: size * 1.3))
    }
}

extension Annotation {
    /// Whether the annotation is a line across the whole plot area.
    var isLine: Bool {
        stretchToBoundsOnX && !isSpanning.y && bounds.height != nil
            || stretchToBoundsOnY && !isSpanning.x && bounds.width != nil
    }
}

import VitrailScene

/// A part of a layer that is written as one unit.
enum ScenePart {
    case mark(Mark)
    /// Consecutive marks that are rasterised into one image.
    case marks([Mark])
    /// A premultiplied image of the scene's size, transparent where nothing was drawn.
    case picture(PixelImage, label: String)
}

/// Decides which marks are rasterised.
struct Rasterization {
    let options: SVGOptions

    /// Returns the layer's marks in order; consecutive marks that are rasterised form one part.
    func parts(of layer: Layer) -> [ScenePart] {
        var parts: [ScenePart] = []
        var pending: [Mark] = []
        // Marks of one faded group are rasterised together.
        let groups = Set(layer.marks.filter { isPicture($0, in: layer.kind) }.compactMap(\.group))
        for mark in layer.marks {
            if isPicture(mark, in: layer.kind) || mark.group.map(groups.contains) == true {
                pending.append(mark)
                continue
            }
            if !pending.isEmpty { parts.append(.marks(pending)) }
            pending = []
            parts.append(.mark(mark))
        }
        if !pending.isEmpty { parts.append(.marks(pending)) }
        return parts
    }

    private func isPicture(_ mark: Mark, in layer: Layer.Kind) -> Bool {
        guard let count = mark.shape.vectorCount else {
            if case .hook = mark.shape { return options.rasterizesHooks }
            return false
        }
        return options.isPicture(count: count, isSeries: layer == .series)
    }
}

extension SVGOptions {
    /// Returns whether a mark with `count` points or items is rasterised.
    func isPicture(count: Int, isSeries: Bool) -> Bool {
        switch policy {
        case .always: false
        case .auto: count > largestMark
        case .never: isSeries
        }
    }
}

extension Shape {
    /// Number of points or items to write. `nil`: text, an image, a field (decided when it is written) or a hook.
    fileprivate var vectorCount: Int? {
        switch self {
        case .polyline(let line): line.points.count
        case .unorderedPolyline(let line): line.count
        case .area(let area): area.samples.count
        case .rects(let batch): batch.items.count
        case .discs(let batch): batch.items.count
        case .markers(let markers): markers.count
        case .sectors(let batch): batch.items.count
        case .samples(let samples): samples.range.count
        case .line(let line): line.indices.count
        case .points(let points): points.indices.count
        case .bars(let bars): bars.indices.count
        case .samplesArea(let area): area.indices.count
        case .glyphs, .image, .field, .hook: nil
        }
    }
}

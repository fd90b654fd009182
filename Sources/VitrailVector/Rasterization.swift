import VitrailScene

/// What a layer is written from.
enum ScenePart {
    case mark(Mark)
    /// Neighbours that become one picture.
    case marks([Mark])
    /// Of the scene's size, premultiplied, transparent where nothing was drawn.
    case picture(PixelImage, label: String)
}

/// Decides which marks are pictures.
struct Rasterization {
    let options: SVGOptions

    /// The layer's marks in order, neighbours that are pictures together.
    func parts(of layer: Layer) -> [ScenePart] {
        var parts: [ScenePart] = []
        var pending: [Mark] = []
        // What fades together is a picture together.
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
    /// Whether a mark of so many points or items is a picture.
    func isPicture(count: Int, isSeries: Bool) -> Bool {
        switch policy {
        case .always: false
        case .auto: count > largestMark
        case .never: isSeries
        }
    }
}

extension Shape {
    /// Points or items that would be written; nil for what is text, decided when written, or no shape.
    fileprivate var vectorCount: Int? {
        switch self {
        case .polyline(let line): line.points.count
        case .trajectory(let line): line.count
        case .area(let area): area.samples.count
        case .rects(let batch): batch.items.count
        case .discs(let batch): batch.items.count
        case .markers(let markers): markers.count
        case .sectors(let batch): batch.items.count
        case .samples(let samples): samples.range.count
        case .glyphs, .image, .field, .hook: nil
        }
    }
}

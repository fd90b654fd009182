import VitrailScene

extension Shape {
    /// Whether no part of the shape is drawn over another one.
    var isOnePiece: Bool {
        switch self {
        case .polyline, .unorderedPolyline, .area, .image, .field, .samples, .line, .samplesArea, .hook: true
        case .rects(let batch): batch.items.count == 1 && (batch.strokeWidth <= 0 || batch.items[0].stroke.alpha == 0)
        case .discs(let batch): batch.items.count == 1
        case .markers(let markers): markers.count == 1
        case .points(let points): points.indices.count == 1
        case .bars(let bars): bars.indices.count == 1
        case .sectors, .glyphs: false
        }
    }

    /// The shape with every colour's alpha multiplied by `opacity`, 0…1. A host's GL drawing stays unchanged.
    func faded(_ opacity: Double) -> Shape {
        switch self {
        case .polyline(var line):
            line.paint = line.paint.faded(opacity)
            return .polyline(line)
        case .unorderedPolyline(var line):
            line.color = line.color.faded(opacity)
            return .unorderedPolyline(line)
        case .area(var area):
            area.paint = area.paint.faded(opacity)
            return .area(area)
        case .rects(var rects):
            for i in rects.items.indices {
                rects.items[i].fill = rects.items[i].fill.faded(opacity)
                rects.items[i].fillEnd = rects.items[i].fillEnd.faded(opacity)
                rects.items[i].stroke = rects.items[i].stroke.faded(opacity)
            }
            return .rects(rects)
        case .discs(var discs):
            for i in discs.items.indices { discs.items[i].color = discs.items[i].color.faded(opacity) }
            return .discs(discs)
        case .markers(var markers):
            markers.color = markers.color.faded(opacity)
            return .markers(markers)
        case .sectors(var sectors):
            for i in sectors.items.indices {
                sectors.items[i].fill = sectors.items[i].fill.faded(opacity)
                sectors.items[i].crust = sectors.items[i].crust.faded(opacity)
            }
            return .sectors(sectors)
        case .glyphs(var run):
            run.color = run.color.faded(opacity)
            return .glyphs(run)
        case .image(var image):
            image.opacity *= Float(opacity)
            return .image(image)
        case .field(var field):
            field.colors = field.colors.map { $0.faded(opacity) }
            return .field(field)
        case .samples(var samples):
            samples.color = samples.color.faded(opacity)
            return .samples(samples)
        case .line(var line):
            line.paint = line.paint.faded(opacity)
            return .line(line)
        case .points(var points):
            points.color = points.color.faded(opacity)
            return .points(points)
        case .bars(var bars):
            bars.color = bars.color.faded(opacity)
            bars.colorBeyond = bars.colorBeyond.faded(opacity)
            return .bars(bars)
        case .samplesArea(var area):
            area.paint = area.paint.faded(opacity)
            area.invertedPaint = area.invertedPaint?.faded(opacity)
            return .samplesArea(area)
        case .hook: return self
        }
    }
}

extension Paint {
    fileprivate func faded(_ opacity: Double) -> Paint {
        switch self {
        case .solid(let color): .solid(color.faded(opacity))
        case .linearGradient(let from, let start, let to, let end):
            .linearGradient(from: from, start: start.faded(opacity), to: to, end: end.faded(opacity))
        case .radialGradient(let center, let radius, let start, let end):
            .radialGradient(center: center, radius: radius, start: start.faded(opacity), end: end.faded(opacity))
        }
    }
}

package import VitrailScene

extension Scene {
    /// Returns the scene with everything in the series layers moved; texts stay.
    package func movingSeries(x: Float, y: Float) -> Scene {
        var scene = self
        for layer in layers.indices where layers[layer].kind == .series {
            for mark in layers[layer].marks.indices {
                scene.layers[layer].marks[mark].shape = layers[layer].marks[mark].shape.moved(x: x, y: y)
            }
        }
        return scene
    }
}

extension Shape {
    package func moved(x: Float, y: Float) -> Shape {
        func moved(_ point: PlotPoint) -> PlotPoint { PlotPoint(x: point.x + x, y: point.y + y) }
        func moved(_ rect: PlotRect) -> PlotRect {
            PlotRect(minX: rect.minX + x, minY: rect.minY + y, maxX: rect.maxX + x, maxY: rect.maxY + y)
        }
        switch self {
        case .polyline(var line):
            line.points = line.points.map(moved)
            return .polyline(line)
        case .unorderedPolyline(let line):
            return .unorderedPolyline(
                UnorderedPolyline(line.polyline.points.map(moved), width: line.width, color: line.color))
        case .area(var area):
            let (along, across) = area.orientation == .horizontal ? (x, y) : (y, x)
            area.samples = area.samples.map {
                .init(along: $0.along + along, first: $0.first + across, second: $0.second + across)
            }
            return .area(area)
        case .rects(var batch):
            for k in batch.items.indices { batch.items[k].rect = moved(batch.items[k].rect) }
            return .rects(batch)
        case .discs(var batch):
            for k in batch.items.indices { batch.items[k].center = moved(batch.items[k].center) }
            return .discs(batch)
        case .markers(let markers):
            return .markers(
                Markers(markers.items.map { .init(center: moved($0.center), radius: $0.radius) }, color: markers.color))
        case .sectors(var batch):
            for k in batch.items.indices { batch.items[k].center = moved(batch.items[k].center) }
            return .sectors(batch)
        case .image(var image):
            image.rect = moved(image.rect)
            return .image(image)
        case .field(var field):
            field.rect = moved(field.rect)
            return .field(field)
        case .samples(var samples):
            samples.translationX += Double(x)
            samples.translationY += Double(y)
            return .samples(samples)
        case .line(var line):
            line.x.transform.start += Double(x)
            line.y.transform.start += Double(y)
            return .line(line)
        case .points(var points):
            points.x.transform.start += Double(x)
            points.y.transform.start += Double(y)
            return .points(points)
        case .bars(var bars):
            bars.x.transform.start += Double(x)
            bars.y.transform.start += Double(y)
            bars.base += bars.orientation == .horizontal ? y : x
            return .bars(bars)
        case .samplesArea(var area):
            let (along, across) = area.orientation == .horizontal ? (x, y) : (y, x)
            area.along.transform.start += Double(along)
            area.first.transform.start += Double(across)
            area.second?.transform.start += Double(across)
            area.base += across
            return .samplesArea(area)
        case .glyphs, .hook: return self
        }
    }
}

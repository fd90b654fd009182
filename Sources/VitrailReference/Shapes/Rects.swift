import VitrailScene

extension SceneRenderer {
    /// Draws item by item: the fill, then the outline over it. If `addsUp` is set, slivers are accumulated instead.
    mutating func draw(_ batch: RectBatch, clip: PixelRect) {
        if batch.addsUp, let width = batch.sliverWidth { return drawSlivers(batch.items, Double(width), clip: clip) }
        let half = batch.strokeWidth > 0 && batch.strokeWidth.isFinite ? Double(batch.strokeWidth) / 2 : 0
        for item in batch.items {
            let rect = ExactRect(item.rect)
            guard rect.isValid else { continue }
            let shape = TippedRect(item)
            let hasOutline = half > 0 && item.stroke.alpha > 0
            guard let bounds = rect.outset(by: hasOutline ? half : 0).pixels(clip: clip) else { continue }
            if item.fill.alpha > 0 || item.fillEnd.alpha > 0 {
                paint(shape.coverage(in: bounds), Self.shade(of: item, rect: rect, axis: batch.gradientAxis))
            }
            guard hasOutline else { continue }
            let inner = shape.outset(by: -half).coverage(in: bounds)
            paint(shape.outset(by: half).coverage(in: bounds).subtracting(inner), .flat(item.stroke.exact))
        }
    }

    /// Adds up the coverages of all slivers. Each sliver contributes to the colour in proportion to its coverage.
    private mutating func drawSlivers(_ items: [RectBatch.Item], _ width: Double, clip: PixelRect) {
        var covered = Array(repeating: 0.0, count: bounds.width * bounds.height)
        var colors = Array(repeating: SIMD4<Double>.zero, count: covered.count)
        for item in items {
            let shape = TippedRect(rect: ExactRect(item.rect), tip: .none, radius: 0)
            guard shape.rect.isValid, item.fill.alpha > 0, let own = shape.rect.pixels(clip: clip) else { continue }
            let coverage = shape.coverage(in: own)
            edges.add(coverage)
            for (i, share) in coverage.values.enumerated() {
                let position = (own.y + i / own.width) * bounds.width + own.x + i % own.width
                covered[position] += share
                colors[position] += item.fill.exact * share
            }
        }
        let narrowest = Double(RectBatch.narrowestSliver)
        let rectWidth = max(width, Double(RectBatch.thinnestRect))
        for (i, covered) in covered.enumerated() where covered > 0 {
            let shown = min(1, max(covered * width / rectWidth, min(narrowest, covered * narrowest / rectWidth)))
            canvas.blend(colors[i] * (shown / covered), x: i % bounds.width, y: i / bounds.width)
        }
    }

    private static func shade(
        of item: RectBatch.Item, rect: ExactRect, axis: RectBatch.GradientAxis
    ) -> Shade {
        let start = ExactPoint(x: rect.minX, y: rect.minY)
        let end =
            axis == .horizontal
            ? ExactPoint(x: rect.maxX, y: rect.minY) : ExactPoint(x: rect.minX, y: rect.maxY)
        return Shade(from: start, start: item.fill, to: end, end: item.fillEnd)
    }
}

/// A rectangle whose corners at the tip are rounded with `radius`.
struct TippedRect: Equatable {
    var rect: ExactRect
    var tip: RectBatch.Tip
    /// In pixels; 0: sharp corners.
    var radius: Double

    init(rect: ExactRect, tip: RectBatch.Tip, radius: Double) {
        (self.rect, self.tip, self.radius) = (rect, tip, radius)
    }

    /// The radius is limited to half the width of the tip edge and to the length perpendicular to it; for `all`, to
    /// half the smaller side.
    init(_ item: RectBatch.Item) {
        (rect, tip, radius) = (ExactRect(item.rect), item.tip, 0)
        let limit =
            switch item.tip {
            case .none: 0.0
            case .top, .bottom: min(rect.width / 2, rect.height)
            case .left, .right: min(rect.height / 2, rect.width)
            case .all: min(rect.width, rect.height) / 2
            }
        let wished = Double(item.tipRadius)
        radius = wished > 0 ? min(wished, limit) : 0
    }

    /// Returns the parallel shape: sharp corners stay sharp, round ones keep their centre.
    func outset(by distance: Double) -> TippedRect {
        var result = self
        result.rect = rect.outset(by: distance)
        result.radius = radius > 0 ? max(0, radius + distance) : 0
        return result
    }

    func coverage(in bounds: PixelRect) -> Coverage {
        guard rect.isValid else { return Coverage(bounds: bounds) }
        if radius == 0 { return overlaps(in: bounds) }
        var polygon = PolygonCoverage(bounds: bounds)
        polygon.add(outline)
        return polygon.coverage
    }

    /// For sharp corners, a pixel's coverage is its overlap in x times its overlap in y.
    private func overlaps(in bounds: PixelRect) -> Coverage {
        func overlap(_ pixel: Int, _ low: Double, _ high: Double) -> Double {
            max(0, min(Double(pixel + 1), high) - max(Double(pixel), low))
        }
        var result = Coverage(bounds: bounds)
        let across = (bounds.x..<bounds.maxX).map { overlap($0, rect.minX, rect.maxX) }
        for row in 0..<bounds.height {
            let down = overlap(bounds.y + row, rect.minY, rect.maxY)
            guard down > 0 else { continue }
            for column in 0..<bounds.width {
                result.values[row * bounds.width + column] = across[column] * down
            }
        }
        return result
    }

    /// The rectangle, extended so that the arcs of the tip fit into it. An original shape is at least as long as its
    /// radius. An inset one loses twice the inset in length but only once in radius, so its arcs may extend beyond the
    /// side opposite the tip.
    private var arcRect: ExactRect {
        var result = rect
        switch tip {
        case .none, .all: break
        case .top: result.maxY = max(rect.maxY, rect.minY + radius)
        case .bottom: result.minY = min(rect.minY, rect.maxY - radius)
        case .left: result.maxX = max(rect.maxX, rect.minX + radius)
        case .right: result.minX = min(rect.minX, rect.maxX - radius)
        }
        return result
    }

    /// How far a point is beyond the side opposite the tip.
    private func excess(_ point: ExactPoint) -> Double {
        switch tip {
        case .none, .all: 0
        case .top: point.y - rect.maxY
        case .bottom: rect.minY - point.y
        case .left: point.x - rect.maxX
        case .right: rect.minX - point.x
        }
    }

    /// Clips a polygon at the side opposite the tip.
    private func cut(_ polygon: [ExactPoint]) -> [ExactPoint] {
        guard var previous = polygon.last else { return [] }
        var result: [ExactPoint] = []
        for point in polygon {
            let (before, after) = (excess(previous), excess(point))
            if before * after < 0 {
                let t = before / (before - after)
                result.append(
                    ExactPoint(x: previous.x + (point.x - previous.x) * t, y: previous.y + (point.y - previous.y) * t))
            }
            if after <= 0 { result.append(point) }
            previous = point
        }
        return result
    }

    /// The vertices, anticlockwise on screen as angles grow: top left, bottom left, bottom right, top right.
    private var outline: [ExactPoint] {
        let whole = arcRect
        let corners: [(x: Double, y: Double, isRound: Bool)] = [
            (whole.minX, whole.minY, tip == .top || tip == .left || tip == .all),
            (whole.minX, whole.maxY, tip == .bottom || tip == .left || tip == .all),
            (whole.maxX, whole.maxY, tip == .bottom || tip == .right || tip == .all),
            (whole.maxX, whole.minY, tip == .top || tip == .right || tip == .all),
        ]
        var points: [ExactPoint] = []
        for (i, corner) in corners.enumerated() {
            guard corner.isRound else {
                points.append(ExactPoint(x: corner.x, y: corner.y))
                continue
            }
            let center = ExactPoint(
                x: corner.x == whole.minX ? whole.minX + radius : whole.maxX - radius,
                y: corner.y == whole.minY ? whole.minY + radius : whole.maxY - radius)
            let start = Double(i) * .pi / 2
            points += Arc.points(center: center, radius: radius, from: start, to: start + .pi / 2)
        }
        return whole == rect ? points : cut(points)
    }
}

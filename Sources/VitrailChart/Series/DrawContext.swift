public import VitrailRaster
public import VitrailScene
import VitrailSystem

#if canImport(Glibc)
    import Glibc
#endif

/// The target that a series draws to. Calls are in paint order and clipped to the plot area. Strokes and discs are not
/// clipped at an edge if the series has no sample beyond it. Lengths and positions are device pixels of the picture.
///
/// Calls become marks, which are batches of equal shapes. Consecutive calls of one kind share a batch, so that single
/// calls cost no more than one call with a list.
public final class DrawContext {
    /// The data and scales of the drawn series.
    public let series: SeriesContext
    public let assets: SeriesAssets
    /// In paint order, without the open batch.
    private var marks: [Mark] = []
    private var open: (batch: Batch, label: String)?
    private let path: String
    private let typesetter: Typesetter
    private var tier: DrawingTier

    /// The kinds of shapes that consecutive calls join.
    private enum Batch { case lines, rects }
    private var lines = Polyline(points: [], width: 0, paint: .solid(.clear))
    private var rects = RectBatch(items: [])
    private var levels = TextureLevels()

    init(_ series: SeriesContext, path: String, assets: SeriesAssets, _ typesetter: Typesetter) {
        (self.series, self.path, self.assets, self.typesetter) = (series, path, assets, typesetter)
        tier = series.isRaw ? .raw : .exact
    }

    /// Adds a mark unchanged.
    ///
    /// - Parameter label: name in errors, draw labels and SVG: `line` becomes `series[2] line`.
    public func emit(_ shape: Shape, label: String) {
        closeBatch()
        append(shape, label)
    }

    /// Raises the drawing tier of the series' marks. Lower tiers than the present one have no effect.
    func raiseTier(to tier: DrawingTier) { self.tier = max(self.tier, tier) }

    /// Closes the drawing and returns all marks, with the series' index as their source.
    ///
    /// - Parameter choices: how the series is drawn, as far as planning decided it.
    func finish(_ index: Int, _ choices: [StrategyChoice]) -> [Mark] {
        closeBatch()
        var choices = choices
        if choices.isEmpty, series.strategy == .resident {
            var facts = MarkFacts()
            (facts.requested, facts.isRasterized) = (.resident, tier > .decimated)
            choices = [RenderStrategy.choose(.others, facts)]
        }
        for i in marks.indices {
            marks[i].source = MarkSource(
                series: index, tier: marks[i].shape.isResident ? .raw : tier, choices: choices)
        }
        return marks
    }

    /// - Parameter reach: how far the shape reaches beyond its samples, in pixels; `nil`: the shape's own `reach`.
    private func append(_ shape: Shape, _ label: String, reach: Float? = nil) {
        marks.append(
            Mark(
                shape, clip: series.edges.clip(reach: reach ?? shape.reach, of: series.plot), label: "\(path) \(label)")
        )
    }

    private func closeBatch() {
        guard let (batch, label) = open else { return }
        open = nil
        switch batch {
        case .lines: append(.polyline(lines), label)
        case .rects: append(.rects(rects), label)
        }
    }

    // MARK: Lines and areas

    /// Draws a polyline with round joins and butt caps. A non-finite point is a gap.
    public func polyline(_ points: [PlotPoint], width: Float, paint: Paint, label: String = "line") {
        guard width > 0 else { return }
        emit(.polyline(Polyline(points: points, width: width, paint: paint)), label: label)
    }

    /// Draws a polyline with any number of unordered points.
    public func unorderedPolyline(_ line: UnorderedPolyline, label: String = "line") {
        guard line.width > 0 else { return }
        emit(.unorderedPolyline(line), label: label)
    }

    /// Draws a line segment. Consecutive segments with equal width and paint are one shape: translucent ones do not
    /// darken where they cross.
    public func line(from start: PlotPoint, to end: PlotPoint, width: Float, paint: Paint, label: String = "lines") {
        guard width > 0 else { return }
        if let open, open.batch == .lines, open.label == label, lines.width == width, lines.paint == paint {
            lines.points.append(PlotPoint(x: .nan, y: .nan))
        } else {
            closeBatch()
            open = (.lines, label)
            lines = Polyline(points: [], width: width, paint: paint)
        }
        lines.points.append(start)
        lines.points.append(end)
    }

    /// Fills the area between two curves over a common coordinate, which is x if `orientation` is horizontal.
    ///
    /// - Parameter invertedPaint: paint where the first curve lies beyond the second (below it, or right of it); `nil`:
    ///   `paint`.
    public func area(
        _ samples: [Area.Sample], orientation: Area.Orientation = .horizontal, paint: Paint,
        invertedPaint: Paint? = nil, label: String = "area"
    ) {
        emit(
            .area(Area(samples: samples, orientation: orientation, paint: paint, invertedPaint: invertedPaint)),
            label: label)
    }

    /// Draws pieces of a fill that are widened to be visible.
    ///
    /// - Parameter width: width of each piece in pixels, and the distance that it may reach beyond its sample.
    func thinFills(
        _ slices: [Area.Sample], width: Float, orientation: Area.Orientation, paint: Paint, invertedPaint: Paint?
    ) {
        closeBatch()
        let area = Area(samples: slices, orientation: orientation, paint: paint, invertedPaint: invertedPaint)
        append(.area(area), "thin fills", reach: width)
    }

    // MARK: Rectangles, discs, ellipses

    public func rect(
        _ item: RectBatch.Item, gradientAxis: RectBatch.GradientAxis = .horizontal, strokeWidth: Float = 0,
        label: String = "rectangles"
    ) {
        let isOpen = open.map { $0.batch == .rects && $0.label == label } ?? false
        if !isOpen || rects.gradientAxis != gradientAxis || rects.strokeWidth != strokeWidth {
            closeBatch()
            open = (.rects, label)
            rects = RectBatch(items: [], gradientAxis: gradientAxis, strokeWidth: strokeWidth)
        }
        rects.items.append(item)
    }

    public func rects(
        _ items: [RectBatch.Item], gradientAxis: RectBatch.GradientAxis = .horizontal, strokeWidth: Float = 0,
        sliverWidth: Float? = nil,
        label: String = "rectangles"
    ) {
        guard !items.isEmpty else { return }
        emit(
            .rects(
                RectBatch(items: items, gradientAxis: gradientAxis, strokeWidth: strokeWidth, sliverWidth: sliverWidth)),
            label: label)
    }

    public func discs(_ items: [DiscBatch.Item], label: String = "discs") {
        guard !items.isEmpty else { return }
        emit(.discs(DiscBatch(items: items)), label: label)
    }

    /// Draws an ellipse with axes along x and y. A circle in one colour becomes a disc.
    public func ellipse(center: PlotPoint, radiusX: Float, radiusY: Float, paint: Paint, label: String = "ellipse") {
        guard radiusX > 0, radiusY > 0, radiusX.isFinite, radiusY.isFinite else { return }
        if radiusX == radiusY, case .solid(let color) = paint {
            return discs([DiscBatch.Item(center: center, radius: radiusX, color: color)], label: label)
        }
        // Steps of equal angle. Up to a radius of 100, the polygon is within 1/100 of a pixel of the ellipse.
        let wanted = (Double(max(radiusX, radiusY)) * 4).squareRoot() * 8
        let steps = Int(min(max(wanted, 32), 16_384))
        let samples = (0...steps).map { k in
            let angle = Float.pi * Float(k) / Float(steps)
            let half = radiusY * sin(angle)
            return Area.Sample(along: center.x - radiusX * cos(angle), first: center.y - half, second: center.y + half)
        }
        area(samples, paint: paint, label: label)
    }

    // MARK: Markers, pictures, text

    /// Draws any number of discs in one colour. The paint order has no effect.
    public func markers(_ markers: Markers, label: String = "points") {
        guard markers.count > 0 else { return }
        emit(.markers(markers), label: label)
    }

    /// - Parameter reach: the largest radius.
    func markers(_ markers: Markers, reach: Float, label: String = "points") {
        guard markers.count > 0 else { return }
        closeBatch()
        append(.markers(markers), label, reach: reach)
    }

    /// Draws point symbols at coordinate arrays of equal length. A non-finite position has no symbol.
    public func markers(x: [Float], y: [Float], style: PointStyle, label: String = "points") {
        let isHorizontal = series.orientation == .horizontal
        markers(
            zip(x, y).map { PathPoint(along: isHorizontal ? $0 : $1, across: isHorizontal ? $1 : $0) }, style: style,
            label: label)
    }

    /// Draws point symbols in the colours of their side of the baseline.
    ///
    /// - Parameter each: the style of one point by its index in the list; `nil`: `style` for all.
    public func markers(
        _ points: [PathPoint], style: PointStyle, each: ((Int) -> PointStyle)? = nil, label: String = "points"
    ) {
        var symbols = PointSymbols(series)
        guard each != nil || style.texture != nil || style.variesByRow || !symbols.drawnStyle(style).isOfDiscs else {
            let drawnStyle = symbols.drawnStyle(style)
            symbols.reserve(points.count, drawnStyle)
            var pace = WorkPace()
            for point in points where !pace.isOver() { symbols.add(point, drawnStyle) }
            return discs(symbols.items, label: label)
        }
        var painter = SymbolPainter()
        var pace = WorkPace(every: 1 << 8)
        for (k, point) in points.enumerated() where !point.isGap && !pace.isOver() {
            let style = each?(k) ?? style.row(k)
            guard style.showPoints != false else { continue }
            let drawnStyle = symbols.drawnStyle(style)
            guard let texture = style.texture else {
                symbols.paint(point, drawnStyle, with: &painter)
                continue
            }
            self.symbols(&painter, label: label)
            symbol(texture, at: point.plotPoint(series.orientation), radius: drawnStyle.radius, label: label)
        }
        self.symbols(&painter, label: label)
    }

    /// Adds the shapes of a painter.
    func symbols(_ painter: inout SymbolPainter, label: String) {
        let reach = painter.reach
        closeBatch()
        for shape in painter.finish() { append(shape, label, reach: reach) }
    }

    /// Draws a picture in place of a point's discs. Its longer side is 2 · `radius`.
    func symbol(_ texture: PixelImage, at center: PlotPoint, radius: Float, label: String) {
        let rect = PointSymbols.rect(center, radius, texture)
        guard rect.isDrawable else { return }
        sprite(levels.level(texture, for: rect), in: rect, label: label)
    }

    /// Draws a picture scaled into a rectangle.
    public func sprite(_ image: PixelImage, in rect: PlotRect, opacity: Float = 1, label: String = "sprite") {
        emit(.image(ImageMark(image: image, rect: rect, opacity: opacity)), label: label)
    }

    /// Draws a text of one or more lines. The point (`across`, `down`) of its box lies at a position: 0 is left or top,
    /// 0.5 the middle, 1 right or bottom.
    ///
    /// - Parameter background: colour of the box behind the text.
    public func text(
        _ text: String, at path: PlotPoint, font: FontStyle? = nil, color: Color, background: Color = .clear,
        across: Double = 0.5,
        down: Double = 0.5, label: String = "text"
    ) {
        let anchor = TextAnchor(x: Double(path.x), y: Double(path.y), across: across, down: down)
        closeBatch()
        marks += typesetter.boxed(
            text, font: font ?? series.theme.annotationFont, color: color, background: background, at: anchor,
            clip: series.plot,
            label: "\(self.path) \(label)")
    }

    /// Adds a host's own GL drawing, in paint order among the marks. The host passes the drawing for the token to the
    /// renderer: `Renderer.render(_:for:hooks:)`.
    public func hook(_ hook: Hook, label: String = "hook") { emit(.hook(hook), label: label) }
}

extension Shape {
    /// Whether the shape's samples stay on the device.
    fileprivate var isResident: Bool {
        switch self {
        case .line, .points, .bars, .samplesArea: true
        default: false
        }
    }
}

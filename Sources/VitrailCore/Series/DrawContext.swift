#if canImport(Glibc)
    import Glibc
#endif
public import VitrailScene

/// Where a series draws: calls in the order of painting, each over what came before, clipped to the plot area; strokes and discs are whole at an edge
/// beyond which the series has no sample. Lengths and places are device pixels of the picture.
///
/// Calls become marks, batches of equal things; calls of one kind in a row share a batch, so that drawing one by one costs no more than handing over
/// a list.
public final class DrawContext {
    /// What the series is drawn with.
    public let series: SeriesContext
    public let assets: SeriesAssets
    /// In paint order, without the batch that is still open.
    private var marks: [Mark] = []
    private var open: (batch: Batch, label: String)?
    private let place: String
    private let typesetter: Typesetter
    private var tier: DrawingTier

    /// What calls of one kind in a row are joined into.
    private enum Batch { case lines, rects }
    private var lines = Polyline(points: [], width: 0, paint: .solid(.clear))
    private var rects = RectBatch(items: [])
    private var levels = TextureLevels()

    init(_ series: SeriesContext, place: String, assets: SeriesAssets, _ typesetter: Typesetter) {
        (self.series, self.place, self.assets, self.typesetter) = (series, place, assets, typesetter)
        tier = series.isRaw ? .raw : .exact
    }

    /// A mark as it is.
    ///
    /// - Parameter label: names it in errors, draw labels and SVG: `line` becomes `series[2] line`.
    public func emit(_ shape: Shape, label: String) {
        closeBatch()
        append(shape, label)
    }

    /// Says how samples come to be seen, where that is farther from each of them than was said before.
    func raiseTier(to tier: DrawingTier) { self.tier = max(self.tier, tier) }

    /// Everything that was drawn, by the series with an index.
    func finish(_ index: Int) -> [Mark] {
        closeBatch()
        for i in marks.indices { marks[i].source = MarkSource(series: index, tier: tier) }
        return marks
    }

    /// - Parameter reach: of the shape beyond its samples, in pixels; nil = what it tells itself.
    private func append(_ shape: Shape, _ label: String, reach: Float? = nil) {
        marks.append(Mark(shape, clip: series.edges.clip(reach: reach ?? shape.reach, of: series.plot), label: "\(place) \(label)"))
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

    /// Round joins, butt caps; a point that is not finite is a gap.
    public func polyline(_ points: [PlotPoint], width: Float, paint: Paint, label: String = "line") {
        guard width > 0 else { return }
        emit(.polyline(Polyline(points: points, width: width, paint: paint)), label: label)
    }

    /// The same, of any number of points in no order.
    public func trajectory(_ line: Trajectory, label: String = "line") {
        guard line.width > 0 else { return }
        emit(.trajectory(line), label: label)
    }

    /// Lines one after another with equal width and paint are one shape: translucent ones do not darken where they cross.
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

    /// What lies between two curves over a common coordinate: x when `orientation` is horizontal.
    ///
    /// - Parameter invertedPaint: where the first curve lies beyond the second (below it, right of it); nil = as elsewhere.
    public func area(
        _ samples: [Area.Sample], orientation: Area.Orientation = .horizontal, paint: Paint, invertedPaint: Paint? = nil, label: String = "area"
    ) {
        emit(.area(Area(samples: samples, orientation: orientation, paint: paint, invertedPaint: invertedPaint)), label: label)
    }

    /// Pieces of a fill that were widened to be seen.
    ///
    /// - Parameter width: of each, in pixels: so far it may reach beyond its sample.
    func thinFills(_ slices: [Area.Sample], width: Float, orientation: Area.Orientation, paint: Paint, invertedPaint: Paint?) {
        closeBatch()
        let area = Area(samples: slices, orientation: orientation, paint: paint, invertedPaint: invertedPaint)
        append(.area(area), "thin fills", reach: width)
    }

    // MARK: Rectangles, discs, ellipses

    public func rect(
        _ item: RectBatch.Item, gradientAxis: RectBatch.GradientAxis = .horizontal, strokeWidth: Float = 0, label: String = "rectangles"
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
        _ items: [RectBatch.Item], gradientAxis: RectBatch.GradientAxis = .horizontal, strokeWidth: Float = 0, sliverWidth: Float? = nil,
        label: String = "rectangles"
    ) {
        guard !items.isEmpty else { return }
        emit(.rects(RectBatch(items: items, gradientAxis: gradientAxis, strokeWidth: strokeWidth, sliverWidth: sliverWidth)), label: label)
    }

    public func discs(_ items: [DiscBatch.Item], label: String = "discs") {
        guard !items.isEmpty else { return }
        emit(.discs(DiscBatch(items: items)), label: label)
    }

    /// An ellipse with axes along x and y; a circle is a disc.
    public func ellipse(center: PlotPoint, radiusX: Float, radiusY: Float, paint: Paint, label: String = "ellipse") {
        guard radiusX > 0, radiusY > 0, radiusX.isFinite, radiusY.isFinite else { return }
        if radiusX == radiusY, case .solid(let color) = paint {
            return discs([DiscBatch.Item(center: center, radius: radiusX, color: color)], label: label)
        }
        // Steps of equal angle; the greatest distance of the polygon is below a hundredth of a pixel up to a radius of 100.
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

    /// Discs of one colour, any number of them; the order in which they are painted makes no difference.
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

    /// Point symbols at coordinate arrays of equal length; a place that is not finite has none.
    public func markers(x: [Float], y: [Float], style: PointStyle, label: String = "points") {
        let isHorizontal = series.orientation == .horizontal
        markers(zip(x, y).map { PathPoint(along: isHorizontal ? $0 : $1, across: isHorizontal ? $1 : $0) }, style: style, label: label)
    }

    /// Point symbols, in the colours of their side of the baseline.
    ///
    /// - Parameter each: the look of one point, by its index in the list; nil = `style` for all.
    public func markers(_ points: [PathPoint], style: PointStyle, each: ((Int) -> PointStyle)? = nil, label: String = "points") {
        var symbols = PointSymbols(series)
        guard each != nil || style.texture != nil else {
            let look = symbols.look(style)
            symbols.reserve(points.count, look)
            for point in points { symbols.add(point, look) }
            return discs(symbols.items, label: label)
        }
        for (k, point) in points.enumerated() where !point.isGap {
            let style = each?(k) ?? style
            guard style.showPoints != false else { continue }
            let look = symbols.look(style)
            guard let texture = style.texture else {
                symbols.add(point, look)
                continue
            }
            discs(symbols.items, label: label)
            symbols.items = []
            symbol(texture, at: point.plotPoint(series.orientation), radius: look.radius, label: label)
        }
        discs(symbols.items, label: label)
    }

    /// A picture in place of a point's discs: its longer side is 2 · `radius`.
    func symbol(_ texture: PixelImage, at center: PlotPoint, radius: Float, label: String) {
        let rect = PointSymbols.rect(center, radius, texture)
        guard rect.isDrawable else { return }
        sprite(levels.level(texture, for: rect), in: rect, label: label)
    }

    /// A picture scaled into a rectangle.
    public func sprite(_ image: PixelImage, in rect: PlotRect, opacity: Float = 1, label: String = "sprite") {
        emit(.image(ImageMark(image: image, rect: rect, opacity: opacity)), label: label)
    }

    /// A text of one or more lines whose part (`across`, `down`) lies on a place: 0 left or top, 0.5 middle, 1 right or bottom.
    ///
    /// - Parameter background: of the box behind it.
    public func text(
        _ text: String, at place: PlotPoint, font: FontStyle? = nil, color: Color, background: Color = .clear, across: Double = 0.5,
        down: Double = 0.5, label: String = "text"
    ) {
        let anchor = TextPlace(x: Double(place.x), y: Double(place.y), across: across, down: down)
        closeBatch()
        marks += typesetter.boxed(
            text, font: font ?? series.theme.annotationFont, color: color, background: background, at: anchor, clip: series.plot,
            label: "\(self.place) \(label)")
    }

    /// A host's own GL drawing, in its place among the marks. What the token stands for is handed to the renderer: `Renderer.render(_:for:hooks:)`.
    public func hook(_ hook: Hook, label: String = "hook") { emit(.hook(hook), label: label) }
}

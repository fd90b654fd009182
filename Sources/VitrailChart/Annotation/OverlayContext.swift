public import VitrailScene

/// Drawing context for parts around the data: shapes and texts in points of the chart, origin at its top left, y down;
/// later shapes cover earlier ones.
///
/// Annotations, overlays and legends receive a context and add marks to it. `add` accepts marks in device pixels, for
/// shapes that the other methods do not draw. (Series draw with `DrawContext`, in device pixels.)
public struct OverlayContext {
    /// Marks so far, back to front, in device pixels.
    public private(set) var marks: [Mark] = []
    /// Bounds of the chart: origin 0, 0.
    public let bounds: Rect
    /// Plot area in points of the chart.
    public let plotArea: Rect
    public let theme: Theme
    /// Device pixels per point.
    public var scale: Double { typesetter.scale }

    let typesetter: Typesetter
    /// Origin of the chart on its surface in points.
    private let origin: (x: Double, y: Double)
    /// Clip rectangle in device pixels. `nil`: no limit.
    var clip: PixelRect?
    /// Label of the marks.
    var label: String

    /// - Parameters:
    ///   - frame: frame of the chart on its surface in points.
    ///   - plot: plot area on the surface in points.
    init(frame: Rect, plot: Rect, theme: Theme, typesetter: Typesetter, label: String) {
        bounds = Rect(x: 0, y: 0, width: frame.width, height: frame.height)
        plotArea = plot.moved(x: -frame.x, y: -frame.y)
        origin = (frame.x, frame.y)
        self.theme = theme
        self.typesetter = typesetter
        self.label = label
    }

    // MARK: Device pixels

    /// A point of the chart in device pixels.
    public func pixels(x: Double, y: Double) -> PlotPoint {
        PlotPoint(x: Float(position: (x + origin.x) * scale), y: Float(position: (y + origin.y) * scale))
    }

    /// A rectangle of the chart in device pixels.
    public func pixels(_ rect: Rect) -> PlotRect {
        let (low, high) = (pixels(x: rect.x, y: rect.y), pixels(x: rect.maxX, y: rect.maxY))
        return PlotRect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
    }

    /// A rectangle of the chart in device pixels with integer edges, so that edges are sharp and neighbours share them.
    /// A size above 0 becomes at least one pixel.
    public func wholePixels(_ rect: Rect) -> PlotRect {
        func whole(_ low: Double, _ high: Double) -> (Float, Float) {
            guard high > low else { return (Float(position: low * scale), Float(position: high * scale)) }
            let start = Self.whole(low * scale)
            return (Float(position: start), Float(position: max(start + 1, Self.whole(high * scale))))
        }
        let (left, right) = whole(rect.x + origin.x, rect.maxX + origin.x)
        let (top, bottom) = whole(rect.y + origin.y, rect.maxY + origin.y)
        return PlotRect(minX: left, minY: top, maxX: right, maxY: bottom)
    }

    /// Rounds halves up, with a tolerance for the rounding errors of a sum.
    private static func whole(_ edge: Double) -> Double { (edge + 0.5 + 1e-6).rounded(.down) }

    // MARK: Drawing

    /// Adds a mark in device pixels; it is clipped like all others.
    public mutating func add(_ mark: Mark) {
        var mark = mark
        if let clip { mark.clip = mark.clip?.intersection(clip) ?? clip }
        if mark.label.isEmpty { mark.label = label }
        marks.append(mark)
    }

    /// Draws a filled rectangle with edges on whole pixels.
    ///
    /// - Parameters:
    ///   - end: colour at the bottom of a gradient. `nil`: flat.
    ///   - cornerRadius: in points.
    public mutating func fill(_ rect: Rect, _ color: Color, to end: Color? = nil, cornerRadius: Double = 0) {
        let item = RectBatch.Item(
            rect: wholePixels(rect), fill: color, fillEnd: end, tip: cornerRadius > 0 ? .all : .none,
            tipRadius: Float(cornerRadius * scale))
        add(Mark(.rects(RectBatch(items: [item], gradientAxis: .vertical))))
    }

    /// Draws a filled rectangle cut into dashes along its longer side; its long edges are on whole pixels.
    ///
    /// - Parameter dashes: alternating lengths of dashes and gaps in points. Empty: solid.
    public mutating func fill(_ rect: Rect, _ color: Color, dashes: [Double]) {
        guard !dashes.isEmpty else { return fill(rect, color) }
        let parts = Dashes.split(
            wholePixels(rect), pattern: dashes.map { $0 * scale }, along: rect.width >= rect.height ? .x : .y)
        add(Mark(.rects(RectBatch(items: parts.map { RectBatch.Item(rect: $0, fill: color) }))))
    }

    /// Draws a frame of whole pixels inside a rectangle's edges.
    ///
    /// - Parameter width: in points.
    public mutating func stroke(_ rect: Rect, _ color: Color, width: Double, cornerRadius: Double = 0) {
        guard width > 0, color.alpha > 0 else { return }
        let pixels = Float(max(1, (width * scale).rounded()))
        var edges = wholePixels(rect)
        edges.minX += pixels / 2
        edges.minY += pixels / 2
        edges.maxX -= pixels / 2
        edges.maxY -= pixels / 2
        let item = RectBatch.Item(
            rect: edges, fill: .clear, tip: cornerRadius > 0 ? .all : .none,
            tipRadius: max(0, Float(cornerRadius * scale) - pixels / 2), stroke: color)
        add(Mark(.rects(RectBatch(items: [item], strokeWidth: pixels))))
    }

    /// Draws a line through points, with round joins and butt caps.
    ///
    /// - Parameter width: in points.
    public mutating func line(_ points: [(x: Double, y: Double)], _ color: Color, width: Double) {
        let positions = points.map { pixels(x: $0.x, y: $0.y) }
        add(Mark(.polyline(Polyline(points: positions, width: Float(width * scale), paint: .solid(color)))))
    }

    /// Draws a filled circle.
    ///
    /// - Parameter radius: in points.
    public mutating func disc(x: Double, y: Double, radius: Double, _ color: Color) {
        add(
            Mark(
                .discs(
                    DiscBatch(items: [.init(center: pixels(x: x, y: y), radius: Float(radius * scale), color: color)])))
        )
    }

    /// Draws a sector of a ring or disc around a point.
    ///
    /// - Parameters:
    ///   - innerRadius: in points; 0: down to the centre. Nothing is drawn unless it is less than the outer radius.
    ///   - startAngle: radians, 0 at 12 o'clock, positive anticlockwise.
    ///   - sweep: radians, anticlockwise from there; a full turn has no edges.
    public mutating func sector(
        x: Double, y: Double, innerRadius: Double, outerRadius: Double, startAngle: Double = 0, sweep: Double = 2 * .pi,
        _ color: Color
    ) {
        guard outerRadius > max(innerRadius, 0), outerRadius.isFinite, sweep != 0, (startAngle + sweep).isFinite else {
            return
        }
        let item = SectorBatch.Item(
            center: pixels(x: x, y: y), innerRadius: Float(max(innerRadius, 0) * scale),
            outerRadius: Float(outerRadius * scale),
            startAngle: Float(startAngle.remainder(dividingBy: 2 * .pi)),
            sweep: Float(min(max(sweep, -2 * .pi), 2 * .pi)), fill: color)
        add(Mark(.sectors(SectorBatch(items: [item]))))
    }

    /// Draws an image scaled into a rectangle with edges on whole pixels. A rectangle of the image's size shows it
    /// unchanged.
    public mutating func image(_ image: PixelImage, in rect: Rect) {
        let position = wholePixels(rect)
        let reduced = image.reduced(width: Double(position.width), height: Double(position.height))
        add(Mark(.image(ImageMark(image: reduced, rect: position))))
    }

    /// Draws a text of one or more lines. The part (`across`, `down`) of its box lies at the position: 0, 0 = its top
    /// left, 0.5, 0.5 = its centre.
    ///
    /// - Parameters:
    ///   - font: unset properties come from the theme.
    ///   - color: `nil`: the theme's colour.
    ///   - rotation: radians, anticlockwise, around the position.
    public mutating func text(
        _ text: String, x: Double, y: Double, across: Double = 0, down: Double = 0, font: FontStyle = FontStyle(),
        color: Color? = nil, rotation: Double = 0
    ) {
        let block = TextBlock(text, full(font), typesetter)
        draw(block, TextAnchor(x: x, y: y, across: across, down: down, rotation: rotation), color)
    }

    /// Draws a text centred in a rectangle, broken into lines and truncated if necessary. Nothing is drawn if there is
    /// no space.
    public mutating func text(_ text: String, in rect: Rect, font: FontStyle = FontStyle(), color: Color? = nil) {
        let limits = TextBlock.Limits(width: rect.width, height: rect.height)
        guard let block = TextBlock(fitting: text, full(font), within: limits, typesetter) else { return }
        draw(block, TextAnchor(x: rect.midX, y: rect.midY, across: 0.5, down: 0.5), color)
    }

    /// Width and height of a text in points.
    public func size(of text: String, font: FontStyle = FontStyle()) -> (width: Double, height: Double) {
        let block = TextBlock(text, full(font), typesetter)
        return (block.width, block.height)
    }

    // MARK: Texts

    func full(_ font: FontStyle) -> FontStyle { font.filled(from: theme.annotationFont) }

    /// - Parameter position: points of the chart.
    mutating func draw(_ block: TextBlock, _ position: TextAnchor, _ color: Color?, background: Color = .clear) {
        var position = position
        position.x = (position.x + origin.x) * scale
        position.y = (position.y + origin.y) * scale
        let drawnStyle = TextBlock.ResolvedStyle(
            color: color ?? theme.annotationColor, background: background, label: label)
        for mark in block.marks(at: position, drawnStyle, typesetter) { add(mark) }
    }
}

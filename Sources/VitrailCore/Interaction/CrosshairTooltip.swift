/// The box with the values of the point that a crosshair points at: above the point, or below it where there is no room, inside the canvas.
///
/// Before each picture it is told, in this order: `setStyle`, `setDataPoint`, `setResolvedPoint`, `setPosition`, `layoutContents`; then it is drawn. A subclass
/// keeps what it needs of that, and overrides `draw` for contents of its own, of any size and at any place.
open class CrosshairTooltip {
    public var isHidden = false
    /// Between the box and its text, points.
    public var inset = Insets(top: 4, left: 7, bottom: 4, right: 7)

    public init() {}

    // MARK: What it is told

    /// - Parameter style: nothing in it is nil.
    open func setStyle(_ style: CrosshairStyle) {}
    /// The point of the data that is nearest.
    open func setDataPoint(_ point: ChartPoint, from series: CartesianSeries, in chart: Chart?) {}
    /// Where the crosshair is, in units of the axes: between points of a line where it slides along that; nil = at the point.
    open func setResolvedPoint(_ values: (x: Double, y: Double)?) {}
    /// Where the crosshair is, in points of the chart.
    open func setPosition(x: Double, y: Double, in canvas: Rect) {}
    /// All is known.
    open func layoutContents() {}

    func prepare(_ target: CrosshairTarget, style: CrosshairStyle) {
        setStyle(style)
        setDataPoint(target.point, from: target.series, in: target.series.chart)
        setResolvedPoint(target.values)
        setPosition(x: target.x, y: target.y, in: target.canvas)
        layoutContents()
    }

    // MARK: What it shows

    /// The value on the x-axis and that on the y-axis; of several values a row for the first and then pairs of a key and a value.
    ///
    /// - Parameter pairsPerRow: at least 1.
    open func text(of target: CrosshairTarget, pairsPerRow: Int) -> String {
        guard !target.keyedTexts.isEmpty else { return [target.xText, target.yText].filter { !$0.isEmpty }.joined(separator: ", ") }
        let pairs = target.keyedTexts.map { "\($0.key.rawValue.prefix(1).uppercased() + $0.key.rawValue.dropFirst()): \($0.text)" }
        let head = target.series.orientation == .horizontal ? target.xText : target.yText
        let rows = stride(from: 0, to: pairs.count, by: pairsPerRow).map { start in
            pairs[start..<min(start + pairsPerRow, pairs.count)].joined(separator: "  ")
        }
        return ([head] + rows).joined(separator: "\n")
    }

    /// Draws box and text.
    ///
    /// - Parameter style: nothing in it is nil.
    open func draw(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout FurnitureContext) {
        let size = size(target, style: style, context)
        guard !isHidden, size.width > 0 else { return }
        let box = place(width: size.width, height: size.height, target)
        let radius = style.defaultCornerRadius ?? 0
        if let color = style.defaultBackgroundColor { context.fill(box, color, cornerRadius: radius) }
        if let color = style.defaultBorderColor {
            context.stroke(box, color, width: style.defaultBorderWidth ?? 0, cornerRadius: radius)
        }
        drawContents(target, in: box, style: style, &context)
    }

    private func text(_ target: CrosshairTarget, _ style: CrosshairStyle) -> String {
        text(of: target, pairsPerRow: max(1, style.defaultKeyValuesPerRow ?? 2))
    }

    /// Of the box, in points; 0 where there is nothing to say.
    func size(_ target: CrosshairTarget, style: CrosshairStyle, _ context: FurnitureContext) -> (width: Double, height: Double) {
        let text = text(target, style)
        guard !text.isEmpty else { return (0, 0) }
        let size = context.size(of: text, font: style.defaultFont ?? FontStyle())
        return (size.width + inset.left + inset.right, size.height + inset.top + inset.bottom)
    }

    /// The text, in a box of its size.
    func drawContents(_ target: CrosshairTarget, in box: Rect, style: CrosshairStyle, _ context: inout FurnitureContext) {
        let label = Rect(
            x: box.x + inset.left, y: box.y + inset.top, width: box.width - inset.left - inset.right, height: box.height - inset.top - inset.bottom)
        if let color = style.defaultLabelBackgroundColor, color.alpha > 0 { context.fill(label, color) }
        let font = style.defaultFont ?? FontStyle()
        context.text(text(target, style), x: label.midX, y: label.midY, across: 0.5, down: 0.5, font: font, color: style.defaultTextColor)
    }

    private func place(width: Double, height: Double, _ target: CrosshairTarget) -> Rect {
        let canvas = target.canvas
        let x = max(canvas.x, min(target.x - width / 2, canvas.maxX - width))
        let above = target.y - Self.distance - height
        let below = target.y + Self.distance
        let y = above >= canvas.y || below + height > canvas.maxY ? max(above, canvas.y) : below
        return Rect(x: x, y: y, width: width, height: height)
    }

    /// From the point to the nearest edge of the box, points.
    private static let distance = Crosshair.radius + 6
}

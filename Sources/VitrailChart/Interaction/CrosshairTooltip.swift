/// Box with the values of the marked point: above the point, or below it if there is no space, inside the canvas.
///
/// Before each render the chart calls, in this order: `setStyle`, `setDataPoint`, `setResolvedPoint`, `setPosition`,
/// `layoutContents`; then it draws the tooltip. A subclass stores the values it needs, and overrides `draw` for other
/// contents, of any size and at any position.
open class CrosshairTooltip {
    public var isHidden = false
    /// Distance between the box and its text in points.
    public var inset = Insets(top: 4, left: 7, bottom: 4, right: 7)

    public init() {}

    // MARK: Input

    /// - Parameter style: complete style; no property is `nil`.
    open func setStyle(_ style: CrosshairStyle) {}
    /// Passes the nearest data point.
    open func setDataPoint(_ point: ChartPoint, from series: CartesianSeries, in chart: Chart?) {}
    /// Passes the crosshair's values in units of the axes; interpolated when the crosshair slides along a line. `nil`:
    /// at the data point.
    open func setResolvedPoint(_ values: (x: Double, y: Double)?) {}
    /// Passes the crosshair's position in points of the chart.
    open func setPosition(x: Double, y: Double, in canvas: Rect) {}
    /// Called after all other setters.
    open func layoutContents() {}

    func prepare(_ target: CrosshairTarget, style: CrosshairStyle) {
        setStyle(style)
        setDataPoint(target.point, from: target.series, in: target.series.chart)
        setResolvedPoint(target.values)
        setPosition(x: target.x, y: target.y, in: target.canvas)
        layoutContents()
    }

    // MARK: Contents

    /// Text of the tooltip: the x value and the y value. For a point with several values: a row with the independent
    /// value, then rows of key–value pairs.
    ///
    /// - Parameter pairsPerRow: at least 1.
    open func text(of target: CrosshairTarget, pairsPerRow: Int) -> String {
        guard !target.keyedTexts.isEmpty else {
            return [target.xText, target.yText].filter { !$0.isEmpty }.joined(separator: ", ")
        }
        let pairs = target.keyedTexts.map {
            "\($0.key.rawValue.prefix(1).uppercased() + $0.key.rawValue.dropFirst()): \($0.text)"
        }
        let head = target.series.orientation == .horizontal ? target.xText : target.yText
        // The value besides those with a key, such as the one between the ends of an error bar.
        let value = target.series.orientation == .horizontal ? target.yText : target.xText
        let own = target.series.values.contains(.single) && !value.isEmpty ? [value] : []
        let rows = stride(from: 0, to: pairs.count, by: pairsPerRow).map { start in
            pairs[start..<min(start + pairsPerRow, pairs.count)].joined(separator: "  ")
        }
        return ([head] + own + rows).joined(separator: "\n")
    }

    /// Draws the box and the text.
    ///
    /// - Parameter style: complete style; no property is `nil`.
    open func draw(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout OverlayContext) {
        let size = size(target, style: style, context)
        guard !isHidden, size.width > 0 else { return }
        let box = position(width: size.width, height: size.height, target)
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

    /// Size of the box in points; 0 if the text is empty.
    func size(
        _ target: CrosshairTarget, style: CrosshairStyle, _ context: OverlayContext
    ) -> (width: Double, height: Double) {
        let text = text(target, style)
        guard !text.isEmpty else { return (0, 0) }
        let size = context.size(of: text, font: style.defaultFont ?? FontStyle())
        return (size.width + inset.left + inset.right, size.height + inset.top + inset.bottom)
    }

    /// Draws the text into a box of the computed size.
    func drawContents(_ target: CrosshairTarget, in box: Rect, style: CrosshairStyle, _ context: inout OverlayContext) {
        let label = Rect(
            x: box.x + inset.left, y: box.y + inset.top, width: box.width - inset.left - inset.right,
            height: box.height - inset.top - inset.bottom)
        if let color = style.defaultLabelBackgroundColor, color.alpha > 0 { context.fill(label, color) }
        let font = style.defaultFont ?? FontStyle()
        context.text(
            text(target, style), x: label.midX, y: label.midY, across: 0.5, down: 0.5, font: font,
            color: style.defaultTextColor)
    }

    private func position(width: Double, height: Double, _ target: CrosshairTarget) -> Rect {
        let canvas = target.canvas
        let x = max(canvas.x, min(target.x - width / 2, canvas.maxX - width))
        let above = target.y - Self.distance - height
        let below = target.y + Self.distance
        let y = above >= canvas.y || below + height > canvas.maxY ? max(above, canvas.y) : below
        return Rect(x: x, y: y, width: width, height: height)
    }

    /// Distance from the point to the nearest edge of the box in points.
    private static let distance = Crosshair.radius + 6
}

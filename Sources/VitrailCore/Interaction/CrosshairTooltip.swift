/// The box with the values of the point that a crosshair points at: above the point, or below it where there is no room, inside the canvas.
open class CrosshairTooltip {
    public var isHidden = false
    /// Between the box and its text, points.
    public var inset = Insets(top: 4, left: 7, bottom: 4, right: 7)

    public init() {}

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
        let text = text(of: target, pairsPerRow: max(1, style.defaultKeyValuesPerRow ?? 2))
        guard !isHidden, !text.isEmpty else { return }
        let font = style.defaultFont ?? FontStyle()
        let size = context.size(of: text, font: font)
        let box = place(width: size.width + inset.left + inset.right, height: size.height + inset.top + inset.bottom, target)
        let radius = style.defaultCornerRadius ?? 0
        if let color = style.defaultBackgroundColor { context.fill(box, color, cornerRadius: radius) }
        if let color = style.defaultBorderColor {
            context.stroke(box, color, width: style.defaultBorderWidth ?? 0, cornerRadius: radius)
        }
        let label = Rect(x: box.x + inset.left, y: box.y + inset.top, width: size.width, height: size.height)
        if let color = style.defaultLabelBackgroundColor, color.alpha > 0 { context.fill(label, color) }
        context.text(text, x: label.midX, y: label.midY, across: 0.5, down: 0.5, font: font, color: style.defaultTextColor)
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

/// Draws the lines to the axes and the circle of a crosshair. A subclass may draw others:
/// `crosshair.lineDrawer = MyDrawer()`.
open class CrosshairLineDrawer {
    public init() {}

    /// Draws lines from the circle to the axes of the series.
    ///
    /// - Parameter style: complete style; no property is `nil`.
    open func drawLines(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout OverlayContext) {
        for line in target.lines(from: Crosshair.radius, width: width(style, context)) {
            context.fill(line, style.lineColor ?? .black, dashes: style.dashStyle ?? [])
        }
    }

    /// Draws the circle around the point.
    ///
    /// - Parameter style: complete style; no property is `nil`.
    open func drawEllipse(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout OverlayContext) {
        let width = width(style, context)
        context.sector(
            x: target.x, y: target.y, innerRadius: Crosshair.radius - width, outerRadius: Crosshair.radius,
            style.lineColor ?? .black)
    }

    private func width(_ style: CrosshairStyle, _ context: OverlayContext) -> Double {
        max(style.lineWidth ?? 1, 1 / context.scale)
    }
}

/// Draws what a crosshair has beside its tooltip: lines to the axes and a circle. A subclass draws others: `crosshair.lineDrawer = MyDrawer()`.
open class CrosshairLineDrawer {
    public init() {}

    /// From the circle to the axes of the series.
    ///
    /// - Parameter style: nothing in it is nil.
    open func drawLines(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout FurnitureContext) {
        for line in target.lines(from: Crosshair.radius, width: width(style, context)) { context.fill(line, style.lineColor ?? .black, dashes: style.dashStyle ?? []) }
    }

    /// Round the point.
    ///
    /// - Parameter style: nothing in it is nil.
    open func drawEllipse(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout FurnitureContext) {
        let width = width(style, context)
        context.sector(
            x: target.x, y: target.y, innerRadius: Crosshair.radius - width, outerRadius: Crosshair.radius, style.lineColor ?? .black)
    }

    private func width(_ style: CrosshairStyle, _ context: FurnitureContext) -> Double { max(style.lineWidth ?? 1, 1 / context.scale) }
}

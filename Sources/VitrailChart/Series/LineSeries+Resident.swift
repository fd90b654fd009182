import VitrailScene

extension LineSeries {
    /// Draws the stroke from samples that stay on the device, if they stay there.
    ///
    /// - Returns: whether the stroke is drawn.
    func drawsResident(
        _ pass: XyPassData, _ style: LineSeriesStyle, width: Float, in context: DrawContext
    ) -> Bool {
        let colors = strokeColors(style)
        let color = colors.color == colors.below ? colors.color : nil
        var obstacles: Set<MarkFacts.Obstacle> = []
        if !isPlain || isStepped { obstacles.insert(.isShaped) }
        if !dashes(style, context.series.theme).isEmpty { obstacles.insert(.isDashed) }
        guard let line = pass.residentLine(.single, width: width, color: color, obstacles) else { return false }
        context.emit(.line(line), label: "line")
        if style.pointStyle.showPoints != true,
            let pieces = pass.residentPieces(
                .single, width: width, loneRadius: context.series.pixels(loneRadius(style)))
        {
            dot(pieces, style, context)
        }
        return true
    }
}

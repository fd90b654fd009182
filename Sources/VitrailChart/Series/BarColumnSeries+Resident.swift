import VitrailRaster
import VitrailScene

extension BarColumnSeries {
    /// Draws the bars from samples that stay on the device, if they stay there.
    ///
    /// - Returns: whether the bars are drawn.
    func drawsResident(
        _ pass: ColumnPassData, _ slot: BarSlot, _ drawnStyle: ResolvedStyle, isUniform: Bool, in context: DrawContext
    ) -> Bool {
        let (above, below) = (drawnStyle.above, drawnStyle.below)
        let isPlain =
            isUniform && !drawnStyle.isShaped && drawnStyle.outline(1) == 0 && drawnStyle.cornerRatio == 0
            && (drawnStyle.tipRadius ?? 0) == 0
            && (slot.width < 1 || above.start == above.end && below.start == below.end)
        var obstacles: Set<MarkFacts.Obstacle> = isPlain ? [] : [.hasOwnBars]
        if pass.values(.stackBase) != nil || pass.values(.stackTotal) != nil { obstacles.insert(.isStacked) }
        guard pass.staysOnDevice(.bars, obstacles), let axes = pass.residentAxes(.single) else { return false }
        let edges = slot.edges(at: 0)
        func color(_ colors: ResolvedStyle.Colors) -> Color { slot.width < 1 ? colors.mean : colors.start }
        // On a y-axis, values above the baseline have the smaller positions.
        let (before, beyond) = context.series.isReversed ? (above, below) : (below, above)
        context.emit(
            .bars(
                BarsMark(
                    x: axes.x, y: axes.y, range: axes.range, orientation: orientation.area, low: Float(edges.low),
                    high: Float(edges.high), base: Float(pass.zeroLineCoordinate.clampedPosition),
                    color: color(before), colorBeyond: color(beyond), areSlivers: slot.width < 1)),
            label: "columns")
        return true
    }
}

import VitrailRaster
import VitrailScales
import VitrailScene

extension LineSeries {
    /// Draws the stroke from samples that stay on the device, if the chart asks for it and the line allows it.
    ///
    /// - Returns: whether the stroke is drawn. If it is not, the context has the reason.
    func drawsResident(
        _ pass: XyPassData, _ style: LineSeriesStyle, width: Float, in context: DrawContext
    ) -> Bool {
        guard context.series.strategy == .resident else { return false }
        if let reason = reasonAgainstResident(style, context.series) {
            context.refuse(reason)
            return false
        }
        guard let axes = pass.residentAxes(.single) else {
            context.refuse("an axis excludes values")
            return false
        }
        let mark = LineMark(
            x: axes.x, y: axes.y, range: axes.range, width: width, paint: .solid(strokeColors(style).color))
        context.emit(.line(mark), label: "line")
        dotSmallPieces(pass, style, width: width, context)
        return true
    }

    private func reasonAgainstResident(_ style: LineSeriesStyle, _ series: SeriesContext) -> String? {
        let colors = strokeColors(style)
        if series.polar != nil { return "radial lines are no function of two axes" }
        if !isPlain || isStepped { return "a line of this shape has points that are no samples" }
        if !dashes(style, series.theme).isEmpty { return "dashes are cut along the whole line" }
        if colors.color != colors.below { return "the line changes its colour at the baseline" }
        if series.samples.whole != nil { return "the samples stand for others" }
        return nil
    }

    /// Draws discs for samples that no segment reaches. Only lines with gaps, and short ones, can have them.
    private func dotSmallPieces(_ pass: XyPassData, _ style: LineSeriesStyle, width: Float, _ context: DrawContext) {
        let (series, samples) = (context.series, context.series.samples)
        let hasGap =
            samples.alongExtent.hasGap || samples.acrossExtent.contains(where: \.hasGap)
            || [(series.along, samples.alongExtent), (series.across, samples.acrossExtent.first)].contains {
                $0.mapper.mapsPositiveOnly && ($1?.range?.minimum ?? 0) <= 0
            }
        guard style.pointStyle.showPoints != true, hasGap || series.visible.count <= Self.maxShort else { return }
        let shape = pass.smallPieceShape(width: width, loneRadius: series.pixels(loneRadius(style)))
        guard let pieces = SmallPieces.find(in: pass.path(width: width), shape, openEnds: pass.goesOn()) else { return }
        dot(pieces, style, context)
    }

    /// Max number of visible samples of a line that may be too short to be visible.
    private static let maxShort = 1_000
}

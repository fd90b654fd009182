import VitrailColumns
import VitrailRaster
import VitrailScales
import VitrailScene

extension PassData {
    /// The samples of `xPointRange` on both axes of the picture, for marks whose samples stay on the device. `nil`: an
    /// axis excludes values, or the series does not read the value.
    func residentAxes(_ value: SeriesValue) -> (x: SampleAxis, y: SampleAxis, range: Range<Int>)? {
        let samples = context.samples
        guard let k = samples.values.firstIndex(of: value),
            let along = samples.residents.axis(samples.along, nil, on: context.along),
            let across = samples.residents.axis(samples.across[k], value, on: context.across)
        else { return nil }
        let isHorizontal = context.orientation == .horizontal
        return (isHorizontal ? along : across, isHorizontal ? across : along, residentRange(along))
    }

    private func residentRange(_ axis: SampleAxis) -> Range<Int> {
        let first = axis.source.indices.lowerBound
        return context.visible.lowerBound + first..<context.visible.upperBound + first
    }

    /// The stroke through a value from samples on the device, if they stay there.
    ///
    /// - Parameter color: `nil`: more than one.
    func residentLine(
        _ value: SeriesValue, width: Float, color: Color?, _ obstacles: Set<MarkFacts.Obstacle>
    ) -> LineMark? {
        let staysThere = staysOnDevice(
            .line, obstacles.union(context.samples.whole == nil ? [] : [.standsForOthers])
        ) {
            ($0.strokeWidth, $0.hasOneColor) = (width, color != nil)
        }
        guard staysThere, let color, let axes = residentAxes(value) else { return nil }
        return LineMark(x: axes.x, y: axes.y, range: axes.range, width: width, paint: .solid(color))
    }

    /// The samples of such a line that no segment reaches. `nil`: none; only lines with gaps, and short ones, can have
    /// them.
    func residentPieces(_ value: SeriesValue, width: Float, loneRadius: Float) -> SmallPieces? {
        let samples = context.samples
        let across = samples.values.firstIndex(of: value).map { samples.acrossExtent[$0] }
        let hasGap = [(context.along, samples.alongExtent), (context.across, across)].contains { scale, extent in
            extent?.hasGap == true || scale.mapper.mapsPositiveOnly && (extent?.range?.minimum ?? 0) <= 0
        }
        guard hasGap || context.visible.count <= Self.maxShort else { return nil }
        return SmallPieces.find(
            in: path(value, width: width), smallPieceShape(width: width, loneRadius: loneRadius),
            openEnds: goesOn(value))
    }

    /// Max number of visible samples of a line that may be too short to be visible.
    private static var maxShort: Int { 1_000 }

    /// The samples as circles from the device, if they stay there.
    func residentPoints(_ value: SeriesValue, _ style: PointStyle) -> PointsMark? {
        let drawnStyle = PointSymbols(context).drawnStyle(style)
        let isOneDisc = style.texture == nil && drawnStyle.isOneDisc
        guard staysOnDevice(.points, obstaclesOfSamples.union(isOneDisc ? [] : [.hasOwnSymbols])),
            let axes = residentAxes(value)
        else { return nil }
        return PointsMark(
            x: axes.x, y: axes.y, range: axes.range, radius: drawnStyle.radius, color: drawnStyle.color)
    }

    /// What the samples have against marks that show each of them.
    var obstaclesOfSamples: Set<MarkFacts.Obstacle> {
        let samples = context.samples
        // Samples that a stack or a joined gap has inserted have no symbol.
        let areOthers =
            samples.whole != nil || samples.rows?.contains(where: { $0 < 0 }) == true
            || samples.filled.contains(where: { !$0.isEmpty })
        return areOthers ? [.standsForOthers] : []
    }
}

extension BubblePassData {
    /// The bubbles as circles from the device, if they stay there.
    func residentBubbles(_ style: PointStyle) -> PointsMark? {
        let areDiscs = style.texture == nil && style.isOfDiscs
        guard staysOnDevice(.points, obstaclesOfSamples.union(areDiscs ? [] : [.hasOwnSymbols])),
            let axes = residentAxes(.single)
        else { return nil }
        let unit = AxisScale(range: NumberRange(0, 1), start: 0, end: 1)
        guard var sizes = context.samples.residents.axis(areas, .free(.area), on: unit) else { return nil }
        // Square pixels: the area is π r².
        sizes.transform = SampleTransform(scale: scale / .pi * context.scale * context.scale)
        return PointsMark(
            x: axes.x, y: axes.y, range: axes.range, radius: 0, sizes: sizes, color: style.color ?? .black)
    }
}

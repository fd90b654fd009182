import VitrailColumns
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

    /// The samples as circles from the device, if the chart asks for them and the style allows it. If it does not, the
    /// context has the reason.
    func residentPoints(_ value: SeriesValue, _ style: PointStyle, in drawing: DrawContext) -> PointsMark? {
        guard context.strategy == .resident else { return nil }
        let drawnStyle = PointSymbols(context).drawnStyle(style)
        guard style.texture == nil, drawnStyle.isOneDisc else {
            drawing.refuse("symbols other than discs of one colour are drawn one by one")
            return nil
        }
        guard let axes = residentAxes(in: drawing, value) else { return nil }
        return PointsMark(
            x: axes.x, y: axes.y, range: axes.range, radius: drawnStyle.radius, color: drawnStyle.color)
    }

    func residentAxes(
        in drawing: DrawContext, _ value: SeriesValue
    ) -> (x: SampleAxis, y: SampleAxis, range: Range<Int>)? {
        if context.polar != nil {
            drawing.refuse("radial points are no function of two axes")
            return nil
        }
        let samples = context.samples
        // Samples that a stack or a joined gap has inserted have no symbol.
        if samples.whole != nil || samples.rows?.contains(where: { $0 < 0 }) == true
            || samples.filled.contains(where: { !$0.isEmpty })
        {
            drawing.refuse("some samples are no points")
            return nil
        }
        guard let axes = residentAxes(value) else {
            drawing.refuse("an axis excludes values")
            return nil
        }
        return axes
    }
}

extension BubblePassData {
    /// The bubbles as circles from the device, if the chart asks for them and the style allows it.
    func residentBubbles(_ style: PointStyle, in drawing: DrawContext) -> PointsMark? {
        guard context.strategy == .resident else { return nil }
        guard style.texture == nil, style.isOfDiscs else {
            drawing.refuse("symbols other than discs of one colour are drawn one by one")
            return nil
        }
        guard let axes = residentAxes(in: drawing, .single) else { return nil }
        let unit = AxisScale(range: NumberRange(0, 1), start: 0, end: 1)
        guard var sizes = context.samples.residents.axis(areas, .free(.area), on: unit) else { return nil }
        // Square pixels: the area is π r².
        sizes.transform = SampleTransform(scale: scale / .pi * context.scale * context.scale)
        return PointsMark(
            x: axes.x, y: axes.y, range: axes.range, radius: 0, sizes: sizes, color: style.color ?? .black)
    }
}

import VitrailColumns
import VitrailScene

extension PassData {
    /// The area between two values, or a value and a position, from samples on the device, if the chart asks for it and
    /// the samples allow it. If they do not, the drawing has the reason.
    ///
    /// - Parameters:
    ///   - second: `nil`: the area ends at `base`.
    ///   - paints: for positions smaller than those of the second curve, and for larger ones.
    func residentArea(
        _ first: SeriesValue, _ second: SeriesValue?, base: Float, paints: (under: Paint, over: Paint),
        in drawing: DrawContext
    ) -> AreaMark? {
        guard context.strategy == .resident else { return nil }
        guard context.samples.alongExtent.isAscending else {
            drawing.refuse("the area's samples are in no order")
            return nil
        }
        guard let axes = residentAxes(in: drawing, first) else { return nil }
        var other: SampleAxis?
        if let second {
            guard let axes = residentAxes(in: drawing, second) else { return nil }
            other = context.orientation == .horizontal ? axes.y : axes.x
        }
        let isHorizontal = context.orientation == .horizontal
        return AreaMark(
            along: isHorizontal ? axes.x : axes.y, first: isHorizontal ? axes.y : axes.x, second: other, base: base,
            range: axes.range, orientation: context.orientation.area, paint: paints.under, invertedPaint: paints.over)
    }
}

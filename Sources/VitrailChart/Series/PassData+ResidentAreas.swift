import VitrailColumns
import VitrailScene

extension PassData {
    /// The area between two values, or a value and a position, from samples on the device, if they stay there.
    ///
    /// - Parameters:
    ///   - second: `nil`: the area ends at `base`.
    ///   - paints: for positions smaller than those of the second curve, and for larger ones.
    func residentArea(
        _ first: SeriesValue, _ second: SeriesValue?, base: Float, paints: (under: Paint, over: Paint)
    ) -> AreaMark? {
        guard staysOnDevice(.fill, obstaclesOfSamples), let axes = residentAxes(first) else { return nil }
        var other: SampleAxis?
        if let second {
            guard let axes = residentAxes(second) else { return nil }
            other = context.orientation == .horizontal ? axes.y : axes.x
        }
        let isHorizontal = context.orientation == .horizontal
        return AreaMark(
            along: isHorizontal ? axes.x : axes.y, first: isHorizontal ? axes.y : axes.x, second: other, base: base,
            range: axes.range, orientation: context.orientation.area, paint: paints.under, invertedPaint: paints.over)
    }
}

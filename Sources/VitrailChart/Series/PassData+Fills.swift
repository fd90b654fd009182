import VitrailColumns
import VitrailRaster
import VitrailScene

extension PassData {
    /// Rasterises the area between two values of each sample on the CPU, if very many samples share a pixel column.
    ///
    /// - Parameters:
    ///   - second: `nil`: the baseline.
    ///   - paints: for areas where the first value lies above or left of the second, and for areas where it lies below
    ///     or right of it.
    ///   - isStepped: whether each value holds until the next sample.
    /// - Returns: pictures side by side; `nil` if there are few samples, if they are unordered, if the picture is too
    ///   large, or if a gradient does not run across.
    func counted(
        _ first: SeriesValue, _ second: SeriesValue?, paints: (Paint, Paint), isStepped: Bool = false
    ) -> [SparseTileImage]? {
        guard let firstValues = values(first) else { return nil }
        let box = box(of: [first] + (second.map { [$0] } ?? []), from: second == nil ? context.baseline : nil)
        var facts = facts
        (facts.samples, facts.area) = (context.visible.count, box.width * box.height)
        guard choose(.fill, facts) == .coverage else { return nil }
        guard !box.isEmpty else { return [] }
        guard
            let fill = AreaTarget(
                box: box, isVertical: context.orientation == .vertical, flat: Float(context.baseline), paints: paints)
        else {
            facts.refused = [.coverage]
            _ = choose(.fill, facts)
            return nil
        }
        guard !fill.isClear else { return [] }
        let secondValues = second.flatMap { values($0) }
        return ColumnView.withView(independentValues, firstValues, secondValues ?? firstValues) {
            along, firstValues, others in
            withPyramid(first) { firstPyramid in
                withPyramid(second) { secondPyramid in
                    AreaPass(
                        along: along, first: firstValues, second: secondValues.map { _ in others },
                        range: context.visible, isStepped: isStepped, fill: fill,
                        pyramids: (firstPyramid, secondPyramid)
                    ).pictures(along: context.along, across: context.across)
                }
            }
        }
    }

    /// Calls `body` with the min/max tree over a value if the axis excludes ranges, otherwise with `nil`.
    private func withPyramid<Result>(_ value: SeriesValue?, _ body: (MinMaxTree?) -> Result) -> Result {
        guard context.across.mapper.hasExclusions, let value, let index = context.samples.values.firstIndex(of: value)
        else { return body(nil) }
        return context.samples.acrossExtent[index].withPyramid(count: context.samples.count, body)
    }
}

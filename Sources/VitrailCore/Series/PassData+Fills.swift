import VitrailScene

extension PassData {
    /// Counts what lies between two values of each sample, where very many share a pixel column.
    ///
    /// - Parameters:
    ///   - second: nil = the baseline.
    ///   - paints: where the first value lies above or left of the second, and where it lies beyond it.
    ///   - isStepped: whether values hold until the next sample.
    /// - Returns: pictures side by side; nil where there are few samples, they are in no order, or a gradient does not go across.
    func counted(_ first: SeriesValue, _ second: SeriesValue?, paints: (Paint, Paint), isStepped: Bool = false) -> [StripPicture]? {
        guard reduces, PathReducer.reduces(context.visible.count, to: context.along, isAscending: true), let firstValues = values(first) else { return nil }
        let box = box(of: [first] + (second.map { [$0] } ?? []), from: second == nil ? context.baseline : nil)
        guard !box.isEmpty, box.width * box.height <= PictureLimits.countedPixels else { return box.isEmpty ? [] : nil }
        guard let fill = FillPicture(box: box, isVertical: context.orientation == .vertical, flat: Float(context.baseline), paints: paints) else { return nil }
        guard !fill.isClear else { return [] }
        let secondValues = second.flatMap { values($0) }
        return SharedValues.lend(independentValues, firstValues, secondValues ?? firstValues) { along, firstValues, others in
            withPyramid(first) { firstPyramid in
                withPyramid(second) { secondPyramid in
                    Fills(
                        along: along, first: firstValues, second: secondValues.map { _ in others }, range: context.visible, isStepped: isStepped, fill: fill,
                        pyramids: (firstPyramid, secondPyramid)
                    ).run(along: context.along, across: context.across)
                }
            }
        }
    }

    /// The pyramid over a value, where the axis leaves something out.
    private func withPyramid<Result>(_ value: SeriesValue?, _ body: (ExtremePyramid?) -> Result) -> Result {
        guard context.across.mapper.hasExclusions, let value, let index = context.samples.values.firstIndex(of: value) else { return body(nil) }
        return context.samples.acrossExtent[index].withPyramid(count: context.samples.count, body)
    }

    private struct Fills: ColumnPass {
        let along, first: SharedValues
        let second: SharedValues?
        let range: Range<Int>
        let isStepped: Bool
        let fill: FillPicture
        let pyramids: (ExtremePyramid?, ExtremePyramid?)

        func run(_ placeAlong: some AxisPlacing, _ placeAcross: some AxisPlacing) -> [StripPicture] {
            FillColumns(
                along: along, first: first, second: second, placeAlong, placeAcross, range: range, isStepped: isStepped, fill: fill, pyramids: pyramids
            ).pictures(threads: Parallel.threads)
        }
    }
}

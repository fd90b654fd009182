package import CColumns

extension ColumnView {
    /// Reduces whole bins of a line to their first, lowest, highest and last samples, and the samples on both sides of
    /// jumps.
    ///
    /// - Parameters:
    ///   - samples: of whole bins, with ascending or descending positions along.
    ///   - bins: the mapping of values along to bins; `number` is not used.
    ///   - mapping: of values across: origin, factor and start of (value − origin) · factor + start.
    ///   - farthest: positions beyond ± it are clamped.
    ///   - jump: extent across. If two points are farther apart, there may be a jump between them.
    ///   - points: receives the points; there must be room for those of one bin.
    /// - Returns: the index behind the last reduced bin, and the number of points. It ends early if there is no more
    ///   room, and before a bin with a value that is not finite, or at which the line begins or ends.
    /// - Precondition: both columns are read in place (`areDoubles`), and so are the samples beside `samples`.
    package static func reduceLine(
        _ along: ColumnView, _ across: ColumnView, _ samples: Range<Int>, bins: vitrail_column,
        mapping: (origin: Double, factor: Double, start: Double), farthest: Double, jump: Float,
        into points: UnsafeMutableBufferPointer<vitrail_path_point>
    ) -> (end: Int, points: Int) {
        precondition(
            samples.lowerBound >= 0 && samples.upperBound <= min(along.count, across.count), "values that are not there"
        )
        precondition(points.count >= Int(VITRAIL_BIN_POINTS), "no room for the points of a bin")
        guard let along = unsafe along.doubles, let values = unsafe across.doubles else {
            preconditionFailure("values that are not Doubles")
        }
        var line = unsafe vitrail_line(
            along: along, across: values, bins: bins, origin: mapping.origin, factor: mapping.factor,
            start: mapping.start, farthest: farthest)
        let reduced = unsafe vitrail_reduce_line(
            &line, samples.lowerBound, samples.upperBound, samples.lowerBound == 0,
            samples.upperBound == across.count, jump, points.baseAddress, points.count)
        return (reduced.end, reduced.points)
    }
}

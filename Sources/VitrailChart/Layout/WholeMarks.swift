import VitrailColumns
import VitrailScales

/// Widens the automatic range of an axis so that the marks of its outermost samples are complete (amendment A2).
///
/// Marks have a size in points, so the range depends on the length of the axis: layout calls this each time it measures
/// an axis.
struct WholeMarks {
    /// A mark: its value on the axis, and its extension beyond the value to both sides in points.
    struct End {
        var value: Double
        var reach: Double
    }

    /// Maximum fraction of the axis for the space on both sides.
    private static let largestShare = 0.5
    /// Iterations. Space on one side shrinks the scale, and so the distances on the other side; this number converges
    /// to 0.01 points.
    private static let rounds = 4

    private let ends: [End]
    /// Ends of the range where bars or fills start; these are not widened.
    private let keeps: (low: Bool, high: Bool)

    /// - Parameters:
    ///   - range: automatic range without space for marks.
    ///   - plotSide: shorter side of the plot area in points.
    ///   - labels: labels of the outermost samples.
    init(_ axis: Axis, of chart: Chart, range: NumberRange, plotSide: Double, labels: [End] = []) {
        var ends = labels
        // At the pole of a radial chart nothing is cut off.
        var keeps = (low: chart.isRadial, high: false)
        for series in chart.cartesian where !series.hidden {
            guard let samples = series.drawn else { continue }
            for direction in [Axis.Direction.x, .y] where chart.ownAxis(series, direction) === axis {
                let isAlong = (series.orientation == .horizontal) == (direction == .x)
                ends += series.markEnds(samples, isAlong: isAlong, theme: chart.theme, plotSide: plotSide)
                guard !isAlong, series.showsBaseline else { continue }
                // On a logarithmic axis that cannot map the baseline, bars start at the end of the range.
                let base = axis.maps(series.baseline) ? series.baseline : range.minimum
                if base == range.minimum { keeps.low = true }
                if base == range.maximum { keeps.high = true }
            }
        }
        (self.ends, self.keeps) = (ends, keeps)
    }

    /// - Returns: `range` itself if no mark extends beyond it.
    func widened(_ range: NumberRange, mapper: AxisScale.Mapper, length: Double) -> NumberRange {
        let span = mapper.distance(from: range.minimum, to: range.maximum)
        guard length > 0, span.isFinite, span != 0, !ends.isEmpty else { return range }
        var (low, high) = (0.0, 0.0)
        for _ in 0..<Self.rounds {
            let pointsPerUnit = (length - low - high) / span
            var needed = (low: 0.0, high: 0.0)
            for end in ends {
                let below = mapper.distance(from: range.minimum, to: end.value) * pointsPerUnit
                let above = mapper.distance(from: end.value, to: range.maximum) * pointsPerUnit
                guard below.isFinite, above.isFinite else { continue }
                // A sample out of the range is not shown: its mark needs no more space than its own extension.
                if !keeps.low { needed.low = max(needed.low, end.reach - max(below, 0)) }
                if !keeps.high { needed.high = max(needed.high, end.reach - max(above, 0)) }
            }
            let share = (needed.low + needed.high) / (length * Self.largestShare)
            (low, high) = share > 1 ? (needed.low / share, needed.high / share) : needed
        }
        guard low > 0 || high > 0 else { return range }
        let unit = span / (length - low - high)
        let widened = NumberRange(
            low > 0 ? mapper.value(at: -low * unit, from: range.minimum) : range.minimum,
            high > 0 ? mapper.value(at: high * unit, from: range.maximum) : range.maximum)
        return widened.isValid ? widened : range
    }
}

/// Extension in points of a series' marks beyond their samples, along the independent and the dependent axis.
struct MarkReach {
    var along = 0.0
    var across = 0.0

    init() {}

    init(along: Double, across: Double) { (self.along, self.across) = (along, across) }

    /// Strokes and symbols extend equally in all directions.
    ///
    /// - Parameter point: used if points are shown.
    init(strokeWidth: Double = 0, point: PointStyle? = nil) {
        let radius = point?.extent ?? 0
        along = max(strokeWidth / 2, radius)
        across = along
    }
}

extension LoadedSeries {
    /// Whether any value on an axis is missing.
    var hasGap: Bool { alongExtent.hasGap || zip(values, acrossExtent).contains { $0.isOnAxis && $1.hasGap } }

    /// Outermost marks of samples with equal extensions.
    func ends(isAlong: Bool, reach: Double) -> [WholeMarks.End] {
        guard reach > 0 else { return [] }
        let extents = isAlong ? [alongExtent] : zip(values, acrossExtent).filter(\.0.isOnAxis).map(\.1)
        return extents.flatMap { extent in
            // A logarithmic axis shows the positive values.
            [extent.range, extent.positiveRange].compactMap(\.self).flatMap { [$0.minimum, $0.maximum] }
        }.map { WholeMarks.End(value: $0, reach: reach) }
    }
}

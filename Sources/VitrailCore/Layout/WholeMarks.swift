/// Widens the automatic range of an axis, so that the marks of its outermost samples are whole (amendment A2).
///
/// Marks have a size in points, so the range depends on the length of the axis: layout asks each time it measures one.
struct WholeMarks {
    /// A mark: its value on the axis, and how many points it reaches beyond it to both sides.
    struct End {
        var value: Double
        var reach: Double
    }

    /// The room on both sides takes at most this share of the axis.
    private static let largestShare = 0.5
    /// Room on one side shrinks the scale, and so the distance of marks on the other one: settled to a hundredth of a point.
    private static let rounds = 4

    private let ends: [End]
    /// Ends of the range where bars or fills start are not widened.
    private let keeps: (low: Bool, high: Bool)

    /// - Parameters:
    ///   - range: automatic, without room for marks.
    ///   - plotSide: the smaller side of the plot area, in points.
    ///   - labels: of the outermost samples.
    init(_ axis: Axis, of chart: Chart, range: NumberRange, plotSide: Double, labels: [End] = []) {
        var ends = labels
        // Nothing is cut at the pole of a radial chart.
        var keeps = (low: chart.isRadial, high: false)
        for series in chart.cartesian where !series.hidden {
            guard let samples = series.drawn else { continue }
            for direction in [Axis.Direction.x, .y] where chart.ownAxis(series, direction) === axis {
                let isAlong = (series.orientation == .horizontal) == (direction == .x)
                ends += series.markEnds(samples, isAlong: isAlong, theme: chart.theme, plotSide: plotSide)
                guard !isAlong, series.showsBaseline else { continue }
                // On a logarithmic axis without a place for the baseline, bars start at the end of the range.
                let base = axis.maps(series.baseline) ? series.baseline : range.minimum
                if base == range.minimum { keeps.low = true }
                if base == range.maximum { keeps.high = true }
            }
        }
        (self.ends, self.keeps) = (ends, keeps)
    }

    /// - Returns: `range` itself where no mark reaches out of it.
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
                // A sample out of the range is not shown: the mark next to it needs no more room than its own reach.
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

/// Points that the marks of a series reach beyond their samples: on the independent axis, and on the dependent one.
struct MarkReach {
    var along = 0.0
    var across = 0.0

    init() {}

    init(along: Double, across: Double) { (self.along, self.across) = (along, across) }

    /// Strokes and symbols reach as far in all directions.
    ///
    /// - Parameter point: counted where points are shown.
    init(strokeWidth: Double = 0, point: PointStyle? = nil) {
        let radius = point.map { max($0.radius ?? 0, $0.innerRadius ?? 0) } ?? 0
        along = max(strokeWidth / 2, radius)
        across = along
    }
}

extension LoadedSeries {
    /// Whether a value on an axis is missing.
    var hasGap: Bool { alongExtent.hasGap || zip(values, acrossExtent).contains { $0.isOnAxis && $1.hasGap } }

    /// The outermost marks of samples that all reach as far.
    func ends(isAlong: Bool, reach: Double) -> [WholeMarks.End] {
        guard reach > 0 else { return [] }
        let extents = isAlong ? [alongExtent] : zip(values, acrossExtent).filter(\.0.isOnAxis).map(\.1)
        return extents.flatMap { extent in
            // A logarithmic axis shows the positive values.
            [extent.range, extent.positiveRange].compactMap(\.self).flatMap { [$0.minimum, $0.maximum] }
        }.map { WholeMarks.End(value: $0, reach: reach) }
    }
}

import VitrailColumns
import VitrailScales

extension Axis {
    /// Distance along this axis between a sample and the centre of its column or bar, in data units. Negative values
    /// point towards smaller values.
    ///
    /// The result depends on the data, the other series of the set, and the paddings in the axis' style. It does not
    /// depend on sizes, so it is the same at each zoom level. It is 0 for series that stand on their samples, and along
    /// the dependent axis of a column or bar series.
    ///
    /// - Returns: `nil` before the series is loaded, while it is hidden, if it is not mapped on this axis, and on
    ///   logarithmic axes, where the distance differs from value to value.
    /// - Complexity: O(1) for one ascending series, otherwise the cost of sorting the samples of the set.
    public func offset(forSeries series: Series) -> Double? {
        guard isLinear, !series.hidden, let chart = series.chart, let series = series as? CartesianSeries,
            series.loaded != nil,
            let own = chart.ownAxis(series, direction), own === self
        else { return nil }
        guard series.slotKind != nil, (series.orientation == .horizontal) == (direction == .x) else { return 0 }
        let style = style.filled(from: direction == .x ? chart.theme.xAxis : chart.theme.yAxis)
        let slots = BarSlots.slots(
            of: chart.cartesian, axis: { chart.ownAxis($0, $0.orientation == .horizontal ? .x : .y) ?? self },
            // One data unit per pixel.
            scale: {
                AxisScale(range: NumberRange(0, 1), mapper: $0.isLinear ? .identity : $0.mapper, start: 0, end: 1)
            },
            // Widths in points are ignored: they have no length in data units.
            padding: { _ in (style.interSeriesPadding ?? 1, style.interSeriesSetPadding ?? 0.2) })
        // Pixels of a y-axis run down.
        return slots[series.index].map { (direction == .x) != isReversed ? $0.offset : -$0.offset }
    }
}

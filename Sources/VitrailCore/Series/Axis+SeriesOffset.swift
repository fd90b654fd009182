extension Axis {
    /// How far beside its sample a column or bar of a series is centred along this axis, in data units: negative towards smaller values.
    ///
    /// It follows from the data, the other series of the set, and the paddings of the axis' style, and from no size: the same at each zoom.
    /// 0 for series that stand on their samples, and along a column's or bar's dependent axis.
    ///
    /// - Returns: nil before the series was loaded, while it is hidden, for one that is not mapped on this axis, and on logarithmic axes,
    ///   where the distance is another one at each value.
    /// - Complexity: O(1) for one ascending series, otherwise as much as sorting the samples of the set.
    public func offset(forSeries series: Series) -> Double? {
        guard isLinear, !series.hidden, let chart = series.chart, let series = series as? CartesianSeries, series.loaded != nil,
            let own = chart.ownAxis(series, direction), own === self
        else { return nil }
        guard series.slotKind != nil, (series.orientation == .horizontal) == (direction == .x) else { return 0 }
        let style = style.filled(from: direction == .x ? chart.theme.xAxis : chart.theme.yAxis)
        let slots = BarSlots.slots(
            of: chart.cartesian, axis: { chart.ownAxis($0, $0.orientation == .horizontal ? .x : .y) ?? self },
            // A unit of the data for a pixel.
            scale: { AxisScale(range: NumberRange(0, 1), mapper: $0.isLinear ? .identity : $0.mapper, start: 0, end: 1) },
            padding: { _ in (style.interSeriesPadding ?? 1, style.interSeriesSetPadding ?? 0.2) })
        // Pixels of a y-axis run down.
        return slots[series.index].map { (direction == .x) != isReversed ? $0.offset : -$0.offset }
    }
}

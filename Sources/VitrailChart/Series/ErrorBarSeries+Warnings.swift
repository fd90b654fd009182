import VitrailColumns
import VitrailScales

extension ErrorBarSeries {
    /// Warns about error bars whose low end is above the high one, and about those on stacked columns.
    func warn(ofEnds loaded: LoadedSeries, _ chart: Chart) {
        if let bars = shownBars, bars.isStackable, bars.stackIndex != nil {
            chart.warn(
                .doubtful(
                    path: jsonPath,
                    reason:
                        "its columns are stacked: error bars stand at their own values, not on the columns below; add these to the values"
                ))
        }
        guard let high = loaded.values.firstIndex(of: .keyed(.high)),
            let low = loaded.values.firstIndex(of: .keyed(.low)),
            let highs = loaded.acrossExtent[high].range, let lows = loaded.acrossExtent[low].range,
            lows.maximum > highs.minimum
        else { return }
        let found = ColumnView.withView(loaded.across[high], loaded.across[low]) {
            highs, lows -> (count: Int, first: Int) in
            var (count, first) = (0, 0)
            for i in highs.indices where lows[i] > highs[i] && lows[i].isFinite && highs[i].isFinite {
                if count == 0 { first = i }
                count += 1
            }
            return (count, first)
        }
        guard found.count > 0 else { return }
        let axis = chart.ownAxis(self, orientation == .horizontal ? .x : .y)
        let along = loaded.along.withView { $0[found.first] }
        let rows = found.count == 1 ? "1 row has" : "\(found.count) rows have"
        chart.warn(
            .doubtful(
                path: "\(jsonPath).low",
                reason:
                    "\(rows) a low end above the high one, first \(axis?.words(along) ?? NumberLabel.text(along)): the whisker joins them all the same"
            ))
    }
}

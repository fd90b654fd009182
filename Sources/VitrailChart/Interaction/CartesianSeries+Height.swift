import VitrailColumns

extension CartesianSeries {
    /// Value of a line at a value of the independent axis. Between two samples the line is straight in pixels, so the
    /// value is interpolated on the mapped axes, also on logarithmic and discontinuous ones.
    ///
    /// - Returns: `nil` before the first sample and after the last, next to a gap, in a stack, and for a line that is
    ///   not monotonic.
    /// - Complexity: O(log n), plus O(k) for k adjacent samples that an axis excludes.
    func height(at value: Double) -> Double? {
        guard self is LineSeries, stacked == nil, let loaded, loaded.count > 1, loaded.alongExtent.isAscending,
            let k = loaded.values.firstIndex(of: .single), let (alongAxis, acrossAxis) = ownAxes
        else { return nil }
        let (alongMapper, acrossMapper) = (alongAxis.mapper, acrossAxis.mapper)
        return ColumnView.withView(loaded.along, loaded.across[k]) { along, across in
            guard value >= along[0], value <= along[along.count - 1] else { return nil }
            var low = Self.last(upTo: value, of: along, before: along.count - 1)
            var high = low + 1
            if alongMapper.hasExclusions || acrossMapper.hasExclusions {
                // Excluded samples are not drawn: the line joins the samples on both sides.
                func isDrawn(_ i: Int) -> Bool {
                    !alongMapper.isExcluded(along[i]) && !acrossMapper.isExcluded(across[i])
                }
                while low > 0, !isDrawn(low) { low -= 1 }
                while high < along.count - 1, !isDrawn(high) { high += 1 }
                guard isDrawn(low), isDrawn(high) else { return nil }
            }
            let way = alongMapper.distance(from: along[low], to: along[high])
            let share = way > 0 ? alongMapper.distance(from: along[low], to: value) / way : 0
            let steps = (self as? StepLineSeries)?.steps
            if let steps, steps.holdsFirst(at: share) {
                return across[low].isFinite && acrossAxis.maps(across[low]) ? across[low] : nil
            }
            // Return end values unchanged: mapping back and forth would round them.
            if share >= 1 || steps != nil {
                return across[high].isFinite && acrossAxis.maps(across[high]) ? across[high] : nil
            }
            let rise = acrossMapper.distance(from: across[low], to: across[high])
            let height = acrossMapper.value(at: rise * share, from: across[low])
            return height.isFinite && acrossAxis.maps(height) ? height : nil
        }
    }

    /// Axes of the independent and the dependent value.
    private var ownAxes: (along: Axis, across: Axis)? {
        guard let chart, let along = chart.ownAxis(self, independentField == .x ? .x : .y),
            let across = chart.ownAxis(self, independentField == .x ? .y : .x)
        else { return nil }
        return (along, across)
    }

    /// Index of the last value ≤ `value` in an ascending column, from 0 to `end` − 1.
    private static func last(upTo value: Double, of along: ColumnView, before end: Int) -> Int {
        var (low, high) = (0, end)
        while high - low > 1 {
            let middle = (low + high) / 2
            if along[middle] <= value { low = middle } else { high = middle }
        }
        return low
    }
}

extension CartesianSeries {
    /// The value of a line at a value of the independent axis: between two samples the line is straight in the picture, so that shares are
    /// those of lengths on the axes, logarithmic ones and ones with stretches left out too.
    ///
    /// - Returns: nil before the first sample and after the last, beside a gap, in a stack, and where the line goes to and fro.
    /// - Complexity: O(log n), and O(k) for k samples beside each other that an axis leaves out.
    func height(at value: Double) -> Double? {
        guard self is LineSeries, stacked == nil, let loaded, loaded.count > 1, loaded.alongExtent.isAscending,
            let k = loaded.values.firstIndex(of: .single), let (alongAxis, acrossAxis) = ownAxes
        else { return nil }
        let (alongMapper, acrossMapper) = (alongAxis.mapper, acrossAxis.mapper)
        return SharedValues.lend(loaded.along, loaded.across[k]) { along, across in
            guard value >= along[0], value <= along[along.count - 1] else { return nil }
            var low = Self.last(upTo: value, of: along, before: along.count - 1)
            var high = low + 1
            if alongMapper.hasExclusions || acrossMapper.hasExclusions {
                // What an axis leaves out is not drawn: the line joins the samples beside it.
                func isDrawn(_ i: Int) -> Bool { !alongMapper.isExcluded(along[i]) && !acrossMapper.isExcluded(across[i]) }
                while low > 0, !isDrawn(low) { low -= 1 }
                while high < along.count - 1, !isDrawn(high) { high += 1 }
                guard isDrawn(low), isDrawn(high) else { return nil }
            }
            let way = alongMapper.distance(from: along[low], to: along[high])
            let share = way > 0 ? alongMapper.distance(from: along[low], to: value) / way : 0
            if self is StepLineSeries, share < 1 { return across[low].isFinite && acrossAxis.maps(across[low]) ? across[low] : nil }
            // The ends are kept as they are: mapping back and forth would round them.
            if share >= 1 { return across[high].isFinite && acrossAxis.maps(across[high]) ? across[high] : nil }
            let rise = acrossMapper.distance(from: across[low], to: across[high])
            let height = acrossMapper.value(at: rise * share, from: across[low])
            return height.isFinite && acrossAxis.maps(height) ? height : nil
        }
    }

    /// The axes of the independent and the dependent value.
    private var ownAxes: (along: Axis, across: Axis)? {
        guard let chart, let along = chart.ownAxis(self, independentField == .x ? .x : .y),
            let across = chart.ownAxis(self, independentField == .x ? .y : .x)
        else { return nil }
        return (along, across)
    }

    /// The last index of an ascending column whose value is not above another one; below `end`, and at least 0.
    private static func last(upTo value: Double, of along: SharedValues, before end: Int) -> Int {
        var (low, high) = (0, end)
        while high - low > 1 {
            let middle = (low + high) / 2
            if along[middle] <= value { low = middle } else { high = middle }
        }
        return low
    }
}

/// Where bars and columns stand side by side: the spacing of the samples, shared out.
enum BarSlots {
    /// The slot of each bar or column series, by series index.
    ///
    /// Series of one type on one independent axis form a set. With u the smallest distance between neighbouring values and U its length in
    /// pixels, a set is U · (1 − interSeriesSetPadding) wide, each series gets an equal slot of it, and a bar fills the share
    /// `interSeriesPadding` of its slot. Hidden series have no slot.
    ///
    /// - Parameters:
    ///   - scale: data → device pixels of an axis.
    ///   - padding: `interSeriesPadding` and `interSeriesSetPadding` of an axis, 0…1.
    static func slots(
        of series: [CartesianSeries], axis: (CartesianSeries) -> Axis, scale: (Axis) -> AxisScale,
        padding: (Axis) -> (bar: Double, set: Double)
    ) -> [Int: BarSlot] {
        struct Group: Hashable {
            var type: ObjectIdentifier
            var axis: ObjectIdentifier
        }
        var groups: [Group: [BarColumnSeries]] = [:]
        for case let bars as BarColumnSeries in series where !bars.hidden && bars.loaded != nil {
            groups[Group(type: bars.kind, axis: ObjectIdentifier(axis(bars))), default: []].append(bars)
        }
        var slots: [Int: BarSlot] = [:]
        for members in groups.values {
            guard let first = members.first else { continue }
            let shared = axis(first)
            let length = pixels(ofSpacing: spacing(of: members, on: shared), on: scale(shared))
            let share = padding(shared)
            let set = length * (1 - min(max(share.set, 0), 1))
            let slot = set / Double(members.count)
            for (k, member) in members.enumerated() {
                slots[member.index] = BarSlot(
                    offset: -set / 2 + slot * (Double(k) + 0.5), width: slot * min(max(share.bar, 0), 1))
            }
        }
        return slots
    }

    /// Smallest distance between neighbouring independent values: 1 on category axes and for a single number, a day for a single date.
    static func spacing(of members: [CartesianSeries], on axis: Axis) -> Double {
        if axis is CategoryAxis { return 1 }
        let smallest = members.compactMap { $0.loaded?.alongExtent.smallestStep }.min()
        return smallest ?? (axis is DateTimeAxis ? 86_400 : 1)
    }

    private static func pixels(ofSpacing spacing: Double, on scale: AxisScale) -> Double {
        let (low, high) = (scale.range.minimum, scale.range.maximum)
        // Equal steps get narrower away from the middle: the narrowest decides.
        let upper = abs(scale.end - scale.place(max(high - spacing, low)))
        switch scale.mapper {
        case .identity, .discontinuous: return abs(spacing * scale.factor)
        case .logarithm: return upper
        case .symmetricLogarithm: return min(upper, abs(scale.place(min(low + spacing, high)) - scale.start))
        }
    }
}

extension BarColumnSeries {
    /// Columns and bars form sets of their own; subclasses stand with their base.
    fileprivate var kind: ObjectIdentifier {
        ObjectIdentifier(self is BarSeries ? BarSeries.self : ColumnSeries.self)
    }
}

import VitrailColumns
import VitrailRaster
import VitrailScales

/// Divides the spacing between samples among the series that stand side by side.
enum BarSlots {
    /// The slots of all series that take one, by series index.
    ///
    /// Series with the same `slotKind` on the same independent axis form a set. Let u be the smallest distance between
    /// neighbouring values, and U its length in pixels. A set is U · (1 − interSeriesSetPadding) wide. Each series gets
    /// an equal slot, and a bar fills the share `interSeriesPadding` of its slot. A stack is one slot. Hidden series
    /// have no slot. Sets with different `groupIndex` overlap.
    ///
    /// - Parameters:
    ///   - scale: maps data on an axis to device pixels.
    ///   - pixels: device pixels per point; `nil`: ignore widths in points.
    ///   - padding: `interSeriesPadding` and `interSeriesSetPadding` of an axis, 0…1.
    static func slots(
        of series: [CartesianSeries], axis: (CartesianSeries) -> Axis, scale: (Axis) -> AxisScale,
        pixels: Double? = nil,
        padding: (Axis) -> (bar: Double, set: Double)
    ) -> [Int: BarSlot] {
        struct Group: Hashable {
            var kind: SlotKind
            var axis: ObjectIdentifier
            var index: Int?
        }
        var groups: [Group: [CartesianSeries]] = [:]
        for member in series where member.takesPlace && member.loaded != nil {
            guard let kind = member.slotKind else { continue }
            groups[Group(kind: kind, axis: ObjectIdentifier(axis(member)), index: member.groupIndex), default: []]
                .append(member)
        }
        var slots: [Int: BarSlot] = [:]
        for members in groups.values {
            guard let first = members.first else { continue }
            let shared = axis(first)
            let length =
                ratio(of: members, on: shared).map { Self.pixels(ofRatio: $0, on: scale(shared)) }
                ?? Self.pixels(ofSpacing: spacing(of: members, on: shared), on: scale(shared))
            let share = padding(shared)
            let set = length * (1 - clamped(share.set))
            let numbers = numbers(of: members)
            for (member, number) in zip(members, numbers) {
                let count = (numbers.max() ?? 0) + 1
                let widths = member.barWidths
                if let width = widths.own, let pixels {
                    slots[member.index] = BarSlot(
                        number: number, of: count, set: width * pixels * Double(count), filled: 1)
                } else {
                    slots[member.index] = BarSlot(number: number, of: count, set: set, filled: clamped(share.bar))
                }
                if let maximum = widths.maximum, let pixels { slots[member.index]?.narrow(to: maximum * pixels) }
            }
        }
        return slots
    }

    /// Slot numbers in series order; all series of a stack share one number.
    private static func numbers(of members: [CartesianSeries]) -> [Int] {
        var stacks: [Int: Int] = [:]
        var next = 0
        return members.map { member in
            if let stack = member.shownStack, let known = stacks[stack] { return known }
            if let stack = member.shownStack { stacks[stack] = next }
            next += 1
            return next - 1
        }
    }

    /// The smallest ratio (> 1) of neighbouring values on a logarithmic axis, where it replaces the smallest distance.
    /// For a single value, the axis' base. `nil` on other axes, and if the host sets the spacing.
    ///
    /// - Complexity: O(n), O(n log n) for unsorted values.
    static func ratio(of members: [CartesianSeries], on axis: Axis) -> Double? {
        guard let ratio = axis.barRatio, members.first?.slotKind.flatMap({ axis.barSpacings[$0] }) == nil,
            axis.barColSpacing == nil
        else { return nil }
        var values: [Double] = []
        for loaded in members.compactMap(\.loaded) {
            loaded.along.withView { span in
                for i in span.indices where span[i] > 0 && span[i].isFinite { values.append(span[i]) }
            }
        }
        if zip(values, values.dropFirst()).contains(where: { $0 > $1 }) { values.sort() }
        // Values that differ only in their last digits count as equal, as in `noise`.
        let ratios = zip(values, values.dropFirst()).lazy.map { $1 / $0 }.filter { $0 > 1 + 1e-12 && $0.isFinite }
        return ratios.min() ?? ratio
    }

    private static func pixels(ofRatio ratio: Double, on scale: AxisScale) -> Double {
        let high = scale.range.maximum
        return abs(scale.position(of: high) - scale.position(of: high / ratio))
    }

    private static func clamped(_ share: Double) -> Double { share.isFinite ? min(max(share, 0), 1) : 0 }

    /// The visible series that stand side by side with a series, itself included: same slot kind, same independent
    /// axis, same `groupIndex`.
    static func members(
        with series: CartesianSeries, of all: [CartesianSeries], axis: (CartesianSeries) -> Axis
    ) -> [CartesianSeries] {
        guard let kind = series.slotKind else { return [series] }
        let own = axis(series)
        return all.filter { other in
            other.takesPlace && other.loaded != nil && other.slotKind == kind && other.groupIndex == series.groupIndex
                && axis(other) === own
        }
    }

    /// The smallest distance, larger than `noise`, between neighbouring independent values of all series of a set. If
    /// it is below 1/10 of the median distance, the median is returned instead. The result is 1 on category axes and
    /// for a single number, and a day for a single date.
    ///
    /// - Complexity: O(1) for one ascending series, and for several series after the first call. The first call takes
    ///   O(n), or O(n log n) for unsorted values.
    static func spacing(of members: [CartesianSeries], on axis: Axis) -> Double {
        if axis.isCategory { return 1 }
        if let kind = members.first?.slotKind, let known = axis.barSpacings[kind] { return known.spacing }
        if let given = axis.barColSpacing, given > 0, given.isFinite { return given }
        let loaded = members.compactMap(\.loaded).filter { $0.count > 0 }
        guard let first = loaded.first else { return axis.isDate ? 86_400 : 1 }
        let noise = noise(loaded)
        let extent = first.alongExtent
        if loaded.count == 1, extent.isAscending, let smallest = extent.smallestStep, smallest > noise,
            isEven(loaded, smallest)
        {
            return smallest
        }
        let step = first.commonStep.among(loaded.dropFirst().map(\.commonStep)) {
            (loaded.count == 1 && extent.isAscending && extent.smallestStep ?? .infinity > noise
                ? extent.smallestStep : smallestStep(loaded, noise))
                .map { typicalStep(loaded, smallest: $0, noise) }
        }
        return step ?? (axis.isDate ? 86_400 : 1)
    }

    /// Whether `spacing` returns the median distance, because the smallest distance is far below it.
    static func isUneven(_ members: [CartesianSeries], on axis: Axis) -> Bool {
        if axis.isCategory || axis.barColSpacing != nil { return false }
        if let kind = members.first?.slotKind, axis.barSpacings[kind] != nil { return false }
        let loaded = members.compactMap(\.loaded).filter { $0.count > 0 }
        guard loaded.contains(where: { !isEven($0.alongExtent, $0.count) }) else { return false }
        let (spacing, noise) = (spacing(of: members, on: axis), noise(loaded))
        return loaded.contains { one in
            let known =
                one.alongExtent.isAscending ? one.alongExtent.smallestStep.flatMap { $0 > noise ? $0 : nil } : nil
            return (known ?? smallestStep([one], noise)).map { $0 < spacing / 10 } == true
        }
    }

    private static func isEven(_ all: [LoadedSeries], _ smallest: Double) -> Bool {
        all.count == 1 && isEven(all[0].alongExtent, all[0].count)
    }

    /// Whether the median distance of ascending values is certainly at most ten times the smallest. Half of the
    /// distances are at least as long as the median, which bounds it by the span.
    private static func isEven(_ extent: ColumnExtent, _ count: Int) -> Bool {
        guard extent.isAscending, let smallest = extent.smallestStep, let span = extent.range?.span else {
            return false
        }
        let minimum = smallest * Double(count - 1)
        // More than the whole span: some values are equal, so the number of distances is unknown.
        return minimum <= span * (1 + 1e-9) && minimum * 5 >= span
    }

    /// The smallest distance, or the median distance if that is more than ten times as long.
    ///
    /// - Complexity: O(n) for ascending values, otherwise O(n log n).
    private static func typicalStep(_ all: [LoadedSeries], smallest: Double, _ noise: Double) -> Double {
        var values: [Double] = []
        values.reserveCapacity(all.reduce(0) { $0 + $1.count })
        for loaded in all {
            loaded.along.withView { span in
                for i in span.indices where span[i].isFinite { values.append(span[i]) }
            }
        }
        if all.count > 1 || !all[0].alongExtent.isAscending { values.sort() }
        var steps: [Double] = []
        steps.reserveCapacity(values.count)
        var last = -Double.infinity
        for value in values where value - last > noise {
            if last.isFinite { steps.append(value - last) }
            last = value
        }
        guard !steps.isEmpty else { return smallest }
        let upper = steps.selected(steps.count / 2)
        let lower = steps.count % 2 == 1 ? upper : steps[..<(steps.count / 2)].max() ?? upper
        let median = lower + (upper - lower) / 2
        return smallest < median / 10 ? median : smallest
    }

    /// Numbers up to this distance apart count as equal, such as 0.1 + 0.2 and 0.3. The result is a few units in the
    /// last place of the largest magnitude.
    private static func noise(_ all: [LoadedSeries]) -> Double {
        let greatest = all.compactMap(\.alongExtent.range).reduce(0) { max($0, abs($1.minimum), abs($1.maximum)) }
        return greatest * 8 * .ulpOfOne
    }

    private static func smallestStep(_ all: [LoadedSeries], _ noise: Double) -> Double? {
        if all.allSatisfy(\.alongExtent.isAscending) { return smallestStep(of: all.map(\.along)[...], [], noise) }
        var values: [Double] = []
        for loaded in all {
            loaded.along.withView { span in
                values.reserveCapacity(values.count + span.count)
                for i in span.indices where span[i].isFinite { values.append(span[i]) }
            }
        }
        values.sort()
        var smallest = Double.infinity
        for i in values.indices.dropFirst() where values[i] - values[i - 1] > noise {
            smallest = min(smallest, values[i] - values[i - 1])
        }
        return smallest.isFinite ? smallest : nil
    }

    /// Merges columns of ascending values while reading them.
    private static func smallestStep(of columns: ArraySlice<Column>, _ lent: [ColumnView], _ noise: Double) -> Double? {
        if let next = columns.first {
            return next.withView { smallestStep(of: columns.dropFirst(), lent + [$0], noise) }
        }
        var positions = Array(repeating: 0, count: lent.count)
        var (last, smallest) = (-Double.infinity, Double.infinity)
        while true {
            var minimum = Double.infinity
            for k in lent.indices where positions[k] < lent[k].count { minimum = min(minimum, lent[k][positions[k]]) }
            guard minimum < .infinity else { return smallest.isFinite ? smallest : nil }
            if minimum - last > noise { smallest = min(smallest, minimum - last) }
            last = minimum
            for k in lent.indices {
                while positions[k] < lent[k].count, lent[k][positions[k]] <= minimum { positions[k] += 1 }
            }
        }
    }

    private static func pixels(ofSpacing spacing: Double, on scale: AxisScale) -> Double {
        let (low, high) = (scale.range.minimum, scale.range.maximum)
        // On a logarithmic or square-root scale, equal steps get narrower away from the middle. The narrowest decides.
        let upper = abs(scale.end - scale.position(of: max(high - spacing, low)))
        let mapping = type(of: scale.mapper.mapping)
        if mapping.isLinear { return abs(spacing * scale.factor) }
        guard mapping.narrowsAtBothEnds else { return upper }
        return min(upper, abs(scale.position(of: min(low + spacing, high)) - scale.start))
    }
}

extension [Double] {
    /// The element that would be at `wanted` after sorting. Elements before that index become no larger, and elements
    /// behind it no smaller.
    ///
    /// - Complexity: O(n) on average.
    fileprivate mutating func selected(_ wanted: Int) -> Double {
        var (low, high) = (0, count - 1)
        while low < high {
            let middle = low + (high - low) / 2
            let pivot = Swift.max(
                Swift.min(self[low], self[high]), Swift.min(Swift.max(self[low], self[high]), self[middle]))
            var (i, j) = (low, high)
            while i <= j {
                while self[i] < pivot { i += 1 }
                while self[j] > pivot { j -= 1 }
                if i <= j {
                    swapAt(i, j)
                    (i, j) = (i + 1, j - 1)
                }
            }
            if wanted <= j { high = j } else if wanted >= i { low = i } else { break }
        }
        return self[wanted]
    }
}

/// Caches the smallest distance between the values of one loaded series and the values of other series. Each load
/// creates a new instance.
final class CommonStep {
    private struct Other {
        weak var step: CommonStep?
    }

    private var known: (others: [Other], smallest: Double?)?

    /// - Parameter find: computes the distance; called unless the result for the same others is cached.
    func among(_ others: [CommonStep], _ find: () -> Double?) -> Double? {
        if let known, known.others.count == others.count, zip(known.others, others).allSatisfy({ $0.step === $1 }) {
            return known.smallest
        }
        let smallest = find()
        known = (others.map(Other.init), smallest)
        return smallest
    }
}

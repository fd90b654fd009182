import VitrailColumns
import VitrailScales

extension Axis {
    /// Ticks of a range, each level ascending: custom ticks if there are any, otherwise ticks at the set or fitting
    /// frequencies.
    ///
    /// - Complexity: O(ticks). For a frequency too fine to read, the result contains every n-th tick.
    final func ticks(in range: NumberRange, room: TickSpace) -> [Tick] {
        currentMajorTickFrequency = nil
        currentMinorTickFrequency = nil
        guard accepts(range), room.length > 0, room.length.isFinite else { return [] }
        guard !isBlank || customMajorTicks != nil else { return [] }
        startLabels(in: range)
        let ticks = customMajorTicks.map { custom($0, in: range) } ?? makeTicks(in: range, room: room)
        endLabels(of: ticks)
        return ticks
    }

    /// Major ticks that the host supplies.
    var customMajorTicks: [Double]? { hookedMajorTicks ?? majorTickValues }

    private func custom(_ values: [Double], in range: NumberRange) -> [Tick] {
        let mapper = mapper
        let slack = range.span * TickLimits.tolerance
        let labels = hookedMajorTicks == nil && majorTickLabels?.count == values.count ? majorTickLabels : nil
        let inside = values.indices.prefix(TickLimits.count).filter {
            values[$0] >= range.minimum - slack && values[$0] <= range.maximum + slack && !mapper.isExcluded(values[$0])
        }
        return inside.sorted { values[$0] < values[$1] }.enumerated().map {
            Tick(value: values[$1], isMajor: true, label: labels?[$1] ?? string(forId: values[$1]), index: $0)
        }
    }

    func majorTicks(_ positions: [TickPosition]) -> [Tick] {
        positions.map { Tick(value: $0.value, isMajor: true, label: string(forId: $0.value), index: $0.index) }
    }

    func minorTicks(_ positions: [TickPosition], _ room: TickSpace) -> [Tick] {
        positions.map {
            Tick(
                value: $0.value, isMajor: false, label: room.wantsMinorLabels ? string(forId: $0.value) : "",
                index: $0.index)
        }
    }

    /// Applies the frequency hook to the automatic frequencies.
    ///
    /// - Returns: the frequencies, and which of them the hook changed.
    func adjusted(_ frequencies: TickFrequencies, _ room: TickSpace) -> AdjustedFrequencies {
        var asked = frequencies
        room.adjust?(&asked)
        currentMajorTickFrequency = asked.major
        currentMinorTickFrequency = asked.minor
        return AdjustedFrequencies(
            major: asked.major, minor: asked.minor, isMajorSet: asked.major != frequencies.major,
            isMinorSet: asked.minor != frequencies.minor)
    }
}

/// Tick frequencies after the frequency hook.
struct AdjustedFrequencies {
    var major: AxisStep
    var minor: AxisStep?
    /// Whether the hook changed the major frequency; `isMinorSet`: the minor one.
    var isMajorSet: Bool
    var isMinorSet: Bool
}

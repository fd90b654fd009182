extension Axis {
    /// The ticks of a range, each level ascending; custom ones when there are, otherwise those of the set or the fitting frequencies.
    ///
    /// - Complexity: O(ticks). Of a frequency that is too fine to be read off, every n-th is there.
    final func ticks(in range: NumberRange, room: TickRoom) -> [Tick] {
        currentMajorTickFrequency = nil
        currentMinorTickFrequency = nil
        guard accepts(range), room.length > 0, room.length.isFinite else { return [] }
        guard !isBlank || customMajorTicks != nil else { return [] }
        startLabels(in: range)
        let ticks = customMajorTicks.map { custom($0, in: range) } ?? makeTicks(in: range, room: room)
        endLabels(of: ticks)
        return ticks
    }

    /// Ticks that are told rather than calculated.
    var customMajorTicks: [Double]? { hookedMajorTicks ?? majorTickValues }

    private func custom(_ values: [Double], in range: NumberRange) -> [Tick] {
        let mapper = mapper
        let slack = range.span * TickLimits.tolerance
        let inside = values.prefix(TickLimits.count).filter {
            $0 >= range.minimum - slack && $0 <= range.maximum + slack && !mapper.isExcluded($0)
        }
        return inside.sorted().enumerated().map { Tick(value: $1, isMajor: true, label: string(forId: $1), index: $0) }
    }

    func majorTicks(_ places: [TickPlace]) -> [Tick] {
        places.map { Tick(value: $0.value, isMajor: true, label: string(forId: $0.value), index: $0.index) }
    }

    func minorTicks(_ places: [TickPlace], _ room: TickRoom) -> [Tick] {
        places.map {
            Tick(value: $0.value, isMajor: false, label: room.wantsMinorLabels ? string(forId: $0.value) : "", index: $0.index)
        }
    }

    /// The frequencies that ticks are made by: `automatic`, as the hook left them.
    ///
    /// - Returns: which of them are set ones: by the axis' properties, or by the hook.
    func adjusted(_ frequencies: TickFrequencies, _ room: TickRoom) -> AdjustedFrequencies {
        var asked = frequencies
        room.adjust?(&asked)
        currentMajorTickFrequency = asked.major
        currentMinorTickFrequency = asked.minor
        return AdjustedFrequencies(
            major: asked.major, minor: asked.minor, isMajorSet: asked.major != frequencies.major,
            isMinorSet: asked.minor != frequencies.minor)
    }
}

/// Tick frequencies as the frequency hook left them.
struct AdjustedFrequencies {
    var major: AxisStep
    var minor: AxisStep?
    /// Whether the hook changed them.
    var isMajorSet: Bool
    var isMinorSet: Bool
}

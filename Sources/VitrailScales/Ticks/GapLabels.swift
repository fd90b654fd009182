package import VitrailColumns

/// The label to remove if two labels on both sides of an excluded range collide.
public enum DiscontinuousTickLabelClipping: String, Sendable, CaseIterable {
    /// The label of the smaller value.
    case low
    case high
}

/// Removes labels that collide with another one across an excluded range; their ticks stay.
package struct GapLabels {
    let exclusions: Exclusions
    let clipping: DiscontinuousTickLabelClipping
    /// Whether ticks inside excluded ranges have moved to their ends, which may be nearer to the next tick than the
    /// step.
    var hasMoved = false

    package init(exclusions: Exclusions, clipping: DiscontinuousTickLabelClipping, hasMoved: Bool = false) {
        self.exclusions = exclusions
        self.clipping = clipping
        self.hasMoved = hasMoved
    }

    package func cleared(_ ticks: [Tick], in range: NumberRange, room: TickSpace) -> [Tick] {
        guard !exclusions.isEmpty else { return ticks }
        let scale = AxisScale(range: range, mapper: .discontinuous(exclusions), start: 0, end: room.length)
        var ticks = ticks
        var kept: [Int] = []
        for k in ticks.indices where ticks[k].isMajor && !ticks[k].label.isEmpty {
            while let last = kept.last, separate(ticks[last], ticks[k]),
                overlap(ticks[last], ticks[k], scale, room)
            {
                if clipping == .high {
                    ticks[k].label = ""
                    break
                }
                ticks[last].label = ""
                kept.removeLast()
            }
            if !ticks[k].label.isEmpty { kept.append(k) }
        }
        return ticks
    }

    /// Whether an excluded range lies between two ticks. If ticks have moved, a range that ends at the first tick
    /// counts.
    private func separate(_ a: Tick, _ b: Tick) -> Bool {
        exclusions.separate(hasMoved ? a.value.nextDown : a.value, b.value)
    }

    private func overlap(_ a: Tick, _ b: Tick, _ scale: AxisScale, _ room: TickSpace) -> Bool {
        let wanted = (room.extent(a.label) + room.extent(b.label)) / 2 - room.slack
        return abs(scale.position(of: b.value) - scale.position(of: a.value)) < wanted * (1 - 1e-9)
    }
}

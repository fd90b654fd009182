/// Which of two labels gives way where a stretch of the axis between them is left out and they do not have room.
public enum DiscontinuousTickLabelClipping: String, Sendable, CaseIterable {
    /// The label of the smaller value.
    case low
    case high
}

/// Takes labels away that come too near to another one across a left-out stretch; their ticks stay.
struct GapLabels {
    let exclusions: Exclusions
    let clipping: DiscontinuousTickLabelClipping
    /// Whether ticks stand at the ends of stretches because they fell into them: nearer to the next tick than the step.
    var hasMoved = false

    func cleared(_ ticks: [Tick], in range: NumberRange, room: TickRoom) -> [Tick] {
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

    /// Whether a stretch is left out between two ticks; one that ends at the first is, where ticks have moved to there.
    private func separate(_ a: Tick, _ b: Tick) -> Bool { exclusions.separate(hasMoved ? a.value.nextDown : a.value, b.value) }

    private func overlap(_ a: Tick, _ b: Tick, _ scale: AxisScale, _ room: TickRoom) -> Bool {
        let wanted = (room.extent(a.label) + room.extent(b.label)) / 2 - room.slack
        return abs(scale.place(b.value) - scale.place(a.value)) < wanted * (1 - 1e-9)
    }
}

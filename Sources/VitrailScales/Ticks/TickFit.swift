package import VitrailColumns

/// Finds the finest ticks whose labels fit.
package struct TickFit {
    /// Data → points from the axis's start.
    let scale: AxisScale
    let room: TickSpace
    package let label: (Double) -> String

    package init(range: NumberRange, mapper: AxisScale.Mapper, room: TickSpace, label: @escaping (Double) -> String) {
        scale = AxisScale(range: range, mapper: mapper, start: 0, end: room.length)
        self.room = room
        self.label = label
    }

    /// Whether each label has enough space before the next one. Labels on both sides of an excluded range may collide,
    /// because one of them can be removed: once, or at a quarter of the ticks.
    ///
    /// - Parameter spacing: minimum distance between the middles of labels in points. `nil`: `room.spacing.wanted`.
    package func keepsApart(_ positions: [TickPosition], slack: Double = 0, spacing: Double? = nil) -> Bool {
        let spacing = spacing ?? room.spacing.wanted
        // Start at the end with the larger magnitude: its labels are widest, so most misfits show at the first two.
        let isReversed = abs(scale.range.maximum) >= abs(scale.range.minimum)
        var previous: (value: Double, position: Double, extent: Double)?
        var misfits = 0
        for k in positions.indices {
            let value = positions[isReversed ? positions.count - 1 - k : k].value
            let here = (value: value, position: scale.position(of: value), extent: room.extent(label(value)) - slack)
            if let previous,
                abs(here.position - previous.position) < max((here.extent + previous.extent) / 2, spacing) * (1 - 1e-9)
            {
                guard isBroken(previous.value, value) else { return false }
                misfits += 1
            }
            previous = here
        }
        return misfits <= max(1, positions.count / 4)
    }

    private func isBroken(_ a: Double, _ b: Double) -> Bool {
        scale.mapper.exclusions?.separate(min(a, b), max(a, b)) ?? false
    }

    /// First candidate, from fine to coarse, whose labels fit.
    ///
    /// If that leaves fewer than `TickSpace.fewest` ticks, a smaller spacing is accepted to reach that number. If it
    /// leaves fewer than two, the result is the coarsest candidate with two ticks whose labels fit without `slack`. If
    /// there is none, the result is a single tick.
    ///
    /// - Parameters:
    ///   - next: the candidate after another one; `nil` asks for the first. Returns `nil` at the end.
    ///   - isHopeless: quick test from the tick distance; `true` if labels cannot fit.
    package func finest<Candidate>(
        next: (Candidate?) -> Candidate?, isHopeless: (Candidate) -> Bool, positions: (Candidate) -> [TickPosition]
    ) -> (candidate: Candidate, positions: [TickPosition])? {
        if let wish = room.wish,
            let nearest = nearest(to: wish, next: next, isHopeless: isHopeless, positions: positions)
        {
            return nearest
        }
        var candidate = next(nil)
        var several: [Candidate] = []
        var single: (Candidate, [TickPosition])?
        var fitting: (candidate: Candidate, positions: [TickPosition])?
        while let current = candidate {
            if !isHopeless(current) {
                let found = positions(current)
                if found.count < 2 {
                    single = (current, found)
                    break
                }
                if keepsApart(found) {
                    fitting = (current, found)
                    break
                }
            }
            several.append(current)
            candidate = next(current)
        }
        if let fitting, fitting.positions.count >= TickSpace.fewest { return fitting }
        if let nearer = nearer(several, positions) { return nearer }
        if let fitting { return fitting }
        for current in room.slack > 0 ? several.reversed() : [] {
            let found = positions(current)
            if found.count >= 2, keepsApart(found, slack: room.slack, spacing: 0) { return (current, found) }
        }
        if let single, !single.1.isEmpty || several.isEmpty { return single }
        return several.last.map { ($0, Array(positions($0).prefix(1))) }
    }

    /// Candidate whose labels fit and whose number of ticks is nearest to `wish`. `nil`: none has two ticks.
    private func nearest<Candidate>(
        to wish: Int, next: (Candidate?) -> Candidate?, isHopeless: (Candidate) -> Bool,
        positions: (Candidate) -> [TickPosition]
    ) -> (candidate: Candidate, positions: [TickPosition])? {
        var best: (candidate: Candidate, positions: [TickPosition])?
        var candidate = next(nil)
        while let current = candidate {
            candidate = next(current)
            guard !isHopeless(current) else { continue }
            let found = positions(current)
            guard found.count >= 2 else { break }
            guard keepsApart(found, slack: room.slack, spacing: 0) else { continue }
            if let best, abs(best.positions.count - wish) <= abs(found.count - wish) { break }
            best = (current, found)
        }
        // Repeat for the chosen candidate: labels get the precision of the candidate tested last.
        return best.map { ($0.candidate, positions($0.candidate)) }
    }

    /// Coarsest candidate with enough ticks at the smaller distance.
    private func nearer<Candidate>(
        _ candidates: [Candidate], _ positions: (Candidate) -> [TickPosition]
    ) -> (candidate: Candidate, positions: [TickPosition])? {
        guard room.spacing.tight < room.spacing.wanted else { return nil }
        for candidate in candidates.reversed() {
            let found = positions(candidate)
            guard keepsApart(found, slack: room.slack, spacing: room.spacing.tight) else { return nil }
            if found.count >= TickSpace.fewest { return (candidate, found) }
        }
        return nil
    }
}

import VitrailRaster

/// Splits paths where they cross a threshold, at the exact crossing.
enum PathSplit {
    /// The parts of a path on both sides of a threshold across: `under` has positions < `threshold`, `over` the rest.
    /// Where a segment crosses the threshold, both parts get the crossing point. Gaps separate the parts.
    static func split(_ path: [PathPoint], at threshold: Float) -> (under: [PathPoint], over: [PathPoint]) {
        var parts: (under: [PathPoint], over: [PathPoint]) = ([], [])
        var previous: PathPoint?
        for point in path {
            guard !point.isGap else {
                parts.under.append(.gap)
                parts.over.append(.gap)
                previous = nil
                continue
            }
            let isUnder = point.across < threshold
            if let before = previous, (before.across < threshold) != isUnder {
                let t = (threshold - before.across) / (point.across - before.across)
                let crossing = PathPoint(along: before.along + t * (point.along - before.along), across: threshold)
                if isUnder {
                    parts.over += [crossing, .gap]
                    parts.under += [.gap, crossing]
                } else {
                    parts.under += [crossing, .gap]
                    parts.over += [.gap, crossing]
                }
            }
            if isUnder { parts.under.append(point) } else { parts.over.append(point) }
            previous = point
        }
        return parts
    }
}

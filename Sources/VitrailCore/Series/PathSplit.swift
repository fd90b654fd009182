import VitrailScene

/// Cuts paths and areas where they change sides, at the exact crossing.
enum PathSplit {
    /// The parts of a path before and after a threshold across: `under` holds places < `threshold`, `over` the rest.
    /// Where a segment crosses, both parts get the crossing point; parts are separated by gaps.
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

    /// The parts of an area where `first` lies at or before `second` (pixels), and where it lies after.
    static func split(_ samples: [Area.Sample]) -> (ordered: [Area.Sample], inverted: [Area.Sample]) {
        let gap = Area.Sample(along: .nan, first: .nan, second: .nan)
        var parts: (ordered: [Area.Sample], inverted: [Area.Sample]) = ([], [])
        var previous: Area.Sample?
        for sample in samples {
            guard sample.along.isFinite else {
                parts.ordered.append(gap)
                parts.inverted.append(gap)
                previous = nil
                continue
            }
            let isOrdered = sample.first <= sample.second
            if let before = previous, (before.first <= before.second) != isOrdered {
                let distance = before.second - before.first
                let t = distance / (distance - (sample.second - sample.first))
                let across = before.first + t * (sample.first - before.first)
                let crossing = Area.Sample(
                    along: before.along + t * (sample.along - before.along), first: across, second: across)
                if isOrdered {
                    parts.inverted += [crossing, gap]
                    parts.ordered += [gap, crossing]
                } else {
                    parts.ordered += [crossing, gap]
                    parts.inverted += [gap, crossing]
                }
            }
            if isOrdered { parts.ordered.append(sample) } else { parts.inverted.append(sample) }
            previous = sample
        }
        return parts
    }
}

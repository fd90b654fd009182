/// Lines whose samples are not in order along the axis, now and then or sweep by sweep.
extension PassData {
    /// Of fewer samples, each segment is as soon drawn by itself.
    private static var leastUnordered: Int { 10_000 }
    /// Samples of a run, in the mean, that is worth being one. Shuffled ones have 2.4: most of their pieces lie where all is covered, and cost a look.
    private static let leastRun = 2.2

    /// `path` for a stroke alone, where samples are not in order but seldom turn back; nil for all others.
    ///
    /// A line that turns back along the axis has to be drawn segment by segment, which takes seconds where a million of them are high. Where it seldom
    /// does, it is taken to pieces that do not: what goes one way, reduced where it can be, the segments between, which go the other, and the joints where
    /// they meet. All of them are drawn as their union.
    ///
    ///     ╱│╱╲│╱╲   →   ╱│╱ • ╲ • │╱╲
    func strokePath(_ value: SeriesValue = .single, width: Float, isStepped: Bool = false) -> [PathPoint]? {
        // Wider ones are drawn segment by segment, however many pieces they are.
        guard width / 2 <= ColumnEnvelope.mostRadius, value.isOnAxis, let across = values(value), let pieces else { return nil }
        let (parts, range) = (PathReducer.partsPerColumn(width: width), context.visible)
        return SharedValues.lend(independentValues, across) { along, across in
            var path: [PathPoint] = []
            for piece in pieces {
                if piece.samples.lowerBound > range.lowerBound {
                    let (last, first) = (piece.samples.lowerBound - 1, piece.samples.lowerBound)
                    let segment = self.path(along, across, last..<first + 1, false, parts, isStepped)
                    path += [.gap] + segment + [.gap]
                    // The line goes on at both ends; a point that is nowhere ends it.
                    let isJoined = [last - 1, first + 1].map { range.contains($0) && across[$0].isFinite }
                    if isJoined[0], let joint = segment.first, !joint.isGap { path += [joint, joint, joint, .gap] }
                    if isJoined[1], let joint = segment.last, !joint.isGap { path += [joint, joint, joint, .gap] }
                }
                path += self.path(along, across, piece.samples, piece.isAscending, parts, isStepped)
            }
            return path
        }
    }

    private func path(
        _ along: SharedValues, _ across: SharedValues, _ range: Range<Int>, _ isAscending: Bool, _ parts: Double, _ isStepped: Bool
    ) -> [PathPoint] {
        if PathReducer.reduces(range.count, to: context.along, isAscending: isAscending, partsPerColumn: parts) { isReduced = true }
        return PathReducer.path(
            along: along, across: across, range: range, alongScale: context.along, acrossScale: context.across, isAscending: isAscending,
            partsPerColumn: parts, isStepped: isStepped)
    }

    /// Stretches that go one way along the axis; nil where all samples do, or where they turn so often that nothing is won, or are not all somewhere.
    private var pieces: [(samples: Range<Int>, isAscending: Bool)]? {
        let (extent, range) = (context.samples.alongExtent, context.visible)
        guard !extent.isAscending, !extent.hasGap, !context.isRaw, range.count >= Self.leastUnordered else { return nil }
        guard !context.along.mapper.hasExclusions, !context.across.mapper.hasExclusions else { return nil }
        let most = Int(Double(range.count) / Self.leastRun)
        return independentValues.lend { along in
            var pieces: [(samples: Range<Int>, isAscending: Bool)] = []
            var start = range.lowerBound
            while start < range.upperBound {
                guard pieces.count < most else { return nil }
                var end = start + 1
                while end < range.upperBound, along[end] == along[start] { end += 1 }
                let isAscending = end == range.upperBound || along[end] > along[start]
                while end < range.upperBound, isAscending ? along[end] >= along[end - 1] : along[end] <= along[end - 1] { end += 1 }
                pieces.append((start..<end, isAscending))
                start = end
            }
            return pieces
        }
    }
}

import VitrailScene

/// What shows a line whose samples are not in order along the axis.
enum UnorderedLine {
    /// All of its segments, by what they cover.
    case trajectory(Trajectory)
    /// Its pieces, which do not turn back.
    case path([PathPoint])
}

/// Lines whose samples are not in order along the axis, now and then or all the time.
extension PassData {
    /// Samples of a run, in the mean, that is worth being one.
    private static let leastRun = 16
    /// Samples of a pixel that a line goes along, below which it is not worth taking to pieces: of those that lie denser, few are left.
    private static let leastDense = 4.0
    /// Points that may be left of all pieces: they are in memory, and those of a trajectory are not.
    static var mostInPieces: Int { 1 << 20 }

    /// A stroke alone, where samples are not in order; nil for all others, few, and those in more colours that cannot be taken to pieces.
    ///
    /// A line that turns back along the axis would have to be drawn segment by segment, which takes seconds where a million of them are high. Where it
    /// seldom does, it is taken to pieces that do not: what goes one way, reduced where it can be, the segments between, which go the other, and the joints
    /// where they meet. All of them are drawn as their union. Where it often does, what its segments cover is counted.
    ///
    ///     ╱│╱╲│╱╲   →   ╱│╱ • ╲ • │╱╲
    ///
    /// - Parameter color: nil where it has more than one.
    func unorderedLine(_ value: SeriesValue = .single, width: Float, color: Color?, isStepped: Bool = false) -> UnorderedLine? {
        guard isUnordered, value.isOnAxis, let across = values(value) else { return nil }
        let most = min(context.visible.count / Self.leastRun, Self.mostInPieces / 4)
        // Wide pieces would be drawn segment by segment, however many they are.
        if width / 2 <= ColumnEnvelope.mostRadius, let pieces = pieces(most: most) {
            let parts = PathReducer.partsPerColumn(width: width)
            if areDense(pieces, parts) { return .path(path(through: pieces, of: across, parts, isStepped: isStepped)) }
        }
        guard let color, let places = places(value) else { return nil }
        return .trajectory(places.trajectory(width: width, color: color, isStepped: isStepped))
    }

    private var isUnordered: Bool {
        guard !context.samples.alongExtent.isAscending, !context.isRaw, context.visible.count >= TrajectoryCoverage.leastPoints else { return false }
        return !context.along.mapper.hasExclusions && !context.across.mapper.hasExclusions
    }

    /// Whether many samples lie in each pixel that pieces, and what joins them, go along, and not too many of them are left.
    private func areDense(_ pieces: [Piece], _ parts: Double) -> Bool {
        let scale = context.along
        var (length, points, last) = (0.0, 0.0, Double.nan)
        independentValues.lend { along in
            for piece in pieces {
                let (start, end) = (scale.place(along[piece.samples.lowerBound]), scale.place(along[piece.samples.upperBound - 1]))
                length += abs(end - start) + (last.isNaN ? 0 : abs(start - last))
                let count = Double(piece.samples.count)
                let isReduced = PathReducer.reduces(piece.samples.count, to: scale, isAscending: piece.isAscending, partsPerColumn: parts)
                points += isReduced ? min(count, (abs(end - start) + 1) * parts * PathReducer.samplesPerPart) : count
                last = end
            }
        }
        return Double(context.visible.count) >= Self.leastDense * length && points <= Double(Self.mostInPieces)
    }

    private typealias Piece = (samples: Range<Int>, isAscending: Bool)

    private func path(through pieces: [Piece], of across: Column, _ parts: Double, isStepped: Bool) -> [PathPoint] {
        let range = context.visible
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

    /// Stretches that go one way along the axis; nil where they turn so often that nothing is won, or are not all somewhere.
    ///
    /// - Parameter most: how many pieces may be made.
    private func pieces(most: Int) -> [Piece]? {
        guard !context.samples.alongExtent.hasGap else { return nil }
        let range = context.visible
        return independentValues.lend { along in
            var pieces: [Piece] = []
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

extension SamplePlaces {
    /// The line through the samples, as it is read.
    ///
    /// - Parameter isStepped: whether a corner is put before each sample, on the value before.
    fileprivate func trajectory(width: Float, color: Color, isStepped: Bool) -> Trajectory {
        guard isStepped else {
            return Trajectory(count: count, width: width, color: color) { range, points in
                forEach(range, into: &points, holdsFar: true) { $0.append($2) }
            }
        }
        // A corner before each sample but the first; none beside a gap.
        return Trajectory(count: max(2 * count - 1, 0), width: width, color: color) { range, points in
            var (number, last) = (range.lowerBound / 2 * 2, PlotPoint.gap)
            forEach(range.lowerBound / 2..<range.upperBound / 2 + 1, into: &points, holdsFar: true) { points, _, point in
                let corner = isHorizontal ? PlotPoint(x: point.x, y: last.y) : PlotPoint(x: last.x, y: point.y)
                if range.contains(number - 1) { points.append(last.isFinite && point.isFinite ? corner : .gap) }
                if range.contains(number) { points.append(point) }
                (number, last) = (number + 2, point)
            }
        }
    }
}

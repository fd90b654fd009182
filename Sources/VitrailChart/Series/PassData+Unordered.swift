import VitrailColumns
import VitrailRaster
import VitrailScene
import VitrailSystem
import VitrailTessellation

/// The representation of a line whose samples are not in order along the axis.
enum UnorderedLine {
    /// All segments, drawn by their coverage.
    case unorderedPolyline(UnorderedPolyline)
    /// Monotonic pieces of the line.
    case path([PathPoint])
}

/// Lines whose samples are out of order along the axis, occasionally or everywhere.
extension PassData {
    /// A stroked line with unordered samples. `nil` for ordered samples, for few samples, and for lines in several
    /// colours that cannot be split into pieces.
    ///
    /// A line that reverses along the axis would have to be drawn segment by segment, which takes seconds for a million
    /// long segments. If reversals are rare, the line is split into monotonic pieces: long pieces, which are decimated
    /// where possible, the segments that join them, and the joints at their ends. Their union is drawn. If reversals
    /// are frequent, the coverage of the segments is accumulated.
    ///
    ///     ╱│╱╲│╱╲   →   ╱│╱ • ╲ • │╱╲
    ///
    /// - Parameter color: `nil` if the line has more than one colour.
    func unorderedLine(
        _ value: SeriesValue = .single, width: Float, color: Color?, isStepped: Bool = false
    ) -> UnorderedLine? {
        guard !context.samples.alongExtent.isAscending, value.isOnAxis, let across = values(value) else { return nil }
        let positions = color == nil ? nil : positions(value)
        let parts = RenderStrategy.binsPerPixel(width: width)
        var line = facts
        (line.samples, line.strokeWidth) = (context.visible.count, width)
        // Pieces are searched for only where they may be drawn.
        guard choose(.line, line) == .coverage else { return nil }
        line.hasOneColor = positions != nil
        let pieces = pieces(
            maximum: min(
                context.visible.count / StrategyThreshold.samplesPerPiece.count,
                StrategyThreshold.pointsOfPieces.count / 4))
        line.pieces = pieces.map { facts(about: $0, parts) }
        switch choose(.line, line) {
        case .bins: return pieces.map { .path(path(through: $0, of: across, parts, isStepped: isStepped)) }
        case .coverage:
            guard let color, let positions else { return nil }
            return .unorderedPolyline(positions.unorderedPolyline(width: width, color: color, isStepped: isStepped))
        default: return nil
        }
    }

    /// The length of the pieces and their joining segments in pixels, and the number of points of the decimated pieces.
    private func facts(about pieces: [Piece], _ parts: Double) -> MarkFacts.Pieces {
        let scale = context.along
        var (length, points, last) = (0.0, 0.0, Double.nan)
        independentValues.withView { along in
            for piece in pieces {
                let (start, end) = (
                    scale.position(of: along[piece.samples.lowerBound]),
                    scale.position(of: along[piece.samples.upperBound - 1])
                )
                length += abs(end - start) + (last.isNaN ? 0 : abs(start - last))
                let count = Double(piece.samples.count)
                let isReduced = PathReducer.reduces(
                    piece.samples.count, to: scale, isAscending: piece.isAscending, partsPerColumn: parts)
                let perPixel = parts * StrategyThreshold.samplesPerBin.value
                points += isReduced ? min(count, (abs(end - start) + 1) * perPixel) : count
                last = end
            }
        }
        return MarkFacts.Pieces(count: pieces.count, length: length, points: points)
    }

    private typealias Piece = (samples: Range<Int>, isAscending: Bool)

    private func path(through pieces: [Piece], of across: Column, _ parts: Double, isStepped: Bool) -> [PathPoint] {
        let range = context.visible
        return ColumnView.withView(independentValues, across) { along, across in
            var path: [PathPoint] = []
            for piece in pieces {
                if piece.samples.lowerBound > range.lowerBound {
                    let (last, first) = (piece.samples.lowerBound - 1, piece.samples.lowerBound)
                    let segment = self.path(along, across, last..<first + 1, false, parts, isStepped)
                    path += [.gap] + segment + [.gap]
                    // The line continues at both ends of the segment, unless a point there has no position.
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
        _ along: ColumnView, _ across: ColumnView, _ range: Range<Int>, _ isAscending: Bool, _ parts: Double,
        _ isStepped: Bool
    ) -> [PathPoint] {
        PathReducer.path(
            along: along, across: across, range: range, alongScale: context.along, acrossScale: context.across,
            isAscending: isAscending,
            partsPerColumn: parts, isStepped: isStepped)
    }

    /// The monotonic pieces along the axis. `nil` if there are more than `maximum`, and if a sample has no position.
    ///
    /// - Parameter most: maximum number of pieces.
    private func pieces(maximum: Int) -> [Piece]? {
        guard !context.samples.alongExtent.hasGap else { return nil }
        let range = context.visible
        return independentValues.withView { along in
            var pieces: [Piece] = []
            var start = range.lowerBound
            var pace = WorkPace()
            while start < range.upperBound {
                guard pieces.count < maximum, !pace.isOver(after: pieces.last?.samples.count ?? 1) else { return nil }
                var end = start + 1
                while end < range.upperBound, along[end] == along[start] { end += 1 }
                let isAscending = end == range.upperBound || along[end] > along[start]
                while end < range.upperBound, isAscending ? along[end] >= along[end - 1] : along[end] <= along[end - 1]
                { end += 1 }
                pieces.append((start..<end, isAscending))
                start = end
            }
            return pieces
        }
    }
}

extension SamplePositions {
    /// The line through the samples; points are read on demand.
    ///
    /// - Parameter isStepped: whether a corner with the previous value is inserted before each sample.
    fileprivate func unorderedPolyline(width: Float, color: Color, isStepped: Bool) -> UnorderedPolyline {
        guard isStepped else {
            return UnorderedPolyline(count: count, width: width, color: color) { range, points in
                forEach(range, into: &points, holdsFar: true) { $0.append($2) }
            }
        }
        // A corner before each sample but the first; none beside a gap.
        return UnorderedPolyline(count: max(2 * count - 1, 0), width: width, color: color) { range, points in
            var (number, last) = (range.lowerBound / 2 * 2, PlotPoint.gap)
            forEach(range.lowerBound / 2..<range.upperBound / 2 + 1, into: &points, holdsFar: true) {
                points, _, point in
                let corner = isHorizontal ? PlotPoint(x: point.x, y: last.y) : PlotPoint(x: last.x, y: point.y)
                if range.contains(number - 1) { points.append(last.isFinite && point.isFinite ? corner : .gap) }
                if range.contains(number) { points.append(point) }
                (number, last) = (number + 2, point)
            }
        }
    }
}

extension PassData {
    /// Memory for lines through samples that turn out to be unordered.
    ///
    /// - Parameter isCounted: Whether lines are drawn from their coverage and read in parts; otherwise they are drawn
    ///   one by one.
    package static func bytes(ofUnordered samples: Int, isCounted: Bool) -> Int {
        (isCounted ? min(samples, StrategyThreshold.pointsOfPieces.count) : samples) * bytesPerUnorderedSample
    }

    private static let bytesPerUnorderedSample = 32
}

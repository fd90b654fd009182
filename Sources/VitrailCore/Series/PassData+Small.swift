import VitrailScene

/// Pieces of lines that are too small to be visible.
extension PassData {
    /// Series with at most this number of samples show each isolated one as a disc.
    private static let maxWithDiscs = 10_000

    /// - Parameters:
    ///   - width: width of the stroke in pixels.
    ///   - loneRadius: radius of the disc for an isolated sample, in pixels.
    func smallPieceShape(width: Float, loneRadius: Float) -> SmallPieceShape {
        SmallPieceShape(
            width: width, loneRadius: loneRadius, allLoneAreDiscs: context.samples.count <= Self.maxWithDiscs)
    }

    /// Whether the line continues before the first visible sample, and after the last one.
    func goesOn(_ value: SeriesValue = .single) -> (start: Bool, end: Bool) {
        guard let across = values(value), !context.visible.isEmpty else { return (false, false) }
        return ColumnView.withView(independentValues, across) { along, across in
            func isThere(_ i: Int) -> Bool {
                i >= 0 && i < across.count && along[i].isFinite && across[i].isFinite
                    && context.across.position(of: across[i]).isFinite
            }
            let (first, last) = (context.visible.lowerBound, context.visible.upperBound - 1)
            return (isThere(first) && isThere(first - 1), isThere(last) && isThere(last + 1))
        }
    }

    /// The small pieces of an unordered line that is drawn without a path. Larger pieces are not in the result.
    ///
    /// - Returns: `nil` if no piece is small.
    /// - Complexity: O(1) if the line has no gap and is not small as a whole, otherwise O(samples).
    func smallUnorderedPieces(_ value: SeriesValue, _ shape: SmallPieceShape) -> SmallPieces? {
        guard let across = values(value), let k = context.samples.values.firstIndex(of: value) else { return nil }
        let extents = (context.samples.alongExtent, context.samples.acrossExtent[k])
        guard
            extents.0.hasGap || extents.1.hasGap || isUnplaced(extents.0, context.along)
                || isUnplaced(extents.1, context.across)
                || isSmall(extents.0, context.along, shape.limit) && isSmall(extents.1, context.across, shape.limit)
        else { return nil }
        return ColumnView.withView(independentValues, across) { along, across in
            var pieces = Pieces(along: along, across: across, range: context.visible, shape: shape)
            pieces.run(along: context.along, across: context.across)
            return pieces.finish(grain: shape.grain)
        }
    }

    /// Whether the column has a value without a position.
    private func isUnplaced(_ extent: ColumnExtent, _ scale: AxisScale) -> Bool {
        if scale.mapper.mapsPositiveOnly, let minimum = extent.range?.minimum { return minimum <= 0 }
        return false
    }

    private func isSmall(_ extent: ColumnExtent, _ scale: AxisScale, _ limit: Float) -> Bool {
        guard let range = extent.range else { return true }
        return !(abs(scale.position(of: range.maximum) - scale.position(of: range.minimum)) >= Double(limit))
    }

    private struct Pieces: ScaledLoop {
        let along, across: ColumnView
        let range: Range<Int>
        let shape: SmallPieceShape
        private var sorter: SmallPieceSorter
        private var hasSmall = false

        init(along: ColumnView, across: ColumnView, range: Range<Int>, shape: SmallPieceShape) {
            (self.along, self.across, self.range, self.shape) = (along, across, range, shape)
            sorter = SmallPieceSorter(shape)
        }

        mutating func run(_ positionAlong: some ScaleTransform, _ positionAcross: some ScaleTransform) {
            var (positionAlong, positionAcross) = (positionAlong, positionAcross)
            var piece: (box: PieceBox, first: PathPoint, last: PathPoint)?
            var pace = WorkPace()
            ColumnView.forEachBlock(of: range, along, across) { _, along, across in
                for i in along.indices {
                    if pace.isOver() { break }
                    positionAlong.seek(to: along[i])
                    positionAcross.seek(to: across[i])
                    if positionAlong.isExcluded(along[i]) || positionAcross.isExcluded(across[i]) { continue }
                    let point = PathPoint(
                        along: Float(position: positionAlong.position(of: along[i]), of: along[i]),
                        across: Float(position: positionAcross.position(of: across[i]), of: across[i]))
                    if point.isGap {
                        if let piece { close(piece) }
                        piece = nil
                    } else if piece == nil {
                        piece = (PieceBox(point), point, point)
                    } else {
                        piece?.box.add(point)
                        piece?.last = point
                    }
                }
            }
            if let piece { close(piece) }
        }

        private mutating func close(_ piece: (box: PieceBox, first: PathPoint, last: PathPoint)) {
            if piece.box.isSmaller(than: shape.limit) {
                hasSmall = true
                sorter.addSmall(piece.box)
            } else {
                sorter.addLarge(from: piece.first, to: piece.last)
            }
        }

        /// - Parameter grain: in pixels. If there are very many marks, only one is kept in each cell of this size,
        ///   which bounds their number by the size of the picture.
        consuming func finish(grain: Float) -> SmallPieces? {
            guard hasSmall else { return nil }
            var pieces = sorter.finish()
            var taken: Set<SIMD2<Int32>> = []
            func isNew(_ point: PathPoint) -> Bool {
                func cell(_ position: Float) -> Int32 { Int32(min(max((position / grain).rounded(.down), -1e9), 1e9)) }
                return taken.insert(SIMD2(cell(point.along), cell(point.across))).inserted
            }
            guard pieces.path.count + pieces.lonePoints.count + pieces.discs.count > Self.maxKept else { return pieces }
            pieces.lonePoints.removeAll { !isNew($0) }
            pieces.discs.removeAll { !isNew($0) }
            var path: [PathPoint] = []
            // Segments have two points each, with a gap between them.
            for start in stride(from: 0, to: pieces.path.count, by: 3) where isNew(pieces.path[start]) {
                if !path.isEmpty { path.append(.gap) }
                path += pieces.path[start...start + 1]
            }
            pieces.path = path
            return pieces
        }

        private static let maxKept = 1 << 16
    }
}

package import VitrailColumns
package import VitrailScales
import VitrailSystem

extension SmallPieces {
    /// The small pieces of a line between samples. Gaps and excluded values separate pieces.
    ///
    /// - Parameter scales: of the values along and across.
    /// - Returns: `nil` if no piece is small.
    /// - Complexity: O(samples).
    package static func find(
        along: ColumnView, across: ColumnView, _ range: Range<Int>, on scales: (along: AxisScale, across: AxisScale),
        _ shape: SmallPieceShape
    ) -> SmallPieces? {
        var pieces = PieceLoop(along: along, across: across, range: range, shape: shape)
        pieces.run(along: scales.along, across: scales.across)
        return pieces.finish(grain: shape.grain)
    }
}

/// The pieces of a line whose samples are mapped one by one.
private struct PieceLoop: ScaledLoop {
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

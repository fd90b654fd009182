/// The representation of line pieces that are smaller than the stroke, so that none of them is invisible.
///
/// A stroke has butt caps: a piece of length e covers e × width pixels, and a single sample covers nothing. A piece
/// whose bounding box is smaller than the stroke's width (or than a pixel, if that is more) is drawn in one of three
/// ways:
///
///     lone sample, far from others    •   a disc of `SmallPieceShape.loneRadius`
///     short piece, far from others    ●   a disc as wide as the stroke, at least wide enough to cover a whole pixel
///     close to other pieces           ■   a segment along the axis, as long as the stroke is wide (at least a pixel),
///                                         part of the same stroke: no pixel is painted twice
package struct SmallPieceShape {
    /// A piece is small if its bounding box is smaller than this, in pixels.
    package let limit: Float
    /// Stroke width in pixels.
    let width: Float
    /// Radius of the disc of a lone sample, in pixels.
    let loneRadius: Float
    /// Whether every lone sample is a disc, also close to others. With few samples, the discs stay distinguishable.
    let allLoneAreDiscs: Bool

    package init(width: Float, loneRadius: Float, allLoneAreDiscs: Bool) {
        (self.width, self.loneRadius, self.allLoneAreDiscs) = (width, loneRadius, allLoneAreDiscs)
        limit = max(width, 1)
    }

    /// Half the diagonal of a block of 2 × 2 pixels. A disc of this radius completely covers at least one pixel at any
    /// position.
    static let minRadius: Float = 1.4143
    /// Pixels. A fill of this width completely covers at least one pixel column at any position.
    package static let minFillWidth: Float = 2
    package var discRadius: Float { max(width / 2, Self.minRadius) }
    /// Pieces closer together than this are drawn in one stroke.
    var reach: Float { max(loneRadius, discRadius) + width / 2 }
    /// Small pieces within a box of this size are drawn as one segment.
    var grain: Float { limit / 4 }
}

/// The marks for the small pieces of a line.
package struct SmallPieces {
    /// The stroke: all other pieces, and segments for small ones. Gaps separate pieces.
    package var path: [PathPoint] = []
    package var lonePoints: [PathPoint] = []
    /// Middles of short pieces.
    package var discs: [PathPoint] = []
}

extension SmallPieces {
    /// Removes the small pieces from a path.
    ///
    /// - Parameters:
    ///   - path: the line; gaps separate its pieces.
    ///   - openEnds: whether the first and the last piece continue beyond the path and therefore are not small.
    /// - Returns: `nil` if no piece is small.
    /// - Complexity: O(points); nothing is copied if no piece is small.
    package static func find(
        in path: [PathPoint], _ shape: SmallPieceShape, openEnds: (start: Bool, end: Bool)
    ) -> SmallPieces? {
        let points = path.span
        var sorter: SmallPieceSorter?
        var start = 0
        while start < points.count {
            guard !points[start].isGap else {
                start += 1
                continue
            }
            var box = PieceBox(points[start])
            // Most pieces are soon known to be large.
            var isSmall = true
            var end = start + 1
            while end < points.count, !points[end].isGap {
                if isSmall {
                    box.add(points[end])
                    isSmall = box.isSmaller(than: shape.limit)
                }
                end += 1
            }
            isSmall = isSmall && !(start == 0 && openEnds.start || end == points.count && openEnds.end)
            if isSmall, sorter == nil {
                sorter = SmallPieceSorter(shape)
                sorter?.begin(with: path[..<start])
            }
            if isSmall { sorter?.addSmall(box) } else { sorter?.addLarge(path[start..<end]) }
            start = end
        }
        return sorter?.finish()
    }
}

/// A bounding box.
struct PieceBox {
    var low: SIMD2<Float>
    var high: SIMD2<Float>

    init(_ point: PathPoint) {
        low = SIMD2(point.along, point.across)
        high = low
    }

    @inline(__always)
    mutating func add(_ point: PathPoint) {
        let position = SIMD2(point.along, point.across)
        low.replace(with: position, where: position .< low)
        high.replace(with: position, where: position .> high)
    }

    func joined(_ other: PieceBox) -> PieceBox {
        var box = self
        box.low.replace(with: other.low, where: other.low .< low)
        box.high.replace(with: other.high, where: other.high .> high)
        return box
    }

    var extent: SIMD2<Float> { high - low }
    var isPoint: Bool { low == high }
    var middle: PathPoint { PathPoint(along: low.x + extent.x / 2, across: low.y + extent.y / 2) }

    func isSmaller(than limit: Float) -> Bool { extent.x < limit && extent.y < limit }

    func isFarther(than distance: Float, from point: PathPoint?) -> Bool {
        guard let point else { return true }
        let position = SIMD2(point.along, point.across)
        let outside = (low - position).replacing(with: position - high, where: (position - high) .> (low - position))
        let gap = outside.replacing(with: 0, where: outside .< 0)
        return (gap * gap).sum() > distance * distance
    }
}

/// Chooses the representation of each piece, in path order. Consecutive small pieces within one box become one mark.
struct SmallPieceSorter {
    private let shape: SmallPieceShape
    private var result = SmallPieces()
    /// Small pieces that lie within one small box.
    private var cluster: [PieceBox] = []
    private var bounds = PieceBox(.gap)
    /// The end of the piece before the cluster.
    private var before: PathPoint?
    /// The last point of all pieces so far.
    private var last: PathPoint?

    init(_ shape: SmallPieceShape) { self.shape = shape }

    /// Takes the start of a path, which has no small piece.
    mutating func begin(with path: ArraySlice<PathPoint>) {
        result.path.reserveCapacity(path.count + 64)
        result.path += path
        last = path.last { !$0.isGap }
    }

    mutating func addLarge(_ piece: ArraySlice<PathPoint>) {
        flush(next: piece.first)
        append(gap: ())
        result.path += piece
        last = piece.last
    }

    /// Adds a piece that is drawn elsewhere.
    mutating func addLarge(from first: PathPoint, to end: PathPoint) {
        flush(next: first)
        last = end
    }

    mutating func addSmall(_ box: PieceBox) {
        if box.isPoint, shape.allLoneAreDiscs {
            flush(next: box.middle)
            result.lonePoints.append(box.middle)
            last = box.middle
            return
        }
        let joined = cluster.isEmpty ? box : bounds.joined(box)
        if cluster.isEmpty || !joined.isSmaller(than: shape.limit) {
            flush(next: box.middle)
            before = last
            bounds = box
        } else {
            bounds = joined
        }
        cluster.append(box)
        last = box.middle
    }

    consuming func finish() -> SmallPieces {
        flush(next: nil)
        return result
    }

    private mutating func flush(next: PathPoint?) {
        guard !cluster.isEmpty else { return }
        defer { cluster.removeAll(keepingCapacity: true) }
        if bounds.isFarther(than: shape.reach, from: before), bounds.isFarther(than: shape.reach, from: next) {
            if bounds.isPoint { result.lonePoints.append(bounds.middle) } else { result.discs.append(bounds.middle) }
            return
        }
        var box = cluster[0]
        for piece in cluster.dropFirst() {
            let joined = box.joined(piece)
            if joined.isSmaller(than: shape.grain) {
                box = joined
            } else {
                appendSegment(box)
                box = piece
            }
        }
        appendSegment(box)
    }

    private mutating func appendSegment(_ box: PieceBox) {
        let (middle, half) = (box.middle, shape.limit / 2)
        append(gap: ())
        result.path.append(PathPoint(along: middle.along - half, across: middle.across))
        result.path.append(PathPoint(along: middle.along + half, across: middle.across))
    }

    private mutating func append(gap: Void) {
        if let last = result.path.last, !last.isGap { result.path.append(.gap) }
    }
}

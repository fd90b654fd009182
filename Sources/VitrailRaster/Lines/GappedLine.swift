import CColumns
package import VitrailColumns
package import VitrailScales
import VitrailSystem

#if canImport(Glibc)
    import Glibc
#endif

/// Reduces a line with many gaps to a stroke and discs. Runs between gaps that are narrower than a bin (a part of a pixel
/// column) are joined across; a line drawn through their points would have as many ends as the samples.
struct GappedLine: Sendable {
    let along, across: ColumnView
    let positionAlong, positionAcross: Affine
    let partsPerPixel: Double
    /// The stroke is at least as wide as a bin and a pixel.
    let shape: SmallPieceShape

    /// A section has the runs that begin among so many samples. Sections are reduced separately, so that the pieces do
    /// not depend on the number of threads.
    private static var samplesPerSection: Int { 1 << 14 }

    /// - Parameters:
    ///   - range: samples whose values along are finite and never fall.
    ///   - threads: maximum number of threads.
    /// - Returns: the path, and what `SmallPieces.find` would take out of the line's path.
    /// - Complexity: O(samples).
    func pieces(_ range: Range<Int>, threads: Int = Parallel.threads) -> SmallPieces {
        let sections = (range.count + Self.samplesPerSection - 1) / Self.samplesPerSection
        let count = max(min(threads, sections), 1)
        var parts = Parallel.map(count) { k in
            var pieces = SmallPieces()
            var lists = unsafe vitrail_gapped()
            unsafe (lists.width, lists.reach, lists.jump) = (shape.limit, shape.reach, 2)
            for section in sections * k / count..<sections * (k + 1) / count where !WorkLimit.isReached {
                let start = range.lowerBound + section * Self.samplesPerSection
                unsafe reduce(start..<min(start + Self.samplesPerSection, range.upperBound), in: range, &lists)
                unsafe Self.move(&lists.path, to: &pieces.path)
                unsafe Self.move(&lists.lone, to: &pieces.lonePoints)
                unsafe Self.move(&lists.discs, to: &pieces.discs)
            }
            unsafe free(lists.path.points)
            unsafe free(lists.lone.points)
            unsafe free(lists.discs.points)
            return pieces
        }
        var whole = SmallPieces()
        // Only the points behind the first path are copied.
        swap(&whole, &parts[0])
        for part in parts.dropFirst() {
            whole.path += part.path
            whole.lonePoints += part.lonePoints
            whole.discs += part.discs
        }
        return whole
    }

    private static func move(_ list: inout vitrail_points, to points: inout [PathPoint]) {
        precondition(unsafe !list.has_failed, "no memory for the points of a line")
        unsafe UnsafeBufferPointer(start: list.points, count: list.count).withMemoryRebound(to: PathPoint.self) {
            unsafe points.append(contentsOf: $0)
        }
        unsafe list.count = 0
    }

    /// Appends the runs that begin in a section.
    private func reduce(_ section: Range<Int>, in range: Range<Int>, _ lists: inout vitrail_gapped) {
        func goesOn(_ i: Int) -> Bool { i > 0 && i < across.count && across[i - 1].isFinite && across[i].isFinite }
        var (start, end) = (section.lowerBound, section.upperBound)
        if start > range.lowerBound, goesOn(start) { start = gap(from: start, range) }
        guard start < end else { return }
        if end < range.upperBound, goesOn(end) { end = gap(from: end, range) }
        var line = unsafe vitrail_line()
        unsafe line.bins = vitrail_column(
            origin: positionAlong.origin, factor: positionAlong.factor, start: positionAlong.start,
            per_pixel: partsPerPixel, number: 0)
        unsafe (line.origin, line.factor, line.start) = (
            positionAcross.origin, positionAcross.factor, positionAcross.start
        )
        unsafe line.farthest = .maxCoordinate
        along.withDoubles(start..<end) { along in
            across.withDoubles(start..<end) { across in
                unsafe along.withUnsafeBufferPointer { along in
                    unsafe across.withUnsafeBufferPointer { across in
                        unsafe (line.along, line.across) = (along.baseAddress, across.baseAddress)
                        unsafe vitrail_reduce_gapped(
                            &line, 0, end - start, start == range.lowerBound && goesOn(start),
                            end == range.upperBound && goesOn(end), &lists)
                    }
                }
            }
        }
    }

    private func gap(from start: Int, _ range: Range<Int>) -> Int {
        across.firstGap(in: start..<range.upperBound, below: -.infinity)
    }
}

extension PathReducer {
    /// The pieces of a line that is only stroked, if it has very many gaps.
    ///
    /// - Parameters:
    ///   - isAscending: whether the independent values never fall.
    ///   - partsPerColumn: bins per pixel column.
    ///   - shape: the representation of small pieces.
    /// - Returns: `nil`: the line has few gaps or few samples, or an axis is not linear, or each single sample is a disc.
    /// - Complexity: O(samples).
    package static func pieces(
        along: ColumnView, across: ColumnView, range: Range<Int>, alongScale: AxisScale, acrossScale: AxisScale,
        isAscending: Bool, partsPerColumn: Double, _ shape: SmallPieceShape
    ) -> SmallPieces? {
        guard reduces(range.count, to: alongScale, isAscending: isAscending, partsPerColumn: partsPerColumn),
            shape.width >= 1, partsPerColumn >= 1, !shape.allLoneAreDiscs, alongScale.mapper.isAffine,
            acrossScale.mapper.isAffine, hasManyGaps(range, of: across, alongScale)
        else { return nil }
        return GappedLine(
            along: along, across: across, positionAlong: Affine(alongScale), positionAcross: Affine(acrossScale),
            partsPerPixel: partsPerColumn, shape: shape
        ).pieces(range)
    }

    /// Whether there is at least one gap in a pixel column on average, as far as some of the samples tell.
    private static func hasManyGaps(_ range: Range<Int>, of values: ColumnView, _ alongScale: AxisScale) -> Bool {
        let looked = 1_024
        // Ends of gaps: a long gap is one gap.
        let gaps = (0..<looked).count { k in
            let i = range.lowerBound + range.count * k / looked
            return i + 1 < range.upperBound && !values[i].isFinite && values[i + 1].isFinite
        }
        return Double(gaps * range.count) >= abs(alongScale.end - alongScale.start) * Double(looked)
    }
}

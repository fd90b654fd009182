import CRaster
import VitrailScene
import VitrailSystem

/// Converts a dense stroke that is monotonic along one axis to its two envelopes in each pixel column.
///
///      │╱╲│   ╱╲  path        For each cell of a grid with 16 cells per pixel, we find the path's extent across.
///     ╱│  │╲╱│  ╲             A disc with half the stroke's width as radius moves along the path, and its extent
///     ─┴──┴──┴──┴─ cells      is the envelope (a dilation). At both ends of a run, where the stroke is cut at a
///                             right angle, the rectangle of the end segment ("band") replaces the discs.
///
/// A pixel's coverage depends only on the distribution of envelope heights in its column. So the cells are sorted by
/// height and approximated by four or eight slopes (linear pieces). The slopes have equal shares of the column unless
/// the heights of its cells differ a lot. If the approximation is too inaccurate, the stroke is rasterised on the CPU
/// instead.
///
/// The time grows with the number of cells and is short for each. `StrokeEnvelope` is exact, but takes a microsecond
/// per segment. An edge that runs straight across may be off by half a cell in either direction.
///
/// - Source: dilation by a disc after Serra, "Image Analysis and Mathematical Morphology" (1982).
package struct ColumnEnvelope {
    /// Max half width of a stroke, in pixels. A wider disc would need too many grid positions.
    package static let maxRadius = Float(StrategyThreshold.radiusOfEnvelope.value)
    /// Min width in pixels. A thinner stroke is drawn with this width and a proportionally lower opacity.
    static let minWidth: Float = 1 / 8
    /// Columns per tile. A tile is processed as a unit, and its cells fit in the fastest cache.
    private static let columnsPerTile = 2 * Int(VITRAIL_SLOPE_COLUMNS)
    /// Min number of points per thread. Fewer points do not pay for another thread.
    private static let pointsPerThread = 8192
    /// Min length of a slope, in pixels. Shorter slopes lose their precision far from the origin, and look the same.
    static let minSlope: Float = 1 / 32
    private static let nowhere = -Float.infinity

    private let radius: Float
    private let frame: GridFrame
    /// Pixel columns; a multiple of the block width.
    let columns: Range<Int>
    private var perPixel: Int { EnvelopeDetail.cells }
    /// Cells per tile.
    private var tile: Int { Self.columnsPerTile * perPixel }
    private let disc: GridDisc
    /// Range of cells that this value processes: whole tiles.
    private var own: Range<Int>
    /// The end of the runs added so far, along the axis, in cells.
    private var taken = -Float.infinity

    /// `path`: the path's extent in each cell of a tile and in `disc.reach` cells on both sides. `reaches`: the extent
    /// of the discs at the middle of each cell of the tile. `second` is the max across; `first` is the max of the
    /// negated values, so that both use a maximum.
    private var path: PathMarks
    private var reaches: (second: [Float], first: [Float])
    /// The cells of the current tile, with the runs added so far.
    private var cells: EnvelopeCells

    /// - Parameters:
    ///   - extent: the smallest and largest position of a point along the axis.
    /// - Returns: nil if the stroke is too wide, or no part of it is visible.
    init?(width: Float, isVertical: Bool, along extent: ClosedRange<Float>, clip: PixelRect) {
        guard width / 2 <= Self.maxRadius else { return nil }
        radius = max(width, Self.minWidth) / 2
        let seen = isVertical ? clip.y..<clip.maxY : clip.x..<clip.maxX
        let low = max(Float(seen.lowerBound), extent.lowerBound - radius - 1)
        let high = min(Float(seen.upperBound), extent.upperBound + radius + 1)
        guard low < high else { return nil }
        let block = TrapezoidTiles.width
        columns = Int(low) / block * block..<(Int(high.rounded(.up)) + block - 1) / block * block
        own = 0..<columns.count * EnvelopeDetail.cells
        frame = GridFrame(isVertical: isVertical, origin: Float(columns.lowerBound), perPixel: EnvelopeDetail.cells)
        disc = GridDisc(radius: radius, perPixel: EnvelopeDetail.cells)
        let tile = Self.columnsPerTile * EnvelopeDetail.cells
        path = PathMarks(count: tile + 2 * disc.reach + GridDisc.lanes)
        let reach = [Float](repeating: Self.nowhere, count: tile + GridDisc.lanes)
        reaches = (reach, reach)
        cells = EnvelopeCells(columns: Self.columnsPerTile, opacity: min(width / Self.minWidth, 1))
    }

    /// A run, starting at its end with the lower position along.
    private struct Run {
        var start: Int
        var end: Int
        var next: Int
        /// The first and the last point of the segments that have discs. nil: no discs.
        var inner: (start: Int, end: Int)?
        var bands: [Band] = []
        /// Extent along the axis, in cells.
        var low = Float.infinity
        var high = -Float.infinity
    }

    /// The slopes of a path's runs: `detail.parts` entries for each of `columns`. One thread computes a whole tile, so
    /// the result does not depend on the number of threads.
    ///
    /// - Parameters:
    ///   - points: plot space.
    ///   - runs: the ranges of points between gaps; each run is monotonic along the axis.
    ///   - threads: max number of threads.
    /// - Returns: nil if one run lies above or below another one: their areas would count twice.
    func slopes(
        of points: [PlotPoint], _ runs: [Range<Int>], _ detail: EnvelopeDetail, threads: Int = Parallel.threads
    ) -> EnvelopeFit? {
        let tiles = (columns.count + Self.columnsPerTile - 1) / Self.columnsPerTile
        let count = max(min(threads, points.count / Self.pointsPerThread, tiles), 1)
        let found = Parallel.map(count) { [self] i in
            var part = self
            part.own = tiles * i / count * tile..<min(tiles * (i + 1) / count * tile, own.upperBound)
            return part.ownSlopes(of: points.span, runs, detail)
        }
        guard var all = found[0] else { return nil }
        for part in found.dropFirst() {
            guard let part else { return nil }
            all.append(part)
        }
        return all
    }

    private mutating func ownSlopes(
        of points: Span<PlotPoint>, _ runs: [Range<Int>], _ detail: EnvelopeDetail
    ) -> EnvelopeFit? {
        var result = EnvelopeFit(columns: own.count / perPixel, detail)
        for run in runs {
            guard add(points, run, to: &result) else { return nil }
        }
        tell(&result)
        return result
    }

    /// Adds the part of a run that lies in `own`.
    ///
    /// - Parameters:
    ///   - points: plot space. The points of `run` are finite and monotonic along the axis.
    ///   - result: the slopes of `own`.
    /// - Returns: false if the run lies above or below another one.
    private mutating func add(_ points: Span<PlotPoint>, _ run: Range<Int>, to result: inout EnvelopeFit) -> Bool {
        guard let run = self.run(points, run) else { return true }
        guard run.low >= taken else { return false }
        taken = run.high
        let from = max(run.low, Float(own.lowerBound))
        let to = min(run.high, Float(own.upperBound))
        guard from < to else { return true }
        var cursor = run.inner?.start ?? 0
        for start in stride(from: Int(from) / tile * tile, to: Int(to.rounded(.up)), by: tile) {
            if start != cells.start {
                tell(&result)
                cells.clear(start)
            }
            let grid = max(Int(from), start)..<min(Int(to.rounded(.up)), start + tile)
            trace(points, run, &cursor, grid, tile: start)
            for band in run.bands { include(band, grid, tile: start) }
            closeEnds(grid, points, run, tile: start)
            cells.take(reaches, from: max(from, Float(start)), to: min(to, Float(start + tile)))
        }
        return true
    }

    @inline(__always)
    private func position(of point: PlotPoint) -> CellPosition { frame.position(of: point) }

    /// - Returns: nil if the run draws nothing.
    private func run(_ points: Span<PlotPoint>, _ range: Range<Int>) -> Run? {
        var (start, end) = (range.lowerBound, range.upperBound - 1)
        // A repeated position is a joint, and has a disc.
        var other = start + 1
        while other <= end, points[other] == points[start] { other += 1 }
        if other > end {
            return range.count > 2
                ? bounded(Run(start: start, end: start, next: 1, inner: (start, start)), points) : nil
        }
        if position(of: points[start]).along > position(of: points[end]).along { swap(&start, &end) }
        let next = start <= end ? 1 : -1
        var run = Run(start: start, end: end, next: next)
        var inner = (start: start, end: end)
        if let band = Band(position(of: points[start]), position(of: points[start + next]), radius, frame) {
            run.bands.append(band)
            inner.start += next
        }
        if let band = Band(position(of: points[end - next]), position(of: points[end]), radius, frame) {
            run.bands.append(band)
            inner.end -= next
        }
        if (inner.end - inner.start) * next >= 0 { run.inner = inner }
        return bounded(run, points)
    }

    private func bounded(_ run: Run, _ points: Span<PlotPoint>) -> Run {
        var run = run
        let reach = radius * Float(perPixel)
        if let inner = run.inner {
            run.low = position(of: points[inner.start]).along - reach
            run.high = position(of: points[inner.end]).along + reach
        }
        for band in run.bands { (run.low, run.high) = (min(run.low, band.low), max(run.high, band.high)) }
        return run
    }

    // MARK: Discs

    /// Computes the extent of the discs at the middle of each cell of `grid`.
    private mutating func trace(
        _ points: Span<PlotPoint>, _ run: Run, _ cursor: inout Int, _ grid: Range<Int>, tile: Int
    ) {
        guard let inner = run.inner else {
            for i in grid { (reaches.second[i - tile], reaches.first[i - tile]) = (Self.nowhere, Self.nowhere) }
            return
        }
        let seen = grid.lowerBound - disc.reach...grid.upperBound - 1 + disc.reach
        // Segments that end before the visible range also do so in later tiles.
        let left = (inner.end - cursor) * run.next
        cursor +=
            run.next
            * (0..<left).partition(near: 0) {
                position(of: points[cursor + run.next * ($0 + 1)]).along >= Float(seen.lowerBound)
            }
        path.clear(seen, origin: tile - disc.reach)
        path.note(points, from: cursor, to: inner.end, step: run.next, in: frame)
        disc.dilate(path.second, into: &reaches.second, grid.lowerBound - tile..<grid.upperBound - tile)
        disc.dilate(path.first, into: &reaches.first, grid.lowerBound - tile..<grid.upperBound - tile)
    }

    // MARK: Bands

    /// The rectangle that the stroke covers along a run's first or last segment.
    private struct Band {
        let corners: [CellPosition]
        let low: Float
        let high: Float

        /// - Returns: nil if the segment is too short to have a direction.
        init?(_ a: CellPosition, _ b: CellPosition, _ radius: Float, _ frame: GridFrame) {
            let perPixel = Float(frame.perPixel)
            let (x, y) = ((b.along - a.along) / perPixel, b.across - a.across)
            let scale = radius / (x * x + y * y).squareRoot()
            guard scale.isFinite else { return nil }
            let (along, across) = (-y * scale * perPixel, x * scale)
            corners = [
                CellPosition(along: a.along - along, across: a.across - across),
                CellPosition(along: b.along - along, across: b.across - across),
                CellPosition(along: b.along + along, across: b.across + across),
                CellPosition(along: a.along + along, across: a.across + across),
            ]
            low = min(a.along, b.along) - abs(along)
            high = max(a.along, b.along) + abs(along)
        }
    }

    private mutating func include(_ band: Band, _ grid: Range<Int>, tile: Int) {
        for i in 0..<4 {
            var (a, b) = (band.corners[i], band.corners[(i + 1) % 4])
            if a.along > b.along { swap(&a, &b) }
            let first = Int((a.along - 0.5).rounded(.up), within: grid.lowerBound...grid.upperBound)
            let last = Int((b.along - 0.5).rounded(.down), within: grid.lowerBound - 1...grid.upperBound - 1)
            guard first <= last, a.along < b.along else { continue }
            let slope = (b.across - a.across) / (b.along - a.along)
            for g in first...last {
                let across = a.across + (Float(g) + 0.5 - a.along) * slope
                reaches.second[g - tile] = max(reaches.second[g - tile], across)
                reaches.first[g - tile] = max(reaches.first[g - tile], -across)
            }
        }
    }

    /// Fills the outermost cells of `grid`. If their middles lie outside the run, they copy the nearest cell with a
    /// value. A run between two middles takes the height of its bands or, without bands, the position of its nearer
    /// end.
    private mutating func closeEnds(_ grid: Range<Int>, _ points: Span<PlotPoint>, _ run: Run, tile: Int) {
        guard let first = grid.first(where: { reaches.second[$0 - tile] > Self.nowhere }) else {
            let isBehind = Float(grid.lowerBound + grid.upperBound) > run.low + run.high
            let end = position(of: points[isBehind ? run.end : run.start]).across
            let across = run.bands.flatMap(\.corners).map(\.across)
            for g in grid {
                (reaches.second[g - tile], reaches.first[g - tile]) = (across.max() ?? end, -(across.min() ?? end))
            }
            return
        }
        for g in grid.lowerBound..<first {
            (reaches.second[g - tile], reaches.first[g - tile]) = (
                reaches.second[first - tile], reaches.first[first - tile]
            )
        }
        var last = grid.upperBound - 1
        while reaches.second[last - tile] == Self.nowhere { last -= 1 }
        for g in last + 1..<grid.upperBound {
            (reaches.second[g - tile], reaches.first[g - tile]) = (
                reaches.second[last - tile], reaches.first[last - tile]
            )
        }
    }

    // MARK: Slopes

    /// Writes the slopes of the current tile's columns to `result`.
    private mutating func tell(_ result: inout EnvelopeFit) {
        guard let start = cells.start else { return }
        cells.tell(&result, from: (start - own.lowerBound) / perPixel)
    }
}

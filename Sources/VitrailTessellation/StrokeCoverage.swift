import CRaster
import VitrailScene
import VitrailSystem

/// The coverage of each pixel by a dense stroke, rasterised on the CPU. It is the union of the stroke's runs; a run is
/// the union of its segments' rectangles and its joints' discs.
///
///      ▁▂▔▁▔  a strip of pixel columns, 16 or 64 cells for each
///      ▔▂▁▂▁  each cell: a bit for each sixteenth of a pixel
///      ▂▔▂▔▂  a pixel's coverage: the number of its set bits
///
/// Where runs lie above one another or overlap, only their union is right, and where a stroke jumps, the slopes of its
/// envelopes are too inaccurate. A GPU has no union of many shapes that is exact in 8 bits.
///
/// An edge across the cells may be off by half a cell, one along the cells by a mean of 1/512 pixel. For level segments
/// between gaps, all of them that lie side by side in one pixel are together off by at most one cell.
struct StrokeCoverage {
    /// Pixel columns that are processed at a time; matches the tiles of the map.
    private static let columnsPerStrip = InkedTiles.side
    /// Min number of points per thread. Fewer points do not pay for another thread.
    private static let pointsPerThread = 4096
    /// Max number of pixels in a map: 64 MB.
    private static let maxPixels = 1 << 26

    private let radius: Float
    /// 0…1.
    private let opacity: Float
    private let frame: GridFrame
    private let columns: Range<Int>
    private let across: Range<Int>

    /// - Parameters:
    ///   - extent: the smallest and largest position of a point along the axis.
    ///   - perPixel: cells per pixel.
    /// - Returns: nil if no part of the stroke is visible, or there are too many pixels to be worth their memory.
    init?(width: Float, isVertical: Bool, along extent: ClosedRange<Float>, perPixel: Int, clip: PixelRect) {
        radius = max(width, ColumnEnvelope.minWidth) / 2
        opacity = min(width / ColumnEnvelope.minWidth, 1)
        let seen = isVertical ? clip.y..<clip.maxY : clip.x..<clip.maxX
        across = isVertical ? clip.x..<clip.maxX : clip.y..<clip.maxY
        let low = max(Float(seen.lowerBound), extent.lowerBound - radius - 1)
        let high = min(Float(seen.upperBound), extent.upperBound + radius + 1)
        guard low < high else { return nil }
        columns = Int(low)..<Int(high.rounded(.up))
        guard 1...Int(VITRAIL_MAX_STRIP_ROWS) ~= across.count, across.count * columns.count <= Self.maxPixels else {
            return nil
        }
        frame = GridFrame(isVertical: isVertical, origin: Float(columns.lowerBound), perPixel: perPixel)
    }

    /// Rasterises a stroke.
    ///
    /// - Parameters:
    ///   - points: plot space.
    ///   - runs: the ranges of points between gaps; each run is monotonic along the axis.
    ///   - threads: max number of threads; it does not affect the result.
    /// - Complexity: O(points · cells per point + pixels).
    func map(of points: [PlotPoint], _ runs: [Range<Int>], threads: Int = Parallel.threads) -> CoverageMap {
        let spans = spans(of: points.span, runs)
        let isVertical = frame.isVertical
        let box =
            isVertical
            ? PixelRect(x: across.lowerBound, y: columns.lowerBound, width: across.count, height: columns.count)
            : PixelRect(x: columns.lowerBound, y: across.lowerBound, width: columns.count, height: across.count)
        var map = CoverageMap(box: box)
        map.coverage = Array(repeating: 0, count: box.width * box.height)
        let (width, tilesPerRow) = (box.width, map.tiles.perRow)
        let strips = (columns.count + Self.columnsPerStrip - 1) / Self.columnsPerStrip
        let count = max(min(threads, points.count / Self.pointsPerThread, strips), 1)
        unsafe map.coverage.withUnsafeMutableBufferPointer { coverage in
            unsafe map.tiles.inked.withUnsafeMutableBufferPointer { inked in
                // One thread owns each strip.
                nonisolated(unsafe) let (coverage, inked) = (coverage.baseAddress, inked.baseAddress)
                Parallel.forEach(count) { i in
                    unsafe self.count(strips * i / count..<strips * (i + 1) / count, points.span, spans) { strip in
                        let column = strip * Self.columnsPerStrip
                        return unsafe vitrail_pixels(
                            coverage: coverage.map { unsafe $0 + column * (isVertical ? width : 1) },
                            along: isVertical ? width : 1,
                            across: isVertical ? 1 : width, rows: across.count,
                            inked: inked.map { unsafe $0 + strip * (isVertical ? tilesPerRow : 1) },
                            inked_across: isVertical ? 1 : tilesPerRow)
                    }
                }
            }
        }
        return map
    }

    /// - Parameter pixels: returns the memory for the coverage of a strip.
    private func count(
        _ strips: Range<Int>, _ points: Span<PlotPoint>, _ spans: [RunSpan], pixels: (Int) -> vitrail_pixels
    ) {
        let cells = Self.columnsPerStrip * frame.perPixel
        let memory = TileMemory(cells: cells, words: (across.count + 3) / 4)
        var strip = unsafe vitrail_strip(
            bits: memory.bits, low: memory.low, high: memory.high, second: memory.positions, words: memory.words,
            cells: cells,
            per_pixel: frame.perPixel, along: 0,
            across: Float(across.lowerBound), is_vertical: frame.isVertical, from: memory.from, to: memory.to,
            residual: memory.residual,
            reached: memory.reached, height: memory.height, level_low: memory.levelLow, level_high: memory.levelHigh,
            core_low: .infinity,
            core_high: -.infinity, until_core: 0, marks: memory.marks, mark_counts: memory.markCounts,
            mark_length: memory.markLength, has_sides: false)
        unsafe vitrail_clear_strip(&strip)
        for i in strips where !WorkLimit.isReached {
            let start = i * cells
            unsafe strip.cells = min(cells, columns.count * frame.perPixel - start)
            unsafe strip.along = frame.origin + Float(i * Self.columnsPerStrip)
            unsafe join(points, spans, to: &strip, Float(start)...Float(start + cells))
            unsafe vitrail_take_strip(&strip, radius, opacity, pixels(i))
        }
        // Keep the memory alive until here.
        withExtendedLifetime(memory) {}
    }

    /// Adds the parts of runs that are visible in a range of cells.
    private func join(
        _ points: Span<PlotPoint>, _ spans: [RunSpan], to strip: inout vitrail_strip, _ cells: ClosedRange<Float>
    ) {
        let reach = radius * Float(frame.perPixel)
        let (low, high) = (cells.lowerBound - reach, cells.upperBound + reach)
        for span in spans[spans.indices.partition { spans[$0].reached > low }...] {
            if span.low >= high { break }
            if span.high <= low { continue }
            let run = span.run
            let isDescending = along(points[run.lowerBound]) > along(points[run.upperBound - 1])
            // From the last point before the range to the first point after it.
            let start = run.partition { isDescending ? along(points[$0]) < high : along(points[$0]) > low }
            let end = run.partition { isDescending ? along(points[$0]) <= low : along(points[$0]) >= high }
            let seen = max(start - 1, run.lowerBound)..<min(end + 1, run.upperBound)
            unsafe points.extracting(seen).withUnsafeBytes { points in
                guard let values = unsafe points.bindMemory(to: Float.self).baseAddress else { return }
                unsafe vitrail_join_run(&strip, values, seen.count, radius)
            }
        }
    }

    private func along(_ point: PlotPoint) -> Float { frame.position(of: point).along }

    /// A run with its first and last position along, in cells.
    private struct RunSpan {
        let low: Float
        let high: Float
        let run: Range<Int>
        /// Max of `high` of this run and of all runs before it.
        var reached: Float = 0
    }

    /// Runs in the order of their starts.
    private func spans(of points: Span<PlotPoint>, _ runs: [Range<Int>]) -> [RunSpan] {
        var spans: [RunSpan] = []
        spans.reserveCapacity(runs.count)
        var isInOrder = true
        for run in runs {
            let (start, end) = (along(points[run.lowerBound]), along(points[run.upperBound - 1]))
            let span = RunSpan(low: min(start, end), high: max(start, end), run: run)
            if let last = spans.last, last.low > span.low { isInOrder = false }
            spans.append(span)
        }
        if !isInOrder { spans.sort { $0.low < $1.low } }
        var reached = -Float.infinity
        for k in spans.indices {
            reached = max(reached, spans[k].high)
            spans[k].reached = reached
        }
        return spans
    }
}

/// The working memory of a thread.
@safe private final class TileMemory {
    let words: Int
    let positions: Int
    let bits: UnsafeMutablePointer<UInt64>
    let low, high: UnsafeMutablePointer<Float>
    let from, to: UnsafeMutablePointer<UInt32>
    let residual, reached, height: UnsafeMutablePointer<Float>
    let levelLow, levelHigh: UnsafeMutablePointer<Float>
    let marks: UnsafeMutablePointer<vitrail_mark>
    let markCounts: UnsafeMutablePointer<UInt8>
    let markLength: Int

    /// - Parameters:
    ///   - cells: at most `VITRAIL_MAX_STRIP_CELLS`.
    ///   - words: words per cell.
    init(cells: Int, words: Int) {
        self.words = words
        unsafe bits = .allocate(capacity: cells * words)
        unsafe bits.initialize(repeating: 0, count: cells * words)
        positions = cells + Int(VITRAIL_STRIP_MARGIN)
        unsafe (low, high) = (.allocate(capacity: 2 * positions), .allocate(capacity: 2 * positions))
        unsafe (from, to) = (.allocate(capacity: cells), .allocate(capacity: cells))
        unsafe (levelLow, levelHigh) = (.allocate(capacity: cells), .allocate(capacity: cells))
        precondition(cells <= Int(VITRAIL_MAX_STRIP_CELLS), "a strip has few cells")
        markLength = cells + 2 * Int(VITRAIL_STRIP_REACH) + 1
        unsafe marks = .allocate(capacity: 2 * Int(VITRAIL_STRIP_MARKS) * markLength)
        unsafe markCounts = .allocate(capacity: 2 * markLength)
        unsafe (residual, reached, height) = (
            .allocate(capacity: 4 * words), .allocate(capacity: 4 * words), .allocate(capacity: 4 * words)
        )
    }

    deinit {
        unsafe bits.deallocate()
        unsafe low.deallocate()
        unsafe high.deallocate()
        unsafe from.deallocate()
        unsafe to.deallocate()
        unsafe residual.deallocate()
        unsafe reached.deallocate()
        unsafe height.deallocate()
        unsafe levelLow.deallocate()
        unsafe levelHigh.deallocate()
        unsafe marks.deallocate()
        unsafe markCounts.deallocate()
    }
}

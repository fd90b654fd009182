package import VitrailColumns
package import VitrailScales
package import VitrailScene
import VitrailSystem

/// Aggregates samples by pixel, in one pass on all cores.
///
/// Counts and extremes:
///
///     samples   ├─── part ───┼─── part ───┤
///                     ↓            ↓            each thread aggregates a part in its own cells,
///                   cells        cells          which are then merged pixel by pixel.
///                       ╲        ╱
///                          grid
///
/// A sum depends on the order of samples: each sum is computed from its first sample to its last. Counts of categories
/// take many times the memory of a picture. Both use a single grid:
///
///     samples   ├─ part ─┼─ part ─┤ …           each thread finds the pixels of a part,
///                   ↓  ╲    ╱  ↓
///                   ↓   ╲  ╱   ↓                then aggregates the samples of some rows, part by part.
///                   ↓   ╱  ╲   ↓
///                  rows        rows
///
/// So the result does not depend on the number of threads. The error of a sum of n values is at most n · 1.1·10⁻¹⁶
/// times the sum of their magnitudes.
package struct DensityCounter {
    /// Samples. Fewer are not worth another thread.
    static let minPart = 1 << 17
    /// Samples that are binned at a time; they stay in a cache.
    private static let placedPart = 1 << 15
    /// Maximum bytes of all threads' cells; the cells of a single thread may be larger.
    private static let maxBytes = 1 << 28

    package let x: Column
    package let y: Column
    /// The aggregated column; `nil`: only samples are counted.
    package let value: Column?
    /// The samples to aggregate.
    package let range: Range<Int>
    let xScale: AxisScale
    let yScale: AxisScale
    /// The pixels of the picture.
    package let box: PixelRect
    package let aggregation: DensityAggregation
    /// Ascending values of `value`, if categories are counted.
    package var categories: [Double] = []

    package init(
        x: Column,
        y: Column,
        value: Column?,
        range: Range<Int>,
        xScale: AxisScale,
        yScale: AxisScale,
        box: PixelRect,
        aggregation: DensityAggregation,
        categories: [Double] = []
    ) {
        self.x = x
        self.y = y
        self.value = value
        self.range = range
        self.xScale = xScale
        self.yScale = yScale
        self.box = box
        self.aggregation = aggregation
        self.categories = categories
    }

    /// - Parameters:
    ///   - threads: maximum number of threads.
    ///   - minPart: minimum samples per thread, > 0.
    package func grid(threads: Int = Parallel.threads, minPart: Int = minPart) -> DensityGrid {
        let cells = ColumnView.withView(x, y) { x, y in
            guard let value else { return count(x, y, nil, threads, minPart) }
            return value.withView { count(x, y, $0, threads, minPart) }
        }
        return DensityGrid(size: PixelSize(width: box.width, height: box.height), content: cells.content, cells: cells)
    }

    /// Aggregates all samples. The memory of the other threads is released when it returns.
    private func count(
        _ x: ColumnView, _ y: ColumnView, _ value: ColumnView?, _ threads: Int, _ minPart: Int
    ) -> any DensityCells {
        precondition(
            !box.isEmpty && range.upperBound <= x.count && range.upperBound <= y.count,
            "no pixels, or samples without a value")
        precondition(aggregation.value == nil || range.upperBound <= value?.count ?? -1, "samples without a value")
        let threads = max(min(threads, range.count / minPart), 1)
        guard let value, aggregation.sharesGrid else { return countApart(x, y, value, threads) }
        let cells: any DensityCells =
            aggregation == .category
            ? CategoryCells(width: box.width, height: box.height, categories: categories.count)
            : PixelCells(width: box.width, height: box.height, aggregation)
        if threads == 1 {
            cells.add(range, x: x, y: y, value: value, newFinder())
        } else {
            countTogether(x, y, value, threads, samples: min(minPart, Self.placedPart), in: cells)
        }
        return cells
    }

    package func newFinder() -> CategoryBinner {
        CategoryBinner(
            width: box.width, height: box.height, xPixels: PixelBinner(xScale, from: box.x, count: box.width),
            yPixels: PixelBinner(yScale, from: box.y, count: box.height),
            categories: aggregation == .category ? categories : nil)
    }

    /// Aggregates in a separate grid for each thread.
    private func countApart(_ x: ColumnView, _ y: ColumnView, _ value: ColumnView?, _ threads: Int) -> PixelCells {
        // A separate grid needs enough samples to be worth merging its pixels.
        let bytes = PixelCells.bytes(pixels: box.width * box.height, aggregation)
        let slots = max(min(threads, range.count / (box.width * box.height), Self.maxBytes / bytes), 1)
        let grids = (0..<slots).map { _ in PixelCells(width: box.width, height: box.height, aggregation) }
        let finders = (0..<slots).map { _ in newFinder() }
        Parallel.forEach(slots) { k in grids[k].add(part(k, of: slots), x: x, y: y, value: value, finders[k]) }
        merge(grids.dropFirst(), into: grids[0], threads)
        return grids[0]
    }

    /// Aggregates in one grid.
    ///
    /// - Parameter samples: per part.
    private func countTogether(
        _ x: ColumnView, _ y: ColumnView, _ value: ColumnView, _ threads: Int, samples: Int, in cells: any DensityCells
    ) {
        let placed = (0..<Self.placedBuffers(threads)).map { _ in BinnedSamples(capacity: samples, newFinder()) }
        let parts = (range.count - 1) / samples + 1
        Parallel.inLanes(BinnedSamples.groups, parts: parts, buffers: placed.count, threads: threads) { k, buffer in
            placed[buffer].position(of: part(k, of: parts), x: x, y: y, value: value)
        } take: { group, buffer in
            cells.add(placed[buffer], group: group)
        }
    }

    /// If a thread is suspended, the others can continue for as long as it takes to count this many buffers.
    private static func placedBuffers(_ threads: Int) -> Int { max(2 * threads, 16) }

    /// Bytes that a picture takes: `kept` for its pixels, `passing` for the cells, which are released. Pages without a
    /// sample are not touched.
    package static func memory(
        samples: Int, size: PixelSize, _ aggregation: DensityAggregation, categories: Int
    ) -> (kept: Int, passing: Int) {
        let pixels = size.width * size.height
        let (page, largePage) = (1 << 12, 1 << 21)
        // Isolated samples are spread over some rows.
        let painted = samples > pixels / 32 / size.width ? pixels : samples * 32 * size.width
        let passing: Int
        switch aggregation {
        case .count:
            let grids = max(min(Parallel.threads, samples / max(pixels, 1), maxBytes / max(4 * pixels, 1)), 1)
            passing = min(4 * pixels, samples * largePage) * grids + min(2 * pixels, samples * 7 * page)
        case .sum, .max, .min: passing = pixels * 20
        case .mean: passing = pixels * 26
        case .category:
            passing = pixels * 4 + min(pixels * 4, samples * 7 * page) + min(pixels * categories, samples * page)
        }
        return (painted * 4, passing)
    }

    private func part(_ k: Int, of parts: Int) -> Range<Int> {
        range.lowerBound + range.count * k / parts..<range.lowerBound + range.count * (k + 1) / parts
    }

    /// Merges grids; each thread merges some of the rows.
    private func merge(_ others: ArraySlice<PixelCells>, into cells: PixelCells, _ threads: Int) {
        guard !others.isEmpty else { return }
        let bands = max(min(threads, box.height), 1)
        let (width, height) = (box.width, box.height)
        Parallel.forEach(bands) { band in
            let pixels = height * band / bands * width..<height * (band + 1) / bands * width
            for other in others { cells.take(pixels, from: other) }
        }
    }
}

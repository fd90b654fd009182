import VitrailScene

/// Samples → what each pixel holds of them, in one pass on all cores.
///
/// Counts and extremes:
///
///     samples   ├─── part ───┼─── part ───┤
///                     ↓            ↓            each thread counts a part in cells of its own,
///                   cells        cells          which are then added up pixel by pixel.
///                       ╲        ╱
///                          grid
///
/// Sums depend on the order of samples: each is summed up from its first to its last. Counts of categories take many times the memory of a picture. Both are
/// made in one grid:
///
///     samples   ├─ part ─┼─ part ─┤ …           each thread finds the pixels of a part,
///                   ↓  ╲    ╱  ↓
///                   ↓   ╲  ╱   ↓                then counts what lies in some of the rows, part after part.
///                   ↓   ╱  ╲   ↓
///                  rows        rows
///
/// So the outcome does not depend on the number of threads. A sum of n values is within n · 1.1·10⁻¹⁶ of the sum of their magnitudes.
struct DensityCounter {
    /// Samples. Fewer are not worth another thread.
    static let leastPart = 1 << 17
    /// Samples that are placed at a time: they stay in a cache.
    private static let placedPart = 1 << 15
    /// Bytes that cells may take, beyond those of one thread.
    private static let mostBytes = 1 << 28

    let x: Column
    let y: Column
    /// What is aggregated; nil where only samples are counted.
    let value: Column?
    /// The samples that are looked at.
    let range: Range<Int>
    let xScale: AxisScale
    let yScale: AxisScale
    /// The pixels of the picture.
    let box: PixelRect
    let aggregation: DensityAggregation
    /// Ascending values of `value`, where categories are counted.
    var categories: [Double] = []

    /// - Parameters:
    ///   - threads: at most.
    ///   - leastPart: samples, > 0.
    func grid(threads: Int = Parallel.threads, leastPart: Int = leastPart) -> DensityGrid {
        let cells = SharedValues.lend(x, y) { x, y in
            guard let value else { return count(x, y, nil, threads, leastPart) }
            return value.lend { count(x, y, $0, threads, leastPart) }
        }
        return DensityGrid(size: PixelSize(width: box.width, height: box.height), content: cells.content, cells: cells)
    }

    /// All samples. What threads had for themselves is gone when it returns.
    private func count(_ x: SharedValues, _ y: SharedValues, _ value: SharedValues?, _ threads: Int, _ leastPart: Int) -> any DensityCells {
        precondition(!box.isEmpty && range.upperBound <= x.count && range.upperBound <= y.count, "no pixels, or samples without a value")
        precondition(aggregation.value == nil || range.upperBound <= value?.count ?? -1, "samples without a value")
        let threads = max(min(threads, range.count / leastPart), 1)
        guard let value, aggregation.sharesGrid else { return countApart(x, y, value, threads) }
        let cells: any DensityCells =
            aggregation == .category
            ? CategoryCells(width: box.width, height: box.height, categories: categories.count) : PixelCells(width: box.width, height: box.height, aggregation)
        if threads == 1 {
            cells.add(range, x: x, y: y, value: value, newFinder())
        } else {
            countTogether(x, y, value, threads, samples: min(leastPart, Self.placedPart), in: cells)
        }
        return cells
    }

    func newFinder() -> CellFinder {
        CellFinder(
            width: box.width, height: box.height, xPixels: PixelFinder(xScale, from: box.x, count: box.width),
            yPixels: PixelFinder(yScale, from: box.y, count: box.height), categories: aggregation == .category ? categories : nil)
    }

    /// In a grid for each thread.
    private func countApart(_ x: SharedValues, _ y: SharedValues, _ value: SharedValues?, _ threads: Int) -> PixelCells {
        // A part that is counted apart has to be worth the adding up of its pixels.
        let bytes = PixelCells.bytes(pixels: box.width * box.height, aggregation)
        let slots = max(min(threads, range.count / (box.width * box.height), Self.mostBytes / bytes), 1)
        let grids = (0..<slots).map { _ in PixelCells(width: box.width, height: box.height, aggregation) }
        let finders = (0..<slots).map { _ in newFinder() }
        Parallel.forEach(slots) { k in grids[k].add(part(k, of: slots), x: x, y: y, value: value, finders[k]) }
        merge(grids.dropFirst(), into: grids[0], threads)
        return grids[0]
    }

    /// In one grid.
    ///
    /// - Parameter samples: of a part.
    private func countTogether(_ x: SharedValues, _ y: SharedValues, _ value: SharedValues, _ threads: Int, samples: Int, in cells: any DensityCells) {
        let placed = (0..<Self.placedBuffers(threads)).map { _ in PlacedSamples(capacity: samples, newFinder()) }
        let parts = (range.count - 1) / samples + 1
        Parallel.inLanes(PlacedSamples.groups, parts: parts, buffers: placed.count, threads: threads) { k, buffer in
            placed[buffer].place(part(k, of: parts), x: x, y: y, value: value)
        } take: { group, buffer in
            cells.add(placed[buffer], group: group)
        }
    }

    /// As long as it takes to count them may a thread be stopped, and others go on.
    private static func placedBuffers(_ threads: Int) -> Int { max(2 * threads, 16) }

    /// Bytes that counting takes at most, with what is painted from it.
    static func mostMemory(samples: Int, pixels: Int, _ aggregation: DensityAggregation) -> Int {
        let cells =
            switch aggregation {
            case .category: CategoryCells.bytes(pixels: pixels, categories: CategoryColumn.most, samples: samples)
            case .count, .sum, .mean, .max, .min: PixelCells.bytes(pixels: pixels, aggregation)
            }
        if aggregation.sharesGrid { return cells + placedBuffers(Parallel.threads) * PlacedSamples.bytes(capacity: placedPart) + pixels * 24 }
        return cells * (max(min(Parallel.threads, mostBytes / max(cells, 1)), 1) + 2) + pixels * 24 + cells
    }

    private func part(_ k: Int, of parts: Int) -> Range<Int> {
        range.lowerBound + range.count * k / parts..<range.lowerBound + range.count * (k + 1) / parts
    }

    /// Adds up, each thread in some of the rows.
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

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
        return DensityGrid(size: PixelSize(width: box.width, height: box.height), content: cells.content)
    }

    /// All samples. What threads had for themselves is gone when it returns.
    private func count(_ x: SharedValues, _ y: SharedValues, _ value: SharedValues?, _ threads: Int, _ leastPart: Int) -> DensityCells {
        precondition(!box.isEmpty && range.upperBound <= x.count && range.upperBound <= y.count, "no pixels, or samples without a value")
        precondition(aggregation.value == nil || range.upperBound <= value?.count ?? 0, "samples without a value")
        let xPixels = PixelFinder(xScale, from: box.x, count: box.width)
        let yPixels = PixelFinder(yScale, from: box.y, count: box.height)
        let cells = newCells()
        func newFinder() -> CellFinder {
            CellFinder(
                width: box.width, height: box.height, xPixels: xPixels, yPixels: yPixels, categories: aggregation == .category ? categories : nil)
        }
        let threads = max(min(threads, range.count / leastPart), 1)
        if threads == 1 {
            cells.add(range, x: x, y: y, value: value, newFinder())
        } else if aggregation.sharesGrid, let value {
            let capacity = min(leastPart, Self.placedPart)
            place(x, y, value, (0..<Self.placedBuffers(threads)).map { _ in PlacedSamples(capacity: capacity, newFinder()) }, threads, into: cells)
        } else {
            // A part that is counted apart has to be worth the adding up of its pixels.
            let slots = max(min(threads, range.count / (box.width * box.height), Self.mostBytes / bytes), 1)
            let others = (1..<slots).map { _ in newCells() }
            let finders = (0..<slots).map { _ in newFinder() }
            Parallel.forEach(slots) { k in
                (k == 0 ? cells : others[k - 1]).add(part(k, of: slots), x: x, y: y, value: value, finders[k])
            }
            merge(others, into: cells, threads)
        }
        return cells
    }

    /// Counts in one grid.
    ///
    /// - Parameter placed: of one capacity.
    private func place(_ x: SharedValues, _ y: SharedValues, _ value: SharedValues, _ placed: [PlacedSamples], _ threads: Int, into cells: DensityCells) {
        let parts = (range.count - 1) / placed[0].capacity + 1
        Parallel.inLanes(PlacedSamples.groups, parts: parts, buffers: placed.count, threads: threads) { k, buffer in
            placed[buffer].place(part(k, of: parts), x: x, y: y, value: value)
        } take: { group, buffer in
            cells.add(placed[buffer], group: group)
        }
    }

    /// As long as it takes to count them may a thread be stopped, and others go on.
    private static func placedBuffers(_ threads: Int) -> Int { max(2 * threads, 16) }

    /// Bytes that counting takes at most, with what is painted from it.
    static func mostMemory(pixels: Int, _ aggregation: DensityAggregation) -> Int {
        let cells = DensityCells.bytes(pixels: pixels, aggregation, categories: aggregation == .category ? CategoryColumn.most : 0)
        if aggregation.sharesGrid { return cells + placedBuffers(Parallel.threads) * PlacedSamples.bytes(capacity: placedPart) + pixels * 24 }
        return cells * (max(min(Parallel.threads, mostBytes / max(cells, 1)), 1) + 2) + pixels * 24
    }

    private func newCells() -> DensityCells {
        DensityCells(width: box.width, height: box.height, aggregation, categories: categories.count)
    }

    private var bytes: Int { DensityCells.bytes(pixels: box.width * box.height, aggregation, categories: categories.count) }

    private func part(_ k: Int, of parts: Int) -> Range<Int> {
        range.lowerBound + range.count * k / parts..<range.lowerBound + range.count * (k + 1) / parts
    }

    /// Adds up, each thread in some of the rows.
    private func merge(_ others: [DensityCells], into cells: DensityCells, _ threads: Int) {
        guard !others.isEmpty else { return }
        let bands = max(min(threads, box.height), 1)
        let (width, height) = (box.width, box.height)
        Parallel.forEach(bands) { band in
            let pixels = height * band / bands * width..<height * (band + 1) / bands * width
            for other in others { cells.take(pixels, from: other) }
        }
    }
}

import VitrailScene

/// Samples → what each pixel holds of them, in one pass on all cores.
///
///     samples   ├── part ──┼── part ──┼── part ──┼── part ──┤
///                  ↓           ↓                                each thread counts a part in cells of its own,
///                cells       cells        … then the next       which are then added up pixel by pixel,
///                    ╲       ╱                                  in the order of the parts
///                      grid
///
/// The outcome does not depend on the number of threads: counts and extremes are the same in any order, and for sums, which are not, the parts
/// are the same however many threads there are, are summed up from their first sample to the last, and are added up in order. A sum of n values is within
/// n · 1.1·10⁻¹⁶ of the sum of their magnitudes.
struct DensityCounter {
    /// Parts of sums: as many threads as are of use.
    private static let orderedParts = 16
    /// Samples. Fewer are not worth another thread.
    static let leastPart = 1 << 17
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
    ///   - leastPart: samples, > 0. Sums depend on it in their last bits.
    func grid(threads: Int = Parallel.threads, leastPart: Int = leastPart) -> DensityGrid {
        let cells = SharedValues.lend(x, y) { x, y in
            guard let value else { return count(x, y, nil, threads, leastPart) }
            return value.lend { count(x, y, $0, threads, leastPart) }
        }
        return DensityGrid(size: PixelSize(width: box.width, height: box.height), content: cells.content)
    }

    /// All samples. Other threads' cells are gone when it returns.
    private func count(_ x: SharedValues, _ y: SharedValues, _ value: SharedValues?, _ threads: Int, _ leastPart: Int) -> DensityCells {
        precondition(!box.isEmpty && range.upperBound <= x.count && range.upperBound <= y.count, "no pixels, or samples without a value")
        precondition(aggregation.value == nil || range.upperBound <= value?.count ?? 0, "samples without a value")
        let xPixels = PixelFinder(xScale, from: box.x, count: box.width)
        let yPixels = PixelFinder(yScale, from: box.y, count: box.height)
        let isOrdered = aggregation == .sum || aggregation == .mean
        // A part that is counted apart has to be worth the adding up of its pixels.
        let least = max(leastPart, box.width * box.height * (isOrdered ? 2 : 1))
        let most = max(min(range.count / least, Self.orderedParts), 1)
        let slots = max(min(threads, most, Self.mostBytes / bytes), 1)
        let parts = isOrdered ? most : slots
        // The first part is counted where all are added up.
        let sum = newCells()
        let others = (0..<min(slots, parts - 1)).map { _ in newCells() }
        Parallel.forEach(slots) { k in
            (k == 0 ? sum : others[k - 1]).add(part(k, of: parts), x: x, y: y, value: value, xPixels: xPixels, yPixels: yPixels)
        }
        merge(others.prefix(slots - 1), into: sum, isLast: parts == slots, threads)
        for first in stride(from: slots, to: parts, by: slots) {
            let next = others.prefix(parts - first)
            Parallel.forEach(next.count) { k in
                next[k].add(part(first + k, of: parts), x: x, y: y, value: value, xPixels: xPixels, yPixels: yPixels)
            }
            merge(next, into: sum, isLast: first + next.count == parts, threads)
        }
        return sum
    }

    /// Bytes that counting takes at most, with what is painted from it.
    static func mostMemory(pixels: Int, _ aggregation: DensityAggregation) -> Int {
        let cells = DensityCells.bytes(pixels: pixels, aggregation, categories: aggregation == .category ? CategoryColumn.most : 0)
        return cells * (max(min(Parallel.threads, mostBytes / max(cells, 1)), 1) + 2) + pixels * 24
    }

    private func newCells() -> DensityCells {
        DensityCells(width: box.width, height: box.height, aggregation, categories: categories)
    }

    private var bytes: Int { DensityCells.bytes(pixels: box.width * box.height, aggregation, categories: categories.count) }

    private func part(_ k: Int, of parts: Int) -> Range<Int> {
        range.lowerBound + range.count * k / parts..<range.lowerBound + range.count * (k + 1) / parts
    }

    /// Adds up, each thread in some of the rows.
    private func merge(_ cells: some Collection<DensityCells> & Sendable, into sum: DensityCells, isLast: Bool, _ threads: Int) {
        guard !cells.isEmpty else { return }
        let bands = max(min(threads, box.height), 1)
        let (width, height) = (box.width, box.height)
        Parallel.forEach(bands) { band in
            let pixels = height * band / bands * width..<height * (band + 1) / bands * width
            for part in cells { sum.take(pixels, from: part, leavingEmpty: !isLast) }
        }
    }
}

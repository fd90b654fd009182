import VitrailSystem

/// How far each sample of a density series is spread, so that isolated samples are visible.
public enum DensitySpread: Sendable, Hashable {
    /// As far as `maxRadius` if most pixels with samples have no such pixel near them; not at all if most have one.
    case automatic
    /// Over a disc of this radius, 0…`maxPixels`, at scale 1; 0: each sample shows only in its own pixel.
    case pixels(Double)

    public static let maxPixels = 16.0
    /// The maximum radius of `automatic`, in pixels at scale 1.
    static let maxRadius = 3
    /// Share of the pixels with samples that have another one near them. Above this share, samples are not spread
    /// farther.
    static let threshold = 0.5
}

/// Spreads the contents of pixels over discs around them.
///
/// - Source: `dynspread` and `spread` of datashader, <https://datashader.org/api.html>.
package struct DensitySpreader {
    private let width: Int
    private let height: Int

    /// If fewer pixels have samples, all of them are examined; otherwise, only the pixels in some rows.
    private static let maxExamined = 1 << 14

    /// - Parameter scale: device pixels per point.
    /// - Returns: the grid, and whether `automatic` spread it because samples lie far apart.
    package static func spread(
        _ grid: DensityGrid, _ spread: DensitySpread, scale: Double, _ aggregation: DensityAggregation
    ) -> (grid: DensityGrid, isSparse: Bool) {
        let spreader = DensitySpreader(width: grid.size.width, height: grid.size.height)
        let grid = grid.withTotals()
        let radius =
            switch spread {
            case .automatic: spreader.radius(of: grid, unit: max(Int(scale.rounded()), 1))
            case .pixels(let pixels):
                pixels > 0 ? max(Int((min(pixels, DensitySpread.maxPixels) * scale).rounded()), 1) : 0
            }
        return (radius > 0 ? spreader.spread(grid, radius, aggregation) : grid, radius > 0 && spread == .automatic)
    }

    // MARK: Radius

    /// - Parameter unit: device pixels per step.
    private func radius(of grid: DensityGrid, unit: Int) -> Int {
        switch grid.content {
        case .counts(let counts):
            unsafe counts.withUnsafeBufferPointer { counts in radius(unit) { unsafe counts[$0] > 0 } }
        case .values(let values):
            unsafe values.withUnsafeBufferPointer { values in radius(unit) { unsafe !values[$0].isNaN } }
        case .shares:
            grid.totals.map { totals in
                unsafe totals.withUnsafeBufferPointer { totals in radius(unit) { unsafe totals[$0] > 0 } }
            } ?? 0
        }
    }

    @inline(__always)
    private func radius(_ unit: Int, _ isOccupied: (Int) -> Bool) -> Int {
        var occupied = 0
        // All pixels with samples, if they are few.
        var positions: [Int] = []
        var pace = WorkPace(every: 1 << 18)
        for y in 0..<height {
            if pace.isOver(after: width) { return 0 }
            for i in y * width..<(y + 1) * width where isOccupied(i) {
                if occupied < Self.maxExamined { positions.append(i) }
                occupied += 1
            }
        }
        guard occupied > 0 else { return 0 }
        let stride = occupied / Self.maxExamined + 1
        for step in 1...DensitySpread.maxRadius {
            let reach = 2 * step * unit
            var (examined, near) = (0, 0)
            if stride == 1 {
                for position in positions {
                    if pace.isOver() { return 0 }
                    examined += 1
                    if hasNeighbour(position % width, position / width, reach, isOccupied) { near += 1 }
                }
            } else {
                for y in Swift.stride(from: stride / 2, to: height, by: stride) {
                    if pace.isOver(after: width) { return 0 }
                    for x in 0..<width where isOccupied(y * width + x) {
                        examined += 1
                        if hasNeighbour(x, y, reach, isOccupied) { near += 1 }
                    }
                }
            }
            // A single sample has no neighbour and is spread as far as possible.
            if examined == 0 || Double(near) > DensitySpread.threshold * Double(examined) { return (step - 1) * unit }
        }
        return DensitySpread.maxRadius * unit
    }

    @inline(__always)
    private func hasNeighbour(_ x: Int, _ y: Int, _ reach: Int, _ isOccupied: (Int) -> Bool) -> Bool {
        // The same row comes first: where samples are dense, no other row is read.
        let columns = max(x - reach, 0)...min(x + reach, width - 1)
        for other in columns where other != x && isOccupied(y * width + other) { return true }
        for row in max(y - reach, 0)...min(y + reach, height - 1) where row != y {
            for other in columns where isOccupied(row * width + other) { return true }
        }
        return false
    }

    // MARK: Spreading

    private func spread(_ grid: DensityGrid, _ radius: Int, _ aggregation: DensityAggregation) -> DensityGrid {
        var result = grid
        let disc = Disc(radius: radius)
        switch grid.content {
        case .counts(let counts): result.content = .counts(spread(counts, disc))
        case .values(let values):
            switch aggregation {
            case .mean: result.content = .values(spreadMeans(grid.cells as? PixelCells, values, disc))
            case .max: result.content = .values(spread(values, disc) { max($0, $1) })
            case .min: result.content = .values(spread(values, disc) { min($0, $1) })
            case .sum, .count, .category:
                let maximum = Double.greatestFiniteMagnitude
                result.content = .values(spread(values, disc) { max(-maximum, min($0 + $1, maximum)) })
            }
        case .shares(let shares):
            guard let totals = grid.totals else { return grid }
            result.content = .shares(SpreadCategories(shares, totals, width: width, height: height, disc))
            result.totals = spread(totals, disc)
        }
        return result
    }

    private func spread(_ counts: PixelCounts, _ disc: Disc) -> PixelCounts {
        unsafe counts.withUnsafeBufferPointer { counts in
            unsafe PixelCounts(count: counts.count) { spread in
                var pace = WorkPace(every: 1 << 10)
                for i in counts.indices where unsafe counts[i] > 0 {
                    if pace.isOver() { return }
                    let own = unsafe counts[i]
                    disc.forEachPixel(around: i, width: width, height: height) { pixel in
                        let (sum, isTooLarge) = unsafe spread[pixel].addingReportingOverflow(own)
                        unsafe spread[pixel] = isTooLarge ? .max : sum
                    }
                }
            }
        }
    }

    private func spread(_ values: [Double], _ disc: Disc, _ join: (Double, Double) -> Double) -> [Double] {
        var result = [Double](repeating: .nan, count: values.count)
        var pace = WorkPace(every: 1 << 10)
        for (i, value) in values.enumerated() where !value.isNaN {
            if pace.isOver() { break }
            disc.forEachPixel(around: i, width: width, height: height) { pixel in
                result[pixel] = result[pixel].isNaN ? value : join(result[pixel], value)
            }
        }
        return result
    }

    /// Each sample counts once in the mean of each pixel that it is spread over.
    private func spreadMeans(_ cells: PixelCells?, _ values: [Double], _ disc: Disc) -> [Double] {
        var sums = [Double](repeating: 0, count: values.count)
        var counts = [Double](repeating: 0, count: values.count)
        var pace = WorkPace(every: 1 << 10)
        for (i, value) in values.enumerated() where !value.isNaN {
            if pace.isOver() { break }
            let own = Double(cells?.samples(ofMean: i) ?? 1)
            disc.forEachPixel(around: i, width: width, height: height) { pixel in
                counts[pixel] += own
                // A running mean, because a sum of large values would overflow.
                sums[pixel] += (value - sums[pixel]) * (own / counts[pixel])
            }
        }
        for i in sums.indices where counts[i] == 0 { sums[i] = .nan }
        return sums
    }

    /// The offsets of the pixels within a radius.
    struct Disc: Sendable {
        /// Half the width of each row, beginning with the row `radius` above the middle.
        let reaches: [Int]
        let radius: Int

        init(radius: Int) {
            self.radius = radius
            reaches = (-radius...radius).map { y in
                let limit = radius * radius + radius / 2
                return (0...radius).last { $0 * $0 + y * y <= limit } ?? 0
            }
        }

        @inline(__always)
        func forEachPixel(around pixel: Int, width: Int, height: Int, _ body: (Int) -> Void) {
            let (x, y) = (pixel % width, pixel / width)
            for row in max(y - radius, 0)...min(y + radius, height - 1) {
                let reach = reaches[row - y + radius]
                for column in max(x - reach, 0)...min(x + reach, width - 1) { body(row * width + column) }
            }
        }
    }
}

/// Counts of categories, spread over discs. They are summed when they are read, because most pixels have no sample of
/// most categories.
struct SpreadCategories: CategoryCounts {
    let count: Int
    let categories: Int
    private let width: Int
    private let disc: DensitySpreader.Disc
    /// Pixels with samples, ascending.
    private var positions: [Int32] = []
    /// For each row of pixels, the index of its first place; then the end of the places.
    private var rows: [Int] = [0]
    /// For each place, the index of its first entry; then the end of the entries.
    private var starts: [Int] = [0]
    private var entries: [(category: Int32, count: UInt32)] = []

    init(_ cells: any CategoryCounts, _ totals: PixelCounts, width: Int, height: Int, _ disc: DensitySpreader.Disc) {
        (count, categories, self.width, self.disc) = (cells.count, cells.categories, width, disc)
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: cells.categories) { own in
            guard let start = own.baseAddress else { return }
            unsafe totals.withUnsafeBufferPointer { totals in
                for row in 0..<height {
                    for i in row * width..<(row + 1) * width where unsafe totals[i] > 0 {
                        unsafe cells.read(i..<i + 1, into: start)
                        for k in 0..<cells.categories where unsafe own[k] > 0 {
                            entries.append((Int32(k), unsafe own[k]))
                        }
                        positions.append(Int32(i))
                        starts.append(entries.count)
                    }
                    rows.append(positions.count)
                }
            }
        }
    }

    /// - Complexity: O(pixels + pixels with samples within a radius · the part of their discs that is read).
    func read(_ pixels: Range<Int>, into counts: UnsafeMutablePointer<UInt32>) {
        unsafe counts.update(repeating: 0, count: pixels.count * categories)
        guard !pixels.isEmpty else { return }
        for row in pixels.lowerBound / width...(pixels.upperBound - 1) / width {
            let own = pixels.clamped(to: row * width..<(row + 1) * width)
            for source in max(row - disc.radius, 0)...min(row + disc.radius, rows.count - 2) {
                // Compare places shifted to the row that is read.
                let (shift, reach) = ((row - source) * width, disc.reaches[source - row + disc.radius])
                let end = rows[source + 1]
                var k = firstPosition(rows[source]..<end, notBefore: own.lowerBound - reach - shift)
                while k < end, Int(positions[k]) + shift - reach < own.upperBound {
                    let middle = Int(positions[k]) + shift
                    let reached = max(middle - reach, own.lowerBound)..<min(middle + reach + 1, own.upperBound)
                    for entry in entries[starts[k]..<starts[k + 1]] {
                        for pixel in reached {
                            let at = (pixel - pixels.lowerBound) * categories + Int(entry.category)
                            let (sum, isTooLarge) = unsafe counts[at].addingReportingOverflow(entry.count)
                            unsafe counts[at] = isTooLarge ? .max : sum
                        }
                    }
                    k += 1
                }
            }
        }
    }

    private func firstPosition(_ range: Range<Int>, notBefore pixel: Int) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if Int(positions[middle]) < pixel { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

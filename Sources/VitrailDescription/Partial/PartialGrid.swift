import VitrailColumns
import VitrailRaster
import VitrailScene

/// The samples of some partitions, aggregated per pixel of a density: counts have 64 bits, sums have twice the
/// precision of a Double.
///
/// Each sum is stored with its rounding error. Therefore the result does not depend on the number of partitions or
/// their order: it is the sum of all values, correct to the last digit, except for an error of 10⁻³⁰ of the sum of
/// their magnitudes.
struct PartialGrid: Sendable {
    let aggregation: DensityAggregation
    let width: Int
    let height: Int
    /// Number of samples with a value. Empty for minimum and maximum, where the value shows whether there is a sample.
    private(set) var counts: [UInt64] = []
    /// Sums, or minima or maxima, which are ±∞ without a sample.
    private(set) var values: [Double] = []
    /// The rounding errors of the sums; empty: all are 0.
    private(set) var rest: [Double] = []
    /// For categories only.
    private(set) var shares: PartialShares?

    var pixels: Int { width * height }

    /// An empty grid.
    private init(_ aggregation: DensityAggregation, width: Int, height: Int) {
        (self.aggregation, self.width, self.height) = (aggregation, width, height)
    }

    /// The grid of a series that is not drawn.
    init(undrawn aggregation: DensityAggregation, categories: Int) {
        self.init(aggregation, width: 0, height: 0)
        if aggregation == .category { shares = PartialShares(pixels: 0, categories: categories) }
    }

    /// The grid of a partition.
    ///
    /// - Parameters:
    ///   - counter: Counts all samples of the partition.
    ///   - numbers: The index of each of its categories among all categories.
    init(_ counter: DensityCounter, numbers: [Int], of categories: Int) {
        self.init(counter.aggregation, width: counter.box.width, height: counter.box.height)
        switch aggregation {
        case .sum, .mean:
            (counts, values, rest) = counter.exactSums()
            if !rest.contains(where: { $0 != 0 }) { rest = [] }
        case .count:
            guard case .counts(let found) = counter.grid().content else { preconditionFailure("counts are counted") }
            counts = unsafe found.withUnsafeBufferPointer { unsafe $0.map(UInt64.init) }
        case .max, .min:
            guard case .values(let found) = counter.grid().content else { preconditionFailure("extremes are values") }
            let none = aggregation == .max ? -Double.infinity : .infinity
            values = found.map { $0.isNaN ? none : $0 }
        case .category:
            guard case .shares(let found) = counter.grid().content else {
                preconditionFailure("categories are counted")
            }
            shares = PartialShares(found, numbers: numbers, of: categories)
        }
    }

    // MARK: Merging

    /// Whether both grids have the same pixels and categories.
    func fits(_ other: PartialGrid) -> Bool {
        width == other.width && height == other.height && shares?.categories == other.shares?.categories
    }

    /// - Precondition: `other` belongs to the same series.
    mutating func add(_ other: PartialGrid) {
        switch aggregation {
        case .count: Self.add(other.counts, to: &counts)
        case .sum, .mean:
            Self.add(other.counts, to: &counts)
            if rest.isEmpty, !other.rest.isEmpty { rest = Array(repeating: 0, count: values.count) }
            if rest.isEmpty { rest = Array(repeating: 0, count: values.count) }
            var isExact = other.rest.isEmpty
            for i in values.indices {
                let (sum, lost) = ExactSum.add(values[i], other.values[i])
                values[i] = sum
                rest[i] += lost + (other.rest.isEmpty ? 0 : other.rest[i])
                if rest[i] != 0 { isExact = false }
            }
            if isExact { rest = [] }
        case .max: for i in values.indices { values[i] = max(values[i], other.values[i]) }
        case .min: for i in values.indices { values[i] = min(values[i], other.values[i]) }
        case .category: if let others = other.shares { shares?.add(others) }
        }
    }

    private static func add(_ others: [UInt64], to counts: inout [UInt64]) {
        for i in counts.indices {
            let (sum, isTooLarge) = counts[i].addingReportingOverflow(others[i])
            counts[i] = isTooLarge ? .max : sum
        }
    }

    // MARK: Painting

    /// The grid as one process counts it.
    var grid: DensityGrid {
        let size = PixelSize(width: width, height: height)
        if aggregation == .count, counts.contains(where: { $0 > UInt64(UInt32.max) }) {
            return DensityGrid(size: size, content: .values(counts.map { $0 == 0 ? .nan : Double($0) }))
        }
        if let shares { return DensityGrid(size: size, content: .shares(shares)) }
        let cells = PixelCells(width: width, height: height, aggregation)
        switch aggregation {
        case .count: cells.fill(counts: counts)
        case .sum, .mean:
            cells.fill(
                sums: values.indices.map { rest.isEmpty ? values[$0] : ExactSum.rounded(values[$0], rest[$0]) },
                of: counts)
        case .max, .min: cells.fill(values: values)
        case .category: break
        }
        return DensityGrid(size: size, content: cells.content, cells: cells)
    }

    // MARK: Bytes

    func write(to writer: inout PartialWriter) {
        writer.write(UInt64(width))
        writer.write(UInt64(height))
        if let shares { return shares.write(to: &writer) }
        let maximum = counts.max() ?? 0
        // Each count takes as many bytes as the largest one needs.
        switch maximum {
        case ...UInt64(UInt8.max): Self.write(counts.map { UInt8(truncatingIfNeeded: $0) }, 1, to: &writer)
        case ...UInt64(UInt16.max): Self.write(counts.map { UInt16(truncatingIfNeeded: $0) }, 2, to: &writer)
        case ...UInt64(UInt32.max): Self.write(counts.map { UInt32(truncatingIfNeeded: $0) }, 4, to: &writer)
        default: Self.write(counts, 8, to: &writer)
        }
        writer.write(values)
        writer.write(rest)
    }

    private static func write<Count: BitwiseCopyable>(_ counts: [Count], _ size: UInt8, to writer: inout PartialWriter)
    {
        writer.write(size)
        writer.write(counts)
    }

    init(_ aggregation: DensityAggregation, from reader: inout PartialReader) throws(DescriptionError) {
        let (width, height) = (try reader.number(), try reader.number())
        let sides = 0...PictureLimits.side
        guard sides.contains(width), sides.contains(height), width * height <= PictureLimits.countedPixels else {
            throw PartialReader.broken
        }
        self.init(aggregation, width: width, height: height)
        guard aggregation != .category else {
            shares = try PartialShares(pixels: pixels, from: &reader)
            return
        }
        let size: UInt8 = try reader.integer()
        switch size {
        case 1: counts = try reader.array(UInt8.self).map(UInt64.init)
        case 2: counts = try reader.array(UInt16.self).map(UInt64.init)
        case 4: counts = try reader.array(UInt32.self).map(UInt64.init)
        case 8: counts = try reader.array()
        default: throw PartialReader.broken
        }
        values = try reader.array()
        rest = try reader.array()
        let hasCounts = aggregation == .count || aggregation == .sum || aggregation == .mean
        guard counts.count == (hasCounts ? pixels : 0), values.count == (aggregation == .count ? 0 : pixels),
            rest.isEmpty || rest.count == pixels && hasCounts && aggregation != .count
        else { throw PartialReader.broken }
    }
}

/// Sums of Doubles with their rounding error.
enum ExactSum {
    /// The rounded sum and its rounding error (Knuth's TwoSum).
    @inline(__always)
    static func add(_ a: Double, _ b: Double) -> (sum: Double, lost: Double) {
        let sum = a + b
        let part = sum - a
        let lost = (a - (sum - part)) + (b - part)
        // A sum that is not finite has no rounding error.
        return (sum, lost.isFinite ? lost : 0)
    }

    static func rounded(_ sum: Double, _ rest: Double) -> Double { sum + rest }
}

extension DensityCounter {
    /// The sums of all samples per pixel, each with twice the precision of a Double.
    func exactSums() -> (counts: [UInt64], sums: [Double], rest: [Double]) {
        let pixels = box.width * box.height
        var counts = [UInt64](repeating: 0, count: pixels + 1)
        var sums = [Double](repeating: 0, count: pixels + 1)
        var rest = [Double](repeating: 0, count: pixels + 1)
        guard let value else { preconditionFailure("sums are of values") }
        ColumnView.withView(x, y) { x, y in
            value.withView { value in
                unsafe newFinder().forEachBlock(of: range, x: x, y: y, value: value) { found in
                    guard let cells = unsafe found.cells, let values = unsafe found.values else { return }
                    for k in 0..<(unsafe found.count) {
                        let (cell, value) = unsafe (Int(cells[k]), values[k])
                        guard value.isFinite, cell < pixels else { continue }
                        counts[cell] += 1
                        let (sum, lost) = ExactSum.add(sums[cell], value)
                        sums[cell] = sum
                        rest[cell] += lost
                    }
                }
            }
        }
        for k in 0..<pixels where !sums[k].isFinite { rest[k] = 0 }
        return (Array(counts.prefix(pixels)), Array(sums.prefix(pixels)), Array(rest.prefix(pixels)))
    }
}

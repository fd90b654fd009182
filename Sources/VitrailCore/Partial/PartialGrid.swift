import VitrailScene

/// What the samples of some partitions come to in the pixels of a density: counts of 64 bits, sums in twice the digits of a Double.
///
/// Sums are added up with what rounding lost beside them, so that neither the number of partitions nor their order shows in the result: it is the sum of all
/// values to its last digit, but for a share of 10⁻³⁰ of the sum of their magnitudes.
struct PartialGrid: Sendable {
    let aggregation: DensityAggregation
    let width: Int
    let height: Int
    /// Samples with a value; empty where a value says whether there are any: of extremes.
    private(set) var counts: [UInt64] = []
    /// Sums; of extremes these, ±∞ where there is no sample.
    private(set) var values: [Double] = []
    /// What rounding the sums lost; empty = nothing.
    private(set) var rest: [Double] = []
    /// Of categories.
    private(set) var shares: PartialShares?

    var pixels: Int { width * height }

    /// Without a sample.
    private init(_ aggregation: DensityAggregation, width: Int, height: Int) {
        (self.aggregation, self.width, self.height) = (aggregation, width, height)
    }

    /// Of a series that is not drawn.
    init(undrawn aggregation: DensityAggregation, categories: Int) {
        self.init(aggregation, width: 0, height: 0)
        if aggregation == .category { shares = PartialShares(pixels: 0, categories: categories) }
    }

    /// Of a partition.
    ///
    /// - Parameters:
    ///   - counter: of all its samples.
    ///   - numbers: of its categories, among all.
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
            guard case .shares(let found) = counter.grid().content else { preconditionFailure("categories are counted") }
            shares = PartialShares(found, numbers: numbers, of: categories)
        }
    }

    // MARK: Merging

    /// Whether it is of the same pixels.
    func fits(_ other: PartialGrid) -> Bool {
        width == other.width && height == other.height && shares?.categories == other.shares?.categories
    }

    /// - Precondition: of the same series.
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

    /// As one process counts.
    var grid: DensityGrid {
        let size = PixelSize(width: width, height: height)
        if aggregation == .count, counts.contains(where: { $0 > UInt64(UInt32.max) }) {
            return DensityGrid(size: size, content: .values(counts.map { $0 == 0 ? .nan : Double($0) }))
        }
        if let shares { return DensityGrid(size: size, content: .shares(shares)) }
        let cells = PixelCells(width: width, height: height, aggregation)
        switch aggregation {
        case .count: cells.fill(counts: counts)
        case .sum, .mean: cells.fill(sums: values.indices.map { rest.isEmpty ? values[$0] : ExactSum.rounded(values[$0], rest[$0]) }, of: counts)
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
        let most = counts.max() ?? 0
        // As few bytes a count as the largest needs.
        switch most {
        case ...UInt64(UInt8.max): Self.write(counts.map { UInt8(truncatingIfNeeded: $0) }, 1, to: &writer)
        case ...UInt64(UInt16.max): Self.write(counts.map { UInt16(truncatingIfNeeded: $0) }, 2, to: &writer)
        case ...UInt64(UInt32.max): Self.write(counts.map { UInt32(truncatingIfNeeded: $0) }, 4, to: &writer)
        default: Self.write(counts, 8, to: &writer)
        }
        writer.write(values)
        writer.write(rest)
    }

    private static func write<Count: BitwiseCopyable>(_ counts: [Count], _ size: UInt8, to writer: inout PartialWriter) {
        writer.write(size)
        writer.write(counts)
    }

    /// - Parameter limit: pixels.
    init(_ aggregation: DensityAggregation, from reader: inout PartialReader) throws(DescriptionError) {
        let (width, height) = (try reader.number(), try reader.number())
        let sides = 0...PictureLimits.side
        guard sides.contains(width), sides.contains(height), width * height <= PictureLimits.countedPixels else { throw PartialReader.broken }
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

/// Sums of Doubles with what rounding loses.
enum ExactSum {
    /// The rounded sum, and the rest of it: Knuth's TwoSum.
    @inline(__always)
    static func add(_ a: Double, _ b: Double) -> (sum: Double, lost: Double) {
        let sum = a + b
        let part = sum - a
        let lost = (a - (sum - part)) + (b - part)
        // Of what is no number there is no rest.
        return (sum, lost.isFinite ? lost : 0)
    }

    static func rounded(_ sum: Double, _ rest: Double) -> Double { sum + rest }
}

extension DensityCounter {
    /// Sums of all samples, each in twice the digits of a Double.
    func exactSums() -> (counts: [UInt64], sums: [Double], rest: [Double]) {
        let pixels = box.width * box.height
        var counts = [UInt64](repeating: 0, count: pixels + 1)
        var sums = [Double](repeating: 0, count: pixels + 1)
        var rest = [Double](repeating: 0, count: pixels + 1)
        guard let value else { preconditionFailure("sums are of values") }
        SharedValues.lend(x, y) { x, y in
            value.lend { value in
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

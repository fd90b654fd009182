import CData

/// What is counted in: a cell for each pixel, and one more for what lies in none.
///
/// Unchecked: one thread at a time has it, or each its own rows.
@safe final class DensityCells: @unchecked Sendable {
    /// The cell of what lies in none, behind those of pixels.
    private let none: Int32
    private let aggregation: DensityAggregation
    /// Counts a cell.
    private let depth: Int
    private let zeros: ZeroedMemory
    private var memory: UnsafeMutableRawPointer { unsafe zeros.start }
    /// Bytes of those that have pages of their own.
    private static let leastPages = 1 << 23

    /// - Parameter categories: how many, where they are counted.
    init(width: Int, height: Int, _ aggregation: DensityAggregation, categories: Int) {
        none = Int32(width * height)
        self.aggregation = aggregation
        depth = Self.depth(aggregation, categories: categories)
        let bytes = Self.bytes(pixels: width * height, aggregation, categories: categories)
        zeros = ZeroedMemory(bytes, hasOwnPages: bytes >= Self.leastPages)
        let empty = Self.empty(aggregation)
        if empty.bitPattern != 0 { unsafe memory.initializeMemory(as: Double.self, repeating: empty, count: width * height) }
    }

    private static func depth(_ aggregation: DensityAggregation, categories: Int) -> Int {
        switch aggregation {
        case .category: max(categories, 1)
        case .count, .sum, .mean, .max, .min: 1
        }
    }

    private static func stride(_ aggregation: DensityAggregation) -> Int {
        switch aggregation {
        case .count, .category: MemoryLayout<UInt32>.stride
        case .mean: Int(VITRAIL_MEAN_CELL_BYTES)
        case .sum, .max, .min: MemoryLayout<Double>.stride
        }
    }

    /// Bytes that one takes.
    static func bytes(pixels: Int, _ aggregation: DensityAggregation, categories: Int) -> Int {
        (pixels + 1) * depth(aggregation, categories: categories) * stride(aggregation)
    }

    // MARK: Counting

    /// Counts the samples of a range.
    ///
    /// - Parameter finder: of the same pixels and categories.
    func add(_ samples: Range<Int>, x: SharedValues, y: SharedValues, value: SharedValues?, _ finder: CellFinder) {
        let counts = unsafe memory.assumingMemoryBound(to: UInt32.self)
        let sums = unsafe memory.assumingMemoryBound(to: Double.self)
        unsafe finder.forEachBlock(of: samples, x: x, y: y, value: value) { found in
            switch aggregation {
            case .count: unsafe vitrail_count_cells(found.cells, found.count, none, counts)
            case .sum: unsafe vitrail_sum_cells(found.cells, found.values, found.count, none, sums)
            case .mean: unsafe vitrail_average_cells(found.cells, found.values, found.count, none, memory)
            case .max: unsafe vitrail_raise_cells(found.cells, found.values, found.count, none, sums)
            case .min: unsafe vitrail_lower_cells(found.cells, found.values, found.count, none, sums)
            case .category: unsafe vitrail_count_categories(found.cells, found.values, found.count, none, depth, counts)
            }
        }
    }

    /// Counts the samples of a group of rows, where `aggregation.sharesGrid`; other threads may do so with other groups meanwhile.
    func add(_ samples: PlacedSamples, group: Int) {
        let group = UInt32(group)
        unsafe samples.withPlaced { placed in
            switch aggregation {
            case .sum: unsafe vitrail_sum_placed(placed, group, memory.assumingMemoryBound(to: Double.self))
            case .mean: unsafe vitrail_average_placed(placed, group, memory)
            case .category: unsafe vitrail_count_placed_categories(placed, group, depth, memory.assumingMemoryBound(to: UInt32.self))
            case .count, .max, .min: preconditionFailure("each thread has cells of its own")
            }
        }
    }

    // MARK: Merging

    /// Takes over what another one has counted in some of the pixels.
    func take(_ pixels: Range<Int>, from other: DensityCells) {
        switch aggregation {
        case .count:
            let (own, others) = unsafe (memory.assumingMemoryBound(to: UInt32.self), other.memory.assumingMemoryBound(to: UInt32.self))
            for i in pixels { unsafe own[i] &+= others[i] }
        case .max:
            let (own, others) = unsafe (memory.assumingMemoryBound(to: Double.self), other.memory.assumingMemoryBound(to: Double.self))
            for i in pixels { unsafe own[i] = max(own[i], others[i]) }
        case .min:
            let (own, others) = unsafe (memory.assumingMemoryBound(to: Double.self), other.memory.assumingMemoryBound(to: Double.self))
            for i in pixels { unsafe own[i] = min(own[i], others[i]) }
        case .sum, .mean, .category: preconditionFailure("threads share cells")
        }
    }

    /// What a cell holds without a sample. Of a sum that is −0: adding to it makes 0 of it.
    private static func empty(_ aggregation: DensityAggregation) -> Double {
        switch aggregation {
        case .sum: -0.0
        case .max: -.infinity
        case .min: .infinity
        case .count, .mean, .category: 0
        }
    }

    // MARK: Reading

    /// Of all pixels. Nothing is counted any more.
    var content: DensityGrid.Content {
        let pixels = Int(none)
        switch aggregation {
        case .count: return .counts(PixelCounts(zeros, count: pixels))
        case .category: return .shares(PixelCounts(zeros, count: pixels * depth), categories: depth)
        case .mean:
            return .values(
                unsafe Array(unsafeUninitializedCapacity: pixels) { values, count in
                    unsafe vitrail_divide_means(memory, pixels, values.baseAddress)
                    count = pixels
                })
        case .sum: return .values(unsafe doubles(pixels).map { $0 == 0 && $0.sign == .minus ? .nan : Self.held($0) })
        case .max, .min: return .values(unsafe doubles(pixels).map { $0.isFinite ? $0 : .nan })
        }
    }

    private func doubles(_ pixels: Int) -> UnsafeBufferPointer<Double> {
        unsafe UnsafeBufferPointer(start: memory.assumingMemoryBound(to: Double.self), count: pixels)
    }

    /// A sum that no Double holds is the largest one; of two such that cancel out nothing is known.
    private static func held(_ sum: Double) -> Double {
        sum.isNaN ? 0 : max(-Double.greatestFiniteMagnitude, min(sum, .greatestFiniteMagnitude))
    }
}

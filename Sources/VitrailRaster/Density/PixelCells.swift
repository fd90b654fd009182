import CRaster
package import VitrailColumns

/// An accumulator with one number per pixel: a cell for each pixel, and one more for samples outside of all pixels.
///
/// Unchecked: one thread uses it at a time, or each thread its own rows.
@safe package final class PixelCells: DensityCells, @unchecked Sendable {
    /// The cell for samples outside of all pixels, behind the cells of pixels.
    private let none: Int32
    private let aggregation: DensityAggregation
    private let zeros: ZeroedMemory
    private var memory: UnsafeMutableRawPointer { unsafe zeros.start }
    /// Bytes. From this size on, the cells use large pages.
    private static let minPages = 1 << 23

    package init(width: Int, height: Int, _ aggregation: DensityAggregation) {
        none = Int32(width * height)
        self.aggregation = aggregation
        let bytes = Self.bytes(pixels: width * height, aggregation)
        zeros = ZeroedMemory(bytes, bytes >= Self.minPages ? .largePages : .heap)
        let empty = Self.empty(aggregation)
        if empty.bitPattern != 0 {
            unsafe memory.initializeMemory(as: Double.self, repeating: empty, count: width * height)
        }
    }

    /// Bytes that the cells take.
    static func bytes(pixels: Int, _ aggregation: DensityAggregation) -> Int {
        switch aggregation {
        case .count: (pixels + 1) * MemoryLayout<UInt32>.stride
        case .mean: (pixels + 1) * Int(VITRAIL_MEAN_CELL_BYTES)
        case .sum, .max, .min: (pixels + 1) * MemoryLayout<Double>.stride
        case .category: preconditionFailure("categories have cells of their own")
        }
    }

    // MARK: Counting

    package func add(_ samples: Range<Int>, x: ColumnView, y: ColumnView, value: ColumnView?, _ finder: CategoryBinner)
    {
        let counts = unsafe memory.assumingMemoryBound(to: UInt32.self)
        let sums = unsafe memory.assumingMemoryBound(to: Double.self)
        unsafe finder.forEachBlock(of: samples, x: x, y: y, value: value) { found in
            switch aggregation {
            case .count: unsafe vitrail_count_cells(found.cells, found.count, none, counts)
            case .sum: unsafe vitrail_sum_cells(found.cells, found.values, found.count, none, sums)
            case .mean: unsafe vitrail_average_cells(found.cells, found.values, found.count, none, memory)
            case .max: unsafe vitrail_raise_cells(found.cells, found.values, found.count, none, sums)
            case .min: unsafe vitrail_lower_cells(found.cells, found.values, found.count, none, sums)
            case .category: preconditionFailure("categories have cells of their own")
            }
        }
    }

    package func add(_ samples: BinnedSamples, group: Int) {
        let group = UInt32(group)
        unsafe samples.withPlaced { placed in
            switch aggregation {
            case .sum: unsafe vitrail_sum_placed(placed, group, memory.assumingMemoryBound(to: Double.self))
            case .mean: unsafe vitrail_average_placed(placed, group, memory)
            case .count, .max, .min, .category: preconditionFailure("each thread has separate cells")
            }
        }
    }

    // MARK: Merging

    /// Merges another accumulator's cells for some of the pixels.
    func take(_ pixels: Range<Int>, from other: PixelCells) {
        switch aggregation {
        case .count:
            let (own, others) = unsafe (
                memory.assumingMemoryBound(to: UInt32.self), other.memory.assumingMemoryBound(to: UInt32.self)
            )
            for i in pixels { unsafe own[i] &+= others[i] }
        case .max:
            let (own, others) = unsafe (
                memory.assumingMemoryBound(to: Double.self), other.memory.assumingMemoryBound(to: Double.self)
            )
            for i in pixels { unsafe own[i] = others[i] > own[i] ? others[i] : own[i] }
        case .min:
            let (own, others) = unsafe (
                memory.assumingMemoryBound(to: Double.self), other.memory.assumingMemoryBound(to: Double.self)
            )
            for i in pixels { unsafe own[i] = others[i] < own[i] ? others[i] : own[i] }
        case .sum, .mean, .category: preconditionFailure("threads share cells")
        }
    }

    /// The value of a cell without a sample. A sum starts at −0, since adding 0 turns it into 0.
    private static func empty(_ aggregation: DensityAggregation) -> Double {
        switch aggregation {
        case .sum: -0.0
        case .max: -.infinity
        case .min: .infinity
        case .count, .mean, .category: 0
        }
    }

    // MARK: Aggregates from elsewhere

    /// - Parameter counts: a count above 32 bits is clamped.
    package func fill(counts: [UInt64]) {
        let own = unsafe memory.assumingMemoryBound(to: UInt32.self)
        for i in counts.indices.prefix(Int(none)) { unsafe own[i] = UInt32(clamping: counts[i]) }
    }

    /// Sets the cells of extremes.
    package func fill(values: [Double]) {
        let own = unsafe memory.assumingMemoryBound(to: Double.self)
        for i in values.indices.prefix(Int(none)) { unsafe own[i] = values[i] }
    }

    /// Sets the cells of sums and means.
    package func fill(sums: [Double], of counts: [UInt64]) {
        for i in sums.indices.prefix(Int(none)) where counts[i] > 0 {
            guard aggregation == .mean else {
                unsafe memory.storeBytes(
                    of: sums[i] + 0, toByteOffset: i * MemoryLayout<Double>.stride, as: Double.self)
                continue
            }
            let offset = i * Int(VITRAIL_MEAN_CELL_BYTES)
            // A count above 32 bits is clamped, and its sum scaled so that the mean stays the same.
            let count = UInt32(clamping: counts[i])
            let sum = UInt64(count) == counts[i] ? sums[i] : sums[i] / Double(counts[i]) * Double(count)
            unsafe memory.storeBytes(of: sum, toByteOffset: offset, as: Double.self)
            unsafe memory.storeBytes(of: count, toByteOffset: offset + MemoryLayout<Double>.size, as: UInt32.self)
        }
    }

    // MARK: Reading

    package var content: DensityGrid.Content {
        let pixels = Int(none)
        switch aggregation {
        case .count: return .counts(PixelCounts(zeros, count: pixels))
        case .mean:
            return .values(
                unsafe Array(unsafeUninitializedCapacity: pixels) { values, count in
                    unsafe vitrail_divide_means(memory, pixels, values.baseAddress)
                    count = pixels
                })
        case .sum: return .values(unsafe doubles(pixels).map { $0 == 0 && $0.sign == .minus ? .nan : Self.held($0) })
        case .max, .min: return .values(unsafe doubles(pixels).map { $0.isFinite ? $0 : .nan })
        case .category: preconditionFailure("categories have cells of their own")
        }
    }

    /// Number of samples in a mean.
    func samples(ofMean pixel: Int) -> Int {
        // The count is behind the sum.
        let offset = pixel * Int(VITRAIL_MEAN_CELL_BYTES) + MemoryLayout<Double>.size
        return Int(unsafe memory.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    private func doubles(_ pixels: Int) -> UnsafeBufferPointer<Double> {
        unsafe UnsafeBufferPointer(start: memory.assumingMemoryBound(to: Double.self), count: pixels)
    }

    /// Clamps a sum that overflowed to the largest Double. If two overflows cancelled out, the sum is unknown: 0.
    private static func held(_ sum: Double) -> Double {
        sum.isNaN ? 0 : max(-Double.greatestFiniteMagnitude, min(sum, .greatestFiniteMagnitude))
    }
}

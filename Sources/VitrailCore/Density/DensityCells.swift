import CData
#if canImport(Glibc)
    import Glibc
#endif

/// What one thread counts in: a cell for each pixel, and one more for what lies in none.
///
/// Unchecked: one thread at a time has it.
@safe final class DensityCells: @unchecked Sendable {
    /// Samples that are placed, then counted, at a time: what is kept of them stays in the first cache.
    static let block = 2_048

    private let width: Int32
    /// The cell of what lies in none.
    private let none: Int32
    private let aggregation: DensityAggregation
    private let categories: [Double]
    /// Counts a cell.
    private let depth: Int
    private let memory: UnsafeMutableRawPointer
    private let bytes: Int
    private let columns: UnsafeMutableBufferPointer<Int32>
    private let rows: UnsafeMutableBufferPointer<Int32>

    /// - Parameter categories: ascending, at least one where they are counted.
    init(width: Int, height: Int, _ aggregation: DensityAggregation, categories: [Double]) {
        (self.width, none) = (Int32(width), Int32(width * height))
        (self.aggregation, self.categories) = (aggregation, categories)
        depth = Self.depth(aggregation, categories: categories.count)
        let bytes = Self.bytes(pixels: width * height, aggregation, categories: categories.count)
        // Without memory it ends like any array of Swift's: how much is needed was bounded before.
        guard let memory = unsafe Self.zeros(bytes) else { fatalError("out of memory: \(bytes) bytes to count samples in") }
        unsafe self.memory = memory
        self.bytes = bytes
        unsafe columns = .allocate(capacity: Self.block)
        unsafe rows = .allocate(capacity: Self.block)
        if Self.empty(aggregation).bitPattern != 0 { clear(0..<width * height) }
    }

    deinit {
        if Self.haveOwnPages(bytes) { unsafe munmap(memory, bytes) } else { unsafe free(memory) }
        unsafe columns.deallocate()
        unsafe rows.deallocate()
    }

    /// Large ones do: those of heaps would wait for the next picture, in the heap of whichever thread had counted. Smaller ones are had sooner from heaps.
    private static func haveOwnPages(_ bytes: Int) -> Bool { bytes >= 1 << 24 }

    /// Pages that nothing is counted in stay empty.
    private static func zeros(_ bytes: Int) -> UnsafeMutableRawPointer? {
        guard haveOwnPages(bytes) else { return unsafe calloc(bytes, 1) }
        let pages = unsafe mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let memory = unsafe pages, unsafe memory != MAP_FAILED else { return nil }
        unsafe vitrail_prefer_large_pages(memory, bytes)
        return unsafe memory
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
    func add(_ samples: Range<Int>, x: SharedValues, y: SharedValues, value: SharedValues?, xPixels: PixelFinder, yPixels: PixelFinder) {
        var (xPixels, yPixels) = (xPixels, yPixels)
        for start in Swift.stride(from: samples.lowerBound, to: samples.upperBound, by: Self.block) {
            let range = start..<min(start + Self.block, samples.upperBound)
            guard unsafe xPixels.find(x, range, columns), unsafe yPixels.find(y, range, rows) else { continue }
            unsafe vitrail_find_cells(rows.baseAddress, range.count, width, none, columns.baseAddress)
            guard let value else {
                unsafe add(range.count, nil)
                continue
            }
            value.withDoubles(range) { values in unsafe values.withUnsafeBufferPointer { unsafe add(range.count, $0.baseAddress) } }
        }
    }

    /// Those whose cells were found.
    private func add(_ count: Int, _ values: UnsafePointer<Double>?) {
        let cells = unsafe columns.baseAddress
        let counts = unsafe memory.assumingMemoryBound(to: UInt32.self)
        let sums = unsafe memory.assumingMemoryBound(to: Double.self)
        switch aggregation {
        case .count: unsafe vitrail_count_cells(cells, count, none, counts)
        case .sum: unsafe vitrail_sum_cells(cells, values, count, none, sums)
        case .mean: unsafe vitrail_average_cells(cells, values, count, none, memory)
        case .max: unsafe vitrail_raise_cells(cells, values, count, none, sums)
        case .min: unsafe vitrail_lower_cells(cells, values, count, none, sums)
        case .category:
            unsafe categories.withUnsafeBufferPointer { known in
                unsafe vitrail_count_categories(cells, values, count, none, known.baseAddress, Int32(known.count), counts)
            }
        }
    }

    // MARK: Merging

    /// Takes over what another one has counted in some of the pixels.
    ///
    /// - Parameter leavingEmpty: whether it will count again, as if nothing had been there.
    func take(_ pixels: Range<Int>, from other: DensityCells, leavingEmpty: Bool) {
        let range = pixels.lowerBound * depth..<pixels.upperBound * depth
        switch aggregation {
        case .count, .category:
            let (own, others) = unsafe (memory.assumingMemoryBound(to: UInt32.self), other.memory.assumingMemoryBound(to: UInt32.self))
            for i in range { unsafe own[i] &+= others[i] }
        case .mean:
            let offset = range.lowerBound * Self.stride(.mean)
            unsafe vitrail_add_means(other.memory + offset, range.count, memory + offset)
        case .sum:
            let (own, others) = unsafe (memory.assumingMemoryBound(to: Double.self), other.memory.assumingMemoryBound(to: Double.self))
            for i in range { unsafe own[i] += others[i] }
        case .max:
            let (own, others) = unsafe (memory.assumingMemoryBound(to: Double.self), other.memory.assumingMemoryBound(to: Double.self))
            for i in range { unsafe own[i] = max(own[i], others[i]) }
        case .min:
            let (own, others) = unsafe (memory.assumingMemoryBound(to: Double.self), other.memory.assumingMemoryBound(to: Double.self))
            for i in range { unsafe own[i] = min(own[i], others[i]) }
        }
        if leavingEmpty { other.clear(pixels) }
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

    private func clear(_ pixels: Range<Int>) {
        let range = pixels.lowerBound * depth..<pixels.upperBound * depth
        let empty = Self.empty(aggregation)
        if empty.bitPattern == 0 {
            let stride = Self.stride(aggregation)
            _ = unsafe memset(memory + range.lowerBound * stride, 0, range.count * stride)
            return
        }
        let own = unsafe memory.assumingMemoryBound(to: Double.self)
        for i in range { unsafe own[i] = empty }
    }

    // MARK: Reading

    /// Of all pixels.
    var content: DensityGrid.Content {
        let pixels = Int(none)
        switch aggregation {
        case .count:
            return .counts(unsafe Array(UnsafeBufferPointer(start: memory.assumingMemoryBound(to: UInt32.self), count: pixels)))
        case .category:
            let counts = unsafe UnsafeBufferPointer(start: memory.assumingMemoryBound(to: UInt32.self), count: pixels * depth)
            return .shares(unsafe Array(counts), categories: depth)
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

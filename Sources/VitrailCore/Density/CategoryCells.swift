import CData
#if canImport(Glibc)
    import Glibc
#endif

/// How many samples of each category pixels show.
protocol CategoryCounts: Sendable {
    /// Pixels.
    var count: Int { get }
    var categories: Int { get }
    /// - Parameter counts: room for those of the pixels, `categories` each.
    func read(_ pixels: Range<Int>, into counts: UnsafeMutablePointer<UInt32>)
}

/// How many samples of each category lie in each pixel.
///
/// Of many categories they are larger than the picture, by far, and most of them are small: a count of 32 bits has its least eight in one place, the next
/// eight in another and the others in a third. Samples are counted in the first, and what is read of the others are the blocks in which one ran over.
///
/// Unchecked: one thread at a time changes them, or each its own rows, and none reads them before.
@safe final class CategoryCells: DensityCells, CategoryCounts, @unchecked Sendable {
    /// Pixels.
    let count: Int
    /// Those of a pixel stand side by side.
    let categories: Int
    private let low: ZeroedMemory
    /// The other planes, and which blocks ran over.
    private let carries: ZeroedMemory
    private let planes: vitrail_count_planes
    /// Bytes that are worth large pages.
    private static let leastPages = 1 << 23
    /// Bytes of a page of the other planes that a count is carried to.
    private static let page = sysconf(Int32(_SC_PAGESIZE))

    init(width: Int, height: Int, categories: Int) {
        (count, self.categories) = (width * height, max(categories, 1))
        let cells = count * self.categories
        low = ZeroedMemory(cells, cells >= Self.leastPages ? .largePages : .heap)
        let blocks = (cells - 1) / Int(VITRAIL_CARRY_BLOCK) + 1
        carries = ZeroedMemory(cells * 3 + blocks, .pages)
        unsafe planes = vitrail_count_planes(
            low: low.start.bindMemory(to: UInt8.self, capacity: cells),
            middle: (carries.start + cells * 2).bindMemory(to: UInt8.self, capacity: cells),
            high: carries.start.bindMemory(to: UInt16.self, capacity: cells),
            carried: (carries.start + cells * 3).bindMemory(to: UInt8.self, capacity: blocks))
    }

    /// Bytes that they take at most.
    ///
    /// - Parameter samples: that are counted. 256 of them write to a page of the second plane, 65,536 to one of the third.
    static func bytes(pixels: Int, categories: Int, samples: Int) -> Int {
        let cells = pixels * categories
        return cells + min(cells, samples / (1 << 8) * page) + min(cells * 2, samples / (1 << 16) * page)
    }

    // MARK: Counting

    func add(_ samples: Range<Int>, x: SharedValues, y: SharedValues, value: SharedValues?, _ finder: CellFinder) {
        unsafe finder.forEachBlock(of: samples, x: x, y: y, value: value) { found in
            unsafe withUnsafePointer(to: planes) {
                unsafe vitrail_count_categories(found.cells, found.values, found.count, Int32(count), categories, $0)
            }
        }
    }

    func add(_ samples: PlacedSamples, group: Int) {
        unsafe samples.withPlaced { placed in
            unsafe withUnsafePointer(to: planes) { unsafe vitrail_count_placed_categories(placed, UInt32(group), categories, $0) }
        }
    }

    // MARK: Reading

    var content: DensityGrid.Content { .shares(self) }

    /// - Parameter counts: room for those of the pixels, `categories` each.
    func read(_ pixels: Range<Int>, into counts: UnsafeMutablePointer<UInt32>) {
        unsafe withUnsafePointer(to: planes) {
            unsafe vitrail_read_counts($0, pixels.lowerBound * categories, pixels.count * categories, counts)
        }
    }
}

import CRaster
import VitrailColumns

/// Counts of samples per pixel and category.
package protocol CategoryCounts: Sendable {
    /// Number of pixels.
    var count: Int { get }
    var categories: Int { get }
    /// - Parameter counts: memory for `categories` counts per pixel.
    func read(_ pixels: Range<Int>, into counts: UnsafeMutablePointer<UInt32>)
}

/// An accumulator for the number of samples in each pixel, by category.
///
/// With many categories, the counts are far larger than the picture, and most of them are small. So a count of 32 bits
/// is stored in three planes: the lowest eight bits in one, the next eight in another, and the others in a third.
/// Counting writes to the first plane. Reading touches the other planes only in blocks with a count that overflowed.
///
/// Unchecked: one thread at a time changes the counts, or each thread its own rows, and no thread reads them before.
@safe final class CategoryCells: DensityCells, CategoryCounts, @unchecked Sendable {
    /// Number of pixels.
    let count: Int
    /// Counts per pixel; they are adjacent.
    let categories: Int
    private let low: ZeroedMemory
    /// The other planes, and a flag for each block with a count that overflowed.
    private let carries: ZeroedMemory
    private let planes: vitrail_count_planes
    /// Bytes. From this size on, the counts use large pages.
    private static let minPages = 1 << 23

    init(width: Int, height: Int, categories: Int) {
        (count, self.categories) = (width * height, max(categories, 1))
        let cells = count * self.categories
        low = ZeroedMemory(cells, cells >= Self.minPages ? .largePages : .heap)
        let blocks = (cells - 1) / Int(VITRAIL_CARRY_BLOCK) + 1
        carries = ZeroedMemory(cells * 3 + blocks, .pages)
        unsafe planes = vitrail_count_planes(
            low: low.start.bindMemory(to: UInt8.self, capacity: cells),
            middle: (carries.start + cells * 2).bindMemory(to: UInt8.self, capacity: cells),
            high: carries.start.bindMemory(to: UInt16.self, capacity: cells),
            carried: (carries.start + cells * 3).bindMemory(to: UInt8.self, capacity: blocks))
    }

    // MARK: Counting

    func add(_ samples: Range<Int>, x: ColumnView, y: ColumnView, value: ColumnView?, _ finder: CategoryBinner) {
        unsafe finder.forEachBlock(of: samples, x: x, y: y, value: value) { found in
            unsafe withUnsafePointer(to: planes) {
                unsafe vitrail_count_categories(found.cells, found.values, found.count, Int32(count), categories, $0)
            }
        }
    }

    func add(_ samples: BinnedSamples, group: Int) {
        unsafe samples.withPlaced { placed in
            unsafe withUnsafePointer(to: planes) {
                unsafe vitrail_count_placed_categories(placed, UInt32(group), categories, $0)
            }
        }
    }

    // MARK: Reading

    var content: DensityGrid.Content { .shares(self) }

    /// - Parameter counts: memory for `categories` counts per pixel.
    func read(_ pixels: Range<Int>, into counts: UnsafeMutablePointer<UInt32>) {
        unsafe withUnsafePointer(to: planes) {
            unsafe vitrail_read_counts($0, pixels.lowerBound * categories, pixels.count * categories, counts)
        }
    }
}

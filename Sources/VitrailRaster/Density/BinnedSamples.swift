import CRaster
import VitrailColumns

/// Samples with their cells, for several threads that aggregate in one grid. They are sorted into groups of rows; a
/// thread takes one group at a time.
///
/// Unchecked: one thread at a time changes the samples, and no thread reads them meanwhile.
@safe package final class BinnedSamples: @unchecked Sendable {
    /// Number of groups of rows.
    static let groups = Int(VITRAIL_ROW_GROUPS)

    private let finder: CategoryBinner
    /// Maximum number of samples.
    let capacity: Int
    private let memory: ZeroedMemory
    private var placed = unsafe vitrail_placed()

    init(capacity: Int, _ finder: CategoryBinner) {
        (self.finder, self.capacity) = (finder, capacity)
        let chunks = Self.chunks(capacity)
        let bytes =
            chunks
            * (Int(VITRAIL_PLACED_CHUNK) * MemoryLayout<vitrail_placed_sample>.stride + MemoryLayout<UInt32>.stride)
        memory = ZeroedMemory(bytes, .largePages)
        let samples = unsafe memory.start.bindMemory(
            to: vitrail_placed_sample.self, capacity: chunks * Int(VITRAIL_PLACED_CHUNK))
        let following = unsafe UnsafeMutableRawPointer(samples + chunks * Int(VITRAIL_PLACED_CHUNK))
        unsafe (placed.samples, placed.following) = (samples, following.bindMemory(to: UInt32.self, capacity: chunks))
    }

    /// Number of chunks. The last chunk of each group may be empty.
    private static func chunks(_ capacity: Int) -> Int { capacity / Int(VITRAIL_PLACED_CHUNK) + groups + 1 }

    /// Finds the cells of samples, and discards the samples before.
    ///
    /// - Parameter range: at most `capacity` samples.
    func position(of range: Range<Int>, x: ColumnView, y: ColumnView, value: ColumnView) {
        precondition(range.count <= capacity, "more samples than there is room for")
        unsafe vitrail_clear_placed(&placed)
        unsafe finder.forEachBlock(of: range, x: x, y: y, value: value) { found in
            unsafe vitrail_place_samples(found.rows, found.cells, found.values, found.count, finder.none, &placed)
        }
    }

    /// Calls `body` with the samples and their cells.
    func withPlaced(_ body: (UnsafePointer<vitrail_placed>) -> Void) {
        unsafe withUnsafePointer(to: placed) { unsafe body($0) }
    }
}

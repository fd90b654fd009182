import CData

/// Samples whose cells were found, for several threads that count in one grid: sorted by the rows that they lie in, in groups of which a thread takes one at
/// a time.
///
/// Unchecked: one thread at a time changes it, while none reads it.
@safe final class PlacedSamples: @unchecked Sendable {
    /// Groups of rows.
    static let groups = Int(VITRAIL_ROW_GROUPS)

    private let finder: CellFinder
    /// Samples at a time.
    let capacity: Int
    private let memory: ZeroedMemory
    private var placed = unsafe vitrail_placed()

    init(capacity: Int, _ finder: CellFinder) {
        (self.finder, self.capacity) = (finder, capacity)
        memory = ZeroedMemory(Self.bytes(capacity: capacity), .largePages)
        let chunks = Self.chunks(capacity)
        let samples = unsafe memory.start.bindMemory(to: vitrail_placed_sample.self, capacity: chunks * Int(VITRAIL_PLACED_CHUNK))
        let following = unsafe UnsafeMutableRawPointer(samples + chunks * Int(VITRAIL_PLACED_CHUNK))
        unsafe (placed.samples, placed.following) = (samples, following.bindMemory(to: UInt32.self, capacity: chunks))
    }

    /// A group's last one may be empty.
    private static func chunks(_ capacity: Int) -> Int { capacity / Int(VITRAIL_PLACED_CHUNK) + groups + 1 }

    /// Bytes that one takes.
    static func bytes(capacity: Int) -> Int {
        chunks(capacity) * (Int(VITRAIL_PLACED_CHUNK) * MemoryLayout<vitrail_placed_sample>.stride + MemoryLayout<UInt32>.stride)
    }

    /// Finds the cells of samples, and forgets those before.
    ///
    /// - Parameter range: at most as many samples as there is room for.
    func place(_ range: Range<Int>, x: SharedValues, y: SharedValues, value: SharedValues) {
        precondition(range.count <= capacity, "more samples than there is room for")
        unsafe vitrail_clear_placed(&placed)
        unsafe finder.forEachBlock(of: range, x: x, y: y, value: value) { found in
            unsafe vitrail_place_samples(found.rows, found.cells, found.values, found.count, finder.none, &placed)
        }
    }

    /// Those that were placed.
    func withPlaced(_ body: (UnsafePointer<vitrail_placed>) -> Void) { unsafe withUnsafePointer(to: placed) { unsafe body($0) } }
}

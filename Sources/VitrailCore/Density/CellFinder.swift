import CData

/// Samples → the cells of the pixels that they lie in, a block of them at a time.
///
/// Unchecked: one thread at a time has it.
@safe final class CellFinder: @unchecked Sendable {
    /// Samples: what is kept of them stays in the first cache.
    static let block = 2_048

    private let width: Int32
    /// The cell of what lies in none.
    let none: Int32
    private var xPixels: PixelFinder
    private var yPixels: PixelFinder
    private let columns: UnsafeMutableBufferPointer<Int32>
    private let rows: UnsafeMutableBufferPointer<Int32>

    /// - Parameters:
    ///   - xPixels: `width` of them.
    ///   - yPixels: `height` of them.
    init(width: Int, height: Int, xPixels: PixelFinder, yPixels: PixelFinder) {
        (self.width, none) = (Int32(width), Int32(width * height))
        (self.xPixels, self.yPixels) = (xPixels, yPixels)
        unsafe columns = .allocate(capacity: Self.block)
        unsafe rows = .allocate(capacity: Self.block)
    }

    deinit {
        unsafe columns.deallocate()
        unsafe rows.deallocate()
    }

    /// Calls `body` for block after block, unless none of its samples lies in a cell.
    ///
    /// - Parameter body: gets the samples, and a cell and a row for each.
    @inline(__always)
    func forEachBlock(
        of samples: Range<Int>, x: SharedValues, y: SharedValues, _ body: (Range<Int>, _ cells: Span<Int32>, _ rows: Span<Int32>) -> Void
    ) {
        for start in stride(from: samples.lowerBound, to: samples.upperBound, by: Self.block) {
            let range = start..<min(start + Self.block, samples.upperBound)
            guard unsafe xPixels.find(x, range, columns), unsafe yPixels.find(y, range, rows) else { continue }
            unsafe vitrail_find_cells(rows.baseAddress, range.count, width, none, columns.baseAddress)
            let found = unsafe UnsafeBufferPointer(columns).extracting(0..<range.count)
            let lines = unsafe UnsafeBufferPointer(rows).extracting(0..<range.count)
            body(range, unsafe Span(_unsafeElements: found), unsafe Span(_unsafeElements: lines))
        }
    }
}

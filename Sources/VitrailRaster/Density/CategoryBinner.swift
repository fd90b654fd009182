import CColumns
import CRaster
package import VitrailColumns
import VitrailSystem

/// Finds the cell of the pixel that each sample lies in, and the value to aggregate there, block by block.
///
/// Unchecked: one thread uses it at a time.
@safe package final class CategoryBinner: @unchecked Sendable {
    /// Samples per block: the results for a block stay in the L1 cache.
    static let block = 2_048

    private let width: Int32
    /// The cell for samples outside of all pixels.
    let none: Int32
    private var xPixels: PixelBinner
    private var yPixels: PixelBinner
    private let columns: UnsafeMutableBufferPointer<Int32>
    private let rows: UnsafeMutableBufferPointer<Int32>
    private let categories: [Double]?
    private let numbers: UnsafeMutableBufferPointer<Double>

    /// - Parameters:
    ///   - xPixels: `width` of them.
    ///   - yPixels: `height` of them.
    ///   - categories: ascending; `nil`: values are used unchanged.
    init(width: Int, height: Int, xPixels: PixelBinner, yPixels: PixelBinner, categories: [Double]?) {
        (self.width, none, self.categories) = (Int32(width), Int32(width * height), categories)
        (self.xPixels, self.yPixels) = (xPixels, yPixels)
        unsafe columns = .allocate(capacity: Self.block)
        unsafe rows = .allocate(capacity: Self.block)
        unsafe numbers = .allocate(capacity: categories == nil ? 0 : Self.block)
    }

    deinit {
        unsafe columns.deallocate()
        unsafe rows.deallocate()
        unsafe numbers.deallocate()
    }

    /// The results for a block of samples.
    @unsafe package struct Found {
        package let count: Int
        package let cells: UnsafePointer<Int32>?
        let rows: UnsafePointer<Int32>?
        /// With categories, their numbers, and NaN for a value that is no category; `nil`: only samples are counted.
        package let values: UnsafePointer<Double>?
    }

    /// Calls `body` for each block. Skips blocks without a sample in the range of either axis.
    @inline(__always)
    package func forEachBlock(
        of samples: Range<Int>, x: ColumnView, y: ColumnView, value: ColumnView?, _ body: (Found) -> Void
    ) {
        let limit = WorkLimit.current
        for start in stride(from: samples.lowerBound, to: samples.upperBound, by: Self.block) {
            if let limit, limit.isReached { return }
            let range = start..<min(start + Self.block, samples.upperBound)
            guard unsafe xPixels.find(x, range, columns), unsafe yPixels.find(y, range, rows) else { continue }
            unsafe vitrail_find_cells(rows.baseAddress, range.count, width, none, columns.baseAddress)
            func found(_ values: UnsafePointer<Double>?) -> Found {
                unsafe Found(
                    count: range.count, cells: UnsafePointer(columns.baseAddress),
                    rows: UnsafePointer(rows.baseAddress), values: values)
            }
            guard let value else {
                unsafe body(found(nil))
                continue
            }
            value.withDoubles(range) { values in
                unsafe values.withUnsafeBufferPointer { unsafe body(found(counted($0))) }
            }
        }
    }

    private func counted(_ values: UnsafeBufferPointer<Double>) -> UnsafePointer<Double>? {
        guard let categories else { return values.baseAddress }
        unsafe categories.withUnsafeBufferPointer {
            unsafe vitrail_number_categories(
                values.baseAddress, values.count, $0.baseAddress, $0.count, numbers.baseAddress)
        }
        return unsafe UnsafePointer(numbers.baseAddress)
    }
}

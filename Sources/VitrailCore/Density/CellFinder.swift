import CData

/// Samples → the cells of the pixels that they lie in and what is counted there, a block of them at a time.
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
    private let categories: [Double]?
    private let numbers: UnsafeMutableBufferPointer<Double>

    /// - Parameters:
    ///   - xPixels: `width` of them.
    ///   - yPixels: `height` of them.
    ///   - categories: ascending; nil where values are what they are.
    init(width: Int, height: Int, xPixels: PixelFinder, yPixels: PixelFinder, categories: [Double]?) {
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

    /// What was found of a block of samples.
    @unsafe struct Found {
        let count: Int
        let cells: UnsafePointer<Int32>?
        let rows: UnsafePointer<Int32>?
        /// Of categories their numbers, NaN where a value is none; nil where nothing but samples is counted.
        let values: UnsafePointer<Double>?
    }

    /// Calls `body` for block after block, unless none of its samples lies in a cell.
    @inline(__always)
    func forEachBlock(of samples: Range<Int>, x: SharedValues, y: SharedValues, value: SharedValues?, _ body: (Found) -> Void) {
        for start in stride(from: samples.lowerBound, to: samples.upperBound, by: Self.block) {
            let range = start..<min(start + Self.block, samples.upperBound)
            guard unsafe xPixels.find(x, range, columns), unsafe yPixels.find(y, range, rows) else { continue }
            unsafe vitrail_find_cells(rows.baseAddress, range.count, width, none, columns.baseAddress)
            func found(_ values: UnsafePointer<Double>?) -> Found {
                unsafe Found(count: range.count, cells: UnsafePointer(columns.baseAddress), rows: UnsafePointer(rows.baseAddress), values: values)
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
            unsafe vitrail_number_categories(values.baseAddress, values.count, $0.baseAddress, $0.count, numbers.baseAddress)
        }
        return unsafe UnsafePointer(numbers.baseAddress)
    }
}

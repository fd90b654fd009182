import CRaster
import VitrailColumns
import VitrailSystem

/// Finite values of pixels, ascending. An equalised picture has as many as pixels; their memory is released with this
/// object.
///
/// Unchecked: the creator changes the values only before others read them.
@safe final class SortedValues: Equatable, @unchecked Sendable {
    let count: Int
    private let memory: ZeroedMemory
    /// Bytes. From this size on, the values use large pages.
    private static let minPages = 1 << 22

    private init(capacity: Int, _ fill: (UnsafeMutablePointer<Double>) -> Int) {
        let bytes = max(capacity, 1) * MemoryLayout<Double>.stride
        memory = ZeroedMemory(bytes, bytes >= Self.minPages ? .largePages : .heap)
        count = unsafe fill(memory.start.bindMemory(to: Double.self, capacity: max(capacity, 1)))
    }

    /// - Parameter values: ascending.
    convenience init(ascending values: [Double]) {
        unsafe self.init(capacity: values.count) { start in
            for (i, value) in values.enumerated() { unsafe start[i] = value }
            return values.count
        }
    }

    /// Sorts on all cores; NaN is omitted.
    convenience init(of values: [Double]) {
        unsafe self.init(capacity: values.count) { start in
            var count = 0
            for value in values where !value.isNaN {
                unsafe start[count] = value
                count += 1
            }
            return count
        }
        nonisolated(unsafe) let start = unsafe self.start
        var ends = [Int](repeating: 0, count: Int(VITRAIL_SORT_BINS))
        let parts = unsafe ends.withUnsafeMutableBufferPointer {
            unsafe vitrail_part_values(start, count, $0.baseAddress)
        }
        Parallel.forEach(parts) { [ends] k in
            let first = k == 0 ? 0 : ends[k - 1]
            unsafe vitrail_sort_values(start + first, ends[k] - first)
        }
    }

    private var start: UnsafeMutablePointer<Double> { unsafe memory.start.assumingMemoryBound(to: Double.self) }

    func withValues<Result>(_ body: (UnsafePointer<Double>) -> Result) -> Result { unsafe body(start) }

    subscript(_ i: Int) -> Double {
        precondition(i >= 0 && i < count, "no such value")
        return unsafe start[i]
    }

    /// The values at two percentiles; `nil`: they are equal.
    func range(_ percentiles: NumberRange) -> NumberRange? {
        func value(at percent: Double) -> Double { self[Int((Double(count - 1) * percent / 100).rounded())] }
        let (low, high) = (value(at: percentiles.minimum), value(at: percentiles.maximum))
        return low < high ? NumberRange(low, high) : nil
    }

    /// Changes each value. The values must stay in order.
    func map(_ change: (Double) -> Double) {
        for i in 0..<count { unsafe start[i] = change(start[i]) }
    }

    static func == (a: SortedValues, b: SortedValues) -> Bool {
        a.count == b.count && (0..<a.count).allSatisfy { a[$0] == b[$0] }
    }
}

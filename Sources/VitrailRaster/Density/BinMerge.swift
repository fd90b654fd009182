import CRaster
import VitrailColumns
import VitrailSystem

/// A histogram of counts: how many pixels have each count.
struct BinMerge {
    /// Smaller counts are tallied in a table. There are few others; common pictures have none.
    static let limit: UInt32 = 1 << 16

    /// The counts that occur, without 0, ascending.
    let values: [Double]
    /// Number of pixels with each of them.
    let pixels: [UInt32]
    /// Whether there are counts that are not below the limit.
    let hasLarger: Bool

    init(_ counts: PixelCounts) {
        let tables = Parallel.mapParts(of: counts.count, minimum: Self.minPart) { pixels in
            var table = [UInt32](repeating: 0, count: Int(Self.limit))
            let larger = unsafe table.withUnsafeMutableBufferPointer { table in
                unsafe counts.withUnsafeBufferPointer { counts in
                    unsafe vitrail_tally_counts(
                        counts.baseAddress.map { unsafe $0 + pixels.lowerBound }, pixels.count, Self.limit,
                        table.baseAddress)
                }
            }
            return (table: table, larger: larger)
        }
        var values: [Double] = []
        var pixels: [UInt32] = []
        for count in 1..<Int(Self.limit) {
            let own = tables.reduce(0) { $0 + $1.table[count] }
            guard own > 0 else { continue }
            values.append(Double(count))
            pixels.append(own)
        }
        hasLarger = tables.contains { $0.larger > 0 }
        if hasLarger {
            for count in unsafe counts.withUnsafeBufferPointer({ unsafe $0.filter { $0 >= Self.limit } }).sorted() {
                if values.last == Double(count) {
                    pixels[pixels.count - 1] += 1
                } else {
                    values.append(Double(count))
                    pixels.append(1)
                }
            }
        }
        (self.values, self.pixels) = (values, pixels)
    }

    /// A table for all counts below the limit. `make` computes the entries of counts that occur from their positions in
    /// the scale; all other entries are `none`.
    func table<Entry>(
        _ scale: DensityScale, none: Entry, _ make: (UnsafeBufferPointer<Double>, UnsafeMutablePointer<Entry>) -> Void
    ) -> [Entry] {
        let small = Array(values.prefix { $0 < Double(Self.limit) })
        var positions = small
        var entries = [Entry](repeating: none, count: small.count)
        unsafe small.withUnsafeBufferPointer { small in
            unsafe positions.withUnsafeMutableBufferPointer { positions in
                guard let start = positions.baseAddress else { return }
                unsafe scale.position(of: small, start)
                unsafe entries.withUnsafeMutableBufferPointer { entries in
                    if let first = entries.baseAddress { unsafe make(UnsafeBufferPointer(positions), first) }
                }
            }
        }
        var table = [Entry](repeating: none, count: Int(Self.limit))
        for (count, entry) in zip(small, entries) { table[Int(count)] = entry }
        return table
    }

    /// The counts at two percentiles of the pixels with samples; `nil`: they are equal.
    func range(_ percentiles: NumberRange) -> NumberRange? {
        let all = pixels.reduce(0) { $0 + Double($1) }
        func count(at percent: Double) -> Double {
            var sum = 0.0
            for (value, pixels) in zip(values, pixels) {
                sum += Double(pixels)
                if sum >= all * percent / 100 { return value }
            }
            return values[values.count - 1]
        }
        let (low, high) = (count(at: percentiles.minimum), count(at: percentiles.maximum))
        return low < high ? NumberRange(low, high) : nil
    }

    private static let minPart = 1 << 17
}

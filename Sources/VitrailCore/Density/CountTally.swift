import CData

/// How often each count occurs among those of pixels.
struct CountTally {
    /// Smaller ones are tallied in a table; of the others, which no pixel of a common picture has, there are few.
    static let limit: UInt32 = 1 << 16

    /// Those > 0, ascending.
    let ascending: [(value: Double, count: Int)]
    /// Whether there are some that are not below the limit.
    let hasLarger: Bool

    init(_ counts: [UInt32]) {
        let tables = Parallel.mapParts(of: counts.count, least: Self.leastPart) { pixels in
            var table = [UInt32](repeating: 0, count: Int(Self.limit))
            let larger = unsafe table.withUnsafeMutableBufferPointer { table in
                unsafe counts.withUnsafeBufferPointer { counts in
                    unsafe vitrail_tally_counts(counts.baseAddress.map { unsafe $0 + pixels.lowerBound }, pixels.count, Self.limit, table.baseAddress)
                }
            }
            return (table: table, larger: larger)
        }
        var ascending: [(value: Double, count: Int)] = []
        for count in 1..<Int(Self.limit) {
            let pixels = tables.reduce(0) { $0 + Int($1.table[count]) }
            if pixels > 0 { ascending.append((Double(count), pixels)) }
        }
        hasLarger = tables.contains { $0.larger > 0 }
        if hasLarger {
            for count in counts.filter({ $0 >= Self.limit }).sorted() {
                if ascending.last?.value == Double(count) {
                    ascending[ascending.count - 1].count += 1
                } else {
                    ascending.append((Double(count), 1))
                }
            }
        }
        self.ascending = ascending
    }

    /// For each count below the limit, where it occurs, what `make` gives for the places of all that do; elsewhere `none`.
    func table<Entry>(_ scale: DensityScale, none: Entry, _ make: (UnsafeBufferPointer<Double>, UnsafeMutablePointer<Entry>) -> Void) -> [Entry] {
        let small = ascending.prefix { $0.value < Double(Self.limit) }.map(\.value)
        var places = small
        var entries = [Entry](repeating: none, count: small.count)
        unsafe small.withUnsafeBufferPointer { small in
            unsafe places.withUnsafeMutableBufferPointer { places in
                guard let start = places.baseAddress else { return }
                unsafe scale.place(small, start)
                unsafe entries.withUnsafeMutableBufferPointer { entries in
                    if let first = entries.baseAddress { unsafe make(UnsafeBufferPointer(places), first) }
                }
            }
        }
        var table = [Entry](repeating: none, count: Int(Self.limit))
        for (count, entry) in zip(small, entries) { table[Int(count)] = entry }
        return table
    }

    private static let leastPart = 1 << 17
}

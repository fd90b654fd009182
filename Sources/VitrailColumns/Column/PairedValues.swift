import VitrailSystem

/// Statistics of the rows where two columns both have a value.
extension ColumnView {
    /// Minimum number of rows for an additional thread.
    private static let minPart = 1 << 17

    /// Number of rows where both columns are finite.
    ///
    /// - Complexity: O(rows), on all cores.
    package static func pairCount(_ a: Column, _ b: Column, in rows: Range<Int>) -> Int {
        withView(a, b) { a, b in
            Parallel.mapParts(of: rows.count, minimum: minPart) { part in
                pairCount(a, b, in: rows.lowerBound + part.lowerBound..<rows.lowerBound + part.upperBound)
            }.reduce(0, +)
        }
    }

    /// The same count for each block of `blockLength` rows; the last block may be shorter.
    ///
    /// - Complexity: O(rows), on all cores.
    package static func pairCounts(_ a: Column, _ b: Column, blockLength: Int) -> [Int] {
        let count = min(a.count, b.count)
        return withView(a, b) { a, b in
            Parallel.mapParts(of: (count + blockLength - 1) / blockLength, minimum: max(minPart / blockLength, 1)) {
                part in
                part.map { pairCount(a, b, in: $0 * blockLength..<min(($0 + 1) * blockLength, count)) }
            }.flatMap { $0 }
        }
    }

    private static func pairCount(_ a: ColumnView, _ b: ColumnView, in rows: Range<Int>) -> Int {
        var found = 0
        forEachBlock(of: rows, a, b) { _, a, b in
            // 0 if both are finite, else NaN: a loop without branches.
            for i in a.indices { found &+= (a[i] - a[i]) + (b[i] - b[i]) == 0 ? 1 : 0 }
        }
        return found
    }

    /// Range of all values and range of the positive values, in the rows where another column has a value.
    ///
    /// - Complexity: O(rows), on all cores.
    static func pairedRange(_ values: Column, where other: Column) -> (all: NumberRange?, positive: NumberRange?) {
        struct Ends {
            var low = Double.infinity
            var high = -Double.infinity
            var positive = Double.infinity
        }
        let count = min(values.count, other.count)
        let parts = withView(values, other) { values, other in
            Parallel.mapParts(of: count, minimum: minPart) { part in
                var ends = Ends()
                forEachBlock(of: part, values, other) { _, values, other in
                    for i in values.indices where values[i].isFinite && other[i].isFinite {
                        let value = values[i]
                        ends.low = min(ends.low, value)
                        ends.high = max(ends.high, value)
                        if value > 0 { ends.positive = min(ends.positive, value) }
                    }
                }
                return ends
            }
        }
        let ends = parts.reduce(Ends()) {
            Ends(low: min($0.low, $1.low), high: max($0.high, $1.high), positive: min($0.positive, $1.positive))
        }
        return (
            ends.low <= ends.high ? NumberRange(ends.low, ends.high) : nil,
            ends.positive <= ends.high ? NumberRange(ends.positive, ends.high) : nil
        )
    }
}

extension Column {
    /// Minimum and maximum of the finite values of a number or date column, in the rows where another column has a
    /// value. `nil`: there are none. A category column has a value in each row with a text.
    ///
    /// - Precondition: the kind is not `category`.
    /// - Complexity: O(`count`). Rows are read in pairs only if the other column has gaps.
    public func range(where other: Column) -> NumberRange? {
        if other.kind == .category {
            guard other.texts.contains(where: { $0 == nil }) else { return range }
            return range(where: Column(other.texts.map { $0 == nil ? Double.nan : 0 }))
        }
        return ColumnExtent(other).hasGap ? ColumnView.pairedRange(self, where: other).all : range
    }
}

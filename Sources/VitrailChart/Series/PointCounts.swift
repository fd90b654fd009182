import Synchronization
package import VitrailColumns

/// Counts the rows of a series with a position and a value, for any range of rows. The counts per block are cached.
package final class PointCounts: Sendable {
    /// For each column of values: number of points before each block of rows, and the total.
    private let known = Mutex<[[Int]]?>(nil)

    private static let blockLength = 1 << 14

    /// The maximum, over the columns, of the number of points in a range of rows.
    ///
    /// - Parameters:
    ///   - along: independent values.
    ///   - columns: dependent values; the same columns at each call.
    /// - Complexity: O(rows of the series) at the first call, then O(rows of a block).
    package func count(_ along: Column, _ columns: [Column], in rows: Range<Int>) -> Int {
        let length = Self.blockLength
        let (first, last) = ((rows.lowerBound + length - 1) / length, rows.upperBound / length)
        guard first < last else { return columns.map { ColumnView.pairCount(along, $0, in: rows) }.max() ?? 0 }
        let sums = known.withLock { known in
            if let known { return known }
            let sums = columns.map { column in
                ColumnView.pairCounts(along, column, blockLength: length).reduce(into: [0]) {
                    $0.append($0[$0.count - 1] + $1)
                }
            }
            known = sums
            return sums
        }
        return zip(columns, sums).map { column, sums in
            sums[last] - sums[first] + ColumnView.pairCount(along, column, in: rows.lowerBound..<first * length)
                + ColumnView.pairCount(along, column, in: last * length..<rows.upperBound)
        }.max() ?? 0
    }
}

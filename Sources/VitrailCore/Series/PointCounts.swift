import Synchronization

/// How many rows of a series have a place and a value: counted once, for any range of rows.
final class PointCounts: Sendable {
    /// Points before each block of rows, and all of them, for each column of values.
    private let known = Mutex<[[Int]]?>(nil)

    private static let blockLength = 1 << 14

    /// The most points that one of the columns has in some rows.
    ///
    /// - Parameters:
    ///   - along: places.
    ///   - columns: values; the same ones at each call.
    /// - Complexity: O(rows of the series) at the first call, O(blocks) at others.
    func count(_ along: Column, _ columns: [Column], in rows: Range<Int>) -> Int {
        let length = Self.blockLength
        let (first, last) = ((rows.lowerBound + length - 1) / length, rows.upperBound / length)
        guard first < last else { return columns.map { SharedValues.pairCount(along, $0, in: rows) }.max() ?? 0 }
        let sums = known.withLock { known in
            if let known { return known }
            let sums = columns.map { column in
                SharedValues.pairCounts(along, column, blockLength: length).reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
            }
            known = sums
            return sums
        }
        return zip(columns, sums).map { column, sums in
            sums[last] - sums[first] + SharedValues.pairCount(along, column, in: rows.lowerBound..<first * length)
                + SharedValues.pairCount(along, column, in: last * length..<rows.upperBound)
        }.max() ?? 0
    }
}

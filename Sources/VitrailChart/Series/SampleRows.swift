/// The row of each sample in the columns of its series.
package enum SampleRows: RandomAccessCollection, Sendable {
    /// −1: a stack inserted the sample.
    case listed([Int])
    /// The samples are the rows from the last to the first.
    case descending(count: Int)

    package var startIndex: Int { 0 }
    package var endIndex: Int {
        switch self {
        case .listed(let rows): rows.count
        case .descending(let count): count
        }
    }

    package subscript(_ sample: Int) -> Int {
        switch self {
        case .listed(let rows): rows[sample]
        case .descending(let count): count - 1 - sample
        }
    }

    /// The sample of a row; `nil`: there is none.
    package func firstIndex(of row: Int) -> Int? {
        switch self {
        case .listed(let rows): rows.firstIndex(of: row)
        case .descending(let count): (0..<count).contains(row) ? count - 1 - row : nil
        }
    }

    /// The same rows from the last sample to the first; `nil`: sample i is row i.
    var reversed: SampleRows? {
        switch self {
        case .listed(let rows): .listed(rows.reversed())
        case .descending: nil
        }
    }
}

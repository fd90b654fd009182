import CColumns
import VitrailColumns
import VitrailScales
import VitrailSystem

/// A category column, encoded as numbers, with a title for each category.
package struct CategoryColumn {
    /// Maximum number of categories. More colours cannot be distinguished.
    package static let maximum = 64

    let titles: [String]
    /// The numbers of the categories, ascending.
    let values: [Double]
    /// One of `values` per sample; any other number is no category.
    let column: Column
    /// Whether the last of the values stands for samples without a category.
    let hasMissing: Bool
    /// The title of that category.
    static let missingTitle = "missing"

    /// Encodes a column. Texts are numbered in the order of their first occurrence. Numbers are used without a copy,
    /// and their categories are in ascending order.
    ///
    /// - Parameter countsMissing: whether samples without a category form a category, if there are any.
    /// - Throws: `tooMany`, and `wrongColumn` for dates.
    init(_ column: Column, _ path: String, countsMissing: Bool) throws(ChartError) {
        let known = try CategoryColumn(column, path)
        let filled = countsMissing ? Self.filled(known.column, with: (known.values.last ?? -1) + 1) : nil
        self.init(
            titles: known.titles + (filled == nil ? [] : [Self.missingTitle]),
            values: known.values + (filled == nil ? [] : [(known.values.last ?? -1) + 1]),
            column: filled ?? known.column, hasMissing: filled != nil)
    }

    private init(titles: [String], values: [Double], column: Column, hasMissing: Bool) {
        (self.titles, self.values, self.column, self.hasMissing) = (titles, values, column, hasMissing)
    }

    /// The column with a number in place of values that are not finite; `nil`: all values are finite.
    private static func filled(_ column: Column, with number: Double) -> Column? {
        var numbers: [Double] = []
        numbers.reserveCapacity(column.count)
        var isComplete = true
        column.withView { values in
            ColumnView.forEachBlock(of: 0..<column.count, values) { _, block in
                for i in block.indices {
                    isComplete = isComplete && block[i].isFinite
                    numbers.append(block[i].isFinite ? block[i] : number)
                }
            }
        }
        return isComplete ? nil : Column(numbers)
    }

    private init(_ column: Column, _ path: String) throws(ChartError) {
        hasMissing = false
        switch column.kind {
        case .category:
            var known: [String: Double] = [:]
            var titles: [String] = []
            var numbers: [Double] = []
            numbers.reserveCapacity(column.count)
            for text in column.texts {
                guard let text else {
                    numbers.append(.nan)
                    continue
                }
                if let number = known[text] {
                    numbers.append(number)
                    continue
                }
                guard titles.count < Self.maximum else {
                    throw .tooMany(path: "\(path): categories", found: titles.count + 1, limit: Self.maximum)
                }
                numbers.append(Double(titles.count))
                known[text] = Double(titles.count)
                titles.append(text)
            }
            (self.titles, values, self.column) = (titles, titles.indices.map(Double.init), Column(numbers))
        case .number:
            values = column.withView { Self.distinct($0) }
            guard values.count <= Self.maximum else {
                throw .tooMany(path: "\(path): categories", found: values.count, limit: Self.maximum)
            }
            titles = values.map { NumberLabel.text($0) }
            self.column = column
        case .date: throw .wrongColumn(path: path, found: column.kind.plural, wanted: "texts or numbers")
        }
    }

    /// The distinct finite values, ascending; at most `maximum` + 1 of them.
    private static func distinct(_ values: ColumnView) -> [Double] {
        let found = Parallel.mapParts(of: values.count, minimum: valuesPerThread) { distinct(values, $0) }
        return Array(Set(found.joined()).sorted().prefix(maximum + 1))
    }

    private static let valuesPerThread = 1 << 16

    private static func distinct(_ values: ColumnView, _ range: Range<Int>) -> [Double] {
        var known: [Double] = []
        ColumnView.forEachBlock(of: range, values) { _, block in
            var next = 0
            while known.count <= maximum, next < block.count {
                next += unsafe block.extracting(next...).withUnsafeBufferPointer { block in
                    unsafe known.withUnsafeBufferPointer {
                        unsafe vitrail_skip_categories(block.baseAddress, block.count, $0.baseAddress, $0.count)
                    }
                }
                guard next < block.count else { return }
                known.insert(block[next], at: known.firstIndex { $0 > block[next] } ?? known.count)
            }
        }
        return known
    }
}

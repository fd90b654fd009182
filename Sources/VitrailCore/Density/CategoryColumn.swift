import CData

/// What samples are told apart by: a column as numbers, and what they stand for.
struct CategoryColumn {
    /// More colours than these nobody tells apart.
    static let most = 64

    let titles: [String]
    /// Ascending.
    let values: [Double]
    /// One of `values` a sample; anything else is no category.
    let column: Column
    /// Whether the last of the values stands for samples without a category.
    let hasMissing: Bool
    /// Its title.
    static let missingTitle = "missing"

    /// Texts are numbered in the order in which they come; numbers, which need no copy, stay as they are, and are ordered.
    ///
    /// - Parameter countsMissing: whether samples without a category are one, if there are any.
    /// - Throws: `tooMany`, and `wrongColumn` for dates.
    init(_ column: Column, _ place: String, countsMissing: Bool) throws(ChartError) {
        let known = try CategoryColumn(column, place)
        let filled = countsMissing ? Self.filled(known.column, with: (known.values.last ?? -1) + 1) : nil
        self.init(
            titles: known.titles + (filled == nil ? [] : [Self.missingTitle]),
            values: known.values + (filled == nil ? [] : [(known.values.last ?? -1) + 1]), column: filled ?? known.column, hasMissing: filled != nil)
    }

    private init(titles: [String], values: [Double], column: Column, hasMissing: Bool) {
        (self.titles, self.values, self.column, self.hasMissing) = (titles, values, column, hasMissing)
    }

    /// With a number in place of what is not one; nil where all are.
    private static func filled(_ column: Column, with number: Double) -> Column? {
        var numbers: [Double] = []
        numbers.reserveCapacity(column.count)
        var isComplete = true
        column.lend { values in
            SharedValues.forEachBlock(of: 0..<column.count, values) { _, block in
                for i in block.indices {
                    isComplete = isComplete && block[i].isFinite
                    numbers.append(block[i].isFinite ? block[i] : number)
                }
            }
        }
        return isComplete ? nil : Column(numbers)
    }

    private init(_ column: Column, _ place: String) throws(ChartError) {
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
                guard titles.count < Self.most else { throw .tooMany(place: "\(place): categories", found: titles.count + 1, limit: Self.most) }
                numbers.append(Double(titles.count))
                known[text] = Double(titles.count)
                titles.append(text)
            }
            (self.titles, values, self.column) = (titles, titles.indices.map(Double.init), Column(numbers))
        case .number:
            values = column.lend { Self.distinct($0) }
            guard values.count <= Self.most else { throw .tooMany(place: "\(place): categories", found: values.count, limit: Self.most) }
            titles = values.map { NumberLabel.text($0) }
            self.column = column
        case .date: throw .wrongColumn(place: place, found: column.kind.plural, wanted: "texts or numbers")
        }
    }

    /// The finite values that occur, ascending; of more than `most`, that many and one.
    private static func distinct(_ values: SharedValues) -> [Double] {
        let found = Parallel.mapParts(of: values.count, least: valuesPerThread) { distinct(values, $0) }
        return Array(Set(found.joined()).sorted().prefix(most + 1))
    }

    private static let valuesPerThread = 1 << 16

    private static func distinct(_ values: SharedValues, _ range: Range<Int>) -> [Double] {
        var known: [Double] = []
        SharedValues.forEachBlock(of: range, values) { _, block in
            var next = 0
            while known.count <= most, next < block.count {
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

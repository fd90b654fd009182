import VitrailChart
import VitrailColumns

/// Groups of rows with equal independent values: their other values, aggregated. The result is the same as in a chart
/// of one process.
struct PartialGroups: Sendable {
    /// The aggregation of one column's values.
    enum Rule: Sendable {
        case sum, mean, min, max, count, first, last

        init(_ aggregation: SampleAggregation) {
            self =
                switch aggregation {
                case .sum: .sum
                case .mean: .mean
                case .min: .min
                case .max: .max
                case .count: .count
                case .last: .last
                }
        }
    }

    /// Independent values: texts, or numbers (also dates).
    enum Keys: Sendable {
        case texts([String])
        case numbers([Double])

        var count: Int {
            switch self {
            case .texts(let texts): texts.count
            case .numbers(let numbers): numbers.count
            }
        }
    }

    /// The position of a row: its partition, and the number of the row or of its group in the partition.
    struct RowOrder: Sendable, Comparable {
        var position: UInt64
        var number: UInt64

        static func < (a: RowOrder, b: RowOrder) -> Bool { (a.position, a.number) < (b.position, b.number) }
    }

    /// The aggregate of a group's values in one column so far.
    struct Value: Sendable {
        /// Number of finite values.
        var count: UInt64 = 0
        /// The sum, the minimum or maximum, or the first or last value.
        var value = 0.0
        /// The rounding error of the sum.
        var rest = 0.0
        /// The position of the first or last value.
        var position = RowOrder(position: 0, number: 0)

        @inline(__always)
        mutating func add(_ other: Value, _ rule: Rule) {
            guard other.count > 0 else { return }
            guard count > 0 else { return self = other }
            count += other.count
            switch rule {
            case .sum, .mean:
                let (sum, lost) = ExactSum.add(value, other.value)
                (value, rest) = (sum, rest + other.rest + lost)
            case .min: value = Swift.min(value, other.value)
            case .max: value = Swift.max(value, other.value)
            case .count: break
            case .first: if other.position < position { (value, position) = (other.value, other.position) }
            case .last: if position < other.position { (value, position) = (other.value, other.position) }
            }
        }

        func result(_ rule: Rule) -> Double {
            switch rule {
            case .count: Double(count)
            case .sum: count == 0 ? .nan : ExactSum.rounded(value, rest)
            case .mean: count == 0 ? .nan : ExactSum.rounded(value, rest) / Double(count)
            case .min, .max, .first, .last: count == 0 ? .nan : value
            }
        }
    }

    /// Maximum number of groups.
    static let maximum = 1 << 20

    private(set) var keys: Keys
    /// The position of each key's first occurrence: texts are shown in that order.
    private(set) var rowOrders: [RowOrder]
    /// For each column, one value per key.
    private(set) var values: [[Value]]

    // MARK: Of a partition

    /// - Parameters:
    ///   - columns: The columns with their rules.
    ///   - position: The position of the partition.
    /// - Throws: `DescriptionError` if there are too many keys.
    init(_ independent: Column, _ columns: [(Column, Rule)], position: UInt64, _ path: String) throws(DescriptionError)
    {
        let groups: [Int32]
        (keys, groups) = Self.groups(of: independent)
        let count = keys.count
        guard count <= Self.maximum else {
            throw DescriptionError(
                path: path,
                message: "\(count) different values in partition \(position); at most \(Self.maximum) are aggregated")
        }
        rowOrders = (0..<count).map { RowOrder(position: position, number: UInt64($0)) }
        values = columns.map { column, rule in
            var values = [Value](repeating: Value(), count: count)
            column.withView { rows in
                for i in 0..<min(rows.count, groups.count) where groups[i] >= 0 && rows[i].isFinite {
                    let own = Value(count: 1, value: rows[i], position: RowOrder(position: position, number: UInt64(i)))
                    values[Int(groups[i])].add(own, rule)
                }
            }
            return values
        }
    }

    /// The keys in the order of their first occurrence, and the index of each row's key; −1: the row has no key.
    private static func groups(of column: Column) -> (Keys, [Int32]) {
        guard column.kind != .category else {
            var known: [String: Int32] = [:]
            var texts: [String] = []
            let groups = column.texts.map { text -> Int32 in
                guard let text else { return -1 }
                if let number = known[text] { return number }
                known[text] = Int32(texts.count)
                texts.append(text)
                return Int32(texts.count - 1)
            }
            return (.texts(texts), groups)
        }
        var known: [Double: Int32] = [:]
        var numbers: [Double] = []
        var last: (key: Double, number: Int32)?
        let groups = column.withView { rows in
            rows.indices.map { i -> Int32 in
                // Adding 0 turns −0 into 0.
                let key = rows[i] + 0
                guard key.isFinite else { return -1 }
                if let last, last.key == key { return last.number }
                let number = known[key] ?? Int32(numbers.count)
                if number == numbers.count {
                    known[key] = number
                    numbers.append(key)
                }
                last = (key, number)
                return number
            }
        }
        return (.numbers(numbers), groups)
    }

    // MARK: Merging

    /// - Parameters:
    ///   - rules: One rule per column.
    ///   - path: JSON path of the independent column, for errors.
    mutating func add(_ other: PartialGroups, _ rules: [Rule], _ path: String) throws(DescriptionError) {
        switch (keys, other.keys) {
        case (.texts(var own), .texts(let others)):
            var known = Dictionary(uniqueKeysWithValues: own.enumerated().map { ($1, $0) })
            for (k, key) in others.enumerated() {
                add(other, k, known[key], rules) { () in
                    known[key] = own.count
                    own.append(key)
                }
            }
            keys = .texts(own)
        case (.numbers(var own), .numbers(let others)):
            var known = Dictionary(uniqueKeysWithValues: own.enumerated().map { ($1, $0) })
            for (k, key) in others.enumerated() {
                add(other, k, known[key], rules) { () in
                    known[key] = own.count
                    own.append(key)
                }
            }
            keys = .numbers(own)
        case (.texts, .numbers), (.numbers, .texts):
            if other.keys.count == 0 { return }
            if keys.count == 0 { return self = other }
            throw DescriptionError(path: path, message: "some partitions have texts and others numbers")
        }
        guard keys.count <= Self.maximum else {
            throw DescriptionError(
                path: path, message: "\(keys.count) different values; at most \(Self.maximum) are aggregated")
        }
    }

    private mutating func add(_ other: PartialGroups, _ k: Int, _ known: Int?, _ rules: [Rule], _ append: () -> Void) {
        guard let own = known else {
            append()
            rowOrders.append(other.rowOrders[k])
            for c in values.indices { values[c].append(other.values[c][k]) }
            return
        }
        rowOrders[own] = min(rowOrders[own], other.rowOrders[k])
        for c in values.indices { values[c][own].add(other.values[c][k], rules[c]) }
    }

    // MARK: The result

    /// The independent column and the other ones. Texts are in the order of their first occurrence, numbers ascend.
    func columns(_ rules: [Rule]) -> (keys: Column, values: [[Double]]) {
        let order: [Int]
        let column: Column
        switch keys {
        case .texts(let texts):
            order = texts.indices.sorted { rowOrders[$0] < rowOrders[$1] }
            column = Column(order.map { texts[$0] })
        case .numbers(let numbers):
            order = numbers.indices.sorted { numbers[$0] < numbers[$1] }
            column = Column(order.map { numbers[$0] })
        }
        return (column, zip(values, rules).map { values, rule in order.map { values[$0].result(rule) } })
    }

    // MARK: Bytes

    /// Writes the groups sorted by key, so that the bytes do not depend on the order of merging.
    func write(to writer: inout PartialWriter) {
        let order: [Int]
        switch keys {
        case .texts(let texts):
            order = texts.indices.sorted { texts[$0] < texts[$1] }
            writer.write(true)
            writer.write(UInt64(texts.count))
            for k in order { writer.write(texts[k]) }
        case .numbers(let numbers):
            order = numbers.indices.sorted { numbers[$0] < numbers[$1] }
            writer.write(false)
            writer.write(order.map { numbers[$0] })
        }
        writer.write(order.map { rowOrders[$0].position })
        writer.write(order.map { rowOrders[$0].number })
        for values in values {
            writer.write(order.map { values[$0].count })
            writer.write(order.map { values[$0].value })
            writer.write(order.map { values[$0].rest })
            writer.write(order.map { values[$0].position.position })
            writer.write(order.map { values[$0].position.number })
        }
    }

    /// - Parameter columns: The number of columns.
    init(columns: Int, from reader: inout PartialReader) throws(DescriptionError) {
        if try reader.bool() {
            var texts: [String] = []
            for _ in 0..<(try reader.count(of: 8)) { texts.append(try reader.text()) }
            guard Set(texts).count == texts.count else { throw PartialReader.broken }
            keys = .texts(texts)
        } else {
            let numbers: [Double] = try reader.array()
            guard numbers.allSatisfy(\.isFinite), Set(numbers).count == numbers.count else {
                throw PartialReader.broken
            }
            keys = .numbers(numbers)
        }
        let count = keys.count
        guard count <= Self.maximum else { throw PartialReader.broken }
        func rowOrders() throws(DescriptionError) -> [RowOrder] {
            let (rowOrders, numbers): ([UInt64], [UInt64]) = (try reader.array(), try reader.array())
            guard rowOrders.count == count, numbers.count == count else { throw PartialReader.broken }
            return zip(rowOrders, numbers).map { RowOrder(position: $0, number: $1) }
        }
        self.rowOrders = try rowOrders()
        values = []
        for _ in 0..<columns {
            let (counts, own, rest): ([UInt64], [Double], [Double]) = (
                try reader.array(), try reader.array(), try reader.array()
            )
            guard counts.count == count, own.count == count, rest.count == count, counts.allSatisfy({ $0 < 1 << 56 })
            else { throw PartialReader.broken }
            let rowOrders = try rowOrders()
            values.append(
                (0..<count).map { Value(count: counts[$0], value: own[$0], rest: rest[$0], position: rowOrders[$0]) })
        }
    }
}

extension ChartDescription {
    /// The columns of an aggregated series besides the independent one, sorted by role.
    func groupRoles(of series: SeriesDescription) -> [(role: SeriesRole, rule: PartialGroups.Rule)] {
        guard let combination = series.combination else { return [] }
        let prices: [SeriesRole: PartialGroups.Rule] = [.open: .first, .high: .max, .low: .min, .close: .last]
        let isOfPrices = series.columns[.open] != nil && series.columns[.close] != nil
        let independent = SeriesDescription.roles(series.kind, series.orientation).independent
        return series.columns.keys.filter { $0 != independent && $0 != .label }.sorted { $0.rawValue < $1.rawValue }
            .map { ($0, isOfPrices ? prices[$0] ?? .init(combination) : .init(combination)) }
    }

    /// The columns that one process would have aggregated.
    func data(of groups: PartialGroups, _ series: SeriesDescription) -> SeriesData {
        let roles = groupRoles(of: series)
        let independent = SeriesDescription.roles(series.kind, series.orientation).independent
        let found = groups.columns(roles.map(\.rule))
        func dated(_ column: Column, _ role: SeriesRole) -> Column {
            column.kind == .number && kind(role, of: series) == .date ? column.asDates() : column
        }
        var columns = [independent: dated(found.keys, independent)]
        if found.keys.count == 0, kind(independent, of: series) == .category {
            columns[independent] = Column([String?]())
        }
        for (k, (role, rule)) in roles.enumerated() {
            let column = Column(found.values[k])
            columns[role] = rule == .count ? column : dated(column, role)
        }
        return SeriesData(count: found.keys.count, columns: columns)
    }
}

import VitrailColumns

/// How samples with equal independent values are combined.
public enum SampleAggregation: String, Sendable, CaseIterable {
    case sum, mean, min, max
    /// Number of finite values.
    case count
    /// The last finite value in row order.
    case last
}

extension SeriesColumns {
    /// Combines the rows with equal independent values into one row, each of the other columns separately.
    ///
    /// Gaps are skipped. If all values of a group are gaps, the result is a gap, or 0 for `count`. Rows without an
    /// independent value are left out. For columns of prices, open is always the first value, high the maximum, low the
    /// minimum, and close the last value.
    ///
    /// - Parameters:
    ///   - aggregation: Applied to each number or date column except the independent one. Text columns keep the last
    ///     text.
    ///   - orientation: Orientation of the series. The independent column is `x` for horizontal series and `y` for
    ///     vertical ones.
    /// - Returns: Texts in the order of their first occurrence, numbers and dates in ascending order. Without an
    ///   independent column, the columns are returned unchanged.
    /// - Complexity: O(rows) if independent values are ascending or texts, otherwise O(rows) plus sorting the distinct
    ///   values.
    public func combined(
        _ aggregation: SampleAggregation, along orientation: CartesianSeries.Orientation = .horizontal
    ) -> SeriesColumns {
        guard let independent = orientation == .horizontal ? x : y else { return self }
        let groups = SampleGroups(independent)
        let isOfPrices = self[.open] != nil && self[.close] != nil
        func combined(_ column: Column, _ key: DataKey? = nil) -> Column {
            let prices: [DataKey: SampleGroups.Rule] = [.open: .first, .high: .max, .low: .min, .close: .last]
            return groups.reduce(
                column, isOfPrices ? key.flatMap { prices[$0] } ?? .init(aggregation) : .init(aggregation))
        }
        var result = SeriesColumns()
        for key in keys { result[key] = self[key].map { combined($0, key) } }
        switch orientation {
        case .horizontal: (result.x, result.y) = (groups.values, y.map { combined($0) })
        case .vertical: (result.x, result.y) = (x.map { combined($0) }, groups.values)
        }
        return result
    }
}

/// Groups of rows with equal independent values.
private struct SampleGroups {
    enum Rule {
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

    /// The independent value of each group.
    let values: Column
    private let count: Int
    /// Group index of each row; −1 for a row without an independent value.
    private let groups: [Int32]

    init(_ column: Column) {
        switch column.kind {
        case .category:
            var numbers: [String: Int32] = [:]
            var texts: [String?] = []
            groups = column.texts.map { text in
                guard let text else { return -1 }
                if let known = numbers[text] { return known }
                numbers[text] = Int32(texts.count)
                texts.append(text)
                return Int32(texts.count - 1)
            }
            (values, count) = (Column(texts), texts.count)
        case .number, .date:
            let (positions, groups) = column.withView { values in
                column.isAscending ? Self.runs(values) : Self.sorted(values)
            }
            self.groups = groups
            values = column.kind == .date ? Column(seconds: positions, after: column.origin) : Column(positions)
            count = positions.count
        }
    }

    /// Groups of ascending values.
    private static func runs(_ values: ColumnView) -> (positions: [Double], groups: [Int32]) {
        var (positions, groups): ([Double], [Int32]) = ([], [])
        groups.reserveCapacity(values.count)
        for i in values.indices {
            if positions.last != values[i] { positions.append(values[i]) }
            groups.append(Int32(positions.count - 1))
        }
        return (positions, groups)
    }

    /// Groups of unordered values: numbered with a hash table, then renumbered in ascending order.
    private static func sorted(_ values: ColumnView) -> (positions: [Double], groups: [Int32]) {
        var table = GroupTable()
        var groups: [Int32] = []
        groups.reserveCapacity(values.count)
        for i in values.indices { groups.append(values[i].isFinite ? table.number(of: values[i]) : -1) }
        let order = table.values.indices.sorted { table.values[$0] < table.values[$1] }
        var numbers = [Int32](repeating: 0, count: order.count)
        for (number, group) in order.enumerated() { numbers[group] = Int32(number) }
        for i in groups.indices where groups[i] >= 0 { groups[i] = numbers[Int(groups[i])] }
        return (order.map { table.values[$0] }, groups)
    }

    func reduce(_ column: Column, _ rule: Rule) -> Column {
        guard column.kind != .category else { return Column(lastTexts(column.texts)) }
        let reduced = column.withView { values in
            switch rule {
            case .sum: fold(values, from: .nan) { $0.isNaN ? $1 : $0 + $1 }
            case .mean: means(values)
            case .min: fold(values, from: .nan) { $1 < $0 || $0.isNaN ? $1 : $0 }
            case .max: fold(values, from: .nan) { $1 > $0 || $0.isNaN ? $1 : $0 }
            case .count: fold(values, from: 0) { count, _ in count + 1 }
            case .first: fold(values, from: .nan) { $0.isNaN ? $1 : $0 }
            case .last: fold(values, from: .nan) { $1 }
            }
        }
        return column.kind == .date && rule != .count ? Column(seconds: reduced, after: column.origin) : Column(reduced)
    }

    @inline(__always) private func fold(
        _ values: ColumnView, from start: Double, _ add: (Double, Double) -> Double
    ) -> [Double] {
        var result = [Double](repeating: start, count: count)
        for i in 0..<Swift.min(values.count, groups.count) where groups[i] >= 0 {
            let value = values[i]
            if value.isFinite { result[Int(groups[i])] = add(result[Int(groups[i])], value) }
        }
        return result
    }

    private func means(_ values: ColumnView) -> [Double] {
        let counts = fold(values, from: 0) { count, _ in count + 1 }
        let sums = fold(values, from: .nan) { $0.isNaN ? $1 : $0 + $1 }
        let means = zip(sums, counts).map { $0 / $1 }
        guard means.contains(where: \.isInfinite) else { return means }
        // The sum overflows, but the mean does not.
        var result = [Double](repeating: .nan, count: count)
        for i in 0..<Swift.min(values.count, groups.count) where groups[i] >= 0 && values[i].isFinite {
            let group = Int(groups[i])
            result[group] = (result[group].isNaN ? 0 : result[group]) + values[i] / counts[group]
        }
        return result
    }

    private func lastTexts(_ texts: [String?]) -> [String?] {
        var result = [String?](repeating: nil, count: count)
        for (text, group) in zip(texts, groups) where group >= 0 && text != nil { result[Int(group)] = text }
        return result
    }
}

/// Numbers distinct values in the order of their first occurrence.
private struct GroupTable {
    private(set) var values: [Double] = []
    /// Hash slots; −1: free. Their number is a power of two, and at least half of them are free.
    private var slots = [Int32](repeating: -1, count: 1_024)

    mutating func number(of value: Double) -> Int32 {
        var slot = Self.hash(value) & (slots.count - 1)
        while slots[slot] >= 0 {
            if values[Int(slots[slot])] == value { return slots[slot] }
            slot = (slot + 1) & (slots.count - 1)
        }
        let number = Int32(values.count)
        slots[slot] = number
        values.append(value)
        if values.count * 2 > slots.count { grow() }
        return number
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for (number, value) in values.enumerated() {
            var slot = Self.hash(value) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(number)
        }
    }

    /// Maps −0 and 0 to the same hash. The multipliers are from splitmix64.
    @inline(__always) private static func hash(_ value: Double) -> Int {
        var bits = (value == 0 ? 0 : value).bitPattern
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int(truncatingIfNeeded: bits ^ (bits >> 31))
    }
}

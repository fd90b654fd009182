import VitrailColumns

extension [SeriesRole: Column] {
    /// All columns with their rows sorted by one of them. The sort is stable, and gaps are last.
    ///
    /// - Complexity: O(rows) if rows are already ascending or strictly descending, otherwise O(rows · log rows).
    func sorted(by along: Column) -> [SeriesRole: Column] {
        guard along.kind != .category, !along.isAscending else { return self }
        let keys = along.withValues { values in values.indices.map { values[$0] } }
        var order: [Int]
        if keys.indices.dropFirst().allSatisfy({ keys[$0] < keys[$0 - 1] }) {
            order = keys.indices.reversed()
        } else {
            order = Swift.Array(keys.indices)
            order.sort { a, b in
                if keys[a].isNaN || keys[b].isNaN { return keys[a].isNaN == keys[b].isNaN ? a < b : keys[b].isNaN }
                return keys[a] == keys[b] ? a < b : keys[a] < keys[b]
            }
        }
        return mapValues { $0.rows(order) }
    }
}

extension Column {
    /// The values of the given rows.
    func rows(_ order: [Int]) -> Column {
        if kind == .category {
            let texts = texts
            return Column(order.map { texts[$0] })
        }
        // Dates stored as whole numbers stay exact.
        if kind == .date, let counts = wholeNumbers, let element {
            return Column(counts: order.map { counts[$0] }, element)
        }
        let values = withValues { values in order.map { values[$0] } }
        return kind == .date ? Column(seconds: values, after: origin) : Column(values)
    }

    /// The numbers `first`, `first` + 1, ….
    static func indices(count: Int, from first: Int) -> Column {
        first == 0 ? .indices(count: count) : Column((first..<first + count).map(Double.init))
    }
}

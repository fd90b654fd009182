/// Ends of error bars, computed from values and distances.
extension Column {
    /// Adds a distance to each value, or subtracts it.
    ///
    /// - Parameter sign: 1 or −1.
    /// - Returns: As many rows as the shorter column; a gap where either column has one. Dates keep their origin.
    /// - Precondition: Neither column holds texts.
    package func moved(by distances: Column, sign: Double) -> Column {
        combined(distances) { $0 + sign * $1 }
    }

    /// The middle between each value and the value of another column, as `moved(by:sign:)` otherwise.
    ///
    /// - Precondition: Dates have the same origin.
    package func middle(to other: Column) -> Column {
        combined(other) { $0 + ($1 - $0) / 2 }
    }

    /// Index and value of the first number below 0; `nil`: there is none.
    package var firstNegative: (row: Int, value: Double)? {
        guard let range, range.minimum < 0 else { return nil }
        return withView { values in
            values.indices.first { values[$0].isFinite && values[$0] < 0 }.map { ($0, values[$0]) }
        }
    }

    private func combined(_ other: Column, _ combine: (Double, Double) -> Double) -> Column {
        var values: [Double] = []
        let count = min(count, other.count)
        values.reserveCapacity(count)
        ColumnView.withView(self, other) { own, others in
            ColumnView.forEachBlock(of: 0..<count, own, others) { _, own, others in
                for i in own.indices { values.append(combine(own[i], others[i])) }
            }
        }
        return Column(kind: kind, count: count, storage: .doubles(values), origin: origin)
    }
}

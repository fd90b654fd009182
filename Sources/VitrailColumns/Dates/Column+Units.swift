/// Converts numbers that count time to dates.
extension Column {
    /// Numbers in a unit as dates. Columns of other kinds are returned unchanged.
    package func dates(in unit: DateUnit) -> Column {
        guard kind == .number else { return self }
        if unit == .second { return asDates() }
        if let counted = counted(in: unit) { return counted }
        return Column(secondsSince1970: withValues { values in values.indices.map { unit.seconds(values[$0]) } })
    }

    /// Whole numbers as dates of full precision. `nil` for other numbers, and for units that Doubles of seconds can
    /// represent.
    private func counted(in unit: DateUnit) -> Column? {
        let perSecond: Int64
        switch unit {
        case .nanosecond: perSecond = 1_000_000_000
        case .microsecond: perSecond = 1_000_000
        default: return nil
        }
        let element = NumPyElement.dates(unit: 1, perSecond: Double(perSecond))
        switch storage {
        case .mapped(let file, let offset, .numPy(let own, let isBigEndian, let stride)) where countsAlike(own):
            return Column(
                kind: .date, count: count,
                storage: .mapped(file, offset: offset, .numPy(element, isBigEndian: isBigEndian, stride: stride)))
        case .held(let bytes, let offset, .numPy(let own, let isBigEndian, let stride)) where countsAlike(own):
            return Column(
                kind: .date, count: count,
                storage: .held(bytes, offset: offset, .numPy(element, isBigEndian: isBigEndian, stride: stride)))
        case .counts(let counts, _): return Column(counts: counts, element)
        case .foreign(let values):
            guard let own = values.element, countsAlike(own), let dates = values.reinterpreted(as: element) else {
                return nil
            }
            return Column(kind: .date, count: count, storage: .foreign(dates))
        case .pieces(let pieces):
            guard let dates = pieces.reinterpreted({ countsAlike($0) ? element : nil }) else { return nil }
            return Column(kind: .date, count: count, storage: .pieces(dates))
        default: return fineCounts(perSecond).map { Column(counts: $0, element) }
        }
    }

    /// Whether counts in a file have the same bytes as counts of dates.
    private func countsAlike(_ element: NumPyElement) -> Bool {
        switch element {
        case .signed(bytes: 8): true
        case .unsigned(bytes: 8): range.map { $0.maximum < 0x1p63 } ?? true
        default: false
        }
    }

    /// The values as whole numbers, if all are exact and some are not whole milliseconds; otherwise `nil`.
    private func fineCounts(_ perSecond: Int64) -> [Int64]? {
        guard let test = MillisecondTest(unit: 1, perSecond: perSecond) else { return nil }
        return withView { values -> [Int64]? in
            func isExact(_ value: Double) -> Bool { abs(value) <= 0x1p53 && value == value.rounded() }
            guard let first = values.indices.first(where: { values[$0].isFinite }), isExact(values[first]),
                values.indices.allSatisfy({ !values[$0].isFinite || isExact(values[$0]) }),
                values.indices.contains(where: { values[$0].isFinite && !test.isWhole(Int64(values[$0])) })
            else { return nil }
            return values.indices.map { values[$0].isFinite ? Int64(values[$0]) : .min }
        }
    }
}

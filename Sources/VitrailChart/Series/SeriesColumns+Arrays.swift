public import VitrailColumns
import VitrailScales

extension SeriesColumns {
    /// The columns of the convenience initialisers.
    init(
        arrays x: (any ColumnConvertible)?, _ y: (any ColumnConvertible)?,
        _ keyed: [DataKey: any ColumnConvertible] = [:]
    ) {
        self.init(x: x?.asColumn(), y: y?.asColumn(), keyed: keyed.mapValues { $0.asColumn() })
    }

    /// The rows split by a column, in the order in which its values first appear. Rows without a value are left out.
    ///
    /// - Parameter groups: texts, numbers or dates; the names are the values as texts.
    /// - Throws: `ChartError.columnLengths` if a column has another length than `groups`.
    public func split(by groups: any ColumnConvertible) throws(ChartError) -> [(name: String, columns: SeriesColumns)] {
        let groups = groups.asColumn()
        for (name, column) in named where column.count != groups.count {
            throw .columnLengths(path: "series", first: name, column.count, second: "by", groups.count)
        }
        var names: [String] = []
        var rows: [String: [Int]] = [:]
        for (row, name) in groups.names.enumerated() {
            guard let name else { continue }
            if rows[name] == nil { names.append(name) }
            rows[name, default: []].append(row)
        }
        return names.map { name in (name, picking(rows[name] ?? [])) }
    }

    /// Some rows of all columns.
    private func picking(_ rows: [Int]) -> SeriesColumns {
        var picked = SeriesColumns(x: x?.picking(rows), y: y?.picking(rows))
        for key in keys { picked[key] = self[key]?.picking(rows) }
        return picked
    }
}

extension Column {
    /// The values as names of groups; `nil` for a gap.
    fileprivate var names: [String?] {
        switch kind {
        case .category: texts
        case .number:
            withView { values in
                values.indices.map { values[$0].isFinite ? NumberLabel.text(values[$0], minus: .hyphen) : nil }
            }
        case .date: dateTexts
        }
    }

    fileprivate func picking(_ rows: [Int]) -> Column {
        guard kind != .category else { return Column(rows.map { texts[$0] }) }
        let values = withView { values in rows.map { values[$0] } }
        return kind == .date ? Column(seconds: values, after: origin) : Column(values)
    }
}

import Vitrail

/// Parses the row conditions of the command line.
enum PlotFilters {
    /// The longest first, so that `>=` is not parsed as `=`.
    private static let signs = [">=", "<=", "="]

    /// Makes one filter per column. Several values of a column are alternatives; two ends form one range.
    ///
    /// - Parameter names: the columns of the file. If a name contains a sign, the part before the sign must be a
    ///   column.
    /// - Throws: `CommandError.usage` for a text without a sign, `DataError.unknownColumn`.
    static func read(_ conditions: [String], _ names: [String], source: String) throws -> [RowFilter] {
        var filters: [RowFilter] = []
        for condition in conditions {
            let (column, sign, value) = try split(condition, names, source: source)
            let index = filters.firstIndex { $0.column == column }
            let known = index.map { filters[$0].condition }
            let merged = try merge(known, sign, value, condition)
            if let index {
                filters[index].condition = merged
            } else {
                filters.append(RowFilter(column: column, merged))
            }
        }
        return filters
    }

    private static func split(_ text: String, _ names: [String], source: String) throws -> (String, String, String) {
        var first: (column: String, sign: String, value: String)?
        var index = text.startIndex
        while index < text.endIndex {
            if let sign = signs.first(where: { text[index...].hasPrefix($0) }) {
                let found = (String(text[..<index]), sign, String(text[text.index(index, offsetBy: sign.count)...]))
                if names.contains(found.0) { return found }
                first = first ?? found
                index = text.index(index, offsetBy: sign.count)
            } else {
                index = text.index(after: index)
            }
        }
        guard let first else {
            throw CommandError.usage(
                "--where takes COLUMN=VALUE, COLUMN>=VALUE or COLUMN<=VALUE, not \(CommandError.clean(text))")
        }
        throw DataError.unknownColumn(name: first.column, source: source, known: names)
    }

    private static func merge(
        _ known: RowFilter.Condition?, _ sign: String, _ value: String, _ text: String
    ) throws -> RowFilter.Condition {
        guard sign != "=" else {
            // No text after the sign selects the empty cells.
            let wanted = value.isEmpty ? RowFilter.Value.gap : .text(value)
            switch known {
            case nil: return .oneOf([wanted])
            case .oneOf(let values)?: return .oneOf(values + [wanted])
            case .between?:
                throw CommandError.usage("--where \(CommandError.clean(text)): the column has a range already")
            }
        }
        guard let bound = bound(value) else {
            throw CommandError.usage(
                "--where \(CommandError.clean(text)): \(sign) takes a number or a date, as 2013-01-31")
        }
        var ends: (minimum: RowFilter.Bound?, maximum: RowFilter.Bound?) = (nil, nil)
        switch known {
        case nil: break
        case .between(let minimum, let maximum)?: ends = (minimum, maximum)
        case .oneOf?: throw CommandError.usage("--where \(CommandError.clean(text)): the column has a value already")
        }
        if sign == ">=" { ends.minimum = bound } else { ends.maximum = bound }
        return .between(minimum: ends.minimum, maximum: ends.maximum)
    }

    private static func bound(_ text: String) -> RowFilter.Bound? {
        if let number = Double(text), number.isFinite { return .number(number) }
        return Column.date(text, timeZone: nil) == nil ? nil : .text(text)
    }
}

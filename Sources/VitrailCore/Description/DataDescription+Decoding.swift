extension DataDescription {
    static let maxTables = 1_000
    static let maxInlineColumns = 1_000

    static func readAll(_ node: DescriptionNode) throws(DescriptionError) -> [String: DataDescription] {
        var object = try DescriptionObject(node)
        guard object.names.count <= maxTables else { throw node.error("more than \(maxTables) tables") }
        var tables: [String: DataDescription] = [:]
        for name in object.names { tables[name] = try read(try object.required(name)) }
        return tables
    }

    private static func read(_ node: DescriptionNode) throws(DescriptionError) -> DataDescription {
        var object = try DescriptionObject(node)
        let csv = object.optional("csv")
        let values = object.optional("values")
        let columns = object.optional("columns")
        guard [csv, values, columns].count(where: { $0 != nil }) == 1 else {
            // A misspelt one is told as such.
            if csv == nil, values == nil, columns == nil { try object.finish() }
            throw node.error("expected one of csv, values and columns")
        }
        var description: DataDescription
        if let csv {
            let filter = try object.optional("where").map(readFilter) ?? []
            description = .csv(path: try path(csv), filter: filter)
        } else if let values {
            description = .values(try readColumns(values, InlineColumn.read))
        } else if let columns {
            description = .columns(try readColumns(columns, RawColumn.read))
        } else {
            throw node.error("expected one of csv, values and columns")
        }
        try object.finish()
        return description
    }

    private static func readColumns<Column>(
        _ node: DescriptionNode, _ read: (DescriptionNode) throws(DescriptionError) -> Column
    ) throws(DescriptionError) -> [String: Column] {
        var object = try DescriptionObject(node)
        guard !object.names.isEmpty else { throw node.error("no column") }
        guard object.names.count <= maxInlineColumns else {
            throw node.error("more than \(maxInlineColumns) columns")
        }
        var columns: [String: Column] = [:]
        for name in object.names { columns[name] = try read(try object.required(name)) }
        return columns
    }

    /// As `{"year": 2005, "country": "Chad"}`.
    private static func readFilter(_ node: DescriptionNode) throws(DescriptionError) -> [RowFilter] {
        guard case .object(let members) = node.value else { throw node.mismatch("an object") }
        guard members.count <= 16 else { throw node.error("more than 16 columns") }
        var filters: [RowFilter] = []
        for member in members {
            switch member.value {
            case .string(let text): filters.append(RowFilter(column: member.name, value: text))
            case .number(let number):
                // A whole number without its point, so that it also equals the text of a category.
                filters.append(RowFilter(column: member.name, value: compact(number)))
            default: throw node.child(member.name, member.value).mismatch("a number or a string")
            }
        }
        return filters
    }

    fileprivate static func path(_ node: DescriptionNode) throws(DescriptionError) -> String {
        let path = try String.read(node)
        guard !path.isEmpty else { throw node.error("the path is empty") }
        return path
    }
}

extension InlineColumn {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> InlineColumn {
        guard case .array(let values) = node.value else { throw node.mismatch("a list") }
        let first = values.first { $0 != .null }
        if case .string? = first {
            var texts: [String?] = []
            for (i, value) in values.enumerated() {
                switch value {
                case .string(let text): texts.append(text)
                case .null: texts.append(nil)
                default: throw node.child(i, value).mismatch("a string, as the ones before it")
                }
            }
            return .texts(texts)
        }
        var numbers: [Double?] = []
        for (i, value) in values.enumerated() {
            switch value {
            case .number(let number): numbers.append(number)
            case .null: numbers.append(nil)
            default: throw node.child(i, value).mismatch("a number")
            }
        }
        return .numbers(numbers)
    }
}

extension RawColumn {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> RawColumn {
        var object = try DescriptionObject(node)
        let paths = (object.optional("f64"), object.optional("f32"), object.optional("npy"))
        try object.finish()
        switch paths {
        case (let f64?, nil, nil): return .f64(path: try DataDescription.path(f64))
        case (nil, let f32?, nil): return .f32(path: try DataDescription.path(f32))
        case (nil, nil, let npy?): return .npy(path: try DataDescription.path(npy))
        default: throw node.error("expected one of f64, f32 and npy")
        }
    }
}

import VitrailColumns

extension DataDescription {
    static let maxTables = 1_000
    static let maxInlineColumns = 1_000

    /// - Parameter notes: Collects assumptions made while values are read.
    static func readAll(
        _ node: DescriptionNode, _ notes: inout InlineNotes
    ) throws(DescriptionError) -> [String: DataDescription] {
        var object = try DescriptionObject(node)
        guard object.names.count <= maxTables else { throw node.error("more than \(maxTables) tables") }
        var tables: [String: DataDescription] = [:]
        for name in object.names { tables[name] = try read(try object.required(name), name, &notes) }
        return tables
    }

    private static func read(
        _ node: DescriptionNode, _ name: String, _ notes: inout InlineNotes
    ) throws(DescriptionError) -> DataDescription {
        var object = try DescriptionObject(node)
        let csv = object.optional("csv")
        let values = object.optional("values")
        let columns = object.optional("columns")
        let arrays = [object.optional("npy"), object.optional("npz")]
        let arrow = object.optional("arrow")
        guard ([csv, values, columns, arrow] + arrays).count(where: { $0 != nil }) == 1 else {
            // Report a misspelt key as such.
            if csv == nil, values == nil, columns == nil { try object.finish() }
            throw node.error("expected one of csv, values, columns, npy, npz and arrow")
        }
        let condition = object.optional("where")
        let filters = try condition.map(RowFilter.readAll) ?? []
        var description: DataDescription
        if let csv {
            var options = try CSVOptions.readShared(&object)
            try options.readDialect(&object)
            description = .csv(path: try path(csv), filter: filters, options: options)
        } else if let values {
            let options = try CSVOptions.readShared(&object)
            var table = try InlineTable.read(values, &notes)
            if !table.columns.isEmpty { try options.checkColumns(table.columns.keys.sorted(), node) }
            if let condition { try table.keep(filters, condition, &notes) }
            if table.isOfRows { notes.rowTables.insert(name) }
            description = .values(table.columns, options: options)
        } else if let columns {
            if let condition {
                throw condition.error("raw columns have no filter; filter the arrays before they are saved")
            }
            let options = try CSVOptions.readShared(&object)
            let columns = try readColumns(columns, RawColumn.read)
            try options.checkColumns(columns.keys.sorted(), node)
            description = .columns(columns, options: options)
        } else if let arrays = arrays.compactMap({ $0 }).first {
            if let condition { throw condition.error("arrays have no filter; filter them before they are saved") }
            description = .arrays(path: try path(arrays), options: try CSVOptions.readShared(&object))
        } else if let arrow {
            description = .arrow(path: try path(arrow), filter: filters, options: try CSVOptions.readShared(&object))
        } else {
            throw node.error("expected one of csv, values, columns, npy, npz and arrow")
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

    fileprivate static func path(_ node: DescriptionNode) throws(DescriptionError) -> String {
        let path = try String.read(node)
        guard !path.isEmpty else { throw node.error("the path is empty") }
        return path
    }
}

extension RawColumn {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> RawColumn {
        if case .array = node.value {
            throw node.error(
                "expected a file of numbers, as {\"f64\": \"y.f64\"}, found a list; \"values\" takes columns as lists")
        }
        var object = try DescriptionObject(node)
        let paths = (object.optional("f64"), object.optional("f32"), object.optional("npy"))
        let column = paths.2 == nil ? nil : object.optional("column")
        try object.finish()
        switch paths {
        case (let f64?, nil, nil): return .f64(path: try DataDescription.path(f64))
        case (nil, let f32?, nil): return .f32(path: try DataDescription.path(f32))
        case (nil, nil, let npy?):
            return .npy(path: try DataDescription.path(npy), column: try column.map(columnName))
        default: throw node.error("expected one of f64, f32 and npy")
        }
    }

    /// Reads a column name, or the number of a column without a name.
    private static func columnName(_ node: DescriptionNode) throws(DescriptionError) -> String {
        switch node.value {
        case .string(let name): return name
        case .number(let number): return compact(number)
        default: throw node.mismatch("a number or a string")
        }
    }
}

/// The columns of an Arrow file, and the position of their nodes and buffers in each batch.
struct ArrowSchema: Sendable {
    struct Field: Sendable {
        let name: String
        /// Type of the values, or of the dictionary's values if there is a dictionary.
        let type: ArrowType
        let dictionary: Dictionary?
        /// Number of preceding nodes, non-variadic buffers, and fields with variadic buffers in a batch.
        let node, buffer, view: Int

        package init(name: String, type: ArrowType, dictionary: Dictionary?, node: Int, buffer: Int, view: Int) {
            self.name = name
            self.type = type
            self.dictionary = dictionary
            self.node = node
            self.buffer = buffer
            self.view = view
        }

        /// The same field as the only column of a dictionary batch.
        var ofDictionary: Field { Field(name: name, type: type, dictionary: nil, node: 0, buffer: 0, view: 0) }
    }

    /// Dictionary of a column that stores entry indices instead of values.
    struct Dictionary: Sendable {
        let id: Int64
        let index: NumPyElement
    }

    let fields: [Field]

    /// Maximum nesting of types and total number of fields. A flatbuffer can refer to one field many times.
    private static let (maxDepth, maxFields) = (64, 1 << 16)

    init(_ schema: FlatTable, isVersion4: Bool) throws(FlatTable.Fault) {
        guard try schema.integer(0, Int16.self) == 0 else {
            throw FlatTable.Fault(reason: "its numbers are big-endian; only little-endian files can be read")
        }
        var counter = Counter(isVersion4: isVersion4)
        var fields: [Field] = []
        for field in try schema.tables(1) {
            let name = try field.text(0) ?? ""
            let type = try ArrowType(field, isVersion4: isVersion4)
            let dictionary = try field.table(4).map { encoding throws(FlatTable.Fault) in try Dictionary(encoding) }
            fields.append(
                Field(
                    name: name, type: type, dictionary: dictionary, node: counter.nodes, buffer: counter.buffers,
                    view: counter.views))
            try counter.add(field, type, depth: 0)
        }
        self.fields = fields
    }

    /// Counts the nodes and buffers of fields in a batch, depth first.
    private struct Counter {
        let isVersion4: Bool
        var (nodes, buffers, views) = (0, 0, 0)

        init(isVersion4: Bool) { self.isVersion4 = isVersion4 }

        mutating func add(_ field: FlatTable, _ type: ArrowType, depth: Int) throws(FlatTable.Fault) {
            nodes += 1
            guard nodes <= maxFields else {
                throw FlatTable.Fault(reason: "its schema has more than \(maxFields) fields")
            }
            guard depth < maxDepth else {
                throw FlatTable.Fault(reason: "its types are nested more than \(maxDepth) deep")
            }
            // The field has validity and indices; the values are in the dictionary.
            if try field.table(4) != nil { return buffers += 2 }
            buffers += type.bufferCount
            if type.hasVariadicBuffers { views += 1 }
            for child in try field.tables(5) {
                try add(child, try ArrowType(child, isVersion4: isVersion4), depth: depth + 1)
            }
        }
    }
}

extension ArrowSchema.Dictionary {
    fileprivate init(_ encoding: FlatTable) throws(FlatTable.Fault) {
        id = try encoding.integer(0, Int64.self)
        let index = try encoding.table(1).map { type throws(FlatTable.Fault) in try ArrowType.integers(type) }
        guard case .values(let element)? = index else {
            self.index = .signed(bytes: 4)
            return
        }
        self.index = element
    }
}

/// The columns of an Arrow file, and where they are found in each of its batches.
struct ArrowSchema: Sendable {
    struct Field: Sendable {
        let name: String
        /// Of the values; of the dictionary's where there is one.
        let type: ArrowType
        let dictionary: Dictionary?
        /// How many there are before it in a batch: of nodes, of buffers that are not variadic, and of fields with variadic ones.
        let node, buffer, view: Int

        /// The column of a dictionary's own batches.
        var ofDictionary: Field { Field(name: name, type: type, dictionary: nil, node: 0, buffer: 0, view: 0) }
    }

    /// Where a column has the numbers of entries in place of values.
    struct Dictionary: Sendable {
        let id: Int64
        let index: NumPyElement
    }

    let fields: [Field]

    /// Of types inside types; and of all of them together, since a flatbuffer may use one many times.
    private static let (maxDepth, maxFields) = (64, 1 << 16)

    init(_ schema: FlatTable, isVersion4: Bool) throws(FlatTable.Fault) {
        guard try schema.integer(0, Int16.self) == 0 else { throw FlatTable.Fault(reason: "its numbers are big-endian; write it on a machine of today") }
        var counter = Counter(isVersion4: isVersion4)
        var fields: [Field] = []
        for field in try schema.tables(1) {
            let name = try field.text(0) ?? ""
            let type = try ArrowType(field, isVersion4: isVersion4)
            let dictionary = try field.table(4).map { encoding throws(FlatTable.Fault) in try Dictionary(encoding) }
            fields.append(Field(name: name, type: type, dictionary: dictionary, node: counter.nodes, buffer: counter.buffers, view: counter.views))
            try counter.add(field, type, depth: 0)
        }
        self.fields = fields
    }

    /// Counts what fields have in a batch, depth first.
    private struct Counter {
        let isVersion4: Bool
        var (nodes, buffers, views) = (0, 0, 0)

        init(isVersion4: Bool) { self.isVersion4 = isVersion4 }

        mutating func add(_ field: FlatTable, _ type: ArrowType, depth: Int) throws(FlatTable.Fault) {
            nodes += 1
            guard nodes <= maxFields else { throw FlatTable.Fault(reason: "its schema has more than \(maxFields) fields") }
            guard depth < maxDepth else { throw FlatTable.Fault(reason: "its types are nested more than \(maxDepth) deep") }
            // Numbers of entries; the values are elsewhere.
            if try field.table(4) != nil { return buffers += 2 }
            buffers += type.bufferCount
            if type.hasVariadicBuffers { views += 1 }
            for child in try field.tables(5) { try add(child, try ArrowType(child, isVersion4: isVersion4), depth: depth + 1) }
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

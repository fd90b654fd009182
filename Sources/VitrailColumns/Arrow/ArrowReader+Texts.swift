/// Reads texts and dictionary-encoded values.
extension ArrowReader {
    /// The texts of a field. `nil`: a gap or an empty text.
    func texts(of field: ArrowSchema.Field, _ batches: ArraySlice<ArrowBatch>) throws(FlatTable.Fault) -> [String?] {
        let isView = field.type == .textViews
        let parts = try parts(of: field, batches, buffers: field.type.bufferCount)
        // Any number of views may refer to the same bytes, so the file size does not limit the memory.
        var left = maxBytes - (try checked(parts.rows, MemorySize.bytesPerText))
        var texts: [String?] = []
        texts.reserveCapacity(parts.rows)
        for part in parts.parts {
            try file.withBytes { bytes throws(FlatTable.Fault) in
                if isView {
                    try addViews(of: part, bytes, to: &texts, &left)
                } else if case .texts(let offsetBytes) = field.type {
                    let start = texts.count
                    try addTexts(of: part, offsetBytes, bytes, to: &texts)
                    try part.forEachGap(bytes) { texts[start + $0] = nil }
                }
            }
        }
        return texts
    }

    private func addTexts(
        of part: ArrowBatch.Part, _ width: Int, _ file: Span<UInt8>, to texts: inout [String?]
    ) throws(FlatTable.Fault) {
        guard part.buffers.count == 2 else { throw ArrowBatch.incomplete }
        let (offsets, data) = (part.buffers[0], part.buffers[1])
        _ = try checked(data.count, 1)
        var added: [String?] = []
        added.reserveCapacity(part.rows)
        try offsets.withBytes(file, first: (part.rows + 1) * width) { offsets throws(FlatTable.Fault) in
            try data.withBytes(file, first: data.count) { data throws(FlatTable.Fault) in
                var start = offsets.integer(0, width)
                for i in 1...part.rows {
                    let end = offsets.integer(i * width, width)
                    guard start >= 0, start <= end, end <= data.count else { throw Self.strange }
                    added.append(data.text(start..<end))
                    start = end
                }
            }
        }
        texts += added
    }

    private func addViews(
        of part: ArrowBatch.Part, _ file: Span<UInt8>, to texts: inout [String?], _ left: inout Int
    ) throws(FlatTable.Fault) {
        var added: [String?] = []
        added.reserveCapacity(part.rows)
        // Decompress each buffer once.
        let data = part.buffers.dropFirst().map { $0 }
        var held: [Int: [UInt8]] = [:]
        for (k, buffer) in data.enumerated() where buffer.codec != nil {
            left -= buffer.count
            guard left >= 0 else {
                throw FlatTable.Fault(reason: "it takes more than \(MemorySize.text(maxBytes)) of memory")
            }
            held[k] = try buffer.bytes(file)
        }
        let isGap = try part.gaps(file)
        var room = left
        try part.buffers[0].withBytes(file, first: part.rows * 16) { views throws(FlatTable.Fault) in
            for i in 0..<part.rows {
                // The view of a gap may have invalid references.
                let count = isGap[i] ? 0 : views.integer(16 * i, 4)
                guard count >= 0 else { throw Self.strange }
                if count <= 12 {
                    added.append(views.text(16 * i + 4..<16 * i + 4 + count))
                    continue
                }
                let (k, start) = (views.integer(16 * i + 8, 4), views.integer(16 * i + 12, 4))
                guard data.indices.contains(k), start >= 0, start + count <= data[k].count else { throw Self.strange }
                room -= count
                guard room >= 0 else {
                    throw FlatTable.Fault(reason: "it takes more than \(MemorySize.text(maxBytes)) of memory")
                }
                if let bytes = held[k] {
                    added.append(bytes.span.text(start..<start + count))
                } else {
                    added.append(try data[k].withBytes(file, first: data[k].count) { $0.text(start..<start + count) })
                }
            }
        }
        left = room
        texts += added
    }

    private static let strange = FlatTable.Fault(reason: "a text is outside its buffer")

    // MARK: Dictionaries

    /// A column whose values are indices of dictionary entries.
    func column(
        _ field: ArrowSchema.Field, through dictionary: ArrowSchema.Dictionary
    ) throws(FlatTable.Fault) -> Column {
        let versions = contents.dictionaries[dictionary.id] ?? []
        let rows = contents.rows
        let isOfTexts = field.type.kind == .category
        _ = try checked(rows, isOfTexts ? MemorySize.bytesPerText : 16)
        var (texts, numbers) = ([String?](), [Double]())
        // Dates stay whole numbers if the entries of all versions have them.
        var counts: [Int64]?
        if case .timestamps = field.type { counts = [] }
        if isOfTexts { texts.reserveCapacity(rows) } else { numbers.reserveCapacity(rows) }
        // The first version also applies to earlier batches: a valid stream has only gaps there.
        let ends = versions.dropFirst().map(\.firstBatch) + [contents.batches.count]
        let none = ArrowContents.Version(firstBatch: 0, parts: [])
        var start = 0
        for (version, end) in zip(versions.isEmpty ? [none] : versions, ends) where start < end {
            defer { start = end }
            let entries = try column(ofEntries: field, version.parts)
            let values = isOfTexts ? [] : entries.withView { $0.copied }
            let whole = entries.count == 0 ? [] : entries.wholeNumbers
            if whole == nil { counts = nil }
            let words = isOfTexts ? entries.texts : []
            for index in try indices(of: field, dictionary, contents.batches[start..<end], entries.count) {
                if isOfTexts {
                    texts.append(index.map { words[$0] } ?? nil)
                } else {
                    numbers.append(index.map { values[$0] } ?? .nan)
                    if let whole { counts?.append(index.map { whole[$0] } ?? .min) }
                }
            }
        }
        if isOfTexts { return Column(texts) }
        if let counts, let element = field.type.element { return Column(counts: counts, element) }
        return field.type.kind == .date ? Column(secondsSince1970: numbers) : Column(numbers)
    }

    private func column(ofEntries field: ArrowSchema.Field, _ parts: [ArrowBatch]) throws(FlatTable.Fault) -> Column {
        // Entries that are gaps take no bytes in the file, so the file size does not limit the memory.
        _ = try checked(parts.reduce(0) { $0 + $1.rows }, MemorySize.bytesPerNumber)
        return try column(field.ofDictionary, parts[...])
    }

    /// Indices of dictionary entries, one per row. `nil`: a gap.
    private func indices(
        of field: ArrowSchema.Field, _ dictionary: ArrowSchema.Dictionary, _ batches: ArraySlice<ArrowBatch>,
        _ entries: Int
    ) throws(FlatTable.Fault) -> [Int?] {
        let width = dictionary.index.byteCount
        let isSigned = if case .signed = dictionary.index { true } else { false }
        let parts = try parts(of: field, batches, buffers: 2)
        var indices: [Int?] = []
        indices.reserveCapacity(parts.rows)
        for part in parts.parts {
            try file.withBytes { bytes throws(FlatTable.Fault) in
                let isGap = try part.gaps(bytes)
                var added: [Int?] = []
                added.reserveCapacity(part.rows)
                try part.buffers[0].withBytes(bytes, first: part.rows * width) { raw throws(FlatTable.Fault) in
                    for i in 0..<part.rows {
                        if isGap[i] {
                            added.append(nil)
                            continue
                        }
                        let index = raw.integer(i * width, width, isSigned: isSigned)
                        guard (0..<entries).contains(index) else {
                            throw FlatTable.Fault(reason: "an entry of its dictionary is not there")
                        }
                        added.append(index)
                    }
                }
                indices += added
            }
        }
        return indices
    }
}

extension ArrowBatch.Part {
    /// Whether each row is a gap.
    fileprivate func gaps(_ file: Span<UInt8>) throws(FlatTable.Fault) -> [Bool] {
        var isGap = [Bool](repeating: false, count: rows)
        try forEachGap(file) { isGap[$0] = true }
        return isGap
    }
}

extension Span<UInt8> {
    /// A little-endian number of 1, 2, 4 or 8 bytes. - Precondition: The bytes are inside the span.
    fileprivate func integer(_ offset: Int, _ width: Int, isSigned: Bool = true) -> Int {
        var bits: UInt64 = 0
        for k in 0..<width { bits |= UInt64(self[offset + k]) << UInt64(8 * k) }
        guard isSigned else { return Int(clamping: bits) }
        let unused = UInt64(64 - 8 * width)
        return Int(Int64(bitPattern: bits << unused) >> Int64(unused))
    }

    /// - Returns: `nil` for an empty text.
    fileprivate func text(_ range: Range<Int>) -> String? {
        guard !range.isEmpty else { return nil }
        let part = extracting(range)
        return unsafe part.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

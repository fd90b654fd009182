import CProcess
import VitrailSystem

/// Reads one column from the batches of an Arrow file.
struct ArrowReader {
    let contents: ArrowContents
    let file: DataFile
    /// Maximum memory for the column, in bytes.
    let maxBytes: Int

    /// Consecutive parts of batches, without parts that have no rows.
    struct Parts {
        let parts: [ArrowBatch.Part]
        let rows: Int

        var hasGaps: Bool { parts.contains(where: \.hasGaps) }
        /// Whether all values and validity bits are uncompressed in the file.
        var areInPlace: Bool {
            parts.allSatisfy { $0.validity?.codec == nil && $0.buffers.allSatisfy { $0.codec == nil } }
        }
        /// The row of each part's first value.
        var starts: [Int] {
            var (starts, row) = ([Int](), 0)
            for part in parts {
                starts.append(row)
                row += part.rows
            }
            return starts
        }
    }

    func column(_ field: ArrowSchema.Field) throws(FlatTable.Fault) -> Column {
        guard let dictionary = field.dictionary else { return try column(field, contents.batches[...]) }
        return try column(field, through: dictionary)
    }

    /// - Precondition: The values are in the batches themselves, not in a dictionary.
    func column(_ field: ArrowSchema.Field, _ batches: ArraySlice<ArrowBatch>) throws(FlatTable.Fault) -> Column {
        switch field.type {
        case .null: return .constant(.nan, count: batches.reduce(0) { $0 + $1.rows })
        case .bool: return try bits(of: field, batches)
        case .texts, .textViews: return Column(try texts(of: field, batches))
        case .other: throw FlatTable.Fault(reason: "values of its type are not read")
        case .values, .days, .shortTimes, .timestamps, .decimal: return try values(of: field, batches)
        }
    }

    func parts(
        of field: ArrowSchema.Field, _ batches: ArraySlice<ArrowBatch>, buffers count: Int
    ) throws(FlatTable.Fault) -> Parts {
        try file.withBytes { bytes throws(FlatTable.Fault) in
            var (parts, rows) = ([ArrowBatch.Part](), 0)
            let isView = field.dictionary == nil && field.type.hasVariadicBuffers
            for batch in batches where batch.rows > 0 {
                parts.append(try batch.part(of: field, bytes, buffers: count, isView: isView))
                rows += batch.rows
            }
            guard rows <= Column.maxCount else {
                throw FlatTable.Fault(reason: "it has more than \(Column.maxCount) values")
            }
            return Parts(parts: parts, rows: rows)
        }
    }

    /// Size of `count` values of `width` bytes. Throws if it exceeds `maxBytes`.
    func checked(_ count: Int, _ width: Int) throws(FlatTable.Fault) -> Int {
        let (bytes, overflows) = count.multipliedReportingOverflow(by: width)
        guard !overflows, bytes <= maxBytes else {
            throw FlatTable.Fault(reason: "it takes more than \(MemorySize.text(maxBytes)) of memory")
        }
        return bytes
    }

    // MARK: Memory

    /// Bytes of memory needed to read a column; 0 if it is read in place.
    func memory(of field: ArrowSchema.Field) throws(FlatTable.Fault) -> Int {
        let rows = contents.rows
        if let dictionary = field.dictionary {
            var entries = 0
            for version in contents.dictionaries[dictionary.id] ?? [] {
                for part in version.parts { entries += part.rows }
            }
            let isOfTexts = field.type.kind == .category
            return (rows + entries) * (isOfTexts ? MemorySize.bytesPerText : MemorySize.bytesPerNumber)
        }
        switch field.type {
        case .null, .other: return 0
        case .bool: return try parts(of: field, contents.batches[...], buffers: 2).areInPlace ? 0 : rows * 4
        case .texts, .textViews: return rows * MemorySize.bytesPerText
        case .values, .days, .shortTimes, .timestamps, .decimal:
            guard let width = field.type.width else { return 0 }
            let parts = try parts(of: field, contents.batches[...], buffers: 2)
            return switch storage(of: field.type, parts) {
            case .inPlace: 0
            case .held: parts.rows * width
            case .doubles: parts.rows * MemorySize.bytesPerNumber
            }
        }
    }

    // MARK: Values of a fixed width

    private enum Storage {
        case inPlace(NumPyElement)
        case held(NumPyElement)
        case doubles
    }

    /// Where the values are stored: in the file, in memory in their own type, or in memory as Doubles.
    private func storage(of type: ArrowType, _ parts: Parts) -> Storage {
        guard let element = type.element else { return .doubles }
        if parts.areInPlace { return .inPlace(element) }
        return !parts.hasGaps || element.gap != nil ? .held(element) : .doubles
    }

    private func values(
        of field: ArrowSchema.Field, _ batches: ArraySlice<ArrowBatch>
    ) throws(FlatTable.Fault) -> Column {
        guard let width = field.type.width else { throw ArrowBatch.incomplete }
        let parts = try parts(of: field, batches, buffers: 2)
        for part in parts.parts where part.buffers[0].count < part.rows * width { throw ArrowBatch.incomplete }
        let kind = field.type.kind
        switch storage(of: field.type, parts) {
        case .inPlace(let element):
            if parts.parts.count == 1, !parts.hasGaps {
                let range = parts.parts[0].buffers[0].range
                return Column(
                    .mapped(file, range), from: 0, element, isBigEndian: false, stride: width, count: parts.rows,
                    kind: kind)
            }
            return unsafe try pieces(parts, kind) { part, owner, validity in
                unsafe file.address(of: part.buffers[0].range).map {
                    unsafe ForeignValues($0, count: part.rows, element, stride: width, validity: validity, owner: owner)
                }
            }
        case .held(let element):
            let bytes = try held(parts, element)
            return Column(
                .held(bytes), from: 0, element, isBigEndian: false, stride: width, count: parts.rows, kind: kind)
        case .doubles:
            let values = try doubles(parts, field.type, width)
            return kind == .date ? Column(secondsSince1970: values) : Column(values)
        }
    }

    /// A column of values read in place.
    private func pieces(
        _ parts: Parts, _ kind: Column.Kind,
        _ piece: (ArrowBatch.Part, MemoryOwner, UnsafePointer<UInt8>?) -> ForeignValues?
    ) throws(FlatTable.Fault) -> Column {
        var pieces: [ForeignValues] = []
        let owner = MemoryOwner(file)
        for part in parts.parts {
            let validity = unsafe part.validity.flatMap { unsafe file.address(of: $0.range) }?.assumingMemoryBound(
                to: UInt8.self)
            guard let piece = unsafe piece(part, owner, validity) else { throw ArrowBatch.incomplete }
            pieces.append(piece)
        }
        return Column(pieces, kind: kind)
    }

    /// The bytes of all parts, with gaps encoded as the element's gap value.
    private func held(_ parts: Parts, _ element: NumPyElement) throws(FlatTable.Fault) -> [UInt8] {
        let width = element.byteCount
        return unsafe try filled(UInt8.self, try checked(parts.rows, width), parts) {
            part, start, bytes, target throws(FlatTable.Fault) in
            let target = unsafe UnsafeMutableRawBufferPointer(
                rebasing: UnsafeMutableRawBufferPointer(target)[start * width..<(start + part.rows) * width])
            unsafe try part.buffers[0].read(bytes, into: target)
            guard let gap = element.gap else { return }
            try part.forEachGap(bytes) { i in
                unsafe withUnsafeBytes(of: gap) {
                    unsafe target.baseAddress?.advanced(by: i * width).copyMemory(
                        from: $0.baseAddress!, byteCount: width)
                }
            }
        }
    }

    private func doubles(_ parts: Parts, _ type: ArrowType, _ width: Int) throws(FlatTable.Fault) -> [Double] {
        _ = try checked(parts.rows, 8)
        return unsafe try filled(Double.self, parts.rows, parts) { part, start, bytes, target throws(FlatTable.Fault) in
            let target = unsafe UnsafeMutableBufferPointer(rebasing: target[start..<start + part.rows])
            try part.buffers[0].withBytes(bytes, first: part.rows * width) { span in
                unsafe span.withUnsafeBytes { if let base = $0.baseAddress { unsafe type.widen(base, into: target) } }
            }
            try part.forEachGap(bytes) { unsafe target[$0] = .nan }
        }
    }

    /// Truth values as 1 and 0.
    private func bits(of field: ArrowSchema.Field, _ batches: ArraySlice<ArrowBatch>) throws(FlatTable.Fault) -> Column
    {
        let parts = try parts(of: field, batches, buffers: 2)
        for part in parts.parts where part.buffers[0].count < (part.rows + 7) / 8 { throw ArrowBatch.incomplete }
        guard !parts.areInPlace else {
            return unsafe try pieces(parts, .number) { part, owner, validity in
                unsafe file.address(of: part.buffers[0].range).map {
                    unsafe ForeignValues(bits: $0, offset: 0, count: part.rows, validity: validity, owner: owner)
                }
            }
        }
        return Column(try floats(parts))
    }

    private func floats(_ parts: Parts) throws(FlatTable.Fault) -> [Float] {
        _ = try checked(parts.rows, 4)
        return unsafe try filled(Float.self, parts.rows, parts) { part, start, bytes, target throws(FlatTable.Fault) in
            let target = unsafe UnsafeMutableBufferPointer(rebasing: target[start..<start + part.rows])
            try part.buffers[0].withBytes(bytes, first: (part.rows + 7) / 8) { bits in
                for i in 0..<part.rows {
                    unsafe target.initializeElement(at: i, to: bits[i >> 3] >> UInt8(i & 7) & 1 == 1 ? 1 : 0)
                }
            }
            try part.forEachGap(bytes) { unsafe target[$0] = .nan }
        }
    }

    /// The texts `true` and `false`, for a category axis.
    func words(_ field: ArrowSchema.Field) throws(FlatTable.Fault) -> Column {
        let values = try column(field)
        _ = try checked(values.count, MemorySize.bytesPerText)
        return Column(
            values.withView { values in
                values.indices.map { values[$0].isNaN ? nil : values[$0] == 1 ? "true" : "false" }
            })
    }

    /// An array of `count` elements. Parts write their ranges of it in parallel.
    private func filled<Element: BitwiseCopyable>(
        _ type: Element.Type, _ count: Int, _ parts: Parts,
        _ write:
            @Sendable (ArrowBatch.Part, Int, Span<UInt8>, UnsafeMutableBufferPointer<Element>) throws(FlatTable.Fault)
            -> Void
    ) throws(FlatTable.Fault) -> [Element] {
        var fault: FlatTable.Fault?
        let (file, list, starts) = (file, parts.parts, parts.starts)
        let values = unsafe [Element](unsafeUninitializedCapacity: count) { target, filled in
            unsafe vitrail_prefer_large_pages(target.baseAddress, count * MemoryLayout<Element>.stride)
            nonisolated(unsafe) let target = unsafe UnsafeMutableBufferPointer(rebasing: target[..<count])
            let faults = Parallel.mapParts(of: list.count, minimum: 1) { range -> FlatTable.Fault? in
                do throws(FlatTable.Fault) {
                    try file.withBytes { bytes throws(FlatTable.Fault) in
                        for k in range { unsafe try write(list[k], starts[k], bytes, target) }
                    }
                    return nil
                } catch {
                    return error
                }
            }
            fault = faults.lazy.compactMap { $0 }.first
            if fault == nil { filled = count }
        }
        if let fault { throw fault }
        return values
    }
}

extension ArrowBatch.Part {
    /// Calls the body with the index of each row that is a gap.
    func forEachGap(_ file: Span<UInt8>, _ body: (Int) -> Void) throws(FlatTable.Fault) {
        guard let validity else { return }
        try validity.withBytes(file, first: (rows + 7) / 8) { bits in
            for byte in 0..<bits.count where bits[byte] != 0xFF {
                for i in 8 * byte..<min(8 * byte + 8, rows) where bits[byte] >> UInt8(i & 7) & 1 == 0 { body(i) }
            }
        }
    }
}

extension NumPyElement {
    /// The bit pattern that encodes a gap. `nil`: every bit pattern is a value.
    fileprivate var gap: UInt64? {
        switch self {
        case .float(bytes: 2): 0x7E00
        case .float(bytes: 4): UInt64(Float.nan.bitPattern)
        case .float: Double.nan.bitPattern
        case .dates, .datesAfter, .months, .durations: UInt64(bitPattern: .min)
        case .signed, .unsigned, .boolean: nil
        }
    }
}

import CVitrail
import VitrailColumns

/// A chunk of a column: an Arrow array or a part of one.
struct ArrowPiece {
    let array: ArrowArray
    /// Number of rows in the array before the first one.
    let start: Int
    let count: Int
    let path: String
    let owner: MemoryOwner

    static let maxOffset: Int64 = 1 << 40

    /// - Parameter offset: rows to skip, in addition to the array's own offset.
    init(_ array: ArrowArray, offset: Int, count: Int, path: String, owner: MemoryOwner) throws(Failure) {
        guard (0...Self.maxOffset).contains(array.offset) else { throw .data(path, "the offset is \(array.offset)") }
        guard array.length >= 0 else { throw .data(path, "the length is \(array.length)") }
        (self.array, self.count, self.path, self.owner) = (array, count, path, owner)
        start = Int(array.offset) + offset
    }

    /// - Throws: `Failure` for a missing buffer.
    func buffer(_ index: Int) throws(Failure) -> UnsafeRawPointer {
        guard array.n_buffers > Int64(index), let buffer = array.buffers?[index] else {
            throw .data(path, "buffer \(index) is NULL")
        }
        return buffer
    }

    func checkBuffers(_ count: ClosedRange<Int64>) throws(Failure) {
        guard count.contains(array.n_buffers) else { throw .data(path, "there are \(array.n_buffers) buffers") }
        guard array.buffers != nil || self.count == 0 else { throw .data(path, "buffers is NULL") }
    }

    /// One bit per row. `nil`: all rows are valid.
    func validity() throws(Failure) -> UnsafePointer<UInt8>? {
        guard array.null_count != 0, array.n_buffers > 0 else { return nil }
        guard let bits = array.buffers?[0] else {
            guard array.null_count < 0 else { throw .data(path, "\(array.null_count) nulls, but no validity buffer") }
            return nil
        }
        return bits.assumingMemoryBound(to: UInt8.self)
    }
}

/// Collects the chunks of a column.
struct ArrowColumn {
    let name: String
    let timeZone: String?
    /// The reason why it cannot be drawn. `nil`: it can.
    let reason: String?
    private let type: ArrowType?
    private let dictionary: ArrowType?
    private var pieces: [ForeignValues] = []
    private var numbers: [Double] = []
    private var texts: [String?] = []

    init(_ field: ArrowField) {
        (name, timeZone) = (field.name, ArrowType.timeZone(field.format))
        type = ArrowType(field.format)
        dictionary = field.dictionary.flatMap { ArrowType($0) }
        if let values = field.dictionary {
            let isRead = dictionary?.isText == true && type?.isWhole == true
            reason = isRead ? nil : "a dictionary of the type \(values) cannot be drawn"
        } else {
            reason = type == nil ? "the type \(field.format) cannot be drawn" : nil
        }
    }

    mutating func add(_ piece: ArrowPiece) throws(Failure) {
        guard reason == nil, let type, piece.count > 0 else { return }
        switch type {
        case .values(let element):
            try piece.checkBuffers(2...2)
            let values = ForeignValues(
                try piece.buffer(1).advanced(by: piece.start * element.byteCount), count: piece.count, element,
                stride: element.byteCount,
                validity: try piece.validity(), validityOffset: piece.start, owner: piece.owner)
            if let dictionary { texts += try categories(values, dictionary, piece) } else { pieces.append(values) }
        case .bits:
            try piece.checkBuffers(2...2)
            pieces.append(
                ForeignValues(
                    bits: try piece.buffer(1), offset: piece.start, count: piece.count, validity: try piece.validity(),
                    validityOffset: piece.start,
                    owner: piece.owner))
        case .days: try addNumbers(piece, 4) { Double($0.loadUnaligned(as: Int32.self)) * 86_400 }
        case .shortTimes(let perSecond):
            try addNumbers(piece, 4) { Double($0.loadUnaligned(as: Int32.self)) / perSecond }
        case .decimals(let bytes, let scale):
            let (factor, divisor) = scale < 0 ? (power(-scale), 1) : (1, power(scale))
            try addNumbers(piece, bytes) { Self.whole($0, bytes) * factor / divisor }
        case .texts, .textViews: texts += try ArrowTexts(piece, type).read()
        case .nothing: numbers += [Double](repeating: .nan, count: piece.count)
        }
    }

    private func power(_ exponent: Int) -> Double { Double("1e\(exponent)") ?? .infinity }

    private func categories(
        _ indices: ForeignValues, _ type: ArrowType, _ piece: ArrowPiece
    ) throws(Failure) -> [String?] {
        guard let array = piece.array.dictionary?.pointee else { throw .data(piece.path, "the dictionary is NULL") }
        guard (0...Int64(ArrayReader.maxRows)).contains(array.length) else {
            throw .data(piece.path, "the dictionary's length is \(array.length)")
        }
        let known = try ArrowPiece(array, offset: 0, count: Int(array.length), path: piece.path, owner: piece.owner)
        do throws(Failure) {
            return try ArrayReader.chosen(
                from: try ArrowTexts(known, type).read(), by: Column([indices]), path: piece.path)
        } catch {
            throw .data(error.path, error.message)
        }
    }

    private mutating func addNumbers(
        _ piece: ArrowPiece, _ bytes: Int, _ value: (UnsafeRawPointer) -> Double
    ) throws(Failure) {
        try piece.checkBuffers(2...2)
        let (base, validity) = (try piece.buffer(1), try piece.validity())
        numbers.reserveCapacity(numbers.count + piece.count)
        for row in piece.start..<piece.start + piece.count {
            let isValid = validity.map { $0[row >> 3] >> (row & 7) & 1 == 1 } ?? true
            numbers.append(isValid ? value(base.advanced(by: row * bytes)) : .nan)
        }
    }

    /// The signed integer of 4 to 32 bytes, little-endian.
    private static func whole(_ base: UnsafeRawPointer, _ bytes: Int) -> Double {
        switch bytes {
        case 4: return Double(base.loadUnaligned(as: Int32.self))
        case 8: return Double(base.loadUnaligned(as: Int64.self))
        default:
            var words = (0..<bytes / 8).map { base.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }
            let isNegative = words[words.count - 1] >> 63 == 1
            if isNegative {
                var carry: UInt64 = 1
                for k in words.indices {
                    let (sum, overflows) = (~words[k]).addingReportingOverflow(carry)
                    (words[k], carry) = (sum, overflows ? 1 : 0)
                }
            }
            let magnitude = words.reversed().reduce(0.0) { $0 * 0x1p64 + Double($1) }
            return isNegative ? -magnitude : magnitude
        }
    }

    func finish() -> Column {
        guard let type else { return Column([Double]()) }
        if dictionary != nil || type.isText { return Column(texts) }
        switch type {
        case .days: return Column(secondsSince1970: numbers)
        case .shortTimes, .decimals, .nothing: return Column(numbers)
        case .values(let element): return Column(pieces, kind: element.kind)
        case .bits, .texts, .textViews: return Column(pieces)
        }
    }
}

/// Reads the texts of an array.
struct ArrowTexts {
    private let piece: ArrowPiece
    private let type: ArrowType

    init(_ piece: ArrowPiece, _ type: ArrowType) { (self.piece, self.type) = (piece, type) }

    func read() throws(Failure) -> [String?] {
        guard piece.count > 0 else { return [] }
        guard case .texts(let bytes) = type else { return try views() }
        try piece.checkBuffers(3...3)
        let (offsets, validity) = (try piece.buffer(1), try piece.validity())
        func offset(_ row: Int) -> Int {
            bytes == 4
                ? Int(offsets.loadUnaligned(fromByteOffset: row * 4, as: Int32.self))
                : Int(offsets.loadUnaligned(fromByteOffset: row * 8, as: Int64.self))
        }
        var read: [String?] = []
        read.reserveCapacity(piece.count)
        for row in piece.start..<piece.start + piece.count {
            guard isValid(row, validity) else {
                read.append(nil)
                continue
            }
            let (start, end) = (offset(row), offset(row + 1))
            guard start >= 0, start <= end else {
                throw .data(piece.path, "the offsets \(start) and \(end) of row \(row - piece.start) are no text")
            }
            guard start < end else {
                read.append("")
                continue
            }
            // An empty buffer may be NULL.
            let source = UnsafeRawBufferPointer(start: try piece.buffer(2).advanced(by: start), count: end - start)
            read.append(String(decoding: source, as: UTF8.self))
        }
        return read
    }

    /// 16 bytes per text: its length, then the text itself or its position.
    private func views() throws(Failure) -> [String?] {
        try piece.checkBuffers(3...1 << 20)
        let (views, validity) = (try piece.buffer(1), try piece.validity())
        let buffers = Int(piece.array.n_buffers) - 3
        var read: [String?] = []
        read.reserveCapacity(piece.count)
        for row in piece.start..<piece.start + piece.count {
            guard isValid(row, validity) else {
                read.append(nil)
                continue
            }
            let view = views.advanced(by: row * 16)
            let length = Int(view.loadUnaligned(as: Int32.self))
            guard length > 12 else {
                guard length >= 0 else {
                    throw .data(piece.path, "the length of row \(row - piece.start) is \(length)")
                }
                read.append(String(decoding: UnsafeRawBufferPointer(start: view + 4, count: length), as: UTF8.self))
                continue
            }
            let (index, start) = (
                Int(view.loadUnaligned(fromByteOffset: 8, as: Int32.self)),
                Int(view.loadUnaligned(fromByteOffset: 12, as: Int32.self))
            )
            guard (0..<buffers).contains(index), start >= 0 else {
                throw .data(piece.path, "row \(row - piece.start) names buffer \(index) at \(start)")
            }
            // The last buffer holds the sizes of the buffers before it, from the third one on.
            let size = try piece.buffer(buffers + 2).loadUnaligned(fromByteOffset: index * 8, as: Int64.self)
            guard Int64(start) + Int64(length) <= size else {
                throw .data(piece.path, "row \(row - piece.start) ends at \(start + length) of \(size) bytes")
            }
            read.append(
                String(
                    decoding: UnsafeRawBufferPointer(start: try piece.buffer(index + 2) + start, count: length),
                    as: UTF8.self))
        }
        return read
    }

    private func isValid(_ row: Int, _ validity: UnsafePointer<UInt8>?) -> Bool {
        validity.map { $0[row >> 3] >> (row & 7) & 1 == 1 } ?? true
    }
}

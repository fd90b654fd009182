import CVitrail
import VitrailColumns

/// Makes a column from an array in the caller's memory.
struct ArrayReader {
    let array: vitrail_array
    /// The path of the array in errors, for example `columns[2]`.
    let path: String
    let owner: MemoryOwner

    static let maxColumns = 100_000
    /// Maximum number of rows in a column: row numbers fit into `Int32`.
    static let maxRows = Int(Int32.max)

    static func owner(of array: vitrail_array) -> MemoryOwner {
        guard let release = array.release else { return MemoryOwner {} }
        nonisolated(unsafe) let owner = array.owner
        return MemoryOwner { release(owner) }
    }

    func read() throws(Failure) -> TableBox.NamedColumn {
        guard let start = array.name else { throw failure("name", "the pointer is NULL") }
        let name = try text(start, "\(path).name")
        guard !name.isEmpty else { throw failure("name", "the name is empty") }
        guard (0...Int64(Self.maxRows)).contains(array.count) else {
            throw failure("count", "\(array.count) is not 0 to \(Self.maxRows)")
        }
        guard array.flags == 0 else { throw failure("flags", "\(array.flags) is not 0") }
        try checkValidity()
        var zone: String?
        if let start = array.time_zone { zone = try text(start, "\(path).time_zone") }
        let column = try array.texts == nil && array.type != type(VITRAIL_TEXT) ? values() : categories()
        return TableBox.NamedColumn(name: name, column: column, timeZone: zone)
    }

    private var count: Int { Int(array.count) }

    private func failure(_ member: String, _ message: String) -> Failure { .argument("\(path).\(member)", message) }

    private func type(_ type: vitrail_type) -> Int32 { Int32(bitPattern: type.rawValue) }

    private func checkValidity() throws(Failure) {
        guard array.validity != nil else { return }
        guard array.validity_offset >= 0, array.validity_offset < 1 << 60 else {
            throw failure("validity_offset", "\(array.validity_offset) bits")
        }
    }

    // MARK: Numbers and dates

    private func values() throws(Failure) -> Column {
        let unit = try TimeUnit(array, self)
        if array.type == type(VITRAIL_BITS) {
            guard unit == nil else { throw failure("meaning", "bits are no time") }
            return try bits()
        }
        guard let element = NumPyElement(type: array.type) else {
            throw failure("type", "\(array.type) is no type of values")
        }
        guard let unit else { return try column(element) }
        if array.type == type(VITRAIL_I64) { return try column(unit.element) }
        guard unit.months == nil else { throw failure("unit", "months and years are counted in VITRAIL_I64") }
        let numbers = try column(element)
        if unit.isDate, array.type == type(VITRAIL_F64), unit.isSecond { return numbers.dates(in: .second) }
        let seconds = numbers.withValues { values in values.indices.map { values[$0] * unit.unit / unit.perSecond } }
        return unit.isDate ? Column(secondsSince1970: seconds) : Column(seconds)
    }

    private func column(_ element: NumPyElement) throws(Failure) -> Column {
        guard count > 0 else { return Column([ForeignValues](), kind: element.kind) }
        guard let base = array.values else { throw failure("values", "the pointer is NULL") }
        let stride = try stride(of: element)
        return Column([
            ForeignValues(
                base, count: count, element, stride: stride, validity: array.validity,
                validityOffset: Int(array.validity_offset), owner: owner)
        ])
    }

    /// Bytes between consecutive values. Checks that no address overflows.
    private func stride(of element: NumPyElement) throws(Failure) -> Int {
        switch array.stride {
        case 0: return element.byteCount
        case .min: return 0
        default:
            let stride = Int(array.stride)
            let (last, isLost) = (count - 1).multipliedReportingOverflow(by: stride)
            let start = UInt(bitPattern: array.values)
            let (address, isBeyond) =
                last < 0
                ? start.subtractingReportingOverflow(last.magnitude) : start.addingReportingOverflow(last.magnitude)
            guard !isLost, !isBeyond, address <= UInt.max - 8 else {
                throw failure("stride", "\(stride) bytes between \(count) values lead out of memory")
            }
            return stride
        }
    }

    private func bits() throws(Failure) -> Column {
        guard count > 0 else { return Column([ForeignValues]()) }
        guard let base = array.values else { throw failure("values", "the pointer is NULL") }
        guard array.bit_offset >= 0, array.bit_offset < 1 << 60 else {
            throw failure("bit_offset", "\(array.bit_offset) bits")
        }
        guard array.stride == 0 else { throw failure("stride", "bits have none") }
        return Column([
            ForeignValues(
                bits: base, offset: Int(array.bit_offset), count: count, validity: array.validity,
                validityOffset: Int(array.validity_offset), owner: owner)
        ])
    }

    // MARK: Texts

    private func categories() throws(Failure) -> Column {
        guard let texts = array.texts else { throw failure("texts", "the pointer is NULL") }
        guard array.meaning == 0 else { throw failure("meaning", "texts are no time") }
        let all = try TextReader(texts.pointee, path: "\(path).texts").read()
        guard array.type != type(VITRAIL_TEXT) else {
            guard all.count == count else {
                throw failure("texts.count", "\(all.count) texts, the column has \(count) rows")
            }
            return Column(all.indices.map { isValid($0) ? all[$0] : nil })
        }
        guard let element = NumPyElement(type: array.type), element.isWhole else {
            throw failure("type", "texts are chosen by whole numbers")
        }
        return Column(try Self.chosen(from: all, by: try column(element), path: "\(path).values"))
    }

    private func isValid(_ row: Int) -> Bool {
        guard let validity = array.validity else { return true }
        let bit = Int(array.validity_offset) + row
        return validity[bit >> 3] >> (bit & 7) & 1 == 1
    }

    /// The text of each row.
    ///
    /// - Parameter indices: index of the text for each row. NaN and negative indices are gaps.
    static func chosen(from texts: [String?], by indices: Column, path: String) throws(Failure) -> [String?] {
        var chosen: [String?] = []
        chosen.reserveCapacity(indices.count)
        for start in Swift.stride(from: 0, to: indices.count, by: 4_096) {
            let beyond = indices.withValues(in: start..<min(start + 4_096, indices.count)) { values in
                for k in values.indices {
                    guard values[k] >= 0 else {
                        chosen.append(nil)
                        continue
                    }
                    guard values[k] < Double(texts.count) else { return Optional(values[k]) }
                    chosen.append(texts[Int(values[k])])
                }
                return nil
            }
            if let beyond {
                let index = Int(exactly: beyond).map(String.init) ?? "\(beyond)"
                throw .argument("\(path)[\(chosen.count)]", "\(index) is beyond the \(texts.count) texts")
            }
        }
        return chosen
    }
}

/// Reads texts from one contiguous buffer.
struct TextReader {
    let texts: vitrail_texts
    let path: String

    init(_ texts: vitrail_texts, path: String) { (self.texts, self.path) = (texts, path) }

    func read() throws(Failure) -> [String?] {
        func failure(_ member: String, _ message: String) -> Failure { .argument("\(path).\(member)", message) }
        guard (0...Int64(ArrayReader.maxRows)).contains(texts.count) else {
            throw failure("count", "\(texts.count) is not 0 to \(ArrayReader.maxRows)")
        }
        guard texts.count > 0 else { return [] }
        guard texts.byte_count >= 0, texts.bytes != nil || texts.byte_count == 0 else {
            throw failure("bytes", "there are none")
        }
        guard (texts.offsets32 == nil) != (texts.offsets64 == nil) else {
            throw failure("offsets32", "one of offsets32 and offsets64 is set")
        }
        guard texts.validity == nil || (0..<(1 << 60)).contains(texts.validity_offset) else {
            throw failure("validity_offset", "\(texts.validity_offset) bits")
        }
        let source = UnsafeRawBufferPointer(start: texts.bytes, count: Int(texts.byte_count))
        var read: [String?] = []
        read.reserveCapacity(Int(texts.count))
        for k in 0..<Int(texts.count) {
            let (start, end) = (offset(k), offset(k + 1))
            guard start >= 0, start <= end, end <= source.count else {
                throw failure("offsets[\(k)]", "\(start) to \(end) is no part of \(source.count) bytes")
            }
            let bit = Int(texts.validity_offset) + k
            let isValid = texts.validity.map { $0[bit >> 3] >> (bit & 7) & 1 == 1 } ?? true
            read.append(isValid ? String(decoding: source[start..<end], as: UTF8.self) : nil)
        }
        return read
    }

    private func offset(_ k: Int) -> Int {
        if let offsets = texts.offsets32 {
            return Int(UnsafeRawPointer(offsets).loadUnaligned(fromByteOffset: k * 4, as: Int32.self))
        }
        guard let offsets = texts.offsets64 else { return -1 }
        return Int(UnsafeRawPointer(offsets).loadUnaligned(fromByteOffset: k * 8, as: Int64.self))
    }
}

/// The unit of integers that count time.
private struct TimeUnit {
    let isDate: Bool
    /// `unit / perSecond` is the unit in seconds.
    let unit, perSecond: Double
    let months: Int?

    /// - Returns: `nil` for plain numbers.
    init?(_ array: vitrail_array, _ reader: ArrayReader) throws(Failure) {
        switch UInt32(bitPattern: array.meaning) {
        case VITRAIL_NUMBER.rawValue:
            guard array.unit == 0 else { throw .argument("\(reader.path).unit", "numbers have no unit") }
            return nil
        case VITRAIL_DATE.rawValue: isDate = true
        case VITRAIL_DURATION.rawValue: isDate = false
        default: throw .argument("\(reader.path).meaning", "\(array.meaning) is no meaning")
        }
        var months: Int?
        switch UInt32(bitPattern: array.unit) {
        case VITRAIL_SECOND.rawValue: (unit, perSecond) = (1, 1)
        case VITRAIL_MILLISECOND.rawValue: (unit, perSecond) = (1, 1e3)
        case VITRAIL_MICROSECOND.rawValue: (unit, perSecond) = (1, 1e6)
        case VITRAIL_NANOSECOND.rawValue: (unit, perSecond) = (1, 1e9)
        case VITRAIL_MINUTE.rawValue: (unit, perSecond) = (60, 1)
        case VITRAIL_HOUR.rawValue: (unit, perSecond) = (3_600, 1)
        case VITRAIL_DAY.rawValue: (unit, perSecond) = (86_400, 1)
        case VITRAIL_WEEK.rawValue: (unit, perSecond) = (604_800, 1)
        case VITRAIL_MONTH.rawValue where isDate: (unit, perSecond, months) = (1, 1, 1)
        case VITRAIL_YEAR.rawValue where isDate: (unit, perSecond, months) = (1, 1, 12)
        default: throw .argument("\(reader.path).unit", "\(array.unit) is no unit of \(isDate ? "dates" : "durations")")
        }
        self.months = months
    }

    var isSecond: Bool { unit == 1 && perSecond == 1 && months == nil }

    var element: NumPyElement {
        if let months { return .months(months) }
        return isDate ? .dates(unit: unit, perSecond: perSecond) : .durations(unit: unit, perSecond: perSecond)
    }
}

extension NumPyElement {
    /// - Returns: `nil` for bits, texts and unknown types.
    init?(type: Int32) {
        switch UInt32(bitPattern: type) {
        case VITRAIL_F64.rawValue: self = .float(bytes: 8)
        case VITRAIL_F32.rawValue: self = .float(bytes: 4)
        case VITRAIL_F16.rawValue: self = .float(bytes: 2)
        case VITRAIL_I8.rawValue: self = .signed(bytes: 1)
        case VITRAIL_I16.rawValue: self = .signed(bytes: 2)
        case VITRAIL_I32.rawValue: self = .signed(bytes: 4)
        case VITRAIL_I64.rawValue: self = .signed(bytes: 8)
        case VITRAIL_U8.rawValue: self = .unsigned(bytes: 1)
        case VITRAIL_U16.rawValue: self = .unsigned(bytes: 2)
        case VITRAIL_U32.rawValue: self = .unsigned(bytes: 4)
        case VITRAIL_U64.rawValue: self = .unsigned(bytes: 8)
        case VITRAIL_BOOL.rawValue: self = .boolean
        default: return nil
        }
    }

    var isWhole: Bool {
        switch self {
        case .signed, .unsigned: true
        default: false
        }
    }
}

/// The text of a CSV file as UTF-8: the file itself, or a converted copy if the file is compressed or has another
/// encoding.
package struct CSVText: Sendable {
    private enum Storage: Sendable {
        case mapped(DataFile)
        case copied([UInt8])
    }

    private let storage: Storage
    /// Size in bytes.
    let count: Int

    /// - Parameter name: Name in messages.
    /// - Throws: `DataError` if the file is missing, has a format of another reader, or exceeds `maxBytes` when
    ///   decompressed.
    init(path: String, name: String, options: CSVOptions, _ reading: ReadingOptions) throws(DataError) {
        let file = try DataFile(path: path, reading, limit: options.maxBytes)
        let format = file.withBytes { FileFormat.recognise($0) }
        var copy: [UInt8]?
        if format == .gzip {
            copy = try Self.inflated(file, name, options.maxBytes)
        } else if let format {
            throw .foreignFormat(path: name, format)
        }
        if let encoding = try Self.encoding(copy, file, name, options) {
            copy = try Self.utf8(copy, file, encoding, name, options.maxBytes)
        }
        try file.checkIntact()
        storage = copy.map(Storage.copied) ?? .mapped(file)
        count = copy?.count ?? file.count
    }

    /// UTF-8 in memory.
    init(_ bytes: [UInt8]) { (storage, count) = (.copied(bytes), bytes.count) }

    /// Bytes of memory for the copy; 0 if the file is mapped.
    package var copiedBytes: Int {
        switch storage {
        case .mapped(let file): file.copiedBytes
        case .copied(let bytes): bytes.count
        }
    }

    func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        switch storage {
        case .mapped(let file): try file.withBytes(body)
        case .copied(let bytes): try body(bytes.span)
        }
    }

    /// - Throws: `DataError` if the file was truncated while mapped.
    func checkIntact() throws(DataError) {
        if case .mapped(let file) = storage { try file.checkIntact() }
    }

    // MARK: Unpacking

    private static func inflated(_ file: DataFile, _ name: String, _ limit: Int) throws(DataError) -> [UInt8] {
        do throws(InflateError) {
            return try file.withBytes { bytes throws(InflateError) in try Inflater.inflate(bytes, .gzip, limit: limit) }
        } catch {
            throw .damaged(path: name, reason: "\(error)")
        }
    }

    // MARK: Encodings

    private enum Source {
        case utf16(isBigEndian: Bool)
        case table([UInt16])
    }

    private static func encoding(
        _ copy: [UInt8]?, _ file: DataFile, _ name: String, _ options: CSVOptions
    ) throws(DataError) -> Source? {
        let start =
            copy.map { Array($0.prefix(2)) }
            ?? file.withBytes { bytes in Array(bytes.indices.prefix(2).map { bytes[$0] }) }
        switch options.encoding {
        case .latin1: return .table((0..<256).map { UInt16($0) })
        case .windows1252: return .table(windows1252)
        case .utf8: return nil
        case .utf16: return .utf16(isBigEndian: start == [0xFE, 0xFF])
        case nil:
            if start == [0xFF, 0xFE] { return .utf16(isBigEndian: false) }
            return start == [0xFE, 0xFF] ? .utf16(isBigEndian: true) : nil
        }
    }

    private static func utf8(
        _ copy: [UInt8]?, _ file: DataFile, _ source: Source, _ name: String, _ limit: Int
    ) throws(DataError) -> [UInt8] {
        func converted(_ bytes: Span<UInt8>) -> [UInt8]? {
            switch source {
            case .utf16(let isBigEndian): utf8(ofUTF16: bytes, isBigEndian, limit)
            case .table(let table): utf8(of: bytes, table, limit)
            }
        }
        let text = if let copy { converted(copy.span) } else { file.withBytes { converted($0) } }
        guard let text else { throw .tooMany(path: name, what: "bytes as UTF-8", limit: limit) }
        return text
    }

    /// Converts UTF-16 to UTF-8. An unpaired surrogate becomes U+FFFD. - Returns: `nil` if the text exceeds the limit.
    private static func utf8(ofUTF16 bytes: Span<UInt8>, _ isBigEndian: Bool, _ limit: Int) -> [UInt8]? {
        var text: [UInt8] = []
        text.reserveCapacity(min(bytes.count, limit))
        let (high, low) = isBigEndian ? (0, 1) : (1, 0)
        let units = bytes.count / 2
        func unit(_ i: Int) -> UInt16 { UInt16(bytes[2 * i + high]) << 8 | UInt16(bytes[2 * i + low]) }
        var i = units > 0 && unit(0) == 0xFEFF ? 1 : 0
        while i < units {
            let first = unit(i)
            i += 1
            var scalar = UInt32(first)
            if first & 0xF800 == 0xD800 {
                scalar = 0xFFFD
                if first < 0xDC00, i < units, unit(i) & 0xFC00 == 0xDC00 {
                    scalar = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(unit(i) & 0x3FF))
                    i += 1
                }
            }
            append(scalar, to: &text)
            guard text.count <= limit else { return nil }
        }
        return text
    }

    private static func utf8(of bytes: Span<UInt8>, _ table: [UInt16], _ limit: Int) -> [UInt8]? {
        var text: [UInt8] = []
        text.reserveCapacity(min(bytes.count + bytes.count / 8, limit))
        for i in bytes.indices {
            append(UInt32(table[Int(bytes[i])]), to: &text)
            guard text.count <= limit else { return nil }
        }
        return text
    }

    private static func append(_ scalar: UInt32, to text: inout [UInt8]) {
        if scalar < 0x80 { return text.append(UInt8(scalar)) }
        for byte in Character(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8 { text.append(byte) }
    }

    /// - Source: the Unicode Consortium's mapping CP1252.TXT. The five unassigned bytes are the C1 controls of Latin-1,
    ///   as in browsers.
    private static let windows1252: [UInt16] = {
        var table = (0..<256).map { UInt16($0) }
        let upper: [UInt16] = [
            0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
            0x017D, 0x8F,
            0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
            0x017E, 0x0178,
        ]
        table.replaceSubrange(0x80..<0xA0, with: upper)
        return table
    }()
}

/// What a `.npy` file says of its values before they begin.
///
/// Takes one-dimensional arrays of floating point, whole numbers, truth values and dates (`datetime64`), of either byte order.
/// Does not take complex numbers, halves, texts, records, or arrays of more dimensions than `(n,)` and `(n, 1)`.
///
/// - Source: NEP 1, versions 1.0 to 3.0.
struct NumPyHeader: Equatable {
    enum Element: Equatable {
        case float(bytes: Int)
        case signed(bytes: Int)
        case unsigned(bytes: Int)
        /// Counts of this many seconds since 1970-01-01 00:00 UTC.
        case dates(unit: Double)

        var byteCount: Int {
            switch self {
            case .float(let bytes), .signed(let bytes), .unsigned(let bytes): bytes
            case .dates: 8
            }
        }
    }

    let element: Element
    let isBigEndian: Bool
    let count: Int
    /// Bytes before the first value.
    let offset: Int

    /// What the values are.
    var kind: Column.Kind { if case .dates = element { .date } else { .number } }

    /// Longer ones describe records.
    private static let maxBytes = 1 << 16
    private static let magic: [UInt8] = [0x93] + Array("NUMPY".utf8)

    init(_ bytes: Span<UInt8>, path: String) throws(DataError) {
        func error(_ reason: String) -> DataError { .notNumPy(path: path, reason: reason) }
        guard bytes.count >= 12, Self.magic.indices.allSatisfy({ bytes[$0] == Self.magic[$0] }) else { throw error("it does not begin like one") }
        guard (1...3).contains(bytes[6]) else { throw error("version \(bytes[6]) of the format is not known") }
        // Version 1 has two bytes for the length, later ones four.
        let start = bytes[6] == 1 ? 10 : 12
        let length = (8..<start).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
        guard length <= Self.maxBytes, start + length <= bytes.count else { throw error("its header is cut off") }
        offset = start + length
        let text = String(decoding: (start..<offset).map { bytes[$0] }, as: UTF8.self)
        guard let type = Self.quotedValue("descr", in: text) else { throw error("it holds records") }
        guard let shape = Self.shape(text) else { throw error("its header tells of no shape") }
        guard let first = shape.first, shape.dropFirst().allSatisfy({ $0 == 1 }), shape.count <= 2 else {
            let advice = shape.count == 2 && shape[1] > 1 ? ", as np.save writes it of a[:, 0]" : ""
            throw error("its shape is (\(shape.map(String.init).joined(separator: ", "))); a column is (n,)\(advice)")
        }
        guard let element = Self.element(type) else {
            throw error("its values are \(quoted(type)): float32, float64, integers, bool and datetime64 in W to ns can be read")
        }
        guard first <= Column.maxCount else { throw .tooMany(path: path, what: "values", limit: Column.maxCount) }
        self.element = element
        isBigEndian = type.hasPrefix(">")
        count = first
        guard offset % element.byteCount == 0 else { throw error("its values begin at byte \(offset), between two of them") }
        let expected = offset + count * element.byteCount
        guard bytes.count >= expected else { throw .shorterThanItsHeader(path: path, bytes: bytes.count, expected: expected) }
    }

    /// `'<f8'` of `{'descr': '<f8', …}`; nil when the value is no text.
    private static func quotedValue(_ key: String, in text: String) -> String? {
        guard let rest = value(key, in: text), rest.first == "'" || rest.first == "\"" else { return nil }
        return String(rest.dropFirst().prefix { $0 != "'" && $0 != "\"" })
    }

    /// The text behind a key and its colon.
    private static func value(_ key: String, in text: String) -> Substring? {
        var rest = text[...]
        while let start = rest.firstIndex(where: { $0 == "'" || $0 == "\"" }) {
            rest = rest[rest.index(after: start)...]
            guard let end = rest.firstIndex(where: { $0 == "'" || $0 == "\"" }) else { return nil }
            let isKey = rest[..<end] == key
            rest = rest[rest.index(after: end)...]
            let tail = rest.drop { $0 == " " }
            if isKey, tail.first == ":" { return tail.dropFirst().drop { $0 == " " } }
        }
        return nil
    }

    private static func shape(_ text: String) -> [Int]? {
        guard let rest = value("shape", in: text), rest.first == "(" else { return nil }
        let inside = rest.dropFirst().prefix { $0 != ")" }
        var shape: [Int] = []
        for part in inside.split(separator: ",") {
            let word = part.filter { $0 != " " }
            if word.isEmpty { continue }
            guard let count = Int(word), count >= 0 else { return nil }
            shape.append(count)
        }
        return shape
    }

    /// - Parameter type: as `<f8`, `|u1`, `<M8[ns]`.
    private static func element(_ type: String) -> Element? {
        let word = type.drop { "<>|=".contains($0) }
        switch word {
        case "f4": return .float(bytes: 4)
        case "f8": return .float(bytes: 8)
        case "b1", "u1": return .unsigned(bytes: 1)
        case "i1": return .signed(bytes: 1)
        default: break
        }
        if word.hasPrefix("M8[") { return unit(word.dropFirst(3).dropLast()).map { .dates(unit: $0) } }
        guard let bytes = Int(word.dropFirst()), [2, 4, 8].contains(bytes) else { return nil }
        return word.first == "i" ? .signed(bytes: bytes) : word.first == "u" ? .unsigned(bytes: bytes) : nil
    }

    private static func unit(_ name: Substring) -> Double? {
        ["W": 604_800, "D": 86_400, "h": 3_600, "m": 60, "s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9][String(name)]
    }
}

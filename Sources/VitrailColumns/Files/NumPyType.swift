/// Type of the values of an array, from NumPy's type string, such as `<f8` or `<M8[ns]`.
enum NumPyType: Equatable {
    case values(NumPyElement, isBigEndian: Bool)
    /// Texts of a fixed number of bytes, padded with zeros: UTF-32, or UTF-8 or Latin-1.
    case texts(bytes: Int, isWide: Bool, isBigEndian: Bool)
    /// - Parameter reason: Describes the type, and how to save the array instead.
    case unreadable(bytes: Int, reason: String)
    /// Python objects: the file then has no array data, but a pickle.
    case pickled(reason: String)

    var byteCount: Int {
        switch self {
        case .values(let element, _): element.byteCount
        case .texts(let bytes, _, _), .unreadable(let bytes, _): bytes
        case .pickled: 8
        }
    }

    /// Maximum size of a value; products of sizes stay far below 2⁶³.
    private static let maxBytes = 1 << 30

    /// `nil`: not a NumPy type.
    init?(_ name: String) {
        let isBigEndian = name.hasPrefix(">")
        let word = name.drop { "<>|=".contains($0) }
        guard let kind = word.first else { return nil }
        let unit = word.firstIndex(of: "[").map { word[$0...].dropFirst().dropLast() }
        let digits = word.dropFirst().prefix { $0 != "[" }
        // `|O` has no size: use the eight bytes of a pointer, which are not in the file.
        guard let bytes = digits.isEmpty ? 8 : Int(digits), (0...Self.maxBytes).contains(bytes) else { return nil }
        func values(_ element: NumPyElement) -> NumPyType { .values(element, isBigEndian: isBigEndian) }
        func unreadable(_ reason: String) -> NumPyType { .unreadable(bytes: bytes, reason: reason) }
        switch (kind, bytes) {
        case ("f", 2), ("f", 4), ("f", 8): self = values(.float(bytes: bytes))
        case ("f", _):
            self = unreadable(
                "\(quoted(name)) is a floating-point type of \(8 * bytes) bits; save a.astype(\"float64\")")
        case ("b", 1): self = values(.unsigned(bytes: 1))
        case ("i", 1), ("i", 2), ("i", 4), ("i", 8): self = values(.signed(bytes: bytes))
        case ("u", 1), ("u", 2), ("u", 4), ("u", 8): self = values(.unsigned(bytes: bytes))
        case ("M", 8):
            self =
                Self.dates(unit).map(values)
                ?? unreadable("\(quoted(name)) has no known unit; save a.astype(\"datetime64[us]\")")
        case ("m", 8): self = Self.durations(unit).map(values) ?? unreadable(Self.reason(ofDuration: name))
        case ("S", 0), ("a", 0), ("U", 0): self = unreadable("\(quoted(name)) is a text without characters")
        case ("S", _), ("a", _): self = .texts(bytes: bytes, isWide: false, isBigEndian: isBigEndian)
        case ("U", _):
            guard bytes <= Self.maxBytes / 4 else { return nil }
            self = .texts(bytes: 4 * bytes, isWide: true, isBigEndian: isBigEndian)
        case ("c", _): self = unreadable("\(quoted(name)) is complex; save np.abs(a), a.real or a.imag")
        case ("O", _), ("T", _):
            self = .pickled(
                reason:
                    "\(quoted(name)) is a Python object, which is saved as a pickle; save a.astype(float) or a.astype(str)"
            )
        case ("V", _):
            self = unreadable("\(quoted(name)) is raw memory without a type; save a.view() of the type that it is")
        default: return nil
        }
    }

    private static func reason(ofDuration name: String) -> String {
        "\(quoted(name)) has no fixed length in seconds; save a.astype(float)"
    }

    private static func dates(_ unit: Substring?) -> NumPyElement? {
        guard let unit = unit.flatMap({ Unit($0) }) else { return nil }
        if let months = unit.months { return .months(unit.multiple * months) }
        return .dates(unit: unit.seconds, perSecond: unit.perSecond)
    }

    /// A duration without a unit is a plain number.
    private static func durations(_ unit: Substring?) -> NumPyElement? {
        guard let unit else { return .signed(bytes: 8) }
        guard let unit = Unit(unit), unit.months == nil else { return nil }
        return .durations(unit: unit.seconds, perSecond: unit.perSecond)
    }

    /// A time unit, such as `s`, `25s` or `M`.
    private struct Unit {
        let multiple: Int
        let months: Int?
        /// Length in seconds, as a quotient: `seconds / perSecond`.
        let seconds, perSecond: Double

        init?(_ name: Substring) {
            let digits = name.prefix { ("0"..."9").contains($0) }
            guard let multiple = digits.isEmpty ? 1 : Int(digits), (1...Int(Int32.max)).contains(multiple) else {
                return nil
            }
            let unit = String(name.dropFirst(digits.count))
            let months = ["Y": 12, "M": 1][unit]
            let length: [String: (Double, Double)] = [
                "W": (604_800, 1), "D": (86_400, 1), "h": (3_600, 1), "m": (60, 1), "s": (1, 1), "ms": (1, 1e3),
                "us": (1, 1e6), "μs": (1, 1e6),
                "ns": (1, 1e9), "ps": (1, 1e12), "fs": (1, 1e15), "as": (1, 1e18),
            ]
            guard let (seconds, perSecond) = months == nil ? length[unit] : (1, 1) else { return nil }
            (self.multiple, self.months, self.seconds, self.perSecond) = (
                multiple, months, Double(multiple) * seconds, perSecond
            )
        }
    }
}

/// Type of the numbers in an array.
@usableFromInline package enum NumPyElement: Sendable, Equatable {
    case float(bytes: Int)
    case signed(bytes: Int)
    case unsigned(bytes: Int)
    /// One byte, 0 is false; read as 0 and 1.
    case boolean
    /// Dates as counts of `unit / perSecond` seconds since 1970-01-01 00:00 UTC. Both are exact, so that the quotient
    /// is rounded only once.
    case dates(unit: Double, perSecond: Double)
    /// Dates as seconds after `origin`, which is in seconds since 1970. The integers are subtracted, so that the
    /// difference is exact.
    case datesAfter(origin: Int64, unit: Int64, perSecond: Int64)
    /// Dates as counts of periods since January 1970; the associated value is the number of months per period.
    case months(Int)
    /// Counts of `unit / perSecond` seconds.
    case durations(unit: Double, perSecond: Double)

    package var byteCount: Int {
        switch self {
        case .float(let bytes), .signed(let bytes), .unsigned(let bytes): bytes
        case .boolean: 1
        case .dates, .datesAfter, .months, .durations: 8
        }
    }

    /// Kind of a column of these values.
    package var kind: Column.Kind {
        switch self {
        case .dates, .datesAfter, .months: .date
        case .float, .signed, .unsigned, .boolean, .durations: .number
        }
    }
}

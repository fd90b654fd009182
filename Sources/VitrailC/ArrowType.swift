import VitrailColumns

/// How an Arrow column is read, by its format string.
enum ArrowType: Equatable {
    /// Used in place.
    case values(NumPyElement)
    case bits
    /// Days as `Int32`.
    case days
    /// `Int32` counts of `1 / perSecond` seconds.
    case shortTimes(perSecond: Double)
    case decimals(bytes: Int, scale: Int)
    case texts(offsetBytes: Int)
    case textViews
    /// Only gaps, without a buffer.
    case nothing

    /// - Returns: `nil` for formats that cannot be drawn.
    init?(_ format: String) {
        switch format {
        case "n": self = .nothing
        case "b": self = .bits
        case "c": self = .values(.signed(bytes: 1))
        case "C": self = .values(.unsigned(bytes: 1))
        case "s": self = .values(.signed(bytes: 2))
        case "S": self = .values(.unsigned(bytes: 2))
        case "i": self = .values(.signed(bytes: 4))
        case "I": self = .values(.unsigned(bytes: 4))
        case "l": self = .values(.signed(bytes: 8))
        case "L": self = .values(.unsigned(bytes: 8))
        case "e": self = .values(.float(bytes: 2))
        case "f": self = .values(.float(bytes: 4))
        case "g": self = .values(.float(bytes: 8))
        case "u": self = .texts(offsetBytes: 4)
        case "U": self = .texts(offsetBytes: 8)
        case "vu": self = .textViews
        case "tdD": self = .days
        case "tdm": self = .values(.dates(unit: 1, perSecond: 1e3))
        case "tts": self = .shortTimes(perSecond: 1)
        case "ttm": self = .shortTimes(perSecond: 1e3)
        case "ttu": self = .values(.durations(unit: 1, perSecond: 1e6))
        case "ttn": self = .values(.durations(unit: 1, perSecond: 1e9))
        default:
            if let perSecond = Self.perSecond(format, prefix: "ts", isFollowed: true) {
                self = .values(.dates(unit: 1, perSecond: perSecond))
            } else if let perSecond = Self.perSecond(format, prefix: "tD", isFollowed: false) {
                self = .values(.durations(unit: 1, perSecond: perSecond))
            } else if let decimal = Self.decimal(format) {
                self = decimal
            } else {
                return nil
            }
        }
    }

    /// `tsn:` with a time zone after the colon, or `tDn` without one.
    private static func perSecond(_ format: String, prefix: String, isFollowed: Bool) -> Double? {
        guard format.hasPrefix(prefix) else { return nil }
        let rest = format.dropFirst(prefix.count)
        guard let unit = rest.first, let perSecond = ["s": 1, "m": 1e3, "u": 1e6, "n": 1e9][unit] else { return nil }
        return (isFollowed ? rest.dropFirst().first == ":" : rest.count == 1) ? perSecond : nil
    }

    /// `d:precision,scale`, followed by the number of bits if it is not 128.
    private static func decimal(_ format: String) -> ArrowType? {
        guard format.hasPrefix("d:") else { return nil }
        let numbers = format.dropFirst(2).split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2 || numbers.count == 3, let scale = numbers[1], abs(scale) <= 300 else { return nil }
        let bits = numbers.count == 3 ? numbers[2] : 128
        guard let bits, [32, 64, 128, 256].contains(bits) else { return nil }
        return .decimals(bytes: bits / 8, scale: scale)
    }

    var isText: Bool {
        switch self {
        case .texts, .textViews: true
        default: false
        }
    }

    var isWhole: Bool { if case .values(let element) = self { element.isWhole } else { false } }

    /// The time zone of a timestamp. `nil`: it has none.
    static func timeZone(_ format: String) -> String? {
        guard format.hasPrefix("ts"), let colon = format.firstIndex(of: ":") else { return nil }
        let zone = format[format.index(after: colon)...]
        return zone.isEmpty ? nil : String(zone)
    }
}

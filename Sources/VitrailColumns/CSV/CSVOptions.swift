/// Format of a CSV file, and meaning of its columns.
///
/// A property that is `nil` is detected from the file.
public struct CSVOptions: Sendable, Hashable {
    /// Separator of the cells in a row.
    public enum Separator: Sendable, Hashable {
        /// One ASCII character other than a quote, a line end, a digit or a letter.
        case character(UInt8)
        /// One or more blanks or tabs. Blanks and tabs at both ends of a line are ignored.
        case blanks

        /// - Returns: `nil` unless the text is one allowed character, `\t`, `tab`, `blanks` or a blank.
        public init?(_ text: String) {
            switch text {
            case "tab", "\\t", "\t": self = .character(UInt8(ascii: "\t"))
            case "blanks", " ": self = .blanks
            default:
                guard let byte = text.utf8.first, text.utf8.count == 1, byte > 32, byte < 127 else { return nil }
                let isLetterOrDigit = byte &- 48 < 10 || (byte | 32) &- 97 < 26
                guard !isLetterOrDigit, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { return nil }
                self = .character(byte)
            }
        }
    }

    public enum Encoding: String, Sendable, Hashable, CaseIterable {
        case utf8, utf16, latin1, windows1252

        /// - Returns: `nil` for an unknown name. Case, `-` and `_` are ignored: `UTF-8`, `ISO-8859-1`, `cp1252`.
        public init?(name: String) {
            switch name.lowercased().filter({ $0 != "-" && $0 != "_" && $0 != " " }) {
            case "utf8": self = .utf8
            case "utf16", "utf16le", "utf16be": self = .utf16
            case "latin1", "iso88591", "l1": self = .latin1
            case "windows1252", "cp1252": self = .windows1252
            default: return nil
            }
        }
    }

    public enum Decimal: String, Sendable, Hashable, CaseIterable {
        case point = "."
        case comma = ","
    }

    public var separator: Separator?
    /// Whether the first row has column names. Columns without names are called 1, 2, ….
    public var header: Bool?
    /// Number of lines to skip at the start of the file, 0…1,000,000.
    public var skipRows = 0
    /// Lines that begin with this text are skipped. Empty: no comments. `nil`: lines with `#` are detected.
    public var comment: String?
    /// Texts of cells without a value, in addition to the usual ones. They also apply to columns of texts.
    public var na: [String] = []
    /// `nil`: UTF-8, or UTF-16 if the file begins with its byte order mark.
    public var encoding: Encoding?
    public var decimal: Decimal?
    /// Zone of times written without one, an IANA identifier. `nil`: the zone of the axis, or else UTC.
    public var timeZone: String?
    /// Meaning of columns, by column name.
    public var parse: [String: ColumnParse] = [:]
    /// Maximum memory for a decompressed, converted or copied file, in bytes.
    public var maxBytes = 4 << 30

    public init() {}
}

/// Meaning of the cells of one column.
public struct ColumnParse: Sendable, Hashable {
    /// Date format in strptime directives, such as `%d/%m/%Y`. `nil`: detected.
    public var date: String?
    /// Zone of times written without one, an IANA identifier. `nil`: the zone of the table.
    public var timeZone: String?
    /// Unit of numbers that count from 1970-01-01 00:00 UTC. `nil`: assumed from their size.
    public var unit: DateUnit?

    public init(date: String? = nil, timeZone: String? = nil, unit: DateUnit? = nil) {
        (self.date, self.timeZone, self.unit) = (date, timeZone, unit)
    }
}

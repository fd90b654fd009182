/// How a CSV file is written, where the reader should not find it out from the bytes; and what its columns hold.
///
/// A property that is nil is recognised from the file.
public struct CSVOptions: Sendable, Hashable {
    /// Between two cells of a row.
    public enum Separator: Sendable, Hashable {
        /// One ASCII character other than a quote, a line end, a digit or a letter.
        case character(UInt8)
        /// One or more blanks or tabs. Those at both ends of a line do not count.
        case blanks

        /// - Returns: nil where the text is not one character, `\t`, `tab`, `blanks` or a blank.
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

        /// - Returns: nil for an unknown name. Case, `-` and `_` do not count: `UTF-8`, `ISO-8859-1`, `cp1252`.
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
    /// Whether the first row names the columns. Without names, columns are called 1, 2, ….
    public var header: Bool?
    /// Lines at the start of the file that are not read, 0…1,000,000.
    public var skipRows = 0
    /// Lines that begin with this text are not read; empty = no line is a comment. Recognised: `#`.
    public var comment: String?
    /// Cells without a value, besides the usual ones. They count in columns of texts, too.
    public var na: [String] = []
    /// nil = UTF-8, or UTF-16 where the file begins with a byte order mark.
    public var encoding: Encoding?
    public var decimal: Decimal?
    /// Zone of times that are written without one, an IANA identifier; nil = that of the axis, else UTC.
    public var timeZone: String?
    /// By column.
    public var parse: [String: ColumnParse] = [:]
    /// Bytes that a compressed or converted file may take in memory.
    public var maxBytes = 4 << 30

    public init() {}
}

/// What the cells of one column mean.
public struct ColumnParse: Sendable, Hashable {
    /// strptime directives, as `%d/%m/%Y`; nil = recognised.
    public var date: String?
    /// Zone of times without one, an IANA identifier; nil = that of the table.
    public var timeZone: String?
    /// Numbers count this unit from 1970-01-01 00:00 UTC; nil = assumed from their size.
    public var unit: DateUnit?

    public init(date: String? = nil, timeZone: String? = nil, unit: DateUnit? = nil) {
        (self.date, self.timeZone, self.unit) = (date, timeZone, unit)
    }
}

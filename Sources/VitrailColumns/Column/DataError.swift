import VitrailSystem

/// The two kinds of wrong input, distinguished by the exit status of commands (sysexits.h).
public enum InputFault: Int32, Sendable, Hashable {
    /// The input differs from the requested format or content.
    case badData = 65
    /// The input cannot be opened.
    case noInput = 66
}

/// An error in a column, a table or a data file.
public enum DataError: Error, Equatable {
    case missingFile(path: String)
    case unreadable(path: String, reason: String)
    /// The file was truncated while mapped, so the values read from it are invalid.
    case changedWhileRead(path: String)
    case sizeNotMultiple(path: String, bytes: Int, of: Int)
    /// An unreadable `.npy` file, with the reason.
    case notNumPy(path: String, reason: String)
    /// An unreadable Arrow file or stream, with the reason.
    case notArrow(path: String, reason: String)
    /// An unreadable zip archive, for example a `.npz` file, with the reason.
    case notArchive(path: String, reason: String)
    case shorterThanItsHeader(path: String, bytes: Int, expected: Int)
    /// A text that is not valid UTF-8.
    case notUTF8(path: String, line: Int, text: String)
    /// Zero bytes in column names: the file is an image, an archive or a program.
    case notText(path: String)
    /// A file of another format than expected.
    case foreignFormat(path: String, FileFormat)
    /// Damaged compressed data.
    case damaged(path: String, reason: String)
    /// An invalid date pattern.
    case dateFormat(column: String, reason: String)
    case unknownTimeZone(String)
    /// Axes with different time zones show dates of one column, and the dates have no zone.
    case severalTimeZones(column: String, zones: [String])
    case noHeader(path: String)
    case tooMany(path: String, what: String, limit: Int)
    case unclosedQuote(path: String, line: Int)
    case textAfterQuote(path: String, line: Int)
    case ragged(path: String, line: Int, fields: Int, expected: Int)
    case cell(path: String, line: Int, column: String, text: String, wanted: Column.Kind)
    /// An invalid value of an inline column.
    case value(column: String, index: Int, text: String, wanted: Column.Kind)
    case duplicateColumn(name: String, source: String)
    case unknownColumn(name: String, source: String, known: [String])
    case unequalLengths(name: String, count: Int, other: String, otherCount: Int)

    public var fault: InputFault {
        switch self {
        case .missingFile, .unreadable: .noInput
        default: .badData
        }
    }
}

extension DataError {
    /// The names as a comma-separated list of at most 24, because a table may have thousands.
    package static func list(_ names: [String]) -> String {
        let few = names.prefix(24).map { String(quoted($0).dropFirst().dropLast()) }.joined(separator: ", ")
        return names.count > 24 ? few + " and \(names.count - 24) more" : few
    }
}

extension DataError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missingFile(let path): "\(path): no such file"
        case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
        case .changedWhileRead(let path): "\(path): file changed while it was read"
        case .sizeNotMultiple(let path, let bytes, let size):
            "\(path): \(bytes) bytes are not a whole number of \(size)-byte values"
        case .notNumPy(let path, let reason): "\(path): not a readable NumPy array: \(reason)"
        case .notArrow(let path, let reason): "\(path): not a readable Arrow file: \(reason)"
        case .notArchive(let path, let reason): "\(path): not a readable zip archive: \(reason)"
        case .shorterThanItsHeader(let path, let bytes, let expected):
            "\(path): \(bytes) bytes, but its header requires \(expected)"
        case .notUTF8(let path, let line, let text):
            "\(path):\(line): \(quoted(text)) is not UTF-8; --encoding latin1 or --encoding windows1252 reads older files (\"encoding\" in a description)"
        case .notText(let path): "\(path): the file is not text, so it is not a CSV file"
        case .foreignFormat(let path, let format): "\(path): this is \(format.phrase); \(format.advice(path: path))"
        case .damaged(let path, let reason): "\(path): \(reason)"
        case .dateFormat(let column, let reason): "column \(quoted(column)): the date format is not valid: \(reason)"
        case .unknownTimeZone(let name):
            "\(quoted(name)) is not a time zone; write an IANA identifier, such as Europe/Berlin"
        case .severalTimeZones(let column, let zones):
            "column \(quoted(column)): axes of the zones \(Self.list(zones)) show its dates, which have no zone; set \"timeZone\" next to the data"
        case .noHeader(let path): "\(path): no header line"
        case .tooMany(let path, let what, let limit): "\(path): more than \(limit) \(what)"
        case .unclosedQuote(let path, let line): "\(path):\(line): a quote is not closed"
        case .textAfterQuote(let path, let line): "\(path):\(line): text after a closing quote"
        case .ragged(let path, let line, let fields, let expected):
            "\(path):\(line): the row has \(fields) cells, the header has \(expected)"
        case .cell(let path, let line, let column, let text, let wanted):
            "\(path):\(line): column \(quoted(column)): \(quoted(text)) is not \(wanted.phrase)"
        case .value(let column, let index, let text, let wanted):
            "\(column)[\(index)]: \(quoted(text)) is not \(wanted.phrase)"
        case .duplicateColumn(let name, let source):
            "column \(quoted(name)) occurs more than once in \(source)"
        case .unknownColumn(let name, let source, let known):
            "column \(quoted(name)) not found in \(source)"
                + (nearestName(to: name, in: known).map { didYouMean($0) } ?? "; there are \(Self.list(known))")
        case .unequalLengths(let name, let count, let other, let otherCount):
            "column \(quoted(name)) has \(count) values, column \(quoted(other)) has \(otherCount)"
        }
    }
}

extension Column.Kind {
    /// The phrase after "is not", for example "a number".
    package var phrase: String {
        switch self {
        case .number: "a number"
        case .date: "a date"
        case .category: "a text"
        }
    }

    /// The name of a column's contents in errors and warnings.
    package var plural: String {
        switch self {
        case .number: "numbers"
        case .date: "dates"
        case .category: "texts"
        }
    }
}

/// `text` in quotes, without control characters and cut to 60 characters: messages echo input, but never all of it.
package func quoted(_ text: String) -> String {
    let clean = String(
        text.unicodeScalars.prefix(61).map { $0.properties.generalCategory == .control ? " " : Character($0) })
    return "\"" + (clean.unicodeScalars.count > 60 ? String(clean.unicodeScalars.prefix(59)) + "…" : clean)
        + "\""
}

/// `; did you mean "close"?`, or an empty text for `nil`.
package func didYouMean(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean \(quoted($0))?" } ?? ""
}

/// Formats a number for messages and category names: `12` for 12.0.
package func compact(_ number: Double) -> String {
    abs(number) < 1e15 && number == number.rounded() ? String(Int(number)) : String(number)
}

import ArgumentParser
import Vitrail

/// Options for the notation of a table, if it cannot be detected.
struct TableOptions: ParsableArguments {
    @Option(help: "Format of the dates in the x column, with strptime directives. Example: --date-format %d/%m/%Y")
    var dateFormat: String?
    @Option(
        help:
            "Unit of numbers in the x column that count time since 1970: s, ms, us, ns, min, h or d. Example: --date-unit ms"
    )
    var dateUnit: String?
    @Option(
        help:
            "Time zone of the axis, and of times without a time zone. Default: UTC. Example: --time-zone Europe/Berlin")
    var timeZone: String?
    @Option(help: "Character between columns, or tab, or blanks. Example: --separator ';'")
    var separator: String?
    @Flag(
        inversion: .prefixedNo,
        help:
            "Whether the first row names the columns; without names they are called 1, 2, … Example: --no-header --x 1 --y 2"
    )
    var header: Bool?
    @Option(help: "Number of lines to skip at the start of the file. Example: --skip-rows 3")
    var skipRows: Int?
    @Option(help: "Skip lines that begin with this text; an empty text skips none. Example: --comment '%'")
    var comment: String?
    @Option(
        parsing: .unconditionalSingleValue,
        help: "A text that means a missing value, in addition to the usual ones; may be repeated. Example: --na -999")
    var na: [String] = []
    @Option(help: "utf8, utf16, latin1 or windows1252. Default: utf8. Example: --encoding latin1")
    var encoding: String?
    @Option(help: "The decimal sign: a point or a comma. Example: --decimal ,")
    var decimal: String?

    func validate() throws {
        if let separator, CSVOptions.Separator(separator) == nil {
            throw ValidationError("--separator is one character, tab or blanks, not \(CommandError.clean(separator))")
        }
        if let skipRows, !(0...1_000_000).contains(skipRows) {
            throw ValidationError("--skip-rows is 0 to 1000000, not \(skipRows)")
        }
        if let comment, comment.utf8.count > 16 { throw ValidationError("--comment has at most 16 bytes") }
        if let encoding, CSVOptions.Encoding(name: encoding) == nil {
            let known = CSVOptions.Encoding.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--encoding is one of \(known), not \(CommandError.clean(encoding))")
        }
        if let decimal, CSVOptions.Decimal(rawValue: decimal) == nil {
            throw ValidationError("--decimal is . or , and not \(CommandError.clean(decimal))")
        }
        if let dateUnit, DateUnit(dateUnit) == nil {
            throw ValidationError("--date-unit is s, ms, us, ns, min, h or d, not \(CommandError.clean(dateUnit))")
        }
        guard dateUnit == nil || dateFormat == nil else {
            throw ValidationError("--date-format is for texts and --date-unit for numbers: give one of them")
        }
        if let timeZone, !DateTimeAxis.hasTimeZone(timeZone) {
            throw ValidationError(
                "--time-zone: no time zone is called \(CommandError.clean(timeZone)); write an IANA identifier, such as Europe/Berlin"
            )
        }
    }

    /// The options as arguments.
    var arguments: [String] {
        func option(_ name: String, _ value: String?) -> [String] { value.map { ["--\(name)=\($0)"] } ?? [] }
        return option("date-format", dateFormat) + option("date-unit", dateUnit) + option("time-zone", timeZone)
            + option("separator", separator) + (header.map { [$0 ? "--header" : "--no-header"] } ?? [])
            + option("skip-rows", skipRows.map(String.init)) + option("comment", comment) + na.map { "--na=\($0)" }
            + option("encoding", encoding) + option("decimal", decimal)
    }

    func csv() throws -> CSVOptions {
        var options = CSVOptions()
        options.separator = separator.flatMap { CSVOptions.Separator($0) }
        options.header = header
        options.skipRows = skipRows ?? 0
        options.comment = comment
        options.na = na
        options.encoding = encoding.flatMap { CSVOptions.Encoding(name: $0) }
        options.decimal = decimal.flatMap { CSVOptions.Decimal(rawValue: $0) }
        options.timeZone = timeZone
        return options
    }

    /// The meaning of the x column. `nil`: not specified.
    func xMeaning() throws -> ColumnParse? {
        guard dateFormat != nil || dateUnit != nil else { return nil }
        return ColumnParse(date: dateFormat, unit: dateUnit.flatMap { DateUnit($0) })
    }
}

extension DateTimeAxis {
    fileprivate static func hasTimeZone(_ identifier: String) -> Bool {
        (try? DateTimeAxis().setTimeZone(identifier: identifier)) != nil
    }
}

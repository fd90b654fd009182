import VitrailColumns
import VitrailSystem

extension CSVOptions {
    /// Reads `parse` and `timeZone`, which all tables have.
    static func readShared(_ object: inout DescriptionObject) throws(DescriptionError) -> CSVOptions {
        var options = CSVOptions()
        options.timeZone = try object.optional("timeZone").map(readTimeZone)
        guard let node = object.optional("parse") else { return options }
        var columns = try DescriptionObject(node)
        guard columns.names.count <= CSVDialect.maxColumns else {
            throw node.error("more than \(CSVDialect.maxColumns) columns")
        }
        for name in columns.names { options.parse[name] = try readParse(try columns.required(name)) }
        return options
    }

    /// Reads the format options of a CSV file.
    mutating func readDialect(_ object: inout DescriptionObject) throws(DescriptionError) {
        if let node = object.optional("separator") {
            let text = try node.string()
            separator = Separator(text)
            guard separator != nil else {
                throw node.error("expected one character, or \"tab\" or \"blanks\", found \(quoted(text))")
            }
        }
        header = try object.optional("header")
        skipRows = try object.optional("skipRows")?.integer(in: 0...1_000_000) ?? 0
        if let node = object.optional("comment") {
            let text = try node.string()
            guard text.utf8.count <= 16 else { throw node.error("the mark of comments has at most 16 bytes") }
            comment = text
        }
        if let node = object.optional("na") {
            if case .string(let text) = node.value {
                na = [text]
            } else {
                for word in try node.elements(limit: 1_000) { na.append(try word.string()) }
            }
        }
        if let node = object.optional("encoding") {
            let name = try node.string()
            encoding = Encoding(name: name)
            guard encoding != nil else {
                throw node.error(
                    "\(quoted(name)) is not one of \(Encoding.allCases.map(\.rawValue).joined(separator: ", "))")
            }
        }
        if let node = object.optional("decimal") {
            let sign = try node.string()
            decimal = Decimal(rawValue: sign)
            guard decimal != nil else { throw node.error("expected \".\" or \",\", found \(quoted(sign))") }
        }
    }

    private static func readTimeZone(_ node: DescriptionNode) throws(DescriptionError) -> String {
        let name = try node.string()
        guard TimeZones.named(name) != nil else {
            throw node.error("\(quoted(name)) is not a time zone; write an IANA identifier, such as Europe/Berlin")
        }
        return name
    }

    private static func readParse(_ node: DescriptionNode) throws(DescriptionError) -> ColumnParse {
        var object = try DescriptionObject(node)
        var parse = ColumnParse()
        if let node = object.optional("date") {
            let pattern = try node.string()
            do throws(DateFormatError) { _ = try DateFormat(strptime: pattern) } catch { throw node.error("\(error)") }
            parse.date = pattern
        }
        parse.timeZone = try object.optional("timeZone").map(readTimeZone)
        if let node = object.optional("unit") {
            let name = try node.string()
            parse.unit = DateUnit(name)
            guard parse.unit != nil else { throw node.error("\(quoted(name)) is not one of \(DateUnit.knownNames)") }
        }
        try object.finish()
        guard parse.date == nil || parse.unit == nil else {
            throw node.error("\"date\" is for texts and \"unit\" for numbers: give one of them")
        }
        return parse
    }

    /// - Throws: An error if `parse` names a column that the table lacks.
    func checkColumns(_ known: [String], _ node: DescriptionNode) throws(DescriptionError) {
        guard let unknown = parse.keys.sorted().first(where: { !known.contains($0) }) else { return }
        throw DescriptionError(
            path: "\(node.path).parse.\(unknown)",
            message: "column \(quoted(unknown)) not found" + didYouMean(nearestName(to: unknown, in: known)))
    }
}

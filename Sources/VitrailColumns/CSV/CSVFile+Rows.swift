/// CSV text that arrives in parts. The first rows are a file, which determines the format; later rows are further files
/// of that format.
///
///     let head = try CSVFile(bytes: first, name: "standard input", options: options)
///     var settled = head
///     settled.options = try head.settledOptions(requests)
///     let more = try CSVFile(rows: next, line: 3, like: settled).read(requests)
extension CSVFile {
    /// A file in memory.
    ///
    /// - Parameter bytes: UTF-8.
    /// - Throws: `DataError` for bytes of another format, compressed text included, and for a file without a row.
    package init(bytes: [UInt8], name: String, options: CSVOptions = CSVOptions()) throws(DataError) {
        if let format = FileFormat.recognise(bytes) { throw .foreignFormat(path: name, format) }
        let text = CSVText(bytes)
        let dialect = try text.withBytes { bytes throws(DataError) in
            try CSVDialect(bytes, path: name, options: options)
        }
        (self.path, self.text, self.dialect, self.options) = (name, text, dialect, options)
    }

    /// Rows in the format of another file, without a header.
    ///
    /// - Parameters:
    ///   - bytes: whole rows in UTF-8.
    ///   - line: number of the first line, for messages.
    package init(rows bytes: [UInt8], line: Int, like other: CSVFile) {
        var dialect = other.dialect
        (dialect.bodyStart, dialect.bodyLine) = (0, line)
        // The other file has already reported them.
        (dialect.notes, dialect.assumesComments) = ([], false)
        (self.path, self.text, self.dialect, self.options) = (other.path, CSVText(bytes), dialect, other.options)
    }

    /// Where the first row begins: number of bytes before it, and number of its line.
    package var rowsStart: (byte: Int, line: Int) { (dialect.bodyStart, dialect.bodyLine) }

    /// The options that read further rows as the rows of this file were read, whatever their cells are: the decimal sign
    /// and the date formats are fixed.
    ///
    /// - Parameter requests: columns with their kinds.
    package func settledOptions(_ requests: [ColumnRequest]) throws(DataError) -> CSVOptions {
        var settled = options
        let texts = try rawTexts(requests)
        let gaps = Set(options.na)
        func isGap(_ text: String) -> Bool { GapWords.contains(text) || gaps.contains(text) }
        if options.decimal == nil {
            let separatesByComma = dialect.syntax.delimiter == UInt8(ascii: ",")
            let hasComma = zip(requests, texts).contains { request, texts in
                guard request.kind == .number else { return false }
                let readings = [CSVOptions.Decimal.point, nil].map {
                    NumberReading(texts, isGap, separatesByComma: separatesByComma, decimal: $0)
                }
                return readings[0].values.map(\.bitPattern) != readings[1].values.map(\.bitPattern)
            }
            settled.decimal = hasComma ? .comma : .point
        }
        for (request, texts) in zip(requests, texts) where request.kind == .date {
            var parse = options.parse[request.name] ?? ColumnParse()
            guard parse.date == nil, parse.unit == nil else { continue }
            let cells = texts.compactMap { $0 }.filter { !isGap($0) }
            guard !cells.allSatisfy({ CellDate.parse($0) != nil }),
                case .format(let format, _) = DateRecognition.recognise(
                    cells, preferred: request.order, allowsBareDigits: true),
                (try? DateFormat(strptime: format.description)) != nil
            else { continue }
            parse.date = format.description
            settled.parse[request.name] = parse
        }
        return settled
    }

    /// The cells of columns as they are written. `nil`: an empty cell.
    private func rawTexts(_ requests: [ColumnRequest]) throws(DataError) -> [[String?]] {
        var builders = requests.map { _ in ColumnBuilder(.raw) }
        var counts = CSVCounts()
        _ = try scan(requests, &builders, [], CSVBlocks(), &counts)
        return builders.map(\.rawTexts)
    }
}

/// A CSV file. Opening it detects the dialect; reading parses only the requested columns.
package struct CSVFile {
    /// Maximum number of rows. More are a mistake and would exhaust memory.
    static let maxRows = 1_000_000_000

    /// Name of the file in messages.
    package let path: String
    package var options: CSVOptions
    package let text: CSVText
    package let dialect: CSVDialect

    /// Column names in the order of the file, trimmed.
    package var header: [String] { dialect.names }

    /// - Parameter name: Name in messages; `nil`: the path.
    package init(
        path: String, name: String? = nil, options: CSVOptions = CSVOptions(),
        _ reading: ReadingOptions = ReadingOptions()
    ) throws(DataError) {
        let name = name ?? path
        let text = try CSVText(path: path, name: name, options: options, reading)
        dialect = try text.withBytes { bytes throws(DataError) in try CSVDialect(bytes, path: name, options: options) }
        try text.checkIntact()
        self.path = name
        self.text = text
        self.options = options
    }

    /// The result of reading.
    package struct Reading {
        /// Columns of equal length, in the order of the requests.
        package var columns: [Column]
        /// Facts about each column.
        package var facts: [ColumnFacts]
        /// Assumptions made, as sentences that begin with the file's name and, if known, a line.
        package var notes: [String]
    }

    /// Reads the requested columns, with the rows that pass all filters.
    ///
    /// A first pass reads plain numbers, ISO 8601 dates and texts. A second pass reads all other columns as texts,
    /// which are then interpreted as a whole.
    ///
    /// - Parameter blocks: Block sizes for parallel reading. The result does not depend on them.
    package func read(
        _ requests: [ColumnRequest], where filters: [RowFilter] = [], blocks: CSVBlocks = CSVBlocks()
    ) throws(DataError) -> Reading {
        let gaps = Set(options.na)
        var builders = requests.map { request in
            let isSaid = options.parse[request.name]?.date != nil
            return ColumnBuilder(isSaid ? .raw : .kind(request.kind), gaps: gaps)
        }
        var counts = CSVCounts()
        let rows = try scan(requests, &builders, filters, blocks, &counts)
        var notes = self.notes(counts)
        let rounded = Set(builders.indices.filter { isRounded(requests[$0], builders[$0]) })
        let raw = builders.indices.filter {
            builders[$0].isMixed || options.parse[requests[$0].name]?.date != nil || rounded.contains($0)
                || isAmbiguous(requests[$0], builders[$0])
        }
        var texts = [[String?]?](repeating: nil, count: requests.count)
        if !raw.isEmpty {
            var again = raw.map { _ in ColumnBuilder(.raw) }
            var counts = CSVCounts()
            _ = try scan(raw.map { requests[$0] }, &again, filters, blocks, &counts)
            for (i, builder) in zip(raw, again) { texts[i] = builder.rawTexts }
        }
        var readings: [ColumnReading] = []
        for (i, request) in requests.enumerated() {
            let context = ColumnReading.Context(
                request: request, options: options, separatesByComma: dialect.syntax.delimiter == UInt8(ascii: ","))
            if rounded.contains(i),
                let column = WholeNumbers.column(texts[i] ?? [], { GapWords.contains($0) || gaps.contains($0) })
            {
                readings.append(ColumnReading(column: column))
                continue
            }
            let found = try read(
                rounded.contains(i) && !isAmbiguous(request, builders[i]) ? nil : texts[i], builders[i], context, rows,
                filters)
            readings.append(found)
        }
        let dropped = try dropTrailingRows(&readings, requests, rows, filters, &notes)
        for (reading, request) in zip(readings, requests) {
            for note in reading.notes { notes.append(try sentence(note, request, filters, rows - dropped)) }
        }
        return Reading(columns: readings.map(\.column), facts: readings.map(\.facts), notes: unique(notes))
    }

    private func unique(_ notes: [String]) -> [String] {
        var seen: Set<String> = []
        return notes.filter { seen.insert($0).inserted }
    }

    private func read(
        _ texts: [String?]?, _ builder: ColumnBuilder, _ context: ColumnReading.Context, _ rows: Int,
        _ filters: [RowFilter]
    ) throws(DataError) -> ColumnReading {
        let request = context.request
        if let texts {
            do {
                return try ColumnReading.read(texts, context)
            } catch let misfit as ColumnReading.Misfit {
                throw .cell(
                    path: path, line: try line(ofRow: misfit.row, filters), column: request.name,
                    text: texts[misfit.row] ?? "", wanted: misfit.wanted)
            } catch let error as DataError {
                throw error
            } catch {
                preconditionFailure("columns are read with data errors only: \(error)")
            }
        }
        switch builder.finish() {
        case .texts(let texts): return ColumnReading(column: Column(texts))
        case .dates(let values, let nanoseconds, let offsets):
            return try ColumnReading.dates(values, offsets, context, nanoseconds)
        case .numbers(let values):
            if request.kind == nil, request.takesCompactDates, let dates = DateUnit.compactDates(values) {
                return try ColumnReading.dates(dates, WrittenOffsets.local, context)
            }
            // A date column without values stays a date column.
            let isEmpty = request.kind == .date && values.allSatisfy(\.isNaN)
            return ColumnReading(column: isEmpty ? Column(secondsSince1970: values) : Column(values))
        case nil: preconditionFailure("a mixed column is read as texts")
        }
    }

    /// Whether a date axis needs numbers that are too large for exact Doubles.
    private func isRounded(_ request: ColumnRequest, _ builder: ColumnBuilder) -> Bool {
        guard request.kind == .date, options.parse[request.name]?.date == nil,
            case .numbers(let values)? = builder.finish()
        else { return false }
        return WholeNumbers.areRounded(values, options.parse[request.name]?.unit)
    }

    // MARK: Ambiguous numbers

    /// Whether all numbers of a column may have groups of three digits, such as 1.234 in a file with another separator
    /// than the comma.
    private func isAmbiguous(_ request: ColumnRequest, _ builder: ColumnBuilder) -> Bool {
        guard dialect.syntax.delimiter != UInt8(ascii: ","), options.decimal != .point, request.kind != .category,
            case .numbers(let values)? = builder.finish()
        else { return false }
        if options.decimal == .comma { return values.contains { $0.isFinite && $0 != $0.rounded(.towardZero) } }
        var hasFraction = false
        for value in values where value.isFinite {
            let thousands = value * 1000
            guard abs(value) < 1000, thousands == thousands.rounded() || abs(thousands - thousands.rounded()) < 1e-9
            else { return false }
            hasFraction = hasFraction || value != value.rounded()
        }
        // Decimals such as 0.5 and 12.25 are common and have fewer digits. Only the texts show which case applies.
        return hasFraction
    }

    // MARK: Rows

    /// Index of the column in the file.
    private func index(of name: String) throws(DataError) -> Int {
        guard let index = header.firstIndex(of: name) else {
            throw .unknownColumn(name: name, source: path, known: header)
        }
        return index
    }

    /// - Returns: Number of rows that passed.
    func scan(
        _ requests: [ColumnRequest], _ builders: inout [ColumnBuilder], _ filters: [RowFilter], _ blocks: CSVBlocks,
        _ counts: inout CSVCounts
    ) throws(DataError) -> Int {
        let reader = try rows(requests, filters, blocks)
        let rows: Int
        do throws(DataError) {
            rows = try reader.read(into: &builders, &counts)
        } catch {
            // If the file was truncated meanwhile, its missing part was read as zeros: report that, not a wrong cell.
            try text.checkIntact()
            throw error
        }
        try text.checkIntact()
        return rows
    }

    private func rows(
        _ requests: [ColumnRequest], _ filters: [RowFilter], _ blocks: CSVBlocks
    ) throws(DataError) -> CSVRows {
        // Maps a column of the file to a slot of `cells`. Requests and filters may share a slot.
        var slots = [Int](repeating: -1, count: header.count)
        var cellCount = 0
        func slot(_ name: String) throws(DataError) -> Int {
            let column = try index(of: name)
            if slots[column] < 0 {
                slots[column] = cellCount
                cellCount += 1
            }
            return slots[column]
        }
        var sources: [Int] = []
        for request in requests { sources.append(try slot(request.name)) }
        var tests: [FilterTest] = []
        let takesCommas = dialect.syntax.delimiter != UInt8(ascii: ",")
        for filter in filters {
            tests.append(FilterTest(filter, slot: try slot(filter.column), takesCommas: takesCommas))
        }
        return CSVRows(
            file: self, requests: requests, slots: slots, cellCount: cellCount, sources: sources, tests: tests,
            blocks: blocks)
    }

    /// The line where a row begins. `row` counts the rows that pass the filters.
    private func line(ofRow row: Int, _ filters: [RowFilter]) throws(DataError) -> Int {
        let line = try rows([], filters, CSVBlocks()).line(ofRow: row)
        try text.checkIntact()
        return line
    }

    /// Drops rows below the table: the last rows where the independent column has neither a value nor a gap.
    ///
    /// - Returns: Number of dropped rows.
    private func dropTrailingRows(
        _ readings: inout [ColumnReading], _ requests: [ColumnRequest], _ rows: Int, _ filters: [RowFilter],
        _ notes: inout [String]
    ) throws(DataError) -> Int {
        var dropped = 0
        for (reading, request) in zip(readings, requests)
        where request.isIndependent && reading.column.kind != .category {
            var count = 0
            while count < reading.misfits.count, reading.misfits[reading.misfits.count - 1 - count] == rows - 1 - count
            { count += 1 }
            dropped = max(dropped, count)
        }
        guard dropped > 0, dropped < rows else { return 0 }
        var lines: [String] = []
        for row in rows - dropped..<rows { lines.append(String(try line(ofRow: row, filters))) }
        notes.append(
            "\(path): \(lines.count == 1 ? "line \(lines[0]) is" : "lines \(lines.joined(separator: ", ")) are") skipped: below the table"
        )
        for i in readings.indices { readings[i].column = readings[i].column.prefix(rows - dropped) }
        return dropped
    }

    static func error(_ fault: CSVScanner.Fault, _ path: String, line: Int) -> DataError {
        switch fault {
        case .unclosedQuote: .unclosedQuote(path: path, line: line)
        case .textAfterQuote: .textAfterQuote(path: path, line: line)
        }
    }

    // MARK: Notes

    private func notes(_ counts: CSVCounts) -> [String] {
        var notes = dialect.notes.map { "\(path): \($0)" }
        if counts.short > 0 {
            let rows = counts.short == 1 ? "the row has" : "\(counts.short) rows from here on have"
            notes.append("\(path):\(counts.firstShort): \(rows) fewer cells than the header; the missing ones are gaps")
        }
        if dialect.assumesComments, counts.comments > 0 {
            let lines =
                counts.comments == 1
                ? "the line is skipped as a comment" : "\(counts.comments) lines from here on are skipped as comments"
            notes.append(
                "\(path):\(counts.firstComment): \(lines) (#); --comment or \"comment\" sets the mark, \"\" switches it off"
            )
        }
        return notes
    }

    private func sentence(
        _ note: ColumnNote, _ request: ColumnRequest, _ filters: [RowFilter], _ rows: Int
    ) throws(DataError) -> String {
        let column = "column \(quoted(request.name))"
        switch note {
        case .unreadable(let count, let row, let text, let wanted):
            let cells =
                count == 1
                ? "1 cell is not \(wanted.phrase), and is left out:"
                : "\(count) cells are not \(wanted.plural), and are left out; the first is"
            return "\(path):\(try line(ofRow: row, filters)): \(column): \(cells) \(quoted(text))"
        case .nearlyDates(let format, let row, let text):
            return
                "\(path):\(try line(ofRow: row, filters)): \(column): most cells are dates (\(format)), \(quoted(text)) is not; all are drawn as texts"
        case .damagedText(let row):
            return
                "\(path):\(try line(ofRow: row, filters)): \(column): the text is not UTF-8; --encoding or \"encoding\" names another encoding"
        default: return "\(path): \(column): \(note.sentence)"
        }
    }
}

extension ColumnNote {
    /// The sentence of a note without the name and line of the cell.
    package var sentence: String {
        switch self {
        case .unreadable(let count, _, let text, let wanted):
            let values =
                count == 1
                ? "1 value is not \(wanted.phrase), and is left out:"
                : "\(count) values are not \(wanted.plural), and are left out; the first is"
            return "\(values) \(quoted(text))"
        case .nearlyDates(let format, _, let text):
            return "most values are dates (\(format)), \(quoted(text)) is not; all are drawn as texts"
        case .damagedText: return "a text is not UTF-8"
        case .ambiguousDates(let chosen, let format, let other):
            let order = chosen == .monthFirst ? "month first" : "day first"
            return
                "dates are read with the \(order) (\(format)); --date-format or \"parse\" with \"\(other)\" reads them the other way"
        case .ambiguousDecimal(let sign):
            let group: CSVOptions.Decimal = sign == .point ? .comma : .point
            let name = sign == .point ? "point" : "comma"
            return
                "the \(name) is read as the decimal sign; with --decimal \(group.rawValue) or \"decimal\" it separates groups of three digits"
        case .repeatedTimes(let count, let first, let zone):
            let times = count == 1 ? "1 time occurs" : "\(count) times occur"
            return "\(times) twice in \(zone) (\(first)): the clock is set back; the first one is used"
        case .missingTimes(let count, let first, let zone):
            let times = count == 1 ? "1 time does" : "\(count) times do"
            return
                "\(times) not exist in \(zone) (\(first)): the clock is set forward; \(count == 1 ? "it is" : "they are") moved forward"
        case .assumedUnit(let assumption):
            return
                "numbers on a date axis are read as \(assumption); --date-unit or \"parse\" with \"unit\" sets another unit"
        }
    }
}

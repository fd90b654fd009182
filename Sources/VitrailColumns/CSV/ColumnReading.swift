/// Assumptions about a column that a user should know.
package enum ColumnNote: Sendable {
    /// Few unreadable cells among readable ones: they are gaps.
    case unreadable(count: Int, row: Int, text: String, wanted: Column.Kind)
    /// Dates that can be read both day first and month first.
    case ambiguousDates(chosen: DateRecognition.Order, format: DateFormat, other: DateFormat)
    /// Numbers such as 1.234 in all cells.
    case ambiguousDecimal(CSVOptions.Decimal)
    /// Most cells look like dates, but some do not: all cells are texts.
    case nearlyDates(DateFormat, row: Int, text: String)
    /// Local times that occur twice in the zone, and local times that do not exist there.
    case repeatedTimes(count: Int, first: String, timeZone: String)
    case missingTimes(count: Int, first: String, timeZone: String)
    /// Numbers on a date axis.
    case assumedUnit(String)
    /// Bytes that are not UTF-8.
    case damagedText(row: Int)
}

/// Facts about the columns of a series in addition to their values.
package struct ColumnFacts: Sendable, Hashable {
    /// Range of the written offsets, in seconds ahead of UTC. `nil`: no offset is written.
    package var offsets: ClosedRange<Int>?
    /// Whether some times have no zone.
    package var hasLocalTimes = false
    /// Whether the numbers have a percent sign.
    package var isPercent = false

    package init(offsets: ClosedRange<Int>? = nil, hasLocalTimes: Bool = false, isPercent: Bool = false) {
        self.offsets = offsets
        self.hasLocalTimes = hasLocalTimes
        self.isPercent = isPercent
    }
}

/// A column of texts, interpreted as a whole: all cells have one format.
package struct ColumnReading {
    /// The request and the format of the file.
    package struct Context {
        package var request: ColumnRequest
        var options = CSVOptions()
        /// Whether commas separate cells.
        var separatesByComma = false

        package init(request: ColumnRequest, options: CSVOptions = CSVOptions(), separatesByComma: Bool = false) {
            self.request = request
            self.options = options
            self.separatesByComma = separatesByComma
        }

        package var parse: ColumnParse? { options.parse[request.name] }
        /// Zone of times without one, an IANA identifier. `nil`: UTC.
        package var timeZone: String? { parse?.timeZone ?? options.timeZone ?? request.timeZone }
    }

    /// A cell that is not of the requested kind.
    package struct Misfit: Error {
        package let row: Int
        package let wanted: Column.Kind
    }

    package var column: Column
    package var facts = ColumnFacts()
    package var notes: [ColumnNote] = []
    /// Rows of cells that are neither gaps nor of the column's kind, ascending. The list may be cut off after the first
    /// ones.
    var misfits: [Int] = []

    package init(column: Column, facts: ColumnFacts = ColumnFacts(), notes: [ColumnNote] = [], misfits: [Int] = []) {
        self.column = column
        self.facts = facts
        self.notes = notes
        self.misfits = misfits
    }

    /// - Throws: `DataError` for an invalid format or unknown zone, `Misfit` for cells that are not of the requested
    ///   kind.
    package static func read(_ texts: [String?], _ context: Context) throws -> ColumnReading {
        let reader = Reader(texts: texts, context: context)
        if context.parse?.date != nil { return try reader.datesAsSaid() }
        switch context.request.kind {
        case .category: return ColumnReading(column: Column(reader.withoutGaps()))
        case .number: return try reader.numbers()
        case .date: return try reader.dates()
        case nil: return try reader.anything()
        }
    }

    /// - Parameter nanoseconds: Nanoseconds of the same dates.
    /// - Returns: Instants. Local times are converted from the zone.
    package static func dates(
        _ values: [Double], _ offsets: WrittenOffsets, _ context: Context,
        _ nanoseconds: NanosecondCounts = NanosecondCounts()
    ) throws(DataError) -> ColumnReading {
        var reading = ColumnReading(column: nanoseconds.column(seconds: values))
        reading.facts.offsets = offsets.range
        reading.facts.hasLocalTimes = offsets.hasLocal
        guard offsets.hasLocal, let zone = context.timeZone, !TimeZones.isUTC(zone) else { return reading }
        var clock = try ZoneClock(identifier: zone)
        if let counts = nanoseconds.instants(by: &clock) {
            reading.column = counts
        } else {
            let seconds = values.map { $0.isFinite ? clock.seconds(of: WrittenDate(seconds: $0, offset: nil)) : .nan }
            reading.column = Column(secondsSince1970: seconds)
        }
        reading.note(clock, zone)
        return reading
    }

    /// Converts numbers that count time to dates, with the given unit, or else one assumed from their size.
    package static func dates(ofNumbers column: Column, _ context: Context) throws(DataError) -> ColumnReading {
        if let unit = context.parse?.unit { return ColumnReading(column: column.dates(in: unit)) }
        let assumption = column.withValues { DateUnit.assumed(for: $0) }
        guard assumption != .unit(.second) else { return ColumnReading(column: column.asDates()) }
        var reading: ColumnReading
        if case .unit(let unit) = assumption {
            reading = ColumnReading(column: column.dates(in: unit))
        } else {
            reading = try dates(
                column.withValues { values in values.indices.map { assumption.seconds(values[$0]) } }, .local, context)
        }
        reading.notes.insert(.assumedUnit(assumption.phrase), at: 0)
        return reading
    }

    package mutating func note(_ clock: ZoneClock, _ zone: String) {
        if let first = clock.firstRepeated {
            notes.append(.repeatedTimes(count: clock.repeated, first: CellDate.text(first), timeZone: zone))
        }
        if let first = clock.firstMissing {
            notes.append(.missingTimes(count: clock.missing, first: CellDate.text(first), timeZone: zone))
        }
    }

    /// Whether the misfits are few enough to be gaps: at most three or one in twenty, and fewer than the readable
    /// cells.
    static func areFew(_ misfits: Int, among readable: Int) -> Bool {
        misfits < readable && (misfits <= 3 || misfits * 20 <= misfits + readable)
    }
}

private struct Reader {
    let texts: [String?]
    let context: ColumnReading.Context
    private let gaps: Set<String>

    init(texts: [String?], context: ColumnReading.Context) {
        self.texts = texts
        self.context = context
        gaps = Set(context.options.na)
    }

    func isGap(_ text: String) -> Bool { GapWords.contains(text) || gaps.contains(text) }

    /// The texts, with gaps for the texts that the caller defined as gaps.
    func withoutGaps() -> [String?] {
        gaps.isEmpty ? texts : texts.map { text in text.flatMap { gaps.contains($0) ? nil : $0 } }
    }

    // MARK: Numbers

    private func readNumbers() -> NumberReading {
        NumberReading(texts, isGap, separatesByComma: context.separatesByComma, decimal: context.options.decimal)
    }

    func numbers() throws(ColumnReading.Misfit) -> ColumnReading {
        let found = readNumbers()
        // Unreadable cells at the end of the column reveal rows below the table.
        let trailing = context.request.isIndependent ? trailingCount(found.misfits, found.misfitCount) : 0
        guard found.misfitCount == 0 || ColumnReading.areFew(found.misfitCount - trailing, among: found.readable) else {
            throw ColumnReading.Misfit(row: found.misfits[0], wanted: .number)
        }
        return reading(found)
    }

    private func reading(_ found: NumberReading) -> ColumnReading {
        var reading = ColumnReading(column: Column(found.values))
        reading.facts.isPercent = found.signs.contains(.percent)
        if let decimal = found.ambiguity { reading.notes.append(.ambiguousDecimal(decimal)) }
        reading.misfits = found.misfits
        note(found.misfits, found.misfitCount, .number, &reading)
        return reading
    }

    // MARK: Dates

    func dates() throws -> ColumnReading {
        switch recognise() {
        case .format(let format, let ambiguity): return try dates(format, ambiguity)
        case .almost(let format, let first, let misfits):
            let trailing = context.request.isIndependent ? trailingCount(of: format) : 0
            let readable = valueCount - misfits
            guard ColumnReading.areFew(max(misfits - trailing, 0), among: readable) else {
                throw ColumnReading.Misfit(row: first, wanted: .date)
            }
            return try dates(format, nil)
        case .none:
            // Numbers on a date axis get their unit later, when all of them are known.
            let found = readNumbers()
            let first = found.misfits.first ?? 0
            let trailing = context.request.isIndependent ? trailingCount(found.misfits, found.misfitCount) : 0
            guard found.readable > 0, ColumnReading.areFew(found.misfitCount - trailing, among: found.readable) else {
                throw ColumnReading.Misfit(
                    row: texts.firstIndex { $0.map { !isGap($0) } ?? false } ?? first, wanted: .date)
            }
            if found.misfitCount == 0, WholeNumbers.areRounded(found.values, context.parse?.unit),
                let column = WholeNumbers.column(texts, isGap)
            {
                return ColumnReading(column: column)
            }
            return reading(found)
        }
    }

    /// Reads dates in the format that the caller gave.
    func datesAsSaid() throws -> ColumnReading {
        guard let pattern = context.parse?.date else { preconditionFailure("no format is given") }
        let format: DateFormat
        do throws(DateFormatError) {
            format = try DateFormat(strptime: pattern)
        } catch {
            throw DataError.dateFormat(column: context.request.name, reason: "\(error)")
        }
        let reading = try dates(format, nil)
        let readable = valueCount - reading.misfits.count
        let trailing = context.request.isIndependent ? trailingCount(of: format) : 0
        guard reading.misfits.isEmpty || ColumnReading.areFew(reading.misfits.count - trailing, among: readable) else {
            throw ColumnReading.Misfit(row: reading.misfits[0], wanted: .date)
        }
        return reading
    }

    private func dates(_ format: DateFormat, _ ambiguity: DateRecognition.Ambiguity?) throws(DataError) -> ColumnReading
    {
        let zone = context.timeZone ?? "UTC"
        var clock = try ZoneClock(identifier: zone)
        var seconds: [Double] = []
        seconds.reserveCapacity(texts.count)
        var nanoseconds = NanosecondCounts()
        var misfits: [Int] = []
        var offsets = WrittenOffsets()
        for (row, text) in texts.enumerated() {
            guard var text else {
                nanoseconds.addGap()
                seconds.append(.nan)
                continue
            }
            let date = text.withUTF8 { bytes in
                let span = unsafe Span(_unsafeElements: bytes)
                return format.parse(span, span.indices)
            }
            if let date {
                _ = offsets.add(date.offset)
                let whole = date.wholeSeconds - clock.offset(of: date)
                nanoseconds.add(whole, date.fraction, after: seconds)
                seconds.append(Double(whole) + date.fraction)
            } else {
                nanoseconds.addGap()
                seconds.append(.nan)
                if !isGap(text) { misfits.append(row) }
            }
        }
        var reading = ColumnReading(column: nanoseconds.column(seconds: seconds))
        reading.facts.offsets = offsets.range
        reading.facts.hasLocalTimes = offsets.hasLocal
        reading.misfits = misfits
        if let ambiguity {
            reading.notes.append(.ambiguousDates(chosen: ambiguity.chosen, format: format, other: ambiguity.other))
        }
        if zone != "UTC" { reading.note(clock, zone) }
        note(misfits, misfits.count, .date, &reading)
        return reading
    }

    private func recognise() -> DateRecognition.Result {
        DateRecognition.recognise(count: texts.count, preferred: context.request.order) { row, body in
            guard var text = texts[row], !isGap(text) else { return }
            text.withUTF8 { bytes in
                let span = unsafe Span(_unsafeElements: bytes)
                body(span, span.indices)
            }
        }
    }

    // MARK: Any kind

    /// Reads numbers or dates if all cells but a few are such, otherwise texts.
    func anything() throws -> ColumnReading {
        let values = valueCount
        let found = readNumbers()
        let trailing = context.request.isIndependent ? trailingCount(found.misfits, found.misfitCount) : 0
        // Words such as `true` may be names.
        if found.readable > 0, !found.signs.contains(.boolean), (found.misfitCount - trailing) * 20 <= values {
            return reading(found)
        }
        switch recognise() {
        case .format(let format, let ambiguity): return try dates(format, ambiguity)
        case .almost(let format, let first, let misfits):
            let trailing = context.request.isIndependent ? trailingCount(of: format) : 0
            if max(misfits - trailing, 0) * 20 <= values { return try dates(format, nil) }
            var reading = ColumnReading(column: Column(withoutGaps()))
            reading.notes.append(.nearlyDates(format, row: first, text: texts[first] ?? ""))
            return reading
        case .none: return ColumnReading(column: Column(withoutGaps()))
        }
    }

    // MARK: Misfits

    /// Number of cells with a value.
    private var valueCount: Int { texts.count { $0.map { !isGap($0) } ?? false } }

    /// Maximum number of rows below a table, such as totals, means and sources.
    private static let maxTrailing = 5

    /// Number of rows below the table: cells at the end that do not fit.
    private func trailingCount(_ misfits: [Int], _ count: Int) -> Int {
        guard misfits.count == count else { return 0 }
        return trailingRows(misfits, of: texts)
    }

    private func trailingCount(of format: DateFormat) -> Int {
        var misfits: [Int] = []
        for row in texts.indices.suffix(Self.maxTrailing * 2) {
            guard var text = texts[row], !isGap(text) else { continue }
            let fits = text.withUTF8 { bytes in
                let span = unsafe Span(_unsafeElements: bytes)
                return format.parse(span, span.indices) != nil
            }
            if !fits { misfits.append(row) }
        }
        return trailingRows(misfits, of: texts)
    }

    private func note(_ misfits: [Int], _ count: Int, _ wanted: Column.Kind, _ reading: inout ColumnReading) {
        let trailing = context.request.isIndependent && misfits.count == count ? trailingRows(misfits, of: texts) : 0
        let others = misfits.dropLast(trailing)
        guard let first = others.first, let text = texts[first] else { return }
        reading.notes.append(.unreadable(count: count - trailing, row: first, text: text, wanted: wanted))
    }
}

/// Number of non-empty cells at the end that do not fit, at most five.
func trailingRows(_ misfits: [Int], of texts: [String?]) -> Int {
    let filled = texts.indices.reversed().lazy.filter { texts[$0] != nil }
    var count = 0
    for (row, misfit) in zip(filled, misfits.reversed()) {
        guard row == misfit, count < 5 else { break }
        count += 1
    }
    return count
}

extension DateUnit.Assumption {
    /// The phrase after "taken for", for example "milliseconds since 1970".
    fileprivate var phrase: String {
        switch self {
        case .years: "years"
        case .calendarDays: "days as 20240131"
        case .unit(let unit): "\(unit) since 1970"
        }
    }
}

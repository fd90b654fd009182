/// What is asked of a table: a column by name, as a kind; nil = as what its cells look like.
struct ColumnRequest: Hashable {
    var name: String
    var kind: Column.Kind?
    /// Kinds that the first cell decides for good: a later cell that does not fit is an error, and does not make texts of all.
    var settled: Set<Column.Kind> = []
}

/// Collects the cells of one column.
///
/// Without a wanted kind the first cell that is no gap decides between number, date and category; when a later one does not fit, the
/// column `isMixed` and has to be read again as texts. A wanted date column may hold numbers instead: seconds since 1970.
struct ColumnBuilder: Sendable {
    enum Cell: Error {
        case misfit(wanted: Column.Kind)
        case notUTF8
    }
    fileprivate enum Reading: Equatable {
        case undecided, numbers, dates, texts
        /// Cells of this kind, then something else; nil = gaps, then texts.
        case mixed(after: Column.Kind?)
    }

    /// All that the next cells are read by.
    struct State: Equatable {
        fileprivate var reading: Reading
        /// Whether gaps came before the first cell that decides.
        fileprivate var hasGaps: Bool
    }

    private let wanted: Column.Kind?
    /// Whether a comma stands before decimals: where semicolons separate cells, as spreadsheets of many countries write them.
    private let takesCommas: Bool
    private var reading: Reading
    private var values: [Double] = []
    private var texts: [String?] = []
    /// Of what came before the cells that are collected here.
    private var followsGaps = false

    init(wanted: Column.Kind?, takesCommas: Bool = false) {
        self.wanted = wanted
        self.takesCommas = takesCommas
        switch wanted {
        case .number: reading = .numbers
        case .category: reading = .texts
        case .date, nil: reading = .undecided
        }
    }

    /// Found to be of no one kind: numbers or dates, then something else.
    var isMixed: Bool { if case .mixed = reading { true } else { false } }

    /// Of the first cells, where it is mixed.
    var firstKind: Column.Kind? { if case .mixed(let kind) = reading { kind } else { nil } }

    /// Whether plain numbers can be added without looking at them.
    var takesNumbers: Bool { reading == .numbers }

    var state: State { State(reading: reading, hasGaps: reading == .undecided && (followsGaps || !values.isEmpty)) }

    /// An empty one that goes on as this one would.
    var successor: ColumnBuilder {
        var next = ColumnBuilder(wanted: wanted, takesCommas: takesCommas)
        next.reading = reading
        next.followsGaps = state.hasGaps
        return next
    }

    /// Adds what a `successor` collected.
    mutating func append(_ next: ColumnBuilder) {
        reading = next.reading
        if isMixed {
            values = []
        } else {
            values += next.values
            texts += next.texts
        }
    }

    mutating func append(_ numbers: Slice<UnsafeMutableBufferPointer<Double>>) { unsafe values.append(contentsOf: numbers) }

    /// Makes room for so many cells more.
    mutating func reserve(_ count: Int) {
        if reading == .texts { texts.reserveCapacity(texts.count + count) } else if !isMixed { values.reserveCapacity(values.count + count) }
    }

    mutating func append(_ field: CSVScanner.Field, _ bytes: Span<UInt8>) throws(Cell) {
        switch reading {
        case .numbers:
            if let value = number(bytes, field.range) {
                values.append(value)
            } else {
                try appendGapOrMisfit(field, bytes)
            }
        case .dates:
            if let value = CellDate.parse(bytes, field.range) {
                values.append(value)
            } else {
                try appendGapOrMisfit(field, bytes)
            }
        case .texts:
            // A quoted NA is a text, as R writes it: it may be a name.
            let isGap = field.isQuoted ? field.range.isEmpty : field.isGap(bytes)
            guard !isGap else { return texts.append(nil) }
            guard let text = field.validText(bytes) else { throw .notUTF8 }
            texts.append(text)
        case .undecided:
            if field.isGap(bytes) {
                values.append(.nan)
            } else {
                try decide(field, bytes)
                try append(field, bytes)
            }
        case .mixed: break
        }
    }

    private func number(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
        CellNumber.parse(bytes, range) ?? (takesCommas ? CellNumber.parse(commaIn: bytes, range) : nil)
    }

    private mutating func appendGapOrMisfit(_ field: CSVScanner.Field, _ bytes: Span<UInt8>) throws(Cell) {
        if field.isGap(bytes) {
            values.append(.nan)
        } else if let wanted {
            throw .misfit(wanted: wanted)
        } else {
            reading = .mixed(after: reading == .dates ? .date : .number)
            values = []
        }
    }

    private mutating func decide(_ field: CSVScanner.Field, _ bytes: Span<UInt8>) throws(Cell) {
        if CellDate.parse(bytes, field.range) != nil {
            reading = .dates
        } else if number(bytes, field.range) != nil {
            reading = .numbers
        } else if wanted == .date {
            throw .misfit(wanted: .date)
        } else if !state.hasGaps {
            reading = .texts
        } else {
            // The gaps before may have been quoted texts.
            reading = .mixed(after: nil)
        }
    }

    /// A column without any value is one of numbers, unless wanted otherwise.
    consuming func finish() -> Column {
        switch reading {
        case .texts, .mixed: Column(texts)
        case .dates: Column(secondsSince1970: values)
        case .numbers, .undecided:
            wanted == .date ? Column(secondsSince1970: values) : Column(values)
        }
    }
}

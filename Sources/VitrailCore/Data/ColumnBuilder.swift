/// What is asked of a table: a column by name, as a kind; nil = as what its cells look like.
struct ColumnRequest: Hashable {
    var name: String
    var kind: Column.Kind?
}

/// Collects the cells of one column.
///
/// Without a wanted kind the first cell that is no gap decides between number, date and category; when a later one does not fit, the
/// column `isMixed` and has to be read again as texts. A wanted date column may hold numbers instead: seconds since 1970.
struct ColumnBuilder {
    enum Cell: Error {
        case misfit(wanted: Column.Kind)
    }
    private enum Reading { case undecided, numbers, dates, texts, mixed }

    private let wanted: Column.Kind?
    private var reading: Reading
    private var values: [Double] = []
    private var texts: [String?] = []

    init(wanted: Column.Kind?) {
        self.wanted = wanted
        switch wanted {
        case .number: reading = .numbers
        case .category: reading = .texts
        case .date, nil: reading = .undecided
        }
    }

    /// Found to be of no one kind: numbers or dates, then something else.
    var isMixed: Bool { reading == .mixed }

    mutating func append(_ field: CSVScanner.Field, _ bytes: Span<UInt8>) throws(Cell) {
        switch reading {
        case .numbers:
            if let value = CellNumber.parse(bytes, field.range) {
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
            texts.append(isGap ? nil : field.text(bytes))
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

    private mutating func appendGapOrMisfit(_ field: CSVScanner.Field, _ bytes: Span<UInt8>) throws(Cell) {
        if field.isGap(bytes) {
            values.append(.nan)
        } else if let wanted {
            throw .misfit(wanted: wanted)
        } else {
            reading = .mixed
            values = []
        }
    }

    private mutating func decide(_ field: CSVScanner.Field, _ bytes: Span<UInt8>) throws(Cell) {
        if CellDate.parse(bytes, field.range) != nil {
            reading = .dates
        } else if CellNumber.parse(bytes, field.range) != nil {
            reading = .numbers
        } else if wanted == .date {
            throw .misfit(wanted: .date)
        } else if values.isEmpty {
            reading = .texts
        } else {
            // The gaps before may have been quoted texts.
            reading = .mixed
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

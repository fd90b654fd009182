/// Collects the cells of one column in the first pass over a file: plain numbers, ISO 8601 dates, and texts.
///
/// If the request has no kind, the first cell with a value decides between number, date and category. If a later cell
/// does not fit, the column `isMixed`: it is read again as texts, and a `ColumnReading` interprets them as a whole.
struct ColumnBuilder: Sendable {
    enum Cell: Error {
        case notUTF8
    }
    fileprivate enum Reading: Equatable {
        case undecided, numbers, dates, texts, mixed
    }

    /// The state that determines how the next cells are read.
    struct State: Equatable {
        fileprivate var reading: Reading
        /// Whether gaps precede the first cell that decides.
        fileprivate var hasGaps: Bool
        fileprivate var offsets: WrittenOffsets
    }

    /// The requested interpretation of the cells.
    enum Goal: Hashable {
        case kind(Column.Kind?)
        /// Unchanged texts; only an empty cell is a gap.
        case raw
    }

    private let goal: Goal
    /// Texts that are gaps in addition to the usual ones.
    private let gaps: Set<String>
    private var reading: Reading
    private var values: [Double] = []
    /// Nanoseconds of dates.
    private var nanoseconds = NanosecondCounts()
    private var texts: [String?] = []
    /// Offsets from UTC in the written times.
    private var offsets = WrittenOffsets()
    /// Whether only gaps preceded the cells of this builder.
    private var followsGaps = false

    init(_ goal: Goal, gaps: Set<String> = []) {
        self.goal = goal
        self.gaps = gaps
        switch goal {
        case .kind(.number): reading = .numbers
        case .kind(.category), .raw: reading = .texts
        case .kind(.date), .kind(nil): reading = .undecided
        }
    }

    /// Whether the cells differ in kind, or have a format that can be detected only from all cells.
    var isMixed: Bool { reading == .mixed }

    /// Whether plain numbers can be appended without parsing.
    var takesNumbers: Bool { reading == .numbers }

    var state: State {
        State(
            reading: reading, hasGaps: reading == .undecided && (followsGaps || !values.isEmpty), offsets: offsets.kinds
        )
    }

    /// An empty builder that reads the next cells as this one would.
    var successor: ColumnBuilder {
        var next = ColumnBuilder(goal, gaps: gaps)
        next.reading = reading
        next.followsGaps = state.hasGaps
        next.offsets = offsets
        return next
    }

    /// Appends the cells that a `successor` collected.
    mutating func append(_ next: ColumnBuilder) {
        reading = next.reading
        offsets.formUnion(next.offsets)
        if isMixed {
            values = []
        } else {
            nanoseconds.append(next.nanoseconds, next.values, after: values)
            values += next.values
            texts += next.texts
        }
    }

    mutating func append(_ numbers: Slice<UnsafeMutableBufferPointer<Double>>) {
        unsafe values.append(contentsOf: numbers)
    }

    /// Reserves capacity for `count` more cells.
    mutating func reserve(_ count: Int) {
        if reading == .texts {
            texts.reserveCapacity(texts.count + count)
        } else if !isMixed {
            values.reserveCapacity(values.count + count)
        }
    }

    mutating func append(_ field: CSVScanner.Field, _ bytes: Span<UInt8>) throws(Cell) {
        switch reading {
        case .numbers:
            if let value = CellNumber.parse(bytes, field.range) {
                values.append(value)
            } else {
                appendGapOrMix(field, bytes)
            }
        case .dates:
            if let date = CellDate.parseParts(bytes, field.range), offsets.add(date.offset) {
                nanoseconds.add(date.wholeSeconds - (date.offset ?? 0), date.fraction, after: values)
                values.append(date.seconds - Double(date.offset ?? 0))
            } else {
                appendGapOrMix(field, bytes)
            }
        case .texts:
            guard !field.range.isEmpty else { return texts.append(nil) }
            guard let text = field.validText(bytes) else { throw .notUTF8 }
            texts.append(!gaps.isEmpty && goal != .raw && gaps.contains(text) ? nil : text)
        case .undecided:
            if isGap(field, bytes) {
                values.append(.nan)
            } else {
                decide(field, bytes)
                try append(field, bytes)
            }
        case .mixed: break
        }
    }

    private func isGap(_ field: CSVScanner.Field, _ bytes: Span<UInt8>) -> Bool {
        field.isGap(bytes) || !gaps.isEmpty && gaps.contains(field.text(bytes))
    }

    private mutating func appendGapOrMix(_ field: CSVScanner.Field, _ bytes: Span<UInt8>) {
        if isGap(field, bytes) {
            nanoseconds.addGap()
            values.append(.nan)
        } else {
            reading = .mixed
            values = []
        }
    }

    private mutating func decide(_ field: CSVScanner.Field, _ bytes: Span<UInt8>) {
        if CellDate.parseWritten(bytes, field.range) != nil {
            reading = .dates
        } else if CellNumber.parse(bytes, field.range) != nil {
            reading = .numbers
        } else {
            // Only all cells together show whether this is a date or a number in another format.
            reading = .mixed
            values = []
        }
    }

    /// The unchanged texts of the file. - Precondition: The goal is `raw`.
    var rawTexts: [String?] {
        precondition(goal == .raw, "the cells were not read as texts")
        return texts
    }

    /// The values with their kind. `nil`: the column must be read as texts.
    consuming func finish() -> ColumnCells? {
        switch reading {
        case .mixed: nil
        case .texts: .texts(texts)
        case .dates: .dates(values, nanoseconds, offsets)
        case .numbers, .undecided: .numbers(values)
        }
    }
}

/// The cells of a column after the first pass over a file.
enum ColumnCells {
    case numbers([Double])
    /// Seconds since 1970: in UTC for times with an offset, otherwise local.
    case dates([Double], NanosecondCounts, WrittenOffsets)
    case texts([String?])
}

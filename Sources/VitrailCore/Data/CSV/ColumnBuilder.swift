/// What is asked of a table: a column by name, as a kind; nil = as what its cells look like.
struct ColumnRequest: Hashable {
    var name: String
    var kind: Column.Kind?
    /// Whether the column is a series' independent one, so that a row below the table is known by its cell there.
    var isIndependent = false
    /// Zone of times that are written without one; nil = UTC.
    var timeZone: String?
    /// Zone of another axis that shows the column, where it is not the same.
    var otherTimeZone: String?
    /// Which of day and month comes first in the locale of the axis; nil = the locale does not say.
    var order: DateRecognition.Order?
    /// Whether eight digits may be a date, where the kind is nil.
    var takesCompactDates = false

    /// For a file that stores numbers and dates as such: numbers on a date axis get their unit afterwards.
    var asStored: ColumnRequest {
        var request = self
        if kind == .date { request.kind = nil }
        return request
    }
}

/// Collects the cells of one column in the first pass over a file: plain numbers, dates as ISO 8601 has them, and texts.
///
/// Without a wanted kind the first cell that is no gap decides between number, date and category. When a later cell does not fit, the
/// column `isMixed`: it is read again as texts, which a `ColumnReading` interprets as a whole.
struct ColumnBuilder: Sendable {
    enum Cell: Error {
        case notUTF8
    }
    fileprivate enum Reading: Equatable {
        case undecided, numbers, dates, texts, mixed
    }

    /// All that the next cells are read by.
    struct State: Equatable {
        fileprivate var reading: Reading
        /// Whether gaps came before the first cell that decides.
        fileprivate var hasGaps: Bool
        fileprivate var offsets: WrittenOffsets
    }

    /// What the cells are read as.
    enum Goal: Hashable {
        case kind(Column.Kind?)
        /// Texts as they stand in the file; only an empty cell is a gap.
        case raw
    }

    private let goal: Goal
    /// Texts that are gaps besides the usual ones.
    private let gaps: Set<String>
    private var reading: Reading
    private var values: [Double] = []
    /// Of dates.
    private var nanoseconds = NanosecondCounts()
    private var texts: [String?] = []
    /// Offsets from UTC that times are written with.
    private var offsets = WrittenOffsets()
    /// Of what came before the cells that are collected here.
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

    /// Found to be of no one kind, or written in a way that only all cells together show.
    var isMixed: Bool { reading == .mixed }

    /// Whether plain numbers can be added without looking at them.
    var takesNumbers: Bool { reading == .numbers }

    var state: State { State(reading: reading, hasGaps: reading == .undecided && (followsGaps || !values.isEmpty), offsets: offsets.kinds) }

    /// An empty one that goes on as this one would.
    var successor: ColumnBuilder {
        var next = ColumnBuilder(goal, gaps: gaps)
        next.reading = reading
        next.followsGaps = state.hasGaps
        next.offsets = offsets
        return next
    }

    /// Adds what a `successor` collected.
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

    mutating func append(_ numbers: Slice<UnsafeMutableBufferPointer<Double>>) { unsafe values.append(contentsOf: numbers) }

    /// Makes room for so many cells more.
    mutating func reserve(_ count: Int) {
        if reading == .texts { texts.reserveCapacity(texts.count + count) } else if !isMixed { values.reserveCapacity(values.count + count) }
    }

    mutating func append(_ field: CSVScanner.Field, _ bytes: Span<UInt8>) throws(Cell) {
        switch reading {
        case .numbers:
            if let value = CellNumber.parse(bytes, field.range) { values.append(value) } else { appendGapOrMix(field, bytes) }
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
            // Whether it is a date or a number in another format, only all cells show.
            reading = .mixed
            values = []
        }
    }

    /// The texts as they stand in the file. - Precondition: these were asked for.
    var rawTexts: [String?] {
        precondition(goal == .raw, "the cells were not read as texts")
        return texts
    }

    /// The values and what they are; nil where the column has to be read as texts.
    consuming func finish() -> ColumnCells? {
        switch reading {
        case .mixed: nil
        case .texts: .texts(texts)
        case .dates: .dates(values, nanoseconds, offsets)
        case .numbers, .undecided: .numbers(values)
        }
    }
}

/// The cells of a column as the first pass over a file found them.
enum ColumnCells {
    case numbers([Double])
    /// Seconds since 1970: in UTC where the offset is written, else of the local clock.
    case dates([Double], NanosecondCounts, WrittenOffsets)
    case texts([String?])
}

/// Which offsets from UTC the times of a column are written with. A column has them in all cells or in none.
struct WrittenOffsets: Sendable, Hashable {
    private(set) var hasLocal = false
    /// Seconds ahead of UTC, the least and the greatest; nil = none is written.
    private(set) var range: ClosedRange<Int>?

    /// - Returns: false where some cells have an offset and others do not.
    mutating func add(_ offset: Int?) -> Bool {
        guard let offset else {
            hasLocal = true
            return range == nil
        }
        range = range.map { min($0.lowerBound, offset)...max($0.upperBound, offset) } ?? offset...offset
        return !hasLocal
    }

    mutating func formUnion(_ other: WrittenOffsets) {
        hasLocal = hasLocal || other.hasLocal
        if let added = other.range { range = range.map { min($0.lowerBound, added.lowerBound)...max($0.upperBound, added.upperBound) } ?? added }
    }

    /// As much of it as decides how later cells are read.
    var kinds: WrittenOffsets {
        var kinds = WrittenOffsets()
        kinds.hasLocal = hasLocal
        kinds.range = range == nil ? nil : 0...0
        return kinds
    }
}

import Synchronization

/// Values of one kind, one a row: what a series reads its samples from.
///
/// Copies share their storage. Numbers and dates are Doubles, NaN where there is none (a gap); a date is seconds after the column's `origin`, which is
/// 1970-01-01 00:00 UTC unless set. Categories are texts, nil where there is none.
public struct Column: Sendable {
    public enum Kind: String, Sendable, Hashable {
        case number, date, category
    }

    enum Storage: Sendable {
        case doubles([Double])
        case floats([Float])
        /// 0, 1, 2, …
        case indices
        /// One value.
        case constant([Double])
        /// Values in a file, and how many bytes lie before them.
        case mapped(MappedFile, offset: Int, ValueLayout)
        /// The same in memory, as from a compressed file.
        case held([UInt8], offset: Int, ValueLayout)
        /// Whole numbers of a kind that arrays have: counts of nanoseconds.
        case counts([Int64], NumPyElement)
        /// Values in memory that the caller owns.
        case foreign(ForeignValues)
        /// Such values in several pieces, or with gaps that bits tell of.
        case pieces(ForeignPieces)
        /// Summed as they are read.
        indirect case stacked(StackSums)
        case texts([String?])
        /// Made when a column first grew or lost values.
        case growing(GrowingArray<Double>)
    }

    public let kind: Kind
    public let count: Int
    /// Seconds from 1970-01-01 00:00 UTC to the instant that dates are counted from; 0 unless set, and for other kinds.
    public let origin: Int
    let storage: Storage
    /// Of what lies nowhere as Doubles, for those who ask for all of it as such.
    private let widened: WidenedValues?

    init(kind: Kind, count: Int, storage: Storage, origin: Int = 0) {
        if case .mapped = storage { precondition(kind != .category, "files of numbers hold no texts") }
        self.kind = kind
        self.count = count
        self.origin = origin
        self.storage = storage
        switch storage {
        case .doubles, .texts, .growing, .mapped(_, _, .doubles), .held(_, _, .doubles): widened = nil
        case .foreign(let values) where values.layout == .doubles: widened = nil
        case .floats, .indices, .constant, .stacked, .mapped, .held, .counts, .foreign, .pieces: widened = WidenedValues()
        }
    }

    /// Numbers, NaN = gap.
    public init(_ values: [Double]) {
        self.init(kind: .number, count: values.count, storage: .doubles(values))
    }

    /// Numbers, NaN = gap.
    public init(_ values: [Float]) {
        self.init(kind: .number, count: values.count, storage: .floats(values))
    }

    /// Numbers, NaN = gap, where they lie.
    init(_ values: GrowingArray<Double>) {
        self.init(kind: .number, count: values.count, storage: .growing(values))
    }

    /// Dates as seconds since 1970-01-01 00:00 UTC, NaN = gap.
    ///
    /// Such Doubles tell 0.24 µs apart. Finer dates take another origin: `init(seconds:after:)`.
    public init(secondsSince1970 values: [Double]) {
        self.init(seconds: values, after: 0)
    }

    /// Dates as seconds after an origin, NaN = gap: exact to half a nanosecond where they are nearer to it than 2²³ seconds, which are 97 days.
    ///
    /// An axis with the same `DateTimeAxis.origin` shows them as they are.
    /// - Parameter origin: seconds since 1970-01-01 00:00 UTC.
    public init(seconds values: [Double], after origin: Int) {
        self.init(kind: .date, count: values.count, storage: .doubles(values), origin: origin)
    }

    /// Categories, nil = gap.
    public init(_ texts: [String?]) {
        self.init(kind: .category, count: texts.count, storage: .texts(texts))
    }

    /// 0, 1, 2, … `count` − 1: the independent values of a series that names none.
    public static func indices(count: Int) -> Column {
        Column(kind: .number, count: count, storage: .indices)
    }

    /// The same value in each row, NaN = gap; it is kept but once.
    static func constant(_ value: Double, count: Int) -> Column {
        Column(kind: .number, count: count, storage: .constant([value]))
    }

    /// Where samples of a stack start or end, summed whenever they are read.
    ///
    /// - Parameter count: of values, as many as each of the stack's columns has.
    init(_ sums: StackSums, count: Int) {
        self.init(kind: .number, count: count, storage: .stacked(sums))
    }

    /// Raw little-endian doubles in a file, read where they lie.
    ///
    /// - Precondition: the kind is not `category`.
    public init(f64File path: String, kind: Kind = .number) throws(DataError) {
        let file = try Self.map(path, stride: 8)
        self.init(kind: kind, count: file.count / 8, storage: .mapped(file, offset: 0, .doubles))
    }

    /// Raw little-endian floats in a file, read where they lie.
    ///
    /// - Precondition: the kind is not `category`.
    public init(f32File path: String, kind: Kind = .number) throws(DataError) {
        let file = try Self.map(path, stride: 4)
        self.init(kind: kind, count: file.count / 4, storage: .mapped(file, offset: 0, .floats))
    }

    private static func map(_ path: String, stride: Int) throws(DataError) -> MappedFile {
        let file = try MappedFile(path: path)
        guard file.count % stride == 0 else {
            throw .sizeNotMultiple(path: path, bytes: file.count, of: stride)
        }
        guard file.count / stride <= maxCount else { throw .tooMany(path: path, what: "values", limit: maxCount) }
        return file
    }

    /// The array of a `.npy` file, as NumPy's `save` writes it, read where it lies. Dates (`datetime64`) become seconds since 1970. `ArrayFile` reads
    /// files with several columns.
    ///
    /// - Parameter kind: nil = dates where the file has such, numbers elsewhere.
    /// - Precondition: the kind is not `category`.
    /// - Throws: `DataError` for what is no array with one column of numbers or dates, and for a file that is shorter than its header says.
    public init(npyFile path: String, kind: Kind? = nil) throws(DataError) {
        self = try ArrayFile(path: path).onlyColumn(kind)
    }

    /// A column of an array.
    ///
    /// - Parameters:
    ///   - offset: bytes before the first value.
    ///   - stride: bytes from a value to the next.
    /// - Precondition: the bytes hold so many values; the kind is not `category`.
    init(_ bytes: ArrayBytes, from offset: Int, _ element: NumPyElement, isBigEndian: Bool, stride: Int, count: Int, kind: Kind) {
        func layout(_ isAligned: Bool) -> ValueLayout { ValueLayout(element, isBigEndian: isBigEndian, stride: stride, isAligned: isAligned) }
        switch bytes {
        case .mapped(let file, let range):
            // A map starts on a page.
            let start = range.lowerBound + offset
            self.init(kind: kind, count: count, storage: .mapped(file, offset: start, layout(start % element.byteCount == 0)))
        case .held(let bytes):
            let address = unsafe bytes.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
            self.init(kind: kind, count: count, storage: .held(bytes, offset: offset, layout((address + offset) % element.byteCount == 0)))
        }
    }

    /// More values are no column of a chart: a sample's number has to fit into 32 bits with a sign.
    static let maxCount = Int(Int32.max)

    /// All values of a number or date column: without a copy where they are Doubles; elsewhere as Doubles that are made when somebody first asks,
    /// once for all copies of the column. Loops that need but a few at a time read floats and indices in parts instead: `withValues(in:)`.
    ///
    /// After reading a column that lies in a file, ask `checkIntact`.
    /// - Precondition: the kind is not `category`.
    public func withValues<R, E: Error>(_ body: (Span<Double>) throws(E) -> R) throws(E) -> R {
        guard let widened else { return try withValues(in: 0..<count, body) }
        return try body(widened.values { lend { $0.copied } }.span)
    }

    /// The values of some rows: without a copy where they are Doubles, elsewhere as Doubles that are gone when the body ends.
    ///
    /// After reading a column that lies in a file, ask `checkIntact`.
    /// - Precondition: the kind is not `category`; the rows are in 0 ..< `count`.
    public func withValues<R, E: Error>(in rows: Range<Int>, _ body: (Span<Double>) throws(E) -> R) throws(E) -> R {
        try lend { values throws(E) in try values.withDoubles(rows, body) }
    }

    /// The values of a number or date column for loops, on any number of threads: as they lie, whatever that is.
    ///
    /// - Precondition: the kind is not `category`.
    func lend<R, E: Error>(_ body: (SharedValues) throws(E) -> R) throws(E) -> R {
        switch storage {
        case .doubles(let values): return try SharedValues.lend(values.span, body)
        case .floats(let values): return try SharedValues.lend(values.span, .floats, count: count, body)
        case .indices: return try SharedValues.lend([UInt8]().span, .indices, count: count, body)
        case .constant(let value): return try SharedValues.lend(value.span, .constant, count: count, body)
        case .mapped(let file, let offset, let layout):
            return try file.withElements(of: UInt8.self, from: offset) { bytes throws(E) in
                try SharedValues.lend(bytes, layout, count: count, body)
            }
        case .held(let bytes, let offset, let layout):
            return try SharedValues.lend(bytes.span.extracting(droppingFirst: offset), layout, count: count, body)
        case .counts(let values, let element):
            return try SharedValues.lend(values.span, .numPy(element, isBigEndian: false, stride: 8), count: count, body)
        case .foreign(let values): return try SharedValues.lend(values, body)
        case .pieces(let pieces): return try pieces.lend(body)
        case .stacked(let sums): return try sums.lend(count: count, body)
        case .growing(let values): return try values.withSpan { span throws(E) in try SharedValues.lend(span, body) }
        case .texts: preconditionFailure("a category column has texts, not values")
        }
    }

    /// The texts of a category column. - Precondition: the kind is `category`.
    public var texts: [String?] {
        guard case .texts(let texts) = storage else { preconditionFailure("a \(kind) column has no texts") }
        return texts
    }

    /// The values of a number or date column as texts, nil where they are not finite.
    ///
    /// - Precondition: the kind is not `category`.
    func categories() throws(DataError) -> Column {
        let texts = Column(lend { values in values.indices.map { values[$0].isFinite ? compact(values[$0]) : nil } })
        try checkIntact()
        return texts
    }

    /// Whether the values lie in a file, or come from there.
    var isMapped: Bool {
        switch storage {
        case .mapped: true
        case .stacked(let sums): sums.columns.contains(where: \.isMapped)
        case .foreign(let values): values.owner.file != nil
        case .pieces(let pieces): pieces.pieces.contains { $0.owner.file != nil }
        case .doubles, .floats, .indices, .constant, .held, .counts, .texts, .growing: false
        }
    }

    /// The values of a number or date column from the last to the first.
    ///
    /// - Precondition: the kind is not `category`.
    func reversed() -> Column {
        if case .constant = storage { return self }
        let values = lend { [Double]($0.copied.reversed()) }
        return Column(kind: kind, count: count, storage: .doubles(values), origin: origin)
    }

    /// The least and the greatest finite value of a number or date column, found on all cores; nil where there is none.
    ///
    /// - Precondition: the kind is not `category`.
    /// - Complexity: O(values), each of which is read once.
    public var range: NumberRange? { ColumnExtent(self).range }

    /// Whether no value of a number or date column lies below the one before it, and each is finite.
    ///
    /// - Precondition: the kind is not `category`.
    /// - Complexity: O(values), each of which is read once.
    public var isAscending: Bool { ColumnExtent(self).isAscending }

    /// Throws when the file behind the column shrank, so that what was read last may have been zeros.
    public func checkIntact() throws(DataError) {
        switch storage {
        case .mapped(let file, _, _): try file.checkIntact()
        case .stacked(let sums): for column in sums.columns { try column.checkIntact() }
        case .foreign(let values): try values.owner.file?.checkIntact()
        case .pieces(let pieces): for piece in pieces.pieces { try piece.owner.file?.checkIntact() }
        case .doubles, .floats, .indices, .constant, .held, .counts, .texts, .growing: break
        }
    }
}

// MARK: - Growing

extension Column {
    /// Numbers as seconds since 1970, where they lie. - Precondition: the kind is not `category`.
    func asDates() -> Column { Column(kind: .date, count: count, storage: storage) }

    /// The first rows. - Precondition: there are so many.
    func prefix(_ rows: Int) -> Column {
        if rows == count { return self }
        if kind == .category { return Column(Array(texts.prefix(rows))) }
        if case .counts(let values, let element) = storage {
            return Column(kind: kind, count: rows, storage: .counts(Array(values.prefix(rows)), element), origin: origin)
        }
        let values = withValues(in: 0..<rows) { span in span.indices.map { span[$0] } }
        return Column(kind: kind, count: rows, storage: .doubles(values), origin: origin)
    }

    /// Adds values at the end, NaN = gap; dates are seconds after the column's origin. Copies that were made of the column before stay as they are, and so does whoever reads one.
    ///
    /// - Precondition: the kind is not `category`.
    /// - Complexity: O(new values), but for one copy of all values at the first time and, ever more seldom, as the storage grows.
    public mutating func append(_ values: [Double]) { append(values.span) }

    /// Adds texts at the end, nil = gap. - Precondition: the kind is `category`.
    public mutating func append(_ texts: [String?]) {
        self = Column(self.texts + texts)
    }

    /// Adds what another column holds. - Precondition: both are categories, or neither is.
    public mutating func append(_ other: Column) {
        if kind == .category { append(other.texts) } else { (kind == .date ? other.after(origin) : other).withValues { append($0) } }
    }

    /// Takes away the first values; later ones stay where they are, so that this costs the same however many there are: the first time all of them
    /// are copied.
    ///
    /// - Precondition: there are so many.
    public mutating func removeFirst(_ number: Int = 1) {
        precondition((0...count).contains(number), "\(number) of \(count) values cannot go")
        guard number > 0 else { return }
        guard kind != .category else { return self = Column(Array(texts.dropFirst(number))) }
        var values = growing(adding: 0)
        values.removeFirst(number)
        self = Column(kind: kind, count: values.count, storage: .growing(values), origin: origin)
    }

    private mutating func append(_ new: Span<Double>) {
        guard new.count > 0 else { return }
        var values = growing(adding: new.count)
        values.append(new)
        self = Column(kind: kind, count: values.count, storage: .growing(values), origin: origin)
    }

    /// The values where there is room for more: a copy of them, unless they are there already.
    private func growing(adding number: Int) -> GrowingArray<Double> {
        if case .growing(let values) = storage { values } else { withValues { GrowingArray($0, adding: number) } }
    }
}

extension Column: CustomStringConvertible {
    public var description: String { "Column \(kind) × \(count)" }
}

/// Doubles that are made when somebody first asks, once for all copies.
private final class WidenedValues: Sendable {
    private let made = Mutex<[Double]?>(nil)

    func values(_ make: () -> [Double]) -> [Double] {
        made.withLock { made in
            if let made { return made }
            let values = make()
            made = values
            return values
        }
    }
}

import Synchronization

/// Values of one kind, one per row: a source of samples for a series.
///
/// Copies share their storage. Numbers and dates are Doubles; NaN is a gap. A date is in seconds after the column's
/// `origin`, by default 1970-01-01 00:00 UTC. Categories are texts; `nil` is a gap.
public struct Column: Sendable {
    public enum Kind: String, Sendable, Hashable {
        case number, date, category
    }

    package enum Storage: Sendable {
        case doubles([Double])
        case floats([Float])
        /// The values 0, 1, 2, ….
        case indices
        /// One value for all rows.
        case constant([Double])
        /// Values in a file, mapped or copied, starting at a byte offset.
        case mapped(DataFile, offset: Int, ValueLayout)
        /// Values in memory, for example from a compressed file.
        case held([UInt8], offset: Int, ValueLayout)
        /// Whole numbers, such as counts of nanoseconds.
        case counts([Int64], NumPyElement)
        /// Values in memory that the caller owns.
        case foreign(ForeignValues)
        /// Several ranges of such memory, or values with a validity bitmap.
        case pieces(ForeignPieces)
        /// Sums of stacked columns, computed when they are read.
        indirect case stacked(StackSums)
        case texts([String?])
        /// The values of another column from its last to its first, read in place.
        indirect case reversed(Column)
        /// Storage of a column that has grown or shrunk.
        case growing(GrowingArray<Double>)
    }

    public let kind: Kind
    public let count: Int
    /// Origin of dates, in seconds from 1970-01-01 00:00 UTC. 0 by default and for other kinds.
    public let origin: Int
    package let storage: Storage
    /// Lazily converted copy for columns not stored as Doubles. `nil`: stored as Doubles or texts.
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
        case .floats, .indices, .constant, .stacked, .mapped, .held, .counts, .foreign, .pieces, .reversed:
            widened = WidenedValues()
        }
    }

    /// Numbers; NaN is a gap.
    public init(_ values: [Double]) {
        self.init(kind: .number, count: values.count, storage: .doubles(values))
    }

    /// Numbers; NaN is a gap.
    public init(_ values: [Float]) {
        self.init(kind: .number, count: values.count, storage: .floats(values))
    }

    /// Numbers in shared storage; NaN is a gap.
    package init(_ values: GrowingArray<Double>) {
        self.init(kind: .number, count: values.count, storage: .growing(values))
    }

    /// Dates as seconds since 1970-01-01 00:00 UTC; NaN is a gap.
    ///
    /// The resolution of these Doubles is 0.24 µs. For finer dates, use another origin: `init(seconds:after:)`.
    public init(secondsSince1970 values: [Double]) {
        self.init(seconds: values, after: 0)
    }

    /// Dates as seconds after an origin; NaN is a gap. They are exact to half a nanosecond up to 2²³ seconds (97 days)
    /// from the origin.
    ///
    /// An axis with the same `DateTimeAxis.origin` shows them unchanged.
    /// - Parameter origin: Seconds since 1970-01-01 00:00 UTC.
    public init(seconds values: [Double], after origin: Int) {
        self.init(kind: .date, count: values.count, storage: .doubles(values), origin: origin)
    }

    /// Categories; `nil` is a gap.
    public init(_ texts: [String?]) {
        self.init(kind: .category, count: texts.count, storage: .texts(texts))
    }

    /// The values 0, 1, 2, … `count` − 1: the independent values of a series without a column for them.
    public static func indices(count: Int) -> Column {
        Column(kind: .number, count: count, storage: .indices)
    }

    /// The same value in each row, stored once; NaN is a gap.
    static func constant(_ value: Double, count: Int) -> Column {
        Column(kind: .number, count: count, storage: .constant([value]))
    }

    /// Start or end values of stacked samples, summed whenever they are read.
    ///
    /// - Parameter count: Number of values in each column of the stack.
    init(_ sums: StackSums, count: Int) {
        self.init(kind: .number, count: count, storage: .stacked(sums))
    }

    /// Raw little-endian doubles in a file, read in place.
    ///
    /// - Parameter reading: Whether the file is mapped, or copied into memory.
    /// - Precondition: the kind is not `category`.
    public init(
        f64File path: String, kind: Kind = .number, reading: ReadingOptions = ReadingOptions()
    ) throws(DataError) {
        let file = try Self.open(path, stride: 8, reading)
        self.init(kind: kind, count: file.count / 8, storage: .mapped(file, offset: 0, .doubles))
    }

    /// Raw little-endian floats in a file, read in place.
    ///
    /// - Parameter reading: Whether the file is mapped, or copied into memory.
    /// - Precondition: the kind is not `category`.
    public init(
        f32File path: String, kind: Kind = .number, reading: ReadingOptions = ReadingOptions()
    ) throws(DataError) {
        let file = try Self.open(path, stride: 4, reading)
        self.init(kind: kind, count: file.count / 4, storage: .mapped(file, offset: 0, .floats))
    }

    private static func open(_ path: String, stride: Int, _ reading: ReadingOptions) throws(DataError) -> DataFile {
        let file = try DataFile(path: path, reading, limit: (maxCount + 1) * stride)
        guard file.count % stride == 0 else {
            throw .sizeNotMultiple(path: path, bytes: file.count, of: stride)
        }
        guard file.count / stride <= maxCount else { throw .tooMany(path: path, what: "values", limit: maxCount) }
        return file
    }

    /// The array of a `.npy` file, as written by NumPy's `save`, read in place. Dates (`datetime64`) become seconds
    /// since 1970. For files with several columns, use `ArrayFile`.
    ///
    /// - Parameters:
    ///   - kind: `nil`: dates if the file has them, otherwise numbers.
    ///   - reading: Whether the file is mapped, or copied into memory.
    /// - Precondition: the kind is not `category`.
    /// - Throws: `DataError` if the file is not an array with one column of numbers or dates, or is shorter than its
    ///   header says.
    public init(npyFile path: String, kind: Kind? = nil, reading: ReadingOptions = ReadingOptions()) throws(DataError) {
        self = try ArrayFile(path: path, reading: reading).onlyColumn(kind)
    }

    /// A column of an array.
    ///
    /// - Parameters:
    ///   - offset: Bytes before the first value.
    ///   - stride: Bytes from one value to the next.
    /// - Precondition: The bytes contain `count` values; the kind is not `category`.
    init(
        _ bytes: ArrayBytes, from offset: Int, _ element: NumPyElement, isBigEndian: Bool, stride: Int, count: Int,
        kind: Kind
    ) {
        func layout(_ isAligned: Bool) -> ValueLayout {
            ValueLayout(element, isBigEndian: isBigEndian, stride: stride, isAligned: isAligned)
        }
        switch bytes {
        case .mapped(let file, let range):
            // The file starts at a page boundary in memory, so the offset determines the alignment.
            let start = range.lowerBound + offset
            self.init(
                kind: kind, count: count, storage: .mapped(file, offset: start, layout(start % element.byteCount == 0)))
        case .held(let bytes):
            let address = unsafe bytes.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
            self.init(
                kind: kind, count: count,
                storage: .held(bytes, offset: offset, layout((address + offset) % element.byteCount == 0)))
        }
    }

    /// Maximum number of values: a sample index must fit into a signed 32-bit integer.
    package static let maxCount = Int(Int32.max)

    /// Calls the body with all values of a number or date column, without a copy if they are Doubles. Other values are
    /// converted to Doubles on the first call, once for all copies of the column. Loops that need few values at a time
    /// should use `withValues(in:)`, which converts only those.
    ///
    /// After reading a column of a mapped file, call `checkIntact`.
    /// - Precondition: the kind is not `category`.
    public func withValues<R, E: Error>(_ body: (Span<Double>) throws(E) -> R) throws(E) -> R {
        guard let widened else { return try withValues(in: 0..<count, body) }
        return try body(widened.values { withView { $0.copied } }.span)
    }

    /// Calls the body with the values of some rows, without a copy if they are Doubles. Other values are converted to
    /// Doubles that live until the body returns.
    ///
    /// After reading a column of a mapped file, call `checkIntact`.
    /// - Precondition: the kind is not `category`; the rows are in 0 ..< `count`.
    public func withValues<R, E: Error>(in rows: Range<Int>, _ body: (Span<Double>) throws(E) -> R) throws(E) -> R {
        try withView { values throws(E) in try values.withDoubles(rows, body) }
    }

    /// Calls the body with a view of the values of a number or date column in their stored type, for use on any number
    /// of threads.
    ///
    /// - Precondition: the kind is not `category`.
    package func withView<R, E: Error>(_ body: (ColumnView) throws(E) -> R) throws(E) -> R {
        switch storage {
        case .doubles(let values): return try ColumnView.withView(values.span, body)
        case .floats(let values): return try ColumnView.withView(values.span, .floats, count: count, body)
        case .indices: return try ColumnView.withView([UInt8]().span, .indices, count: count, body)
        case .constant(let value): return try ColumnView.withView(value.span, .constant, count: count, body)
        case .mapped(let file, let offset, let layout):
            return try file.withElements(of: UInt8.self, from: offset) { bytes throws(E) in
                try ColumnView.withView(bytes, layout, count: count, body)
            }
        case .held(let bytes, let offset, let layout):
            return try ColumnView.withView(bytes.span.extracting(droppingFirst: offset), layout, count: count, body)
        case .counts(let values, let element):
            return try ColumnView.withView(
                values.span, .numPy(element, isBigEndian: false, stride: 8), count: count, body)
        case .foreign(let values): return try ColumnView.withView(values, body)
        case .pieces(let pieces): return try pieces.withView(body)
        case .stacked(let sums): return try sums.withView(count: count, body)
        case .growing(let values): return try values.withSpan { span throws(E) in try ColumnView.withView(span, body) }
        case .reversed(let column): return try column.withView { view throws(E) in try body(view.reversed) }
        case .texts: preconditionFailure("a category column has texts, not values")
        }
    }

    /// The texts of a category column. - Precondition: the kind is `category`.
    public var texts: [String?] {
        guard case .texts(let texts) = storage else { preconditionFailure("a \(kind) column has no texts") }
        return texts
    }

    /// A category column with the values of a number or date column as texts; `nil` for values that are not finite.
    ///
    /// - Precondition: the kind is not `category`.
    package func categories() throws(DataError) -> Column {
        let texts = Column(
            withView { values in values.indices.map { values[$0].isFinite ? compact(values[$0]) : nil } })
        try checkIntact()
        return texts
    }

    /// Bytes of memory for a copy of the column's file; 0 without a copy.
    package var copiedFileBytes: Int { if case .mapped(let file, _, _) = storage { file.copiedBytes } else { 0 } }

    /// Whether the values are in a mapped file or computed from one.
    package var isMapped: Bool {
        switch storage {
        case .mapped: true
        case .stacked(let sums): sums.columns.contains(where: \.isMapped)
        case .foreign(let values): values.owner.file != nil
        case .reversed(let column): column.isMapped
        case .pieces(let pieces): pieces.pieces.contains { $0.owner.file != nil }
        case .doubles, .floats, .indices, .constant, .held, .counts, .texts, .growing: false
        }
    }

    /// The values of a number or date column in reverse order. They are read in place, except sums of stacks, indexes,
    /// bits and values in several pieces, which are copied.
    ///
    /// - Precondition: the kind is not `category`.
    package func reversed() -> Column {
        switch storage {
        case .constant: return self
        case .reversed(let column): return column
        default: break
        }
        if withView({ $0.canReverse }) {
            return Column(kind: kind, count: count, storage: .reversed(self), origin: origin)
        }
        let values = withView { [Double]($0.copied.reversed()) }
        return Column(kind: kind, count: count, storage: .doubles(values), origin: origin)
    }

    /// Minimum and maximum finite value of a number or date column, computed on all cores. `nil`: there is none.
    ///
    /// - Precondition: the kind is not `category`.
    /// - Complexity: O(`count`); reads each value once.
    public var range: NumberRange? { ColumnExtent(self).range }

    /// Whether each value of a number or date column is finite and not less than its predecessor.
    ///
    /// - Precondition: the kind is not `category`.
    /// - Complexity: O(`count`); reads each value once.
    public var isAscending: Bool { ColumnExtent(self).isAscending }

    /// - Throws: `DataError` if the file behind the column was truncated, so that values read last may be zeros.
    public func checkIntact() throws(DataError) {
        switch storage {
        case .mapped(let file, _, _): try file.checkIntact()
        case .stacked(let sums): for column in sums.columns { try column.checkIntact() }
        case .foreign(let values): try values.owner.file?.checkIntact()
        case .reversed(let column): try column.checkIntact()
        case .pieces(let pieces): for piece in pieces.pieces { try piece.owner.file?.checkIntact() }
        case .doubles, .floats, .indices, .constant, .held, .counts, .texts, .growing: break
        }
    }
}

// MARK: - Growing

extension Column {
    /// Numbers as seconds since 1970, in the same storage. - Precondition: the kind is not `category`.
    package func asDates() -> Column { Column(kind: .date, count: count, storage: storage) }

    /// A number column with each gap replaced by a value; other columns unchanged.
    package func replacingGaps(with value: Double) -> Column {
        guard kind == .number, withView({ values in values.indices.contains { !values[$0].isFinite } }) else {
            return self
        }
        let filled: [Double] = withView { values in values.indices.map { values[$0].isFinite ? values[$0] : value } }
        return Column(filled)
    }

    /// The first rows. - Precondition: The column has at least `rows` rows.
    func prefix(_ rows: Int) -> Column {
        if rows == count { return self }
        if kind == .category { return Column(Array(texts.prefix(rows))) }
        if case .counts(let values, let element) = storage {
            return Column(
                kind: kind, count: rows, storage: .counts(Array(values.prefix(rows)), element), origin: origin)
        }
        let values = withValues(in: 0..<rows) { span in span.indices.map { span[$0] } }
        return Column(kind: kind, count: rows, storage: .doubles(values), origin: origin)
    }

    /// Appends values; NaN is a gap. Dates are seconds after the column's origin. Earlier copies of the column and
    /// their readers are not affected.
    ///
    /// - Precondition: the kind is not `category`.
    /// - Complexity: O(new values), amortized. The first call copies all values.
    public mutating func append(_ values: [Double]) { append(values.span) }

    /// Appends texts; `nil` is a gap. - Precondition: the kind is `category`.
    public mutating func append(_ texts: [String?]) {
        self = Column(self.texts + texts)
    }

    /// Appends the values of another column. - Precondition: Both columns are categories, or neither is.
    public mutating func append(_ other: Column) {
        if kind == .category {
            append(other.texts)
        } else {
            (kind == .date ? other.after(origin) : other).withValues { append($0) }
        }
    }

    /// Removes the first values, for columns that are not categories in amortized constant time: the remaining values
    /// stay in place. The first call copies all values.
    ///
    /// - Precondition: The column has at least `number` values.
    public mutating func removeFirst(_ number: Int = 1) {
        precondition((0...count).contains(number), "\(number) of \(count) values cannot be removed")
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

    /// The values in storage that can grow: a copy, unless they are already in such storage.
    private func growing(adding number: Int) -> GrowingArray<Double> {
        if case .growing(let values) = storage { values } else { withValues { GrowingArray($0, adding: number) } }
    }
}

extension Column: CustomStringConvertible {
    public var description: String { "Column \(kind) × \(count)" }
}

/// Values converted to Doubles on first use, once for all copies of a column.
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

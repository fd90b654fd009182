import Synchronization

/// Values of one kind, one a row: what a series reads its samples from.
///
/// Copies share their storage. Numbers and dates are Doubles, NaN where there is none (a gap); a date is seconds since
/// 1970-01-01 00:00 UTC. Categories are texts, nil where there is none.
public struct Column: Sendable {
    public enum Kind: String, Sendable, Hashable {
        case number, date, category
    }

    private enum Storage: Sendable {
        case values([Double])
        /// Doubles in a file, and how many bytes lie before them.
        case mapped(MappedFile, offset: Int)
        /// Made on first use: floats, and indices.
        case lazy(LazyValues)
        case texts([String?])
    }

    public let kind: Kind
    public let count: Int
    private let storage: Storage

    private init(kind: Kind, count: Int, storage: Storage) {
        self.kind = kind
        self.count = count
        self.storage = storage
    }

    /// Numbers, NaN = gap.
    public init(_ values: [Double]) {
        self.init(kind: .number, count: values.count, storage: .values(values))
    }

    /// Numbers, widened once when they are first read.
    public init(_ values: [Float]) {
        let lazy = LazyValues { values.map(Double.init) }
        self.init(kind: .number, count: values.count, storage: .lazy(lazy))
    }

    /// Dates as seconds since 1970-01-01 00:00 UTC, NaN = gap.
    public init(secondsSince1970 values: [Double]) {
        self.init(kind: .date, count: values.count, storage: .values(values))
    }

    /// Categories, nil = gap.
    public init(_ texts: [String?]) {
        self.init(kind: .category, count: texts.count, storage: .texts(texts))
    }

    /// 0, 1, 2, … `count` − 1: the independent values of a series that names none.
    public static func indices(count: Int) -> Column {
        let lazy = LazyValues { (0..<count).map(Double.init) }
        return Column(kind: .number, count: count, storage: .lazy(lazy))
    }

    /// Raw little-endian doubles in a file, read where they lie.
    public init(f64File path: String, kind: Kind = .number) throws(DataError) {
        let file = try Self.map(path, stride: 8)
        self.init(kind: kind, count: file.count / 8, storage: .mapped(file, offset: 0))
    }

    /// Raw little-endian floats in a file, widened once when they are first read.
    public init(f32File path: String, kind: Kind = .number) throws(DataError) {
        let file = try Self.map(path, stride: 4)
        let lazy = LazyValues(file: file) {
            file.withElements(of: Float.self) { span in span.indices.map { Double(span[$0]) } }
        }
        self.init(kind: kind, count: file.count / 4, storage: .lazy(lazy))
    }

    private static func map(_ path: String, stride: Int) throws(DataError) -> MappedFile {
        let file = try MappedFile(path: path)
        guard file.count % stride == 0 else {
            throw .sizeNotMultiple(path: path, bytes: file.count, of: stride)
        }
        guard file.count / stride <= maxCount else { throw .tooMany(path: path, what: "values", limit: maxCount) }
        return file
    }

    /// The array of a `.npy` file, as NumPy's `save` writes it: little-endian doubles are read where they lie, everything else is widened
    /// once when it is first read. Dates (`datetime64`) become seconds since 1970.
    ///
    /// - Throws: `DataError` for what is no one-dimensional array of numbers or dates, and for a file that is shorter than its header says.
    public init(npyFile path: String, kind: Kind = .number) throws(DataError) {
        let file = try MappedFile(path: path)
        let header = try file.withBytes { bytes throws(DataError) in try NumPyHeader(bytes, path: path) }
        try file.checkIntact()
        if header.element == .float(bytes: 8), !header.isBigEndian {
            self.init(kind: kind, count: header.count, storage: .mapped(file, offset: header.offset))
        } else {
            self.init(kind: kind, count: header.count, storage: .lazy(LazyValues(file: file) { file.values(header) }))
        }
    }

    /// More values are no column of a chart: a sample's number has to fit into 32 bits with a sign.
    static let maxCount = Int(Int32.max)

    /// Whether the values lie in a file as they are read.
    var isMapped: Bool { if case .mapped = storage { true } else { false } }

    /// The values of a number or date column, without a copy.
    ///
    /// After reading a column that lies in a file, ask `checkIntact`.
    /// - Precondition: the kind is not `category`.
    public func withValues<R, E: Error>(_ body: (Span<Double>) throws(E) -> R) throws(E) -> R {
        switch storage {
        case .values(let values): return try body(values.span)
        case .mapped(let file, let offset): return try file.withElements(of: Double.self, from: offset, count: count, body)
        case .lazy(let lazy): return try body(lazy.values.span)
        case .texts: preconditionFailure("a category column has texts, not values")
        }
    }

    /// The texts of a category column. - Precondition: the kind is `category`.
    public var texts: [String?] {
        guard case .texts(let texts) = storage else { preconditionFailure("a \(kind) column has no texts") }
        return texts
    }

    /// Throws when the file behind the column shrank, so that what was read last may have been zeros.
    public func checkIntact() throws(DataError) {
        switch storage {
        case .mapped(let file, _): try file.checkIntact()
        case .lazy(let lazy): try lazy.file?.checkIntact()
        case .values, .texts: break
        }
    }
}

extension Column: CustomStringConvertible {
    public var description: String { "Column \(kind) × \(count)" }
}

/// Values that are made when somebody first asks, once for all copies.
private final class LazyValues: Sendable {
    let file: MappedFile?
    private let make: @Sendable () -> [Double]
    private let made = Mutex<[Double]?>(nil)

    init(file: MappedFile? = nil, make: @escaping @Sendable () -> [Double]) {
        self.file = file
        self.make = make
    }

    var values: [Double] {
        made.withLock { made in
            if let made { return made }
            let values = make()
            made = values
            return values
        }
    }
}

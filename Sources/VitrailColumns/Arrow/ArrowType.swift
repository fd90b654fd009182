/// Type of the values of a field in an Arrow file.
enum ArrowType: Sendable, Equatable {
    /// Only gaps, without buffers.
    case null
    /// One bit per value.
    case bool
    /// Values of a fixed width that NumPy arrays also have.
    case values(NumPyElement)
    /// Days since 1970, in 32 bits.
    case days
    /// Counts of `1 / perSecond` seconds, in 32 bits.
    case shortTimes(perSecond: Double)
    /// Instants if there is a zone, otherwise local dates and times.
    case timestamps(perSecond: Int64, zone: String?)
    /// Whole numbers of `bytes` bytes, multiplied by 10^−`scale`.
    case decimal(bytes: Int, scale: Int)
    /// Concatenated UTF-8, and offsets of `offsetBytes` bytes each.
    case texts(offsetBytes: Int)
    /// UTF-8, either inside the view or in one of several buffers.
    case textViews
    case other(Other)

    /// A type that is not read, with its number of buffers in a batch.
    struct Other: Sendable, Equatable {
        let name: String
        let buffers: Int
        var hasVariadicBuffers = false
    }

    /// - Parameter field: A field of the schema.
    init(_ field: FlatTable, isVersion4: Bool) throws(FlatTable.Fault) {
        let kind = try field.integer(2, UInt8.self)
        guard let type = try field.table(3) else { throw FlatTable.Fault(reason: "a field has no type") }
        switch kind {
        case 1: self = .null
        case 2: self = try Self.integers(type)
        case 3:
            switch try type.integer(0, Int16.self) {
            case 0: self = .values(.float(bytes: 2))
            case 1: self = .values(.float(bytes: 4))
            case 2: self = .values(.float(bytes: 8))
            default: throw FlatTable.Fault(reason: "a floating-point type is of no known size")
            }
        case 4, 19: self = .other(Other(name: "binary", buffers: 3))
        case 5: self = .texts(offsetBytes: 4)
        case 6: self = .bool
        case 7:
            let bits = try type.integer(2, Int32.self, default: 128)
            guard [32, 64, 128, 256].contains(bits) else { throw FlatTable.Fault(reason: "a decimal has \(bits) bits") }
            self = .decimal(bytes: Int(bits) / 8, scale: Int(try type.integer(1, Int32.self)))
        case 8:
            self = try type.integer(0, Int16.self, default: 1) == 0 ? .days : .values(.dates(unit: 1, perSecond: 1_000))
        case 9:
            let perSecond = Double(try Self.perSecond(type, default: 1))
            switch try type.integer(1, Int32.self, default: 32) {
            case 32: self = .shortTimes(perSecond: perSecond)
            case 64: self = .values(.durations(unit: 1, perSecond: perSecond))
            default: throw FlatTable.Fault(reason: "a time is of no known size")
            }
        case 10:
            self = .timestamps(
                perSecond: try Self.perSecond(type, default: 0),
                zone: try type.text(1).flatMap { $0.isEmpty ? nil : $0 })
        case 11: self = .other(Other(name: "interval", buffers: 2))
        case 12, 21: self = .other(Other(name: "list", buffers: 2))
        case 13: self = .other(Other(name: "struct", buffers: 1))
        case 14:
            self = .other(
                Other(name: "union", buffers: (try type.integer(0, Int16.self) == 1 ? 2 : 1) + (isVersion4 ? 1 : 0)))
        case 15: self = .other(Other(name: "fixed-size binary", buffers: 2))
        case 16: self = .other(Other(name: "fixed-size list", buffers: 1))
        case 17: self = .other(Other(name: "map", buffers: 2))
        case 18: self = .values(.durations(unit: 1, perSecond: Double(try Self.perSecond(type, default: 1))))
        case 20: self = .texts(offsetBytes: 8)
        case 22: self = .other(Other(name: "run-end encoded", buffers: 0))
        case 23: self = .other(Other(name: "binary view", buffers: 2, hasVariadicBuffers: true))
        case 24: self = .textViews
        case 25, 26: self = .other(Other(name: "list view", buffers: 3))
        default: throw FlatTable.Fault(reason: "type \(kind) of its schema is not known")
        }
    }

    /// An integer type, of values or of dictionary indices.
    static func integers(_ type: FlatTable) throws(FlatTable.Fault) -> ArrowType {
        let bits = try type.integer(0, Int32.self)
        guard [8, 16, 32, 64].contains(bits) else { throw FlatTable.Fault(reason: "an integer has \(bits) bits") }
        return .values(try type.bool(1) ? .signed(bytes: Int(bits) / 8) : .unsigned(bytes: Int(bits) / 8))
    }

    private static func perSecond(_ type: FlatTable, default unit: Int16) throws(FlatTable.Fault) -> Int64 {
        switch try type.integer(0, Int16.self, default: unit) {
        case 0: 1
        case 1: 1_000
        case 2: 1_000_000
        case 3: 1_000_000_000
        default: throw FlatTable.Fault(reason: "a unit of time is not known")
        }
    }

    /// Number of buffers of this field in each batch, without variadic ones and without buffers of its children.
    var bufferCount: Int {
        switch self {
        case .null: 0
        case .bool, .values, .days, .shortTimes, .timestamps, .decimal, .textViews: 2
        case .texts: 3
        case .other(let other): other.buffers
        }
    }

    var hasVariadicBuffers: Bool {
        switch self {
        case .textViews: true
        case .other(let other): other.hasVariadicBuffers
        default: false
        }
    }

    /// Bytes per value. `nil`: not of a fixed number of bytes.
    var width: Int? {
        switch self {
        case .values(let element): element.byteCount
        case .days, .shortTimes: 4
        case .timestamps: 8
        case .decimal(let bytes, _): bytes
        case .null, .bool, .texts, .textViews, .other: nil
        }
    }

    /// Element type for reading values without conversion. `nil`: convert values to Doubles.
    var element: NumPyElement? {
        switch self {
        case .values(let element): element
        case .timestamps(let perSecond, _): .dates(unit: 1, perSecond: Double(perSecond))
        case .null, .bool, .days, .shortTimes, .decimal, .texts, .textViews, .other: nil
        }
    }

    /// Kind of a column of this type.
    var kind: Column.Kind {
        switch self {
        case .days, .timestamps: .date
        case .values(let element): element.kind
        case .texts, .textViews: .category
        case .null, .bool, .shortTimes, .decimal, .other: .number
        }
    }
}

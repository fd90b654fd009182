public import VitrailColumns

/// The columns that a series reads. Columns share their storage and are not copied.
public struct SeriesColumns: Sendable {
    /// Independent value of horizontal series, dependent value of vertical ones; `nil`: the sample's index.
    public var x: Column?
    /// Dependent value of horizontal series, independent value of vertical ones; `nil`: the sample's index.
    public var y: Column?
    /// Columns of series with several values on the dependent axis, or with values on no axis.
    private var keyed: [DataKey: Column] = [:]

    public init(x: Column? = nil, y: Column? = nil, high: Column? = nil, low: Column? = nil, area: Column? = nil) {
        self.x = x
        self.y = y
        self.high = high
        self.low = low
        self.area = area
    }

    public init(x: Column? = nil, y: Column? = nil, keyed: [DataKey: Column]) {
        self.x = x
        self.y = y
        self.keyed = keyed
    }

    public subscript(_ key: DataKey) -> Column? {
        get { keyed[key] }
        set { keyed[key] = newValue }
    }

    /// Edges of a band, on the dependent axis.
    public var high: Column? {
        get { keyed[.high] }
        set { keyed[.high] = newValue }
    }
    public var low: Column? {
        get { keyed[.low] }
        set { keyed[.low] = newValue }
    }
    /// Third value of a bubble.
    public var area: Column? {
        get { keyed[.area] }
        set { keyed[.area] = newValue }
    }

    /// The keys that have a column, in alphabetical order.
    public var keys: [DataKey] { keyed.keys.sorted { $0.rawValue < $1.rawValue } }

    /// Number of rows. If columns differ in length, which no series accepts, the shortest length.
    public var count: Int {
        var count: Int?
        func take(_ column: Column?) {
            if let column { count = min(count ?? column.count, column.count) }
        }
        take(x)
        take(y)
        keyed.values.forEach(take)
        return count ?? 0
    }

    /// All present columns with their names in errors, `x` and `y` first.
    var named: [(name: String, column: Column)] {
        let keyed = keys.compactMap { key in self[key].map { (key.rawValue, $0) } }
        return [x.map { ("x", $0) }, y.map { ("y", $0) }].compactMap(\.self) + keyed
    }

    /// Removes the first rows.
    ///
    /// - Precondition: each column has at least `number` rows.
    mutating func removeFirst(_ number: Int) {
        x?.removeFirst(number)
        y?.removeFirst(number)
        for key in keyed.keys { keyed[key]?.removeFirst(number) }
    }

    /// Adds rows at the end.
    ///
    /// - Precondition: `other` has the same columns, with categories for category columns.
    mutating func append(_ other: SeriesColumns) {
        if let more = other.x { x?.append(more) }
        if let more = other.y { y?.append(more) }
        for (key, more) in other.keyed { keyed[key]?.append(more) }
    }

    /// Throws if a file behind a column has shrunk since it was opened.
    package func checkIntact() throws(DataError) {
        try x?.checkIntact()
        try y?.checkIntact()
        for key in keys { try keyed[key]?.checkIntact() }
    }

    /// The column for a field of a point.
    subscript(_ field: PointField) -> Column? {
        get {
            switch field {
            case .x: x
            case .y: y
            case .xKey(let key), .yKey(let key), .free(let key): keyed[key]
            }
        }
        set {
            switch field {
            case .x: x = newValue
            case .y: y = newValue
            case .xKey(let key), .yKey(let key), .free(let key): keyed[key] = newValue
            }
        }
    }
}

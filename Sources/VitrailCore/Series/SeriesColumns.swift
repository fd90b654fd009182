/// The columns that a series reads: whole, shared, never copied.
public struct SeriesColumns: Sendable {
    /// Independent value of horizontal series, dependent value of vertical ones; nil = the sample's index.
    public var x: Column?
    /// Dependent value of horizontal series, independent value of vertical ones; nil = the sample's index.
    public var y: Column?
    /// Ends of a band, on the dependent axis.
    public var high: Column?
    public var low: Column?
    /// Third value of a bubble.
    public var area: Column?

    public init(x: Column? = nil, y: Column? = nil, high: Column? = nil, low: Column? = nil, area: Column? = nil) {
        self.x = x
        self.y = y
        self.high = high
        self.low = low
        self.area = area
    }

    /// Rows; of columns of unlike lengths, which no series takes, the shortest.
    public var count: Int { [x, y, high, low, area].compactMap { $0?.count }.min() ?? 0 }

    /// The column that a field of a point is gathered into. No series reads `open` and `close`.
    subscript(_ field: PointField) -> Column? {
        get {
            switch field {
            case .x: x
            case .y: y
            case .key(.high): high
            case .key(.low): low
            case .key(.area): area
            case .key(.open), .key(.close): nil
            }
        }
        set {
            switch field {
            case .x: x = newValue
            case .y: y = newValue
            case .key(.high): high = newValue
            case .key(.low): low = newValue
            case .key(.area): area = newValue
            case .key(.open), .key(.close): break
            }
        }
    }
}

/// One of the values that a series reads from each of its points.
enum PointField: Hashable {
    /// The single value on an axis.
    case x, y
    case key(DataKey)

    /// As errors and warnings name it.
    var name: String {
        switch self {
        case .x: "x"
        case .y: "y"
        case .key(let key): key.rawValue
        }
    }
}

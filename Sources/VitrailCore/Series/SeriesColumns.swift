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
}

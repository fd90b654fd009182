/// A data point of the host's own type. Points are read once at load and gathered into columns; nothing keeps them afterwards.
public protocol ChartData {
    /// nil = a gap, as is a number that is not finite.
    var xValue: DataValue? { get }
    var yValue: DataValue? { get }
    /// Values of series with several on the x-axis (vertical bands, candlesticks); nil = there is none under this key.
    func xValue(for key: DataKey) -> DataValue?
    /// Values of series with several on the y-axis (horizontal ones).
    func yValue(for key: DataKey) -> DataValue?
    /// Values on no axis, as a bubble's area.
    func value(for key: DataKey) -> DataValue?
    /// Whether the point has its selected look, as of a load.
    var selected: Bool { get }
}

extension ChartData {
    public func xValue(for key: DataKey) -> DataValue? { nil }
    public func yValue(for key: DataKey) -> DataValue? { nil }
    public func value(for key: DataKey) -> DataValue? { nil }
    public var selected: Bool { false }
}

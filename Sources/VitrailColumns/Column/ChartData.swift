/// A data point of the host's own type. Loading reads each point once into columns and does not keep it.
public protocol ChartData {
    /// `nil`: a gap. Non-finite numbers are gaps, too.
    var xValue: DataValue? { get }
    var yValue: DataValue? { get }
    /// Values of series with several values on the x-axis (vertical bands, candlesticks). `nil`: no value for this key.
    func xValue(for key: DataKey) -> DataValue?
    /// Values of series with several values on the y-axis (horizontal ones).
    func yValue(for key: DataKey) -> DataValue?
    /// Values on no axis, such as the area of a bubble.
    func value(for key: DataKey) -> DataValue?
    /// Whether the point is initially shown as selected.
    var selected: Bool { get }
}

extension ChartData {
    public func xValue(for key: DataKey) -> DataValue? { nil }
    public func yValue(for key: DataKey) -> DataValue? { nil }
    public func value(for key: DataKey) -> DataValue? { nil }
    public var selected: Bool { false }
}

public import struct Foundation.Date

/// A point with one value on each axis, for lines, columns, bars and scatter. In a pie, x is the name and y the
/// magnitude.
public struct DataPoint: ChartData, Sendable, Hashable {
    public var xValue: DataValue?
    public var yValue: DataValue?

    public init(xValue: DataValue?, yValue: DataValue?) {
        self.xValue = xValue
        self.yValue = yValue
    }

    public init(x: Double, y: Double) { self.init(xValue: .number(x), yValue: .number(y)) }
    public init(x: Date, y: Double) { self.init(xValue: DataValue(x), yValue: .number(y)) }
    public init(x: String, y: Double) { self.init(xValue: .text(x), yValue: .number(y)) }
}

/// A slice of a pie or donut.
public struct RadialDataPoint: ChartData, Sendable, Hashable {
    /// Name of the slice. `nil`: its number is the name.
    public var name: String?
    /// Magnitude of the slice. A slice with `nil` or a value not above 0 has no sweep.
    public var value: Double?
    public var selected: Bool

    public init(name: String?, value: Double?, selected: Bool = false) {
        self.name = name
        self.value = value
        self.selected = selected
    }

    public var xValue: DataValue? { name.map { .text($0) } }
    public var yValue: DataValue? { value.map { .number($0) } }
}

/// A point with several values on the x-axis, for vertical bands.
public struct MultiXDataPoint: ChartData, Sendable, Hashable {
    public var yValue: DataValue?
    public var xValues: [DataKey: DataValue]

    public init(yValue: DataValue?, xValues: [DataKey: DataValue]) {
        self.yValue = yValue
        self.xValues = xValues
    }

    public var xValue: DataValue? { nil }
    public func xValue(for key: DataKey) -> DataValue? { xValues[key] }
}

/// A point with several values on the y-axis, for horizontal bands.
public struct MultiYDataPoint: ChartData, Sendable, Hashable {
    public var xValue: DataValue?
    public var yValues: [DataKey: DataValue]

    public init(xValue: DataValue?, yValues: [DataKey: DataValue]) {
        self.xValue = xValue
        self.yValues = yValues
    }

    public var yValue: DataValue? { nil }
    public func yValue(for key: DataKey) -> DataValue? { yValues[key] }
}

/// A point of a bubble series: a position, and a value shown by the bubble's area.
public struct BubbleDataPoint: ChartData, Sendable, Hashable {
    public var xValue: DataValue?
    public var yValue: DataValue?
    /// Value on no axis; `BubbleSeries.scale` converts it to an area in square points.
    public var area: Double

    public init(xValue: DataValue?, yValue: DataValue?, area: Double) {
        self.xValue = xValue
        self.yValue = yValue
        self.area = area
    }

    public func value(for key: DataKey) -> DataValue? { key == .area ? .number(area) : nil }
}

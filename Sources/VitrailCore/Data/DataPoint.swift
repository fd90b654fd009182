public import struct Foundation.Date

/// A point with one value on each axis: for lines, columns, bars and scatter; for a pie, x is the name and y the magnitude.
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
    /// nil = the slice is called by its number.
    public var name: String?
    /// nil, or not above 0 = a slice without sweep.
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

/// A point with several values on the x-axis: for vertical bands.
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

/// A point with several values on the y-axis: for horizontal bands.
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

/// A bubble: a place and what its area tells.
public struct BubbleDataPoint: ChartData, Sendable, Hashable {
    public var xValue: DataValue?
    public var yValue: DataValue?
    /// On no axis; `BubbleSeries.scale` makes square points of it.
    public var area: Double

    public init(xValue: DataValue?, yValue: DataValue?, area: Double) {
        self.xValue = xValue
        self.yValue = yValue
        self.area = area
    }

    public func value(for key: DataKey) -> DataValue? { key == .area ? .number(area) : nil }
}

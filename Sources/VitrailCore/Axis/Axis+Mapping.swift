extension Axis {
    var isHorizontal: Bool { direction == .x }

    /// - Parameters:
    ///   - start: of the axis, left or at the bottom: the place of the minimum, or of the maximum where it is reversed.
    ///   - end: right or at the top.
    func scale(from start: Double, to end: Double) -> AxisScale {
        AxisScale(range: axisRange, mapper: mapper, start: isReversed ? end : start, end: isReversed ? start : end)
    }

    /// Where a value lies, in points from the plot area's left or top edge as last rendered; below 0 or beyond its size when out of range.
    /// nil before the first render, for a value that the axis cannot map, and on radial charts.
    public func pixelValue(forDataValue value: Double) -> Double? {
        guard length > 0, radialChart == nil else { return nil }
        let place = pointScale.place(value)
        return place.isFinite ? place : nil
    }

    /// The same for a value of any kind; nil, too, for an item that a category axis does not have, and for a text on any other axis.
    public func pixelValue(for value: DataValue) -> Double? {
        self.value(of: value).flatMap { pixelValue(forDataValue: $0) }
    }

    /// The exact inverse of `pixelValue(forDataValue:)`; where a stretch is left out, that stretch's end. nil on radial charts.
    public func dataValue(forPixelValue pixel: Double) -> Double? {
        guard length > 0, pixel.isFinite, radialChart == nil else { return nil }
        return pointScale.value(at: pixel)
    }

    private var pointScale: AxisScale { isHorizontal ? scale(from: 0, to: length) : scale(from: length, to: 0) }
}

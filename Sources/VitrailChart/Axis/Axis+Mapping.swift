public import VitrailColumns
import VitrailScales

extension Axis {
    var isHorizontal: Bool { direction == .x }

    /// - Parameters:
    ///   - start: left or bottom end of the axis: position of the minimum, or of the maximum if the axis is reversed.
    ///   - end: right or top end of the axis.
    func scale(from start: Double, to end: Double) -> AxisScale {
        AxisScale(range: axisRange, mapper: mapper, start: isReversed ? end : start, end: isReversed ? start : end)
    }

    /// Position of a value in points from the plot area's left or top edge, as of the last render; below 0 or beyond
    /// its size when out of range. `nil` before the first render, for a value that the axis cannot map, and on radial
    /// charts.
    public func pixelValue(forDataValue value: Double) -> Double? {
        guard length > 0, radialChart == nil else { return nil }
        let position = pointScale.position(of: value)
        return position.isFinite ? position : nil
    }

    /// Position of a value of any kind. Also `nil` for an unknown item on a category axis, and for a text on any other
    /// axis.
    public func pixelValue(for value: DataValue) -> Double? {
        self.value(of: value).flatMap { pixelValue(forDataValue: $0) }
    }

    /// Exact inverse of `pixelValue(forDataValue:)`; at an excluded range, the end of that range. `nil` on radial
    /// charts.
    public func dataValue(forPixelValue pixel: Double) -> Double? {
        guard length > 0, pixel.isFinite, radialChart == nil else { return nil }
        return pointScale.value(at: pixel)
    }

    private var pointScale: AxisScale { isHorizontal ? scale(from: 0, to: length) : scale(from: length, to: 0) }
}

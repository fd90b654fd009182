import VitrailChart
import VitrailColumns

extension AnnotationDescription {
    /// A copy with dates relative to the origins of the axes. A description has dates as seconds since 1970,
    /// independent of the origins.
    func placed(_ xAxis: Axis?, _ yAxis: Axis?) -> AnnotationDescription {
        let (x, y) = (xAxis?.isDate == true ? xAxis : nil, yAxis?.isDate == true ? yAxis : nil)
        guard x != nil || y != nil else { return self }
        func position(of value: DataValue, _ key: String, _ axis: Axis?) -> DataValue {
            guard let axis, let seconds = value.number else { return value }
            return .number(fineDates.value(seconds, at: key, after: axis.valueOrigin))
        }
        func position(of value: DataValue?, _ key: String, _ axis: Axis?) -> DataValue? {
            value.map { position(of: $0, key, axis) }
        }
        func position(of frame: Position) -> Position {
            var frame = frame
            (frame.x, frame.xMax) = (position(of: frame.x, "x", x), position(of: frame.xMax, "xMax", x))
            (frame.y, frame.yMax) = (position(of: frame.y, "y", y), position(of: frame.yMax, "yMax", y))
            return frame
        }
        var placed = self
        placed.placement.arrowX = position(of: placement.arrowX, "arrow.x", x)
        placed.placement.arrowY = position(of: placement.arrowY, "arrow.y", y)
        switch content {
        case .text(var text):
            (text.x, text.y) = (position(of: text.x, "x", x), position(of: text.y, "y", y))
            placed.content = .text(text)
        case .horizontalLine(let at, let width, let color):
            placed.content = .horizontalLine(y: position(of: at, "y", y), width: width, color: color)
        case .verticalLine(let at, let width, let color):
            placed.content = .verticalLine(x: position(of: at, "x", x), width: width, color: color)
        case .horizontalBand(let low, let high, let color):
            placed.content = .horizontalBand(
                min: position(of: low, "min", y), max: position(of: high, "max", y), color: color)
        case .verticalBand(let low, let high, let color):
            placed.content = .verticalBand(
                min: position(of: low, "min", x), max: position(of: high, "max", x), color: color)
        case .rectangle(let frame, let color, let text):
            placed.content = .rectangle(position(of: frame), color: color, text: text)
        case .image(let path, let frame): placed.content = .image(path: path, position(of: frame))
        }
        return placed
    }
}

extension DataValue {
    /// A number as a date; other values unchanged.
    var asDate: DataValue { if case .number(let seconds) = self { .date(seconds) } else { self } }
}

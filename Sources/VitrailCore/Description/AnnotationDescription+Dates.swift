extension AnnotationDescription {
    /// A copy with dates relative to the origins of the axes. A description has dates as seconds since 1970,
    /// independent of the origins.
    func placed(_ xAxis: Axis?, _ yAxis: Axis?) -> AnnotationDescription {
        let (x, y) = (xAxis as? DateTimeAxis, yAxis as? DateTimeAxis)
        guard x != nil || y != nil else { return self }
        func place(_ value: DataValue, _ key: String, _ axis: DateTimeAxis?) -> DataValue {
            guard let axis, let seconds = value.number else { return value }
            return .number(fineDates.value(seconds, at: key, after: axis.origin))
        }
        func place(_ value: DataValue?, _ key: String, _ axis: DateTimeAxis?) -> DataValue? { value.map { place($0, key, axis) } }
        func place(_ frame: Place) -> Place {
            var frame = frame
            (frame.x, frame.xMax) = (place(frame.x, "x", x), place(frame.xMax, "xMax", x))
            (frame.y, frame.yMax) = (place(frame.y, "y", y), place(frame.yMax, "yMax", y))
            return frame
        }
        var placed = self
        placed.placement.arrowX = place(placement.arrowX, "arrow.x", x)
        placed.placement.arrowY = place(placement.arrowY, "arrow.y", y)
        switch content {
        case .text(var text):
            (text.x, text.y) = (place(text.x, "x", x), place(text.y, "y", y))
            placed.content = .text(text)
        case .horizontalLine(let at, let width, let color): placed.content = .horizontalLine(y: place(at, "y", y), width: width, color: color)
        case .verticalLine(let at, let width, let color): placed.content = .verticalLine(x: place(at, "x", x), width: width, color: color)
        case .horizontalBand(let low, let high, let color):
            placed.content = .horizontalBand(min: place(low, "min", y), max: place(high, "max", y), color: color)
        case .verticalBand(let low, let high, let color):
            placed.content = .verticalBand(min: place(low, "min", x), max: place(high, "max", x), color: color)
        case .rectangle(let frame, let color, let text): placed.content = .rectangle(place(frame), color: color, text: text)
        case .image(let path, let frame): placed.content = .image(path: path, place(frame))
        }
        return placed
    }
}

extension DataValue {
    /// A number as a date; other values unchanged.
    var asDate: DataValue { if case .number(let seconds) = self { .date(seconds) } else { self } }
}

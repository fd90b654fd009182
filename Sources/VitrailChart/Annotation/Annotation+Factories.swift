public import VitrailColumns
public import VitrailScene

extension Annotation {
    /// A text centred on (x, y).
    public static func text(
        _ text: String, x: DataValue?, y: DataValue?, font: FontStyle? = nil, textColor: Color? = nil,
        backgroundColor: Color? = nil, xAxis: Axis? = nil, yAxis: Axis? = nil, position: Position = .aboveData
    ) -> Annotation {
        let annotation = Annotation(xValue: x, yValue: y, position: position)
        annotation.label = text
        annotation.font = font ?? FontStyle()
        annotation.textColor = textColor
        annotation.backgroundColor = backgroundColor
        annotation.xAxis = xAxis
        annotation.yAxis = yAxis
        return annotation
    }

    /// A line across the whole plot area.
    ///
    /// - Parameters:
    ///   - y: `nil`: in the middle of the plot area, until `yValue` is set.
    ///   - width: points, rounded to whole pixels, so that the line is sharp at every position.
    public static func horizontalLine(
        y: DataValue?, width: Double = 1, color: Color, yAxis: Axis? = nil, position: Position = .aboveData
    ) -> Annotation {
        let annotation = Annotation(yValue: y, position: position)
        annotation.bounds.height = width
        annotation.stretchToBoundsOnX = true
        annotation.backgroundColor = color
        annotation.yAxis = yAxis
        return annotation
    }

    /// A line from top to bottom of the plot area.
    ///
    /// - Parameters:
    ///   - x: `nil`: in the middle of the plot area, until `xValue` is set.
    ///   - width: points, rounded to whole pixels, so that the line is sharp at every position.
    public static func verticalLine(
        x: DataValue?, width: Double = 1, color: Color, xAxis: Axis? = nil, position: Position = .aboveData
    ) -> Annotation {
        let annotation = Annotation(xValue: x, position: position)
        annotation.bounds.width = width
        annotation.stretchToBoundsOnY = true
        annotation.backgroundColor = color
        annotation.xAxis = xAxis
        return annotation
    }

    /// A band from `minimum` to `maximum` across the whole plot area. An infinite end extends to the plot area's edge.
    /// Nothing is drawn while an end is `nil`.
    public static func horizontalBand(
        minimum: DataValue?, maximum: DataValue?, color: Color, yAxis: Axis? = nil, position: Position = .aboveData
    ) -> AnnotationZooming {
        let annotation = AnnotationZooming(yValue: minimum, yValueMax: maximum, position: position)
        annotation.stretchToBoundsOnX = true
        annotation.backgroundColor = color
        annotation.yAxis = yAxis
        return annotation
    }

    /// A band from `minimum` to `maximum`, from top to bottom of the plot area. An infinite end extends to the plot
    /// area's edge. Nothing is drawn while an end is `nil`.
    public static func verticalBand(
        minimum: DataValue?, maximum: DataValue?, color: Color, xAxis: Axis? = nil, position: Position = .aboveData
    ) -> AnnotationZooming {
        let annotation = AnnotationZooming(xValue: minimum, xValueMax: maximum, position: position)
        annotation.stretchToBoundsOnY = true
        annotation.backgroundColor = color
        annotation.xAxis = xAxis
        return annotation
    }
}

// MARK: - The chart's annotations

extension Chart {
    /// Adds an annotation, drawn over the ones added before; visible from the next render on. An annotation that is
    /// already on the chart is not added again.
    public func addAnnotation(_ annotation: Annotation) {
        guard !annotations.contains(where: { $0 === annotation }) else {
            return warn(.ignored(path: "addAnnotation", reason: "the annotation is on this chart already"))
        }
        annotations.append(annotation)
    }

    /// - Returns: whether the annotation was on the chart.
    @discardableResult
    public func removeAnnotation(_ annotation: Annotation) -> Bool {
        guard let index = annotations.firstIndex(where: { $0 === annotation }) else { return false }
        annotations.remove(at: index)
        return true
    }

    /// Replaces an annotation and keeps its position in the drawing order.
    ///
    /// - Returns: `false`, without any change, if the first is not on the chart or the second already is.
    @discardableResult
    public func replaceAnnotation(_ annotation: Annotation, with other: Annotation) -> Bool {
        guard let index = annotations.firstIndex(where: { $0 === annotation }),
            !annotations.contains(where: { $0 === other })
        else { return false }
        annotations[index] = other
        return true
    }

    public func removeAllAnnotations() { annotations.removeAll() }
}

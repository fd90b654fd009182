import VitrailChart
import VitrailScene

extension AnnotationDescription {
    /// - Parameters:
    ///   - lineColor: Colour if the description has none; fills use it with reduced opacity.
    ///   - files: Source of pictures.
    func makeAnnotation(
        lineColor: Color, _ files: inout PictureFiles, path jsonPath: String
    ) throws(DescriptionError) -> Annotation {
        let position = position ?? .aboveData
        let made: Annotation
        switch content {
        case .text(let text):
            made = .text(
                text.text, x: text.x, y: text.y, font: text.font, textColor: text.textColor,
                backgroundColor: text.backgroundColor, position: position)
        case .horizontalLine(let y, let width, let color):
            made = .horizontalLine(y: y, width: width, color: color ?? lineColor, position: position)
        case .verticalLine(let x, let width, let color):
            made = .verticalLine(x: x, width: width, color: color ?? lineColor, position: position)
        case .horizontalBand(let low, let high, let color):
            made = .horizontalBand(
                minimum: low, maximum: high, color: color ?? lineColor.faded(Self.fillShare), position: position)
        case .verticalBand(let low, let high, let color):
            made = .verticalBand(
                minimum: low, maximum: high, color: color ?? lineColor.faded(Self.fillShare), position: position)
        case .rectangle(let frame, let color, let text):
            made = frame.makeAnnotation(position)
            made.backgroundColor = color ?? lineColor.faded(Self.fillShare)
            made.label = text.text
            made.font = text.font
            made.textColor = text.textColor
        case .image(let path, let frame):
            made = frame.makeAnnotation(position)
            made.image = try files.picture(path, path: "\(jsonPath).file")
        }
        made.themeShare = themeShare
        made.opacity = opacity
        made.givesWay = true
        if let lineText {
            made.lineText = lineText.text
            made.font = lineText.font
            made.textColor = lineText.textColor
        }
        placement.apply(to: made)
        made.dashStyle = dashStyle
        return made
    }

    /// Opacity of the theme's colour. `nil`: the description sets a colour, or there is nothing to colour.
    private var themeShare: Double? {
        switch content {
        case .horizontalLine(_, _, nil), .verticalLine(_, _, nil): 1
        case .horizontalBand(_, _, nil), .verticalBand(_, _, nil), .rectangle(_, nil, _): Self.fillShare
        default: nil
        }
    }

    /// Opacity of fills in the theme's colour.
    private static let fillShare = 0.15
}

extension AnnotationDescription.TextPlacement {
    fileprivate func apply(to annotation: Annotation) {
        annotation.anchor = anchor ?? .center
        if let offset { annotation.offset = (offset.x, offset.y) }
        annotation.rotation = rotation
        annotation.maxWidth = maxWidth
        if let arrowX, let arrowY { annotation.arrow = (arrowX, arrowY) }
    }
}

extension AnnotationDescription.Position {
    fileprivate func makeAnnotation(_ position: Annotation.Position) -> Annotation {
        let made = AnnotationZooming(xValue: x, xValueMax: xMax, yValue: y, yValueMax: yMax, position: position)
        made.bounds = (width, height)
        made.stretchToBoundsOnX = stretchToBoundsOnX
        made.stretchToBoundsOnY = stretchToBoundsOnY
        return made
    }
}

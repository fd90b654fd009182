import VitrailChart
import VitrailColumns
import VitrailScene

extension AnnotationDescription {
    static func read(
        _ node: DescriptionNode, in chart: ChartDescription
    ) throws(DescriptionError)
        -> AnnotationDescription
    {
        var object = try DescriptionObject(node)
        let kind: Kind = try object.required("type").choice()
        var reader = Reader(object: object, x: AxisDescription(.number), y: AxisDescription(.number))
        var annotation = AnnotationDescription(.horizontalLine(y: .number(0), width: 1, color: nil))
        if kind.isPinnedToX {
            reader.x = try chart.axis(reader.object.optional("xAxis"), of: chart.xAxes)
            annotation.xAxis = reader.x.id
        }
        if kind.isPinnedToY {
            reader.y = try chart.axis(reader.object.optional("yAxis"), of: chart.yAxes)
            annotation.yAxis = reader.y.id
        }
        annotation.content = try reader.content(kind)
        if kind == .text { try reader.place(&annotation) }
        if kind.isLineOrBand { annotation.lineText = try reader.lineText() }
        annotation.fineDates = reader.fineDates
        object = reader.object
        if kind.isLine, let node = object.optional("dashStyle") { annotation.dashStyle = try DashLengths.read(node) }
        annotation.position = try object.optional("position")
        annotation.opacity = try object.optional("opacity", in: 0...1) ?? 1
        annotation.includeInRange = try object.optional("includeInRange") ?? true
        try object.finish()
        return annotation
    }

    /// The members of an annotation, and the axes of its values.
    private struct Reader {
        var object: DescriptionObject
        var x: AxisDescription
        var y: AxisDescription
        var fineDates = FineDates()

        mutating func content(_ kind: Kind) throws(DescriptionError) -> Content {
            switch kind {
            case .text: return .text(try text())
            case .horizontalLine:
                return .horizontalLine(
                    y: try value("y", y), width: try width(), color: try object.optional("color"))
            case .verticalLine:
                return .verticalLine(
                    x: try value("x", x), width: try width(), color: try object.optional("color"))
            case .horizontalBand:
                let (min, max) = try ends(y)
                return .horizontalBand(min: min, max: max, color: try object.optional("color"))
            case .verticalBand:
                let (min, max) = try ends(x)
                return .verticalBand(min: min, max: max, color: try object.optional("color"))
            case .rectangle: return try rectangle()
            case .image:
                return .image(path: try object.required("file").filePath(), try position())
            }
        }

        private mutating func rectangle() throws(DescriptionError) -> Content {
            let color: Color? = try object.optional("color")
            var text = TextContent(try object.optional("text") ?? "")
            text.font = try object.style("font")
            text.textColor = try object.optional("textColor")
            return .rectangle(try position(), color: color, text: text)
        }

        /// Reads a frame. Each direction may have a start and an end, a size, or neither.
        private mutating func position() throws(DescriptionError) -> Position {
            var position = Position()
            if let node = object.optional("x") { position.x = try read(node, "x", x) }
            if let node = object.optional("xMax") { position.xMax = try end(node, position.x, "x", x) }
            if let node = object.optional("y") { position.y = try read(node, "y", y) }
            if let node = object.optional("yMax") { position.yMax = try end(node, position.y, "y", y) }
            position.width = try object.optional("width", in: 0...Self.maxPoints)
            position.height = try object.optional("height", in: 0...Self.maxPoints)
            position.stretchToBoundsOnX = try object.optional("stretchToBoundsOnX") ?? false
            position.stretchToBoundsOnY = try object.optional("stretchToBoundsOnY") ?? false
            return position
        }

        /// Maximum length in points.
        private static let maxPoints = 16_384.0

        private mutating func read(
            _ node: DescriptionNode, _ name: String, _ axis: AxisDescription
        ) throws(DescriptionError) -> DataValue {
            fineDates[name] = axis.fineDate(node)
            return try axis.readValue(node)
        }

        private mutating func end(
            _ node: DescriptionNode, _ start: DataValue?, _ name: String, _ axis: AxisDescription
        ) throws(DescriptionError) -> DataValue {
            guard start != nil else { throw node.error("there is no \(quoted(name)) that it is the maximum to") }
            return try read(node, name + "Max", axis)
        }

        private mutating func text() throws(DescriptionError) -> TextContent {
            var content = TextContent(try String.read(try object.required("text")))
            if let node = object.optional("x") { content.x = try read(node, "x", x) }
            if let node = object.optional("y") { content.y = try read(node, "y", y) }
            content.font = try object.style("font")
            content.textColor = try object.optional("textColor")
            content.backgroundColor = try object.optional("backgroundColor")
            if let node = object.optional("background") {
                let color = try Color.read(node)
                guard content.backgroundColor ?? color == color else {
                    throw node.error("\"backgroundColor\" is another colour")
                }
                content.backgroundColor = color
            }
            return content
        }

        /// Reads the placement of a text relative to its position.
        mutating func place(_ annotation: inout AnnotationDescription) throws(DescriptionError) {
            var placement = TextPlacement()
            placement.anchor = try object.optional("anchor")
            placement.offset = try object.optional("offset")
            placement.maxWidth = try object.optional("maxWidth", in: 1...Self.maxPoints)
            if let angle = try object.optional("rotation", in: -1_000...1_000) {
                // Angles beyond one full turn are assumed to be in degrees.
                let isInDegrees = abs(angle) > 2 * .pi
                placement.rotation = isInDegrees ? angle / 180 * .pi : angle
                if isInDegrees {
                    annotation.assumptions["rotation"] =
                        "read as \(compact(angle)) degrees; in radians, which other angles are in, it is "
                        + "\((placement.rotation * 1e4).rounded() / 1e4)"
                }
            }
            try readArrow(&placement)
            if placement.arrowX != nil, case .text(var text) = annotation.content, text.x == nil, text.y == nil {
                // Place the text above the target of its arrow.
                (text.x, text.y) = (placement.arrowX, placement.arrowY)
                (fineDates["x"], fineDates["y"]) = (fineDates["arrow.x"], fineDates["arrow.y"])
                annotation.content = .text(text)
                placement.anchor = placement.anchor ?? .above
                placement.offset = placement.offset ?? Offset(x: 0, y: -24)
            }
            annotation.placement = placement
        }

        private mutating func readArrow(_ placement: inout TextPlacement) throws(DescriptionError) {
            guard let node = object.optional("arrow") else { return }
            let nodes: (x: DescriptionNode, y: DescriptionNode)
            if case .array = node.value {
                let ends = try node.elements(limit: 2)
                guard ends.count == 2 else { throw node.error("an arrow points at [x, y], or at {\"x\": …, \"y\": …}") }
                nodes = (ends[0], ends[1])
            } else {
                var target = try DescriptionObject(node)
                nodes = (try target.required("x"), try target.required("y"))
                try target.finish()
            }
            placement.arrowX = try read(nodes.x, "arrow.x", x)
            placement.arrowY = try read(nodes.y, "arrow.y", y)
        }

        mutating func lineText() throws(DescriptionError) -> TextContent? {
            let text: String? = try object.optional("text")
            let (font, color): (FontStyle, Color?) = (try object.style("font"), try object.optional("textColor"))
            return text.map { TextContent($0, font: font, textColor: color) }
        }

        private mutating func value(
            _ name: String, _ axis: AxisDescription
        ) throws(DescriptionError)
            -> DataValue
        {
            try read(try object.required(name), name, axis)
        }

        private mutating func width() throws(DescriptionError) -> Double {
            try object.optional("width", in: 0...1_000) ?? 1
        }

        private mutating func ends(_ axis: AxisDescription) throws(DescriptionError) -> (DataValue, DataValue) {
            let max = try object.required("max")
            let ends = (try value("min", axis), try read(max, "max", axis))
            if case (.number(let low), .number(let high)) = ends, low > high {
                throw max.error("the maximum is less than the minimum")
            }
            return ends
        }
    }
}

extension AnnotationDescription.Kind {
    fileprivate var isLine: Bool { self == .horizontalLine || self == .verticalLine }
    fileprivate var isPinnedToX: Bool { self != .horizontalLine && self != .horizontalBand }
    fileprivate var isLineOrBand: Bool {
        switch self {
        case .horizontalLine, .verticalLine, .horizontalBand, .verticalBand: true
        case .text, .rectangle, .image: false
        }
    }
    fileprivate var isPinnedToY: Bool { self != .verticalLine && self != .verticalBand }
}

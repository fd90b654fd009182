public import VitrailScene

extension LegendSymbol {
    /// A whisker with a cap at each end, on whole pixels, in the middle of the box.
    public struct ErrorBar: Sendable, Equatable {
        public var color: Color
        /// Width of the whisker and thickness of the caps, points.
        public var width: Double
        /// Length of the caps, points; limited by the box. 0: no caps.
        public var capLength: Double
        /// Whether the whisker is horizontal.
        public var isLevel: Bool

        public init(color: Color, width: Double, capLength: Double, isLevel: Bool = false) {
            self.color = color
            self.width = width
            self.capLength = capLength
            self.isLevel = isLevel
        }
    }
}

extension OverlayContext {
    mutating func draw(_ bar: LegendSymbol.ErrorBar, in rect: Rect) {
        let box = pixels(rect)
        let room = bar.isLevel ? (along: box.height, across: box.width) : (along: box.width, across: box.height)
        let size = ErrorBarSize(
            line: Float(min(bar.width, rect.height / 4) * scale),
            cap: min(Float(bar.capLength * scale), room.along * Self.maxCap))
        let middle = bar.isLevel ? (box.minY + box.maxY) / 2 : (box.minX + box.maxX) / 2
        let start = bar.isLevel ? box.minX : box.minY
        let margin = room.across * Self.margin
        func end(_ position: Float) -> ErrorBarSpan.End {
            ErrorBarSpan.End(position: position, isOnAxis: true, hasCap: true)
        }
        let span = ErrorBarSpan(
            sample: 0, along: middle, high: end(start + margin), low: end(start + room.across - margin))
        let orientation: CartesianSeries.Orientation = bar.isLevel ? .vertical : .horizontal
        var items: [RectBatch.Item] = []
        ErrorBarShape(span, size).forEachRect {
            items.append(RectBatch.Item(rect: orientation.rect(along: $0, across: $1), fill: bar.color))
        }
        add(Mark(.rects(RectBatch(items: items))))
    }

    /// Longest cap, and the space beyond both ends, as fractions of the box.
    private static let maxCap: Float = 0.7
    private static let margin: Float = 0.08
}

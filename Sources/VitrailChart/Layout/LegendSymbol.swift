public import VitrailScene

/// Symbol before a title in the legend: a solid block, or a miniature of the drawn series.
///
/// Positions are fractions of the symbol's box, `symbolWidth` wide and one line of text high: 0, 0 is its top left, 1,
/// 1 its bottom right. Widths and radii are in points, as in the chart, but limited to the size of the box.
public struct LegendSymbol: Sendable, Equatable {
    public struct Position: Sendable, Hashable {
        public var x: Double
        public var y: Double

        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    public struct Block: Sendable, Equatable {
        public var from: Position
        public var to: Position
        public var fill: Color
        /// Colour at the end of the gradient axis, right or bottom.
        public var fillEnd: Color
        public var gradientAxis: RectBatch.GradientAxis
        public var tip: RectBatch.Tip
        /// Radius of the tip's corners; 1: half the tip's width.
        public var tipRatio: Double
        public var stroke: Color
        public var strokeWidth: Double

        public init(
            from: Position, to: Position, fill: Color, fillEnd: Color? = nil,
            gradientAxis: RectBatch.GradientAxis = .vertical,
            tip: RectBatch.Tip = .none, tipRatio: Double = 0, stroke: Color = .clear, strokeWidth: Double = 0
        ) {
            self.from = from
            self.to = to
            self.fill = fill
            self.fillEnd = fillEnd ?? fill
            self.gradientAxis = gradientAxis
            self.tip = tip
            self.tipRatio = tipRatio
            self.stroke = stroke
            self.strokeWidth = strokeWidth
        }
    }

    public enum Part: Sendable, Equatable {
        /// The whole box, except a margin above and below; its corners have the style's `symbolCornerRadius`.
        case solid(Color)
        case block(Block)
        case line([Position], width: Double, Color)
        /// A horizontal line; alternating lengths of dashes and gaps in points.
        case dashedLine([Position], width: Double, dashes: [Double], Color)
        case disc(Position, radius: Double, Color)
        /// A point of a series, of any shape; its radius is limited by the box.
        case symbol(Position, PointStyle)
        case price(Price)
        case errorBar(ErrorBar)
        /// As large as the box allows.
        case picture(PixelImage)
    }

    /// Back to front.
    public var parts: [Part]

    public init(_ parts: [Part]) {
        self.parts = parts
    }

    /// Miniatures that need only one colour and a fill.
    public enum Kind: Sendable { case line, band, block, disc }

    /// - Parameter fill: fill of an area or band (`nil`: none), or the colour of a block.
    public init(kind: Kind, color: Color, fill: Color? = nil) {
        switch kind {
        case .line: self = .line(color, width: 2, fill: fill)
        case .band: self = .band(high: color, low: color, width: 1, fill: fill)
        case .block: self = .solid(fill ?? color)
        case .disc: self = .disc(color)
        }
    }

    /// A block of one colour.
    public static func solid(_ color: Color) -> LegendSymbol { LegendSymbol([.solid(color)]) }

    /// A line from side to side, the fill below it, and a point in its middle.
    ///
    /// - Parameters:
    ///   - dashes: alternating lengths of dashes and gaps in points. Empty: solid.
    ///   - fill: colour below the line. `nil`: none.
    ///   - fillEnd: colour at the bottom of the fill. `nil`: one colour.
    ///   - point: `nil`, or a point that is not shown: none.
    public static func line(
        _ color: Color, width: Double, dashes: [Double] = [], fill: Color? = nil, fillEnd: Color? = nil,
        point: PointStyle? = nil
    ) -> LegendSymbol {
        // Higher if there is a fill below it.
        let y = fill == nil ? 0.5 : 0.3
        var parts: [Part] = []
        if let fill {
            parts.append(
                .block(Block(from: Position(x: 0, y: y), to: Position(x: 1, y: 0.9), fill: fill, fillEnd: fillEnd)))
        }
        parts.append(line(at: y, width: width, dashes, color))
        return LegendSymbol(parts + points(point, at: Position(x: 0.5, y: y)))
    }

    /// Two lines and the fill between them.
    public static func band(high: Color, low: Color, width: Double, dashes: [Double] = [], fill: Color?) -> LegendSymbol
    {
        let (top, bottom) = (0.18, 0.82)
        var parts: [Part] = []
        if let fill {
            parts.append(.block(Block(from: Position(x: 0, y: top), to: Position(x: 1, y: bottom), fill: fill)))
        }
        parts.append(line(at: bottom, width: width, dashes, low))
        parts.append(line(at: top, width: width, dashes, high))
        return LegendSymbol(parts)
    }

    /// A whisker with caps, and a point in its middle.
    ///
    /// - Parameters:
    ///   - width: width of the whisker, points; 0: only the point.
    ///   - capLength: points.
    ///   - isLevel: whether the whisker is horizontal.
    ///   - point: `nil`, or a point that is not shown: none.
    public static func errorBar(
        _ color: Color, width: Double, capLength: Double, isLevel: Bool = false, point: PointStyle? = nil
    ) -> LegendSymbol {
        let bar = ErrorBar(color: color, width: width, capLength: capLength, isLevel: isLevel)
        return LegendSymbol((width > 0 ? [.errorBar(bar)] : []) + points(point, at: Position(x: 0.5, y: 0.5)))
    }

    /// Line from side to side.
    private static func line(at y: Double, width: Double, _ dashes: [Double], _ color: Color) -> Part {
        let ends = [Position(x: 0, y: y), Position(x: 1, y: y)]
        return dashes.isEmpty
            ? .line(ends, width: width, color) : .dashedLine(ends, width: width, dashes: dashes, color)
    }

    /// One point of a series.
    public static func point(_ style: PointStyle) -> LegendSymbol {
        LegendSymbol(points(style, at: Position(x: 0.5, y: 0.5)))
    }

    /// A disc that fills the box's height.
    public static func disc(_ color: Color) -> LegendSymbol {
        LegendSymbol([.disc(Position(x: 0.5, y: 0.5), radius: .infinity, color)])
    }

    private static func points(_ style: PointStyle?, at position: Position) -> [Part] {
        guard let style = style?.row(0), style.showPoints == true else { return [] }
        if let texture = style.texture { return [.picture(texture)] }
        if !style.isOfDiscs { return [.symbol(position, style)] }
        let radius = style.radius ?? 0
        var parts: [Part] = [.disc(position, radius: radius, style.color ?? .clear)]
        if let inner = style.innerRadius, inner > 0 {
            parts.append(.disc(position, radius: inner, style.innerColor ?? .clear))
        }
        return parts
    }
}

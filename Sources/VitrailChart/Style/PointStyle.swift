public import VitrailScene

/// Style of point symbols: a shape with an outline and a smaller inner shape. Line and band series show no symbols
/// unless `showPoints` is true.
///
/// A list gives one value per row of the data, repeated cyclically; it replaces the property with a single value.
public struct PointStyle: StyleObject {
    public var showPoints: Bool?
    /// `nil`: a circle.
    public var symbol: PointSymbol?
    /// Symbol per row.
    public var symbols: [PointSymbol]?
    /// Fill colour.
    public var color: Color?
    /// Fill colour per row.
    public var colors: [Color]?
    /// Radius of the symbol's circumscribed circle, points.
    public var radius: Double?
    /// Radius per row.
    public var radii: [Double]?
    /// Radians, anticlockwise; `nil`: 0.
    public var rotation: Double?
    /// Rotation per row.
    public var rotations: [Double]?
    /// Colour of the outline, which is centred on the edge, or of the strokes of a symbol without an area; `nil`:
    /// `color`.
    public var outlineColor: Color?
    /// Outline colour per row.
    public var outlineColors: [Color]?
    /// Points; `nil`: no outline, or a third of `radius` for a symbol without an area.
    public var outlineWidth: Double?
    /// Outline width per row.
    public var outlineWidths: [Double]?
    /// Colour of the inner symbol, which is drawn over the outer one.
    public var innerColor: Color?
    /// Radius of the inner symbol, points; 0: no inner symbol. It may be larger than `radius`.
    public var innerRadius: Double?
    /// Fill colour of values below the baseline; `nil`: `color`.
    public var colorBelowBaseline: Color?
    /// Inner colour of values below the baseline; `nil`: `innerColor`.
    public var innerColorBelowBaseline: Color?
    /// An image drawn instead of the symbol: its longer side is 2 · `radius`, its aspect ratio is kept.
    public var texture: PixelImage?

    public init() {}

    public init(
        showPoints: Bool? = nil, symbol: PointSymbol? = nil, symbols: [PointSymbol]? = nil, color: Color? = nil,
        colors: [Color]? = nil,
        radius: Double? = nil, radii: [Double]? = nil, rotation: Double? = nil, rotations: [Double]? = nil,
        outlineColor: Color? = nil,
        outlineColors: [Color]? = nil, outlineWidth: Double? = nil, outlineWidths: [Double]? = nil,
        innerColor: Color? = nil,
        innerRadius: Double? = nil, colorBelowBaseline: Color? = nil, innerColorBelowBaseline: Color? = nil,
        texture: PixelImage? = nil
    ) {
        self.showPoints = showPoints
        self.color = color
        self.colors = colors
        self.radius = radius
        self.radii = radii
        (self.symbol, self.symbols, self.rotation, self.rotations) = (symbol, symbols, rotation, rotations)
        (self.outlineColor, self.outlineColors, self.outlineWidth, self.outlineWidths) = (
            outlineColor, outlineColors, outlineWidth, outlineWidths
        )
        self.innerColor = innerColor
        self.innerRadius = innerRadius
        self.colorBelowBaseline = colorBelowBaseline
        self.innerColorBelowBaseline = innerColorBelowBaseline
        self.texture = texture
    }

    /// Distance that the largest symbol extends from its point, points; 0 if points are hidden.
    var reach: Double { showPoints == true ? extent : 0 }

    /// Distance that the largest symbol extends from its point, points.
    var extent: Double {
        let largest = radii?.max() ?? radius ?? 0
        return max(largest, innerRadius ?? 0) + outlineReach
    }

    /// Half the width of the widest outline, points.
    var outlineReach: Double {
        let isLines = symbols?.contains { !$0.isFilled } ?? (symbol?.isFilled == false)
        return (outlineWidths?.max() ?? outlineWidth ?? (isLines ? (radii?.max() ?? radius ?? 0) / 3 : 0)) / 2
    }

    /// Whether all points are circles without outlines.
    var isOfDiscs: Bool {
        (symbol ?? .circle) == .circle && symbols == nil && (outlineWidth ?? 0) == 0 && outlineWidths == nil
    }

    /// Whether the style differs between rows.
    package var variesByRow: Bool {
        colors != nil || symbols != nil || radii != nil || rotations != nil || outlineColors != nil
            || outlineWidths != nil
    }

    /// The style of one row.
    func row(_ index: Int) -> PointStyle {
        guard variesByRow else { return self }
        var style = self
        style.color = colors?.inTurn(index) ?? color
        style.symbol = symbols?.inTurn(index) ?? symbol
        style.radius = radii?.inTurn(index) ?? radius
        style.rotation = rotations?.inTurn(index) ?? rotation
        style.outlineColor = outlineColors?.inTurn(index) ?? outlineColor
        style.outlineWidth = outlineWidths?.inTurn(index) ?? outlineWidth
        (style.colors, style.symbols, style.radii, style.rotations, style.outlineColors, style.outlineWidths) = (
            nil, nil, nil, nil, nil, nil
        )
        return style
    }

    /// Merges this style of selected points with `normal`: a value set here replaces the per-row list of `normal`.
    func over(_ normal: PointStyle) -> PointStyle {
        var style = filled(from: normal)
        if color != nil, colors == nil { style.colors = nil }
        if symbol != nil, symbols == nil { style.symbols = nil }
        if radius != nil, radii == nil { style.radii = nil }
        if rotation != nil, rotations == nil { style.rotations = nil }
        if outlineColor != nil, outlineColors == nil { style.outlineColors = nil }
        if outlineWidth != nil, outlineWidths == nil { style.outlineWidths = nil }
        return style
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("showPoints", \.showPoints), .init("symbol", \.symbol), .init(rows: "symbols", \.symbols),
        .init("color", \.color),
        .init(rows: "colors", \.colors), .init("radius", \.radius, in: 0...1_000),
        .init(rows: "radii", \.radii, in: 0...1_000),
        .init("rotation", \.rotation, in: -1_000...1_000), .init(rows: "rotations", \.rotations, in: -1_000...1_000),
        .init("outlineColor", \.outlineColor), .init(rows: "outlineColors", \.outlineColors),
        .init("outlineWidth", \.outlineWidth, in: 0...1_000),
        .init(rows: "outlineWidths", \.outlineWidths, in: 0...1_000),
        .init("innerColor", \.innerColor), .init("innerRadius", \.innerRadius, in: 0...1_000),
        .init("colorBelowBaseline", \.colorBelowBaseline),
        .init("innerColorBelowBaseline", \.innerColorBelowBaseline),
        .init(picture: "texture", \.texture),
    ]
}

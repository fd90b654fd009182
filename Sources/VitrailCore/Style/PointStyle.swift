public import VitrailScene

/// Point symbols: two concentric discs. Lines and bands leave them out unless `showPoints` says otherwise.
public struct PointStyle: StyleObject {
    public var showPoints: Bool?
    /// Outer disc.
    public var color: Color?
    /// Outer disc, points.
    public var radius: Double?
    /// Inner disc, painted over the outer one.
    public var innerColor: Color?
    /// Inner disc, points; 0 = none. One larger than `radius` is painted at its own size.
    public var innerRadius: Double?
    /// Outer disc where the value is under the baseline; nil = `color`.
    public var colorBelowBaseline: Color?
    /// Inner disc where the value is under the baseline; nil = `innerColor`.
    public var innerColorBelowBaseline: Color?
    /// In place of both discs: its longer side is 2 · `radius`, its aspect is kept.
    public var texture: PixelImage?

    public init() {}

    public init(
        showPoints: Bool? = nil, color: Color? = nil, radius: Double? = nil, innerColor: Color? = nil,
        innerRadius: Double? = nil, colorBelowBaseline: Color? = nil, innerColorBelowBaseline: Color? = nil,
        texture: PixelImage? = nil
    ) {
        self.showPoints = showPoints
        self.color = color
        self.radius = radius
        self.innerColor = innerColor
        self.innerRadius = innerRadius
        self.colorBelowBaseline = colorBelowBaseline
        self.innerColorBelowBaseline = innerColorBelowBaseline
        self.texture = texture
    }

    /// How far a symbol reaches, points.
    var reach: Double { showPoints == true ? max(radius ?? 0, innerRadius ?? 0) : 0 }

    public static let properties: [StyleProperty<Self>] = [
        .init("showPoints", \.showPoints), .init("color", \.color), .init("radius", \.radius, in: 0...1_000),
        .init("innerColor", \.innerColor), .init("innerRadius", \.innerRadius, in: 0...1_000),
        .init("colorBelowBaseline", \.colorBelowBaseline),
        .init("innerColorBelowBaseline", \.innerColorBelowBaseline),
        .init(picture: "texture", \.texture),
    ]
}

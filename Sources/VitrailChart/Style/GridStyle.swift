public import VitrailScene

/// Shape of the lines around the pole of a radial chart.
public enum LineRenderMode: String, Sendable, CaseIterable {
    /// Circles.
    case curved
    /// Straight segments between the major ticks of the x-axis, like a spider web.
    case linear
}

/// Style of the gridlines at major ticks.
public struct MajorGridLineStyle: StyleObject {
    public var showMajorGridLines: Bool?
    public var dashedMajorGridLines: Bool?
    /// Alternating dash and gap lengths, points, repeated; 1 to 16 values, not all 0.
    public var dashStyle: [Double]?
    public var lineColor: Color?
    /// Points.
    public var lineWidth: Double?
    /// On radial charts: shape of the outer line (x-axis) or of the rings (y-axis); `nil`: `curved`.
    public var lineRenderMode: LineRenderMode?

    public init() {}

    public init(
        showMajorGridLines: Bool? = nil, dashedMajorGridLines: Bool? = nil, dashStyle: [Double]? = nil,
        lineColor: Color? = nil, lineWidth: Double? = nil, lineRenderMode: LineRenderMode? = nil
    ) {
        self.showMajorGridLines = showMajorGridLines
        self.dashedMajorGridLines = dashedMajorGridLines
        self.dashStyle = dashStyle
        self.lineColor = lineColor
        self.lineWidth = lineWidth
        self.lineRenderMode = lineRenderMode
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("showMajorGridLines", \.showMajorGridLines),
        .init("dashedMajorGridLines", \.dashedMajorGridLines),
        // A description that sets a dash pattern also turns dashes on, unless it says otherwise.
        .init("dashStyle", \.dashStyle, .dashes(solid: false)) { style in
            style.dashedMajorGridLines = style.dashedMajorGridLines ?? true
        },
        .init("lineColor", \.lineColor), .init("lineWidth", \.lineWidth, in: 0...1_000),
        .init("lineRenderMode", \.lineRenderMode),
    ]
}

/// Style of the stripes between consecutive major ticks.
public struct GridStripeStyle: StyleObject {
    public var showGridStripes: Bool?
    public var stripeColor: Color?
    public var alternateStripeColor: Color?

    public init() {}

    public init(
        showGridStripes: Bool? = nil, stripeColor: Color? = nil, alternateStripeColor: Color? = nil
    ) {
        self.showGridStripes = showGridStripes
        self.stripeColor = stripeColor
        self.alternateStripeColor = alternateStripeColor
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("showGridStripes", \.showGridStripes), .init("stripeColor", \.stripeColor),
        .init("alternateStripeColor", \.alternateStripeColor),
    ]
}

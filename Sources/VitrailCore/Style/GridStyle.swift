public import VitrailScene

/// How lines round the pole of a radial chart run.
public enum LineRenderMode: String, Sendable, CaseIterable {
    /// As circles.
    case curved
    /// Straight from one major tick of the x-axis to the next: a spider web.
    case linear
}

/// Lines across the plot area at major ticks.
public struct MajorGridLineStyle: StyleObject {
    public var showMajorGridLines: Bool?
    public var dashedMajorGridLines: Bool?
    /// Lengths of dash and gap in turn, points, repeated; 1 to 16 of them, not all 0.
    public var dashStyle: [Double]?
    public var lineColor: Color?
    /// Points.
    public var lineWidth: Double?
    /// On radial charts: of the x-axis the outer line, of the y-axis the rings. nil = arcs.
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
        // A description that sets dashes wants to show them.
        .init("dashStyle", \.dashStyle, read: readDashes) { style in style.dashedMajorGridLines = style.dashedMajorGridLines ?? true },
        .init("lineColor", \.lineColor), .init("lineWidth", \.lineWidth, in: 0...1_000),
        .init("lineRenderMode", \.lineRenderMode),
    ]

    private static func readDashes(_ node: DescriptionNode) throws(DescriptionError) -> [Double] {
        let nodes = try node.elements(limit: 16)
        var lengths: [Double] = []
        for node in nodes { lengths.append(try node.number(in: 0...1_000)) }
        guard lengths.contains(where: { $0 > 0 }) else { throw node.error("no length is greater than 0") }
        return lengths
    }
}

/// Bands between consecutive major ticks.
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

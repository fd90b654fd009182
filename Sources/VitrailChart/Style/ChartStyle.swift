public import VitrailScene

/// Style of the chart's backgrounds and borders.
public struct ChartStyle: StyleObject {
    public var backgroundColor: Color?
    /// Colour at the bottom; `nil`: no gradient.
    public var backgroundColorGradient: Color?
    public var borderColor: Color?
    /// Points.
    public var borderWidth: Double?
    public var canvasBackgroundColor: Color?
    public var plotAreaBackgroundColor: Color?
    public var plotAreaBorderColor: Color?
    /// Points.
    public var plotAreaBorderWidth: Double?

    public init() {}

    public init(
        backgroundColor: Color? = nil, backgroundColorGradient: Color? = nil, borderColor: Color? = nil,
        borderWidth: Double? = nil, canvasBackgroundColor: Color? = nil, plotAreaBackgroundColor: Color? = nil,
        plotAreaBorderColor: Color? = nil, plotAreaBorderWidth: Double? = nil
    ) {
        self.backgroundColor = backgroundColor
        self.backgroundColorGradient = backgroundColorGradient
        self.borderColor = borderColor
        self.borderWidth = borderWidth
        self.canvasBackgroundColor = canvasBackgroundColor
        self.plotAreaBackgroundColor = plotAreaBackgroundColor
        self.plotAreaBorderColor = plotAreaBorderColor
        self.plotAreaBorderWidth = plotAreaBorderWidth
    }

    /// The opaque background colours behind the data: of the plot area, else the canvas, else the chart.
    var grounds: [Color] {
        for color in [plotAreaBackgroundColor, canvasBackgroundColor] {
            if let color, color.alpha == 255 { return [color] }
        }
        return [backgroundColor ?? .white] + (backgroundColorGradient.map { [$0] } ?? [])
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("backgroundColor", \.backgroundColor),
        .init("backgroundColorGradient", \.backgroundColorGradient), .init("borderColor", \.borderColor),
        .init("borderWidth", \.borderWidth, in: 0...1_000),
        .init("canvasBackgroundColor", \.canvasBackgroundColor),
        .init("plotAreaBackgroundColor", \.plotAreaBackgroundColor),
        .init("plotAreaBorderColor", \.plotAreaBorderColor),
        .init("plotAreaBorderWidth", \.plotAreaBorderWidth, in: 0...1_000),
    ]
}

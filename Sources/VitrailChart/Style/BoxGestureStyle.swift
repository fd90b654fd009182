public import VitrailScene

/// Style of the rectangle drawn by a box gesture and of the tracking lines from it to the axes.
public struct BoxGestureStyle: StyleObject {
    public var boxLineColor: Color?
    /// Points.
    public var boxLineWidth: Double?
    public var trackingLineColor: Color?
    /// Points.
    public var trackingLineWidth: Double?

    public init() {}

    public init(
        boxLineColor: Color? = nil, boxLineWidth: Double? = nil, trackingLineColor: Color? = nil,
        trackingLineWidth: Double? = nil
    ) {
        self.boxLineColor = boxLineColor
        self.boxLineWidth = boxLineWidth
        self.trackingLineColor = trackingLineColor
        self.trackingLineWidth = trackingLineWidth
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("boxLineColor", \.boxLineColor), .init("boxLineWidth", \.boxLineWidth, in: 0...1_000),
        .init("trackingLineColor", \.trackingLineColor), .init("trackingLineWidth", \.trackingLineWidth, in: 0...1_000),
    ]
}

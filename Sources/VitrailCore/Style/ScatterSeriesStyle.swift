/// Independent points.
public struct ScatterSeriesStyle: StyleObject {
    public var pointStyle: PointStyle?

    public init() {}

    public init(
        pointStyle: PointStyle? = nil
    ) {
        self.pointStyle = pointStyle
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("pointStyle", \.pointStyle)
    ]
}

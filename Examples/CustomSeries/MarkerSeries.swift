import Vitrail

/// A marker at each sample, and nothing else.
///
/// The pass holds the samples in device pixels; the providers report the marker that a finger hits and the nearest
/// marker.
final class MarkerSeries: RenderableSeries<XyPassData> {
    var pointStyle: PointStyle

    init(title: String = "", columns: SeriesColumns = SeriesColumns(), pointStyle: PointStyle) {
        self.pointStyle = pointStyle
        super.init(
            title: title, columns: columns, hitProvider: .markers(radius: pointStyle.radius ?? 5),
            nearestPointProvider: .points)
    }

    override func kindName(theme: Theme) -> String { "marker" }

    override func draw(_ pass: XyPassData, in context: DrawContext) {
        context.markers(x: pass.xCoordinates, y: pass.yCoordinates, style: pointStyle)
    }

    override func legendSymbol(theme: Theme) -> LegendSymbol {
        LegendSymbol(kind: .disc, color: pointStyle.color ?? .black)
    }
}

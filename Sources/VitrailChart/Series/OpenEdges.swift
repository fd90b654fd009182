import VitrailColumns
import VitrailScene

/// The edges of the plot area that strokes and symbols of a series may cross. At an edge with no sample beyond it,
/// marks are not clipped.
struct OpenEdges {
    /// Whether all samples lie in the range of the x-axis, and of the y-axis.
    var x = false
    var y = false
    /// The chart's frame, as the limit.
    var room = PixelRect(x: 0, y: 0, width: 0, height: 0)

    /// The plot area, enlarged across the open edges.
    ///
    /// - Parameter reach: how far marks reach beyond their samples, in pixels.
    func clip(reach: Float, of plot: PixelRect) -> PixelRect {
        guard x || y, reach > 0, reach.isFinite else { return plot }
        // One more pixel for antialiasing.
        let maximum = Int(min(reach, Self.farthest).rounded(.up)) + 1
        let (across, down) = (x ? maximum : 0, y ? maximum : 0)
        return PixelRect(
            x: plot.x - across, y: plot.y - down, width: plot.width + 2 * across, height: plot.height + 2 * down
        ).intersection(room)
    }

    /// Pixels; larger than any picture.
    private static let farthest: Float = 65_536
}

extension LoadedSeries {
    /// Whether all samples lie within the ranges of their axes.
    func fits(along: NumberRange, across: NumberRange) -> (along: Bool, across: Bool) {
        func fits(_ extent: ColumnExtent, _ range: NumberRange) -> Bool {
            extent.range.map { range.contains($0.minimum) && range.contains($0.maximum) } ?? true
        }
        return (
            fits(alongExtent, along),
            zip(values, acrossExtent).allSatisfy { value, extent in !value.isOnAxis || fits(extent, across) }
        )
    }
}

extension Shape {
    /// How far a shape reaches beyond its points, in pixels; 0 for shapes with edges of their own.
    var reach: Float {
        switch self {
        case .polyline(let line): line.width / 2
        case .unorderedPolyline(let line): line.width / 2
        case .line(let line): line.width / 2
        case .points(let points): points.maxRadius
        case .rects(let rects): rects.strokeWidth / 2
        case .discs(let discs): discs.items.lazy.map(\.radius).filter(\.isFinite).max() ?? 0
        default: 0
        }
    }
}

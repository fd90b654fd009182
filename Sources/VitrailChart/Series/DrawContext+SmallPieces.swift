package import VitrailRaster
package import VitrailScene

extension DrawContext {
    /// Draws discs for small pieces of a line.
    ///
    /// - Parameters:
    ///   - width: width of the line in pixels.
    ///   - loneRadius: radius of the disc for a lone sample, in points.
    package func dots(_ pieces: SmallPieces, width: Float, loneRadius: Double, color: Color, colorBelowBaseline: Color)
    {
        func style(_ radius: Double) -> PointStyle {
            PointStyle(color: color, radius: radius, innerRadius: 0, colorBelowBaseline: colorBelowBaseline)
        }
        markers(pieces.lonePoints, style: style(loneRadius), label: "lone points")
        let radius = SmallPieceShape(width: width, loneRadius: 0, allLoneAreDiscs: false).discRadius
        markers(pieces.discs, style: style(Double(radius) / series.scale), label: "short pieces")
    }
}

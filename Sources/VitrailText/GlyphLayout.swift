import VitrailScene

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Converts pen positions in ems to a pixel and a quarter of a pixel.
///
/// The baseline of horizontal text is on a whole pixel row, so that all lines of an image look alike; accents keep
/// their quarter above it.
struct GlyphLayout {
    private let em: Double
    private let originX: Double
    private let originY: Double
    private let c: Double
    private let s: Double

    /// Limit in pixels, far beyond any image and safe in an `Int32`.
    private static let farthest = 1e7

    /// `nil`: the origin is not finite.
    init?(style: GlyphStyle, origin: PlotPoint) {
        guard origin.isFinite else { return nil }
        em = style.pixels
        originX = Double(origin.x)
        originY = style.rotation == 0 ? Double(origin.y).rounded() : Double(origin.y)
        c = style.rotation == 0 ? 1 : cos(Double(style.rotation))
        s = style.rotation == 0 ? 0 : sin(Double(style.rotation))
    }

    /// - Parameters:
    ///   - x: ems to the right of the origin along the baseline.
    ///   - y: ems above the baseline.
    /// - Returns: `nil`: far outside any image.
    func position(x: Double, y: Double) -> (x: Int32, y: Int32, phase: SubpixelPhase)? {
        let deviceX = originX + (x * c - y * s) * em
        let deviceY = originY - (x * s + y * c) * em
        guard abs(deviceX) < Self.farthest, abs(deviceY) < Self.farthest else { return nil }
        let quarterX = Int((deviceX * 4).rounded())
        let quarterY = Int((deviceY * 4).rounded())
        return (
            Int32(quarterX >> 2), Int32(quarterY >> 2), SubpixelPhase(x: quarterX & 3, y: quarterY & 3)
        )
    }
}

import VitrailScene

extension SceneRenderer {
    /// Draws the items in order, each over the previous ones.
    mutating func draw(_ batch: DiscBatch, clip: PixelRect) {
        for item in batch.items { draw(item.center, item.radius, .flat(item.color.exact), clip: clip) }
    }

    /// Draws the markers one after another, in order; the reference for back ends that aggregate them.
    mutating func draw(_ markers: Markers, clip: PixelRect) {
        let shade = Shade.flat(markers.color.exact)
        markers.forEach { draw($0.center, $0.radius, shade, clip: clip) }
    }

    private mutating func draw(_ center: PlotPoint, _ radius: Float, _ shade: Shade, clip: PixelRect) {
        let (center, radius) = (ExactPoint(center), Double(radius))
        guard radius > 0, radius.isFinite, let bounds = ExactRect(center: center, radius: radius).pixels(clip: clip)
        else { return }
        var polygon = PolygonCoverage(bounds: bounds)
        polygon.add(Arc.circle(center: center, radius: radius))
        paint(polygon.coverage, shade)
    }
}

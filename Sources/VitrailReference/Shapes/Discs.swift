import VitrailScene

extension SceneRenderer {
    /// Item by item, each over the ones before it.
    mutating func draw(_ batch: DiscBatch, clip: PixelRect) {
        for item in batch.items {
            let radius = Double(item.radius)
            let center = ExactPoint(item.center)
            guard radius > 0, radius.isFinite,
                let bounds = ExactRect(center: center, radius: radius).pixels(clip: clip)
            else { continue }
            var polygon = PolygonCoverage(bounds: bounds)
            polygon.add(Arc.circle(center: center, radius: radius))
            paint(polygon.coverage, .flat(item.color.exact))
        }
    }
}

import VitrailScene

extension SceneWriter {
    /// Circles, in groups of one colour.
    mutating func write(_ batch: DiscBatch, clip: PixelRect) {
        var color: Color?
        for item in batch.items where isVisible(item, clip) {
            if item.color != color {
                if color != nil { body.write("</g>\n") }
                color = item.color
                body.write("<g")
                body.fill(item.color)
                body.write(">\n")
            }
            body.write("<circle")
            body.attribute("cx", Double(item.center.x))
            body.attribute("cy", Double(item.center.y))
            body.attribute("r", Double(item.radius))
            body.write("/>\n")
        }
        if color != nil { body.write("</g>\n") }
    }

    private func isVisible(_ item: DiscBatch.Item, _ clip: PixelRect) -> Bool {
        guard item.radius > 0, item.radius.isFinite, item.center.isFinite, item.color.alpha > 0 else { return false }
        let box = VisibleBox(clip: clip, reach: Double(item.radius))
        return box.contains(Place(item.center))
    }
}

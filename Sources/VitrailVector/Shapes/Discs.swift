import VitrailScene

extension SceneWriter {
    /// Writes circles; consecutive ones of equal colour form a group.
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
            writeCircle(item)
        }
        if color != nil { body.write("</g>\n") }
    }

    /// Writes one group of circles of one colour.
    mutating func write(_ markers: Markers, clip: PixelRect) {
        let start = body.bytes.count
        body.write("<g")
        body.fill(markers.color)
        body.write(">\n")
        let opened = body.bytes.count
        markers.forEach {
            let item = DiscBatch.Item(center: $0.center, radius: $0.radius, color: markers.color)
            if isVisible(item, clip) { writeCircle(item) }
        }
        if body.bytes.count == opened {
            body.truncate(to: start)
        } else {
            body.write("</g>\n")
        }
    }

    private mutating func writeCircle(_ item: DiscBatch.Item) {
        body.write("<circle")
        body.attribute("cx", Double(item.center.x))
        body.attribute("cy", Double(item.center.y))
        body.attribute("r", Double(item.radius))
        body.write("/>\n")
    }

    private func isVisible(_ item: DiscBatch.Item, _ clip: PixelRect) -> Bool {
        guard item.radius > 0, item.radius.isFinite, item.center.isFinite, item.color.alpha > 0 else { return false }
        let box = VisibleBox(clip: clip, reach: Double(item.radius))
        return box.contains(Position(item.center))
    }
}

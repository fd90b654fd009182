import VitrailScene

/// Markers → what is drawn of them: a vertex of `disc` each where they are few, else one coverage for all.
///
///     few: no tile of the picture holds more than two layers of them → disc ─────────────────────╮
///     else: lanes of markers → what each pixel lets through → coverage, 8 bits → glyph, quads ───┴→ canvas (over)
///
/// Markers of one colour commute, so what counts is the product of (1 − alpha · coverage) over them, which is kept in Float; an 8-bit canvas loses half
/// a step with every layer and stalls. One quad then paints what would take the canvas as many blends as there are markers.
///
/// The choice: a disc costs a software rasteriser about as much as a thousand pixels of coverage, so more of them than that are counted,
/// on every device: only counting is exact where many overlap. Memory is bounded by pixels: 4 bytes a lane and pixel, 1 for coverage.
enum MarkerTessellator {
    /// Up to so many markers are looked at one by one.
    static func mostSparse(in size: PixelSize) -> Int { size.width * size.height / 1024 }

    /// Every second tile of a row may be empty.
    static func quadBound(_ size: PixelSize) -> Int { (size.height / tile + 1) * (size.width / tile / 2 + 1) }

    /// How many layers of markers a canvas of 8 bits may take in a tile.
    private static let layers: Float = 2
    private static let tile = CoverageMap.tile

    /// The markers that touch the clip.
    static func visible(_ markers: Markers, clip: PixelRect) -> [Markers.Item] {
        let (minX, minY, maxX, maxY) = (Float(clip.x), Float(clip.y), Float(clip.maxX), Float(clip.maxY))
        var items: [Markers.Item] = []
        markers.forEach { item in
            let (center, radius) = (item.center, item.radius)
            // A comparison with NaN is false.
            guard radius > 0, radius.isFinite, center.x + radius > minX, center.x - radius < maxX, center.y + radius > minY,
                center.y - radius < maxY
            else { return }
            items.append(item)
        }
        return items
    }

    /// Whether markers lie on one another so that their layers must be counted.
    static func overlap(_ items: [Markers.Item], clip: PixelRect) -> Bool {
        let (columns, rows) = (clip.width / tile + 1, clip.height / tile + 1)
        let whole = Float(tile * tile)
        var covered = [Float](repeating: 0, count: columns * rows)
        for item in items {
            let column = min(max(Int(item.center.x) - clip.x, 0) / tile, columns - 1)
            let row = min(max(Int(item.center.y) - clip.y, 0) / tile, rows - 1)
            covered[row * columns + column] += min(.pi * item.radius * item.radius, whole)
        }
        return covered.contains { $0 > layers * whole }
    }

    /// Pixels that the markers touch.
    static func box(of items: [Markers.Item], clip: PixelRect) -> PixelRect {
        var box = PlotRect(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
        for item in items {
            box.minX = min(box.minX, item.center.x - item.radius)
            box.minY = min(box.minY, item.center.y - item.radius)
            box.maxX = max(box.maxX, item.center.x + item.radius)
            box.maxY = max(box.maxY, item.center.y + item.radius)
        }
        return PixelRect(touching: box, in: clip)
    }
}

extension DrawListBuilder {
    mutating func append(_ markers: Markers, clip: PixelRect, label: String) {
        // Clear? None?
        guard markers.color.alpha > 0, markers.count > 0 else { return }
        if isRaw { return append(MarkerTessellator.visible(markers, clip: clip), color: markers.color, clip: clip, label: label) }
        guard markers.count <= MarkerTessellator.mostSparse(in: PixelSize(width: clip.width, height: clip.height)) else {
            return count(markers, in: clip, clip: clip, label: label)
        }
        let items = MarkerTessellator.visible(markers, clip: clip)
        guard MarkerTessellator.overlap(items, clip: clip) else {
            return append(items, color: markers.color, clip: clip, label: label)
        }
        let box = MarkerTessellator.box(of: items, clip: clip)
        count(Markers(items, color: markers.color), in: box, clip: clip, label: label)
    }

    /// One by one.
    private mutating func append(_ items: [Markers.Item], color: Color, clip: PixelRect, label: String) {
        let discs = items.map { DiscBatch.Item(center: $0.center, radius: $0.radius, color: color) }
        append(DiscBatch(items: discs), clip: clip, label: label)
    }

    /// All at once, but for those that are too large to be counted.
    private mutating func count(_ markers: Markers, in box: PixelRect, clip: PixelRect, label: String) {
        source?.tier = .counted
        let counted = MarkerCoverage(markers, in: box)
        append(counted.large, color: markers.color, clip: clip, label: label)
        var color = markers.color
        color.alpha = 255
        draw(counted.map, color: color, clip: clip, label: label)
    }
}

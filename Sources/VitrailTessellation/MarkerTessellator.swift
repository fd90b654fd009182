import VitrailScene

#if canImport(Glibc)
    import Glibc
#endif

/// Converts markers to vertices of `disc` if they are few, or else to one coverage map for all of them.
///
///     few: at most two layers of markers in any tile → disc ────────────────────────────╮
///     otherwise: lanes of markers → transmittance → coverage, 8 bits → glyph, quads ────┴→ canvas (over)
///
/// Markers of one colour commute, so only the product of (1 − alpha · coverage) matters. It is computed in Float,
/// because an 8-bit canvas loses half a step per layer and stalls. One quad replaces as many blends on the canvas as
/// there are markers.
///
/// The choice: on a software rasteriser, a disc costs as much as about a thousand pixels of coverage. Above one disc
/// per 1,024 pixels, markers are rasterised on the CPU, on every device, because only this is exact where many overlap.
/// Memory depends on the number of pixels: 4 bytes per lane and pixel, 1 for coverage.
enum MarkerTessellator {
    /// Max number of markers that are checked one by one.
    static func maxSparse(in size: PixelSize) -> Int {
        size.width * size.height / StrategyThreshold.pixelsPerMarker.count
    }

    /// Max number of quads: every second tile of a row may be empty.
    static func quadBound(_ size: PixelSize) -> Int { (size.height / tile + 1) * (size.width / tile / 2 + 1) }

    private static let tile = InkedTiles.side

    /// The markers that touch the clip.
    static func visible(_ markers: Markers, clip: PixelRect) -> [Markers.Item] {
        let (minX, minY, maxX, maxY) = (Float(clip.x), Float(clip.y), Float(clip.maxX), Float(clip.maxY))
        var items: [Markers.Item] = []
        markers.forEach { item in
            let (center, radius) = (item.center, item.radius)
            // Comparisons with NaN are false.
            guard radius > 0, radius.isFinite, center.x + radius > minX, center.x - radius < maxX,
                center.y + radius > minY,
                center.y - radius < maxY
            else { return }
            items.append(item)
        }
        return items
    }

    /// The maximum number of layers of markers in a tile.
    static func layers(_ items: [Markers.Item], clip: PixelRect) -> Float {
        var sums = LayerSums(clip: clip)
        for item in items { sums.add(item.center, item.radius) }
        return sums.maximum
    }

    /// The markers as discs, if they are large and so many that most of them lie below opaque layers; otherwise nil.
    static func deepDiscs(_ markers: Markers, in box: PixelRect) -> [DiscBatch.Item]? {
        let work = Double(MarkerCoverage.work(markers))
        let layers = work * MarkerCoverage.smallPixels / Double(max(box.width * box.height, 1))
        // This many layers let a thousandth of the light through.
        let opaque = log(0.001) / log(max(1 - Double(markers.color.alpha) / 255, 0.001))
        guard work > Double(markers.count) * minDeepWork, layers > 2 * opaque + minDeepLayers else { return nil }
        var discs: [DiscBatch.Item] = []
        discs.reserveCapacity(markers.count)
        var isTooLarge = false
        markers.forEach { item in
            isTooLarge = isTooLarge || item.radius > DiscLayers.largestRadius
            discs.append(DiscBatch.Item(center: item.center, radius: item.radius, color: markers.color))
        }
        return isTooLarge ? nil : discs
    }

    /// Min cost per marker, in small markers, and min number of layers. Below these, rasterising costs less than
    /// building a list of discs.
    private static let (minDeepWork, minDeepLayers) = (8.0, 16.0)

    /// The pixels that the markers touch.
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

/// The approximate number of layers of discs in each tile of a picture. A disc counts in the tile of its centre.
struct LayerSums {
    private let clip: PixelRect
    private let columns, rows: Int
    private var covered: [Float]
    /// Max over all tiles.
    private(set) var maximum: Float = 0

    private static let tile = InkedTiles.side
    private static let whole = Float(tile * tile)

    init(clip: PixelRect) {
        self.clip = clip
        (columns, rows) = (clip.width / Self.tile + 1, clip.height / Self.tile + 1)
        covered = Array(repeating: 0, count: columns * rows)
    }

    /// Adds a disc that touches the clip. The centre of a large disc may lie anywhere.
    mutating func add(_ center: PlotPoint, _ radius: Float) {
        let column = min(Int(center.x - Float(clip.x), within: 0...clip.width) / Self.tile, columns - 1)
        let row = min(Int(center.y - Float(clip.y), within: 0...clip.height) / Self.tile, rows - 1)
        covered[row * columns + column] += min(.pi * radius * radius, Self.whole) / Self.whole
        maximum = max(maximum, covered[row * columns + column])
    }
}

extension DrawListBuilder {
    mutating func append(_ markers: Markers, clip: PixelRect, label: String) {
        // Transparent or empty.
        guard markers.color.alpha > 0, markers.count > 0 else { return }
        var facts = MarkFacts()
        (facts.samples, facts.area) = (markers.count, clip.width * clip.height)
        if choose(.markers, facts) == .coverage { return count(markers, in: clip, clip: clip, label: label) }
        let items = MarkerTessellator.visible(markers, clip: clip)
        if !isRaw { facts.layers = MarkerTessellator.layers(items, clip: clip) }
        guard choose(.markers, facts) == .coverage else {
            return append(items, color: markers.color, clip: clip, label: label)
        }
        let box = MarkerTessellator.box(of: items, clip: clip)
        count(Markers(items, color: markers.color), in: box, clip: clip, label: label)
    }

    /// Draws markers one by one.
    private mutating func append(_ items: [Markers.Item], color: Color, clip: PixelRect, label: String) {
        guard !items.isEmpty else { return }
        drawLayers()
        let discs = items.map { DiscBatch.Item(center: $0.center, radius: $0.radius, color: color) }
        append(DiscBatch(items: discs), clip: clip, label: label)
    }

    /// Rasterises all markers on the CPU, except markers that are too large.
    private mutating func count(_ markers: Markers, in box: PixelRect, clip: PixelRect, label: String) {
        source?.tier = .counted
        if let discs = MarkerTessellator.deepDiscs(markers, in: box) {
            drawLayers()
            return draw(DiscLayers(discs, in: box), clip: clip, label: label)
        }
        let counted = MarkerCoverage(markers, in: box)
        append(counted.large, color: markers.color, clip: clip, label: label)
        var color = markers.color
        color.alpha = 255
        draw(counted.map, color: color, clip: clip, label: label)
    }
}

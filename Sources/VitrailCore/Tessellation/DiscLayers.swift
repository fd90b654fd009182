import CDiscs
import Synchronization
import VitrailScene

/// Discs of any colours that lie over one another → the picture that painting each in turn comes to, in numbers that do not stall.
///
///     ◉◉    ─→  band by band of pixels, from the last disc to the first: each shows where those above it let it shine through.
///      ◉◉       What lies below a tile that is full costs a look, so time grows with the layers that can be seen, not with discs.
///
/// Bands are of a fixed height, and each is painted by one thread: the outcome does not depend on how many those are.
///
/// The file hands raw memory to C: what is seen of a band, and the texels that come of it.
struct DiscLayers {
    private(set) var tiles: InkedTiles
    /// Premultiplied, row by row.
    private(set) var pixels: [UInt8]

    /// Radius in pixels.
    static let largestRadius = Float(VITRAIL_LARGEST_DISC)
    /// How many layers of faint discs a canvas of 8 bits may take in a tile. Each is rounded; those of a greater alpha cover what those below them lost.
    private static let mostFaint: Float = 2
    private static let faintBelow: UInt8 = 64
    /// So many are drawn one by one, unless faint ones lie in layers.
    static let fewest = 1024

    /// Pixels of the discs that can be seen, if they are better painted here than one by one; else nil.
    static func box(of items: Span<DiscBatch.Item>, clip: PixelRect) -> PixelRect? {
        let (minX, minY, maxX, maxY) = (Float(clip.x), Float(clip.y), Float(clip.maxX), Float(clip.maxY))
        let mostSparse = max(MarkerTessellator.mostSparse(in: PixelSize(width: clip.width, height: clip.height)), fewest)
        var layers = LayerSums(clip: clip)
        var box = PlotRect(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
        var count = 0
        for i in items.indices {
            let (center, radius) = (items[i].center, items[i].radius)
            // A comparison with NaN is false.
            guard radius > 0, radius.isFinite, items[i].color.alpha > 0, center.x + radius > minX, center.x - radius < maxX, center.y + radius > minY,
                center.y - radius < maxY
            else { continue }
            guard radius <= largestRadius else { return nil }
            count += 1
            box.minX = min(box.minX, center.x - radius)
            box.minY = min(box.minY, center.y - radius)
            box.maxX = max(box.maxX, center.x + radius)
            box.maxY = max(box.maxY, center.y + radius)
            if count <= mostSparse, items[i].color.alpha < faintBelow { layers.add(center, radius) }
        }
        guard count > mostSparse || layers.most > mostFaint else { return nil }
        return PixelRect(touching: box, in: clip)
    }

    /// - Parameter pixels: as many as the tiles' box has, premultiplied.
    init(tiles: InkedTiles, pixels: [UInt8]) { (self.tiles, self.pixels) = (tiles, pixels) }

    /// - Complexity: O(discs · bands + layers that can be seen · pixels of the box).
    init(_ items: [DiscBatch.Item], in box: PixelRect, threads: Int = Parallel.threads) {
        tiles = InkedTiles(box: box)
        pixels = []
        guard !box.isEmpty, !items.isEmpty else { return }
        pixels = Array(repeating: 0, count: box.width * box.height * 4)
        let (perRow, bands) = (tiles.perRow, tiles.perColumn)
        let next = Atomic(0)
        unsafe tiles.inked.withUnsafeMutableBufferPointer { inked in
            unsafe pixels.withUnsafeMutableBytes { pixels in
                unsafe items.withUnsafeBytes { items in
                    // Each band belongs to one thread.
                    nonisolated(unsafe) let (inked, pixels, items) = unsafe (inked, pixels, items)
                    Parallel.forEach(min(threads, bands)) { _ in
                        let band = Band(width: box.width)
                        while case let k = next.wrappingAdd(1, ordering: .relaxed).oldValue, k < bands {
                            let rows = k * InkedTiles.side..<min((k + 1) * InkedTiles.side, box.height)
                            unsafe band.paint(
                                items, in: PixelRect(x: box.x, y: box.y + rows.lowerBound, width: box.width, height: rows.count),
                                inked: inked.baseAddress! + k * perRow,
                                texels: pixels.baseAddress! + rows.lowerBound * box.width * 4)
                        }
                    }
                }
            }
        }
    }
}

/// What is seen of a band of pixels.
@safe private final class Band {
    private let stride: Int
    /// Floats from plane to plane: red, green, blue, and how much shines through.
    private let plane: Int
    private let planes: UnsafeMutablePointer<Float>

    init(width: Int) {
        stride = width + Int(VITRAIL_DISC_MARGIN)
        plane = stride * InkedTiles.side
        unsafe planes = .allocate(capacity: 4 * plane)
        unsafe planes.initialize(repeating: 0, count: 3 * plane)
        unsafe (planes + 3 * plane).initialize(repeating: 1, count: plane)
    }

    deinit { unsafe planes.deallocate() }

    /// - Parameters:
    ///   - items: memory of `DiscBatch.Item`.
    ///   - box: as wide as the band, and at most as high.
    func paint(_ items: UnsafeRawBufferPointer, in box: PixelRect, inked: UnsafeMutablePointer<UInt8>, texels: UnsafeMutableRawPointer) {
        // An item is three floats, x, y and radius, and four bytes of a colour.
        let discs = unsafe items.assumingMemoryBound(to: vitrail_disc.self)
        var layers = unsafe vitrail_disc_layers(
            map: vitrail_disc_map(
                origin: planes + 3 * plane, stride: stride, width: Int32(box.width), height: Int32(box.height), left: Float(box.x), top: Float(box.y)),
            plane: plane, inked: inked)
        unsafe vitrail_layer_discs(&layers, discs.baseAddress, discs.count)
        for row in 0..<box.height {
            unsafe vitrail_take_layers(
                planes + row * stride, plane, 0, box.width,
                (texels + row * box.width * 4).assumingMemoryBound(to: UInt32.self), 1)
        }
    }
}

import CRaster
import Synchronization
import VitrailScene
import VitrailSystem

/// Discs of any colours, composited in Float instead of one after the other in 8 bits, where faint layers stall.
///
///     ◉◉    ─→  Band by band of pixels, from the last disc to the first: each disc shows through the
///      ◉◉       transmittance of the discs above it. Discs below an opaque tile cost only a test, so the time
///               grows with the number of visible layers, not of discs.
///
/// Bands have a fixed height, and one thread composites each, so the result does not depend on the number of threads.
///
/// This file passes raw memory to C: the planes of a band, and the texels of the result.
struct DiscLayers {
    private(set) var tiles: InkedTiles
    /// Premultiplied, row by row.
    private(set) var pixels: [UInt8]

    /// Max radius in pixels.
    static let largestRadius = Float(VITRAIL_LARGEST_DISC)

    /// The pixels of the visible discs, and facts about them. Discs that are not faint cover the rounding errors of the
    /// layers below them, so only faint ones count as layers.
    ///
    /// - Returns: nil if a disc is too large to be composited on the CPU.
    static func box(of items: Span<DiscBatch.Item>, clip: PixelRect) -> (pixels: PixelRect, facts: MarkFacts)? {
        let (minX, minY, maxX, maxY) = (Float(clip.x), Float(clip.y), Float(clip.maxX), Float(clip.maxY))
        // Above this number, layers do not matter any more.
        let maxSparse = max(
            MarkerTessellator.maxSparse(in: PixelSize(width: clip.width, height: clip.height)),
            StrategyThreshold.discs.count)
        var layers = LayerSums(clip: clip)
        var box = PlotRect(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
        var count = 0
        for i in items.indices {
            let (center, radius) = (items[i].center, items[i].radius)
            // Comparisons with NaN are false.
            guard radius > 0, radius.isFinite, items[i].color.alpha > 0, center.x + radius > minX,
                center.x - radius < maxX, center.y + radius > minY,
                center.y - radius < maxY
            else { continue }
            guard radius <= largestRadius else { return nil }
            count += 1
            box.minX = min(box.minX, center.x - radius)
            box.minY = min(box.minY, center.y - radius)
            box.maxX = max(box.maxX, center.x + radius)
            box.maxY = max(box.maxY, center.y + radius)
            if count <= maxSparse, items[i].color.isFaint { layers.add(center, radius) }
        }
        var facts = MarkFacts()
        (facts.samples, facts.area, facts.layers) = (count, clip.width * clip.height, layers.maximum)
        return (count > 0 ? PixelRect(touching: box, in: clip) : .none, facts)
    }

    /// - Parameter pixels: premultiplied, as many as the tiles' box has.
    init(tiles: InkedTiles, pixels: [UInt8]) { (self.tiles, self.pixels) = (tiles, pixels) }

    /// - Complexity: O(discs · bands + visible layers · pixels of the box).
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
                    // One thread owns each band.
                    nonisolated(unsafe) let (inked, pixels, items) = unsafe (inked, pixels, items)
                    Parallel.forEach(min(threads, bands)) { _ in
                        let band = Band(width: box.width)
                        while case let k = next.wrappingAdd(1, ordering: .relaxed).oldValue, k < bands,
                            !WorkLimit.isReached
                        {
                            let rows = k * InkedTiles.side..<min((k + 1) * InkedTiles.side, box.height)
                            unsafe band.paint(
                                items,
                                in: PixelRect(
                                    x: box.x, y: box.y + rows.lowerBound, width: box.width, height: rows.count),
                                inked: inked.baseAddress! + k * perRow,
                                texels: pixels.baseAddress! + rows.lowerBound * box.width * 4)
                        }
                    }
                }
            }
        }
    }
}

/// The composited planes of one band of pixels.
@safe private final class Band {
    private let stride: Int
    /// Distance between planes, in floats. The planes are red, green, blue and transmittance.
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
    func paint(
        _ items: UnsafeRawBufferPointer, in box: PixelRect, inked: UnsafeMutablePointer<UInt8>,
        texels: UnsafeMutableRawPointer
    ) {
        // An item is three floats (x, y, radius) and a colour of four bytes.
        let discs = unsafe items.assumingMemoryBound(to: vitrail_disc.self)
        var layers = unsafe vitrail_disc_layers(
            map: vitrail_disc_map(
                origin: planes + 3 * plane, stride: stride, width: Int32(box.width), height: Int32(box.height),
                left: Float(box.x), top: Float(box.y)),
            plane: plane, inked: inked)
        unsafe vitrail_layer_discs(&layers, discs.baseAddress, discs.count)
        for row in 0..<box.height {
            unsafe vitrail_take_layers(
                planes + row * stride, plane, 0, box.width,
                (texels + row * box.width * 4).assumingMemoryBound(to: UInt32.self), 1)
        }
    }
}

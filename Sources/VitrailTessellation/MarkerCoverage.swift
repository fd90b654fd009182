import CRaster
import VitrailScene
import VitrailSystem

/// The coverage of each pixel of a box by all markers together: 1 − the product of (1 − alpha · coverage), in 8 bits.
///
/// Markers are divided into lanes. The number of lanes does not depend on the number of cores. Each lane computes the
/// transmittance of its own markers; at the end, the lanes are multiplied in order. So the result does not depend on
/// the number of threads.
///
/// This file passes raw memory to C: transmittance maps, and the resulting rows of coverage.
struct MarkerCoverage {
    private let isConcurrent: Bool
    private(set) var map: CoverageMap
    /// Markers that are too large for rasterising, in order.
    private(set) var large: [Markers.Item]

    /// Max radius in pixels.
    static let largestRadius = Float(VITRAIL_LARGEST_DISC)

    /// - Parameter isConcurrent: whether lanes and rows may be processed on several threads.
    /// - Complexity: O(markers · pixels per marker + pixels of the box).
    init(_ markers: Markers, in box: PixelRect, isConcurrent: Bool = true) {
        self.isConcurrent = isConcurrent
        map = CoverageMap(box: box)
        large = []
        guard !box.isEmpty else { return }
        let count = Self.laneCount(work: Self.work(markers), pixels: box.width * box.height)
        let lanes = (0..<count).map { Lane(markers, part: $0, of: count, in: box) }
        Self.perform(count, isConcurrent: isConcurrent) { lanes[$0].composite() }
        large = lanes.flatMap(\.large)
        unsafe resolve(lanes.map { unsafe $0.map })
        // Maps live until here.
        withExtendedLifetime(lanes) {}
    }

    /// Number of lanes, 1…4. Each lane has a map that must be filled and multiplied, which costs about an eighth of a
    /// small marker per pixel. More than four lanes are not worth their memory.
    ///
    /// - Parameter work: the cost of all markers, in small markers.
    static func laneCount(work: Int, pixels: Int) -> Int { min(max(work / max(pixels / 8, 1 << 16), 1), 4) }

    /// The cost of all markers in small markers, estimated from the sizes of about 256 to 512 markers spread evenly
    /// over the list. It depends on nothing else.
    static func work(_ markers: Markers) -> Int {
        let step = max(markers.count / 256, 1)
        var (pixels, asked) = (0.0, 0.0)
        var one: [Markers.Item] = []
        for i in stride(from: 0, to: markers.count, by: step) {
            one.removeAll(keepingCapacity: true)
            one.append(addingCapacity: 1) { markers.read(i..<i + 1, into: &$0) }
            let side = one[0].radius > 0 ? 2 * min(Double(one[0].radius), Double(largestRadius)) + 1 : 0
            pixels += max(side * side, Self.smallPixels)
            asked += 1
        }
        return Int(Double(markers.count) * pixels / max(asked, 1) / smallPixels)
    }

    static let smallPixels = 16.0

    private static func perform(_ count: Int, isConcurrent: Bool, _ work: @Sendable (Int) -> Void) {
        if isConcurrent {
            Parallel.forEach(count, work)
        } else {
            for k in 0..<count { work(k) }
        }
    }

    /// Multiplies the lanes and stores the result as coverage.
    private mutating func resolve(_ maps: [vitrail_disc_map]) {
        let (width, height, tilesPerRow, isConcurrent) = (map.box.width, map.box.height, map.tiles.perRow, isConcurrent)
        let (tile, bands) = (InkedTiles.side, map.tiles.perColumn)
        // Few pixels are finished before other threads wake up.
        let tasks = width * height < Self.pixelsForThreads ? 1 : min(bands, Self.maxTasks)
        unsafe map.tiles.inked.withUnsafeMutableBufferPointer { inked in
            // One thread owns each band of rows.
            nonisolated(unsafe) let inked = unsafe inked
            unsafe map.coverage = Array(unsafeUninitializedCapacity: width * height) { coverage, initialized in
                nonisolated(unsafe) let coverage = unsafe coverage
                unsafe maps.withUnsafeBufferPointer { maps in
                    nonisolated(unsafe) let maps = unsafe maps
                    Self.perform(tasks, isConcurrent: isConcurrent) { task in
                        for row in bands * task / tasks * tile..<min(bands * (task + 1) / tasks * tile, height) {
                            unsafe vitrail_disc_coverage(
                                maps.baseAddress, maps.count, Int32(row), coverage.baseAddress! + row * width,
                                inked.baseAddress! + row / tile * tilesPerRow)
                        }
                    }
                }
                initialized = width * height
            }
        }
    }

    private static let maxTasks = 16
    private static let pixelsForThreads = 1 << 18
}

/// A part of the markers, and the transmittance of each pixel under them.
@safe private final class Lane: @unchecked Sendable {
    // Unchecked: one thread composites, and the result is read after that.
    let map: vitrail_disc_map
    private(set) var large: [Markers.Item] = []
    private let markers: Markers
    private let range: Range<Int>
    private let memory: UnsafeMutableBufferPointer<Float>

    init(_ markers: Markers, part: Int, of parts: Int, in box: PixelRect) {
        self.markers = markers
        range = markers.count * part / parts..<markers.count * (part + 1) / parts
        let margin = Int(VITRAIL_DISC_MARGIN)
        let stride = box.width + 2 * margin
        unsafe memory = .allocate(capacity: stride * (box.height + 2 * margin))
        unsafe map = vitrail_disc_map(
            origin: memory.baseAddress! + margin * stride + margin, stride: stride, width: Int32(box.width),
            height: Int32(box.height),
            left: Float(box.x), top: Float(box.y))
    }

    deinit { unsafe memory.deallocate() }

    func composite() {
        unsafe memory.initialize(repeating: 1)
        let alpha = Float(markers.color.alpha) / 255
        var stretch: [Markers.Item] = []
        let limit = WorkLimit.current
        for start in Swift.stride(from: range.lowerBound, to: range.upperBound, by: Markers.stretch) {
            if let limit, limit.isReached { return }
            let part = start..<min(start + Markers.stretch, range.upperBound)
            stretch.removeAll(keepingCapacity: true)
            stretch.append(addingCapacity: part.count) { markers.read(part, into: &$0) }
            let hasLarge = unsafe stretch.withUnsafeBytes { bytes in
                // An item is three floats: x, y, radius.
                let discs = unsafe bytes.assumingMemoryBound(to: Float.self)
                return unsafe withUnsafePointer(to: map) { map in
                    unsafe vitrail_composite_discs(map, discs.baseAddress, part.count, alpha)
                }
            }
            guard hasLarge else { continue }
            for item in stretch where item.radius > MarkerCoverage.largestRadius && item.radius.isFinite {
                large.append(item)
            }
        }
    }
}

import CProcess
import CRaster
import VitrailScene
import VitrailSystem

/// The coverage of each pixel by a line with any path and any number of points. It is the union of the line's segments
/// and joints, rasterised on the CPU as a bit map of subsamples.
///
///     chunks of points ─► segments that are not covered yet ─► 256 subsamples per pixel ─► coverage
///       each read once    with very many, most are covered     threads own columns
///
/// A segment whose pixels are already covered costs only a test, so the cost does not grow with the area of such
/// segments.
package struct UnorderedCoverage {
    /// Points that a thread reads at a time: first and max number. The number grows as more pixels get covered.
    private static let (firstStretch, maxStretch) = (1 << 11, 1 << 15)
    /// Min number of segments for several threads.
    private static let minForThreads = 256
    /// Min number of remaining segments that make it worth finding the largest covered rectangle.
    private static let minForCore = 1 << 12
    /// Max number of points, and of pixels, for all 256 subsamples. Above either, half of them are used, which takes
    /// half the time and memory; the mean error of edges is 1.0/255 instead of 0.9/255.
    private static let maxForAllPositions = (points: 1 << 14, pixels: 1 << 22)
    private static let maxPixels = 1 << 25
    /// Max width in pixels.
    private static let widest: Float = 4_096

    private let box: PixelRect
    private let radius: Float
    /// 0…1.
    private let opacity: Float
    private let positionsPerLine: Int32

    /// - Parameter count: number of points.
    /// - Returns: nil if there are too many pixels to be worth their memory, or the line is wider than any picture.
    init?(width: Float, count: Int, clip: PixelRect) {
        guard width <= Self.widest, clip.width * clip.height <= Self.maxPixels else { return nil }
        guard max(clip.width, clip.height) <= VITRAIL_MAX_STRIP_ROWS else { return nil }
        box = clip
        radius = max(width, ColumnEnvelope.minWidth) / 2
        opacity = min(width / ColumnEnvelope.minWidth, 1)
        positionsPerLine = Self.positionsPerLine(count: count, pixels: clip.width * clip.height)
    }

    private static func positionsPerLine(count: Int, pixels: Int) -> Int32 {
        count <= maxForAllPositions.points && pixels <= maxForAllPositions.pixels ? 16 : 8
    }

    /// Max number of bytes used while a line with `count` points is drawn.
    package static func maxMemory(count: Int, pixels: Int) -> Int {
        guard pixels <= maxPixels else { return 0 }
        let stretch = (maxStretch + 3) * (MemoryLayout<PlotPoint>.stride + MemoryLayout<UInt32>.stride)
        return pixels * Int(VITRAIL_TRAJECTORY_LINES * positionsPerLine(count: count, pixels: pixels)) / 8 + Parallel
            .threads * stretch
    }

    /// Rasterises a line.
    ///
    /// - Parameters:
    ///   - known: the bit map of an earlier line, which is reused if possible. Returns the bit map of this line.
    ///   - threads: max number of threads; it does not affect the result.
    /// - Returns: nil if there is no memory for the bit map, or the work limit is reached.
    /// - Complexity: O(points + pixels): each point is read once.
    func map(
        of unorderedPolyline: UnorderedPolyline, in known: inout UnorderedBits?, threads: Int = Parallel.threads
    ) -> CoverageMap? {
        if known?.box != box || known?.positionsPerLine != positionsPerLine {
            known = UnorderedBits(box: box, positionsPerLine: positionsPerLine)
        }
        guard let bits = known else { return nil }
        bits.start(radius: radius)
        let segments = max(unorderedPolyline.count - 1, 0)
        let threads = segments < Self.minForThreads ? 1 : threads
        var stretches = (0..<max(threads, 1)).map { _ in Stretch() }
        var (start, length) = (0, Self.firstStretch)
        // Number of points after which to look again for the largest covered rectangle.
        var nextCore = 0
        while start < segments {
            if WorkLimit.isReached {
                // The bits are not cleared, so they cannot be reused.
                known = nil
                return nil
            }
            let count = min(stretches.count, (segments - start + length - 1) / length)
            let (first, size) = (start, length)
            unsafe stretches.withUnsafeMutableBufferPointer { stretches in
                // One thread reads each chunk, and chunks do not change while they are painted.
                nonisolated(unsafe) let stretches = unsafe stretches
                Parallel.forEach(count) { i in
                    let from = first + i * size
                    unsafe stretches[i].read(from..<min(from + size, segments), of: unorderedPolyline)
                    unsafe stretches[i].find(in: bits)
                }
                let parts = min(threads, bits.stripes)
                Parallel.forEach(parts) { part in
                    for i in 0..<count { unsafe stretches[i].paint(on: bits, part: part, of: parts) }
                }
            }
            start += count * length
            if segments - start >= Self.minForCore, start >= nextCore,
                stretches[..<count].contains(where: \.hasManyLong)
            {
                bits.findCore()
                nextCore = 2 * start
            }
            length = min(2 * length, Self.maxStretch)
        }
        return bits.coverage(opacity: opacity, threads: threads)
    }

    /// A chunk of successive points, and the segments among them that may cover uncovered subsamples.
    private struct Stretch {
        private var points: [PlotPoint] = []
        private var found: [UInt32] = []
        private var longOnes = 0

        /// Whether it is worth finding the largest covered rectangle.
        var hasManyLong: Bool { longOnes > points.count / 16 }

        /// - Parameter segments: the segments by the index of their first point.
        mutating func read(_ segments: Range<Int>, of unorderedPolyline: UnorderedPolyline) {
            points.removeAll(keepingCapacity: true)
            // Includes the points before and after, because joints depend on them.
            let seen = max(segments.lowerBound - 1, 0)..<min(segments.upperBound + 2, unorderedPolyline.count)
            points.append(addingCapacity: segments.count + 3) { points in
                if seen.lowerBound == segments.lowerBound { points.append(.gap) }
                unorderedPolyline.read(seen, into: &points)
                if seen.upperBound == segments.upperBound + 1 { points.append(.gap) }
            }
        }

        mutating func find(in bits: UnorderedBits) {
            found.removeAll(keepingCapacity: true)
            let points = points
            var longOnes = 0
            defer { self.longOnes = longOnes }
            found.append(addingCapacity: points.count) { found in
                unsafe found.withUnsafeMutableBufferPointer { found, count in
                    unsafe Self.withInner(points) { inner in
                        guard let numbers = found.baseAddress else { return }
                        count = unsafe vitrail_find_uncovered(bits.map, inner, points.count - 2, numbers, &longOnes)
                    }
                }
            }
        }

        func paint(on bits: UnorderedBits, part: Int, of parts: Int) {
            unsafe Self.withInner(points) { points in
                unsafe found.withUnsafeBufferPointer { found in
                    guard let numbers = found.baseAddress else { return }
                    unsafe vitrail_paint_trajectory(bits.map, points, numbers, found.count, Int32(part), Int32(parts))
                }
            }
        }

        /// Passes the points from the second on to `body`: one point precedes them, and one follows the last segment.
        private static func withInner(_ points: [PlotPoint], _ body: (UnsafePointer<Float>) -> Void) {
            unsafe points.withUnsafeBytes { bytes in
                guard let values = unsafe bytes.bindMemory(to: Float.self).baseAddress else { return }
                unsafe body(values + 2)
            }
        }
    }
}

/// The covered subsamples of all pixels, as bits. Each thread writes to its own columns; in other phases all threads
/// only read.
@safe final class UnorderedBits: @unchecked Sendable {
    fileprivate let map: UnsafeMutablePointer<vitrail_trajectory>
    let box: PixelRect
    let positionsPerLine: Int32

    /// - Returns: nil if there is no memory for the bits.
    init?(box: PixelRect, positionsPerLine: Int32) {
        (self.box, self.positionsPerLine) = (box, positionsPerLine)
        unsafe map = .allocate(capacity: 1)
        unsafe map.initialize(to: vitrail_trajectory())
        unsafe map.pointee.width = Int32(box.width)
        unsafe map.pointee.height = Int32(box.height)
        unsafe map.pointee.lanes = positionsPerLine
        unsafe map.pointee.left = Float(box.x)
        unsafe map.pointee.top = Float(box.y)
        guard unsafe vitrail_open_trajectory(map) else {
            unsafe map.deallocate()
            return nil
        }
        let (columns, lines) = (
            (box.width * Int(positionsPerLine) + 63) / 64, vitrail_trajectory_lines(Int32(box.height))
        )
        unsafe vitrail_prefer_large_pages(map.pointee.bits, columns * lines * MemoryLayout<UInt64>.stride)
    }

    deinit {
        unsafe vitrail_close_trajectory(map)
        unsafe map.deallocate()
    }

    /// Starts a line. `radius` is half its width, in pixels.
    fileprivate func start(radius: Float) { unsafe vitrail_start_trajectory(map, radius) }

    /// Number of groups of columns that separate threads may write to.
    fileprivate var stripes: Int { (box.width + InkedTiles.side - 1) / InkedTiles.side }

    fileprivate func findCore() { unsafe vitrail_find_core(map) }

    /// Returns the coverage of each pixel and clears all bits.
    fileprivate func coverage(opacity: Float, threads: Int) -> CoverageMap {
        var result = CoverageMap(box: box)
        result.coverage = Array(repeating: 0, count: box.width * box.height)
        let (perRow, stripes, parts) = (result.tiles.perRow, stripes, min(threads, stripes))
        unsafe result.coverage.withUnsafeMutableBufferPointer { coverage in
            unsafe result.tiles.inked.withUnsafeMutableBufferPointer { inked in
                // One thread owns each stripe.
                nonisolated(unsafe) let (coverage, inked) = (coverage.baseAddress, inked.baseAddress)
                Parallel.forEach(parts) { part in
                    guard let coverage = unsafe coverage, let inked = unsafe inked else { return }
                    for stripe in stripes * part / parts..<stripes * (part + 1) / parts {
                        unsafe vitrail_take_trajectory(
                            self.map, opacity, coverage, inked + stripe, perRow, Int32(stripe))
                    }
                }
            }
        }
        return result
    }
}

extension DrawListBuilder {
    /// Rasterises an unordered line on the CPU. If that is not possible, draws it as a normal polyline.
    mutating func append(_ unorderedPolyline: UnorderedPolyline, clip: PixelRect, label: String) {
        guard unorderedPolyline.width > 0, unorderedPolyline.width.isFinite, unorderedPolyline.color.alpha > 0,
            unorderedPolyline.count > 1
        else { return }
        var facts = MarkFacts()
        (facts.samples, facts.strokeWidth) = (unorderedPolyline.count, unorderedPolyline.width)
        if usesBlocks, choose(.unorderedStroke, facts) == .coverage {
            if count(unorderedPolyline, clip: clip, label: label) || WorkLimit.isReached { return }
            facts.refused = [.coverage]
            _ = choose(.unorderedStroke, facts)
        }
        append(unorderedPolyline.polyline, clip: clip, label: label)
    }

    /// Rasterises a polyline on the CPU.
    ///
    /// - Returns: false, and draws nothing, if it has no single colour or cannot be rasterised.
    mutating func drawUnordered(_ line: Polyline, clip: PixelRect, label: String) -> Bool {
        guard case .solid(let color) = line.paint else { return false }
        return count(UnorderedPolyline(line.points, width: line.width, color: color), clip: clip, label: label)
    }

    private mutating func count(_ unorderedPolyline: UnorderedPolyline, clip: PixelRect, label: String) -> Bool {
        let counted = UnorderedCoverage(width: unorderedPolyline.width, count: unorderedPolyline.count, clip: clip)
        guard let map = counted?.map(of: unorderedPolyline, in: &trajectoryBits) else { return false }
        source?.tier = .counted
        draw(map, color: unorderedPolyline.color, clip: clip, label: label)
        return true
    }
}

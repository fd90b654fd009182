import CData
import CDiscs
import VitrailScene

/// How much of each pixel a line covers that goes any way, through any number of points: the union of its segments and joints, counted in bits.
///
///     stretches of points ─► segments where not all is covered yet ─► 256 places of each pixel ─► coverage
///          each once             most of very many are not              columns by thread
///
/// What it costs does not grow with what segments cover, once that is covered: they cost a look.
struct TrajectoryCoverage {
    /// Segments of fewer are as soon drawn.
    static let leastPoints = 4_000
    /// Points of a stretch that a thread reads at a time, after shorter ones while little is known to be covered.
    private static let (firstStretch, mostStretch) = (1 << 11, 1 << 15)
    /// Fewer segments are not worth another thread.
    private static let leastForThreads = 256
    /// Segments to come, for which it is worth knowing the largest part that is covered.
    private static let leastForCore = 1 << 12
    /// Of more points, or pixels, half the places are told apart: in half the time and memory, means of edges are off by 1.0 of 255 in place of 0.9.
    private static let mostForAllPlaces = (points: 1 << 14, pixels: 1 << 22)
    private static let mostPixels = 1 << 25
    /// Pixels.
    private static let widest: Float = 4_096

    private let box: PixelRect
    private let radius: Float
    /// 0…1.
    private let opacity: Float
    private let placesPerLine: Int32

    /// - Parameter count: of points.
    /// - Returns: nil where there are more pixels than are worth their memory, or the line is wider than pictures.
    init?(width: Float, count: Int, clip: PixelRect) {
        guard width <= Self.widest, clip.width * clip.height <= Self.mostPixels else { return nil }
        guard max(clip.width, clip.height) <= VITRAIL_MOST_STRIP_ROWS else { return nil }
        box = clip
        radius = max(width, ColumnEnvelope.leastWidth) / 2
        opacity = min(width / ColumnEnvelope.leastWidth, 1)
        placesPerLine = Self.placesPerLine(count: count, pixels: clip.width * clip.height)
    }

    private static func placesPerLine(count: Int, pixels: Int) -> Int32 {
        count <= mostForAllPlaces.points && pixels <= mostForAllPlaces.pixels ? 16 : 8
    }

    /// Bytes at most while one of so many points is drawn.
    static func mostMemory(count: Int, pixels: Int) -> Int {
        guard pixels <= mostPixels else { return 0 }
        let stretch = (mostStretch + 3) * (MemoryLayout<PlotPoint>.stride + MemoryLayout<UInt32>.stride)
        return pixels * Int(VITRAIL_TRAJECTORY_LINES * placesPerLine(count: count, pixels: pixels)) / 8 + Parallel.threads * stretch
    }

    /// - Parameters:
    ///   - bits: what another line was counted in, which is used again where it can be; what this one was.
    ///   - threads: at most; what comes of it does not depend on how many.
    /// - Returns: nil where there is no memory for it.
    /// - Complexity: O(points + pixels): each point is read once.
    func map(of trajectory: Trajectory, in bits: inout TrajectoryBits?, threads: Int = Parallel.threads) -> CoverageMap? {
        if bits?.box != box || bits?.placesPerLine != placesPerLine { bits = TrajectoryBits(box: box, placesPerLine: placesPerLine) }
        guard let bits else { return nil }
        bits.start(radius: radius)
        let segments = max(trajectory.count - 1, 0)
        let threads = segments < Self.leastForThreads ? 1 : threads
        var stretches = (0..<max(threads, 1)).map { _ in Stretch() }
        var (start, length) = (0, Self.firstStretch)
        // Points after which it is worth looking for the largest part that is covered.
        var nextCore = 0
        while start < segments {
            let count = min(stretches.count, (segments - start + length - 1) / length)
            let (first, size) = (start, length)
            unsafe stretches.withUnsafeMutableBufferPointer { stretches in
                // Each is read by one thread, and none changes while they are painted.
                nonisolated(unsafe) let stretches = unsafe stretches
                Parallel.forEach(count) { i in
                    let from = first + i * size
                    unsafe stretches[i].read(from..<min(from + size, segments), of: trajectory)
                    unsafe stretches[i].find(in: bits)
                }
                let parts = min(threads, bits.stripes)
                Parallel.forEach(parts) { part in
                    for i in 0..<count { unsafe stretches[i].paint(on: bits, part: part, of: parts) }
                }
            }
            start += count * length
            if segments - start >= Self.leastForCore, start >= nextCore, stretches[..<count].contains(where: \.hasManyLong) {
                bits.findCore()
                nextCore = 2 * start
            }
            length = min(2 * length, Self.mostStretch)
        }
        return bits.coverage(opacity: opacity, threads: threads)
    }

    /// Points side by side, and which of their segments may cover something that is not covered.
    private struct Stretch {
        private var points: [PlotPoint] = []
        private var found: [UInt32] = []
        private var longOnes = 0

        /// Whether it is worth knowing the largest part that is covered.
        var hasManyLong: Bool { longOnes > points.count / 16 }

        /// - Parameter segments: by the point each begins at.
        mutating func read(_ segments: Range<Int>, of trajectory: Trajectory) {
            points.removeAll(keepingCapacity: true)
            // With the points before and behind, which tell where joints are.
            let seen = max(segments.lowerBound - 1, 0)..<min(segments.upperBound + 2, trajectory.count)
            points.append(addingCapacity: segments.count + 3) { points in
                if seen.lowerBound == segments.lowerBound { points.append(.gap) }
                trajectory.read(seen, into: &points)
                if seen.upperBound == segments.upperBound + 1 { points.append(.gap) }
            }
        }

        mutating func find(in bits: TrajectoryBits) {
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

        func paint(on bits: TrajectoryBits, part: Int, of parts: Int) {
            unsafe Self.withInner(points) { points in
                unsafe found.withUnsafeBufferPointer { found in
                    guard let numbers = found.baseAddress else { return }
                    unsafe vitrail_paint_trajectory(bits.map, points, numbers, found.count, Int32(part), Int32(parts))
                }
            }
        }

        /// Those from the second on: one lies before and one behind.
        private static func withInner(_ points: [PlotPoint], _ body: (UnsafePointer<Float>) -> Void) {
            unsafe points.withUnsafeBytes { bytes in
                guard let values = unsafe bytes.bindMemory(to: Float.self).baseAddress else { return }
                unsafe body(values + 2)
            }
        }
    }
}

/// The places of pixels that are covered. Threads write to columns of their own, and only read otherwise.
@safe final class TrajectoryBits: @unchecked Sendable {
    fileprivate let map: UnsafeMutablePointer<vitrail_trajectory>
    let box: PixelRect
    let placesPerLine: Int32

    /// - Returns: nil where there is no memory for it.
    init?(box: PixelRect, placesPerLine: Int32) {
        (self.box, self.placesPerLine) = (box, placesPerLine)
        unsafe map = .allocate(capacity: 1)
        unsafe map.initialize(to: vitrail_trajectory())
        unsafe map.pointee.width = Int32(box.width)
        unsafe map.pointee.height = Int32(box.height)
        unsafe map.pointee.lanes = placesPerLine
        unsafe map.pointee.left = Float(box.x)
        unsafe map.pointee.top = Float(box.y)
        guard unsafe vitrail_open_trajectory(map) else {
            unsafe map.deallocate()
            return nil
        }
        let (columns, lines) = ((box.width * Int(placesPerLine) + 63) / 64, vitrail_trajectory_lines(Int32(box.height)))
        unsafe vitrail_prefer_large_pages(map.pointee.bits, columns * lines * MemoryLayout<UInt64>.stride)
    }

    deinit {
        unsafe vitrail_close_trajectory(map)
        unsafe map.deallocate()
    }

    /// Begins a line, half as wide as it is.
    fileprivate func start(radius: Float) { unsafe vitrail_start_trajectory(map, radius) }

    /// Parts of columns that may be written to on threads of their own.
    fileprivate var stripes: Int { (box.width + InkedTiles.side - 1) / InkedTiles.side }

    fileprivate func findCore() { unsafe vitrail_find_core(map) }

    /// How much of each pixel is covered; then nothing is.
    fileprivate func coverage(opacity: Float, threads: Int) -> CoverageMap {
        var result = CoverageMap(box: box)
        result.coverage = Array(repeating: 0, count: box.width * box.height)
        let (perRow, stripes, parts) = (result.tiles.perRow, stripes, min(threads, stripes))
        unsafe result.coverage.withUnsafeMutableBufferPointer { coverage in
            unsafe result.tiles.inked.withUnsafeMutableBufferPointer { inked in
                // Each stripe belongs to one thread.
                nonisolated(unsafe) let (coverage, inked) = (coverage.baseAddress, inked.baseAddress)
                Parallel.forEach(parts) { part in
                    guard let coverage = unsafe coverage, let inked = unsafe inked else { return }
                    for stripe in stripes * part / parts..<stripes * (part + 1) / parts {
                        unsafe vitrail_take_trajectory(self.map, opacity, coverage, inked + stripe, perRow, Int32(stripe))
                    }
                }
            }
        }
        return result
    }
}

extension DrawListBuilder {
    /// Counts what the line covers; where that cannot be, it is a polyline like others.
    mutating func append(_ trajectory: Trajectory, clip: PixelRect, label: String) {
        guard trajectory.width > 0, trajectory.width.isFinite, trajectory.color.alpha > 0, trajectory.count > 1 else { return }
        if usesBlocks, count(trajectory, clip: clip, label: label) { return }
        append(trajectory.polyline, clip: clip, label: label)
    }

    /// Counts what a line covers.
    ///
    /// - Returns: false, and nothing is drawn, where it has no single colour.
    mutating func drawTrajectory(_ line: Polyline, clip: PixelRect, label: String) -> Bool {
        guard case .solid(let color) = line.paint else { return false }
        return count(Trajectory(line.points, width: line.width, color: color), clip: clip, label: label)
    }

    private mutating func count(_ trajectory: Trajectory, clip: PixelRect, label: String) -> Bool {
        let counted = TrajectoryCoverage(width: trajectory.width, count: trajectory.count, clip: clip)
        guard let map = counted?.map(of: trajectory, in: &trajectoryBits) else { return false }
        source?.tier = .counted
        draw(map, color: trajectory.color, clip: clip, label: label)
        return true
    }
}

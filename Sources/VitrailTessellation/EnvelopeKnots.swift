import VitrailDrawList

/// The positions along at which the envelopes of one run are evaluated ("knots"), and the run's extent across at each.
///
/// A knot has two extents, one before and one after it, because envelopes jump where a segment runs straight across.
struct EnvelopeKnots {
    /// Resolution of knots: each cell has at most two.
    static let cellsPerPixel = 32
    /// Tolerance in pixels. A knot this close to the straight line between its neighbours is omitted.
    private static let flatness: Float = 0.004
    /// Tolerance in pixels. Envelopes that overlap the wrong way by less than this are taken to meet. This happens at
    /// the tip of a stroke's end, whose edges are computed separately.
    private static let touch: Float = 1 / 64

    /// Eight knots. Unused ones in the last chunk lie at infinity.
    private struct Chunk {
        var along = SIMD8<Float>(repeating: .infinity)
        var lowBefore = SIMD8<Float>(repeating: .infinity)
        var highBefore = SIMD8<Float>(repeating: -.infinity)
        var lowAfter = SIMD8<Float>(repeating: .infinity)
        var highAfter = SIMD8<Float>(repeating: -.infinity)
    }

    /// The range of knots, in pixels along.
    private let first: Float
    private let last: Float
    /// The first and the last requested position in each cell. Anything that begins or ends within a cell changes
    /// between these two. The cells of the current run are `used`; all others are empty.
    private var cells: [(first: Float, last: Float)]
    private var used: Range<Int>
    /// For each cell, the chunk with the first knot in or after the cell.
    private var chunkOf: [Int32]
    private var chunks: [Chunk] = []
    private var count = 0

    /// - Parameter range: pixels along.
    init(_ range: Range<Int>) {
        first = Float(range.lowerBound)
        last = Float(range.upperBound)
        cells = Array(repeating: Self.empty, count: range.count * Self.cellsPerPixel + 1)
        chunkOf = Array(repeating: 0, count: cells.count + 1)
        used = 0..<0
    }

    private static let empty = (first: Float.infinity, last: -Float.infinity)

    // MARK: Positions

    /// Starts a run without knots.
    mutating func begin() {
        for cell in used { cells[cell] = Self.empty }
        used = 0..<0
    }

    /// Requests a knot at a position, clamped to the range.
    mutating func mark(_ along: Float) {
        let position = min(max(along, first), last)
        let cell = cell(position)
        cells[cell] = (min(cells[cell].first, position), max(cells[cell].last, position))
        used = used.isEmpty ? cell..<cell + 1 : min(used.lowerBound, cell)..<max(used.upperBound, cell + 1)
    }

    /// Ends the requests and creates the knots.
    mutating func finish() {
        chunks.removeAll(keepingCapacity: true)
        count = 0
        for cell in used {
            chunkOf[cell] = Int32(count / 8)
            let (first, last) = cells[cell]
            if first <= last { append(first) }
            if first < last { append(last) }
        }
    }

    private mutating func append(_ along: Float) {
        if count % 8 == 0 { chunks.append(Chunk()) }
        chunks[count / 8].along[count % 8] = along
        count += 1
    }

    /// - Parameter along: between `first` and `last`, never NaN, because vertices are cut to a guard box and directions
    ///   have length 1.
    @inline(__always)
    private func cell(_ along: Float) -> Int { Int((along - first) * Float(Self.cellsPerPixel)) }

    /// The first chunk that may contain knots at or after a position.
    @inline(__always)
    private func chunk(from along: Float) -> Int {
        let cell = cell(min(max(along, first), last))
        if cell < used.lowerBound { return 0 }
        return cell < used.upperBound ? Int(chunkOf[cell]) : chunks.count
    }

    // MARK: Extents

    /// Includes one straight edge of either envelope; does nothing if the edge has no length along.
    mutating func include(from start: (along: Float, across: Float), to end: (along: Float, across: Float), isLow: Bool)
    {
        let slope = (end.across - start.across) / (end.along - start.along)
        // An edge so steep that its slope overflows counts as running straight across, without length along.
        guard end.along > start.along, slope.isFinite else { return }
        var index = chunk(from: start.along)
        while index < chunks.count, chunks[index].along[0] <= end.along {
            let along = chunks[index].along
            let across = start.across + (along - start.along) * slope
            let isBefore = (along .> start.along) .& (along .<= end.along)
            let isAfter = (along .>= start.along) .& (along .< end.along)
            if isLow {
                chunks[index].lowBefore.lower(to: across, where: isBefore)
                chunks[index].lowAfter.lower(to: across, where: isAfter)
            } else {
                chunks[index].highBefore.raise(to: across, where: isBefore)
                chunks[index].highAfter.raise(to: across, where: isAfter)
            }
            index += 1
        }
    }

    /// Includes the part of a disc between two positions along.
    mutating func include(
        discAt center: (along: Float, across: Float), _ radius: Float, from start: Float, to end: Float
    ) {
        guard end > start else { return }
        var index = chunk(from: start)
        while index < chunks.count, chunks[index].along[0] <= end {
            let along = chunks[index].along
            let offset = along - center.along
            let square = radius * radius - offset * offset
            let half = square.replacing(with: 0, where: square .< 0).squareRoot()
            let (low, high) = (center.across - half, center.across + half)
            let isBefore = (along .> start) .& (along .<= end)
            let isAfter = (along .>= start) .& (along .< end)
            chunks[index].lowBefore.lower(to: low, where: isBefore)
            chunks[index].highBefore.raise(to: high, where: isBefore)
            chunks[index].lowAfter.lower(to: low, where: isAfter)
            chunks[index].highAfter.raise(to: high, where: isAfter)
            index += 1
        }
    }

    /// Requests more knots where an envelope rises or falls a lot between two knots: there may be a notch without a
    /// knot.
    ///
    /// - Returns: true if knots were added. Then extents have to be included again.
    mutating func refine() -> Bool {
        var isFiner = false
        for k in 0..<max(0, count - 1) where gap(k) > Self.longGap {
            guard isSteep(k) || (k > 0 && isSteep(k - 1)) || (k + 2 < count && isSteep(k + 1)) else { continue }
            let parts = min((gap(k) / Self.shortGap).rounded(.up), Self.maxParts)
            for part in stride(from: 1, to: parts, by: 1) { mark(along(k) + gap(k) * part / parts) }
            isFiner = true
        }
        if isFiner { finish() }
        return isFiner
    }

    /// Requests a knot wherever the straight lines on both sides of a gap meet within the gap: at the bottom of a notch
    /// between two segments that are not neighbours.
    ///
    /// - Returns: true if knots were added. Then extents have to be included again.
    mutating func markNotches() -> Bool {
        var notches: [Float] = []
        for k in 1..<max(1, count - 2) {
            let (left, right) = (slope(k - 1), slope(k + 1))
            let (start, end) = (after(k), before(k + 1))
            // Look for notches: the upper envelope turns upwards there, the lower one downwards.
            for (y, z, a, b) in [
                (start.high, end.high, left.high, right.high), (-start.low, -end.low, -left.low, -right.low),
            ] where b > a && b - a < .infinity {
                let offset = (z - y - b * gap(k)) / (a - b)
                guard offset > 0, offset < gap(k),
                    abs(y + a * offset - (y + (z - y) * offset / gap(k))) > Self.notchDepth
                else { continue }
                notches.append(along(k) + offset)
            }
        }
        for position in notches { mark(position) }
        if !notches.isEmpty { finish() }
        return !notches.isEmpty
    }

    /// Pixels.
    private static let notchDepth: Float = 0.1

    /// The slopes of both envelopes from a knot to the next one.
    private func slope(_ k: Int) -> Extent {
        let (start, end) = (after(k), before(k + 1))
        return Extent(low: (end.low - start.low) / gap(k), high: (end.high - start.high) / gap(k))
    }

    /// Pixels.
    private static let longGap: Float = 0.2
    private static let shortGap: Float = 0.1
    private static let maxParts: Float = 16
    /// Pixels across per pixel along.
    private static let steepSlope: Float = 8

    /// Whether an envelope is steep between a knot and the next one.
    private func isSteep(_ k: Int) -> Bool {
        let (start, end) = (after(k), before(k + 1))
        let change = max(abs(end.low - start.low), abs(end.high - start.high))
        return change > Self.steepSlope * gap(k) && change < .infinity
    }

    private func along(_ k: Int) -> Float { chunks[k / 8].along[k % 8] }
    private func gap(_ k: Int) -> Float { along(k + 1) - along(k) }

    // MARK: Output

    private struct Extent: Equatable {
        var low: Float
        var high: Float

        var isCovered: Bool { low <= high + EnvelopeKnots.touch }
    }

    /// Appends the area between the two envelopes.
    func append(to slices: inout [AreaVertex]) {
        var start = slices.count
        func add(_ along: Float, _ extent: Extent) {
            let (low, high) = extent.low <= extent.high ? (extent.low, extent.high) : (extent.high, extent.high)
            let vertex = AreaVertex(along: along, first: low, second: high, run: slices.count == start ? 1 : 0)
            // Never omit two vertices in a row, so that deviations do not add up.
            if slices.count - start >= 2, isFlat(slices[slices.count - 2], slices[slices.count - 1], vertex), !leftOut {
                slices[slices.count - 1] = vertex
                leftOut = true
            } else {
                slices.append(vertex)
                leftOut = false
            }
        }
        var leftOut = false
        for k in 0..<count {
            let (along, before, after) = (along(k), before(k), after(k))
            let isOpen = slices.count > start
            let arrives = isOpen && before.isCovered
            if arrives { add(along, before) }
            if after.isCovered {
                if !arrives || before != after { add(along, after) }
            } else if isOpen {
                slices[slices.count - 1].run = 2
                start = slices.count
            }
        }
        if slices.count > start { slices[slices.count - 1].run = 2 }
    }

    private func before(_ k: Int) -> Extent {
        Extent(low: chunks[k / 8].lowBefore[k % 8], high: chunks[k / 8].highBefore[k % 8])
    }
    private func after(_ k: Int) -> Extent {
        Extent(low: chunks[k / 8].lowAfter[k % 8], high: chunks[k / 8].highAfter[k % 8])
    }

    private func isFlat(_ a: AreaVertex, _ b: AreaVertex, _ c: AreaVertex) -> Bool {
        guard c.along > a.along else { return false }
        let t = (b.along - a.along) / (c.along - a.along)
        return abs(a.first + (c.first - a.first) * t - b.first) < Self.flatness
            && abs(a.second + (c.second - a.second) * t - b.second) < Self.flatness
    }
}

/// Pointwise min and max as a comparison and a blend; the library's versions work lane by lane.
extension SIMD8<Float> {
    @inline(__always)
    fileprivate mutating func lower(to other: Self, where mask: SIMDMask<SIMD8<Int32>>) {
        replace(with: other, where: mask .& (other .< self))
    }

    @inline(__always)
    fileprivate mutating func raise(to other: Self, where mask: SIMDMask<SIMD8<Int32>>) {
        replace(with: other, where: mask .& (other .> self))
    }
}

import VitrailScene

/// A dense stroke that runs on along one axis → how its two envelopes lie in each quarter or eighth of a pixel column.
///
///      │╱╲│   ╱╲  path        The path is read at grid places, sixteen a pixel; a vertex counts at the nearest one. A disc of half the
///     ╱│  │╲╱│  ╲             stroke's width runs along it, and how far discs reach is the envelope (a dilation). Where a run begins
///     ─┼──┼──┼──┼─ grid       or ends, at a right angle to its direction, that segment's band stands for the discs.
///
/// Its time goes with the grid, little for each place; `StrokeEnvelope` is exact, at a microsecond a segment. An edge may be off by 1/32 of
/// a pixel where a single vertex sticks out, and where the stroke jumps within a slope's share of a column its edge is blurred.
///
/// - Source: dilation by a disc after Serra, "Image Analysis and Mathematical Morphology" (1982).
struct ColumnEnvelope {
    static let gridPerPixel = 16
    /// Half a stroke's width, pixels: a wider one would be asked for too many places.
    static let mostRadius: Float = 16
    /// Grid places that are worked on at a time: they stay in the fastest memory. Whole columns.
    private static let tile = 32 * gridPerPixel
    /// Slopes are at least so long, pixels: shorter ones lose their precision far from the origin, and look the same.
    static let leastSlope: Float = 1 / 32
    private static let nowhere = -Float.infinity

    private let radius: Float
    private let isVertical: Bool
    /// Pixel columns, whole blocks.
    let columns: Range<Int>
    /// 1 or 2 times four slopes make a column.
    let parts: Int
    private let disc: GridDisc
    /// What runs have reached along, in grid places.
    private var taken = -Float.infinity

    /// What the path passes at each place of a tile and at `disc.reach` places on both sides, and how far discs reach at each place of the
    /// tile: towards greater places across (second), and negated, so that the greatest counts as well, towards smaller ones (first).
    private var paths: (second: [Float], first: [Float])
    private var reaches: (second: [Float], first: [Float])

    /// - Parameters:
    ///   - extent: from the first to the last point along.
    ///   - parts: 1 or 2 times four slopes for a column.
    /// - Returns: nil where the stroke is too wide, or nothing of it can be seen.
    init?(width: Float, isVertical: Bool, along extent: ClosedRange<Float>, parts: Int, clip: PixelRect) {
        guard width / 2 <= Self.mostRadius else { return nil }
        radius = width / 2
        self.parts = parts
        self.isVertical = isVertical
        let seen = isVertical ? clip.y..<clip.maxY : clip.x..<clip.maxX
        let low = max(Float(seen.lowerBound), extent.lowerBound - radius - 1)
        let high = min(Float(seen.upperBound), extent.upperBound + radius + 1)
        guard low < high else { return nil }
        let block = SliceBlocks.width
        columns = Int(low) / block * block..<(Int(high.rounded(.up)) + block - 1) / block * block
        disc = GridDisc(radius: radius, perPixel: Self.gridPerPixel)
        let path = [Float](repeating: Self.nowhere, count: Self.tile + 1 + 2 * disc.reach + GridDisc.lanes)
        let reach = [Float](repeating: Self.nowhere, count: Self.tile + 1 + GridDisc.lanes)
        (paths, reaches) = ((path, path), (reach, reach))
    }

    /// A point by its grid place, and across.
    private struct Place: Equatable {
        var along: Float
        var across: Float
    }

    /// A run, from its lower end along.
    private struct Run {
        var start: Int
        var end: Int
        var next: Int
        /// The segments that discs run along; nil = none.
        var inner: (start: Int, end: Int)?
        var bands: [Band] = []
        /// In grid places.
        var low = Float.infinity
        var high = -Float.infinity
    }

    /// Takes up a run.
    ///
    /// - Parameters:
    ///   - points: plot space; those of `run` are finite and do not turn back along the axis.
    ///   - result: `parts` for each of `columns`, from `offset` on.
    /// - Returns: false where the run lies above or below another one: their areas would count twice.
    mutating func add(_ points: Span<PlotPoint>, _ run: Range<Int>, to result: inout [EnvelopeSlopes], from offset: Int) -> Bool {
        guard let run = self.run(points, run) else { return true }
        guard run.low >= taken else { return false }
        taken = run.high
        let from = max(run.low, 0)
        let to = min(run.high, Float(columns.count * Self.gridPerPixel))
        guard from < to else { return true }
        var cursor = run.inner?.start ?? 0
        for start in stride(from: Int(from) / Self.tile * Self.tile, to: Int(to.rounded(.up)), by: Self.tile) {
            // Whole columns, with the place that ends the last one.
            let first = max(Int(from) / Self.gridPerPixel * Self.gridPerPixel, start)
            let last = (Int(to.rounded(.up)) + Self.gridPerPixel - 1) / Self.gridPerPixel * Self.gridPerPixel
            let grid = first..<min(last, start + Self.tile) + 1
            trace(points, run, &cursor, grid, tile: start)
            for band in run.bands { include(band, grid, tile: start) }
            closeEnds(grid, points, run, tile: start)
            gather(from: max(from, Float(start)), to: min(to, Float(start + Self.tile)), tile: start, into: &result, offset)
        }
        return true
    }

    private func place(_ point: PlotPoint) -> Place {
        let (along, across) = isVertical ? (point.y, point.x) : (point.x, point.y)
        return Place(along: (along - Float(columns.lowerBound)) * Float(Self.gridPerPixel), across: across)
    }

    /// - Returns: nil where a run makes nothing.
    private func run(_ points: Span<PlotPoint>, _ range: Range<Int>) -> Run? {
        var (start, end) = (range.lowerBound, range.upperBound - 1)
        // A place that is met again is a joint, and has a disc.
        var other = start + 1
        while other <= end, points[other] == points[start] { other += 1 }
        if other > end { return range.count > 2 ? bounded(Run(start: start, end: start, next: 1, inner: (start, start)), points) : nil }
        if place(points[start]).along > place(points[end]).along { swap(&start, &end) }
        let next = start <= end ? 1 : -1
        var run = Run(start: start, end: end, next: next)
        var inner = (start: start, end: end)
        if points[start] != points[start + next] {
            run.bands.append(Band(place(points[start]), place(points[start + next]), radius))
            inner.start += next
        }
        if points[end] != points[end - next] {
            run.bands.append(Band(place(points[end - next]), place(points[end]), radius))
            inner.end -= next
        }
        if (inner.end - inner.start) * next >= 0 { run.inner = inner }
        return bounded(run, points)
    }

    private func bounded(_ run: Run, _ points: Span<PlotPoint>) -> Run {
        var run = run
        let reach = radius * Float(Self.gridPerPixel)
        if let inner = run.inner {
            run.low = place(points[inner.start]).along - reach
            run.high = place(points[inner.end]).along + reach
        }
        for band in run.bands { (run.low, run.high) = (min(run.low, band.low), max(run.high, band.high)) }
        return run
    }

    // MARK: Discs

    /// How far discs reach at the places of `grid`.
    private mutating func trace(_ points: Span<PlotPoint>, _ run: Run, _ cursor: inout Int, _ grid: Range<Int>, tile: Int) {
        guard let inner = run.inner else {
            for i in grid { (reaches.second[i - tile], reaches.first[i - tile]) = (Self.nowhere, Self.nowhere) }
            return
        }
        let pad = disc.reach
        let seen = grid.lowerBound - pad...grid.upperBound - 1 + pad
        let origin = tile - pad
        for i in seen { (paths.second[i - origin], paths.first[i - origin]) = (Self.nowhere, Self.nowhere) }
        // Segments that end before what can be seen do so in later tiles, too.
        while cursor != inner.end, place(points[cursor + run.next]).along < Float(seen.lowerBound - 1) { cursor += run.next }
        var i = cursor
        var from = place(points[i])
        note(from.across, at: nearest(from), seen, origin)
        while i != inner.end, from.along <= Float(seen.upperBound) {
            i += run.next
            let to = place(points[i])
            let first = max(Int(max(from.along, -1e6).rounded(.up)), seen.lowerBound)
            let last = min(Int(min(to.along, 1e6).rounded(.down)), seen.upperBound)
            if first <= last, to.along > from.along {
                let slope = (to.across - from.across) / (to.along - from.along)
                for g in first...last { note(from.across + (Float(g) - from.along) * slope, at: g, seen, origin) }
            }
            note(to.across, at: nearest(to), seen, origin)
            from = to
        }
        disc.dilate(paths.second, into: &reaches.second, grid.lowerBound - tile..<grid.upperBound - tile)
        disc.dilate(paths.first, into: &reaches.first, grid.lowerBound - tile..<grid.upperBound - tile)
    }

    @inline(__always)
    private func nearest(_ place: Place) -> Int { Int(min(max(place.along, -1e6), 1e6).rounded()) }

    @inline(__always)
    private mutating func note(_ across: Float, at place: Int, _ seen: ClosedRange<Int>, _ origin: Int) {
        guard place >= seen.lowerBound, place <= seen.upperBound else { return }
        paths.second[place - origin] = max(paths.second[place - origin], across)
        paths.first[place - origin] = max(paths.first[place - origin], -across)
    }

    // MARK: Bands

    /// The rectangle of a run's first or last segment.
    private struct Band {
        let corners: [Place]
        let low: Float
        let high: Float

        init(_ a: Place, _ b: Place, _ radius: Float) {
            let perPixel = Float(ColumnEnvelope.gridPerPixel)
            let (x, y) = ((b.along - a.along) / perPixel, b.across - a.across)
            let scale = radius / (x * x + y * y).squareRoot()
            let (along, across) = (-y * scale * perPixel, x * scale)
            corners = [
                Place(along: a.along - along, across: a.across - across), Place(along: b.along - along, across: b.across - across),
                Place(along: b.along + along, across: b.across + across), Place(along: a.along + along, across: a.across + across),
            ]
            low = min(a.along, b.along) - abs(along)
            high = max(a.along, b.along) + abs(along)
        }
    }

    private mutating func include(_ band: Band, _ grid: Range<Int>, tile: Int) {
        for i in 0..<4 {
            var (a, b) = (band.corners[i], band.corners[(i + 1) % 4])
            if a.along > b.along { swap(&a, &b) }
            let first = max(Int(max(a.along, -1e6).rounded(.up)), grid.lowerBound)
            let last = min(Int(min(b.along, 1e6).rounded(.down)), grid.upperBound - 1)
            guard first <= last, a.along < b.along else { continue }
            let slope = (b.across - a.across) / (b.along - a.along)
            for g in first...last {
                let across = a.across + (Float(g) - a.along) * slope
                reaches.second[g - tile] = max(reaches.second[g - tile], across)
                reaches.first[g - tile] = max(reaches.first[g - tile], -across)
            }
        }
    }

    /// The outermost places lie outside the run: what is nearest counts there. A run between two places is as high as its bands, or lies at
    /// the nearer one of its ends.
    private mutating func closeEnds(_ grid: Range<Int>, _ points: Span<PlotPoint>, _ run: Run, tile: Int) {
        guard let first = grid.first(where: { reaches.second[$0 - tile] > Self.nowhere }) else {
            let isBehind = Float(grid.lowerBound + grid.upperBound) > run.low + run.high
            let end = place(points[isBehind ? run.end : run.start]).across
            let across = run.bands.flatMap(\.corners).map(\.across)
            for g in grid { (reaches.second[g - tile], reaches.first[g - tile]) = (across.max() ?? end, -(across.min() ?? end)) }
            return
        }
        for g in grid.lowerBound..<first {
            (reaches.second[g - tile], reaches.first[g - tile]) = (reaches.second[first - tile], reaches.first[first - tile])
        }
        var last = grid.upperBound - 1
        while reaches.second[last - tile] == Self.nowhere { last -= 1 }
        for g in last + 1..<grid.upperBound {
            (reaches.second[g - tile], reaches.first[g - tile]) = (reaches.second[last - tile], reaches.first[last - tile])
        }
    }

    // MARK: Slopes

    /// Makes slopes of what discs reach between two places of a tile, not whole ones.
    private func gather(from: Float, to: Float, tile: Int, into result: inout [EnvelopeSlopes], _ offset: Int) {
        let length = Self.gridPerPixel / parts
        for part in Int(from) / length..<(Int(to.rounded(.up)) + length - 1) / length {
            let start = part * length
            let isWhole = from <= Float(start) && to >= Float(start + length)
            let weights = isWhole ? nil : CellWeights(start, length / 4, from, to)
            let first = QuarterSlopes(reaches.first, at: start - tile, length / 4, weights)
            let second = QuarterSlopes(reaches.second, at: start - tile, length / 4, weights)
            let most = 0.25 / Float(parts)
            set(
                &result[offset + part], first: QuarterSlopes(mean: -first.mean, variance: first.variance), second: second,
                weight: weights.map { $0.quarters * (most * 4) } ?? SIMD4(repeating: most), most: most)
        }
    }

    /// Gives a column its slopes: those that have the mean and the variance, of this run and of one that ended in the same column.
    private func set(_ column: inout EnvelopeSlopes, first: QuarterSlopes, second: QuarterSlopes, weight: SIMD4<Float>, most: Float) {
        var (first, second) = (first, second)
        if column.weight != .zero {
            let share = (weight / (weight + column.weight)).replacing(with: 0, where: weight .== 0)
            first.mix(share, low: column.firstLow, high: column.firstHigh)
            second.mix(share, low: column.secondLow, high: column.secondHigh)
        }
        let a = first.halfLength(atLeast: Self.leastSlope / 2)
        let b = second.halfLength(atLeast: Self.leastSlope / 2)
        column = EnvelopeSlopes(
            firstLow: first.mean - a, firstHigh: first.mean + a, secondLow: second.mean - b, secondHigh: second.mean + b,
            weight: pointwiseMin(column.weight + weight, SIMD4(repeating: most)))
    }
}

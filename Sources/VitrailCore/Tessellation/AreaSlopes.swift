import VitrailScene

/// A dense area, of samples that stand for many, that runs on along one axis → how its two curves lie in each quarter or eighth of a pixel column.
///
///     │╱╲  ╱│    A curve that goes to and fro within an eighth of a column is there now, now here: of a row of pixels it covers what lies
///     │  ╲╱ │    beyond it, as long as it does. A straight slope with the same mean and the same variance covers nearly as much, and all that
///     │╱╲╱╲ │    a pixel has to add up is eight of those, however many slices there are.
///
/// Its time goes with the slices, little for each.
struct AreaSlopes {
    /// Samples a pixel along; fewer are drawn slice by slice.
    private static let leastPerPixel: Float = 6
    /// Of more than these, eighths of a column are drawn.
    private static let mostForQuarters: Float = 12
    /// Pixels along.
    private static let leastExtent: Float = 8
    private static let leastSlope = ColumnEnvelope.leastSlope

    /// Pixel columns, whole blocks.
    let columns: Range<Int>
    let detail: EnvelopeDetail
    /// Of a cell, a slope's share of a column, for each pixel.
    private let perPixel: Float
    private let isFalling: Bool
    /// Places across that can be told apart from those outside.
    private let across: ClosedRange<Float>

    /// - Returns: nil where samples lie sparsely, or nothing can be seen.
    init?(_ area: Area, clip: PixelRect) {
        let samples = area.samples
        guard let first = samples.first(where: { $0.isFinite }), let last = samples.last(where: { $0.isFinite }) else { return nil }
        let isVertical = area.orientation == .vertical
        let seen = isVertical ? clip.y..<clip.maxY : clip.x..<clip.maxX
        let rows = isVertical ? clip.x..<clip.maxX : clip.y..<clip.maxY
        isFalling = first.along > last.along
        let extent = min(first.along, last.along)...max(first.along, last.along)
        let length = extent.upperBound - extent.lowerBound
        guard length >= Self.leastExtent, Float(samples.count) > length * Self.leastPerPixel else { return nil }
        detail = Float(samples.count) > length * Self.mostForQuarters ? .eighths : .quarters
        let low = max(Float(seen.lowerBound), extent.lowerBound)
        let high = min(Float(seen.upperBound), extent.upperBound)
        guard low < high else { return nil }
        let block = SliceBlocks.width
        columns = Int(low) / block * block..<(Int(high.rounded(.up)) + block - 1) / block * block
        perPixel = Float(4 * detail.parts)
        let height = Float(rows.count)
        across = Float(rows.lowerBound) - height...Float(rows.upperBound) + height
    }

    /// The slopes of all columns, `detail.parts` for each.
    ///
    /// - Returns: nil where a slice turns back.
    func slopes(of samples: Span<Area.Sample>) -> [EnvelopeSlopes]? {
        var result = Result(count: columns.count * detail.parts, parts: detail.parts)
        var previous = Area.Sample.gap
        // What slices have reached along.
        var reached = -Float.infinity
        for k in samples.indices {
            // From low places to high ones, so that cells come one after the other.
            let sample = samples[isFalling ? samples.count - 1 - k : k]
            defer { previous = sample }
            guard sample.isFinite, previous.isFinite, sample.along != previous.along else { continue }
            guard sample.along > previous.along, previous.along >= reached else { return nil }
            reached = sample.along
            add(previous, sample, &result)
        }
        result.close()
        return result.slopes
    }

    /// A slice, cut where its curves cross and where cells meet.
    @inline(__always)
    private func add(_ from: Area.Sample, _ to: Area.Sample, _ result: inout Result) {
        let start = SIMD2(min(max(from.first, across.lowerBound), across.upperBound), min(max(from.second, across.lowerBound), across.upperBound))
        let end = SIMD2(min(max(to.first, across.lowerBound), across.upperBound), min(max(to.second, across.lowerBound), across.upperBound))
        let (a, b) = (start.y - start.x, end.y - end.x)
        let origin = Float(columns.lowerBound)
        let places = ((from.along - origin) * perPixel, (to.along - origin) * perPixel)
        if a * b < 0 {
            let t = a / (a - b)
            let (place, middle) = (places.0 + (places.1 - places.0) * t, start + (end - start) * t)
            addCells(places.0, Self.sorted(start), place, middle, &result)
            addCells(place, middle, places.1, Self.sorted(end), &result)
        } else {
            addCells(places.0, Self.sorted(start), places.1, Self.sorted(end), &result)
        }
    }

    private static func sorted(_ ends: SIMD2<Float>) -> SIMD2<Float> { ends.x <= ends.y ? ends : SIMD2(ends.y, ends.x) }

    private func addCells(_ from: Float, _ start: SIMD2<Float>, _ to: Float, _ end: SIMD2<Float>, _ result: inout Result) {
        let (low, high) = (max(from, 0), min(to, Float(columns.count) * perPixel))
        guard low < high else { return }
        let slope = (end - start) / (to - from)
        var place = low
        var here = place == from ? start : start + slope * (place - from)
        while place < high {
            let cell = Int(place)
            let next = min(Float(cell + 1), high)
            let there = next == to ? end : start + slope * (next - from)
            result.add(cell, here, there, next - place)
            (place, here) = (next, there)
        }
    }

    /// Slopes in the making: one cell after the other, two of which share their slopes where one would not do.
    private struct Result {
        private(set) var slopes: [EnvelopeSlopes]
        /// A slope's share of a pixel column.
        private let weight: Float
        /// The cell that slices are added to; nil = none yet.
        private var index: Int?
        private var cell = Cell()
        /// The one before it, if the two share their slopes.
        private var neighbour: Cell?

        init(count: Int, parts: Int) {
            slopes = Array(repeating: .empty, count: count)
            weight = 1 / Float(4 * parts)
        }

        /// - Parameter share: of the cell.
        @inline(__always)
        mutating func add(_ index: Int, _ start: SIMD2<Float>, _ end: SIMD2<Float>, _ share: Float) {
            if index != self.index { begin(index, start) }
            cell.add(start, end, share)
        }

        private mutating func begin(_ next: Int, _ start: SIMD2<Float>) {
            if let index, next == index + 1, index % 2 == 0 { neighbour = cell } else { close() }
            (index, cell) = (next, Cell(base: start))
        }

        /// Writes the slopes of the cell, and of the one that shares them.
        mutating func close() {
            guard let index else { return }
            if cell.isScattered || neighbour?.isScattered == true {
                let (low, high, lowShare) = (neighbour?.joined(cell) ?? cell).halves
                let length = cell.filled + (neighbour?.filled ?? 0)
                write(low, length * lowShare, at: index / 2 * 2)
                write(high, length * (1 - lowShare), at: index / 2 * 2 + 1)
            } else {
                write(cell.slope, cell.filled, at: index)
                if let neighbour { write(neighbour.slope, neighbour.filled, at: index - 1) }
            }
            neighbour = nil
        }

        private mutating func write(_ slope: Slope, _ share: Float, at place: Int) {
            let (index, lane) = (place / 4, place % 4)
            let (low, high) = slope.ends
            slopes[index].firstLow[lane] = low.x
            slopes[index].firstHigh[lane] = high.x
            slopes[index].secondLow[lane] = low.y
            slopes[index].secondHigh[lane] = high.y
            slopes[index].weight[lane] = share * weight
        }
    }

    /// How both curves go straight up or down.
    private struct Slope {
        var middle: SIMD2<Float>
        var half: SIMD2<Float>

        /// Never level.
        var ends: (low: SIMD2<Float>, high: SIMD2<Float>) {
            let half = pointwiseMax(half, SIMD2(repeating: AreaSlopes.leastSlope / 2))
            return (middle - half, middle + half)
        }
    }

    /// What is to be known of both curves in a cell: where they are how often.
    private struct Cell {
        /// What both are measured from, so that squares stay exact.
        var base = SIMD2<Float>.zero
        /// In cells.
        private var length: Float = 0
        private var sum = SIMD2<Float>.zero
        private var squares = SIMD2<Float>.zero
        private var low = SIMD2<Float>(repeating: .infinity)
        private var high = SIMD2<Float>(repeating: -.infinity)

        init(base: SIMD2<Float> = .zero) { self.base = base }

        @inline(__always)
        mutating func add(_ start: SIMD2<Float>, _ end: SIMD2<Float>, _ share: Float) {
            let (a, b) = (start - base, end - base)
            length += share
            sum += (a + b) * (share / 2)
            squares += (a * (a + b) + b * b) * (share / 3)
            low = pointwiseMin(low, pointwiseMin(a, b))
            high = pointwiseMax(high, pointwiseMax(a, b))
        }

        /// Of both, measured from this one's base.
        func joined(_ next: Cell) -> Cell {
            let shift = next.base - base
            var both = self
            both.length += next.length
            both.sum += next.sum + shift * next.length
            both.squares += next.squares + shift * (2 * next.sum + shift * next.length)
            both.low = pointwiseMin(low, next.low + shift)
            both.high = pointwiseMax(high, next.high + shift)
            return both
        }

        /// Cells, at most one.
        var filled: Float { min(length, 1) }
        private var mean: SIMD2<Float> { sum / length }
        private var variance: SIMD2<Float> { pointwiseMax(squares / length - mean * mean, .zero) }
        /// Half of what the slope with this variance spans.
        private var half: SIMD2<Float> { (variance * 3).squareRoot() }

        /// One slope, with the mean and the variance of what is there.
        var slope: Slope { Slope(middle: base + mean, half: half) }

        /// Whether one slope would show a curve where it never is. As `CurveSpread` has it, of both at once.
        var isScattered: Bool {
            guard length > 0 else { return false }
            let beyond = half - pointwiseMin(mean - low, high - mean)
            return any(beyond .> pointwiseMax((high - low) * Float(CurveSpread.mostBeyond), SIMD2(repeating: Float(CurveSpread.leastBeyond))))
        }

        /// Two slopes, and the lower one's share.
        var halves: (low: Slope, high: Slope, lowShare: Float) {
            let found = CurveSpread.halves(spread(0), spread(1))
            func slope(_ first: CurveSpread.Slope, _ second: CurveSpread.Slope) -> Slope {
                Slope(middle: base + SIMD2(Float(first.middle), Float(second.middle)), half: SIMD2(Float(first.half), Float(second.half)))
            }
            return (slope(found.first.0, found.second.0), slope(found.first.1, found.second.1), Float(found.lowShare))
        }

        private func spread(_ curve: Int) -> CurveSpread {
            CurveSpread(mean: Double(mean[curve]), variance: Double(variance[curve]), low: Double(low[curve]), high: Double(high[curve]))
        }
    }
}

extension DrawListBuilder {
    /// Draws a dense area by its slopes.
    ///
    /// - Returns: false, and nothing is drawn, where all samples are shown, it is not dense, or turns back.
    mutating func drawDense(_ area: Area, clip: PixelRect, label: String) -> Bool {
        guard let source, source.tier >= .decimated, let dense = AreaSlopes(area, clip: clip) else { return false }
        guard let slopes = dense.slopes(of: area.samples.span) else { return false }
        let first = beginSlopes(parts: dense.detail.parts, count: slopes.count)
        envelopeSlopes += slopes
        drawSlopes(
            of: dense.columns, dense.detail, from: first, isVertical: area.orientation == .vertical, area.paint, clip: clip, label: label)
        return true
    }
}

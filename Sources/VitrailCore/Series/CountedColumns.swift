import CData
import VitrailScene

/// What counters are made of.
struct ColumnCounting: Sendable {
    let box: PixelRect
    let isVertical: Bool
    let width: Double
    let most: Int
    let base: Double?
    let colors: [SIMD4<Float>]

    func counter(of part: PixelRect) -> ColumnCounter {
        ColumnCounter(box: box, part: part, isVertical: isVertical, width: width, most: most, base: base, colors: colors)
    }
}

/// The pass over the samples of columns narrower than a pixel.
///
/// Where the distribution of values is known stretch by stretch, and hundreds lie in a pixel, eight values stand for each stretch, and the least and the
/// greatest of all for themselves. Stretches have an eighth of a pixel's samples at most, and each chooses other values than its neighbours: of what is
/// covered of a row of pixels, a hundredth is seldom missed.
struct CountedColumns: PlacedLoop, Sendable {
    let along: Column
    let across: Column
    /// Of a stack: where each column begins, and where the outermost ends.
    let feet: Column?
    let totals: Column?
    let order: SampleOrder
    let slot: BarSlot
    /// Pixels that columns are larger to all sides.
    let outset: Double
    /// Pixel and value of the baseline.
    let base: Double
    let baseline: Double
    let colors: (above: Int, below: Int)
    /// Of samples that look different.
    let single: [Int: (above: Int, below: Int)]
    let counting: ColumnCounting
    /// Of values that come in the order of their places; nil = each sample is counted by itself.
    let quantiles: QuantileSummary?
    /// Side by side.
    var pictures: [StripPicture] = []

    /// Fewer samples are not worth another thread.
    private static let samplesPerThread = 1 << 14

    /// Whether some pixels may have so many samples that stretches stand for them.
    ///
    /// - Parameter width: of columns, pixels: of wide ones too few lie in a pixel as a whole.
    static func climbs(_ samples: Int, _ pixels: Int, width: Double) -> Bool {
        width <= 0.5 && samples >= shortestClimb * pixels / 8
    }

    /// Of fewer samples a pixel, each is counted by itself.
    fileprivate static var shortestClimb: Int { 512 }

    mutating func run(_ placeAlong: some Placing, _ placeAcross: some Placing) {
        let parts = StripPicture.parts(
            of: counting.box, isVertical: counting.isVertical, count: min(Parallel.threads, counting.most / Self.samplesPerThread))
        let columns = self
        pictures = SharedValues.lend(along, across, feet ?? across, totals ?? across) { along, across, feet, totals in
            func pictures(_ quantiles: GridLevels<vitrail_quantiles>?) -> [StripPicture] {
                let values = ColumnValues(along: along, across: across, feet: columns.feet.map { _ in feet }, totals: totals)
                return Parallel.map(parts.count) { k in
                    let order = parts.count > 1 ? columns.samples(of: parts[k]) { placeAlong.found(along[$0]) } : columns.order
                    let pass = CountingPass(columns: columns, values: values, placing: (placeAlong, placeAcross))
                    // What changes with each sample is nobody else's, so that it stays in registers.
                    var (placeAlong, placeAcross) = (placeAlong, placeAcross)
                    var counter = columns.counting.counter(of: parts[k])
                    if let quantiles, let range = order.range {
                        pass.add(range.samples, isBackwards: range.isBackwards, quantiles, &placeAlong, &placeAcross, &counter)
                    } else {
                        pass.add(order, &placeAlong, &placeAcross, &counter)
                    }
                    return counter.finish()
                }
            }
            return quantiles?.lend(pictures) ?? pictures(nil)
        }
    }

    /// The samples that may be seen in a part of the picture.
    private func samples(of part: PixelRect, place: (Int) -> Double) -> SampleOrder {
        let (first, behind) = counting.isVertical ? (part.y, part.maxY) : (part.x, part.maxX)
        // A pixel more on both sides is more than rounding comes to.
        let (low, high) = (Double(first) - slot.high - outset - 1, Double(behind) - slot.low + outset + 1)
        return order.part(from: { place($0) >= low }, to: { place($0) >= high })
    }
}

/// The columns while they are lent.
private struct ColumnValues: Sendable {
    let along, across: SharedValues
    let feet: SharedValues?
    let totals: SharedValues
}

/// Counts the samples of one part of the picture.
private struct CountingPass<Along: Placing, Across: Placing> {
    let columns: CountedColumns
    let values: ColumnValues
    /// Not moved to any value.
    let placing: (along: Along, across: Across)

    /// What a stretch stands for is at most this share of what its pixel has.
    private static var stretchesPerPixel: Int { 8 }
    /// Of so many samples a pixel, the shortest stretches are not broken where pixels meet.
    private static var shortestShift: Int { 64 * Int(VITRAIL_SPAN_LENGTH) }
    /// Pixels: so far beside its place a column may be counted for that.
    private static var farthestShift: Double { 1 / 128 }

    // MARK: Samples

    /// Loops of their own: a closure would be called for each sample.
    func add(_ order: SampleOrder, _ placeAlong: inout Along, _ placeAcross: inout Across, _ counter: inout ColumnCounter) {
        switch order {
        case .forwards(let range): for i in range { add(i, &placeAlong, &placeAcross, &counter) }
        case .backwards(let range): for i in range.reversed() { add(i, &placeAlong, &placeAcross, &counter) }
        case .sorted(let indices): for i in indices { add(i, &placeAlong, &placeAcross, &counter) }
        }
    }

    @inline(__always)
    func add(_ i: Int, _ placeAlong: inout Along, _ placeAcross: inout Across, _ counter: inout ColumnCounter) {
        let at = values.along[i]
        placeAlong.move(to: at)
        if placeAlong.skips(at) { return }
        let place = placeAlong.place(at)
        let value = values.across[i]
        placeAcross.move(to: value)
        if placeAcross.skips(value) { return }
        var shape = Shape(tip: placeAcross.place(value), base: columns.base, isBelow: value < columns.baseline)
        if let feet = values.feet {
            // Only the ends of a stack lie between pixels.
            let foot = feet[i]
            shape.isBelow = value < foot
            if foot != columns.baseline { shape.base = placeAcross.found(foot).rounded() }
            if values.totals[i] != value { shape.tip.round() }
        }
        // None of them can be infinite in the other direction only.
        guard (place + shape.tip + shape.base).isFinite, shape.tip != shape.base else { return }
        widen(&shape)
        let colors = columns.single.isEmpty ? columns.colors : columns.single[i] ?? columns.colors
        counter.add(
            from: place + columns.slot.low - columns.outset, to: place + columns.slot.high + columns.outset, base: shape.base, tip: shape.tip,
            color: shape.isBelow ? colors.below : colors.above)
    }

    /// Where a column ends and begins across, in pixels.
    private struct Shape {
        var tip, base: Double
        /// Of the baseline, or of the foot in a stack.
        var isBelow: Bool
    }

    /// By the outline.
    @inline(__always)
    private func widen(_ shape: inout Shape) {
        guard columns.outset > 0 else { return }
        let sign: Double = shape.tip < shape.base ? 1 : -1
        shape.tip -= sign * columns.outset
        shape.base += sign * columns.outset
    }

    // MARK: Stretches

    /// Pixel by pixel: of columns that lie in one as a whole, stretches are counted where there are many.
    func add(
        _ range: Range<Int>, isBackwards: Bool, _ quantiles: GridLevels<vitrail_quantiles>, _ placeAlong: inout Along, _ placeAcross: inout Across, _ counter: inout ColumnCounter
    ) {
        let (along, scale) = (values.along, placing.along)
        let (low, high) = (columns.slot.low - columns.outset, columns.slot.high + columns.outset)
        // In the order of places.
        func sample(_ k: Int) -> Int { isBackwards ? range.upperBound - 1 - k : range.lowerBound + k }
        func place(_ k: Int) -> Double { scale.found(along[sample(k)]) }
        func samples(_ first: Int, _ end: Int) -> Range<Int> { isBackwards ? sample(end - 1)..<sample(first) + 1 : sample(first)..<sample(end - 1) + 1 }
        var (k, count) = (0, 1)
        while k < range.count {
            let pixel = (place(k) + low).rounded(.down)
            let end = (k..<range.count).partition(near: k + count) { !(place($0) + high <= pixel + 1) }
            guard end - k >= CountedColumns.shortestClimb, pixel.magnitude < Double(Int32.max) else {
                // None lies in it as a whole: those that begin in it.
                let next = end > k ? end : (k + 1..<range.count).partition(near: k + 1) { !(place($0) + low < pixel + 1) }
                for k in k..<next { add(sample(k), &placeAlong, &placeAcross, &counter) }
                k = next
                continue
            }
            count = end - k
            var stretch = samples(k, end)
            // On to where the next stretch begins, if no column gets far from its place.
            let next = isBackwards ? quantiles.grain(at: stretch.lowerBound) : quantiles.nextGrain(behind: stretch.upperBound - 1)
            let wider = isBackwards ? next..<stretch.upperBound : stretch.lowerBound..<next
            if count >= Self.shortestShift, wider.lowerBound >= range.lowerBound, wider.upperBound <= range.upperBound,
                quantiles.entry(0, at: isBackwards ? next : next - GridLevels<vitrail_quantiles>.grain) != nil,
                place(k + wider.count - 1) + high <= pixel + 1 + Self.farthestShift,
                scale.isWhole(from: along[wider.lowerBound], to: along[wider.upperBound - 1])
            {
                stretch = wider
            }
            add(stretch, inPixel: Int(pixel), quantiles, &placeAlong, &placeAcross, &counter)
            k += stretch.count
        }
    }

    /// Samples that lie in one pixel.
    private func add(
        _ range: Range<Int>, inPixel pixel: Int, _ quantiles: GridLevels<vitrail_quantiles>, _ placeAlong: inout Along, _ placeAcross: inout Across, _ counter: inout ColumnCounter
    ) {
        let (along, scale) = (values.along, placing.along)
        func isWhole(_ range: Range<Int>) -> Bool { scale.isWhole(from: along[range.lowerBound], to: along[range.upperBound - 1]) }
        let isWholeHere = isWhole(range)
        // What has no place on the axis must not stand for others.
        func isShown(_ entry: vitrail_quantiles) -> Bool {
            entry.count == 0 || placing.across.isWhole(from: entry.low, to: entry.high)
                && (placing.across.found(entry.low) + placing.across.found(entry.high)).isFinite
        }
        let longest = range.count / Self.stretchesPerPixel
        var extremes = vitrail_span.empty
        var i = range.lowerBound
        while i < range.upperBound {
            let known = quantiles.longest(at: i, before: range.upperBound) { level, entry in
                let length = quantiles.length(level)
                return length <= longest && (isWholeHere || isWhole(i..<i + length)) && isShown(entry)
            }
            if let known {
                add(known.entry, &extremes, inPixel: pixel, &placeAcross, &counter)
                i += quantiles.length(known.level)
            } else {
                let next = min(range.upperBound, quantiles.nextGrain(behind: i))
                for i in i..<next { add(i, &placeAlong, &placeAcross, &counter) }
                i = next
            }
        }
    }

    /// - Parameter extremes: of the pixel so far. Those of a stretch have the weight of the one sample that they are, if they go further.
    private func add(
        _ entry: vitrail_quantiles, _ extremes: inout vitrail_span, inPixel pixel: Int, _ placeAcross: inout Across, _ counter: inout ColumnCounter
    ) {
        let (unit, count) = (Int(counter.unit), Int(entry.count))
        var (first, last) = (0, 0)
        if entry.low < extremes.low {
            extremes.low = entry.low
            first = unit
            add(entry.low, unit, inPixel: pixel, &placeAcross, &counter)
        }
        if entry.high > extremes.high {
            extremes.high = entry.high
            last = unit
            add(entry.high, unit, inPixel: pixel, &placeAcross, &counter)
        }
        let parts = Int(VITRAIL_QUANTILES)
        entry.forEachValue { k, value in
            let amount = unit * count * (k + 1) / parts - unit * count * k / parts
            add(value, amount - (k == 0 ? first : 0) - (k == parts - 1 ? last : 0), inPixel: pixel, &placeAcross, &counter)
        }
    }

    @inline(__always)
    private func add(_ value: Double, _ amount: Int, inPixel pixel: Int, _ placeAcross: inout Across, _ counter: inout ColumnCounter) {
        placeAcross.move(to: value)
        if placeAcross.skips(value) { return }
        var shape = Shape(tip: placeAcross.place(value), base: columns.base, isBelow: value < columns.baseline)
        guard (shape.tip + shape.base).isFinite, shape.tip != shape.base else { return }
        widen(&shape)
        counter.add(
            Int32(amount), inPixel: pixel, base: shape.base, tip: shape.tip,
            color: shape.isBelow ? columns.colors.below : columns.colors.above)
    }
}

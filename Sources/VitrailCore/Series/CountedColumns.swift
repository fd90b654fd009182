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
/// covered of a row of pixels, a hundredth is seldom missed. In a stack, what lies below columns is counted the same way and taken away.
struct CountedColumns: PlacedLoop, Sendable {
    let along: Column
    let across: Column
    /// Of a stack: where each column begins, and where the outermost ends.
    let feet: Column?
    let totals: Column?
    let order: SampleOrder
    let slot: BarSlot
    /// Pixel and value of the baseline.
    let base: Double
    let baseline: Double
    let colors: (above: Int, below: Int)
    /// Of samples that look different.
    let single: [Int: (above: Int, below: Int)]
    let counting: ColumnCounting
    /// Of values that come in the order of their places; nil = each sample is counted by itself.
    let quantiles: ColumnQuantiles?
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
            func pictures(_ quantiles: ColumnQuantiles.Levels?) -> [StripPicture] {
                let values = ColumnValues(
                    along: along, across: across, feet: columns.feet.map { _ in feet }, totals: totals, base: columns.base, baseline: columns.baseline)
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
        let (low, high) = (Double(first) - slot.high - 1, Double(behind) - slot.low + 1)
        return order.part(from: { place($0) >= low }, to: { place($0) >= high })
    }
}

/// How the ends of columns are distributed.
struct ColumnQuantiles: Sendable {
    /// Of where they end.
    let tips: QuantileSummary
    /// Of where they begin; nil = all do at the baseline.
    let feet: QuantileSummary?
    /// Whether tips lie on whole pixels: in a stack, all but the outermost do.
    let areInner: Bool

    /// The same, lent to threads.
    struct Levels: Sendable {
        let tips: GridLevels<vitrail_quantiles>
        let feet: GridLevels<vitrail_quantiles>?
        let areInner: Bool
    }

    func lend<Result>(_ body: (Levels) -> Result) -> Result {
        tips.lend { tips in
            func lend(_ feet: GridLevels<vitrail_quantiles>?) -> Result { body(Levels(tips: tips, feet: feet, areInner: areInner)) }
            return feet?.lend(lend) ?? lend(nil)
        }
    }
}

/// Counts the samples of one part of the picture.
private struct CountingPass<Along: Placing, Across: Placing> {
    let columns: CountedColumns
    let values: ColumnValues
    /// Not moved to any value.
    let placing: (along: Along, across: Across)

    /// What a stretch stands for is at most this share of what its pixel has.
    private static var stretchesPerPixel: Int { 8 }
    /// Of so many samples a pixel, the shortest stretches are not broken where pixels meet, if they are not too long for that.
    private static var shortestShift: Int { 64 * Int(VITRAIL_SPAN_LENGTH) }
    /// Pixels: so far beside its place a column may be counted for that.
    private static var farthestShift: Double { 1 / 128 }

    // MARK: Samples

    /// Loops of their own: a closure would be called for each sample.
    func add(_ order: SampleOrder, _ placeAlong: inout Along, _ placeAcross: inout Across, _ counter: inout ColumnCounter) {
        switch order {
        case .forwards(let range): add(range, isBackwards: false, &placeAlong, &placeAcross, &counter)
        case .backwards(let range): add(range, isBackwards: true, &placeAlong, &placeAcross, &counter)
        case .sorted(let indices): for i in indices { add(i, values, &placeAlong, &placeAcross, &counter) }
        }
    }

    private func add(_ range: Range<Int>, isBackwards: Bool, _ placeAlong: inout Along, _ placeAcross: inout Across, _ counter: inout ColumnCounter) {
        values.forEachBlock(of: range, isBackwards: isBackwards) { block, values in
            if isBackwards {
                for i in block.reversed() { add(i, values, &placeAlong, &placeAcross, &counter) }
            } else {
                for i in block { add(i, values, &placeAlong, &placeAcross, &counter) }
            }
        }
    }

    @inline(__always)
    private func add(_ i: Int, _ values: ColumnValues, _ placeAlong: inout Along, _ placeAcross: inout Across, _ counter: inout ColumnCounter) {
        guard let shape = values.shape(i, &placeAlong, &placeAcross) else { return }
        let colors = columns.single.isEmpty ? columns.colors : columns.single[i] ?? columns.colors
        counter.add(
            from: shape.place + columns.slot.low, to: shape.place + columns.slot.high, base: shape.base, tip: shape.tip,
            color: shape.isBelow ? colors.below : colors.above)
    }

    // MARK: Stretches

    /// Pixel by pixel: of columns that lie in one as a whole, stretches are counted where there are many.
    func add(
        _ range: Range<Int>, isBackwards: Bool, _ quantiles: ColumnQuantiles.Levels, _ placeAlong: inout Along, _ placeAcross: inout Across, _ counter: inout ColumnCounter
    ) {
        let (along, scale) = (values.along, placing.along)
        let (low, high) = (columns.slot.low, columns.slot.high)
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
                let parts = shownParts(of: samples(k, next))
                for part in isBackwards ? parts.reversed() : parts { add(part, isBackwards: isBackwards, &placeAlong, &placeAcross, &counter) }
                k = next
                continue
            }
            count = end - k
            var stretch = samples(k, end)
            // On to where the next stretch begins, if no column gets far from its place.
            let next = isBackwards ? quantiles.tips.grain(at: stretch.lowerBound) : quantiles.tips.nextGrain(behind: stretch.upperBound - 1)
            let wider = isBackwards ? next..<stretch.upperBound : stretch.lowerBound..<next
            if count >= Self.shortestShift, wider.lowerBound >= range.lowerBound, wider.upperBound <= range.upperBound,
                quantiles.tips.entry(0, at: isBackwards ? next : next - quantiles.tips.grain) != nil,
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
        _ range: Range<Int>, inPixel pixel: Int, _ quantiles: ColumnQuantiles.Levels, _ placeAlong: inout Along, _ placeAcross: inout Across, _ counter: inout ColumnCounter
    ) {
        let across = placing.across
        // Of columns that all come from the edge of a logarithmic axis, the lowest hides nothing. What is 0 or less has no place there.
        let (hasZero, isUnbounded) = (across.found(0).isFinite, columns.feet == nil && !across.found(columns.baseline).isFinite)
        func isGone(_ entry: vitrail_quantiles) -> Bool {
            guard entry.count > 0, hasZero || entry.high > 0 else { return true }
            return across.exclusion(around: entry.low).map { across.exclusion(around: entry.high) == $0 } ?? false
        }
        // An extreme that has no place hides which of the others is outermost; between them, what has none is as rare as the values that stand for it.
        func isShown(_ value: Double) -> Bool { across.exclusion(around: value) == nil && across.found(value).isFinite }
        func isShown(_ entry: vitrail_quantiles) -> Bool { isShown(entry.high) && (isUnbounded || isShown(entry.low)) }
        // In a stack a column is left out with its tip, not with its foot, and feet are others than those of the tips beside them.
        func isWhole(_ tips: vitrail_quantiles, on feet: vitrail_quantiles) -> Bool {
            isShown(tips) && across.isWhole(from: tips.low, to: tips.high) && (across.found(feet.low) + across.found(feet.high)).isFinite
        }
        // Each foot belongs to a tip.
        func holds(_ feet: vitrail_quantiles?, _ tips: vitrail_quantiles) -> Bool {
            feet.map { $0.count == tips.count && isWhole(tips, on: $0) && isFilled(from: $0, to: tips) } ?? false
        }
        let parts = shownParts(of: range)
        let longest = parts.reduce(0) { $0 + $1.count } / Self.stretchesPerPixel
        var tips = StretchEnd(unit: Int(counter.unit), areWhole: quantiles.areInner)
        var feet = StretchEnd(unit: -Int(counter.unit), areWhole: true)
        for part in parts {
            var i = part.lowerBound
            while i < part.upperBound {
                let known = quantiles.tips.longest(at: i, before: part.upperBound) { level, entry in
                    isGone(entry) || quantiles.tips.length(level) <= longest && (quantiles.feet.map { holds($0.entry(level, at: i), entry) } ?? isShown(entry))
                }
                if let known, isGone(known.entry) {
                    i += quantiles.tips.length(known.level)
                } else if let known {
                    let below = quantiles.feet?.entry(known.level, at: i)
                    // A tip and its foot are one column: both stand for themselves, or none does.
                    let (isLowest, isHighest) = (
                        tips.isLowest(known.entry) || below.map(feet.isLowest) ?? false, tips.isHighest(known.entry) || below.map(feet.isHighest) ?? false
                    )
                    add(known.entry, &tips, isLowest, isHighest, inPixel: pixel, &placeAcross, &counter)
                    if let below { add(below, &feet, isLowest, isHighest, inPixel: pixel, &placeAcross, &counter) }
                    i += quantiles.tips.length(known.level)
                } else {
                    let next = min(part.upperBound, quantiles.tips.nextGrain(behind: i))
                    add(i..<next, isBackwards: false, &placeAlong, &placeAcross, &counter)
                    i = next
                }
            }
        }
    }

    /// Those of some samples that the axis along does not leave out.
    private func shownParts(of range: Range<Int>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var rest = range
        while let part = placing.along.nextPart(of: rest, values.along) {
            parts.append(part)
            rest = part.upperBound..<range.upperBound
        }
        return parts
    }

    /// Whether columns as long as those between the values that stand for ends leave no rows clear that others may lie in.
    private func isFilled(from feet: vitrail_quantiles, to tips: vitrail_quantiles) -> Bool {
        var reached = Double.infinity
        var isFilled = true
        tips.forEachValue { k, tip in
            let foot = feet.value(k)
            let least = min(tip, foot)
            if least > reached, abs(placing.across.found(least) - placing.across.found(reached)) > 1 { isFilled = false }
            reached = max(tip, foot)
        }
        return isFilled
    }

    /// One end of the columns that stretches stand for.
    private struct StretchEnd {
        /// Counted for one of them; less than 0 for feet: below them there is nothing.
        let unit: Int
        /// Whether they lie on whole pixels, but for those at the baseline.
        let areWhole: Bool
        /// Of the pixel so far.
        var extremes = vitrail_span.empty

        var isFoot: Bool { unit < 0 }

        func isLowest(_ entry: vitrail_quantiles) -> Bool { entry.low < extremes.low }
        func isHighest(_ entry: vitrail_quantiles) -> Bool { entry.high > extremes.high }
    }

    /// - Parameters:
    ///   - showsLow: whether the least value stands for itself, with the weight of the one sample that it is.
    ///   - showsHigh: whether the greatest does.
    private func add(
        _ entry: vitrail_quantiles, _ end: inout StretchEnd, _ showsLow: Bool, _ showsHigh: Bool, inPixel pixel: Int, _ placeAcross: inout Across,
        _ counter: inout ColumnCounter
    ) {
        let (unit, count) = (end.unit, Int(entry.count))
        let (first, last) = (showsLow ? unit : 0, showsHigh ? unit : 0)
        if showsLow { add(entry.low, unit, end, inPixel: pixel, &placeAcross, &counter) }
        if showsHigh { add(entry.high, unit, end, inPixel: pixel, &placeAcross, &counter) }
        end.extremes = end.extremes.joined(vitrail_span(low: entry.low, high: entry.high))
        let parts = Int(VITRAIL_QUANTILES)
        entry.forEachValue { k, value in
            let amount = unit * count * (k + 1) / parts - unit * count * k / parts
            add(value, amount - (k == 0 ? first : 0) - (k == parts - 1 ? last : 0), end, inPixel: pixel, &placeAcross, &counter)
        }
    }

    @inline(__always)
    private func add(_ value: Double, _ amount: Int, _ end: StretchEnd, inPixel pixel: Int, _ placeAcross: inout Across, _ counter: inout ColumnCounter) {
        // Of a stack that stands on the baseline, a foot there ends nothing.
        if columns.feet != nil, value == columns.baseline { return }
        placeAcross.move(to: value)
        if !end.isFoot, placeAcross.skips(value) { return }
        var tip = placeAcross.place(value)
        if end.areWhole { tip.round() }
        guard (tip + columns.base).isFinite, tip != columns.base else { return }
        counter.add(
            Int32(amount), inPixel: pixel, base: columns.base, tip: tip, color: value < columns.baseline ? columns.colors.below : columns.colors.above)
    }
}

import CColumns
package import VitrailColumns
package import VitrailScales
package import VitrailScene
import VitrailSystem

/// The parameters of the `BarCoverageAccumulator`s of a picture's parts.
package struct ColumnCounting: Sendable {
    let box: PixelRect
    let isVertical: Bool
    let width: Double
    let maximum: Int
    let base: Double?
    let colors: [SIMD4<Float>]

    package init(box: PixelRect, isVertical: Bool, width: Double, maximum: Int, base: Double?, colors: [SIMD4<Float>]) {
        self.box = box
        self.isVertical = isVertical
        self.width = width
        self.maximum = maximum
        self.base = base
        self.colors = colors
    }

    func counter(of part: PixelRect) -> BarCoverageAccumulator {
        BarCoverageAccumulator(
            box: box, part: part, isVertical: isVertical, width: width, maximum: maximum, base: base, colors: colors)
    }
}

/// Rasterises columns narrower than a pixel.
///
/// If a quantile summary of the values exists and hundreds of samples share a pixel, each block of samples is
/// approximated by its eight quantiles plus the exact minimum and maximum. A block holds at most 1/8 of a pixel's
/// samples, and each block picks other values than its neighbours. The coverage of a row of pixels is rarely off by
/// more than 1/100. In a stack, the part below the columns is counted in the same way and subtracted.
package struct BarRasterizer: ScaledLoop, Sendable {
    let along: Column
    let across: Column
    /// In a stack: the base of each column, and the end of the outermost layer.
    let bases: Column?
    let totals: Column?
    let order: SampleOrder
    let slot: BarSlot
    /// Pixel and value of the baseline.
    let base: Double
    let baseline: Double
    let colors: (above: Int, below: Int)
    /// Colour indexes of samples with styles of their own.
    let single: [Int: (above: Int, below: Int)]
    let counting: ColumnCounting
    /// Quantiles of values that are in order along the axis; `nil`: each sample is counted separately.
    let quantiles: ColumnQuantiles?
    /// The results, side by side.
    package var pictures: [SparseTileImage] = []

    package init(
        along: Column,
        across: Column,
        bases: Column?,
        totals: Column?,
        order: SampleOrder,
        slot: BarSlot,
        base: Double,
        baseline: Double,
        colors: (above: Int, below: Int),
        single: [Int: (above: Int, below: Int)],
        counting: ColumnCounting,
        quantiles: ColumnQuantiles?,
        pictures: [SparseTileImage] = []
    ) {
        self.along = along
        self.across = across
        self.bases = bases
        self.totals = totals
        self.order = order
        self.slot = slot
        self.base = base
        self.baseline = baseline
        self.colors = colors
        self.single = single
        self.counting = counting
        self.quantiles = quantiles
        self.pictures = pictures
    }

    /// Below this number of samples, another thread costs more than it saves.
    private static let samplesPerThread = 1 << 14

    /// Whether some pixels may have enough samples for blocks.
    ///
    /// - Parameter width: width of the columns in pixels. Too few wide columns lie completely inside of one pixel.
    package static func climbs(_ samples: Int, _ pixels: Int, width: Double) -> Bool {
        width <= 0.5 && samples >= minClimb * pixels / 8
    }

    /// Below this number of samples per pixel, each sample is counted separately.
    fileprivate static var minClimb: Int { 512 }

    /// Rasterises the samples into `pictures`.
    package mutating func rasterize(along: AxisScale, across: AxisScale) { run(along: along, across: across) }

    package mutating func run(_ positionAlong: some ScaleTransform, _ positionAcross: some ScaleTransform) {
        let parts = SparseTileImage.parts(
            of: counting.box, isVertical: counting.isVertical,
            count: min(Parallel.threads, counting.maximum / Self.samplesPerThread))
        let columns = self
        pictures = ColumnView.withView(along, across, bases ?? across, totals ?? across) {
            along, across, bases, totals in
            func pictures(_ quantiles: ColumnQuantiles.Levels?) -> [SparseTileImage] {
                let values = ColumnValues(
                    along: along, across: across, bases: columns.bases.map { _ in bases }, totals: totals,
                    base: columns.base, baseline: columns.baseline,
                    areFloating: columns.bases != nil && columns.totals == nil)
                return Parallel.map(parts.count) { k in
                    let order =
                        parts.count > 1
                        ? columns.samples(of: parts[k]) { positionAlong.position(ofAny: along[$0]) } : columns.order
                    let pass = CountingPass(columns: columns, values: values, placing: (positionAlong, positionAcross))
                    // Copies that only this thread changes, so that they stay in registers.
                    var (positionAlong, positionAcross) = (positionAlong, positionAcross)
                    var counter = columns.counting.counter(of: parts[k])
                    if let quantiles, let range = order.range {
                        pass.add(
                            range.samples, isBackwards: range.isBackwards, quantiles, &positionAlong, &positionAcross,
                            &counter)
                    } else {
                        pass.add(order, &positionAlong, &positionAcross, &counter)
                    }
                    return counter.finish()
                }
            }
            return quantiles?.withLevels(pictures) ?? pictures(nil)
        }
    }

    /// The samples that may be visible in a part of the picture.
    private func samples(of part: PixelRect, position: (Int) -> Double) -> SampleOrder {
        let (first, behind) = counting.isVertical ? (part.y, part.maxY) : (part.x, part.maxX)
        // One more pixel on both sides exceeds the rounding error.
        let (low, high) = (Double(first) - slot.high - 1, Double(behind) - slot.low + 1)
        return order.part(from: { position($0) >= low }, to: { position($0) >= high })
    }
}

/// The distribution of the columns' ends.
package struct ColumnQuantiles: Sendable {
    /// Where the columns end.
    let tips: QuantileSummary
    /// Where the columns start; `nil`: all start at the baseline.
    let bases: QuantileSummary?
    /// Whether the tips lie on whole pixels, as all but the outermost in a stack do.
    let areInner: Bool

    package init(tips: QuantileSummary, bases: QuantileSummary?, areInner: Bool) {
        self.tips = tips
        self.bases = bases
        self.areInner = areInner
    }

    /// Views of the summaries for use on several threads.
    struct Levels: Sendable {
        let tips: GridLevels<vitrail_quantiles>
        let bases: GridLevels<vitrail_quantiles>?
        let areInner: Bool
    }

    func withLevels<Result>(_ body: (Levels) -> Result) -> Result {
        tips.withLevels { tips in
            func withLevels(_ bases: GridLevels<vitrail_quantiles>?) -> Result {
                body(Levels(tips: tips, bases: bases, areInner: areInner))
            }
            return bases?.withLevels(withLevels) ?? withLevels(nil)
        }
    }
}

/// Counts the samples of one part of the picture.
private struct CountingPass<Along: ScaleTransform, Across: ScaleTransform> {
    let columns: BarRasterizer
    let values: ColumnValues
    /// Initial state, before the first `seek(to:)`.
    let placing: (along: Along, across: Across)

    /// A block holds at most 1/8 of its pixel's samples.
    private static var stretchesPerPixel: Int { 8 }
    /// With this many samples in a pixel, the shortest blocks may extend beyond the pixel, by up to `maxShift`.
    private static var minShift: Int { 64 * Int(VITRAIL_SPAN_LENGTH) }
    /// Pixels: how far from its position a column may be counted because of that.
    private static var maxShift: Double { 1 / 128 }

    // MARK: Samples

    /// Separate loops, because a closure would be called for each sample.
    func add(
        _ order: SampleOrder, _ positionAlong: inout Along, _ positionAcross: inout Across,
        _ counter: inout BarCoverageAccumulator
    ) {
        switch order {
        case .forwards(let range): add(range, isBackwards: false, &positionAlong, &positionAcross, &counter)
        case .backwards(let range): add(range, isBackwards: true, &positionAlong, &positionAcross, &counter)
        case .sorted(let indices):
            var pace = WorkPace()
            for i in indices where !pace.isOver() { add(i, values, &positionAlong, &positionAcross, &counter) }
        }
    }

    private func add(
        _ range: Range<Int>, isBackwards: Bool, _ positionAlong: inout Along, _ positionAcross: inout Across,
        _ counter: inout BarCoverageAccumulator
    ) {
        var pace = WorkPace()
        values.forEachBlock(of: range, isBackwards: isBackwards) { block, values in
            if isBackwards {
                for i in block.reversed() where !pace.isOver() {
                    add(i, values, &positionAlong, &positionAcross, &counter)
                }
            } else {
                for i in block where !pace.isOver() { add(i, values, &positionAlong, &positionAcross, &counter) }
            }
        }
    }

    @inline(__always)
    private func add(
        _ i: Int, _ values: ColumnValues, _ positionAlong: inout Along, _ positionAcross: inout Across,
        _ counter: inout BarCoverageAccumulator
    ) {
        guard let shape = values.shape(i, &positionAlong, &positionAcross) else { return }
        let colors = columns.single.isEmpty ? columns.colors : columns.single[i] ?? columns.colors
        counter.add(
            from: shape.position + columns.slot.low, to: shape.position + columns.slot.high, base: shape.base,
            tip: shape.tip,
            color: shape.isBelow ? colors.below : colors.above)
    }

    // MARK: Stretches

    /// Works pixel by pixel. Many columns inside of one pixel are counted as blocks, others one by one.
    func add(
        _ range: Range<Int>, isBackwards: Bool, _ quantiles: ColumnQuantiles.Levels, _ positionAlong: inout Along,
        _ positionAcross: inout Across, _ counter: inout BarCoverageAccumulator
    ) {
        let (along, scale) = (values.along, placing.along)
        let (low, high) = (columns.slot.low, columns.slot.high)
        // In the order of positions.
        func sample(_ k: Int) -> Int { isBackwards ? range.upperBound - 1 - k : range.lowerBound + k }
        func position(of k: Int) -> Double { scale.position(ofAny: along[sample(k)]) }
        func samples(_ first: Int, _ end: Int) -> Range<Int> {
            isBackwards ? sample(end - 1)..<sample(first) + 1 : sample(first)..<sample(end - 1) + 1
        }
        var (k, count) = (0, 1)
        var pace = WorkPace(every: 1 << 6)
        while k < range.count, !pace.isOver() {
            let pixel = (position(of: k) + low).rounded(.down)
            let end = (k..<range.count).partition(near: k + count) { !(position(of: $0) + high <= pixel + 1) }
            guard end - k >= BarRasterizer.minClimb, pixel.magnitude < Double(Int32.max) else {
                // If no column lies completely inside of the pixel, take the columns that begin in it.
                let next =
                    end > k
                    ? end : (k + 1..<range.count).partition(near: k + 1) { !(position(of: $0) + low < pixel + 1) }
                let parts = shownParts(of: samples(k, next))
                for part in isBackwards ? parts.reversed() : parts {
                    add(part, isBackwards: isBackwards, &positionAlong, &positionAcross, &counter)
                }
                k = next
                continue
            }
            count = end - k
            var stretch = samples(k, end)
            // Extends to the start of the next block, if no column moves far from its position.
            let next =
                isBackwards
                ? quantiles.tips.grain(at: stretch.lowerBound)
                : quantiles.tips.nextGrain(behind: stretch.upperBound - 1)
            let wider = isBackwards ? next..<stretch.upperBound : stretch.lowerBound..<next
            if count >= Self.minShift, wider.lowerBound >= range.lowerBound, wider.upperBound <= range.upperBound,
                quantiles.tips.entry(0, at: isBackwards ? next : next - quantiles.tips.grain) != nil,
                position(of: k + wider.count - 1) + high <= pixel + 1 + Self.maxShift,
                scale.isWhole(from: along[wider.lowerBound], to: along[wider.upperBound - 1])
            {
                stretch = wider
            }
            add(stretch, inPixel: Int(pixel), quantiles, &positionAlong, &positionAcross, &counter)
            k += stretch.count
        }
    }

    /// Counts samples that lie in one pixel.
    private func add(
        _ range: Range<Int>, inPixel pixel: Int, _ quantiles: ColumnQuantiles.Levels, _ positionAlong: inout Along,
        _ positionAcross: inout Across, _ counter: inout BarCoverageAccumulator
    ) {
        let across = placing.across
        // For columns that all start at the edge of a logarithmic axis, the minimum does not matter. Values ≤ 0 have no
        // position there.
        let (hasZero, isUnbounded) = (
            across.position(ofAny: 0).isFinite,
            columns.bases == nil && !across.position(ofAny: columns.baseline).isFinite
        )
        func isGone(_ entry: vitrail_quantiles) -> Bool {
            guard entry.count > 0, hasZero || entry.high > 0 else { return true }
            return across.exclusion(around: entry.low).map { across.exclusion(around: entry.high) == $0 } ?? false
        }
        // If an extreme has no position, the outermost of the other values is unknown. Between the extremes, values
        // without a position are as rare as among the quantiles.
        func isShown(_ value: Double) -> Bool {
            across.exclusion(around: value) == nil && across.position(ofAny: value).isFinite
        }
        func isShown(_ entry: vitrail_quantiles) -> Bool { isShown(entry.high) && (isUnbounded || isShown(entry.low)) }
        // In a stack, a column is excluded by its tip, not by its base. The quantiles of tips and bases do not belong
        // to the same columns.
        func isWhole(_ tips: vitrail_quantiles, on bases: vitrail_quantiles) -> Bool {
            isShown(tips) && across.isWhole(from: tips.low, to: tips.high)
                && (across.position(ofAny: bases.low) + across.position(ofAny: bases.high)).isFinite
        }
        // Each base belongs to one tip.
        func holds(_ bases: vitrail_quantiles?, _ tips: vitrail_quantiles) -> Bool {
            bases.map { $0.count == tips.count && isWhole(tips, on: $0) && isFilled(from: $0, to: tips) } ?? false
        }
        let parts = shownParts(of: range)
        let longest = parts.reduce(0) { $0 + $1.count } / Self.stretchesPerPixel
        var tips = StretchEnd(unit: Int(counter.unit), areWhole: quantiles.areInner)
        var bases = StretchEnd(unit: -Int(counter.unit), areWhole: true)
        for part in parts {
            var i = part.lowerBound
            while i < part.upperBound {
                let known = quantiles.tips.longest(at: i, before: part.upperBound) { level, entry in
                    isGone(entry)
                        || quantiles.tips.length(level) <= longest
                            && (quantiles.bases.map { holds($0.entry(level, at: i), entry) } ?? isShown(entry))
                }
                if let known, isGone(known.entry) {
                    i += quantiles.tips.length(known.level)
                } else if let known {
                    let below = quantiles.bases?.entry(known.level, at: i)
                    // A tip and its base are one column: both are counted exactly, or neither is.
                    let (isLowest, isHighest) = (
                        tips.isLowest(known.entry) || below.map(bases.isLowest) ?? false,
                        tips.isHighest(known.entry) || below.map(bases.isHighest) ?? false
                    )
                    add(known.entry, &tips, isLowest, isHighest, inPixel: pixel, &positionAcross, &counter)
                    if let below { add(below, &bases, isLowest, isHighest, inPixel: pixel, &positionAcross, &counter) }
                    i += quantiles.tips.length(known.level)
                } else {
                    let next = min(part.upperBound, quantiles.tips.nextGrain(behind: i))
                    add(i..<next, isBackwards: false, &positionAlong, &positionAcross, &counter)
                    i = next
                }
            }
        }
    }

    /// The parts of a range of samples that the axis along does not exclude.
    private func shownParts(of range: Range<Int>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var rest = range
        while let part = placing.along.nextPart(of: rest, values.along) {
            parts.append(part)
            rest = part.upperBound..<range.upperBound
        }
        return parts
    }

    /// Whether columns between corresponding quantiles of bases and tips leave no rows clear that other columns may
    /// cover.
    private func isFilled(from bases: vitrail_quantiles, to tips: vitrail_quantiles) -> Bool {
        var reached = Double.infinity
        var isFilled = true
        tips.forEachValue { k, tip in
            let baseValue = bases.value(k)
            let minimum = min(tip, baseValue)
            if minimum > reached,
                abs(placing.across.position(ofAny: minimum) - placing.across.position(ofAny: reached)) > 1
            {
                isFilled = false
            }
            reached = max(tip, baseValue)
        }
        return isFilled
    }

    /// One end, tips or bases, of the columns that blocks represent.
    private struct StretchEnd {
        /// Weight of one column; negative for bases, because the part below them is subtracted.
        let unit: Int
        /// Whether the ends lie on whole pixels, except at the baseline.
        let areWhole: Bool
        /// Min and max in the present pixel so far.
        var extremes = vitrail_span.empty

        var isBase: Bool { unit < 0 }

        func isLowest(_ entry: vitrail_quantiles) -> Bool { entry.low < extremes.low }
        func isHighest(_ entry: vitrail_quantiles) -> Bool { entry.high > extremes.high }
    }

    /// - Parameters:
    ///   - showsLow: whether the minimum is counted exactly, with the weight of one sample.
    ///   - showsHigh: the same for the maximum.
    private func add(
        _ entry: vitrail_quantiles, _ end: inout StretchEnd, _ showsLow: Bool, _ showsHigh: Bool, inPixel pixel: Int,
        _ positionAcross: inout Across,
        _ counter: inout BarCoverageAccumulator
    ) {
        let (unit, count) = (end.unit, Int(entry.count))
        let (first, last) = (showsLow ? unit : 0, showsHigh ? unit : 0)
        if showsLow { add(entry.low, unit, end, inPixel: pixel, &positionAcross, &counter) }
        if showsHigh { add(entry.high, unit, end, inPixel: pixel, &positionAcross, &counter) }
        end.extremes = end.extremes.joined(vitrail_span(low: entry.low, high: entry.high))
        let parts = Int(VITRAIL_QUANTILES)
        entry.forEachValue { k, value in
            let amount = unit * count * (k + 1) / parts - unit * count * k / parts
            add(
                value, amount - (k == 0 ? first : 0) - (k == parts - 1 ? last : 0), end, inPixel: pixel,
                &positionAcross, &counter)
        }
    }

    @inline(__always)
    private func add(
        _ value: Double, _ amount: Int, _ end: StretchEnd, inPixel pixel: Int, _ positionAcross: inout Across,
        _ counter: inout BarCoverageAccumulator
    ) {
        // In a stack that stands on the baseline, a base at the baseline subtracts nothing.
        if columns.bases != nil, value == columns.baseline { return }
        positionAcross.seek(to: value)
        if !end.isBase, positionAcross.isExcluded(value) { return }
        var tip = positionAcross.position(of: value)
        if end.areWhole { tip.round() }
        guard (tip + columns.base).isFinite, tip != columns.base else { return }
        counter.add(
            Int32(amount), inPixel: pixel, base: columns.base, tip: tip,
            color: value < columns.baseline ? columns.colors.below : columns.colors.above)
    }
}

import CData
import VitrailScene

/// Rasterises columns with outlines that are narrower than a pixel: pixel by pixel, from the last sample to the first.
struct OutlinedColumns: PlacedLoop, Sendable {
    /// The painted area and the paints.
    struct Painting: Sendable {
        let box: PixelRect
        let isVertical: Bool
        /// Width in pixels.
        let outline: Double
        let above, below: OutlinePainter.Paint
    }

    let along: Column
    let across: Column
    /// In a stack: the base of each column, and the end of the outermost layer.
    let feet: Column?
    let totals: Column?
    /// In a stack, where all other ends are rounded: whether the columns are the outer end, all or none of them; `nil`:
    /// some, or unknown.
    let isOutermost: Bool?
    let order: SampleOrder
    let slot: BarSlot
    /// Pixel and value of the baseline.
    let base: Double
    let baseline: Double
    let painting: Painting
    /// Extents of `across` and of the bases; `feet` is `nil` if the bases lie on the baseline.
    let extents: (tips: ColumnExtent, feet: ColumnExtent?)?
    /// The results, side by side.
    var pictures: [StripPicture] = []

    /// Below this number of samples, another thread costs more than it saves.
    private static let samplesPerThread = 1 << 12

    mutating func run(_ placeAlong: some Placing, _ placeAcross: some Placing) {
        let columns = self
        let parts = StripPicture.parts(
            of: painting.box, isVertical: painting.isVertical, count: min(Parallel.threads, max(1, along.count / Self.samplesPerThread)))
        pictures = SharedValues.lend(along, across, feet ?? across, totals ?? across) { along, across, feet, totals in
            let values = ColumnValues(
                along: along, across: across, feet: columns.feet.map { _ in feet }, totals: totals, base: columns.base, baseline: columns.baseline)
            let ownFeet = columns.extents.flatMap(\.feet)
            let ends = ownFeet == nil ? (across, across, across, across) : (across, feet, across, feet)
            func pictures(_ pyramids: Four<ExtremePyramid>?) -> [StripPicture] {
                Parallel.map(parts.count) { k in
                    let pass = OutlinePass(
                        columns: columns, values: values, ends: ends, looksAtFeet: ownFeet != nil, pyramids: pyramids, placing: (placeAlong, placeAcross))
                    return pass.paint(parts[k])
                }
            }
            // Unordered samples do not form blocks.
            guard columns.order.range != nil, let tips = columns.extents?.tips else { return pictures(nil) }
            return ColumnExtent.withPyramids((tips, ownFeet ?? tips, tips, ownFeet ?? tips), count: along.count, pictures)
        }
    }
}

/// Paints one part of the picture.
private struct OutlinePass<Along: Placing, Across: Placing> {
    let columns: OutlinedColumns
    let values: ColumnValues
    /// Tips and bases, twice. If the bases lie on the baseline, tips only; the baseline is then checked separately.
    let ends: Four<SharedValues>
    let looksAtFeet: Bool
    /// Min/max trees over `ends`; `nil`: samples are examined one by one.
    let pyramids: Four<ExtremePyramid>?
    /// Initial state, before the first `move(to:)`.
    let placing: (along: Along, across: Across)

    /// Below this number of samples, reading them is faster than a search in the tree.
    private static var shortestClimb: Int { 256 }

    func paint(_ part: PixelRect) -> StripPicture {
        let painting = columns.painting
        let (first, end) = painting.isVertical ? (part.y, part.maxY) : (part.x, part.maxX)
        var painter = OutlinePainter(box: part, isVertical: painting.isVertical, outline: painting.outline)
        var (placeAlong, placeAcross) = placing
        switch columns.order {
        case .forwards(let samples):
            forEachPixel(first..<end, samples.count, { placing.along.found(values.along[samples.lowerBound + $0]) }) { pixel, range in
                painter.move(to: pixel)
                paint(samples.lowerBound + range.lowerBound..<samples.lowerBound + range.upperBound, &painter, &placeAlong, &placeAcross)
            }
        case .backwards(let samples):
            forEachPixel(first..<end, samples.count, { placing.along.found(values.along[samples.upperBound - 1 - $0]) }) { pixel, range in
                painter.move(to: pixel)
                paint(samples.upperBound - range.upperBound..<samples.upperBound - range.lowerBound, &painter, &placeAlong, &placeAcross)
            }
        case .sorted(let indices):
            forEachPixel(first..<end, indices.count, { placing.along.found(values.along[indices[$0]]) }) { pixel, range in
                painter.move(to: pixel)
                for i in indices[range].sorted(by: >) { paint(i, &painter, &placeAlong, &placeAcross) }
            }
        }
        return painter.finish()
    }

    /// Calls `body` for each pixel that samples may reach, with their indexes in the order of positions.
    ///
    /// - Parameter place: position of a sample, by its index in the order of positions.
    private func forEachPixel(_ pixels: Range<Int>, _ count: Int, _ place: (Int) -> Double, _ body: (Int, Range<Int>) -> Void) {
        let half = columns.painting.outline / 2
        let (low, high) = (columns.slot.low - half, columns.slot.high + half)
        var (first, behind) = (0, 0)
        for pixel in pixels where !WorkLimit.isReached {
            first = (first..<count).partition(near: first) { place($0) + high > Double(pixel) }
            behind = (max(first, behind)..<count).partition(near: behind) { place($0) + low >= Double(pixel + 1) }
            if first < behind { body(pixel, first..<behind) }
        }
    }

    /// Paints the samples of one pixel, from the last. Only samples with an end outside of the hidden rows are
    /// examined.
    private func paint(_ samples: Range<Int>, _ painter: inout OutlinePainter, _ placeAlong: inout Along, _ placeAcross: inout Across) {
        var end = samples.upperBound
        var limits: Four<vitrail_span>?
        var hiddenRows = painter.hiddenRows
        var pace = WorkPace(every: 1 << 8)
        while !pace.isOver(), let i = last(in: samples.lowerBound..<end, outside: limits) {
            if let gone = placeAlong.firstLeftOut(samples.lowerBound...i, values.along) {
                end = gone
                continue
            }
            end = i
            paint(i, &painter, &placeAlong, &placeAcross)
            if painter.hiddenRows != hiddenRows {
                hiddenRows = painter.hiddenRows
                limits = self.limits(painter.hidden)
            }
        }
    }

    @inline(__always)
    private func paint(_ i: Int, _ painter: inout OutlinePainter, _ placeAlong: inout Along, _ placeAcross: inout Across) {
        guard let shape = values.shape(i, &placeAlong, &placeAcross) else { return }
        painter.paint(
            from: shape.place + columns.slot.low, to: shape.place + columns.slot.high, base: shape.base, tip: shape.tip,
            shape.isBelow ? columns.painting.below : columns.painting.above)
    }

    /// Limits for values: a column with both ends within them is invisible between two positions across. `nil` if there
    /// are none, or none are known.
    private func limits(_ hidden: (low: Double, high: Double)?) -> Four<vitrail_span>? {
        guard let hidden else { return nil }
        let half = columns.painting.outline / 2
        let (low, high) = (hidden.low + half, hidden.high - half)
        let hasBase = values.base >= low && values.base <= high
        guard values.feet != nil else {
            guard hasBase, let tips = placing.across.values(from: low, to: high) else { return nil }
            return (tips, tips, tips, tips)
        }
        // The positions whose rounded values lie between the limits.
        let (roundedLow, roundedHigh) = (low.rounded(.up) - 0.5, high.rounded(.down) + 0.5)
        func limits(hasRounded: Bool, hasOthers: Bool) -> vitrail_span? {
            let from = hasRounded ? (hasOthers ? max(low, roundedLow) : roundedLow) : low
            return placing.across.values(from: from, to: hasRounded ? (hasOthers ? min(high, roundedHigh) : roundedHigh) : high)
        }
        guard let tips = limits(hasRounded: columns.isOutermost != true, hasOthers: columns.isOutermost != false) else { return nil }
        // Bases on the baseline are not rounded.
        guard looksAtFeet else { return hasBase ? (tips, tips, tips, tips) : nil }
        guard let feet = limits(hasRounded: true, hasOthers: !hasBase) else { return nil }
        return (tips, feet, tips, feet)
    }

    /// The last sample in a range with an end outside of its limits.
    private func last(in samples: Range<Int>, outside limits: Four<vitrail_span>?) -> Int? {
        guard let limits else { return samples.last }
        guard let pyramids, samples.count >= Self.shortestClimb else { return SharedValues.lastIndex(outside: limits, in: samples, ends) }
        return ExtremePyramid.lastIndex(outside: limits, in: samples, pyramids, ends)
    }
}

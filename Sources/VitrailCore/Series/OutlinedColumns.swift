import CData
import VitrailScene

/// The pass over the samples of columns narrower than a pixel that have outlines: pixel by pixel, from the last sample to the first.
struct OutlinedColumns: PlacedLoop, Sendable {
    /// What is painted with, and where.
    struct Painting: Sendable {
        let box: PixelRect
        let isVertical: Bool
        /// Pixels.
        let outline: Double
        let above, below: OutlinePainter.Paint
    }

    let along: Column
    let across: Column
    /// Of a stack: where each column begins, and where the outermost ends.
    let feet: Column?
    let totals: Column?
    /// Of a stack, whose other ends are rounded: whether it ends where these columns do, all or none of them; nil = some, or it is not known.
    let isOutermost: Bool?
    let order: SampleOrder
    let slot: BarSlot
    /// Pixel and value of the baseline.
    let base: Double
    let baseline: Double
    let painting: Painting
    /// Of `across`, and of feet; nil for feet that lie on the baseline.
    let extents: (tips: ColumnExtent, feet: ColumnExtent?)?
    /// Side by side.
    var pictures: [StripPicture] = []

    /// Fewer samples are not worth another thread.
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
            // Samples that come in no order are in no stretches.
            guard columns.order.range != nil, let tips = columns.extents?.tips else { return pictures(nil) }
            return ColumnExtent.withPyramids((tips, ownFeet ?? tips, tips, ownFeet ?? tips), count: along.count, pictures)
        }
    }
}

/// Paints one part of the picture.
private struct OutlinePass<Along: Placing, Across: Placing> {
    let columns: OutlinedColumns
    let values: ColumnValues
    /// Tips and feet, twice; tips alone where feet lie on the baseline, which is looked at by itself.
    let ends: Four<SharedValues>
    let looksAtFeet: Bool
    /// Over them; nil = samples are looked at one after the other.
    let pyramids: Four<ExtremePyramid>?
    /// Not moved to any value.
    let placing: (along: Along, across: Across)

    /// So few samples are read quicker than looked up.
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

    /// Calls the body for each pixel with the samples, by their places, that may reach it, if there are any.
    ///
    /// - Parameter place: of a sample, by the order of places.
    private func forEachPixel(_ pixels: Range<Int>, _ count: Int, _ place: (Int) -> Double, _ body: (Int, Range<Int>) -> Void) {
        let half = columns.painting.outline / 2
        let (low, high) = (columns.slot.low - half, columns.slot.high + half)
        var (first, behind) = (0, 0)
        for pixel in pixels {
            first = (first..<count).partition(near: first) { place($0) + high > Double(pixel) }
            behind = (max(first, behind)..<count).partition(near: behind) { place($0) + low >= Double(pixel + 1) }
            if first < behind { body(pixel, first..<behind) }
        }
    }

    /// Those of one pixel, from the last: only those are looked at that do not lie where nothing is seen.
    private func paint(_ samples: Range<Int>, _ painter: inout OutlinePainter, _ placeAlong: inout Along, _ placeAcross: inout Across) {
        var end = samples.upperBound
        var limits: Four<vitrail_span>?
        var hiddenRows = painter.hiddenRows
        while let i = last(in: samples.lowerBound..<end, outside: limits) {
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

    /// Limits such that a column whose ends lie within is not seen between two places across; nil where there are none, or none is known.
    private func limits(_ hidden: (low: Double, high: Double)?) -> Four<vitrail_span>? {
        guard let hidden else { return nil }
        let half = columns.painting.outline / 2
        let (low, high) = (hidden.low + half, hidden.high - half)
        let hasBase = values.base >= low && values.base <= high
        guard values.feet != nil else {
            guard hasBase, let tips = placing.across.values(from: low, to: high) else { return nil }
            return (tips, tips, tips, tips)
        }
        // What is rounded lies between them if it does after that.
        let (roundedLow, roundedHigh) = (low.rounded(.up) - 0.5, high.rounded(.down) + 0.5)
        func limits(hasRounded: Bool, hasOthers: Bool) -> vitrail_span? {
            let from = hasRounded ? (hasOthers ? max(low, roundedLow) : roundedLow) : low
            return placing.across.values(from: from, to: hasRounded ? (hasOthers ? min(high, roundedHigh) : roundedHigh) : high)
        }
        guard let tips = limits(hasRounded: columns.isOutermost != true, hasOthers: columns.isOutermost != false) else { return nil }
        // Feet on the baseline are not rounded.
        guard looksAtFeet else { return hasBase ? (tips, tips, tips, tips) : nil }
        guard let feet = limits(hasRounded: true, hasOthers: !hasBase) else { return nil }
        return (tips, feet, tips, feet)
    }

    /// The last sample of some that has an end outside of limits.
    private func last(in samples: Range<Int>, outside limits: Four<vitrail_span>?) -> Int? {
        guard let limits else { return samples.last }
        guard let pyramids, samples.count >= Self.shortestClimb else { return SharedValues.lastIndex(outside: limits, in: samples, ends) }
        return ExtremePyramid.lastIndex(outside: limits, in: samples, pyramids, ends)
    }
}

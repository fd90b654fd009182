import CColumns
package import VitrailColumns
package import VitrailScales
package import VitrailScene
import VitrailSystem

/// Rasterises columns with outlines that are narrower than a pixel: pixel by pixel, from the last sample to the first.
package struct OutlinedColumns: ScaledLoop, Sendable {
    /// The painted area and the paints.
    package struct Painting: Sendable {
        let box: PixelRect
        let isVertical: Bool
        /// Width in pixels.
        let outline: Double
        let above, below: OutlinePainter.Paint

        package init(
            box: PixelRect,
            isVertical: Bool,
            outline: Double,
            above: OutlinePainter.Paint,
            below: OutlinePainter.Paint
        ) {
            self.box = box
            self.isVertical = isVertical
            self.outline = outline
            self.above = above
            self.below = below
        }
    }

    let along: Column
    let across: Column
    /// In a stack: the base of each column, and the end of the outermost layer.
    let bases: Column?
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
    /// Extents of `across` and of the bases; `bases` is `nil` if the bases lie on the baseline.
    let extents: (tips: ColumnExtent, bases: ColumnExtent?)?
    /// The results, side by side.
    package var pictures: [SparseTileImage] = []

    package init(
        along: Column,
        across: Column,
        bases: Column?,
        totals: Column?,
        isOutermost: Bool?,
        order: SampleOrder,
        slot: BarSlot,
        base: Double,
        baseline: Double,
        painting: Painting,
        extents: (tips: ColumnExtent, bases: ColumnExtent?)?,
        pictures: [SparseTileImage] = []
    ) {
        self.along = along
        self.across = across
        self.bases = bases
        self.totals = totals
        self.isOutermost = isOutermost
        self.order = order
        self.slot = slot
        self.base = base
        self.baseline = baseline
        self.painting = painting
        self.extents = extents
        self.pictures = pictures
    }

    /// Below this number of samples, another thread costs more than it saves.
    private static let samplesPerThread = 1 << 12

    /// Rasterises the samples into `pictures`.
    package mutating func rasterize(along: AxisScale, across: AxisScale) { run(along: along, across: across) }

    package mutating func run(_ positionAlong: some ScaleTransform, _ positionAcross: some ScaleTransform) {
        let columns = self
        let parts = SparseTileImage.parts(
            of: painting.box, isVertical: painting.isVertical,
            count: min(Parallel.threads, max(1, along.count / Self.samplesPerThread)))
        pictures = ColumnView.withView(along, across, bases ?? across, totals ?? across) {
            along, across, bases, totals in
            let values = ColumnValues(
                along: along, across: across, bases: columns.bases.map { _ in bases }, totals: totals,
                base: columns.base, baseline: columns.baseline)
            let ownBases = columns.extents.flatMap(\.bases)
            let ends = ownBases == nil ? (across, across, across, across) : (across, bases, across, bases)
            func pictures(_ pyramids: Four<MinMaxTree>?) -> [SparseTileImage] {
                Parallel.map(parts.count) { k in
                    let pass = OutlinePass(
                        columns: columns, values: values, ends: ends, looksAtFeet: ownBases != nil, pyramids: pyramids,
                        placing: (positionAlong, positionAcross))
                    return pass.paint(parts[k])
                }
            }
            // Unordered samples do not form blocks.
            guard columns.order.range != nil, let tips = columns.extents?.tips else { return pictures(nil) }
            return ColumnExtent.withPyramids(
                (tips, ownBases ?? tips, tips, ownBases ?? tips), count: along.count, pictures)
        }
    }
}

/// Paints one part of the picture.
private struct OutlinePass<Along: ScaleTransform, Across: ScaleTransform> {
    let columns: OutlinedColumns
    let values: ColumnValues
    /// Tips and bases, twice. If the bases lie on the baseline, tips only; the baseline is then checked separately.
    let ends: Four<ColumnView>
    let looksAtFeet: Bool
    /// Min/max trees over `ends`; `nil`: samples are examined one by one.
    let pyramids: Four<MinMaxTree>?
    /// Initial state, before the first `seek(to:)`.
    let placing: (along: Along, across: Across)

    /// Below this number of samples, reading them is faster than a search in the tree.
    private static var minClimb: Int { 256 }

    func paint(_ part: PixelRect) -> SparseTileImage {
        let painting = columns.painting
        let (first, end) = painting.isVertical ? (part.y, part.maxY) : (part.x, part.maxX)
        var painter = OutlinePainter(box: part, isVertical: painting.isVertical, outline: painting.outline)
        var (positionAlong, positionAcross) = placing
        switch columns.order {
        case .forwards(let samples):
            forEachPixel(
                first..<end, samples.count, { placing.along.position(ofAny: values.along[samples.lowerBound + $0]) }
            ) { pixel, range in
                painter.seek(to: pixel)
                paint(
                    samples.lowerBound + range.lowerBound..<samples.lowerBound + range.upperBound, &painter,
                    &positionAlong, &positionAcross)
            }
        case .backwards(let samples):
            forEachPixel(
                first..<end, samples.count, { placing.along.position(ofAny: values.along[samples.upperBound - 1 - $0]) }
            ) { pixel, range in
                painter.seek(to: pixel)
                paint(
                    samples.upperBound - range.upperBound..<samples.upperBound - range.lowerBound, &painter,
                    &positionAlong, &positionAcross)
            }
        case .sorted(let indices):
            forEachPixel(first..<end, indices.count, { placing.along.position(ofAny: values.along[indices[$0]]) }) {
                pixel, range in
                painter.seek(to: pixel)
                for i in indices[range].sorted(by: >) { paint(i, &painter, &positionAlong, &positionAcross) }
            }
        }
        return painter.finish()
    }

    /// Calls `body` for each pixel that samples may reach, with their indexes in the order of positions.
    ///
    /// - Parameter position: position of a sample, by its index in the order of positions.
    private func forEachPixel(
        _ pixels: Range<Int>, _ count: Int, _ position: (Int) -> Double, _ body: (Int, Range<Int>) -> Void
    ) {
        let half = columns.painting.outline / 2
        let (low, high) = (columns.slot.low - half, columns.slot.high + half)
        var (first, behind) = (0, 0)
        for pixel in pixels where !WorkLimit.isReached {
            first = (first..<count).partition(near: first) { position($0) + high > Double(pixel) }
            behind = (max(first, behind)..<count).partition(near: behind) { position($0) + low >= Double(pixel + 1) }
            if first < behind { body(pixel, first..<behind) }
        }
    }

    /// Paints the samples of one pixel, from the last. Only samples with an end outside of the hidden rows are
    /// examined.
    private func paint(
        _ samples: Range<Int>, _ painter: inout OutlinePainter, _ positionAlong: inout Along,
        _ positionAcross: inout Across
    ) {
        var end = samples.upperBound
        var limits: Four<vitrail_span>?
        var hiddenRows = painter.hiddenRows
        var pace = WorkPace(every: 1 << 8)
        while !pace.isOver(), let i = last(in: samples.lowerBound..<end, outside: limits) {
            if let gone = positionAlong.firstLeftOut(samples.lowerBound...i, values.along) {
                end = gone
                continue
            }
            end = i
            paint(i, &painter, &positionAlong, &positionAcross)
            if painter.hiddenRows != hiddenRows {
                hiddenRows = painter.hiddenRows
                limits = self.limits(painter.hidden)
            }
        }
    }

    @inline(__always)
    private func paint(
        _ i: Int, _ painter: inout OutlinePainter, _ positionAlong: inout Along, _ positionAcross: inout Across
    ) {
        guard let shape = values.shape(i, &positionAlong, &positionAcross) else { return }
        painter.paint(
            from: shape.position + columns.slot.low, to: shape.position + columns.slot.high, base: shape.base,
            tip: shape.tip,
            shape.isBelow ? columns.painting.below : columns.painting.above)
    }

    /// Limits for values: a column with both ends within them is invisible between two positions across. `nil` if there
    /// are none, or none are known.
    private func limits(_ hidden: (low: Double, high: Double)?) -> Four<vitrail_span>? {
        guard let hidden else { return nil }
        let half = columns.painting.outline / 2
        let (low, high) = (hidden.low + half, hidden.high - half)
        let hasBase = values.base >= low && values.base <= high
        guard values.bases != nil else {
            guard hasBase, let tips = placing.across.values(from: low, to: high) else { return nil }
            return (tips, tips, tips, tips)
        }
        // The positions whose rounded values lie between the limits.
        let (roundedLow, roundedHigh) = (low.rounded(.up) - 0.5, high.rounded(.down) + 0.5)
        func limits(hasRounded: Bool, hasOthers: Bool) -> vitrail_span? {
            let from = hasRounded ? (hasOthers ? max(low, roundedLow) : roundedLow) : low
            return placing.across.values(
                from: from, to: hasRounded ? (hasOthers ? min(high, roundedHigh) : roundedHigh) : high)
        }
        guard let tips = limits(hasRounded: columns.isOutermost != true, hasOthers: columns.isOutermost != false) else {
            return nil
        }
        // Bases on the baseline are not rounded.
        guard looksAtFeet else { return hasBase ? (tips, tips, tips, tips) : nil }
        guard let bases = limits(hasRounded: true, hasOthers: !hasBase) else { return nil }
        return (tips, bases, tips, bases)
    }

    /// The last sample in a range with an end outside of its limits.
    private func last(in samples: Range<Int>, outside limits: Four<vitrail_span>?) -> Int? {
        guard let limits else { return samples.last }
        guard let pyramids, samples.count >= Self.minClimb else {
            return ColumnView.lastIndex(outside: limits, in: samples, ends)
        }
        return MinMaxTree.lastIndex(outside: limits, in: samples, pyramids, ends)
    }
}

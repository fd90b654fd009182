import CColumns
package import VitrailColumns
package import VitrailScales
package import VitrailScene
import VitrailSystem

package typealias PaintsPrice = (OhlcShape, inout PricePainter) -> Void

/// The positions of samples, and their visibility. Safe to use on any thread.
package struct PricePainting: Sendable {
    let widths: OhlcWidths
    /// How far samples reach beyond the pixels of their values, in pixels across. Edges are rounded, halves up.
    let outset: Float
    /// The sample with index 0 in `OhlcShape.sample`.
    let first: Int

    /// - Parameter hasOwn: whether samples have styles of their own, whose lines may be somewhat thicker.
    package init(widths: OhlcWidths, thickness: Float, hasOwn: Bool, first: Int) {
        (self.widths, self.first) = (widths, first)
        outset = hasOwn ? thickness + 1 : (max(1, thickness.rounded()) - 1) / 2
    }

    @inline(__always)
    func position(of value: Double, _ placing: inout some ScaleTransform) -> Float {
        placing.seek(to: value)
        return placing.isExcluded(value) ? .nan : Float(position: placing.position(of: value), of: value)
    }

    /// The pixel along the axis where a sample begins.
    @inline(__always)
    func pixel(at position: Float) -> Float { widths.pixel(at: Double(position)) }

    /// Paints a sample in the painter's present pixel.
    @inline(__always)
    fileprivate func add(
        _ i: Int, _ pixel: Float, _ values: PriceValues, _ positionAlong: inout some ScaleTransform,
        _ positionAcross: inout some ScaleTransform,
        _ painter: inout PricePainter, _ paint: PaintsPrice
    ) {
        let at = position(of: values.along[i], &positionAlong)
        let open = position(of: values.open[i], &positionAcross)
        let high = position(of: values.high[i], &positionAcross)
        let low = position(of: values.low[i], &positionAcross)
        let close = position(of: values.close[i], &positionAcross)
        guard at.isFinite, open.isFinite, high.isFinite, low.isFinite, close.isFinite else { return }
        // Sticks end on pixel boundaries: without the − 0.5, `highest` would be in the row after the last one.
        let lowest = min(min(open, close) - outset, min(high, low).nearestPixel)
        let highest = max(max(open, close) + outset, max(high, low).nearestPixel - 0.5)
        guard painter.shows(lowest, highest) else { return }
        let edges = widths.edges(ofPixel: pixel)
        let shape = OhlcShape(
            sides: edges.sides, stick: edges.stick, sample: i - first, open: open, high: high, low: low, close: close,
            isRising: values.close[i] >= values.open[i])
        paint(shape, &painter)
        painter.findHidden(around: (lowest + highest) / 2)
    }

    /// Paints samples in ascending pixel order, from last to first. In each pixel, only samples that reach beyond the
    /// hidden rows are examined.
    fileprivate func paintAscending(
        _ samples: Range<Int>, _ values: PriceValues, _ positionAlong: some ScaleTransform,
        _ positionAcross: some ScaleTransform, _ painter: inout PricePainter,
        _ paint: PaintsPrice
    ) {
        let scale = positionAlong
        var (positionAlong, positionAcross) = (positionAlong, positionAcross)
        func pixel(_ i: Int) -> Float { self.pixel(at: Float(scale.position(ofAny: values.along[i]))) }
        var (end, count) = (samples.upperBound, 1)
        var pace = WorkPace(every: 1 << 8)
        while end > samples.lowerBound, !pace.isOver() {
            let last = pixel(end - 1)
            let start =
                last.isFinite ? (samples.lowerBound..<end).partition(near: end - count) { pixel($0) == last } : end - 1
            count = end - start
            defer { end = start }
            guard painter.seek(to: last) else { continue }
            var (i, hidden) = (end, PriceLimits.none)
            while !pace.isOver(), let next = values.last(outside: hidden, in: start..<i) {
                if let gone = scale.firstLeftOut(start...next, values.along) {
                    i = gone
                    continue
                }
                i = next
                add(i, last, values, &positionAlong, &positionAcross, &painter, paint)
                if let rows = painter.hidden, let limits = limits(within: rows, positionAcross) { hidden = limits }
            }
        }
    }

    /// Price limits: a sample with all prices within them does not reach beyond two positions across. `nil` if there
    /// are none, or none are known.
    @inline(__always)
    fileprivate func limits(within positions: (low: Float, high: Float), _ placing: some ScaleTransform) -> PriceLimits?
    {
        let (low, high) = (Double(positions.low), Double(positions.high))
        // The ends of sticks are rounded.
        guard let box = placing.values(from: low + Double(outset), to: high - Double(outset)),
            let stick = placing.values(from: low - 0.5, to: high + 0.5)
        else { return nil }
        return PriceLimits(box: box, stick: stick)
    }
}

/// Price ranges.
private struct PriceLimits {
    /// Range of open and close.
    var box: vitrail_span
    /// Range of high and low.
    var stick: vitrail_span

    /// Limits that contain no price.
    static let none = PriceLimits(box: .empty, stick: .empty)
}

/// Views of the price columns.
private struct PriceValues: Sendable {
    let along, open, high, low, close: ColumnView
    /// Min/max trees of open, close, high and low; `nil`: samples are examined one by one.
    let pyramids: Four<MinMaxTree>?

    /// Below this number of samples, reading them is faster than a search in the tree.
    private static var minClimb: Int { 256 }

    /// The last sample in a range with a price outside of its limits.
    @inline(__always)
    func last(outside limits: PriceLimits, in samples: Range<Int>) -> Int? {
        let columns = (open, close, high, low)
        let limits = (limits.box, limits.box, limits.stick, limits.stick)
        guard let pyramids, samples.count >= Self.minClimb, limits.0.low <= limits.0.high else {
            return ColumnView.lastIndex(outside: limits, in: samples, columns)
        }
        return MinMaxTree.lastIndex(outside: limits, in: samples, pyramids, columns)
    }
}

/// The pass over the samples, from last to first.
package struct OHLCRasterizer: ScaledLoop {
    let along, open, high, low, close: Column
    let extents: Four<ColumnExtent>?
    let range: ClosedRange<Int>
    let isAscending: Bool
    /// Whether larger values have smaller positions along the axis.
    let isReversed: Bool
    let box: PixelRect
    let isVertical: Bool
    let painting: PricePainting
    let paint: @Sendable (OhlcShape, inout PricePainter) -> Void
    let each: PaintsPrice?
    package var pictures: [SparseTileImage] = []

    package init(
        along: Column,
        open: Column,
        high: Column,
        low: Column,
        close: Column,
        extents: Four<ColumnExtent>?,
        range: ClosedRange<Int>,
        isAscending: Bool,
        isReversed: Bool,
        box: PixelRect,
        isVertical: Bool,
        painting: PricePainting,
        paint: @escaping @Sendable (OhlcShape, inout PricePainter) -> Void,
        each: PaintsPrice?,
        pictures: [SparseTileImage] = []
    ) {
        self.along = along
        self.open = open
        self.high = high
        self.low = low
        self.close = close
        self.extents = extents
        self.range = range
        self.isAscending = isAscending
        self.isReversed = isReversed
        self.box = box
        self.isVertical = isVertical
        self.painting = painting
        self.paint = paint
        self.each = each
        self.pictures = pictures
    }

    /// Below this number of samples, another thread costs more than it saves.
    private static var samplesPerThread: Int { 1 << 13 }

    /// Rasterises the samples into `pictures`.
    package mutating func rasterize(along: AxisScale, across: AxisScale) { run(along: along, across: across) }

    package mutating func run(_ positionAlong: some ScaleTransform, _ positionAcross: some ScaleTransform) {
        along.withView { along in
            ColumnView.withView(open, high, low, close) { open, high, low, close in
                func paint(_ pyramids: Four<MinMaxTree>?) {
                    let values = PriceValues(
                        along: along, open: open, high: high, low: low, close: close, pyramids: pyramids)
                    if let each {
                        paintInOrder(values, positionAlong, positionAcross, each)
                    } else if isAscending {
                        paintSideBySide(values, positionAlong, positionAcross)
                    } else {
                        paintInOrder(values, positionAlong, positionAcross, self.paint)
                    }
                }
                if let extents { ColumnExtent.withPyramids(extents, count: along.count, paint) } else { paint(nil) }
            }
        }
    }

    private mutating func paintInOrder(
        _ values: PriceValues, _ positionAlong: some ScaleTransform, _ positionAcross: some ScaleTransform,
        _ paint: PaintsPrice
    ) {
        var painter = PricePainter(box: box, isVertical: isVertical)
        if isAscending {
            painting.paintAscending(
                range.lowerBound..<range.upperBound + 1, values, positionAlong, positionAcross, &painter, paint)
        } else {
            paintSorted(values, positionAlong, positionAcross, &painter, paint)
        }
        pictures = [painter.finish()]
    }

    /// Paints pixel by pixel, in each pixel from the last sample to the first.
    private func paintSorted(
        _ values: PriceValues, _ positionAlong: some ScaleTransform, _ positionAcross: some ScaleTransform,
        _ painter: inout PricePainter, _ paint: PaintsPrice
    ) {
        var (positionAlong, positionAcross) = (positionAlong, positionAcross)
        var found: [(pixel: Float, index: Int)] = []
        var pace = WorkPace()
        for i in range where !pace.isOver() {
            let at = painting.position(of: values.along[i], &positionAlong)
            if at.isFinite { found.append((painting.pixel(at: at), i)) }
        }
        found.sort { $0.pixel == $1.pixel ? $0.index > $1.index : $0.pixel < $1.pixel }
        pace = WorkPace(every: 1 << 8)
        for (pixel, i) in found where !pace.isOver() && painter.seek(to: pixel) {
            painting.add(i, pixel, values, &positionAlong, &positionAcross, &painter, paint)
        }
    }

    /// Each thread paints one part of the picture and the samples in it.
    private mutating func paintSideBySide(
        _ values: PriceValues, _ positionAlong: some ScaleTransform, _ positionAcross: some ScaleTransform
    ) {
        let (painting, paint, isVertical) = (painting, paint, isVertical)
        let boxes = SparseTileImage.parts(
            of: box, isVertical: isVertical, count: min(Parallel.threads, range.count / Self.samplesPerThread))
        func pixel(_ i: Int) -> Float { painting.pixel(at: Float(positionAlong.position(ofAny: values.along[i]))) }
        // The samples where two parts meet, in the order of the parts.
        let (first, end) = (range.lowerBound, range.upperBound + 1)
        var bounds = [isReversed ? end : first]
        for box in boxes.dropFirst() {
            let edge = Float(isVertical ? box.y : box.x)
            let left = isReversed ? first..<bounds[bounds.count - 1] : bounds[bounds.count - 1]..<end
            bounds.append(left.partition { isReversed ? pixel($0) < edge : pixel($0) >= edge })
        }
        bounds.append(isReversed ? first : end)
        let samples = zip(bounds, bounds.dropFirst()).map { min($0, $1)..<max($0, $1) }
        pictures = Parallel.map(boxes.count) { k in
            var painter = PricePainter(box: boxes[k], isVertical: isVertical)
            painting.paintAscending(samples[k], values, positionAlong, positionAcross, &painter, paint)
            return painter.finish()
        }
    }
}

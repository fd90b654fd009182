import VitrailColumns
import VitrailRaster

extension OhlcPassData {
    /// Rasterises samples that are one pixel wide and outnumber the pixels along the axis. The result is the same as
    /// painting each sample.
    ///
    /// - Parameters:
    ///   - thickness: maximum thickness, in pixels across, of a line centred on a value; both edges lie on pixel
    ///     boundaries.
    ///   - each: paints a sample if samples have styles of their own; called on the present thread.
    ///   - paint: paints a sample that may be visible, front to back; its sides are one pixel apart. Called on several
    ///     threads.
    /// - Returns: the picture as parts side by side; `nil` if samples are wider than a pixel, or few.
    func counted(
        _ widths: OhlcWidths, thickness: Double, each: PaintsPrice?,
        _ paint: @escaping @Sendable (OhlcShape, inout PricePainter) -> Void
    ) -> [SparseTileImage]? {
        let isVertical = context.orientation == .vertical
        guard let range = xPointRange else { return nil }
        var facts = facts
        (facts.samples, facts.itemWidth) = (range.count, widths.arePixels ? 1 : max(widths.stick, 2))
        facts.pixels = Double(isVertical ? context.plot.height : context.plot.width)
        guard choose(.prices, facts) == .coverage else { return nil }
        let box = box(of: Self.values, from: nil, outset: thickness)
        guard !box.isEmpty else { return [] }
        var prices = OHLCRasterizer(
            along: independentValues, open: openValues, high: highValues, low: lowValues, close: closeValues,
            extents: extents, range: range,
            isAscending: context.samples.alongExtent.isAscending, isReversed: context.along.end < context.along.start,
            box: box, isVertical: isVertical,
            painting: PricePainting(
                widths: widths, thickness: Float(thickness), hasOwn: each != nil, first: range.lowerBound),
            paint: paint, each: each)
        prices.rasterize(along: context.along, across: context.across)
        return prices.pictures
    }

    /// Extents of open, close, high and low; `nil` if one is missing.
    private var extents: Four<ColumnExtent>? {
        let samples = context.samples
        let values: [SeriesValue] = [.keyed(.open), .keyed(.close), .keyed(.high), .keyed(.low)]
        let found = values.compactMap { value in samples.values.firstIndex(of: value).map { samples.acrossExtent[$0] } }
        return found.count == 4 ? (found[0], found[1], found[2], found[3]) : nil
    }
}

extension OhlcPassData {
    /// The samples to draw, in order. Samples with a value that has no position are omitted.
    func shapes(_ widths: OhlcWidths) -> [OhlcShape] {
        guard let range = xPointRange else { return [] }
        let along = independentCoordinates
        let (opens, highs, lows, closes) = (openCoordinates, highCoordinates, lowCoordinates, closeCoordinates)
        return openValues.withView { open in
            closeValues.withView { close in
                along.indices.compactMap { k in
                    guard along[k].isFinite, opens[k].isFinite, highs[k].isFinite, lows[k].isFinite, closes[k].isFinite
                    else { return nil }
                    let edges = widths.edges(at: Double(along[k]))
                    let row = range.lowerBound + k
                    return OhlcShape(
                        sides: edges.sides, stick: edges.stick, sample: k, open: opens[k], high: highs[k], low: lows[k],
                        close: closes[k],
                        isRising: close[row] >= open[row])
                }
            }
        }
    }
}

import VitrailScene

extension OhlcPassData {
    /// Paints samples that are one pixel wide and more than there are pixels along the axis: what painting each of them comes to.
    ///
    /// - Parameters:
    ///   - outset: pixels across that what is painted reaches beyond the values.
    ///   - paint: a sample that may be seen, those in front first; its sides are one pixel apart.
    /// - Returns: nil where samples are wider, or few.
    func counted(_ widths: OhlcWidths, outset: Double, _ paint: @escaping (OhlcShape, inout PricePainter) -> Void) -> StripPicture? {
        let isVertical = context.orientation == .vertical
        guard widths.arePixels, let range = xPointRange, range.count > (isVertical ? context.plot.height : context.plot.width) else { return nil }
        let box = box(of: Self.values, from: nil, outset: outset)
        let painter = PricePainter(box: box, isVertical: isVertical)
        guard !box.isEmpty else { return painter.finish() }
        var prices = CountedPrices(
            along: independentValues, open: openValues, high: highValues, low: lowValues, close: closeValues, range: range,
            isAscending: context.samples.alongExtent.isAscending, widths: widths, outset: Float(outset) + 1, paint: paint, painter: painter)
        prices.run(along: context.along, across: context.across)
        return prices.painter.finish()
    }
}

/// The pass over the samples, from the last to the first.
private struct CountedPrices: PlacedLoop {
    let along, open, high, low, close: Column
    let range: ClosedRange<Int>
    let isAscending: Bool
    let widths: OhlcWidths
    /// Pixels across that samples may reach beyond their values.
    let outset: Float
    let paint: (OhlcShape, inout PricePainter) -> Void
    var painter: PricePainter

    mutating func run(_ placeAlong: some Placing, _ placeAcross: some Placing) {
        along.lend { along in
            SharedValues.lend(open, high, low, close) { run(along, $0, $1, $2, $3, placeAlong, placeAcross) }
        }
    }

    private mutating func run(
        _ along: SharedValues, _ open: SharedValues, _ high: SharedValues, _ low: SharedValues, _ close: SharedValues,
        _ placeAlong: some Placing, _ placeAcross: some Placing
    ) {
        var (placeAlong, placeAcross) = (placeAlong, placeAcross)
        if isAscending {
            for i in range.reversed() { add(i, along, open, high, low, close, &placeAlong, &placeAcross) }
            return
        }
        // Pixel by pixel, and in a pixel from the last.
        var found: [(pixel: Float, index: Int)] = []
        for i in range {
            let at = place(along[i], &placeAlong)
            if at.isFinite { found.append((widths.edges(at: Double(at)).sides.low, i)) }
        }
        found.sort { $0.pixel == $1.pixel ? $0.index > $1.index : $0.pixel < $1.pixel }
        for (_, i) in found { add(i, along, open, high, low, close, &placeAlong, &placeAcross) }
    }

    @inline(__always)
    private func place(_ value: Double, _ placing: inout some Placing) -> Float {
        placing.move(to: value)
        return placing.skips(value) ? .nan : Float(placing.place(value))
    }

    @inline(__always)
    private mutating func add(
        _ i: Int, _ along: SharedValues, _ opens: SharedValues, _ highs: SharedValues, _ lows: SharedValues, _ closes: SharedValues,
        _ placeAlong: inout some Placing, _ placeAcross: inout some Placing
    ) {
        let at = place(along[i], &placeAlong)
        let open = place(opens[i], &placeAcross)
        let high = place(highs[i], &placeAcross)
        let low = place(lows[i], &placeAcross)
        let close = place(closes[i], &placeAcross)
        guard at.isFinite, open.isFinite, high.isFinite, low.isFinite, close.isFinite else { return }
        let edges = widths.edges(at: Double(at))
        let lowest = min(min(open, close), min(high, low)) - outset
        let highest = max(max(open, close), max(high, low)) + outset
        guard painter.move(to: edges.sides.low, low: lowest, high: highest) else { return }
        paint(
            OhlcShape(
                sides: edges.sides, stick: edges.stick, sample: i - range.lowerBound, open: open, high: high, low: low, close: close,
                isRising: closes[i] >= opens[i]), &painter)
    }
}

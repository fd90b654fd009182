import VitrailScene

extension OhlcPassData {
    /// Paints samples that are one pixel wide and more than there are pixels along the axis: what painting each of them comes to.
    ///
    /// - Parameters:
    ///   - outset: pixels across that what is painted reaches beyond the values.
    ///   - look: of all samples; `each` has that of one sample, counted from the first of `xPointRange`, where samples have their own.
    ///   - paint: a sample that may be seen, those in front first; its sides are one pixel apart. Called on several threads.
    /// - Returns: the picture in parts that lie side by side; nil where samples are wider, or few.
    func counted<Look: Sendable>(
        _ widths: OhlcWidths, outset: Double, look: Look, each: ((Int) -> Look)?,
        _ paint: @escaping @Sendable (OhlcShape, Look, inout PricePainter) -> Void
    ) -> [StripPicture]? {
        let isVertical = context.orientation == .vertical
        guard widths.arePixels, let range = xPointRange, range.count > (isVertical ? context.plot.height : context.plot.width) else { return nil }
        let box = box(of: Self.values, from: nil, outset: outset)
        guard !box.isEmpty else { return [] }
        var prices = CountedPrices(
            along: independentValues, open: openValues, high: highValues, low: lowValues, close: closeValues, range: range,
            isAscending: context.samples.alongExtent.isAscending, box: box, isVertical: isVertical,
            painting: PricePainting(widths: widths, outset: Float(outset) + 1, first: range.lowerBound, paint: paint), look: look, each: each)
        prices.run(along: context.along, across: context.across)
        return prices.pictures
    }
}

/// How one sample is painted; any thread may.
private struct PricePainting<Look: Sendable>: Sendable {
    let widths: OhlcWidths
    /// Pixels across that samples may reach beyond their values.
    let outset: Float
    /// The sample that is counted as 0.
    let first: Int
    let paint: @Sendable (OhlcShape, Look, inout PricePainter) -> Void

    @inline(__always)
    func place(_ value: Double, _ placing: inout some Placing) -> Float {
        placing.move(to: value)
        return placing.skips(value) ? .nan : Float(placing.place(value))
    }

    /// The pixel along in which a sample begins.
    @inline(__always)
    func pixel(at place: Float) -> Float { widths.edges(at: Double(place)).sides.low }

    @inline(__always)
    func add(
        _ i: Int, _ values: PriceValues, _ placeAlong: inout some Placing, _ placeAcross: inout some Placing, _ look: @autoclosure () -> Look,
        _ painter: inout PricePainter
    ) {
        let at = place(values.along[i], &placeAlong)
        let open = place(values.open[i], &placeAcross)
        let high = place(values.high[i], &placeAcross)
        let low = place(values.low[i], &placeAcross)
        let close = place(values.close[i], &placeAcross)
        guard at.isFinite, open.isFinite, high.isFinite, low.isFinite, close.isFinite else { return }
        let edges = widths.edges(at: Double(at))
        let lowest = min(min(open, close), min(high, low)) - outset
        let highest = max(max(open, close), max(high, low)) + outset
        guard painter.move(to: edges.sides.low, low: lowest, high: highest) else { return }
        let shape = OhlcShape(
            sides: edges.sides, stick: edges.stick, sample: i - first, open: open, high: high, low: low, close: close,
            isRising: values.close[i] >= values.open[i])
        paint(shape, look(), &painter)
    }
}

/// The columns while they are lent.
private struct PriceValues: Sendable {
    let along, open, high, low, close: SharedValues
}

/// The pass over the samples, from the last to the first.
private struct CountedPrices<Look: Sendable>: PlacedLoop {
    let along, open, high, low, close: Column
    let range: ClosedRange<Int>
    let isAscending: Bool
    let box: PixelRect
    let isVertical: Bool
    let painting: PricePainting<Look>
    let look: Look
    let each: ((Int) -> Look)?
    var pictures: [StripPicture] = []

    /// Fewer samples are not worth another thread.
    private static var samplesPerThread: Int { 1 << 13 }

    mutating func run(_ placeAlong: some Placing, _ placeAcross: some Placing) {
        along.lend { along in
            SharedValues.lend(open, high, low, close) { open, high, low, close in
                let values = PriceValues(along: along, open: open, high: high, low: low, close: close)
                if let each {
                    paintInOrder(values, placeAlong, placeAcross, each)
                } else if isAscending, placeAlong is Affine {
                    paintSideBySide(values, placeAlong, placeAcross)
                } else {
                    paintInOrder(values, placeAlong, placeAcross) { [look] _ in look }
                }
            }
        }
    }

    private mutating func paintInOrder(
        _ values: PriceValues, _ placeAlong: some Placing, _ placeAcross: some Placing, _ look: (Int) -> Look
    ) {
        var (placeAlong, placeAcross) = (placeAlong, placeAcross)
        var painter = PricePainter(box: box, isVertical: isVertical)
        func add(_ i: Int) {
            painting.add(i, values, &placeAlong, &placeAcross, look(i - range.lowerBound), &painter)
        }
        if isAscending {
            for i in range.reversed() { add(i) }
        } else {
            // Pixel by pixel, and in a pixel from the last.
            var found: [(pixel: Float, index: Int)] = []
            for i in range {
                let at = painting.place(values.along[i], &placeAlong)
                if at.isFinite { found.append((painting.pixel(at: at), i)) }
            }
            found.sort { $0.pixel == $1.pixel ? $0.index > $1.index : $0.pixel < $1.pixel }
            for (_, i) in found { add(i) }
        }
        pictures = [painter.finish()]
    }

    /// Each thread has some of the strips, and the samples in them.
    private mutating func paintSideBySide(_ values: PriceValues, _ placeAlong: some Placing, _ placeAcross: some Placing) {
        let (painting, look, isVertical) = (painting, look, isVertical)
        let boxes = StripPicture.parts(of: box, isVertical: isVertical, count: min(Parallel.threads, range.count / Self.samplesPerThread))
        func pixel(_ i: Int) -> Float { painting.pixel(at: Float(placeAlong.place(values.along[i]))) }
        let rises = pixel(range.lowerBound) <= pixel(range.upperBound)
        // Where samples of the parts meet, in the order of the parts.
        let bounds = boxes.dropFirst().map { box in
            let edge = Float(isVertical ? box.y : box.x)
            return partition { rises ? pixel($0) >= edge : pixel($0) < edge }
        }
        let starts = rises ? [range.lowerBound] + bounds : bounds + [range.lowerBound]
        let ends = rises ? bounds + [range.upperBound + 1] : [range.upperBound + 1] + bounds
        pictures = Parallel.map(boxes.count) { k in
            var (placeAlong, placeAcross) = (placeAlong, placeAcross)
            var painter = PricePainter(box: boxes[k], isVertical: isVertical)
            for i in (starts[k]..<ends[k]).reversed() { painting.add(i, values, &placeAlong, &placeAcross, look, &painter) }
            return painter.finish()
        }
    }

    /// The first sample behind those that are not wanted.
    private func partition(_ isWanted: (Int) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound + 1)
        while low < high {
            let middle = (low + high) / 2
            if isWanted(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

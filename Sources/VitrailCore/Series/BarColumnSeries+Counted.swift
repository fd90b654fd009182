import VitrailScene

extension BarColumnSeries {
    /// Columns narrower than a pixel, counted: their round tips, shorter than half a pixel, are left away, their gradients and outlines become
    /// the colour that they have on the whole.
    ///
    /// - Returns: false when they cannot be counted: looks of single columns have outlines, or more than a few colours; or outlines are wide.
    func drawCounted(_ pass: ColumnPassData, _ slot: BarSlot, _ look: Look, _ each: ((Int) -> Look)?, in context: DrawContext) -> Bool {
        let series = context.series
        guard let across = pass.values(.single), let range = pass.xPointRange else { return true }
        let feet = pass.values(.stackBase)
        var looks = CountedLooks(slot: slot, isEach: each != nil, scale: series.scale)
        guard let first = looks.colors(look), look.outline(series.scale) + slot.width <= ColumnCounter.widest else { return false }
        var single: [Int: (above: Int, below: Int)] = [:]
        if let each {
            for i in range {
                guard let colors = looks.colors(each(i - range.lowerBound)) else { return false }
                if colors != first { single[i] = colors }
            }
        }
        let outset = look.outline(series.scale) / 2
        let box = pass.box(of: feet == nil ? [.single] : [.single, .stackBase], from: pass.zeroLineCoordinate, outset: outset)
        guard !box.isEmpty, !looks.isClear else { return true }
        var columns = CountedColumns(
            along: pass.independentValues, across: across, feet: feet, totals: pass.values(.stackTotal),
            order: SampleOrder(
                range.lowerBound..<range.upperBound + 1, of: pass.independentValues, isAscending: series.samples.alongExtent.isAscending,
                on: series.along),
            slot: slot, outset: outset, base: pass.zeroLineCoordinate, baseline: baseline, colors: first, single: single,
            counting: ColumnCounting(
                box: box, isVertical: orientation == .vertical, width: slot.width + 2 * outset, most: range.count,
                base: feet == nil && outset == 0 ? pass.zeroLineCoordinate : nil, colors: looks.all))
        columns.run(along: series.along, across: series.across)
        for picture in columns.pictures { context.draw(picture, label: "columns") }
        return true
    }
}

extension BarColumnSeries.Look {
    /// Device pixels; 0 = none that can be seen.
    func outline(_ scale: Double) -> Double { max(above.line.alpha, below.line.alpha) > 0 ? max(lineWidth, 0) * scale : 0 }
}

/// The colours of columns that are to be counted.
private struct CountedLooks {
    let slot: BarSlot
    /// Whether columns have looks of their own: then none may have an outline.
    let isEach: Bool
    let scale: Double
    /// Premultiplied.
    private(set) var all: [SIMD4<Float>] = []

    init(slot: BarSlot, isEach: Bool, scale: Double) { (self.slot, self.isEach, self.scale) = (slot, isEach, scale) }

    var isClear: Bool { all.allSatisfy { $0 == .zero } }

    /// Indexes of a look's colours; nil when there are too many, or there is an outline where none may be.
    mutating func colors(_ look: BarColumnSeries.Look) -> (above: Int, below: Int)? {
        let outline = look.outline(scale)
        if isEach, outline > 0 { return nil }
        func color(_ side: (start: Color, end: Color, line: Color)) -> SIMD4<Float> {
            let fill = (side.start.premultiplied + side.end.premultiplied) / 2
            guard outline > 0 else { return fill }
            // Outside and inside of the edge lies half of the outline each; inside over the fill.
            let whole = slot.width + outline
            let bare = max(slot.width - outline, 0)
            let line = side.line.premultiplied
            return line * Float((whole - bare) / whole) + fill * Float((bare + (slot.width - bare) * Double(1 - line.w)) / whole)
        }
        guard let above = index(of: color(look.above)), let below = index(of: color(look.below)) else { return nil }
        return (above, below)
    }

    private mutating func index(of color: SIMD4<Float>) -> Int? {
        if let known = all.firstIndex(of: color) { return known }
        guard all.count < ColumnCounter.mostColors else { return nil }
        all.append(color)
        return all.count - 1
    }
}

/// What counters are made of.
private struct ColumnCounting: Sendable {
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

/// The pass over the samples.
private struct CountedColumns: PlacedLoop, Sendable {
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
    /// Side by side.
    var pictures: [StripPicture] = []

    /// Fewer samples are not worth another thread.
    private static let samplesPerThread = 1 << 14

    mutating func run(_ placeAlong: some Placing, _ placeAcross: some Placing) {
        let count = placeAlong is Affine ? min(Parallel.threads, counting.most / Self.samplesPerThread) : 1
        let parts = StripPicture.parts(of: counting.box, isVertical: counting.isVertical, count: count)
        let loop = self
        pictures = SharedValues.lend(along, across, feet ?? across, totals ?? across) { along, across, feet, totals in
            Parallel.map(parts.count) { k in
                let order = parts.count > 1 ? loop.samples(of: parts[k]) { placeAlong.place(along[$0]) } : loop.order
                var (placeAlong, placeAcross) = (placeAlong, placeAcross)
                var counter = loop.counting.counter(of: parts[k])
                order.forEach { loop.add($0, along, across, feet, totals, &placeAlong, &placeAcross, &counter) }
                return counter.finish()
            }
        }
    }

    /// The samples that may be seen in a part of the picture.
    private func samples(of part: PixelRect, place: (Int) -> Double) -> SampleOrder {
        let (first, behind) = counting.isVertical ? (part.y, part.maxY) : (part.x, part.maxX)
        // A pixel more on both sides is more than rounding comes to.
        let (low, high) = (Double(first) - slot.high - outset - 1, Double(behind) - slot.low + outset + 1)
        return order.part(from: { place($0) >= low }, to: { place($0) >= high })
    }

    @inline(__always)
    private func add(
        _ i: Int, _ along: SharedValues, _ across: SharedValues, _ feet: SharedValues, _ totals: SharedValues,
        _ placeAlong: inout some Placing, _ placeAcross: inout some Placing, _ counter: inout ColumnCounter
    ) {
        let value = across[i]
        placeAlong.move(to: along[i])
        placeAcross.move(to: value)
        if placeAlong.skips(along[i]) || placeAcross.skips(value) { return }
        let place = placeAlong.place(along[i])
        var end = placeAcross.place(value)
        var base = self.base
        var isBelow = value < baseline
        if self.feet != nil {
            // Only the ends of a stack lie between pixels.
            let foot = feet[i]
            isBelow = value < foot
            if foot != baseline { base = placeAcross.found(foot).rounded() }
            if totals[i] != value { end.round() }
        }
        // None of them can be infinite in the other direction only.
        guard (place + end + base).isFinite, end != base else { return }
        if outset > 0 {
            let sign: Double = end < base ? 1 : -1
            end -= sign * outset
            base += sign * outset
        }
        let colors = single.isEmpty ? self.colors : single[i] ?? self.colors
        counter.add(
            from: place + slot.low - outset, to: place + slot.high + outset, base: base, tip: end, color: isBelow ? colors.below : colors.above)
    }
}

extension PassData {
    /// The pixels of the plot area across which values lie, and a place that they are drawn from.
    func box(of values: [SeriesValue], from place: Double?, outset: Double = 0) -> PixelRect {
        let scale = context.across
        let isHorizontal = context.orientation == .horizontal
        let (first, last) = isHorizontal ? (context.plot.y, context.plot.maxY) : (context.plot.x, context.plot.maxX)
        var (low, high) = (place ?? .infinity, place ?? -.infinity)
        for value in values {
            guard let range = context.extent(of: value) else { continue }
            for end in [range.minimum, range.maximum] {
                let place = scale.place(end)
                // What the axis cannot show is drawn nowhere, but its neighbours are.
                (low, high) = place.isFinite ? (min(low, place), max(high, place)) : (-.infinity, .infinity)
            }
        }
        let from = min(max((low - outset).rounded(.down) - 1, Double(first)), Double(last))
        let to = min(max((high + outset).rounded(.up) + 1, from), Double(last))
        return isHorizontal
            ? PixelRect(x: context.plot.x, y: Int(from), width: context.plot.width, height: Int(to) - Int(from))
            : PixelRect(x: Int(from), y: context.plot.y, width: Int(to) - Int(from), height: context.plot.height)
    }
}

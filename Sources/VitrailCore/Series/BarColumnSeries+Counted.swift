import VitrailScene

extension BarColumnSeries {
    /// Columns narrower than a pixel, all at once: their round tips, shorter than half a pixel, are left away, their gradients become the colour that
    /// they have on the whole. Those without outlines are counted, as they lie side by side; outlines lie over one another.
    ///
    /// - Returns: false when columns have to be drawn one by one: their own looks have outlines, or more than a few colours; or outlines are wide.
    func drawCounted(_ pass: ColumnPassData, _ slot: BarSlot, _ look: Look, _ each: ((Int) -> Look)?, in context: DrawContext) -> Bool {
        let outline = look.outline(context.series.scale)
        guard outline > 0 else { return drawSlivers(pass, slot, look, each, in: context) }
        guard each == nil, outline + slot.width <= ColumnCounter.widest else { return false }
        drawOutlined(pass, slot, look, outline, in: context)
        return true
    }

    private func drawSlivers(_ pass: ColumnPassData, _ slot: BarSlot, _ look: Look, _ each: ((Int) -> Look)?, in context: DrawContext) -> Bool {
        let series = context.series
        guard let across = pass.values(.single), let range = pass.xPointRange else { return true }
        let feet = pass.values(.stackBase)
        var looks = CountedLooks()
        guard let first = looks.colors(look) else { return false }
        var single: [Int: (above: Int, below: Int)] = [:]
        if let each {
            for i in range {
                let look = each(i - range.lowerBound)
                guard look.outline(series.scale) == 0, let colors = looks.colors(look) else { return false }
                if colors != first { single[i] = colors }
            }
        }
        let box = pass.box(of: feet == nil ? [.single] : [.single, .stackBase], from: pass.zeroLineCoordinate)
        guard !box.isEmpty, !looks.isClear else { return true }
        let climbs = single.isEmpty && series.samples.alongExtent.isAscending
            && CountedColumns.climbs(range.count, orientation == .vertical ? box.height : box.width, width: slot.width)
        var columns = CountedColumns(
            along: pass.independentValues, across: across, feet: feet, totals: pass.values(.stackTotal), order: order(pass, range), slot: slot,
            base: pass.zeroLineCoordinate, baseline: baseline, colors: first, single: single,
            counting: ColumnCounting(
                box: box, isVertical: orientation == .vertical, width: slot.width, most: range.count,
                base: feet == nil ? pass.zeroLineCoordinate : nil, colors: looks.all),
            quantiles: climbs ? quantiles(pass) : nil)
        columns.run(along: series.along, across: series.across)
        for picture in columns.pictures { context.draw(picture, label: "columns") }
        return true
    }

    private func drawOutlined(_ pass: ColumnPassData, _ slot: BarSlot, _ look: Look, _ outline: Double, in context: DrawContext) {
        let series = context.series
        guard let across = pass.values(.single), let range = pass.xPointRange else { return }
        let feet = pass.values(.stackBase)
        let box = pass.box(of: feet == nil ? [.single] : [.single, .stackBase], from: pass.zeroLineCoordinate, outset: outline / 2)
        guard !box.isEmpty else { return }
        func paint(_ colors: Look.Colors) -> OutlinePainter.Paint { OutlinePainter.Paint(fill: colors.mean.premultiplied, line: colors.line.premultiplied) }
        var columns = OutlinedColumns(
            along: pass.independentValues, across: across, feet: feet, totals: pass.values(.stackTotal), isOutermost: pass.context.samples.isOutermost,
            order: order(pass, range), slot: slot, base: pass.zeroLineCoordinate, baseline: baseline,
            painting: OutlinedColumns.Painting(
                box: box, isVertical: orientation == .vertical, outline: outline, above: paint(look.above), below: paint(look.below)),
            extents: extents(pass))
        columns.run(along: series.along, across: series.across)
        for picture in columns.pictures { context.draw(picture, label: "columns") }
    }

    private func order(_ pass: ColumnPassData, _ range: ClosedRange<Int>) -> SampleOrder {
        SampleOrder(
            range.lowerBound..<range.upperBound + 1, of: pass.independentValues, isAscending: pass.context.samples.alongExtent.isAscending,
            on: pass.context.along)
    }

    /// Of the ends of columns, and of their feet, unless those lie on the baseline.
    private func extents(_ pass: ColumnPassData) -> (tips: ColumnExtent, feet: ColumnExtent?)? {
        let samples = pass.context.samples
        func extent(_ value: SeriesValue) -> ColumnExtent? { samples.values.firstIndex(of: value).map { samples.acrossExtent[$0] } }
        return extent(.single).map { ($0, pass.context.stands(on: baseline) ? nil : extent(.stackBase)) }
    }
}

extension BarColumnSeries {
    /// How the ends of columns are distributed.
    ///
    /// - Returns: nil when a picture before did not ask for it, or when it does not tell where columns lie: of a stack that stands somewhere else than on
    ///   0, or some of whose ends are outermost and some are not.
    private func quantiles(_ pass: ColumnPassData) -> ColumnQuantiles? {
        let samples = pass.context.samples
        func summary(_ value: SeriesValue) -> QuantileSummary? {
            guard let values = pass.values(value) else { return nil }
            return samples.quantiles.summary(for: value, count: values.count) { summary in values.lend { summary.extend($0) } }
        }
        guard pass.values(.stackBase) != nil else { return summary(.single).map { ColumnQuantiles(tips: $0, feet: nil, areInner: false) } }
        guard baseline == 0, let isOutermost = samples.isOutermost else { return nil }
        let feet = pass.context.stands(on: baseline) ? nil : summary(.stackBase)
        guard let tips = summary(.single), pass.context.stands(on: baseline) || feet != nil else { return nil }
        return ColumnQuantiles(tips: tips, feet: feet, areInner: !isOutermost)
    }
}

extension BarColumnSeries.Look {
    /// Device pixels; 0 = none that can be seen.
    func outline(_ scale: Double) -> Double { max(above.line.alpha, below.line.alpha) > 0 ? max(lineWidth, 0) * scale : 0 }
}

/// The colours of columns that are to be counted.
private struct CountedLooks {
    /// Premultiplied.
    private(set) var all: [SIMD4<Float>] = []

    var isClear: Bool { all.allSatisfy { $0 == .zero } }

    /// Indexes of a look's colours; nil when there are too many.
    mutating func colors(_ look: BarColumnSeries.Look) -> (above: Int, below: Int)? {
        guard let above = index(of: look.above.meanFill), let below = index(of: look.below.meanFill) else { return nil }
        return (above, below)
    }

    private mutating func index(of color: SIMD4<Float>) -> Int? {
        if let known = all.firstIndex(of: color) { return known }
        guard all.count < ColumnCounter.mostColors else { return nil }
        all.append(color)
        return all.count - 1
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

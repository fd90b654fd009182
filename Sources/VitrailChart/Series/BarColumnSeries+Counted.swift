import VitrailColumns
import VitrailRaster
import VitrailScene

extension BarColumnSeries {
    /// Rasterises columns narrower than a pixel on the CPU, all at once. Round tips, shorter than half a pixel, are
    /// omitted, and a gradient becomes its mean colour. Columns without outlines accumulate coverage side by side;
    /// columns with outlines are composited over one another.
    ///
    /// - Returns: false if the columns must be drawn one by one: they are not narrow, they have their own styles with
    ///   outlines or with too many colours, or the outlines are wide.
    func drawCounted(
        _ pass: ColumnPassData, _ slot: BarSlot, _ drawnStyle: ResolvedStyle, _ each: ((Int) -> ResolvedStyle)?,
        in context: DrawContext
    ) -> Bool {
        let outline = drawnStyle.outline(context.series.scale)
        // Columns with bases of their own have no common paint order.
        let isFloating = pass.values(.stackBase) != nil && pass.values(.stackTotal) == nil
        var facts = pass.facts
        (facts.itemWidth, facts.outlineWidth) = (slot.width, outline)
        facts.hasOwnShapes = outline > 0 && (each != nil || isFloating)
        guard pass.choose(.bars, facts) == .coverage else { return false }
        if outline > 0 {
            drawOutlined(pass, slot, drawnStyle, outline, in: context)
            return true
        }
        if drawSlivers(pass, slot, drawnStyle, each, in: context) { return true }
        facts.refused = [.coverage]
        _ = pass.choose(.bars, facts)
        return false
    }

    private func drawSlivers(
        _ pass: ColumnPassData, _ slot: BarSlot, _ drawnStyle: ResolvedStyle, _ each: ((Int) -> ResolvedStyle)?,
        in context: DrawContext
    ) -> Bool {
        let series = context.series
        guard let across = pass.values(.single), let range = pass.xPointRange else { return true }
        let bases = pass.values(.stackBase)
        var drawnStyles = RasterizedStyles()
        guard let first = drawnStyles.colors(drawnStyle) else { return false }
        var single: [Int: (above: Int, below: Int)] = [:]
        if let each {
            for i in range {
                let drawnStyle = each(i - range.lowerBound)
                guard drawnStyle.outline(series.scale) == 0, let colors = drawnStyles.colors(drawnStyle) else {
                    return false
                }
                if colors != first { single[i] = colors }
            }
        }
        let box = pass.box(of: bases == nil ? [.single] : [.single, .stackBase], from: pass.zeroLineCoordinate)
        guard !box.isEmpty, !drawnStyles.isClear else { return true }
        let climbs =
            single.isEmpty && series.samples.alongExtent.isAscending
            && BarRasterizer.climbs(range.count, orientation == .vertical ? box.height : box.width, width: slot.width)
        var columns = BarRasterizer(
            along: pass.independentValues, across: across, bases: bases, totals: pass.values(.stackTotal),
            order: order(pass, range), slot: slot,
            base: pass.zeroLineCoordinate, baseline: baseline, colors: first, single: single,
            counting: ColumnCounting(
                box: box, isVertical: orientation == .vertical, width: slot.width, maximum: range.count,
                base: bases == nil ? pass.zeroLineCoordinate : nil, colors: drawnStyles.all),
            quantiles: climbs ? quantiles(pass) : nil)
        columns.rasterize(along: series.along, across: series.across)
        for picture in columns.pictures { context.draw(picture, label: "columns") }
        return true
    }

    private func drawOutlined(
        _ pass: ColumnPassData, _ slot: BarSlot, _ drawnStyle: ResolvedStyle, _ outline: Double, in context: DrawContext
    ) {
        let series = context.series
        guard let across = pass.values(.single), let range = pass.xPointRange else { return }
        let bases = pass.values(.stackBase)
        let box = pass.box(
            of: bases == nil ? [.single] : [.single, .stackBase], from: pass.zeroLineCoordinate, outset: outline / 2)
        guard !box.isEmpty else { return }
        func paint(_ colors: ResolvedStyle.Colors) -> OutlinePainter.Paint {
            OutlinePainter.Paint(fill: colors.mean.premultiplied, line: colors.line.premultiplied)
        }
        var columns = OutlinedColumns(
            along: pass.independentValues, across: across, bases: bases, totals: pass.values(.stackTotal),
            isOutermost: pass.context.samples.isOutermost,
            order: order(pass, range), slot: slot, base: pass.zeroLineCoordinate, baseline: baseline,
            painting: OutlinedColumns.Painting(
                box: box, isVertical: orientation == .vertical, outline: outline, above: paint(drawnStyle.above),
                below: paint(drawnStyle.below)),
            extents: extents(pass))
        columns.rasterize(along: series.along, across: series.across)
        for picture in columns.pictures { context.draw(picture, label: "columns") }
    }

    private func order(_ pass: ColumnPassData, _ range: ClosedRange<Int>) -> SampleOrder {
        SampleOrder(
            range.lowerBound..<range.upperBound + 1, of: pass.independentValues,
            isAscending: pass.context.samples.alongExtent.isAscending,
            on: pass.context.along)
    }

    /// Extents of the columns' ends and of their bases; `bases` is `nil` if all bases lie on the baseline. `nil` if the
    /// series has no extent for its values.
    private func extents(_ pass: ColumnPassData) -> (tips: ColumnExtent, bases: ColumnExtent?)? {
        let samples = pass.context.samples
        func extent(_ value: SeriesValue) -> ColumnExtent? {
            samples.values.firstIndex(of: value).map { samples.acrossExtent[$0] }
        }
        return extent(.single).map { ($0, pass.context.stands(on: baseline) ? nil : extent(.stackBase)) }
    }
}

extension BarColumnSeries {
    /// Distribution of the columns' ends.
    ///
    /// - Returns: `nil` if no summaries are kept, for stacks whose baseline is not 0, and for layers that are only
    ///   partly outermost.
    private func quantiles(_ pass: ColumnPassData) -> ColumnQuantiles? {
        let samples = pass.context.samples
        guard pass.context.summaries != .none else { return nil }
        func summary(_ value: SeriesValue) -> QuantileSummary? {
            guard let values = pass.values(value) else { return nil }
            return samples.quantiles.summary(for: value, count: values.count) { summary in
                values.withView { summary.extend($0) }
            }
        }
        guard pass.values(.stackBase) != nil else {
            return summary(.single).map { ColumnQuantiles(tips: $0, bases: nil, areInner: false) }
        }
        guard baseline == 0, let isOutermost = samples.isOutermost else { return nil }
        let bases = pass.context.stands(on: baseline) ? nil : summary(.stackBase)
        guard let tips = summary(.single), pass.context.stands(on: baseline) || bases != nil else { return nil }
        return ColumnQuantiles(tips: tips, bases: bases, areInner: !isOutermost)
    }
}

extension BarColumnSeries.ResolvedStyle {
    /// Width of the outline in device pixels; 0: no visible outline.
    func outline(_ scale: Double) -> Double {
        max(above.line.alpha, below.line.alpha) > 0 ? max(lineWidth, 0) * scale : 0
    }
}

/// The distinct colours of columns that are rasterised on the CPU.
private struct RasterizedStyles {
    /// Premultiplied.
    private(set) var all: [SIMD4<Float>] = []

    var isClear: Bool { all.allSatisfy { $0 == .zero } }

    /// Indexes of a style's colours; `nil` if there are more than `BarCoverageAccumulator.maxColors`.
    mutating func colors(_ drawnStyle: BarColumnSeries.ResolvedStyle) -> (above: Int, below: Int)? {
        guard let above = index(of: drawnStyle.above.meanFill), let below = index(of: drawnStyle.below.meanFill) else {
            return nil
        }
        return (above, below)
    }

    private mutating func index(of color: SIMD4<Float>) -> Int? {
        if let known = all.firstIndex(of: color) { return known }
        guard all.count < BarCoverageAccumulator.maxColors else { return nil }
        all.append(color)
        return all.count - 1
    }
}

extension PassData {
    /// The pixels of the plot area that hold the given values across, and the `position` that they are drawn from.
    func box(of values: [SeriesValue], from position: Double?, outset: Double = 0) -> PixelRect {
        let scale = context.across
        let isHorizontal = context.orientation == .horizontal
        let (first, last) = isHorizontal ? (context.plot.y, context.plot.maxY) : (context.plot.x, context.plot.maxX)
        var (low, high) = (position ?? .infinity, position ?? -.infinity)
        for value in values {
            guard let range = context.extent(of: value) else { continue }
            for end in [range.minimum, range.maximum] {
                let position = scale.position(of: end)
                // Values without a position on the axis are not drawn, but their neighbours are.
                (low, high) = position.isFinite ? (min(low, position), max(high, position)) : (-.infinity, .infinity)
            }
        }
        let from = min(max((low - outset).rounded(.down) - 1, Double(first)), Double(last))
        let to = min(max((high + outset).rounded(.up) + 1, from), Double(last))
        return isHorizontal
            ? PixelRect(x: context.plot.x, y: Int(from), width: context.plot.width, height: Int(to) - Int(from))
            : PixelRect(x: Int(from), y: context.plot.y, width: Int(to) - Int(from), height: context.plot.height)
    }
}

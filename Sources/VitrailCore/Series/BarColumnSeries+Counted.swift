import Foundation
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
        let spacing = evenSpacing(pass, range)
        var looks = CountedLooks(slot: slot, spacing: spacing, isEach: each != nil, scale: series.scale)
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
        let climbs = single.isEmpty && series.samples.alongExtent.isAscending
            && CountedColumns.climbs(range.count, orientation == .vertical ? box.height : box.width, width: slot.width + 2 * outset)
        var columns = CountedColumns(
            along: pass.independentValues, across: across, feet: feet, totals: pass.values(.stackTotal),
            order: SampleOrder(
                range.lowerBound..<range.upperBound + 1, of: pass.independentValues, isAscending: series.samples.alongExtent.isAscending,
                on: series.along),
            slot: slot, outset: outset, base: pass.zeroLineCoordinate, baseline: baseline, colors: first, single: single,
            counting: ColumnCounting(
                box: box, isVertical: orientation == .vertical, width: slot.width + 2 * outset, most: range.count,
                base: feet == nil && outset == 0 ? pass.zeroLineCoordinate : nil, colors: looks.all),
            quantiles: climbs ? quantiles(pass, outset: outset) : nil)
        columns.run(along: series.along, across: series.across)
        for picture in columns.pictures { context.draw(picture, label: "columns") }
        return true
    }
}

extension BarColumnSeries {
    /// How the ends of columns are distributed.
    ///
    /// - Returns: nil when a picture before did not ask for it, or when it does not tell where columns lie: of a stack that stands somewhere else than on
    ///   0, that has outlines, or some of whose ends are outermost and some are not.
    private func quantiles(_ pass: ColumnPassData, outset: Double) -> ColumnQuantiles? {
        let samples = pass.context.samples
        func summary(_ value: SeriesValue) -> QuantileSummary? {
            guard let values = pass.values(value) else { return nil }
            return samples.quantiles.summary(for: value, count: values.count) { summary in values.lend { summary.extend($0) } }
        }
        guard pass.values(.stackBase) != nil else { return summary(.single).map { ColumnQuantiles(tips: $0, feet: nil, areInner: false) } }
        guard baseline == 0, outset == 0, let isOutermost = samples.isOutermost else { return nil }
        let isLowest = pass.context.extent(of: .stackBase) == NumberRange(0, 0)
        let feet = isLowest ? nil : summary(.stackBase)
        guard let tips = summary(.single), isLowest || feet != nil else { return nil }
        return ColumnQuantiles(tips: tips, feet: feet, areInner: !isOutermost)
    }

    /// Pixels from column to column where they are about as far apart everywhere; infinite where they are not, or in no order.
    private func evenSpacing(_ pass: ColumnPassData, _ range: ClosedRange<Int>) -> Double {
        let (samples, scale) = (pass.context.samples, pass.context.along)
        guard samples.alongExtent.isAscending, case .identity = scale.mapper, let least = samples.alongExtent.smallestStep, range.count > 1 else { return .infinity }
        let (first, last) = pass.independentValues.lend { ($0[range.lowerBound], $0[range.upperBound]) }
        let mean = abs(last - first) / Double(range.count - 1)
        return mean <= 2 * least ? abs(scale.place(last) - scale.place(first)) / Double(range.count - 1) : .infinity
    }
}

extension BarColumnSeries.Look {
    /// Device pixels; 0 = none that can be seen.
    func outline(_ scale: Double) -> Double { max(above.line.alpha, below.line.alpha) > 0 ? max(lineWidth, 0) * scale : 0 }
}

/// The colours of columns that are to be counted.
private struct CountedLooks {
    let slot: BarSlot
    /// Pixels from column to column; infinite where that differs.
    let spacing: Double
    /// Whether columns have looks of their own: then none may have an outline.
    let isEach: Bool
    let scale: Double
    /// Premultiplied.
    private(set) var all: [SIMD4<Float>] = []

    init(slot: BarSlot, spacing: Double, isEach: Bool, scale: Double) {
        (self.slot, self.spacing, self.isEach, self.scale) = (slot, spacing, isEach, scale)
    }

    var isClear: Bool { all.allSatisfy { $0 == .zero } }

    /// Indexes of a look's colours; nil when there are too many, or there is an outline where none may be.
    mutating func colors(_ look: BarColumnSeries.Look) -> (above: Int, below: Int)? {
        let outline = look.outline(scale)
        if isEach, outline > 0 { return nil }
        func color(_ side: BarColumnSeries.Look.Colors) -> SIMD4<Float> {
            let fill = side.meanFill
            guard outline > 0 else { return fill }
            // Outside and inside of the edge lies half of the outline each; inside over the fill.
            let whole = slot.width + outline
            let bare = max(slot.width - outline, 0)
            let line = side.line.premultiplied
            let layers = (whole - bare) / spacing
            if line.w > 0, line.w < 1, layers > 1, layers.isFinite { return overlapping(fill, line, layers: layers) }
            return line * Float((whole - bare) / whole) + fill * Float((bare + (slot.width - bare) * Double(1 - line.w)) / whole)
        }
        guard let above = index(of: color(look.above)), let below = index(of: color(look.below)) else { return nil }
        return (above, below)
    }

    /// Where outlines overlap those of other columns, half of them lie on a column's fill and half below it; between fills, all lie on one another.
    ///
    /// - Parameter layers: of outlines, in the mean.
    private func overlapping(_ fill: SIMD4<Float>, _ line: SIMD4<Float>, layers: Double) -> SIMD4<Float> {
        func outlines(_ count: Double) -> SIMD4<Float> { line / line.w * Float(1 - pow(1 - Double(line.w), count)) }
        func over(_ top: SIMD4<Float>, _ bottom: SIMD4<Float>) -> SIMD4<Float> { top + bottom * (1 - top.w) }
        let filled = over(outlines((layers + 1) / 2), over(fill, outlines((layers - 1) / 2)))
        let share = Float(min(slot.width / spacing, 1))
        return filled * share + outlines(layers) * (1 - share)
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

import VitrailScene

/// Columns and bars: a rectangle from the baseline to each value, its tip corners rounded by `cornerRatio`.
open class BarColumnSeries: RenderableSeries<ColumnPassData> {
    public var style: BarColumnSeriesStyle
    /// While the series is selected; what it leaves unset is as in `style`.
    public var selectedStyle = BarColumnSeriesStyle()
    /// Called for each bar that is drawn, by its index in the data and the look that it would have: the look that it gets.
    public var barStyleHook: ((Int, BarColumnSeriesStyle) -> BarColumnSeriesStyle)?

    init(title: String, columns: SeriesColumns, orientation: Orientation, style: BarColumnSeriesStyle) {
        self.style = style
        super.init(title: title, columns: columns, orientation: orientation, hitProvider: .columns, nearestPointProvider: .columns)
    }

    open override var showsBaseline: Bool { true }
    open override var isStackable: Bool { true }
    open override var slotKind: SlotKind? { orientation == .horizontal ? .column : .bar }

    override var usualAnimation: SeriesAnimation { orientation == .horizontal ? .growVertical : .growHorizontal }

    open override func draw(_ pass: ColumnPassData, in context: DrawContext) {
        guard let slot = context.series.slot, slot.width > 0, let range = pass.xPointRange else { return }
        let style = resolved(context.series.theme)
        let look = Look(style)
        // A selected bar has no look of its own; the hook may give it one.
        let each = pointLook(pass, style, style, barStyleHook)
        if slot.width < 1, !context.series.isRaw, drawCounted(pass, slot, look, each.map { each in { Look(each($0)) } }, in: context) {
            return drawApart(pass, slot, look, each.map { each in { Look(each($0)) } }, in: context)
        }
        let (alongScale, acrossScale) = (context.series.along, context.series.across)
        let feet = pass.values(.stackBase)
        let totals = pass.values(.stackTotal)
        let gradientAxis: RectBatch.GradientAxis = orientation == .horizontal ? .horizontal : .vertical
        let isThin = slot.width < 1
        // Outlines so wide that they are not counted are drawn as if columns were not thin.
        let areSlivers = isThin && (context.series.isRaw || each != nil)
        // Of one outline each.
        var batches: [(lineWidth: Double, items: [RectBatch.Item])] = [(look.outline(1), [])]
        batches[0].items.reserveCapacity(range.count)
        pass.independentValues.lend { along in
            pass.values(.single)?.lend { across in
                let areHidden = !context.series.isRaw && each == nil && feet == nil && look.isHiding
                    && !alongScale.mapper.hasExclusions && !acrossScale.mapper.hasExclusions
                let hiding = areHidden ? outermost(along, across, range) : nil
                for k in 0..<(hiding?.count ?? range.count) {
                    let i = hiding?[k] ?? range.lowerBound + k
                    guard !alongScale.isExcluded(along[i]), !acrossScale.isExcluded(across[i]) else { continue }
                    let place = alongScale.place(along[i])
                    let end = across[i].isFinite ? acrossScale.place(across[i]).heldPlace : .nan
                    // Nil where it stands on the baseline, for which a logarithmic axis has no place of its own.
                    let foot = feet?.lend { $0[i] == baseline ? nil : $0[i] }
                    let base = foot.map { acrossScale.place($0).heldPlace } ?? pass.zeroLineCoordinate
                    guard place.isFinite, end.isFinite, base.isFinite, end != base else { continue }
                    let own = each.map { Look($0(i - range.lowerBound)) } ?? look
                    if own.outline(1) != batches[batches.count - 1].lineWidth {
                        if batches[batches.count - 1].items.isEmpty { batches.removeLast() }
                        batches.append((own.outline(1), []))
                    }
                    // Of a stack only the outermost end is a tip; the others lie on whole pixels, so that nothing shines through between bars.
                    let isTip = totals?.lend { $0[i] == across[i] } ?? true
                    // Rounded away.
                    if foot != nil, isTip, (end < base) != (end < base.rounded()) { continue }
                    let radius = isTip && !isThin ? own.cornerRatio * slot.width / 2 : 0
                    batches[batches.count - 1].items.append(
                        item(
                            areSlivers && own.outline(1) == 0 ? Self.widened(slot.edges(at: place)) : slot.edges(at: place),
                            from: foot == nil ? base : base.rounded(), to: isTip ? end : end.rounded(), radius: radius,
                            across[i] < foot ?? baseline ? own.below : own.above, isThin: isThin))
                }
            }
        }
        // In one batch or not at all: each takes a pass over a target of its own.
        let sliverWidth = areSlivers && batches.count == 1 ? max(Float(slot.width), .leastNormalMagnitude) : nil
        for batch in batches {
            context.rects(
                batch.items, gradientAxis: gradientAxis, strokeWidth: context.series.pixels(batch.lineWidth), sliverWidth: sliverWidth, label: "columns")
        }
        if isThin { drawApart(pass, slot, look, each.map { each in { Look(each($0)) } }, in: context) }
    }

    /// Of columns that each hide those before them at their place: the ones that reach farthest to both sides of the baseline, and the last ones, which are
    /// painted over others where sides meet. Several of each, since what shines through at edges becomes less with every one.
    ///
    /// - Returns: samples, ascending; nil where they are few, or at very many places.
    private func outermost(_ along: SharedValues, _ across: SharedValues, _ range: ClosedRange<Int>) -> [Int]? {
        guard range.count >= Self.fewAtOnePlace else { return nil }
        var ends: [Double: (low: Outermost, high: Outermost, last: Outermost)] = [:]
        for i in range where along[i].isFinite && across[i].isFinite {
            let distance = across[i] - baseline
            func add(_ end: inout (low: Outermost, high: Outermost, last: Outermost)) {
                end.last.add(i, Double(i))
                if distance < 0 { end.low.add(i, -distance) } else { end.high.add(i, distance) }
            }
            add(&ends[along[i], default: (Outermost(), Outermost(), Outermost())])
            guard ends.count < range.count / (3 * Outermost.count) else { return nil }
        }
        return Set(ends.values.flatMap { $0.low.samples + $0.high.samples + $0.last.samples }).sorted()
    }

    /// Fewer columns are soon drawn.
    private static var fewAtOnePlace: Int { 4_000 }

    /// As wide as the rectangles of slivers are at least, with the shares in pixels that the column has.
    private static func widened(_ edges: (low: Double, high: Double)) -> (low: Double, high: Double) {
        let least = Double(RectBatch.thinnestRect)
        guard edges.high - edges.low < least else { return edges }
        let middle = (edges.low + edges.high - least) / 2
        let (pixel, next) = (edges.low.rounded(.down), edges.low.rounded(.down) + 1)
        let low = edges.high > next ? next - (next - edges.low) / (edges.high - edges.low) * least : min(max(middle, pixel), next - least)
        return (low, low + least)
    }

    override func markReach(theme: Theme) -> MarkReach { MarkReach(along: 0, across: (resolved(theme).lineWidth ?? 0) / 2) }

    open override func kindName(theme: Theme) -> String { orientation == .horizontal ? "column" : "bar" }

    open override func resetStyle() {
        style = BarColumnSeriesStyle()
        selectedStyle = BarColumnSeriesStyle()
    }

    open override func labelStyle(theme: Theme) -> DataPointLabelStyle? { resolved(theme).dataPointLabelStyle }

    private static var farthest: Double { 1e9 }

    func item(
        _ side: (low: Double, high: Double), from base: Double, to end: Double, radius: Double, _ colors: Look.Colors, isThin: Bool
    ) -> RectBatch.Item {
        // What is beyond what a Float can tell is drawn to where nobody sees it end.
        func held(_ place: Double) -> Float { Float(min(max(place, -Self.farthest), Self.farthest)) }
        let (low, high) = (held(min(base, end)), held(max(base, end)))
        let (first, second) = (held(side.low), held(side.high))
        let rect: PlotRect
        let tip: RectBatch.Tip
        if orientation == .horizontal {
            rect = PlotRect(minX: first, minY: low, maxX: second, maxY: high)
            tip = end < base ? .top : .bottom
        } else {
            rect = PlotRect(minX: low, minY: first, maxX: high, maxY: second)
            tip = end < base ? .left : .right
        }
        return RectBatch.Item(
            rect: rect, fill: isThin ? colors.mean : colors.start, fillEnd: isThin ? nil : colors.end, tip: radius > 0 ? tip : .none,
            tipRadius: Float(radius), stroke: colors.line)
    }

    /// The samples with the greatest distances.
    private struct Outermost {
        /// An edge that covers a tenth of a pixel lets a thousandth through.
        static let count = 64

        private var kept: [(sample: Int, distance: Double)] = []
        /// Of those that are not farther, there are enough.
        private var least = -Double.infinity

        mutating func add(_ sample: Int, _ distance: Double) {
            guard distance > least else { return }
            kept.append((sample, distance))
            if kept.count == 2 * Self.count { cut() }
        }

        private mutating func cut() {
            kept.sort { $0.distance > $1.distance }
            kept.removeSubrange(Self.count...)
            least = kept[Self.count - 1].distance
        }

        var samples: [Int] { kept.map(\.sample) }
    }

    /// The colours on each side of the baseline.
    struct Look {
        struct Colors {
            /// Of the fill, along the gradient's axis.
            var start, end: Color
            /// Of the outline.
            var line: Color

            /// Premultiplied.
            var meanFill: SIMD4<Float> { (start.premultiplied + end.premultiplied) / 2 }
            /// What a fill narrower than a pixel is painted in.
            var mean: Color { start == end ? start : Color(premultiplied: SIMD4<Double>(meanFill)) }
        }

        /// Whether nothing of a column is seen that another one, as wide and as long or longer, is painted over.
        var isHiding: Bool { [above, below].allSatisfy { $0.start.alpha == 255 && $0.end.alpha == 255 } && outline(1) == 0 }

        var above: Colors
        var below: Colors
        /// Points.
        var lineWidth: Double
        /// 0…1.
        var cornerRatio: Double

        init(_ style: BarColumnSeriesStyle) {
            lineWidth = style.lineWidth ?? 0
            cornerRatio = min(max(style.cornerRatio ?? 0, 0), 1)
            let shown = style.showArea == true
            let gradient = style.showAreaWithGradient == true
            let fill = shown ? style.areaColor ?? .clear : .clear
            let fillEnd = shown && gradient ? style.areaColorGradient ?? fill : fill
            above = Colors(start: fill, end: fillEnd, line: style.lineColor ?? .clear)
            let fillBelow = shown ? style.areaColorBelowBaseline ?? fill : .clear
            let ownBelow = style.areaColorBelowBaseline != nil
            let endBelow = shown && gradient ? style.areaColorGradientBelowBaseline ?? (ownBelow ? fillBelow : fillEnd) : fillBelow
            below = Colors(start: fillBelow, end: endBelow, line: style.lineColorBelowBaseline ?? style.lineColor ?? .clear)
        }
    }

    /// The series' own style, the rest from the theme; a flat colour that was asked for stays flat under a theme of gradients.
    func resolved(_ theme: Theme) -> BarColumnSeriesStyle {
        let style = selected ? selectedStyle.filled(from: style) : style
        var full = style.filled(from: theme.barColumnStyle(paletteIndex, isSelected: selected))
        if style.areaColor != nil, style.areaColorGradient == nil, style.showAreaWithGradient != true {
            full.showAreaWithGradient = false
        }
        return full
    }

    override func bar(ofSample sample: Int, _ pass: PassData) -> (rect: PlotRect, color: Color)? {
        guard barStyleHook == nil, let slot = pass.context.slot, let values = pass.values(.single), 0..<values.count ~= sample else { return nil }
        let (value, foot) = (values.lend { $0[sample] }, pass.values(.stackBase)?.lend { $0[sample] } ?? baseline)
        let base = foot == baseline ? pass.context.baseline : pass.context.across.place(foot)
        let side = slot.edges(at: pass.context.along.place(pass.independentValues.lend { $0[sample] }))
        let look = Look(resolved(pass.context.theme))
        let colors = value < foot ? look.below : look.above
        let item = item(side, from: base, to: pass.context.across.place(value), radius: 0, colors, isThin: false)
        return item.rect.isFinite ? (item.rect, colors.mean) : nil
    }

    open override func legendSymbol(theme: Theme) -> LegendSymbol {
        let style = resolved(theme)
        let look = Look(style).above
        guard style.useSeriesSymbols != false else { return .solid(look.start.alpha > 0 ? look.start : look.line) }
        let isColumn = orientation == .horizontal
        let block = LegendSymbol.Block(
            from: .init(x: isColumn ? 0.25 : 0, y: 0.12), to: .init(x: isColumn ? 0.75 : 1, y: 0.88), fill: look.start, fillEnd: look.end,
            gradientAxis: isColumn ? .horizontal : .vertical, tip: isColumn ? .top : .right,
            tipRatio: min(max(style.cornerRatio ?? 0, 0), 1), stroke: look.line, strokeWidth: style.lineWidth ?? 0)
        return LegendSymbol([.block(block)])
    }
}

/// Vertical columns: independent values on the x-axis.
open class ColumnSeries: BarColumnSeries {
    public init(title: String = "", columns: SeriesColumns = SeriesColumns(), style: BarColumnSeriesStyle = BarColumnSeriesStyle()) {
        super.init(title: title, columns: columns, orientation: .horizontal, style: style)
    }
}

/// Horizontal bars: independent values on the y-axis.
open class BarSeries: BarColumnSeries {
    public init(title: String = "", columns: SeriesColumns = SeriesColumns(), style: BarColumnSeriesStyle = BarColumnSeriesStyle()) {
        super.init(title: title, columns: columns, orientation: .vertical, style: style)
    }
}

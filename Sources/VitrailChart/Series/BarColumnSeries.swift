public import VitrailColumns
import VitrailScene
import VitrailSystem

/// Columns and bars: a rectangle from the baseline to each value, with tip corners rounded by `cornerRatio`.
open class BarColumnSeries: RenderableSeries<ColumnPassData> {
    public var style: BarColumnSeriesStyle
    /// Style while the series is selected. Unset properties come from `style`.
    public var selectedStyle = BarColumnSeriesStyle()
    /// Called for each drawn bar with its index in the data and its resolved style. Returns the style to draw.
    public var barStyleHook: ((Int, BarColumnSeriesStyle) -> BarColumnSeriesStyle)?

    init(title: String, columns: SeriesColumns, orientation: Orientation, style: BarColumnSeriesStyle) {
        self.style = style
        super.init(
            title: title, columns: columns, orientation: orientation, hitProvider: .columns,
            nearestPointProvider: .columns)
    }

    /// The column `from` gives the base of each bar. Without it, bars stand on the baseline.
    open override var values: [SeriesValue] {
        columns[.from] == nil ? ColumnPassData.values : ColumnPassData.values + [.stackBase]
    }
    open override var labelledValues: [SeriesValue] { ColumnPassData.values }
    open override var showsBaseline: Bool { columns[.from] == nil }
    open override var isStackable: Bool { columns[.from] == nil }
    open override var slotKind: SlotKind? { orientation == .horizontal ? .column : .bar }

    override var barWidths: (own: Double?, maximum: Double?) {
        let style = selected ? selectedStyle.filled(from: style) : style
        return (style.barWidth, style.maxBarWidth)
    }

    override var usualAnimation: SeriesAnimation { orientation == .horizontal ? .growVertical : .growHorizontal }

    override var showsSelectedPoints: Bool { false }

    open override func draw(_ pass: ColumnPassData, in context: DrawContext) {
        guard let slot = context.series.slot, slot.width > 0, let range = pass.xPointRange else { return }
        let style = resolved(context.series.theme)
        let isThin = slot.width < 1
        func drawnStyle(_ style: BarColumnSeriesStyle) -> ResolvedStyle {
            isThin ? ResolvedStyle(style).thin : ResolvedStyle(style)
        }
        let common = drawnStyle(style)
        let each = drawnBarStyle(pass, style).map { each in { drawnStyle(each($0)) } }
        if drawsResident(pass, slot, common, isUniform: each == nil, in: context) {
            if isThin { drawApart(pass, slot, common, each, in: context) }
            return
        }
        if drawCounted(pass, slot, common, each, in: context) {
            return drawApart(pass, slot, common, each, in: context)
        }
        let (alongScale, acrossScale) = (context.series.along, context.series.across)
        let bases = pass.values(.stackBase)
        let totals = pass.values(.stackTotal)
        let gradientAxis: RectBatch.GradientAxis = orientation == .horizontal ? .horizontal : .vertical
        // Wide outlines are not rasterised on the CPU; those bars are drawn as if they were not thin.
        let areSlivers = isThin && (context.series.isRaw || context.series.strategy == .segments || each != nil)
        // One batch per outline width.
        var batches: [(lineWidth: Double, items: [RectBatch.Item])] = [(common.outline(1), [])]
        var painter = BarPainter(gradientAxis: gradientAxis)
        batches[0].items.reserveCapacity(range.count)
        pass.independentValues.withView { along in
            pass.values(.single)?.withView { across in
                let areHidden =
                    !context.series.isRaw && each == nil && bases == nil && !common.isShaped && common.isHiding
                    && !alongScale.mapper.hasExclusions && !acrossScale.mapper.hasExclusions
                let hiding = areHidden ? outermost(along, across, range) : nil
                var pace = WorkPace(every: 1 << 10)
                for k in 0..<(hiding?.count ?? range.count) where !pace.isOver() {
                    let i = hiding?[k] ?? range.lowerBound + k
                    guard !alongScale.isExcluded(along[i]), !acrossScale.isExcluded(across[i]) else { continue }
                    let position = alongScale.position(of: along[i])
                    let end = across[i].isFinite ? acrossScale.position(of: across[i]).clampedPosition : .nan
                    // `nil` on the baseline, which has no position of its own on a logarithmic axis.
                    let baseValue = bases?.withView { $0[i] == baseline ? nil : $0[i] }
                    let base = baseValue.map { acrossScale.position(of: $0).clampedPosition } ?? pass.zeroLineCoordinate
                    guard position.isFinite, end.isFinite, base.isFinite, end != base else { continue }
                    let own = each?(i - range.lowerBound) ?? common
                    if own.outline(1) != batches[batches.count - 1].lineWidth {
                        if batches[batches.count - 1].items.isEmpty { batches.removeLast() }
                        batches.append((own.outline(1), []))
                    }
                    // In a stack only the outermost end is a tip. Other ends lie on whole pixels, so that nothing
                    // shines through between bars.
                    let isTip = totals?.withView { $0[i] == across[i] } ?? true
                    let isOnOther = baseValue != nil && totals != nil
                    // Rounding removed the bar.
                    if isOnOther, isTip, (end < base) != (end < base.rounded()) { continue }
                    let radius =
                        isTip && !isThin
                        ? own.tipRadius.map { $0 * context.series.scale } ?? own.cornerRatio * slot.width / 2 : 0
                    if own.isShaped, !isThin {
                        let colors = across[i] < baseValue ?? baseline ? own.below : own.above
                        let item = item(
                            slot.edges(at: position), from: isOnOther ? base.rounded() : base,
                            to: isTip ? end : end.rounded(), radius: radius, colors, isThin: false)
                        painter.add(
                            own.shape(
                                item, isColumn: orientation == .horizontal, isTipFirst: end < base,
                                scale: context.series.scale))
                        continue
                    }
                    batches[batches.count - 1].items.append(
                        item(
                            areSlivers && own.outline(1) == 0
                                ? Self.widened(slot.edges(at: position)) : slot.edges(at: position),
                            from: isOnOther ? base.rounded() : base, to: isTip ? end : end.rounded(), radius: radius,
                            across[i] < baseValue ?? baseline ? own.below : own.above, isThin: isThin))
                }
            }
        }
        // Slivers need one batch, because each batch takes a pass over its own target.
        let sliverWidth = areSlivers && batches.count == 1 ? max(Float(slot.width), .leastNormalMagnitude) : nil
        for batch in batches {
            context.rects(
                batch.items, gradientAxis: gradientAxis, strokeWidth: context.series.pixels(batch.lineWidth),
                sliverWidth: sliverWidth, label: "columns")
        }
        for shape in painter.finish() { context.emit(shape, label: "columns") }
        if isThin { drawApart(pass, slot, common, each, in: context) }
    }

    /// The styles of the bars of a pass, indexed from the first of `xPointRange`; `nil` if all bars look alike. A
    /// selected bar has no style of its own; the hook may give it one.
    private func drawnBarStyle(
        _ pass: ColumnPassData, _ style: BarColumnSeriesStyle
    ) -> ((Int) -> BarColumnSeriesStyle)? {
        guard style.variesByRow, let first = pass.xPointRange?.lowerBound else {
            return drawnPointStyle(pass, style, style, barStyleHook)
        }
        return { [self] k in
            guard let index = dataPointIndex(ofSample: first + k, pass.context.samples) else { return style.row(0) }
            let drawnStyle = style.row(index)
            return barStyleHook?(index, drawnStyle) ?? drawnStyle
        }
    }

    /// The columns that stay visible when each column hides the earlier ones at its position: the longest on both sides
    /// of the baseline, and the last ones, which are painted over others where antialiased sides meet. Several of each
    /// kind are kept, so that the light shining through at edges becomes invisible.
    ///
    /// - Returns: ascending sample indexes; `nil` if there are few samples or very many positions.
    private func outermost(_ along: ColumnView, _ across: ColumnView, _ range: ClosedRange<Int>) -> [Int]? {
        guard range.count >= Self.fewAtOnePosition else { return nil }
        var ends: [Double: (low: Outermost, high: Outermost, last: Outermost)] = [:]
        var pace = WorkPace()
        for i in range where along[i].isFinite && across[i].isFinite {
            if pace.isOver() { return nil }
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

    /// Below this number of columns, drawing all of them is fast enough.
    private static var fewAtOnePosition: Int { 4_000 }

    /// Widens a sliver to the minimum width of a rectangle. Its shares of the pixels that it covers stay the same.
    private static func widened(_ edges: (low: Double, high: Double)) -> (low: Double, high: Double) {
        let minimum = Double(RectBatch.thinnestRect)
        guard edges.high - edges.low < minimum else { return edges }
        let middle = (edges.low + edges.high - minimum) / 2
        let (pixel, next) = (edges.low.rounded(.down), edges.low.rounded(.down) + 1)
        let low =
            edges.high > next
            ? next - (next - edges.low) / (edges.high - edges.low) * minimum : min(max(middle, pixel), next - minimum)
        return (low, low + minimum)
    }

    override func markReach(theme: Theme) -> MarkReach { MarkReach(along: 0, across: resolved(theme).outlineReach) }

    open override func kindName(theme: Theme) -> String { orientation == .horizontal ? "column" : "bar" }

    open override func resetStyle() {
        style = BarColumnSeriesStyle()
        selectedStyle = BarColumnSeriesStyle()
    }

    open override func labelStyle(theme: Theme) -> DataPointLabelStyle? { resolved(theme).dataPointLabelStyle }

    private static var farthest: Double { 1e9 }

    func item(
        _ side: (low: Double, high: Double), from base: Double, to end: Double, radius: Double,
        _ colors: ResolvedStyle.Colors, isThin: Bool
    ) -> RectBatch.Item {
        // Clamp coordinates that Float cannot represent to a point outside the picture.
        func held(_ position: Double) -> Float { Float(min(max(position, -Self.farthest), Self.farthest)) }
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
            rect: rect, fill: isThin ? colors.mean : colors.start, fillEnd: isThin ? nil : colors.end,
            tip: radius > 0 ? tip : .none,
            tipRadius: Float(radius), stroke: colors.line)
    }

    /// The `count` samples with the largest distances, and possibly some more.
    private struct Outermost {
        /// An edge that covers 1/10 of a pixel has a transmittance of about 1/1000 after 64 layers.
        static let count = 64

        private var kept: [(sample: Int, distance: Double)] = []
        /// Smaller and equal distances are ignored: enough larger ones are kept.
        private var minimum = -Double.infinity

        mutating func add(_ sample: Int, _ distance: Double) {
            guard distance > minimum else { return }
            kept.append((sample, distance))
            if kept.count == 2 * Self.count { cut() }
        }

        private mutating func cut() {
            kept.sort { $0.distance > $1.distance }
            kept.removeSubrange(Self.count...)
            minimum = kept[Self.count - 1].distance
        }

        var samples: [Int] { kept.map(\.sample) }
    }

    /// Colours on both sides of the baseline, and the shape of the outline.
    struct ResolvedStyle {
        struct Colors {
            /// Fill at both ends of the gradient's axis.
            var start, end: Color
            /// Outline.
            var line: Color

            /// Premultiplied.
            var meanFill: SIMD4<Float> { (start.premultiplied + end.premultiplied) / 2 }
            /// The colour of a fill narrower than a pixel.
            var mean: Color { start == end ? start : Color(premultiplied: SIMD4<Double>(meanFill)) }
        }

        /// Whether a column completely hides another column of the same width and the same or a smaller length.
        var isHiding: Bool {
            [above, below].allSatisfy { $0.start.alpha == 255 && $0.end.alpha == 255 } && outline(1) == 0
        }

        var above: Colors
        var below: Colors
        /// Points; 0 for an outline inside of a bar narrower than a pixel.
        var lineWidth: Double
        /// Range 0…1.
        var cornerRatio: Double
        /// Points; `nil`: `cornerRatio` decides.
        var tipRadius: Double?
        /// Points; `nil`: only the tip is round.
        var radii: CornerRadii?
        /// Points; `nil`: `lineWidth` on each side.
        var sideWidths: Insets?
        var isInside: Bool
        var lineAtBase: Bool
        var lineAtTip: Bool

        /// Whether the bar needs more than a rectangle with a round tip and a uniform outline centred on its edge.
        var isShaped: Bool {
            radii != nil || sideWidths != nil || (lineWidth > 0 && (isInside || !lineAtBase || !lineAtTip))
        }

        init(_ style: BarColumnSeriesStyle) {
            lineWidth = style.lineWidth ?? 0
            cornerRatio = min(max(style.cornerRatio ?? 0, 0), 1)
            (tipRadius, radii, sideWidths) = (style.cornerRadius, style.cornerRadii, style.sideWidths)
            (isInside, lineAtBase, lineAtTip) = (
                style.lineInside ?? false, style.lineAtBase ?? true, style.lineAtTip ?? true
            )
            let shown = style.showArea == true
            let gradient = style.showAreaWithGradient == true
            let fill = shown ? style.areaColor ?? .clear : .clear
            let fillEnd = shown && gradient ? style.areaColorGradient ?? fill : fill
            above = Colors(start: fill, end: fillEnd, line: style.lineColor ?? .clear)
            let fillBelow = shown ? style.areaColorBelowBaseline ?? fill : .clear
            let ownBelow = style.areaColorBelowBaseline != nil
            let endBelow =
                shown && gradient ? style.areaColorGradientBelowBaseline ?? (ownBelow ? fillBelow : fillEnd) : fillBelow
            below = Colors(
                start: fillBelow, end: endBelow, line: style.lineColorBelowBaseline ?? style.lineColor ?? .clear)
        }
    }

    /// The series' own style, completed from the theme. A flat colour set on the series stays flat under a theme with
    /// gradients.
    func resolved(_ theme: Theme) -> BarColumnSeriesStyle {
        let style = selected ? selectedStyle.over(style) : style
        var full = style.over(theme.barColumnStyle(paletteIndex, isSelected: selected))
        if style.areaColor != nil || style.areaColors != nil, style.areaColorGradient == nil,
            style.showAreaWithGradient != true
        {
            full.showAreaWithGradient = false
        }
        return full
    }

    override func bar(ofSample sample: Int, _ pass: PassData) -> (rect: PlotRect, color: Color)? {
        guard barStyleHook == nil, let slot = pass.context.slot, let values = pass.values(.single),
            0..<values.count ~= sample
        else { return nil }
        let (value, baseValue) = (
            values.withView { $0[sample] }, pass.values(.stackBase)?.withView { $0[sample] } ?? baseline
        )
        let base = baseValue == baseline ? pass.context.baseline : pass.context.across.position(of: baseValue)
        let side = slot.edges(at: pass.context.along.position(of: pass.independentValues.withView { $0[sample] }))
        let drawnStyle = ResolvedStyle(
            resolved(pass.context.theme).row(dataPointIndex(ofSample: sample, pass.context.samples) ?? 0))
        let colors = value < baseValue ? drawnStyle.below : drawnStyle.above
        let item = item(side, from: base, to: pass.context.across.position(of: value), radius: 0, colors, isThin: false)
        return item.rect.isFinite ? (item.rect, colors.mean) : nil
    }

    open override func legendSymbol(theme: Theme) -> LegendSymbol {
        let style = resolved(theme).row(0)
        let drawnStyle = ResolvedStyle(style).above
        guard style.useSeriesSymbols != false else {
            return .solid(drawnStyle.start.alpha > 0 ? drawnStyle.start : drawnStyle.line)
        }
        let isColumn = orientation == .horizontal
        let block = LegendSymbol.Block(
            from: .init(x: isColumn ? 0.25 : 0, y: 0.12), to: .init(x: isColumn ? 0.75 : 1, y: 0.88),
            fill: drawnStyle.start, fillEnd: drawnStyle.end,
            gradientAxis: isColumn ? .horizontal : .vertical, tip: isColumn ? .top : .right,
            tipRatio: min(max(style.cornerRatio ?? ((style.cornerRadius ?? 0) > 0 ? 0.4 : 0), 0), 1),
            stroke: drawnStyle.line, strokeWidth: style.lineWidth ?? 0)
        return LegendSymbol([.block(block)])
    }
}

/// Vertical columns: independent values on the x-axis.
open class ColumnSeries: BarColumnSeries {
    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(),
        style: BarColumnSeriesStyle = BarColumnSeriesStyle()
    ) {
        super.init(title: title, columns: columns, orientation: .horizontal, style: style)
    }
}

/// Horizontal bars: independent values on the y-axis.
open class BarSeries: BarColumnSeries {
    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(),
        style: BarColumnSeriesStyle = BarColumnSeriesStyle()
    ) {
        super.init(title: title, columns: columns, orientation: .vertical, style: style)
    }
}

import VitrailScene

/// Columns and bars: a rectangle from the baseline to each value, its tip corners rounded by `cornerRatio`.
open class BarColumnSeries: RenderableSeries<ColumnPassData> {
    public var style: BarColumnSeriesStyle

    init(title: String, columns: SeriesColumns, orientation: Orientation, style: BarColumnSeriesStyle) {
        self.style = style
        super.init(title: title, columns: columns, orientation: orientation, hitProvider: .columns)
    }

    open override var showsBaseline: Bool { true }
    open override var slotKind: SlotKind? { orientation == .horizontal ? .column : .bar }

    open override func draw(_ pass: ColumnPassData, in context: DrawContext) {
        guard let slot = context.series.slot, slot.width > 0, let range = pass.xPointRange else { return }
        let style = resolved(context.series.theme)
        let base = pass.zeroLineCoordinate
        let look = Look(style)
        let radius = min(max(style.cornerRatio ?? 0, 0), 1) * slot.width / 2
        let (alongScale, acrossScale) = (context.series.along, context.series.across)
        var items: [RectBatch.Item] = []
        items.reserveCapacity(range.count)
        pass.independentValues.withValues { along in
            pass.values(.single)?.withValues { across in
                for i in range where !alongScale.isExcluded(along[i]) && !acrossScale.isExcluded(across[i]) {
                    let place = alongScale.place(along[i])
                    let end = acrossScale.place(across[i])
                    guard place.isFinite, end.isFinite, end != base else { continue }
                    items.append(item(slot.edges(at: place), from: base, to: end, radius: radius, look, across[i] < baseline))
                }
            }
        }
        context.rects(
            items, gradientAxis: orientation == .horizontal ? .horizontal : .vertical,
            strokeWidth: context.series.pixels(style.lineWidth ?? 0), label: "columns")
    }

    private func item(
        _ side: (low: Double, high: Double), from base: Double, to end: Double, radius: Double, _ look: Look, _ isBelow: Bool
    ) -> RectBatch.Item {
        let low = Float(min(base, end))
        let high = Float(max(base, end))
        let (first, second) = (Float(side.low), Float(side.high))
        let fill = isBelow ? look.below : look.above
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
            rect: rect, fill: fill.start, fillEnd: fill.end, tip: radius > 0 ? tip : .none, tipRadius: Float(radius),
            stroke: fill.line)
    }

    /// The colours on each side of the baseline.
    private struct Look {
        var above: (start: Color, end: Color, line: Color)
        var below: (start: Color, end: Color, line: Color)

        init(_ style: BarColumnSeriesStyle) {
            let shown = style.showArea == true
            let gradient = style.showAreaWithGradient == true
            let fill = shown ? style.areaColor ?? .clear : .clear
            let fillEnd = shown && gradient ? style.areaColorGradient ?? fill : fill
            above = (fill, fillEnd, style.lineColor ?? .clear)
            let fillBelow = shown ? style.areaColorBelowBaseline ?? fill : .clear
            let ownBelow = style.areaColorBelowBaseline != nil
            let endBelow = shown && gradient ? style.areaColorGradientBelowBaseline ?? (ownBelow ? fillBelow : fillEnd) : fillBelow
            below = (fillBelow, endBelow, style.lineColorBelowBaseline ?? style.lineColor ?? .clear)
        }
    }

    /// The series' own style, the rest from the theme; a flat colour that was asked for stays flat under a theme of gradients.
    func resolved(_ theme: Theme) -> BarColumnSeriesStyle {
        var full = style.filled(from: theme.barColumnStyle(index))
        if style.areaColor != nil, style.areaColorGradient == nil, style.showAreaWithGradient != true {
            full.showAreaWithGradient = false
        }
        return full
    }

    open override func symbol(theme: Theme) -> LegendSymbol {
        LegendSymbol(kind: .block, color: resolved(theme).areaColor ?? .black)
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

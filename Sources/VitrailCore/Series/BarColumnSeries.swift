import VitrailScene

/// Columns and bars: a rectangle from the baseline to each value, its tip corners rounded by `cornerRatio`.
open class BarColumnSeries: CartesianSeries {
    public var style: BarColumnSeriesStyle
    /// Series of one index stand side by side, those of different ones overlap.
    public var groupIndex: Int?

    init(title: String, columns: SeriesColumns, orientation: Orientation, style: BarColumnSeriesStyle) {
        self.style = style
        super.init(title: title, columns: columns, orientation: orientation)
    }

    override var showsBaseline: Bool { true }
    override var isWide: Bool { true }

    override func marks(in context: SeriesContext) -> [Mark] {
        guard let loaded, let slot = context.slot, slot.width > 0 else { return [] }
        let style = resolved(context.theme)
        let base = context.baseline(of: self)
        let look = Look(style)
        let ratio = min(max(style.cornerRatio ?? 0, 0), 1)
        var items: [RectBatch.Item] = []
        loaded.along.withValues { along in
            loaded.across[0].withValues { across in
                let range = loaded.visible(along, context, orientation)
                items.reserveCapacity(range.count)
                let alongScale = context.along(orientation)
                let acrossScale = context.across(orientation)
                for i in range where !alongScale.isExcluded(along[i]) && !acrossScale.isExcluded(across[i]) {
                    let place = alongScale.place(along[i])
                    let end = acrossScale.place(across[i])
                    guard place.isFinite, end.isFinite, end != base else { continue }
                    let side = sides(of: slot, at: place)
                    let isBelow = across[i] < baseline
                    items.append(item(side, from: base, to: end, radius: ratio * slot.width / 2, look, isBelow))
                }
            }
        }
        return [
            Mark(
                .rects(
                    RectBatch(
                        items: items, gradientAxis: orientation == .horizontal ? .horizontal : .vertical,
                        strokeWidth: context.pixels(style.lineWidth ?? 0))),
                clip: context.plot, label: "\(place) columns")
        ]
    }

    /// The edges along the axis: whole pixels, so that neighbours share them and edges are crisp; as they are when narrower than
    /// a few pixels, where rounding would make widths visibly unequal.
    private func sides(of slot: BarSlot, at place: Double) -> (Double, Double) {
        let edges = (place + slot.low, place + slot.high)
        return slot.width < Self.narrowestCrisp ? edges : (Self.whole(edges.0), Self.whole(edges.1))
    }

    /// Halves go up, whatever the last bits of the sums that touching bars come from.
    private static func whole(_ edge: Double) -> Double { (edge + 0.5 + 1e-6).rounded(.down) }

    /// Pixels; below, a rounding of one pixel changes a width by more than an eighth.
    private static let narrowestCrisp = 4.0

    private func item(
        _ side: (Double, Double), from base: Double, to end: Double, radius: Double, _ look: Look, _ isBelow: Bool
    ) -> RectBatch.Item {
        let low = Float(min(base, end))
        let high = Float(max(base, end))
        let (first, second) = (Float(side.0), Float(side.1))
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

    override func symbol(theme: Theme) -> LegendSymbol {
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

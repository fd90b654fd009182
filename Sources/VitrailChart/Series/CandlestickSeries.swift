public import VitrailColumns
import VitrailRaster
import VitrailScene

/// Prices as candles: a box from open to close, and sticks from the box to high and low. Contradictory values are drawn
/// unchanged.
open class CandlestickSeries: RenderableSeries<OhlcPassData> {
    public var style: CandlestickSeriesStyle
    /// Style while the series is selected. Unset properties come from `style`.
    public var selectedStyle = CandlestickSeriesStyle()
    /// Called for each drawn candle with its index in the data and its resolved style. Returns the style to draw,
    /// except for the width of the sticks, which is the same in the whole series.
    public var candleStyleHook: ((Int, CandlestickSeriesStyle) -> CandlestickSeriesStyle)?

    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(), orientation: Orientation = .horizontal,
        style: CandlestickSeriesStyle = CandlestickSeriesStyle()
    ) {
        self.style = style
        super.init(title: title, columns: columns, orientation: orientation, hitProvider: .candlesticks)
    }

    open override var slotKind: SlotKind? { .candlestick }

    override var usualAnimation: SeriesAnimation { .growVertical }

    override var showsSelectedPoints: Bool { false }

    open override func draw(_ pass: OhlcPassData, in context: DrawContext) {
        guard let slot = context.series.slot, slot.width > 0 else { return }
        let style = resolved(context.series.theme)
        let drawnStyle = ResolvedStyle(style, context.series)
        // A selected candle has no style of its own; the hook may give it one.
        let each = drawnPointStyle(pass, style, style, candleStyleHook)
        let widths = OhlcWidths(slot: slot, stickWidth: drawnStyle.stickWidth)
        let own = each.map { each in { (sample: Int) in ResolvedStyle(each(sample), context.series) } }
        if let pictures = pass.counted(
            widths, thickness: Double(drawnStyle.thinnest),
            each: own.map { own in { own($0.sample).paint($0, with: &$1) } },
            { drawnStyle.paint($0, with: &$1) })
        {
            for picture in pictures { context.draw(picture, label: "candles") }
            return
        }
        for shape in pass.shapes(widths) {
            let drawnStyle = own?(shape.sample) ?? drawnStyle
            draw(Candle(shape, drawnStyle), drawnStyle, in: context)
        }
    }

    /// Draws the sticks, then the box: with contradictory values, the box covers sticks that run through it.
    private func draw(_ candle: Candle, _ drawnStyle: ResolvedStyle, in context: DrawContext) {
        let shape = candle.shape
        func paint(_ item: RectBatch.Item) {
            context.rect(
                item, gradientAxis: orientation == .horizontal ? .vertical : .horizontal,
                strokeWidth: drawnStyle.outline, label: "candles")
        }
        let colors = shape.isRising ? drawnStyle.rising : drawnStyle.falling
        for (stick, color) in [
            (candle.first, drawnStyle.stick ?? colors.start), (candle.second, drawnStyle.stick ?? colors.end),
        ] where stick.end != stick.start {
            paint(
                RectBatch.Item(
                    rect: orientation.rect(along: shape.stick, across: (stick.start, stick.end)), fill: color))
        }
        paint(item(orientation.rect(along: shape.sides, across: candle.box), colors, drawnStyle))
    }

    /// The painted parts of one sample, across.
    private struct Candle {
        let shape: OhlcShape
        let box: (Float, Float)
        /// Sticks from the box to high and low. The first one has the colour at the start of the box's gradient.
        let first, second: (start: Float, end: Float)

        @inline(__always)
        init(_ shape: OhlcShape, _ drawnStyle: ResolvedStyle) {
            self.shape = shape
            var box = (min(shape.open, shape.close).nearestPixel, max(shape.open, shape.close).nearestPixel)
            if box.1 - box.0 < drawnStyle.thinnest {
                box = OhlcShape.edges(center: (shape.open + shape.close) / 2, width: drawnStyle.thinnest)
            }
            self.box = box
            let hasStick = shape.stick.high > shape.stick.low
            let (start, end) = drawnStyle.highIsFirst ? (shape.high, shape.low) : (shape.low, shape.high)
            first = (box.0, hasStick ? start.nearestPixel : box.0)
            second = (box.1, hasStick ? end.nearestPixel : box.1)
        }
    }

    /// Paints for candles one pixel wide. An outline takes the whole width.
    private struct Paints {
        let box, first, second: PricePaint

        init(_ colors: OhlcColors, isOutlined: Bool, outline: Color?, stick: Color?) {
            box = isOutlined ? PricePaint(outline ?? colors.start) : PricePaint(colors.start, colors.end)
            first = PricePaint(stick ?? colors.start)
            second = PricePaint(stick ?? colors.end)
        }
    }

    /// The box with its outline inside, or in the outline's colour if there is no space for the fill.
    private func item(_ rect: PlotRect, _ colors: OhlcColors, _ drawnStyle: ResolvedStyle) -> RectBatch.Item {
        guard drawnStyle.outline > 0 else { return RectBatch.Item(rect: rect, fill: colors.start, fillEnd: colors.end) }
        let color = drawnStyle.outlineColor ?? colors.start
        guard min(rect.width, rect.height) > 2 * drawnStyle.outline else {
            return RectBatch.Item(rect: rect, fill: color)
        }
        let inset = drawnStyle.outline / 2
        let inner = PlotRect(
            minX: rect.minX + inset, minY: rect.minY + inset, maxX: rect.maxX - inset, maxY: rect.maxY - inset)
        return RectBatch.Item(rect: inner, fill: colors.start, fillEnd: colors.end, stroke: color)
    }

    /// The style in device pixels.
    private struct ResolvedStyle {
        var rising: OhlcColors
        var falling: OhlcColors
        var outline: Float
        var outlineColor: Color?
        var stick: Color?
        var stickWidth: Double
        /// Minimum height of a box, for samples with equal open and close.
        var thinnest: Float
        /// Whether larger values have smaller pixel coordinates, as on y-axes.
        var highIsFirst: Bool
        private var paints: (rising: Paints, falling: Paints)

        init(_ style: CandlestickSeriesStyle, _ context: SeriesContext) {
            rising = OhlcColors(style.risingColor, style.risingColorGradient)
            falling = OhlcColors(style.fallingColor, style.fallingColorGradient)
            let width = context.pixels(style.outlineWidth ?? 0)
            outline = width > 0 ? max(1, width.rounded()) : 0
            outlineColor = style.outlineColor
            stick = style.stickColor ?? (outline > 0 ? style.outlineColor : nil)
            stickWidth = Double(context.pixels(style.stickWidth ?? 0))
            thinnest = max(1, context.pixels(1).rounded())
            highIsFirst = context.isReversed
            let (isOutlined, line, stick) = (outline > 0, outlineColor, self.stick)
            func paints(_ colors: OhlcColors) -> Paints {
                Paints(colors, isOutlined: isOutlined, outline: line, stick: stick)
            }
            self.paints = (paints(rising), paints(falling))
        }

        /// Paints a candle one pixel wide, front to back.
        func paint(_ shape: OhlcShape, with painter: inout PricePainter) {
            let candle = Candle(shape, self)
            func paint(_ paints: Paints) {
                painter.fill(candle.box.0, candle.box.1, paints.box)
                painter.fill(
                    min(candle.second.start, candle.second.end), max(candle.second.start, candle.second.end),
                    paints.second)
                painter.fill(
                    min(candle.first.start, candle.first.end), max(candle.first.start, candle.first.end), paints.first)
            }
            if shape.isRising { paint(paints.rising) } else { paint(paints.falling) }
        }
    }

    open override func kindName(theme: Theme) -> String { "candlestick" }

    open override func labelStyle(theme: Theme) -> DataPointLabelStyle? { resolved(theme).dataPointLabelStyle }
    /// The closing price.
    open override var labelledValues: [SeriesValue] { [.keyed(.close)] }

    open override func resetStyle() {
        style = CandlestickSeriesStyle()
        selectedStyle = CandlestickSeriesStyle()
    }

    /// The series' own style, completed from the theme. A flat colour set on the series stays flat under a theme with
    /// gradients.
    func resolved(_ theme: Theme) -> CandlestickSeriesStyle {
        let style = selected ? selectedStyle.filled(from: style) : style
        var full = style.filled(from: theme.candlestickStyle(paletteIndex, isSelected: selected))
        if style.risingColor != nil { full.risingColorGradient = style.risingColorGradient }
        if style.fallingColor != nil { full.fallingColorGradient = style.fallingColorGradient }
        return full
    }

    open override func legendSymbol(theme: Theme) -> LegendSymbol {
        let style = resolved(theme)
        let rising = style.risingColor ?? .black
        guard style.useSeriesSymbols != false else { return .solid(rising) }
        let outline = style.outlineWidth ?? 0 > 0 ? style.outlineColor : nil
        return .prices(
            rising: rising, falling: style.fallingColor ?? .black, outline: outline, stick: style.stickColor,
            hasBox: true)
    }
}

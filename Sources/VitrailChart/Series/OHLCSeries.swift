public import VitrailColumns
import VitrailRaster
import VitrailScene

/// Prices as bars: a trunk from high to low, an arm at open towards smaller independent values, and an arm at close
/// towards larger ones. Contradictory values are drawn unchanged.
open class OHLCSeries: RenderableSeries<OhlcPassData> {
    public var style: OHLCSeriesStyle
    /// Style while the series is selected. Unset properties come from `style`.
    public var selectedStyle = OHLCSeriesStyle()
    /// Called for each drawn bar with its index in the data and its resolved style. Returns the style to draw, except
    /// for the width of the trunk, which is the same in the whole series.
    public var barStyleHook: ((Int, OHLCSeriesStyle) -> OHLCSeriesStyle)?

    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(), orientation: Orientation = .horizontal,
        style: OHLCSeriesStyle = OHLCSeriesStyle()
    ) {
        self.style = style
        super.init(title: title, columns: columns, orientation: orientation, hitProvider: .ohlc)
    }

    open override var slotKind: SlotKind? { .ohlc }

    override var usualAnimation: SeriesAnimation { .growVertical }

    override var showsSelectedPoints: Bool { false }

    open override func draw(_ pass: OhlcPassData, in context: DrawContext) {
        guard let slot = context.series.slot, slot.width > 0 else { return }
        let style = resolved(context.series.theme)
        let drawnStyle = ResolvedStyle(style, context.series)
        // A selected bar has no style of its own; the hook may give it one.
        let each = drawnPointStyle(pass, style, style, barStyleHook)
        let widths = OhlcWidths(slot: slot, stickWidth: Double(context.series.pixels(style.trunkWidth ?? 0)))
        let own = each.map { each in { (sample: Int) in ResolvedStyle(each(sample), context.series) } }
        // Bars one pixel wide consist of the trunk: there is no space for arms.
        if widths.stick > 0,
            let pictures = pass.counted(
                widths, thickness: Double(drawnStyle.arm),
                each: own.map { own in { own($0.sample).paintTrunk($0, with: &$1) } },
                { drawnStyle.paintTrunk($0, with: &$1) })
        {
            for picture in pictures { context.draw(picture, label: "bars") }
            return
        }
        for shape in pass.shapes(widths) { draw(shape, own?(shape.sample) ?? drawnStyle, in: context) }
    }

    /// The style in device pixels.
    private struct ResolvedStyle {
        var rising: OhlcColors
        var falling: OhlcColors
        /// Paints for trunks one pixel wide.
        var risingPaint, fallingPaint: PricePaint
        var arm: Float
        /// Whether the open arm lies at larger pixels along the axis: smaller values have larger pixels on a y-axis.
        var opensHigh: Bool

        init(_ style: OHLCSeriesStyle, _ context: SeriesContext) {
            rising = OhlcColors(style.risingColor, style.risingColorGradient)
            falling = OhlcColors(style.fallingColor, style.fallingColorGradient)
            risingPaint = PricePaint(rising.start, rising.end)
            fallingPaint = PricePaint(falling.start, falling.end)
            arm = context.pixels(style.armWidth ?? 0)
            opensHigh = context.along.end < context.along.start
        }

        /// Paints a trunk one pixel wide.
        func paintTrunk(_ shape: OhlcShape, with painter: inout PricePainter) {
            let trunk = OHLCSeries.trunk(shape, self)
            painter.fill(trunk.low, trunk.high, shape.isRising ? risingPaint : fallingPaint)
        }
    }

    /// Draws trunk and arms side by side, so that translucent ones do not darken where they meet.
    private func draw(_ shape: OhlcShape, _ drawnStyle: ResolvedStyle, in context: DrawContext) {
        func paint(_ item: RectBatch.Item) {
            context.rect(item, gradientAxis: orientation == .horizontal ? .vertical : .horizontal, label: "bars")
        }
        let colors = shape.isRising ? drawnStyle.rising : drawnStyle.falling
        let trunk = Self.trunk(shape, drawnStyle)
        if shape.stick.high > shape.stick.low, trunk.high > trunk.low {
            paint(
                RectBatch.Item(
                    rect: orientation.rect(along: shape.stick, across: trunk), fill: colors.start, fillEnd: colors.end))
        }
        for arm in arms(shape, drawnStyle) {
            let along = arm.isLow ? (shape.sides.low, shape.stick.low) : (shape.stick.high, shape.sides.high)
            guard along.1 > along.0 else { continue }
            let share = trunk.high > trunk.low ? (arm.position - trunk.low) / (trunk.high - trunk.low) : 0
            paint(RectBatch.Item(rect: orientation.rect(along: along, across: arm.edges), fill: colors.at(share)))
        }
    }

    private typealias Arm = (edges: (low: Float, high: Float), position: Float, isLow: Bool)

    private func arms(_ shape: OhlcShape, _ drawnStyle: ResolvedStyle) -> [Arm] {
        guard drawnStyle.arm > 0 else { return [] }
        return [(shape.open, !drawnStyle.opensHigh), (shape.close, drawnStyle.opensHigh)].map {
            (OhlcShape.edges(center: $0.0, width: drawnStyle.arm), $0.0, $0.1)
        }
    }

    private static func trunk(_ shape: OhlcShape, _ drawnStyle: ResolvedStyle) -> (low: Float, high: Float) {
        let exact = (low: min(shape.high, shape.low), high: max(shape.high, shape.low))
        var trunk = (low: exact.low.rounded(), high: exact.high.rounded())
        // A trunk that ends at an arm includes the arm's thickness, so that the corner is square.
        func reach(_ position: Float) {
            guard drawnStyle.arm > 0, position >= exact.low, position <= exact.high else { return }
            let edges = OhlcShape.edges(center: position, width: drawnStyle.arm)
            trunk = (min(trunk.low, edges.low), max(trunk.high, edges.high))
        }
        reach(shape.open)
        reach(shape.close)
        return trunk
    }

    override func markReach(theme: Theme) -> MarkReach {
        MarkReach(along: 0, across: (resolved(theme).armWidth ?? 0) / 2)
    }

    open override func kindName(theme: Theme) -> String { "OHLC" }

    open override func labelStyle(theme: Theme) -> DataPointLabelStyle? { resolved(theme).dataPointLabelStyle }
    /// The closing price.
    open override var labelledValues: [SeriesValue] { [.keyed(.close)] }

    open override func resetStyle() {
        style = OHLCSeriesStyle()
        selectedStyle = OHLCSeriesStyle()
    }

    /// The series' own style, completed from the theme. A flat colour set on the series stays flat under a theme with
    /// gradients.
    func resolved(_ theme: Theme) -> OHLCSeriesStyle {
        let style = selected ? selectedStyle.filled(from: style) : style
        var full = style.filled(from: theme.ohlcStyle(paletteIndex, isSelected: selected))
        if style.risingColor != nil { full.risingColorGradient = style.risingColorGradient }
        if style.fallingColor != nil { full.fallingColorGradient = style.fallingColorGradient }
        return full
    }

    open override func legendSymbol(theme: Theme) -> LegendSymbol {
        let style = resolved(theme)
        let rising = style.risingColor ?? .black
        guard style.useSeriesSymbols != false else { return .solid(rising) }
        return .prices(rising: rising, falling: style.fallingColor ?? .black, hasBox: false)
    }
}

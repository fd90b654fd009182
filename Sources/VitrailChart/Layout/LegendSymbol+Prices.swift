public import VitrailScene

extension LegendSymbol {
    /// A candle or an OHLC bar: a stick with a box or two arms, all on whole pixels and symmetric.
    public struct Price: Sendable, Equatable {
        /// Position of the stick as a fraction of the symbol's width.
        public var x: Double
        /// Heights as fractions of the symbol's height, 0 at its top.
        public var open, high, low, close: Double
        public var fill: Color
        /// Outline of the box. `nil`: none.
        public var outline: Color?
        /// Colour of stick and arms.
        public var stick: Color
        /// `true`: a candle. `false`: a bar with arms.
        public var hasBox: Bool

        public init(
            x: Double, open: Double, high: Double, low: Double, close: Double, fill: Color, outline: Color? = nil,
            stick: Color? = nil,
            hasBox: Bool
        ) {
            self.x = x
            self.open = open
            self.high = high
            self.low = low
            self.close = close
            self.fill = fill
            self.outline = outline
            self.stick = stick ?? outline ?? fill
            self.hasBox = hasBox
        }
    }

    /// A rising and a falling sample, side by side.
    static func prices(
        rising: Color, falling: Color, outline: Color? = nil, stick: Color? = nil, hasBox: Bool
    ) -> LegendSymbol {
        LegendSymbol([
            .price(
                Price(
                    x: 0.27, open: 0.72, high: 0.05, low: 0.88, close: 0.24, fill: rising, outline: outline,
                    stick: stick, hasBox: hasBox)),
            .price(
                Price(
                    x: 0.73, open: 0.28, high: 0.12, low: 0.95, close: 0.76, fill: falling, outline: outline,
                    stick: stick, hasBox: hasBox)),
        ])
    }
}

extension OverlayContext {
    mutating func draw(_ price: LegendSymbol.Price, in rect: Rect) {
        let box = pixels(rect)
        let width = max(1, Float(scale).rounded())
        let side = max(width, (box.width * 0.11).rounded())
        let left = (box.minX + Float(price.x) * box.width - width / 2).rounded()
        func y(_ share: Double) -> Float { (box.minY + Float(share) * box.height).rounded() }
        func item(_ x: (Float, Float), _ y: (Float, Float), _ color: Color) -> RectBatch.Item {
            RectBatch.Item(rect: PlotRect(minX: x.0, minY: y.0, maxX: x.1, maxY: y.1), fill: color)
        }
        let (stick, sides) = ((left, left + width), (left - side, left + width + side))
        var items: [RectBatch.Item]
        if price.hasBox {
            let body = (y(min(price.open, price.close)), y(max(price.open, price.close)))
            items = [
                item(stick, (y(price.high), body.0), price.stick), item(stick, (body.1, y(price.low)), price.stick),
            ]
            items.append(item(sides, body, price.outline ?? price.fill))
            if price.outline != nil {
                items.append(item((sides.0 + width, sides.1 - width), (body.0 + width, body.1 - width), price.fill))
            }
        } else {
            let (open, close) = (y(price.open), y(price.close))
            items = [item(stick, (y(price.high), y(price.low)), price.stick)]
            items.append(item((sides.0, left), (open - width, open), price.stick))
            items.append(item((left + width, sides.1), (close - width, close), price.stick))
        }
        add(Mark(.rects(RectBatch(items: items))))
    }
}

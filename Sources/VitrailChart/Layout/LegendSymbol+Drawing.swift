import VitrailScene

extension OverlayContext {
    /// Draws a legend symbol in a box.
    ///
    /// - Parameters:
    ///   - rect: in points; symbols are designed for a box about twice as wide as high.
    ///   - cornerRadius: corner radius of solid blocks in points.
    public mutating func symbol(_ symbol: LegendSymbol, in rect: Rect, cornerRadius: Double = 0) {
        guard rect.width > 0, rect.height > 0 else { return }
        // Lines and the symbols on them share a centre, so that both are sharp.
        let shrink = Self.shrink(symbol, rect)
        for part in symbol.parts {
            switch part {
            case .solid(let color):
                let margin = rect.height * Self.solidMargin
                fill(rect.inset(Insets(top: margin, bottom: margin)), color, cornerRadius: cornerRadius)
            case .block(let block): draw(block, in: rect)
            case .price(let price): draw(price, in: rect)
            case .errorBar(let bar): draw(bar, in: rect)
            case .picture(let picture): draw(picture, in: rect)
            case .line(let positions, let width, let color):
                draw(positions, min(width, rect.height / 2), color, in: rect)
            case .dashedLine(let positions, let width, let dashes, let color):
                draw(positions, min(width, rect.height / 2), color, dashes: dashes, in: rect)
            case .symbol(let position, let style):
                draw(
                    style, x: rect.x + position.x * rect.width,
                    y: sharp(rect.y + position.y * rect.height, width: symbol.lineWidth), in: rect)
            case .disc(let position, let radius, let color):
                let radius = min(radius * shrink, rect.height * Self.largestRadius)
                let y = rect.y + position.y * rect.height
                disc(x: rect.x + position.x * rect.width, y: sharp(y, width: symbol.lineWidth), radius: radius, color)
            }
        }
    }

    /// Free fraction of the height above and below a solid block.
    private static let solidMargin = 0.14
    /// Maximum radius as a fraction of the height.
    private static let largestRadius = 0.42

    /// Scale factor that makes the largest disc fit; an inner disc keeps its proportion.
    private static func shrink(_ symbol: LegendSymbol, _ rect: Rect) -> Double {
        let largest = symbol.parts.reduce(0) { largest, part in
            if case .disc(_, let radius, _) = part, radius.isFinite { max(largest, radius) } else { largest }
        }
        return min(1, rect.height * largestRadius / max(largest, 1e-9))
    }

    private mutating func draw(_ style: PointStyle, x: Double, y: Double, in rect: Rect) {
        var style = style
        let (radius, room) = (style.radius ?? 0, rect.height * Self.largestRadius)
        if let width = style.outlineWidth { style.outlineWidth = min(width, room / 2) }
        style.radius = min(radius, room - style.outlineReach)
        if radius > 0 { style.innerRadius = style.innerRadius.map { $0 * (style.radius ?? 0) / radius } }
        let drawnStyle = PointSymbols.drawnStyle(style, scale: scale)
        let center = pixels(x: x, y: y)
        var painter = SymbolPainter()
        painter.add(drawnStyle.painted(at: center, drawnStyle.color))
        if drawnStyle.innerRadius > 0 {
            painter.add(
                PaintedSymbol(
                    symbol: drawnStyle.symbol, center: center, radius: drawnStyle.innerRadius,
                    rotation: drawnStyle.rotation, fill: drawnStyle.innerColor))
        }
        for shape in painter.finish() { add(Mark(shape)) }
    }

    private mutating func draw(_ picture: PixelImage, in rect: Rect) {
        guard picture.width > 0, picture.height > 0 else { return }
        let share = min(rect.width / Double(picture.width), rect.height / Double(picture.height))
        let (width, height) = (Double(picture.width) * share, Double(picture.height) * share)
        image(picture, in: Rect(x: rect.midX - width / 2, y: rect.midY - height / 2, width: width, height: height))
    }

    private mutating func draw(_ block: LegendSymbol.Block, in rect: Rect) {
        let area = Rect(
            x: rect.x + block.from.x * rect.width, y: rect.y + block.from.y * rect.height,
            width: (block.to.x - block.from.x) * rect.width, height: (block.to.y - block.from.y) * rect.height)
        let position = wholePixels(area)
        let isLevel = block.tip == .left || block.tip == .right
        let half = Double(isLevel ? position.height : position.width) / 2
        let item = RectBatch.Item(
            rect: position, fill: block.fill, fillEnd: block.fillEnd, tip: block.tipRatio > 0 ? block.tip : .none,
            tipRadius: Float(block.tipRatio * half), stroke: block.stroke)
        let stroke = min(block.strokeWidth, rect.height / 4)
        add(
            Mark(.rects(RectBatch(items: [item], gradientAxis: block.gradientAxis, strokeWidth: Float(stroke * scale))))
        )
    }

    private mutating func draw(
        _ positions: [LegendSymbol.Position], _ width: Double, _ color: Color, dashes: [Double] = [], in rect: Rect
    ) {
        let points = positions.map { (x: rect.x + $0.x * rect.width, y: rect.y + $0.y * rect.height) }
        guard let first = points.first, let last = points.last, width > 0 else { return }
        guard points.allSatisfy({ $0.y == first.y }) else { return line(points, color, width: width) }
        let thickness = max(1, (width * scale).rounded()) / scale
        let middle = sharp(first.y, width: width)
        let line = Rect(
            x: min(first.x, last.x), y: middle - thickness / 2, width: abs(last.x - first.x), height: thickness)
        fill(line, color, dashes: LegendSymbol.fitted(dashes, to: line.width))
    }

    /// Height near `y` at which the edges of a horizontal line lie between pixels; `y` itself without a line.
    private func sharp(_ y: Double, width: Double) -> Double {
        guard width > 0 else { return y }
        let top = Double(pixels(x: 0, y: 0).y)
        let edges = Crisp.edges(center: y * scale + top, width: width * scale)
        return ((edges.0 + edges.1) / 2 - top) / scale
    }
}

extension LegendSymbol {
    /// Dashes scaled so that a symbol shows at least two of them and ends with a dash.
    fileprivate static func fitted(_ dashes: [Double], to width: Double) -> [Double] {
        guard let gap = dashes.last, dashes.count % 2 == 0, case let period = dashes.reduce(0, +), period > 0 else {
            return dashes
        }
        let periods = max(2, ((width + gap) / period).rounded())
        let scale = width / (periods * period - gap)
        return dashes.map { $0 * scale }
    }

    /// Width of the first line in points. 0: no line.
    fileprivate var lineWidth: Double {
        for part in parts {
            switch part {
            case .line(_, let width, _), .dashedLine(_, let width, _, _): return width
            default: continue
            }
        }
        return 0
    }
}

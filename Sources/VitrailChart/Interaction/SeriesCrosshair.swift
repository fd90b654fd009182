public import VitrailScene

/// A crosshair without lines: a small circle, and a box in the colour of the series with a caret that points at the
/// data point. `chart.crosshair = SeriesCrosshair()` installs it.
///
/// The box stands above the point, or below it if there is no space. For bars and all series along the y-axis it stands
/// to the right or to the left.
open class SeriesCrosshair: Crosshair {
    /// Width of the caret at the edge of the box in points.
    public var caretWidth = 10.0
    public var positioner = SeriesTooltipPositioner()
    public var drawer = SeriesTooltipDrawer()
    public var styler = SeriesTooltipStyler()

    public override init() {
        super.init()
        enableCrosshairLines = false
    }

    open override func draw(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout OverlayContext) {
        drawMarks(target, style: style, &context)
        guard !tooltip.isHidden else { return }
        let drawnStyle = styler.drawnStyle(of: target, style: style, theme: context.theme)
        tooltip.prepare(target, style: style)
        let size = tooltip.size(target, style: style, context)
        guard size.width > 0, size.height > 0 else { return }
        let center = positioner.center(of: size, for: target)
        let box = Rect(
            x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
        drawer.draw(SeriesTooltipShape(box: box, target: target, caretWidth: caretWidth), drawnStyle, &context)
        var inside = style
        inside.defaultTextColor = drawnStyle.text
        tooltip.drawContents(target, in: box, style: inside, &context)
    }
}

/// Positions the box of a `SeriesCrosshair`.
open class SeriesTooltipPositioner {
    public init() {}

    /// Centre of the box. Its nearest edge is 20 points from the point, and it stays in the plot area if there is
    /// space.
    ///
    /// - Parameter size: size of the box in points.
    /// - Returns: points of the chart.
    open func center(of size: (width: Double, height: Double), for target: CrosshairTarget) -> (x: Double, y: Double) {
        let plot = target.plotArea
        func held(_ middle: Double, _ length: Double, _ low: Double, _ high: Double) -> Double {
            max(low + length / 2, min(middle, high - length / 2))
        }
        if target.series.orientation == .horizontal {
            let above = target.y - Self.distance - size.height
            let y = above >= plot.y ? above : target.y + Self.distance
            return (held(target.x, size.width, plot.x, plot.maxX), y + size.height / 2)
        }
        let right = target.x + Self.distance
        let x = right + size.width <= plot.maxX ? right : target.x - Self.distance - size.width
        return (x + size.width / 2, held(target.y, size.height, plot.y, plot.maxY))
    }

    private static let distance = 20.0
}

/// Geometry of a box with a caret.
public struct SeriesTooltipShape: Sendable {
    /// Points of the chart.
    public let box: Rect
    /// Corners of the caret: two on the edge of the box, then the tip.
    public let caret: [(x: Double, y: Double)]
    /// Whether the box stands above or below the point, not beside it.
    public let isUpright: Bool

    /// Places the caret's base on the edge of the box, as near to the point as the edge allows.
    init(box: Rect, target: CrosshairTarget, caretWidth: Double) {
        self.box = box
        func base(_ position: Double, _ low: Double, _ high: Double) -> (Double, Double) {
            let half = min(max(caretWidth, 0), high - low) / 2
            let middle = max(low + half, min(position, high - half))
            return (middle - half, middle + half)
        }
        let tip = (x: target.x, y: target.y)
        isUpright = target.series.orientation == .horizontal
        if isUpright {
            let (low, high) = base(tip.x, box.x, box.maxX)
            let edge = tip.y >= box.midY ? box.maxY : box.y
            caret = [(low, edge), (high, edge), tip]
        } else {
            let (low, high) = base(tip.y, box.y, box.maxY)
            let edge = tip.x >= box.midX ? box.maxX : box.x
            caret = [(edge, low), (edge, high), tip]
        }
    }
}

/// Colours of the box of a `SeriesCrosshair`.
public struct SeriesTooltipStyle: Sendable, Hashable {
    public var fill: Color
    public var border: Color
    /// Points.
    public var borderWidth: Double
    public var text: Color

    public init(fill: Color, border: Color, borderWidth: Double, text: Color) {
        (self.fill, self.border, self.borderWidth, self.text) = (fill, border, borderWidth, text)
    }
}

/// Chooses the colours of a `SeriesCrosshair`.
open class SeriesTooltipStyler {
    public init() {}

    /// Uses the colour of the series, with readable text on it; the border comes from the style.
    ///
    /// - Parameter style: complete style; no property is `nil`.
    open func drawnStyle(of target: CrosshairTarget, style: CrosshairStyle, theme: Theme) -> SeriesTooltipStyle {
        let fill = target.series.legendSymbol(theme: theme).mainColor ?? style.defaultBackgroundColor ?? .white
        return SeriesTooltipStyle(
            fill: fill, border: style.defaultBorderColor ?? .clear, borderWidth: style.defaultBorderWidth ?? 0,
            text: fill.readableText)
    }
}

/// Draws the box of a `SeriesCrosshair`.
open class SeriesTooltipDrawer {
    public init() {}

    /// Draws the box and the caret, with one border around both.
    open func draw(_ shape: SeriesTooltipShape, _ drawnStyle: SeriesTooltipStyle, _ context: inout OverlayContext) {
        context.fill(shape.box, drawnStyle.fill)
        context.fill(triangle: shape.caret, drawnStyle.fill)
        guard drawnStyle.border.alpha > 0, drawnStyle.borderWidth > 0 else { return }
        context.line(outline(shape), drawnStyle.border, width: drawnStyle.borderWidth)
    }

    /// Closed outline around box and caret; it starts and ends at one base corner of the caret.
    private func outline(_ shape: SeriesTooltipShape) -> [(x: Double, y: Double)] {
        let (box, caret) = (shape.box, shape.caret)
        // Clockwise from the top left.
        let corners = [
            (x: box.x, y: box.y), (x: box.maxX, y: box.y), (x: box.maxX, y: box.maxY), (x: box.x, y: box.maxY),
        ]
        let (first, second, edge): ((x: Double, y: Double), (x: Double, y: Double), Int) =
            if shape.isUpright {
                caret[0].y == box.y ? (caret[0], caret[1], 0) : (caret[1], caret[0], 2)
            } else {
                caret[0].x == box.maxX ? (caret[0], caret[1], 1) : (caret[1], caret[0], 3)
            }
        return [first, caret[2], second] + (1...4).map { corners[(edge + $0) % 4] } + [first]
    }
}

extension LegendSymbol {
    /// Colour of the symbol's line, or else of its fill, made opaque.
    var mainColor: Color? {
        func color(_ part: Part) -> Color? {
            switch part {
            case .line(_, _, let color), .dashedLine(_, _, _, let color), .solid(let color), .disc(_, _, let color):
                color
            case .block(let block): block.fill
            case .errorBar(let bar): bar.color
            case .symbol(_, let style):
                (style.symbol ?? .circle).isFilled ? style.color : style.outlineColor ?? style.color
            case .price, .picture: nil
            }
        }
        let lines = parts.filter { part in
            switch part {
            case .line, .dashedLine: true
            default: false
            }
        }
        guard var found = (lines + parts).lazy.compactMap(color).first(where: { $0.alpha > 0 }) else { return nil }
        found.alpha = 255
        return found
    }
}

extension OverlayContext {
    /// Draws a filled triangle.
    ///
    /// - Parameter corners: three corners in points.
    mutating func fill(triangle corners: [(x: Double, y: Double)], _ color: Color) {
        let positions = corners.map { pixels(x: $0.x, y: $0.y) }.sorted { $0.x < $1.x }
        guard positions.count == 3 else { return }
        let (low, middle, high) = (positions[0], positions[1], positions[2])
        let share = high.x > low.x ? (middle.x - low.x) / (high.x - low.x) : 0
        let across = low.y + (high.y - low.y) * share
        var samples = [
            Area.Sample(along: low.x, first: low.y, second: low.y),
            .init(along: middle.x, first: middle.y, second: across),
        ]
        samples.append(.init(along: high.x, first: high.y, second: high.y))
        // A vertical edge on the left or on the right is one end of the area.
        if low.x == middle.x { samples = [.init(along: low.x, first: low.y, second: middle.y), samples[2]] }
        if middle.x == high.x { samples = [samples[0], .init(along: high.x, first: middle.y, second: high.y)] }
        add(Mark(.area(Area(samples: samples, paint: .solid(color), invertedPaint: .solid(color)))))
    }
}

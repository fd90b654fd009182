public import VitrailScene

/// A crosshair without lines: a small circle, and a box in the colour of the series whose caret points at the point. `chart.crosshair = SeriesCrosshair()`
/// puts it on a chart.
///
/// The box stands above the point, or below it where there is no room; of bars, and of all series along the y-axis, to the right or to the left.
open class SeriesCrosshair: Crosshair {
    /// Of the caret where it leaves the box, points.
    public var caretWidth = 10.0
    public var positioner = SeriesTooltipPositioner()
    public var drawer = SeriesTooltipDrawer()
    public var styler = SeriesTooltipStyler()

    public override init() {
        super.init()
        enableCrosshairLines = false
    }

    open override func draw(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout FurnitureContext) {
        drawMarks(target, style: style, &context)
        guard !tooltip.isHidden else { return }
        let look = styler.look(of: target, style: style, theme: context.theme)
        tooltip.prepare(target, style: style)
        let size = tooltip.size(target, style: style, context)
        guard size.width > 0, size.height > 0 else { return }
        let center = positioner.center(of: size, for: target)
        let box = Rect(x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
        drawer.draw(SeriesTooltipShape(box: box, target: target, caretWidth: caretWidth), look, &context)
        var inside = style
        inside.defaultTextColor = look.text
        tooltip.drawContents(target, in: box, style: inside, &context)
    }
}

/// Where the box of a `SeriesCrosshair` stands.
open class SeriesTooltipPositioner {
    public init() {}

    /// The middle of the box: its nearest edge is 20 points from the point, and it stays in the plot area where there is room.
    ///
    /// - Parameter size: of the box, points.
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

/// A box with a caret.
public struct SeriesTooltipShape: Sendable {
    /// Points of the chart.
    public let box: Rect
    /// Corners of the caret: two on the edge of the box, and the point.
    public let caret: [(x: Double, y: Double)]
    /// Whether the box stands above the point or below it, not beside it.
    public let isUpright: Bool

    /// The caret begins as near to the point as the edge goes.
    init(box: Rect, target: CrosshairTarget, caretWidth: Double) {
        self.box = box
        func base(_ place: Double, _ low: Double, _ high: Double) -> (Double, Double) {
            let half = min(max(caretWidth, 0), high - low) / 2
            let middle = max(low + half, min(place, high - half))
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
public struct SeriesTooltipLook: Sendable, Hashable {
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

    /// The colour of the series, with text that can be read on it; the border is the style's.
    ///
    /// - Parameter style: nothing in it is nil.
    open func look(of target: CrosshairTarget, style: CrosshairStyle, theme: Theme) -> SeriesTooltipLook {
        let fill = target.series.legendSymbol(theme: theme).mainColor ?? style.defaultBackgroundColor ?? .white
        return SeriesTooltipLook(
            fill: fill, border: style.defaultBorderColor ?? .clear, borderWidth: style.defaultBorderWidth ?? 0, text: fill.readableText)
    }
}

/// Draws the box of a `SeriesCrosshair`.
open class SeriesTooltipDrawer {
    public init() {}

    /// Box and caret, with a border round both.
    open func draw(_ shape: SeriesTooltipShape, _ look: SeriesTooltipLook, _ context: inout FurnitureContext) {
        context.fill(shape.box, look.fill)
        context.fill(triangle: shape.caret, look.fill)
        guard look.border.alpha > 0, look.borderWidth > 0 else { return }
        context.line(outline(shape), look.border, width: look.borderWidth)
    }

    /// Round box and caret, from one corner of the caret on the box to the same again.
    private func outline(_ shape: SeriesTooltipShape) -> [(x: Double, y: Double)] {
        let (box, caret) = (shape.box, shape.caret)
        // Clockwise from the top left.
        let corners = [(x: box.x, y: box.y), (x: box.maxX, y: box.y), (x: box.maxX, y: box.maxY), (x: box.x, y: box.maxY)]
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
    /// Of its line, or else of what it is filled with, without transparency.
    var mainColor: Color? {
        func color(_ part: Part) -> Color? {
            switch part {
            case .line(_, _, let color), .dashedLine(_, _, _, let color), .solid(let color), .disc(_, _, let color): color
            case .block(let block): block.fill
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

extension FurnitureContext {
    /// A filled triangle.
    ///
    /// - Parameter corners: three, points.
    mutating func fill(triangle corners: [(x: Double, y: Double)], _ color: Color) {
        let places = corners.map { pixels(x: $0.x, y: $0.y) }.sorted { $0.x < $1.x }
        guard places.count == 3 else { return }
        let (low, middle, high) = (places[0], places[1], places[2])
        let share = high.x > low.x ? (middle.x - low.x) / (high.x - low.x) : 0
        let across = low.y + (high.y - low.y) * share
        var samples = [Area.Sample(along: low.x, first: low.y, second: low.y), .init(along: middle.x, first: middle.y, second: across)]
        samples.append(.init(along: high.x, first: high.y, second: high.y))
        // An upright edge on the left or on the right is an end of its own.
        if low.x == middle.x { samples = [.init(along: low.x, first: low.y, second: middle.y), samples[2]] }
        if middle.x == high.x { samples = [samples[0], .init(along: high.x, first: middle.y, second: high.y)] }
        add(Mark(.area(Area(samples: samples, paint: .solid(color), invertedPaint: .solid(color)))))
    }
}

import VitrailScene
import VitrailTessellation

#if canImport(Glibc)
    import Glibc
#endif

/// A bar with a separate outline width on each side, or a separate radius in each corner, in device pixels.
struct BarShape {
    /// One length for each side.
    struct Sides: Equatable {
        var top: Float = 0
        var right: Float = 0
        var bottom: Float = 0
        var left: Float = 0

        var isZero: Bool { self == Sides() }
        /// All four lengths multiplied by a factor.
        func scaled(_ factor: Float) -> Sides {
            Sides(top: top * factor, right: right * factor, bottom: bottom * factor, left: left * factor)
        }
    }

    /// Clockwise from the top left.
    typealias Radii = (topLeft: Float, topRight: Float, bottomRight: Float, bottomLeft: Float)

    var rect: PlotRect
    var radii: Radii = (0, 0, 0, 0)
    var outline = Sides()
    /// `true`: the outline lies inside of the edges, with the fill inside of it. `false`: it is centred on the edges,
    /// over the fill.
    var isInside = false
    var fill: Color
    /// Fill at the other end of the gradient.
    var fillEnd: Color
    var line: Color
}

/// Converts bars to shapes of a scene, in paint order.
struct BarPainter {
    private let gradientAxis: RectBatch.GradientAxis
    private var shapes: [Shape] = []
    private var rects: [RectBatch.Item] = []

    init(gradientAxis: RectBatch.GradientAxis) { self.gradientAxis = gradientAxis }

    mutating func add(_ bar: BarShape) {
        let rect = bar.rect
        guard rect.minX < rect.maxX, rect.minY < rect.maxY, rect.isFinite else { return }
        let outline = bar.line.alpha > 0 ? bar.outline : BarShape.Sides()
        let outer = Outline(rect, bar.radii).grown(by: bar.isInside ? BarShape.Sides() : outline.scaled(0.5))
        let inner = Outline(rect, bar.radii).shrunk(by: bar.isInside ? outline : outline.scaled(0.5))
        add(bar.isInside ? inner : Outline(rect, bar.radii), bar)
        if !outline.isZero { addRing(outer, inner, bar.line) }
    }

    /// The shapes, back to front.
    mutating func finish() -> [Shape] {
        close()
        return shapes
    }

    private mutating func close() {
        if !rects.isEmpty { shapes.append(.rects(RectBatch(items: rects, gradientAxis: gradientAxis))) }
        rects = []
    }

    private mutating func add(_ outline: Outline, _ bar: BarShape) {
        guard outline.isVisible, bar.fill.alpha > 0 || bar.fillEnd.alpha > 0 else { return }
        guard outline.isRound else {
            return rects.append(RectBatch.Item(rect: outline.rect, fill: bar.fill, fillEnd: bar.fillEnd))
        }
        let (rect, isHorizontal) = (bar.rect, gradientAxis == .horizontal)
        let paint: Paint =
            bar.fill == bar.fillEnd
            ? .solid(bar.fill)
            : .linearGradient(
                from: PlotPoint(x: rect.minX, y: rect.minY), start: bar.fill,
                to: PlotPoint(x: isHorizontal ? rect.maxX : rect.minX, y: isHorizontal ? rect.minY : rect.maxY),
                end: bar.fillEnd)
        addArea([outline], paint)
    }

    /// Adds the area between two outlines.
    private mutating func addRing(_ outer: Outline, _ inner: Outline, _ color: Color) {
        guard outer.isRound || inner.isRound, inner.isVisible else {
            if outer.isRound { return addArea([outer], .solid(color)) }
            let out = outer.rect
            let hole =
                inner.isVisible ? inner.rect : PlotRect(minX: out.maxX, minY: out.maxY, maxX: out.maxX, maxY: out.maxY)
            for rect in [
                PlotRect(minX: out.minX, minY: out.minY, maxX: out.maxX, maxY: hole.minY),
                PlotRect(minX: out.minX, minY: hole.minY, maxX: hole.minX, maxY: hole.maxY),
                PlotRect(minX: hole.maxX, minY: hole.minY, maxX: out.maxX, maxY: hole.maxY),
                PlotRect(minX: out.minX, minY: hole.maxY, maxX: out.maxX, maxY: out.maxY),
            ] where rect.minX < rect.maxX && rect.minY < rect.maxY {
                rects.append(RectBatch.Item(rect: rect, fill: color))
            }
            return
        }
        addArea([outer, inner], .solid(color))
    }

    private mutating func addArea(_ outlines: [Outline], _ paint: Paint) {
        close()
        shapes.append(.area(Area(samples: PolygonSlices.samples(outlines.map(\.corners)), paint: paint)))
    }
}

/// A rectangle with round corners.
private struct Outline {
    var rect: PlotRect
    private var radii: BarShape.Radii

    init(_ rect: PlotRect, _ radii: BarShape.Radii) {
        self.rect = rect
        // A radius is at most half of the shorter side.
        let maximum = max(min(rect.maxX - rect.minX, rect.maxY - rect.minY) / 2, 0)
        func held(_ radius: Float) -> Float { min(max(radius, 0), maximum) }
        self.radii = (held(radii.topLeft), held(radii.topRight), held(radii.bottomRight), held(radii.bottomLeft))
    }

    var isRound: Bool { max(radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft) > 0 }
    var isVisible: Bool { rect.minX < rect.maxX && rect.minY < rect.maxY }

    /// The outline, moved outwards by a distance on each side.
    func grown(by sides: BarShape.Sides) -> Outline {
        func radius(_ own: Float, _ first: Float, _ second: Float) -> Float { own > 0 ? own + min(first, second) : 0 }
        return Outline(
            PlotRect(
                minX: rect.minX - sides.left, minY: rect.minY - sides.top, maxX: rect.maxX + sides.right,
                maxY: rect.maxY + sides.bottom),
            (
                radius(radii.topLeft, sides.top, sides.left), radius(radii.topRight, sides.top, sides.right),
                radius(radii.bottomRight, sides.bottom, sides.right), radius(radii.bottomLeft, sides.bottom, sides.left)
            ))
    }

    /// The outline, moved inwards by a distance on each side. Sides that would cross meet in the middle.
    func shrunk(by sides: BarShape.Sides) -> Outline {
        let (width, height) = ((rect.maxX - rect.minX) / 2, (rect.maxY - rect.minY) / 2)
        func radius(_ own: Float, _ first: Float, _ second: Float) -> Float { max(own - max(first, second), 0) }
        return Outline(
            PlotRect(
                minX: rect.minX + min(sides.left, width), minY: rect.minY + min(sides.top, height),
                maxX: rect.maxX - min(sides.right, width),
                maxY: rect.maxY - min(sides.bottom, height)),
            (
                radius(radii.topLeft, sides.top, sides.left), radius(radii.topRight, sides.top, sides.right),
                radius(radii.bottomRight, sides.bottom, sides.right), radius(radii.bottomLeft, sides.bottom, sides.left)
            ))
    }

    /// The polygon's corners, clockwise from the left end of the top side.
    var corners: [SIMD2<Double>] {
        arc(rect.minX, rect.minY, 1, 1, radii.topLeft, from: .pi)
            + arc(rect.maxX, rect.minY, -1, 1, radii.topRight, from: .pi * 3 / 2)
            + arc(rect.maxX, rect.maxY, -1, -1, radii.bottomRight, from: 0)
            + arc(rect.minX, rect.maxY, 1, -1, radii.bottomLeft, from: .pi / 2)
    }

    /// A quarter circle in a corner, clockwise; the corner itself if the radius is 0.
    private func arc(
        _ x: Float, _ y: Float, _ inX: Float, _ inY: Float, _ radius: Float, from start: Double
    ) -> [SIMD2<Double>] {
        guard radius > 0 else { return [SIMD2(Double(x), Double(y))] }
        let center = SIMD2(Double(x + inX * radius), Double(y + inY * radius))
        // Within 1/100 of a pixel.
        let pieces = Int(min(max((Double(radius) * 32).squareRoot().rounded(.up), 4), 64))
        return (0...pieces).map { k in
            let angle = start + .pi / 2 * Double(k) / Double(pieces)
            return center + Double(radius) * SIMD2(cos(angle), sin(angle))
        }
    }
}

extension BarColumnSeries.ResolvedStyle {
    /// The style of a bar narrower than a pixel. An outline inside of the bar hides the fill. Outlines on single sides
    /// become one outline on all sides.
    var thin: BarColumnSeries.ResolvedStyle {
        guard isShaped else { return self }
        var drawnStyle = self
        if let sideWidths {
            drawnStyle.lineWidth = max(sideWidths.top, sideWidths.left, sideWidths.bottom, sideWidths.right)
        }
        (drawnStyle.radii, drawnStyle.sideWidths, drawnStyle.isInside, drawnStyle.lineAtBase, drawnStyle.lineAtTip) = (
            nil, nil, false, true, true
        )
        guard isInside, drawnStyle.lineWidth > 0 else { return drawnStyle }
        for side in [\BarColumnSeries.ResolvedStyle.above, \BarColumnSeries.ResolvedStyle.below]
        where drawnStyle[keyPath: side].line.alpha > 0 {
            drawnStyle[keyPath: side].start = drawnStyle[keyPath: side].line
            drawnStyle[keyPath: side].end = drawnStyle[keyPath: side].line
        }
        drawnStyle.lineWidth = 0
        return drawnStyle
    }

    /// The bar with all properties of this style.
    ///
    /// - Parameters:
    ///   - item: the bar as a rectangle, with the radius of its tip.
    ///   - isTipFirst: whether the tip has the smaller position across.
    ///   - scale: device pixels per point.
    func shape(_ item: RectBatch.Item, isColumn: Bool, isTipFirst: Bool, scale: Double) -> BarShape {
        func pixels(_ length: Double) -> Float { Float(max(length, 0) * scale) }
        var shape = BarShape(
            rect: item.rect, isInside: isInside, fill: item.fill, fillEnd: item.fillEnd, line: item.stroke)
        let widths = sideWidths ?? Insets(top: lineWidth, left: lineWidth, bottom: lineWidth, right: lineWidth)
        shape.outline = BarShape.Sides(
            top: pixels(widths.top), right: pixels(widths.right), bottom: pixels(widths.bottom),
            left: pixels(widths.left))
        for (isDrawn, isFirst) in [(lineAtTip, isTipFirst), (lineAtBase, !isTipFirst)] where !isDrawn {
            switch (isColumn, isFirst) {
            case (true, true): shape.outline.top = 0
            case (true, false): shape.outline.bottom = 0
            case (false, true): shape.outline.left = 0
            case (false, false): shape.outline.right = 0
            }
        }
        if let radii {
            shape.radii = (
                pixels(radii.topLeft), pixels(radii.topRight), pixels(radii.bottomRight), pixels(radii.bottomLeft)
            )
        } else if item.tip != .none {
            let radius = item.tipRadius
            shape.radii =
                switch (isColumn, isTipFirst) {
                case (true, true): (radius, radius, 0, 0)
                case (true, false): (0, 0, radius, radius)
                case (false, true): (radius, 0, 0, radius)
                case (false, false): (0, radius, radius, 0)
                }
        }
        return shape
    }
}

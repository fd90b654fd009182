import VitrailScene

extension SceneWriter {
    /// Consecutive rectangles of equal style share a path if they do not touch, or if they are slivers (which are side
    /// by side). All others are separate elements, each over the previous ones.
    mutating func write(_ batch: RectBatch, clip: PixelRect) {
        var run = RectRun()
        for item in batch.items {
            guard let shape = TippedRect(item, strokeWidth: batch.strokeWidth, clip: clip) else { continue }
            if !run.takes(shape, addsUp: batch.addsUp) {
                write(run, batch)
                run = RectRun()
            }
            run.append(shape)
        }
        write(run, batch)
    }

    private mutating func write(_ run: RectRun, _ batch: RectBatch) {
        guard let first = run.shapes.first else { return }
        let isSingle = run.shapes.count == 1 && first.radius == 0
        body.write(isSingle ? "<rect" : "<path")
        if isSingle {
            body.rect(first.minX, first.minY, first.maxX - first.minX, first.maxY - first.minY)
        }
        writeStyle(first, axis: batch.gradientAxis)
        if !isSingle {
            body.attribute("d") { data in
                for shape in run.shapes { shape.write(into: &data) }
            }
        }
        body.write("/>\n")
    }

    private mutating func writeStyle(_ shape: TippedRect, axis: RectBatch.GradientAxis) {
        let drawnStyle = shape.drawnStyle
        if drawnStyle.fill == drawnStyle.fillEnd {
            if drawnStyle.fill.alpha > 0 { body.fill(drawnStyle.fill) } else { body.write(" fill=\"none\"") }
        } else {
            let number = number(of: .across(axis, drawnStyle.fill, drawnStyle.fillEnd))
            body.reference("fill", Name.gradient, number)
        }
        guard drawnStyle.strokeWidth > 0 else { return }
        body.stroke(drawnStyle.stroke)
        body.attribute("stroke-width", drawnStyle.strokeWidth)
    }
}

/// Consecutive rectangles of equal style.
private struct RectRun {
    private(set) var shapes: [TippedRect] = []
    /// For each direction, whether every rectangle is entirely beyond the previous one. If one direction holds, no two
    /// of them overlap.
    private var ways: (right: Bool, left: Bool, down: Bool, up: Bool) = (true, true, true, true)

    func takes(_ shape: TippedRect, addsUp: Bool) -> Bool {
        guard let last = shapes.last else { return true }
        guard shape.drawnStyle == last.drawnStyle, shape.drawnStyle.fill == shape.drawnStyle.fillEnd else {
            return false
        }
        if addsUp { return true }
        let next = after(last, shape)
        return next.right || next.left || next.down || next.up
    }

    mutating func append(_ shape: TippedRect) {
        if let last = shapes.last { ways = after(last, shape) }
        shapes.append(shape)
    }

    /// Includes outlines. Rectangles must not even share a pixel, because edges in one pixel are composited instead of
    /// added.
    private func after(_ a: TippedRect, _ b: TippedRect) -> (right: Bool, left: Bool, down: Bool, up: Bool) {
        let reach = a.drawnStyle.strokeWidth / 2
        func isBeyond(_ end: Double, _ start: Double) -> Bool {
            (end + reach).rounded(.up) <= (start - reach).rounded(.down)
        }
        return (
            ways.right && isBeyond(a.maxX, b.minX), ways.left && isBeyond(b.maxX, a.minX),
            ways.down && isBeyond(a.maxY, b.minY),
            ways.up && isBeyond(b.maxY, a.minY)
        )
    }
}

/// A visible rectangle whose corners at the tip are rounded.
private struct TippedRect {
    struct ResolvedStyle: Equatable {
        var fill: Color
        var fillEnd: Color
        var stroke: Color
        /// 0: no outline.
        var strokeWidth: Double
    }

    var minX: Double
    var minY: Double
    var maxX: Double
    var maxY: Double
    var tip: RectBatch.Tip
    /// In pixels; 0: sharp corners.
    var radius: Double
    var drawnStyle: ResolvedStyle

    /// Coordinates are limited to this magnitude; the ends of longer bars are invisible.
    private static let farthest = 1_048_576.0

    init?(_ item: RectBatch.Item, strokeWidth: Float, clip: PixelRect) {
        let isStroked = strokeWidth > 0 && strokeWidth.isFinite && item.stroke.alpha > 0
        let rect = item.rect
        // Reject transparent, non-finite, inverted, empty without outline, and invisible rectangles.
        guard isStroked || item.fill.alpha > 0 || item.fillEnd.alpha > 0 else { return nil }
        guard rect.minX <= rect.maxX, rect.minY <= rect.maxY, rect.minX.isFinite, rect.minY.isFinite,
            rect.maxX.isFinite, rect.maxY.isFinite
        else { return nil }
        guard isStroked || (rect.width > 0 && rect.height > 0) else { return nil }
        let box = VisibleBox(clip: clip, reach: isStroked ? Double(strokeWidth) / 2 : 0)
        func held(_ value: Float) -> Double { min(max(Double(value), -Self.farthest), Self.farthest) }
        (minX, minY, maxX, maxY) = (held(rect.minX), held(rect.minY), held(rect.maxX), held(rect.maxY))
        guard maxX > box.minX, minX < box.maxX, maxY > box.minY, minY < box.maxY else { return nil }
        tip = item.tip
        radius = Self.limitedRadius(item, width: maxX - minX, height: maxY - minY)
        drawnStyle = ResolvedStyle(
            fill: item.fill, fillEnd: item.fillEnd, stroke: item.stroke,
            strokeWidth: isStroked ? Double(strokeWidth) : 0)
        if isStroked {
            fillOutline()
        } else {
            drawnStyle.stroke = .clear
            if radius == 0, drawnStyle.fill == drawnStyle.fillEnd { cut(to: box) }
        }
    }

    /// Limits the tip radius to half the tip edge and the length behind it; for `all`, to half the smaller side.
    private static func limitedRadius(_ item: RectBatch.Item, width: Double, height: Double) -> Double {
        guard item.tipRadius > 0 else { return 0 }
        let wished = Double(item.tipRadius)
        switch item.tip {
        case .none: return 0
        case .top, .bottom: return min(wished, width / 2, height)
        case .left, .right: return min(wished, height / 2, width)
        case .all: return min(wished, width / 2, height / 2)
        }
    }

    /// Replaces the outline of an empty rectangle by a fill, because SVG strokes its corners incompletely or not at
    /// all.
    private mutating func fillOutline() {
        guard maxX == minX || maxY == minY else { return }
        let reach = drawnStyle.strokeWidth / 2
        (minX, minY, maxX, maxY) = (minX - reach, minY - reach, maxX + reach, maxY + reach)
        drawnStyle = ResolvedStyle(fill: drawnStyle.stroke, fillEnd: drawnStyle.stroke, stroke: .clear, strokeWidth: 0)
    }

    private mutating func cut(to box: VisibleBox) {
        (minX, minY) = (max(minX, box.minX), max(minY, box.minY))
        (maxX, maxY) = (min(maxX, box.maxX), min(maxY, box.maxY))
    }

    /// Writes a closed subpath, clockwise on screen from the top left.
    func write(into data: inout SVGWriter) {
        guard radius > 0 else {
            return data.box(minX, minY, maxX, maxY)
        }
        let corners: [(x: Double, y: Double, dx: Double, dy: Double, isRound: Bool)] = [
            (minX, minY, 1, 1, tip == .top || tip == .left || tip == .all),
            (maxX, minY, -1, 1, tip == .top || tip == .right || tip == .all),
            (maxX, maxY, -1, -1, tip == .bottom || tip == .right || tip == .all),
            (minX, maxY, 1, -1, tip == .bottom || tip == .left || tip == .all),
        ]
        var command = UInt8(ascii: "M")
        for (i, corner) in corners.enumerated() {
            defer { command = UInt8(ascii: "L") }
            guard corner.isRound else {
                data.path(command, corner.x, corner.y)
                continue
            }
            // Arcs start on the vertical side at the top left and bottom right, otherwise on the horizontal side.
            let onSide = Position(x: corner.x, y: corner.y + corner.dy * radius)
            let onEdge = Position(x: corner.x + corner.dx * radius, y: corner.y)
            let (from, to) = i % 2 == 0 ? (onSide, onEdge) : (onEdge, onSide)
            data.path(command, from.x, from.y)
            data.arc(radius: radius, isAnticlockwise: false, to: to)
        }
        data.write("z")
    }
}

extension SVGWriter {
    /// Writes a rectangle as a closed subpath.
    mutating func box(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) {
        path(UInt8(ascii: "M"), minX, minY)
        write("H")
        number(maxX)
        write("V")
        number(maxY)
        write("H")
        number(minX)
        write("z")
    }

    /// Writes a circular arc of less than half a turn.
    mutating func arc(radius: Double, isAnticlockwise: Bool, to end: Position) {
        write("A")
        number(radius)
        next(radius)
        write(isAnticlockwise ? " 0 0 0" : " 0 0 1")
        next(end.x)
        next(end.y)
    }
}

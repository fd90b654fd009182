#if canImport(Glibc)
    import Glibc
#endif
import VitrailScene

/// A settled axis → marks: line, ticks, labels and title; gridlines and stripes for the layers under or over the data.
struct AxisMarks {
    let layout: AxisLayout
    let plot: PixelRect
    /// The canvas in device pixels: no label reaches beyond its ends.
    let canvas: PlotRect
    let typesetter: Typesetter

    private var axis: Axis { layout.axis }
    private var scale: Double { typesetter.scale }
    private var side: Side { axis.side }
    private var isHorizontal: Bool { axis.isHorizontal }

    /// Data → absolute device pixels.
    var places: AxisScale {
        isHorizontal
            ? axis.scale(from: Double(plot.x), to: Double(plot.maxX))
            : axis.scale(from: Double(plot.maxY), to: Double(plot.y))
    }

    // MARK: Grid

    /// Bands between consecutive majors, alternating by their number from the anchor.
    func stripes() -> [Mark] {
        guard let style = layout.style.gridStripeStyle, style.showGridStripes == true else { return [] }
        let majors = layout.ticks.filter(\.isMajor)
        guard let first = majors.first else { return [] }
        let ends = [places.start, places.end]
        let edges = [ends[0]] + majors.map { places.place($0.value) } + [ends[1]]
        let parities = [first.index - 1] + majors.map(\.index)
        let items = parities.enumerated().compactMap { k, parity -> RectBatch.Item? in
            let color = (parity % 2 == 0 ? style.stripeColor : style.alternateStripeColor) ?? .clear
            guard color.alpha > 0, edges[k] != edges[k + 1] else { return nil }
            return RectBatch.Item(rect: band(edges[k].rounded(), edges[k + 1].rounded()), fill: color)
        }
        return items.isEmpty ? [] : [Mark(.rects(RectBatch(items: items)), clip: plot, label: "stripes")]
    }

    func gridlines() -> [Mark] {
        guard let style = layout.style.majorGridLineStyle, style.showMajorGridLines == true,
            let width = style.lineWidth, width > 0
        else { return [] }
        let dashes = style.dashedMajorGridLines == true ? (style.dashStyle ?? []).map { $0 * scale } : []
        let items = layout.ticks.filter(\.isMajor).flatMap { tick in
            let edges = Crisp.edges(center: places.place(tick.value), width: width * scale)
            return Dashes.split(band(edges.0, edges.1), pattern: dashes, along: isHorizontal ? .y : .x).map {
                RectBatch.Item(rect: $0, fill: style.lineColor ?? .clear)
            }
        }
        return items.isEmpty ? [] : [Mark(.rects(RectBatch(items: items)), clip: plot, label: "gridlines")]
    }

    /// The plot area between two places of this axis.
    private func band(_ a: Double, _ b: Double) -> PlotRect {
        let (low, high) = (Float(min(a, b)), Float(max(a, b)))
        return isHorizontal
            ? PlotRect(minX: low, minY: Float(plot.y), maxX: high, maxY: Float(plot.maxY))
            : PlotRect(minX: Float(plot.x), minY: low, maxX: Float(plot.maxX), maxY: high)
    }

    // MARK: Line, ticks, labels, title

    func marks() -> [Mark] {
        let items = line() + ticks()
        let lines = items.isEmpty ? [] : [Mark(.rects(RectBatch(items: items)), label: "axis")]
        return lines + labels() + title()
    }

    /// A rectangle from `from` to `to` device pixels outwards from the axis' inner edge, between two places along it.
    private func outwards(_ from: Double, _ to: Double, along a: Double, _ b: Double) -> PlotRect {
        let offset = (layout.offset * scale).rounded()
        let (low, high) = (Float(min(a, b)), Float(max(a, b)))
        switch side {
        case .bottom:
            return PlotRect(minX: low, minY: Float(Double(plot.maxY) + offset + from), maxX: high, maxY: Float(Double(plot.maxY) + offset + to))
        case .top:
            return PlotRect(minX: low, minY: Float(Double(plot.y) - offset - to), maxX: high, maxY: Float(Double(plot.y) - offset - from))
        case .left:
            return PlotRect(minX: Float(Double(plot.x) - offset - to), minY: low, maxX: Float(Double(plot.x) - offset - from), maxY: high)
        case .right:
            return PlotRect(minX: Float(Double(plot.maxX) + offset + from), minY: low, maxX: Float(Double(plot.maxX) + offset + to), maxY: high)
        }
    }

    private var lineThickness: Double {
        let width = (layout.style.lineWidth ?? 0) * scale
        return width > 0 ? max(1, width.rounded()) : 0
    }

    private func line() -> [RectBatch.Item] {
        guard lineThickness > 0 else { return [] }
        return [
            RectBatch.Item(
                rect: outwards(0, lineThickness, along: places.start, places.end), fill: layout.style.lineColor ?? .clear)
        ]
    }

    private func ticks() -> [RectBatch.Item] {
        layout.ticks.compactMap { tick in
            guard let style = tick.isMajor ? layout.style.majorTickStyle : layout.style.minorTickStyle,
                style.showTicks == true, let width = style.lineWidth, width > 0, let length = style.lineLength
            else { return nil }
            let edges = Crisp.edges(center: places.place(tick.value), width: width * scale)
            let end = lineThickness + (length * scale).rounded()
            return RectBatch.Item(rect: outwards(lineThickness, end, along: edges.0, edges.1), fill: style.lineColor ?? .clear)
        }
    }

    private func labels() -> [Mark] {
        layout.ticks.filter(layout.shows).compactMap { tick in
            guard let style = tick.isMajor ? layout.style.majorTickStyle : layout.style.minorTickStyle else { return nil }
            let place = labelPlace(tick, style.tickLabelOrientation ?? .horizontal)
            let mark = typesetter.mark(
                tick.label, font: style.labelFont, color: style.labelColor ?? .black, at: place, label: "label \(tick.label)")
            return isInside(mark) ? mark : nil
        }
    }

    private func labelPlace(_ tick: Tick, _ orientation: TickLabelOrientation) -> TextPlace {
        let distance = layout.labelDistance * scale
        let along = places.place(tick.value)
        let edge = outwards(distance, distance, along: along, along)
        let rotation: Double
        switch orientation {
        case .horizontal: rotation = 0
        case .diagonal: rotation = .pi / 4
        case .vertical: rotation = .pi / 2
        }
        var place = TextPlace(x: Double(edge.minX), y: Double(edge.minY), across: 0.5, down: 0.5, rotation: rotation)
        // Which part of the text touches the axis.
        switch (side, orientation) {
        case (.bottom, .horizontal): place.down = 0
        case (.top, .horizontal): place.down = 1
        case (.left, .horizontal), (.bottom, .vertical), (.bottom, .diagonal), (.left, .diagonal): place.across = 1
        case (.right, .horizontal), (.top, .vertical), (.top, .diagonal), (.right, .diagonal): place.across = 0
        case (.left, .vertical): place.down = 1
        case (.right, .vertical): place.down = 0
        }
        return place
    }

    /// A label that would leave the canvas at an end of the axis is left out; its tick stays.
    private func isInside(_ mark: Mark) -> Bool {
        guard case .glyphs(let run) = mark.shape else { return true }
        let slack = Float(1)
        return run.glyphs.allSatisfy {
            isHorizontal
                ? Float($0.x) >= canvas.minX - slack && Float($0.x) + Float($0.width) <= canvas.maxX + slack
                : Float($0.y) >= canvas.minY - slack && Float($0.y) + Float($0.height) <= canvas.maxY + slack
        }
    }

    private func title() -> [Mark] {
        guard !axis.title.isEmpty, let style = layout.style.titleStyle else { return [] }
        let size = typesetter.size(axis.title, style.font)
        let depth = layout.titleRunsAlong ? size.height : size.width
        let end = (layout.thickness - (axis.width == nil ? AxisLayout.outerGap : 0)) * scale
        let middle = outwards(end - depth * scale / 2, end - depth * scale / 2, along: 0, 0)
        let (low, high) = (min(places.start, places.end), max(places.start, places.end))
        // Bottom or left is where the axis' values begin.
        let along: (place: Double, part: Double)
        switch style.position {
        case .bottomOrLeft: along = (places.start, 0)
        case .topOrRight: along = (places.end, 1)
        case .center, nil: along = ((low + high) / 2, 0.5)
        }
        let isTurned = layout.titleRunsAlong ? !isHorizontal : isHorizontal
        var place = TextPlace(
            x: isHorizontal ? along.place : Double(middle.minX), y: isHorizontal ? Double(middle.minY) : along.place,
            across: 0.5, down: 0.5, rotation: isTurned ? .pi / 2 : 0)
        if layout.titleRunsAlong { place.across = along.part }
        return typesetter.boxed(
            axis.title, font: style.font, color: style.textColor ?? .black, background: style.backgroundColor ?? .clear,
            at: place, label: "axis title")
    }
}

/// Cuts a rectangle into dashes.
enum Dashes {
    enum Direction { case x, y }

    /// More dashes than this in one line cannot be seen as such.
    private static let most = 10_000

    static func split(_ rect: PlotRect, pattern: [Double], along direction: Direction) -> [PlotRect] {
        let period = pattern.reduce(0, +)
        let (low, high) = direction == .x ? (Double(rect.minX), Double(rect.maxX)) : (Double(rect.minY), Double(rect.maxY))
        guard pattern.count > 0, pattern.allSatisfy({ $0.isFinite && $0 >= 0 }), period > 0,
            (high - low) / period * Double(pattern.count) < Double(most)
        else { return [rect] }
        // An odd number of lengths is repeated, as SVG does.
        let lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
        var result: [PlotRect] = []
        var place = low
        var k = 0
        while place < high {
            let next = min(place + lengths[k % lengths.count], high)
            if k % 2 == 0, next > place {
                var dash = rect
                if direction == .x { (dash.minX, dash.maxX) = (Float(place), Float(next)) } else { (dash.minY, dash.maxY) = (Float(place), Float(next)) }
                result.append(dash)
            }
            place = next
            k += 1
        }
        return result
    }
}

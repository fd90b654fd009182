import VitrailScales
import VitrailScene

/// A complete axis layout → marks: line, ticks, labels and title; gridlines and stripes for the layers below or above
/// the data.
struct AxisMarks {
    private(set) var layout: AxisLayout
    let plot: PixelRect
    /// Canvas in device pixels; titles stay inside.
    private let canvas: PlotRect
    let typesetter: Typesetter
    /// Data → absolute device pixels.
    let positions: AxisScale
    private let base: AxisBase
    /// Lines of other axes that cross this axis inside the plot area.
    var crossings: [Crossing] = []

    /// Line across this axis, and the value labelled at the crossing.
    struct Crossing {
        /// Position along this axis in device pixels.
        var position: Double
        var width: Double
        var value: Double?
    }

    /// - Parameter pin: position of a pinned line across the axis in device pixels. `nil`: at the plot area's edge.
    init(layout: AxisLayout, plot: PixelRect, canvas: PlotRect, pin: Double?, typesetter: Typesetter) {
        self.layout = layout
        self.plot = plot
        self.canvas = canvas
        self.typesetter = typesetter
        positions = Self.positions(of: layout.axis, in: plot)
        base = AxisBase(layout, plot: plot, pin: pin, scale: typesetter.scale)
    }

    static func positions(of axis: Axis, in plot: PixelRect) -> AxisScale {
        axis.isHorizontal
            ? axis.scale(from: Double(plot.x), to: Double(plot.maxX))
            : axis.scale(from: Double(plot.maxY), to: Double(plot.y))
    }

    private var scale: Double { typesetter.scale }
    private var isHorizontal: Bool { layout.axis.isHorizontal }

    // MARK: Grid

    /// Stripes between consecutive majors, alternating by their index from the anchor.
    func stripes() -> [Mark] {
        let style = layout.style.gridStripeStyle
        guard style.showGridStripes == true else { return [] }
        let majors = layout.ticks.filter(\.isMajor)
        guard let first = majors.first else { return [] }
        let edges = [positions.start] + majors.map { positions.position(of: $0.value) } + [positions.end]
        func color(_ parity: Int) -> Color {
            (parity % 2 == 0 ? style.stripeColor : style.alternateStripeColor) ?? .clear
        }
        let colors = [color(first.tick.index - 1)] + majors.map { $0.mark?.stripeColor ?? color($0.tick.index) }
        let items = colors.enumerated().compactMap { k, color -> RectBatch.Item? in
            guard color.alpha > 0, edges[k].isFinite, edges[k + 1].isFinite, edges[k] != edges[k + 1] else {
                return nil
            }
            return RectBatch.Item(rect: band(edges[k].rounded(), edges[k + 1].rounded()), fill: color)
        }
        return items.isEmpty ? [] : [Mark(.rects(RectBatch(items: items)), clip: plot, label: "stripes")]
    }

    func gridlines() -> [Mark] {
        let style = layout.style.majorGridLineStyle
        guard let width = style.lineWidth, width > 0 else { return [] }
        let dashes = style.dashedMajorGridLines == true ? (style.dashStyle ?? []).map { $0 * scale } : []
        let items = layout.ticks.filter(\.showsGridline).flatMap { tick -> [RectBatch.Item] in
            let position = positions.position(of: tick.value)
            guard position.isFinite else { return [] }
            let edges = beforeEnd(Crisp.edges(center: position, width: width * scale))
            let color = tick.mark?.gridlineColor ?? (tick.value == 0 ? zeroLineColor : nil) ?? style.lineColor ?? .clear
            return Dashes.split(band(edges.0, edges.1), pattern: dashes, along: isHorizontal ? .y : .x).map {
                RectBatch.Item(rect: $0, fill: color)
            }
        }
        return items.isEmpty ? [] : [Mark(.rects(RectBatch(items: items)), clip: plot, label: "gridlines")]
    }

    /// Colour of the gridline at zero: the axis line's colour if values lie on both sides of zero. `nil`: same as the
    /// other gridlines.
    private var zeroLineColor: Color? {
        let axis = layout.axis
        guard axis.isNumeric, axis.style.majorGridLineStyle.lineColor == nil, let values = axis.dataRange else {
            return nil
        }
        return values.minimum < 0 && values.maximum > 0 ? layout.style.lineColor : nil
    }

    /// Moves a line at the axis's end inside, so that the plot area's edge does not halve it. A line at the start
    /// stays: it continues under another axis line.
    private func beforeEnd(_ edges: (Double, Double)) -> (Double, Double) {
        let shift = isHorizontal ? min(0, ends.end - edges.1) : max(0, ends.end - edges.0)
        return (edges.0 + shift, edges.1 + shift)
    }

    /// The axis's start (left or bottom) and its end.
    private var ends: (start: Double, end: Double) {
        isHorizontal ? (Double(plot.x), Double(plot.maxX)) : (Double(plot.maxY), Double(plot.y))
    }

    /// Part of the plot area between two positions on this axis.
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

    /// Rectangle from two positions along the axis and two across it, in device pixels.
    private func rect(along a: Double, _ b: Double, across c: Double, _ d: Double) -> PlotRect {
        let (a, b) = (Float(min(a, b)), Float(max(a, b)))
        let (c, d) = (Float(min(c, d)), Float(max(c, d)))
        return isHorizontal
            ? PlotRect(minX: a, minY: c, maxX: b, maxY: d) : PlotRect(minX: c, minY: a, maxX: d, maxY: b)
    }

    private func line() -> [RectBatch.Item] {
        guard let frame = lineFrame else { return [] }
        let dashes = (layout.style.dashStyle ?? []).map { $0 * scale }
        let rects = dashes.isEmpty ? [frame] : Dashes.split(frame, pattern: dashes, along: isHorizontal ? .x : .y)
        return rects.map { RectBatch.Item(rect: $0, fill: layout.style.lineColor ?? .clear) }
    }

    /// Frame of the line in device pixels. `nil`: no line.
    var lineFrame: PlotRect? {
        guard base.line.0 != base.line.1 else { return nil }
        return rect(along: positions.start, positions.end, across: base.line.0, base.line.1)
    }

    /// Crossing that this axis makes on another axis. `nil`: its line is not visible.
    func crossing(value: Double?) -> Crossing? {
        guard layout.isPinned, base.line.0 != base.line.1 else { return nil }
        return Crossing(position: (base.line.0 + base.line.1) / 2, width: base.line.1 - base.line.0, value: value)
    }

    /// Value that this axis labels at the crossing with another one.
    func valueAtCrossing(with other: AxisMarks) -> Double? {
        guard let line = other.crossing(value: nil) else { return nil }
        return layout.ticks.first { $0.showLabel && abs(positions.position(of: $0.value) - line.position) < 1 }?.value
    }

    private func ticks() -> [RectBatch.Item] {
        guard layout.concession < .everything else { return [] }
        return layout.ticks.compactMap { tick in
            let style = layout.style(of: tick.tick)
            guard tick.showsTick, let width = style.lineWidth, width > 0, let length = style.lineLength else {
                return nil
            }
            let position = positions.position(of: tick.value)
            guard position.isFinite else { return nil }
            let edges = Crisp.edges(center: position, width: width * scale)
            let rect = rect(
                along: edges.0, edges.1, across: base.ticks, base.ticks + base.outward * (length * scale).rounded())
            return RectBatch.Item(rect: rect, fill: tick.mark?.lineColor ?? style.lineColor ?? .clear)
        }
    }

    private func labels() -> [Mark] {
        guard layout.showsLabels else { return [] }
        return layout.ticks.flatMap { tick -> [Mark] in
            guard let block = tick.block, let position = position(of: tick) else { return [] }
            let style = layout.style(of: tick.tick)
            let drawnStyle = TextBlock.ResolvedStyle(
                color: tick.mark?.labelColor ?? style.labelColor ?? .black,
                background: tick.mark?.labelBackgroundColor ?? .clear,
                shadow: style.labelTextShadowColor, label: "label \(tick.mark?.label ?? tick.tick.label)")
            return block.marks(at: position, drawnStyle, typesetter) + date(of: tick, labelAt: position)
        }
    }

    /// The date that a label omits, in the label's style.
    private func date(of tick: LaidTick, labelAt position: TextAnchor) -> [Mark] {
        guard let context = tick.context else { return [] }
        let style = layout.style(of: tick.tick)
        let drawnStyle = TextBlock.ResolvedStyle(
            color: tick.mark?.labelColor ?? style.labelColor ?? .black, shadow: style.labelTextShadowColor,
            label: "date \(context.block.lines[0].text)")
        let side = base.side
        let shift = context.shift * scale
        let at =
            isHorizontal
            ? TextAnchor(
                x: position.x + shift, y: base.labels + base.outward * layout.bareLabelDepth * scale, across: 0.5,
                down: side == .top ? 1 : 0)
            : TextAnchor(x: base.labels, y: position.y - shift, across: side == .left ? 1 : 0, down: 0.5)
        return context.block.marks(at: at, drawnStyle, typesetter)
    }

    /// Frames of the drawn labels in device pixels.
    func labelFrames() -> [TurnedFrame] {
        guard layout.showsLabels else { return [] }
        return layout.ticks.compactMap { tick in
            guard tick.showLabel, let block = tick.block, let position = position(of: tick) else { return nil }
            return TurnedFrame(position, width: block.width * scale, height: block.height * scale)
        }
    }

    /// Labels that extend past an end of the plot area and are not set to persist, with the ticks' indexes.
    func labelsPastEnds() -> [(index: Int, frame: TurnedFrame)] {
        guard layout.showsLabels else { return [] }
        let (low, high) = (min(positions.start, positions.end), max(positions.start, positions.end))
        let modes = (low: layout.axis.tickLabelClippingModeLow, high: layout.axis.tickLabelClippingModeHigh)
        return layout.ticks.enumerated().compactMap { index, tick in
            guard tick.showLabel, let block = tick.block, let position = position(of: tick) else { return nil }
            let isFirst =
                abs(positions.position(of: tick.value) - positions.start)
                < abs(positions.position(of: tick.value) - positions.end)
            guard (isFirst ? modes.low : modes.high) != .ticksAndLabelsPersist else { return nil }
            let frame = TurnedFrame(position, width: block.width * scale, height: block.height * scale)
            let along = frame.corners.map { isHorizontal ? $0.x : $0.y }
            return along.contains { $0 < low || $0 > high } ? (index, frame) : nil
        }
    }

    mutating func leaveOut(_ index: Int) {
        layout.ticks[index].hasRoom = false
        layout.positionDates(typesetter)
    }

    /// `nil` for a removed label, and for one that repeats the label at the crossing.
    private func position(of tick: LaidTick) -> TextAnchor? {
        var along = positions.position(of: tick.value)
        guard let block = tick.block, tick.hasRoom, along.isFinite else { return nil }
        let geometry = LabelGeometry(side: base.side, orientation: layout.setting.orientation)
        let anchor = geometry.anchor(lineHeight: block.lineHeight)
        let across = base.labels + base.outward * anchor.shift * scale
        let box = (
            low: isHorizontal ? tick.box.before : tick.box.after, high: isHorizontal ? tick.box.after : tick.box.before
        )
        for crossing in crossings
        where crossing.position > along - box.low * scale && crossing.position < along + box.high * scale {
            if crossing.value == tick.value { return nil }
            // Place the label beside the line instead of under it: to its left, or above it.
            along = crossing.position - crossing.width / 2 - (box.high + Self.besideLine) * scale
        }
        let offset = tick.mark?.labelOffset ?? (x: 0, y: 0)
        return TextAnchor(
            x: (isHorizontal ? along : across) + offset.x * scale,
            y: (isHorizontal ? across : along) + offset.y * scale,
            across: anchor.across, down: anchor.down, rotation: anchor.rotation)
    }

    /// Distance in points between a line and a label moved beside it.
    private static let besideLine = 2.0

    // MARK: Title

    private func title() -> [Mark] {
        guard let block = layout.title, let position = titlePosition(block) else { return [] }
        let (own, style) = (layout.axis.titleLabel, layout.style.titleStyle)
        let drawnStyle = TextBlock.ResolvedStyle(
            color: own.textColor ?? style.textColor ?? .black,
            background: own.backgroundColor ?? style.backgroundColor ?? .clear,
            label: "axis title")
        return block.marks(at: position, drawnStyle, typesetter)
    }

    var titleFrame: TurnedFrame? {
        guard let block = layout.title, let position = titlePosition(block) else { return nil }
        return TurnedFrame(position, width: block.width * scale, height: block.height * scale)
    }

    /// Centre of the title: at the middle or an end of the axis, but inside the canvas.
    private func titlePosition(_ block: TextBlock) -> TextAnchor? {
        guard let end = layout.titleEnd else { return nil }
        let (length, depth) = layout.titleRunsAlong ? (block.width, block.height) : (block.height, block.width)
        let across = base.edge + base.edgeOutward * (end - depth / 2) * scale
        let half = length / 2 * scale
        let ends = self.ends
        let inwards = isHorizontal ? half : -half
        let wanted: Double
        switch layout.style.titleStyle.position {
        case .bottomOrLeft: wanted = ends.start + inwards
        case .topOrRight: wanted = ends.end - inwards
        case .center, nil: wanted = (ends.start + ends.end) / 2
        }
        let (low, high) = isHorizontal ? (canvas.minX, canvas.maxX) : (canvas.minY, canvas.maxY)
        let along = max(Double(low) + half, min(wanted, Double(high) - half))
        return TextAnchor(
            x: isHorizontal ? along : across, y: isHorizontal ? across : along, across: 0.5, down: 0.5,
            rotation: layout.titleRunsAlong == isHorizontal ? 0 : .pi / 2)
    }
}

/// Base positions of an axis's parts, in device pixels across it.
private struct AxisBase {
    /// Both edges of the line. Equal: no line.
    let line: (Double, Double)
    let ticks: Double
    let labels: Double
    /// +1 if ticks and labels point down or to the right, −1 if up or to the left.
    let outward: Double
    /// Side of the line for the labels.
    let side: Side
    /// Inner edge of the axis beside the plot area, and the outward direction.
    let edge: Double
    let edgeOutward: Double

    init(_ layout: AxisLayout, plot: PixelRect, pin: Double?, scale: Double) {
        let own = layout.axis.side
        let width = (layout.style.lineWidth ?? 0) * scale
        let thickness = width > 0 ? max(1, width.rounded()) : 0
        edgeOutward = own == .bottom || own == .right ? 1 : -1
        let side: Double
        switch own {
        case .bottom: side = Double(plot.maxY)
        case .top: side = Double(plot.y)
        case .left: side = Double(plot.x)
        case .right: side = Double(plot.maxX)
        }
        edge = side + edgeOutward * (layout.offset * scale).rounded()
        let distance = layout.labelDistance * scale
        guard let pin else {
            let outer = edge + edgeOutward * thickness
            (line, ticks, labels) = ((min(edge, outer), max(edge, outer)), outer, edge + edgeOutward * distance)
            (outward, self.side) = (edgeOutward, own)
            return
        }
        line = thickness > 0 ? Crisp.edges(center: pin, width: thickness) : (pin, pin)
        guard layout.floats else {
            (ticks, labels) = (edge, edge + edgeOutward * distance)
            (outward, self.side) = (edgeOutward, own)
            return
        }
        let outer = edgeOutward > 0 ? line.1 : line.0
        // Near the edge of the axis's side there is no space for labels: put them on the other side of the line.
        let end = outer + edgeOutward * (distance + layout.labelDepth * scale)
        let limit = side + edgeOutward * layout.freeAcross * scale
        let flips = layout.labelDepth > 0 && (end - limit) * edgeOutward > 0
        outward = flips ? -edgeOutward : edgeOutward
        self.side = flips ? own.opposite : own
        ticks = flips ? (edgeOutward > 0 ? line.0 : line.1) : outer
        labels = ticks + outward * distance
    }
}

import VitrailScales
import VitrailScene
import VitrailTessellation

#if canImport(Glibc)
    import Glibc
#endif

/// The axes of a radial chart → marks: circle, spokes, rings, stripes, ticks, labels and titles.
struct RadialMarks {
    private let layout: RadialLayout
    private let plot: PixelRect
    /// Background of labels that lie over the data.
    private let background: Color
    private let typesetter: Typesetter
    /// Pole and circle in device pixels.
    let polar: PolarFrame
    /// Values of the x-axis → radians; values of the y-axis → device pixels from the pole.
    let angles: AxisScale
    let distances: AxisScale
    /// Directions of major x ticks, ascending: corners of a spider web.
    private let corners: [Double]

    init(_ layout: RadialLayout, plot: PixelRect, background: Color, _ typesetter: Typesetter) {
        (self.layout, self.plot, self.background, self.typesetter) = (layout, plot, background, typesetter)
        polar = layout.polar(scale: typesetter.scale)
        let angles = RadialScales.angle(layout.angle.axis)
        self.angles = angles
        distances = RadialScales.distance(layout.radius.axis, radius: polar.radius)
        corners = layout.angle.ticks.filter(\.isMajor).map { angles.position(of: $0.value) }.filter(\.isFinite).sorted()
    }

    private var scale: Double { typesetter.scale }

    // MARK: Lines around the pole

    /// A spider web needs at least three corners.
    private func isLinear(_ axis: AxisLayout) -> Bool {
        axis.style.majorGridLineStyle.lineRenderMode == .linear && corners.count > 2
    }

    /// Points around the pole at a distance, relative to the pole, clockwise, without a repeated first point.
    private func round(_ distance: Double, isLinear: Bool) -> [SIMD2<Double>] {
        if isLinear { return corners.map { PolarFrame.offset(angle: $0, distance: distance) } }
        return CircleClip.arc(radius: distance, from: 0, sweep: 2 * .pi)
    }

    /// One shape for lines of equal width and colour.
    private func lines(_ paths: [[SIMD2<Double>]], width: Double, color: Color, label: String) -> Mark? {
        guard !paths.isEmpty, width > 0, color.alpha > 0 else { return nil }
        let points = paths.flatMap { path in path.map(polar.point) + [.gap] }
        let line = Polyline(points: points, width: Float(max(1, (width * scale).rounded())), paint: .solid(color))
        return Mark(.polyline(line), clip: plot, label: label)
    }

    /// The path with its first segment repeated at the end, for the join.
    private func closed(_ path: [SIMD2<Double>]) -> [SIMD2<Double>] { path + path.prefix(2) }

    // MARK: Grid

    /// Stripes of both axes come first, so that no stripe covers a line.
    func grid(_ position: Axis.GridPosition) -> [Mark] {
        let showsX = layout.angle.axis.gridPosition == position
        let showsY = layout.radius.axis.gridPosition == position
        return (showsX ? wedges() : []) + (showsY ? stripes() : []) + (showsX ? spokes() : []) + (showsY ? rings() : [])
    }

    private func spokes() -> [Mark] {
        var previous: Double?
        return gridlines(layout.angle, label: "spokes") { tick in
            let angle = angles.position(of: tick.value)
            guard angle.isFinite, isApart(angle * polar.radius, from: &previous) else { return nil }
            return [.zero, PolarFrame.offset(angle: angle, distance: polar.radius)]
        }
    }

    private func rings() -> [Mark] {
        let isLinear = isLinear(layout.radius)
        var previous: Double?
        return gridlines(layout.radius, label: "rings") { tick in
            let distance = distances.position(of: tick.value)
            guard distance > 0, distance <= polar.radius + 1e-6, !isUnderOuterLine(distance),
                isApart(distance, from: &previous)
            else { return nil }
            return closed(round(distance, isLinear: isLinear))
        }
    }

    /// Whether a line is at least one pixel from the last drawn one; closer lines would merge into one area.
    private func isApart(_ position: Double, from previous: inout Double?) -> Bool {
        if let previous, abs(position - previous) < 1 { return false }
        previous = position
        return true
    }

    /// Whether the x-axis line covers a ring at the axis's end: it is drawn and has the same shape.
    private func isUnderOuterLine(_ distance: Double) -> Bool {
        (layout.angle.style.lineWidth ?? 0) > 0 && polar.radius - distance < 0.5
            && isLinear(layout.radius) == isLinear(layout.angle)
    }

    private func gridlines(_ axis: AxisLayout, label: String, _ path: (LaidTick) -> [SIMD2<Double>]?) -> [Mark] {
        let style = axis.style.majorGridLineStyle
        guard let width = style.lineWidth else { return [] }
        let dashes = style.dashedMajorGridLines == true ? (style.dashStyle ?? []).map { $0 * scale } : []
        var paths: [Color: [[SIMD2<Double>]]] = [:]
        var order: [Color] = []
        for tick in axis.ticks where tick.showsGridline {
            guard let path = path(tick) else { continue }
            let color = tick.mark?.gridlineColor ?? style.lineColor ?? .clear
            if paths[color] == nil { order.append(color) }
            paths[color, default: []] += DashedPath.split(path, pattern: dashes)
        }
        return order.compactMap { lines(paths[$0] ?? [], width: width, color: $0, label: label) }
    }

    // MARK: Stripes

    /// Minimum width of a band in pixels; narrower bands are not visible as such.
    private static let minBand = 0.25

    /// Bands between neighbouring rings.
    private func stripes() -> [Mark] {
        let majors = layout.radius.ticks.filter { $0.isMajor && distances.position(of: $0.value) < polar.radius }
        let edges = [0] + majors.map { max(0, distances.position(of: $0.value)) } + [polar.radius]
        return bands(layout.radius, majors, label: "stripes") { k in
            let (inner, outer) = (edges[k], edges[k + 1])
            guard outer - inner > Self.minBand, inner.isFinite else { return [] }
            // The outer end of the last band is the line of the x-axis.
            let rim = round(outer, isLinear: outer < polar.radius ? isLinear(layout.radius) : isLinear(layout.angle))
            return inner > 0 ? [rim, round(inner, isLinear: isLinear(layout.radius))] : [rim]
        }
    }

    /// Sectors between neighbouring spokes.
    private func wedges() -> [Mark] {
        let majors = layout.angle.ticks.filter { $0.isMajor && angles.position(of: $0.value).isFinite }
        guard let first = majors.first else { return [] }
        let edges = majors.map { angles.position(of: $0.value) } + [angles.position(of: first.value) + 2 * .pi]
        let isLinear = isLinear(layout.angle)
        return bands(layout.angle, majors, isRound: true, label: "sectors") { k in
            let (start, end) = (edges[k], edges[k + 1])
            guard abs(end - start) * polar.radius > Self.minBand else { return [] }
            let begin = PolarFrame.offset(angle: start, distance: polar.radius)
            let rim =
                isLinear
                ? [PolarFrame.offset(angle: end, distance: polar.radius)]
                : CircleClip.arc(radius: polar.radius, from: start, sweep: end - start)
            return [[.zero, begin] + rim]
        }
    }

    /// Bands with alternating colours, by the index of the tick at their start.
    ///
    /// - Parameter isRound: whether the last band ends at the first tick; otherwise one band lies before the first
    ///   tick.
    private func bands(
        _ axis: AxisLayout, _ majors: [LaidTick], isRound: Bool = false, label: String,
        _ outlines: (Int) -> [[SIMD2<Double>]]
    ) -> [Mark] {
        let style = axis.style.gridStripeStyle
        guard style.showGridStripes == true, let first = majors.first else { return [] }
        func color(_ number: Int) -> Color {
            (number % 2 == 0 ? style.stripeColor : style.alternateStripeColor) ?? .clear
        }
        let before = isRound ? [] : [color(first.tick.index - 1)]
        let colors = before + majors.map { $0.mark?.stripeColor ?? color($0.tick.index) }
        let pole = SIMD2(polar.x, polar.y)
        return colors.enumerated().compactMap { k, color in
            guard color.alpha > 0 else { return nil }
            let samples = PolygonSlices.samples(outlines(k).map { $0.map { $0 + pole } })
            return samples.isEmpty
                ? nil : Mark(.area(Area(samples: samples, paint: .solid(color))), clip: plot, label: label)
        }
    }

    // MARK: Lines, ticks, labels, titles

    func marks() -> [Mark] {
        let outer = closed(round(polar.radius, isLinear: isLinear(layout.angle)))
        let circle = lines(
            [outer], width: layout.angle.style.lineWidth ?? 0, color: layout.angle.style.lineColor ?? .clear,
            label: "axis")
        return [circle].compactMap(\.self) + ticksOfAngle() + upright() + labels() + titles()
    }

    private func ticksOfAngle() -> [Mark] {
        layout.angle.ticks.compactMap { tick in
            let style = layout.angle.style(of: tick.tick)
            let angle = angles.position(of: tick.value)
            guard tick.showsTick, let width = style.lineWidth, let length = style.lineLength, angle.isFinite else {
                return nil
            }
            let ends = [polar.radius, polar.radius + length * scale].map {
                PolarFrame.offset(angle: angle, distance: $0)
            }
            return lines([ends], width: width, color: tick.mark?.lineColor ?? style.lineColor ?? .clear, label: "tick")
        }
    }

    /// Line of the y-axis from the pole to the top, with its ticks on the left.
    private func upright() -> [Mark] {
        let width = (layout.radius.style.lineWidth ?? 0) * scale
        let line = width > 0 ? Crisp.edges(center: polar.x, width: width) : (polar.x, polar.x)
        var items: [RectBatch.Item] = []
        if width > 0 {
            let rect = PlotRect(
                minX: Float(line.0), minY: Float((polar.y - polar.radius).rounded()), maxX: Float(line.1),
                maxY: Float(polar.y.rounded()))
            items.append(RectBatch.Item(rect: rect, fill: layout.radius.style.lineColor ?? .clear))
        }
        for tick in layout.radius.ticks where tick.showsTick {
            let style = layout.radius.style(of: tick.tick)
            let distance = distances.position(of: tick.value)
            guard let width = style.lineWidth, width > 0, let length = style.lineLength, distance.isFinite else {
                continue
            }
            let edges = Crisp.edges(center: polar.y - distance, width: width * scale)
            let rect = PlotRect(
                minX: Float(line.0 - (length * scale).rounded()), minY: Float(edges.0), maxX: Float(line.0),
                maxY: Float(edges.1))
            items.append(RectBatch.Item(rect: rect, fill: tick.mark?.lineColor ?? style.lineColor ?? .clear))
        }
        return items.isEmpty ? [] : [Mark(.rects(RectBatch(items: items)), clip: plot, label: "axis")]
    }

    private func labels() -> [Mark] {
        let round = layout.angle.ticks.filter(\.showLabel).map { (tick: $0, position: position(ofAngleLabel: $0)) }
        let taken = round.map { frame($0.tick, $0.position) }
        let upright = layout.radius.ticks.filter(\.showLabel).map { (tick: $0, position: position(ofRadiusLabel: $0)) }
            .filter { own in !taken.contains { $0.overlaps(frame(own.tick, own.position)) } }
        return upright.flatMap { marks($0.tick, $0.position, layout.radius, halo: halo(of: $0.tick)) }
            + round.flatMap { marks($0.tick, $0.position, layout.angle) }
    }

    /// Halo that keeps labels readable over rings and data. `nil` at the pole, where all lines meet.
    private func halo(of tick: LaidTick) -> Color? {
        guard let block = tick.block, distances.position(of: tick.value) > block.height * scale else { return nil }
        return background
    }

    private func frame(_ tick: LaidTick, _ position: TextAnchor) -> TurnedFrame {
        TurnedFrame(position, width: (tick.block?.width ?? 0) * scale, height: (tick.block?.height ?? 0) * scale)
    }

    private func marks(_ tick: LaidTick, _ position: TextAnchor, _ axis: AxisLayout, halo: Color? = nil) -> [Mark] {
        let style = axis.style(of: tick.tick)
        let drawnStyle = TextBlock.ResolvedStyle(
            color: tick.mark?.labelColor ?? style.labelColor ?? .black,
            background: tick.mark?.labelBackgroundColor ?? .clear,
            shadow: style.labelTextShadowColor, halo: halo, label: "label \(tick.mark?.label ?? tick.tick.label)")
        return tick.block?.marks(at: position, drawnStyle, typesetter) ?? []
    }

    private func position(ofAngleLabel tick: LaidTick) -> TextAnchor {
        let angle = angles.position(of: tick.value)
        let anchor = CircleLabels.Label(angle: angle, width: 0, height: 0).anchor
        let at = PolarFrame.offset(angle: angle, distance: polar.radius + layout.labelDistance * scale)
        let moved = tick.mark?.labelOffset ?? (x: 0, y: 0)
        return TextAnchor(
            x: polar.x + at.x + moved.x * scale, y: polar.y + at.y + moved.y * scale, across: anchor.across,
            down: anchor.down)
    }

    private func position(ofRadiusLabel tick: LaidTick) -> TextAnchor {
        let anchor = LabelGeometry(side: .left, orientation: layout.radius.setting.orientation).anchor(
            lineHeight: tick.block?.lineHeight ?? 0)
        let moved = tick.mark?.labelOffset ?? (x: 0, y: 0)
        return TextAnchor(
            x: polar.x - (layout.radius.labelDistance + anchor.shift - moved.x) * scale,
            y: polar.y - distances.position(of: tick.value) + moved.y * scale, across: anchor.across, down: anchor.down,
            rotation: anchor.rotation)
    }

    // MARK: Titles

    /// Titles: the x-axis title below the circle, the y-axis title beside it.
    private func titles() -> [Mark] {
        guard layout.concession < .titles else { return [] }
        var marks: [Mark] = []
        let (reach, gap) = (layout.reach, AxisLayout.titleGap)
        if let block = layout.xTitle {
            let share = share(layout.angle, of: reach.left + reach.right - block.width)
            let x = layout.x - reach.left + share + block.width / 2
            let position = TextAnchor(x: x * scale, y: (layout.y + reach.bottom + gap) * scale, across: 0.5, down: 0)
            marks += block.marks(at: position, drawnStyle(layout.angle), typesetter)
        }
        if let block = layout.radius.title {
            let runsAlong = layout.radius.titleRunsAlong
            let (along, across) = runsAlong ? (block.width, block.height) : (block.height, block.width)
            // In the middle of the axis or at its ends, but inside the plot area.
            let wanted = layout.y - share(layout.radius, of: layout.length - along) - along / 2
            let top = Double(plot.y) / scale + along / 2
            let bottom = Double(plot.maxY) / scale - along / 2
            let position = TextAnchor(
                x: (layout.x - reach.left - gap - across / 2) * scale, y: max(top, min(wanted, bottom)) * scale,
                across: 0.5, down: 0.5,
                rotation: runsAlong ? .pi / 2 : 0)
            marks += block.marks(at: position, drawnStyle(layout.radius), typesetter)
        }
        return marks
    }

    /// Part of the free length `rest` that lies before a title.
    private func share(_ axis: AxisLayout, of rest: Double) -> Double {
        switch axis.style.titleStyle.position {
        case .bottomOrLeft: 0
        case .topOrRight: rest
        case .center, nil: rest / 2
        }
    }

    private func drawnStyle(_ axis: AxisLayout) -> TextBlock.ResolvedStyle {
        let (own, style) = (axis.axis.titleLabel, axis.style.titleStyle)
        return TextBlock.ResolvedStyle(
            color: own.textColor ?? style.textColor ?? .black,
            background: own.backgroundColor ?? style.backgroundColor ?? .clear,
            label: "axis title")
    }
}

import VitrailScales

/// Layout of a radial chart's axes: a circle with labels around it, and a line from its centre to its top. All in
/// points.
///
/// ```
///           11  12  1
///         10  3 │     2
///       y 9   2 │       3
///         8   1 │     4
///           7   6   5
///               x
/// ```
/// In a small plot area, parts give way to the circle: titles, then labels.
struct RadialLayout {
    /// The x-axis; its ticks lie around the circle.
    private(set) var angle: AxisLayout
    /// The y-axis, along the circle's radius.
    private(set) var radius: AxisLayout
    private(set) var xTitle: TextBlock?
    /// Centre of the circle.
    private(set) var x = 0.0
    private(set) var y = 0.0
    private(set) var length = 0.0
    /// The circle in device pixels.
    func polar(scale: Double) -> PolarFrame { PolarFrame(x: x * scale, y: y * scale, radius: length * scale) }
    /// Extension of circle and labels from the pole.
    private(set) var reach = Insets()
    /// Parts given up for lack of space.
    private(set) var concession = Concession.none

    /// Gap between labels of the x-axis, as a fraction of their line height.
    private static let labelGap = 0.5
    /// Maximum width of a label of an item, as a fraction of the plot area's width; wider labels are broken into lines.
    private static let widestLabel = 0.22
    private static let maxLines = 3.0
    /// Minimum radius of the circle, as a fraction of the plot area's shorter side.
    private static let minRadius = 0.22

    /// Margins around circle and labels: the default margin, or the `width` of the x-axis if set.
    static func margins(of canvas: Rect, _ angle: Axis?) -> Insets {
        if let width = angle?.width { return Insets(top: width, left: width, bottom: width, right: width) }
        let across = min(ChartLayout.margin, canvas.width * ChartLayout.marginShare)
        let down = min(ChartLayout.margin, canvas.height * ChartLayout.marginShare)
        return Insets(top: down, left: across, bottom: down, right: across)
    }

    /// - Precondition: the first axis of each direction exists.
    init?(_ parts: ChartParts, plot: Rect, _ desk: LayoutDesk) {
        guard let x = parts.axes.first(where: \.isHorizontal), let y = parts.axes.first(where: { !$0.isHorizontal })
        else { return nil }
        let theme = parts.theme.radial
        angle = AxisLayout(x, isPrimary: true, crossing: nil, theme: theme, desk.typesetter)
        radius = AxisLayout(y, isPrimary: true, crossing: nil, theme: theme, desk.typesetter)
        x.hookedMajorTicks = desk.hooks?.majorTickValues(for: x)
        xTitle = angle.makeTitle(desk)
        let yTitle = radius.makeTitle(desk)
        for level in [Concession.none, .titles, .labels] {
            concession = level
            if level >= .titles { xTitle = nil }
            let beside = level < .titles ? titleDepth(yTitle) : 0
            let below = xTitle.map { $0.height + AxisLayout.titleGap } ?? 0
            let room = (width: max(0, plot.width - beside), height: max(0, plot.height - below))
            fit(room, plot, desk)
            guard length < min(plot.width, plot.height) * Self.minRadius else { break }
        }
        finish(plot, beside: concession < .titles ? titleDepth(yTitle) : 0, desk)
    }

    private func titleDepth(_ title: TextBlock?) -> Double {
        title.map { AxisLayout.titleGap + (radius.titleRunsAlong ? $0.height : $0.width) } ?? 0
    }

    /// Chooses the finest ticks whose labels fit around the largest circle that leaves space for them.
    private mutating func fit(_ room: (width: Double, height: Double), _ plot: Rect, _ desk: LayoutDesk) {
        let typesetter = desk.typesetter
        let line = typesetter.size("0", angle.major.labelFont).height
        var setting = LabelSetting()
        if angle.axis.isCategory {
            setting.limits = TextBlock.Limits(
                width: max(plot.width * Self.widestLabel, line), height: Self.maxLines * line)
        }
        let measure = LabelMeasure(angle, setting, typesetter)
        let full = min(room.width, room.height) / 2
        var blocks: [String: TextBlock] = [:]
        func block(_ tick: Tick) -> TextBlock? {
            guard showsLabels(of: tick) else { return nil }
            if tick.isMajor, let known = blocks[tick.label] { return known }
            let block = measure.block(tick.label, angle.style(of: tick).labelFont)
            if tick.isMajor { blocks[tick.label] = block }
            return block
        }
        let steps = CircleTicks.steps(angle.axis, maxLabels: 2 * .pi * (full + 2 * line) / max(line, 1) * 1.5)
        for (k, step) in steps.enumerated() {
            let ticks = ticks(step, full, measure, desk, hooks: nil)
            let labels = labels(ticks.map { ($0, block($0)) })
            length = labels.radius(width: room.width, height: room.height)
            guard k == steps.count - 1 || labels.keepApart(radius: length, gap: line * Self.labelGap) else { continue }
            angle.ticks = self.ticks(step, full, measure, desk, hooks: desk.hooks).map {
                angle.lay($0, measure, desk.hooks)
            }
            angle.addDates(measure)
            break
        }
        if concession >= .labels { for k in angle.ticks.indices { angle.ticks[k].hasRoom = false } }
        thin(room, gap: line * Self.labelGap)
    }

    private func showsLabels(of tick: Tick) -> Bool {
        concession < .labels && angle.style(of: tick).showLabels == true && !tick.label.isEmpty
    }

    /// Ticks of the x-axis; on a full circle its end coincides with its start.
    private func ticks(
        _ step: (value: Double, anchor: Double)?, _ radius: Double, _ measure: LabelMeasure, _ desk: LayoutDesk,
        hooks: TickHooks?
    ) -> [Tick] {
        let axis = angle.axis
        var room = TickSpace(
            length: max(2 * .pi * radius, 1), extent: measure.extent,
            wantsMinor: angle.minor.showTicks == true || angle.minor.showLabels == true)
        room.step = step
        room.slack = measure.slack
        room.wantsMinorLabels = angle.minor.showLabels == true || hooks?.altersTicks == true
        if let hooks, hooks.altersTicks { room.adjust = { hooks.adjust(&$0, of: axis) } }
        let scale = RadialScales.angle(axis)
        let ticks = axis.ticks(in: RadialScales.range(axis), room: room)
        func isAt(_ tick: Tick, _ angle: Double) -> Bool { abs(scale.position(of: tick.value) - angle) < 1e-7 }
        guard ticks.contains(where: { isAt($0, 0) }) else { return ticks }
        return ticks.filter { !isAt($0, 2 * .pi) }
    }

    private func labels(_ set: [(tick: Tick, block: TextBlock?)]) -> CircleLabels {
        let scale = RadialScales.angle(angle.axis)
        let rim = (angle.style.lineWidth ?? 0) / 2 + (angle.major.showTicks == true ? angle.major.lineLength ?? 0 : 0)
        return CircleLabels(
            labels: set.compactMap { tick, block in
                block.map {
                    CircleLabels.Label(angle: scale.position(of: tick.value), width: $0.width, height: $0.height)
                }
            }, distance: labelDistance, rim: rim)
    }

    /// Distance from the circle to the labels of the x-axis.
    var labelDistance: Double { angle.labelDistance }

    /// Removes overlapping labels, which can occur for texts of the host and for set steps.
    private mutating func thin(_ room: (width: Double, height: Double), gap: Double) {
        let shown = angle.ticks.indices.filter { angle.ticks[$0].showLabel }
        let set = labels(shown.map { (angle.ticks[$0].tick, angle.ticks[$0].block) })
        length = set.radius(width: room.width, height: room.height)
        for k in set.crowded(radius: length, gap: gap) { angle.ticks[shown[k]].hasRoom = false }
    }

    /// Positions the circle, and measures the axis along its radius.
    private mutating func finish(_ plot: Rect, beside: Double, _ desk: LayoutDesk) {
        let scale = desk.typesetter.scale
        // Whole pixels: the circle's top and the rings meet pixel edges. The small term compensates for the bisection,
        // whose result is slightly too small.
        length = (length * scale + 0.001).rounded(.down) / scale
        let shown = angle.ticks.filter(\.showLabel)
        reach = labels(shown.map { ($0.tick, $0.block) }).reach(radius: length)
        func between(_ wanted: Double, _ low: Double, _ high: Double) -> Double {
            low <= high ? min(max(wanted, low), high) : (low + high) / 2
        }
        let below = xTitle.map { $0.height + AxisLayout.titleGap } ?? 0
        x = between(plot.midX, plot.x + reach.left + beside, plot.maxX - reach.right)
        let spare = plot.height - below - reach.top - reach.bottom
        y = plot.y + reach.top + max(0, spare) / 2
        // Lines of an odd width are centred on pixels, others lie between pixels.
        let width = max(1, ((radius.style.lineWidth ?? 0) * scale).rounded())
        let half = width.truncatingRemainder(dividingBy: 2) == 1 ? 0.5 : 0
        (x, y) = (((x * scale - half).rounded() + half) / scale, ((y * scale - half).rounded() + half) / scale)
        radius.measure(length: length, plotSide: 2 * length, desk)
        radius.chooseLabels(length: length, free: (.infinity, .infinity))
        if concession >= .labels { for k in radius.ticks.indices { radius.ticks[k].hasRoom = false } }
    }
}

extension Theme {
    /// The theme for radial charts: with spokes, and with a y-axis line for reading the rings.
    var radial: Theme {
        var theme = self
        theme.xAxis.majorGridLineStyle.showMajorGridLines = true
        theme.yAxis.lineWidth = max(yAxis.lineWidth ?? 0, xAxis.lineWidth ?? 0)
        theme.yAxis.lineColor = xAxis.lineColor
        return theme
    }
}

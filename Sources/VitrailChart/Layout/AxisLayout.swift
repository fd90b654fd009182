import VitrailColumns
import VitrailScales
import VitrailScene

/// Measured layout of one axis: its ticks for a length, and its space. All in points.
///
/// ```
///            offset      labelDistance  widest label    title
/// plot area │◄────►│line│tick│gap│◄── label ──►│gap│◄─ title ─►│outer gap│
///                  ╰─────────────────── thickness ──────────────────────╯
/// ```
struct AxisLayout {
    let axis: Axis
    let style: AxisStyle
    let major: TickStyle
    let minor: TickStyle
    var ticks: [LaidTick] = []
    /// Distance of the axis from the plot area's edge, outwards.
    var offset = 0.0
    /// Parts that this axis gives up for the plot area.
    var concession = Concession.none
    /// Position of the line on the other direction's primary axis. `nil`: at the plot area's edge.
    let pin: Double?
    /// Maximum extension of floating labels beyond the plot area's edge.
    var freeAcross = 0.0
    private(set) var title: TextBlock?
    private(set) var setting = LabelSetting()
    /// Axis length of the last ticks. `nil`: none yet.
    private(set) var length: Double?
    /// Extension of labels at the very ends beyond them.
    private(set) var overhang = (start: 0.0, end: 0.0)
    /// Whether the plot area must stay fixed while values scroll past its ends. If not, the layout reserves space for
    /// all labels.
    var keepsPlace = true
    /// Length of the axis and the space beyond its ends, as used to choose the labels.
    var chosenRoom: LabelBoundsAlong?
    private var widest: Double
    /// Depth reserved for the dates that labels omit: below the labels of a horizontal axis, above the labels of a
    /// vertical axis.
    private var dateDepth = 0.0
    private let guessedTitle: Double
    /// Scale factor of labels that fits them into a fixed width.
    private var labelScale = 1.0

    /// Gaps between labels and title, and between the outermost part and the next item.
    static let titleGap = 6.0
    static let outerGap = 8.0
    /// Minimum scale factor of labels for a fixed width; below it the labels are removed.
    static let minLabelScale = 0.6
    /// Gap between scaled labels and the end of the width.
    private static let labelEdge = 2.0

    /// - Parameters:
    ///   - isPrimary: whether this is the first axis of its direction: `Theme.axisStyle`.
    ///   - crossing: primary axis of the other direction.
    init(_ axis: Axis, isPrimary: Bool, crossing: Axis?, theme: Theme, _ typesetter: Typesetter) {
        self.axis = axis
        style = axis.alignedStyle(axis.style.filled(from: theme.axisStyle(of: axis, isPrimary: isPrimary)))
        major = style.majorTickStyle.withTabularDigits
        minor = style.minorTickStyle.withTabularDigits
        pin = axis.axisPositionValue.flatMap { value in crossing.map { $0.position(of: value) } }
        // These estimates are exact for horizontal labels and titles under an x-axis, so that y-axes know their length
        // at once.
        guessedTitle = axis.shownTitle.isEmpty ? 0 : Self.titleGap + typesetter.size("0", style.titleStyle.font).height
        widest = axis.isHorizontal && major.showLabels == true ? typesetter.size("0", major.labelFont).height : 0
        if axis.dateContext != nil { dateDepth = widest }
    }

    var isPinned: Bool { pin != nil }
    /// Whether ticks and labels follow the line into the plot area.
    var floats: Bool { isPinned && !axis.axisLabelsAreFixed }

    // MARK: Space

    /// Fixed width in points; NaN is ignored.
    private var setWidth: Double? {
        axis.width.flatMap { $0.isNaN ? nil : min(max($0, 0), PictureLimits.length) }
    }

    var showsLabels: Bool { concession < .labels && labelScale >= Self.minLabelScale }

    /// Thickness from the plot area outwards.
    var thickness: Double { thickness(withTitle: true) }

    func thickness(withTitle: Bool) -> Double {
        if let width = setWidth, concession < .everything { return width }
        let inner = floats ? 0 : labelDistance + labelDepth
        let total = inner + (withTitle ? titleDepth : 0)
        return total > 0 ? total + Self.outerGap : 0
    }

    /// Distance between the axis and the canvas edge that the host requests.
    var wantedOffset: Double { concession < .offsets ? axis.setOffset ?? 0 : 0 }

    /// Distance from the axis line's inner edge to the labels.
    var labelDistance: Double {
        let gap =
            showsLabels && (length == nil ? widest > 0 : ticks.contains(where: \.showLabel)) ? major.tickGap ?? 0 : 0
        return (isPinned ? 0 : style.lineWidth ?? 0) + tickLength + gap
    }

    private var tickLength: Double {
        guard concession < .everything else { return 0 }
        return max(
            major.showTicks == true ? major.lineLength ?? 0 : 0, minor.showTicks == true ? minor.lineLength ?? 0 : 0)
    }

    /// Depth of the labels, away from the axis.
    var labelDepth: Double {
        guard showsLabels else { return 0 }
        return axis.isHorizontal ? widest + shownDateDepth : max(widest, shownDateDepth)
    }

    /// Depth of the dates next to labels.
    var shownDateDepth: Double { showsLabels && concession < .dates ? dateDepth : 0 }
    /// Depth of the labels without dates.
    var bareLabelDepth: Double { showsLabels ? widest : 0 }

    private var titleDepth: Double {
        guard concession < .titles else { return 0 }
        guard let title else { return length == nil ? guessedTitle : 0 }
        return Self.titleGap + (titleRunsAlong ? title.height : title.width)
    }

    /// Outer end of the title, measured from the axis's inner edge. `nil`: the title is not shown.
    var titleEnd: Double? {
        guard title != nil, concession < .titles else { return nil }
        guard let width = setWidth else { return thickness - Self.outerGap }
        // In a fixed width, labels take precedence.
        return (floats ? 0 : labelDistance + labelDepth) + titleDepth <= width ? width : nil
    }

    /// Whether the title runs along the axis.
    var titleRunsAlong: Bool {
        switch style.titleStyle.titleOrientation {
        case nil: true
        case .horizontal: axis.isHorizontal
        case .vertical: !axis.isHorizontal
        }
    }

    func style(of tick: Tick) -> TickStyle { tick.isMajor ? major : minor }

    // MARK: Measuring

    /// Measures the axis for a length in points: widens an automatic range, makes the ticks and measures them. One
    /// pass.
    ///
    /// - Parameter plotSide: shorter side of the plot area in points.
    mutating func measure(length: Double, plotSide: Double, _ desk: LayoutDesk) {
        let typesetter = desk.typesetter
        self.length = length
        labelScale = 1
        setting = LabelSetting(
            self, length: length, depth: axis.isHorizontal ? desk.canvas.height : desk.canvas.width,
            after: setting.orientation, typesetter)
        let measure = LabelMeasure(self, setting, typesetter)
        axis.hookedMajorTicks = desk.hooks?.majorTickValues(for: axis)
        let room = room(length, measure, desk.hooks)
        desk.automaticRanges?.widen(axis, room, plotSide: plotSide)
        let made = length > 0 ? axis.ticks(in: axis.axisRange, room: room) : []
        ticks = made.map { lay($0, measure, desk.hooks) }
        tellApart(measure)
        measureLabels(typesetter)
        dateDepth = datesDepth(typesetter)
        title = makeTitle(desk)
        fitWidth(measure, typesetter)
        overhang = ends(length, typesetter)
    }

    private func room(_ length: Double, _ measure: LabelMeasure, _ hooks: TickHooks?) -> TickSpace {
        var room = TickSpace(
            length: length, extent: measure.extent, wantsMinor: minor.showTicks == true || minor.showLabels == true)
        room.slack = measure.slack
        room.spacing = measure.spacing
        room.wish = axis.tickCount
        room.wantsMinorLabels = minor.showLabels == true || hooks?.altersTicks == true || axis.isOwn
        room.showsMinorLabels = minor.showLabels == true
        if let hooks, hooks.altersTicks { room.adjust = { [axis] in hooks.adjust(&$0, of: axis) } }
        return room
    }

    /// Tick with the style's and the host's settings.
    func lay(_ tick: Tick, _ measure: LabelMeasure, _ hooks: TickHooks?) -> LaidTick {
        let style = style(of: tick)
        let showsLabel = style.showLabels == true
        let showsTick = style.showTicks == true
        let showsGridline = tick.isMajor && self.style.majorGridLineStyle.showMajorGridLines == true
        guard hooks?.altersTicks == true || axis.isOwn else {
            let block = showsLabel && !tick.label.isEmpty ? measure.block(tick.label, style.labelFont) : nil
            return LaidTick(tick, showsTick: showsTick, showsGridline: showsGridline, block: block)
        }
        let mark = TickMark(
            value: tick.value, isMajor: tick.isMajor, label: tick.label, showTick: showsTick, showLabel: showsLabel,
            showGridline: showsGridline)
        axis.alter(mark)
        hooks?.alter(mark, of: axis)
        let font = Self.font(mark.labelFont, over: style.labelFont)
        // Texts of the host are shown in full.
        let block = mark.label == tick.label ? measure.block(mark.label, font) : measure.whole(mark.label, font)
        return LaidTick(tick, mark, mark.tickEnabled && mark.showLabel && !mark.label.isEmpty ? block : nil)
    }

    /// Font with unset properties taken from another font.
    static func font(_ own: FontStyle?, over style: FontStyle?) -> FontStyle? {
        guard let own, let style else { return own ?? style }
        var font = own.filled(from: style)
        font.hasTabularDigits = own.hasTabularDigits || style.hasTabularDigits
        return font
    }

    /// Truncates labels in the middle if they are identical after truncation at the end.
    private mutating func tellApart(_ measure: LabelMeasure) {
        let cut = ticks.indices.filter { ticks[$0].block?.isCut == true }
        guard cut.count > 1 else { return }
        for (_, alike) in Dictionary(grouping: cut, by: { ticks[$0].block?.lines.map(\.text) }) where alike.count > 1 {
            for i in alike {
                ticks[i].block = measure.block(ticks[i].tick.label, ticks[i].block?.font, keepingEnd: true)
            }
        }
    }

    private mutating func measureLabels(_ typesetter: Typesetter) {
        let geometry = LabelGeometry(side: axis.side, orientation: setting.orientation)
        widest = 0
        for i in ticks.indices {
            guard let block = ticks[i].block else { continue }
            ticks[i].box = geometry.box(width: block.width, height: block.height)
            widest = max(widest, ticks[i].box.across)
        }
        if let hint = axis.longestLabelHint, widest > 0 {
            let block = TextBlock(hint, major.labelFont, typesetter)
            widest = geometry.box(width: block.width, height: block.height).across
        }
    }

    /// Scales labels down that are too deep for a fixed width.
    private mutating func fitWidth(_ measure: LabelMeasure, _ typesetter: Typesetter) {
        guard let width = setWidth, !floats, widest > 0 else { return }
        let room = max(0, width - labelDistance - Self.labelEdge)
        if (axis.isHorizontal ? widest : 0) + dateDepth > room { dateDepth = 0 }
        guard widest > room else { return }
        labelScale = room / widest
        guard labelScale >= Self.minLabelScale else { return }
        for i in ticks.indices {
            guard let block = ticks[i].block else { continue }
            ticks[i].block = measure.whole(
                block.lines.map(\.text).joined(separator: "\n"), TextBlock.scaled(block.font, labelScale))
        }
        measureLabels(typesetter)
        widest = min(widest, room)
    }

    private func ends(_ length: Double, _ typesetter: Typesetter) -> (start: Double, end: Double) {
        guard showsLabels, !floats, length > 0 else { return (0, 0) }
        let scale = axis.scale(from: 0, to: length)
        let (keepsFirst, keepsLast) = (axis.clippingModes.start.keepsLabels, axis.clippingModes.end.keepsLabels)
        var reach = (start: 0.0, end: 0.0)
        let positions = [scale.position(of: axis.tickEnds.minimum), scale.position(of: axis.tickEnds.maximum)].sorted()
        let ends = (low: positions[0] + Self.onEnd, high: positions[1] - Self.onEnd)
        for tick in ticks where tick.showLabel {
            let position = scale.position(of: tick.value)
            // Values that scroll past an end must not move the plot area; items all need their labels.
            let isItem = axis.isCategory || !keepsPlace
            if keepsFirst, isItem || position < ends.low { reach.start = max(reach.start, tick.box.before - position) }
            if keepsLast, isItem || position > ends.high {
                reach.end = max(reach.end, tick.box.after - (length - position))
            }
        }
        return reach
    }

    /// Maximum distance of a tick from an end at which it counts as on the end.
    private static let onEnd = 0.01

    func makeTitle(_ desk: LayoutDesk) -> TextBlock? {
        guard !axis.shownTitle.isEmpty else { return nil }
        let own = axis.titleLabel
        let font = Self.font(own.font, over: style.titleStyle.font)
        let canvas = desk.canvas
        let (along, across) = axis.isHorizontal ? (canvas.width, canvas.height) : (canvas.height, canvas.width)
        let limits = TextBlock.Limits(
            width: titleRunsAlong ? along : across * Self.titleShare,
            height: titleRunsAlong ? across * Self.titleShare : along,
            scale: style.titleStyle.minimumScaleFactor ?? 1)
        var block = TextBlock(fitting: axis.shownTitle, font, within: limits, desk.typesetter)
        block?.alignment = own.textAlign ?? style.titleStyle.textAlign ?? .center
        return block
    }

    /// Maximum fraction of the canvas for a title across its axis.
    private static let titleShare = 0.2
}

/// Inputs of a measurement besides the axis.
struct LayoutDesk {
    let typesetter: Typesetter
    let hooks: TickHooks?
    let canvas: Rect
    /// `nil`: ranges stay unchanged.
    var automaticRanges: AutomaticRanges?
}

/// Parts that axes give up, in this order, when the plot area becomes too small.
enum Concession: Int, Comparable {
    case none, offsets, titles, dates, labels, everything

    static func < (a: Concession, b: Concession) -> Bool { a.rawValue < b.rawValue }

    var next: Concession? { Concession(rawValue: rawValue + 1) }
}

extension TickLabelClippingMode? {
    /// Whether a label past the end may be shown, so that it needs space.
    fileprivate var keepsLabels: Bool { self == nil || self == .ticksAndLabelsPersist }
}

extension Axis {
    /// Modes for the start of the axis (left or bottom) and for its end.
    var clippingModes: (start: TickLabelClippingMode?, end: TickLabelClippingMode?) {
        let (low, high) = (tickLabelClippingModeLow, tickLabelClippingModeHigh)
        return isReversed ? (high, low) : (low, high)
    }

    /// A style filled from the theme. An alignment without a position applies along the whole axis, so that it also
    /// moves a title of one line.
    func alignedStyle(_ filled: AxisStyle) -> AxisStyle {
        var aligned = filled
        let runsAlong = filled.titleStyle.titleOrientation.map { ($0 == .horizontal) == isHorizontal } ?? true
        if runsAlong, style.titleStyle.position == nil, let own = titleLabel.textAlign ?? style.titleStyle.textAlign {
            aligned.titleStyle.position = own.position
        }
        return aligned
    }

    /// Value in axis units; NaN for a value that the axis does not have.
    func position(of value: DataValue) -> Double { self.value(of: value) ?? .nan }
}

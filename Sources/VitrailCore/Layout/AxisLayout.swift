#if canImport(Glibc)
    import Glibc
#endif

/// One axis, measured: its ticks for a length, and the room they take.
struct AxisLayout {
    let axis: Axis
    let style: AxisStyle
    var ticks: [Tick] = []
    /// From the plot area outwards, points.
    var thickness = 0.0
    /// Where the axis begins, outwards from the plot area's edge.
    var offset = 0.0
    /// How far labels reach beyond the start and the end of the axis.
    var overhang = (start: 0.0, end: 0.0)

    /// Points between labels and title, and between the outermost thing and what comes next.
    static let titleGap = 6.0
    static let outerGap = 8.0

    init(_ axis: Axis, theme: Theme) {
        self.axis = axis
        style = axis.style.filled(from: axis.isHorizontal ? theme.xAxis : theme.yAxis)
    }

    /// Makes the ticks for an axis of `length` points and measures them.
    mutating func measure(length: Double, _ typesetter: Typesetter) {
        let labels = LabelMeasure(self, typesetter)
        let room = TickRoom(
            length: length, extent: { labels.spacing($0) },
            wantsMinor: style.minorTickStyle?.showTicks == true || style.minorTickStyle?.showLabels == true)
        ticks = length > 0 ? axis.ticks(in: axis.axisRange, room: room) : []
        var widest = 0.0
        overhang = (0, 0)
        let scale = axis.scale(from: 0, to: length)
        for tick in ticks where shows(tick) {
            let box = labels.box(tick.label)
            let place = scale.place(tick.value)
            widest = max(widest, box.across)
            overhang.start = max(overhang.start, box.before - place)
            overhang.end = max(overhang.end, box.after - (length - place))
        }
        thickness = axis.width ?? (labelDistance + widest + titleThickness(typesetter))
        if axis.width == nil, thickness > 0 { thickness += Self.outerGap }
    }

    /// Whether a tick has a label to show.
    func shows(_ tick: Tick) -> Bool {
        !tick.label.isEmpty && (tick.isMajor ? style.majorTickStyle : style.minorTickStyle)?.showLabels == true
    }

    /// From the axis line to the labels.
    var labelDistance: Double {
        let marks = [style.majorTickStyle, style.minorTickStyle].compactMap { $0 }
            .filter { $0.showTicks == true }.map { $0.lineLength ?? 0 }.max() ?? 0
        let labelled = style.majorTickStyle?.showLabels == true && ticks.contains { !$0.label.isEmpty }
        return (style.lineWidth ?? 0) + marks + (labelled ? style.majorTickStyle?.tickGap ?? 0 : 0)
    }

    func titleThickness(_ typesetter: Typesetter) -> Double {
        guard !axis.title.isEmpty else { return 0 }
        let size = typesetter.size(axis.title, style.titleStyle?.font)
        return Self.titleGap + (titleRunsAlong ? size.height : size.width)
    }

    /// Whether the title is written along the axis.
    var titleRunsAlong: Bool {
        switch style.titleStyle?.titleOrientation {
        case nil: true
        case .horizontal: axis.isHorizontal
        case .vertical: !axis.isHorizontal
        }
    }
}

/// How large an axis' labels are along and across it.
struct LabelMeasure {
    private let isHorizontal: Bool
    private let isDense: Bool
    private let orientation: TickLabelOrientation
    private let font: FontStyle?
    private let typesetter: Typesetter

    init(_ layout: AxisLayout, _ typesetter: Typesetter) {
        isHorizontal = layout.axis.isHorizontal
        isDense = layout.axis is CategoryAxis
        orientation = layout.style.majorTickStyle?.tickLabelOrientation ?? .horizontal
        font = layout.style.majorTickStyle?.labelFont
        self.typesetter = typesetter
    }

    /// Room that a label wants along the axis, with a reader's distance to the next: values are read from a few labels, items from each.
    func spacing(_ text: String) -> Double {
        let size = typesetter.size(text, font)
        let along: Double
        switch (orientation, isHorizontal) {
        case (.horizontal, true), (.vertical, false): along = size.width + size.height * (isDense ? 0.4 : 1.2)
        case (.horizontal, false), (.vertical, true): along = size.height * (isDense ? 1.1 : 2.4)
        case (.diagonal, _): along = size.height * 1.5
        }
        return along
    }

    /// Extent across the axis, and before and after the tick along it.
    func box(_ text: String) -> (across: Double, before: Double, after: Double) {
        let size = typesetter.size(text, font)
        switch (orientation, isHorizontal) {
        case (.horizontal, true), (.vertical, false):
            return (size.height, size.width / 2, size.width / 2)
        case (.horizontal, false), (.vertical, true):
            return (size.width, size.height / 2, size.height / 2)
        case (.diagonal, _):
            // The text's end is at the tick, the rest hangs below and before it.
            let reach = (size.width + size.height) * 0.5.squareRoot()
            return (reach, isHorizontal ? reach : size.height / 2, size.height / 2)
        }
    }
}

/// The chart's title and subtitle: broken into lines, and the room that they take. All in points.
struct TitleLayout {
    /// The title; where there is none, the subtitle.
    let block: TextBlock
    /// Below the title; nil = there is none, or no room for it.
    let subtitle: TextBlock?
    let style: TitleStyle
    /// Taken off the top of the frame; 0 when the title floats.
    let reserved: Double
    private let top: Double
    private let margin: Double

    /// Above and below the title.
    private static let margins = (top: 12.0, bottom: 8.0)
    /// Between title and subtitle.
    private static let gap = 3.0
    /// Frames lower than this have smaller margins.
    static let fullMargins = 200.0
    /// Share of the frame's height that a title may take; where one line takes more, there is none.
    private static let mostHeight = 0.4

    /// nil when there is none, or no room for it.
    init?(_ parts: ChartParts, _ typesetter: Typesetter) {
        let style = parts.title.isEmpty ? Self.subtitleStyle(parts) : parts.titleStyle
        let text = parts.title.isEmpty ? parts.subtitle : parts.title
        guard !text.isEmpty else { return nil }
        let frame = parts.frame
        let share = min(1, frame.height / Self.fullMargins)
        let (top, bottom) = (Self.margins.top * share, Self.margins.bottom * share)
        let side = min(ChartLayout.margin, frame.width * ChartLayout.marginShare)
        var limits = TextBlock.Limits(
            width: frame.width - 2 * side, height: frame.height * Self.mostHeight - top - bottom,
            scale: style.minimumScaleFactor ?? 1)
        guard var block = TextBlock(fitting: text, style.font, within: limits, typesetter) else { return nil }
        block.alignment = style.textAlign ?? .center
        self.block = block
        self.style = style
        self.top = top
        margin = side
        limits.height -= block.height + Self.gap
        subtitle = parts.title.isEmpty ? nil : Self.subtitle(parts, limits, typesetter)
        let below = subtitle.map { Self.gap + $0.height } ?? 0
        reserved = style.overlapChartTitle == true ? 0 : top + block.height + below + bottom
    }

    private static func subtitle(_ parts: ChartParts, _ limits: TextBlock.Limits, _ typesetter: Typesetter) -> TextBlock? {
        guard !parts.subtitle.isEmpty else { return nil }
        let style = subtitleStyle(parts)
        var block = TextBlock(fitting: parts.subtitle, style.font, within: limits, typesetter)
        block?.alignment = style.textAlign ?? .center
        return block
    }

    /// In the type of axis titles, at the title's place.
    private static func subtitleStyle(_ parts: ChartParts) -> TitleStyle {
        var style = parts.titleStyle
        let axis = parts.theme.xAxis.titleStyle
        style.font = axis.font
        style.textColor = axis.textColor
        style.backgroundColor = .clear
        return style
    }

    // MARK: Places

    /// On the middle or an end of what the title is centred on, but inside the chart's frame; points of the surface.
    func frame(_ layout: ChartLayout) -> Rect { frame(block, layout, top: top) }

    /// The same of the subtitle; nil = there is none.
    func subtitleFrame(_ layout: ChartLayout) -> Rect? {
        subtitle.map { frame($0, layout, top: top + block.height + Self.gap) }
    }

    private func frame(_ block: TextBlock, _ layout: ChartLayout, top: Double) -> Rect {
        let on: Rect
        switch style.titleCentresOn {
        case .plottingArea: on = layout.plot
        case .canvas: on = layout.canvas
        case .chart, nil: on = layout.frame
        }
        let frame = layout.frame
        let (least, most) = (frame.x + margin, frame.maxX - margin - block.width)
        let left: Double
        switch style.position {
        case .bottomOrLeft: left = on.x
        case .topOrRight: left = on.maxX - block.width
        case .center, nil: left = on.midX - block.width / 2
        }
        return Rect(x: max(least, min(left, most)), y: frame.y + top, width: block.width, height: block.height)
    }
}

extension TextAlignment {
    /// Where a text stands that is aligned so in the whole width.
    var position: TitlePosition {
        switch self {
        case .left: .bottomOrLeft
        case .center: .center
        case .right: .topOrRight
        }
    }
}

extension Chart {
    /// The title's style filled from the theme. An alignment without a position is one in the whole width: a title of one line moves, too.
    var alignedTitleStyle: TitleStyle {
        var style = titleStyle.filled(from: theme.title)
        if titleStyle.position == nil, let own = titleStyle.textAlign { style.position = own.position }
        return style
    }
}

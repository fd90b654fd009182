/// The chart's title and subtitle: their lines and their space. All in points.
struct TitleLayout {
    /// The title; without a title, the subtitle.
    let block: TextBlock
    /// Text below the title. `nil`: none, or no space.
    let subtitle: TextBlock?
    let style: TitleStyle
    /// Height reserved at the top of the frame; 0 if the title overlaps the chart.
    let reserved: Double
    private let top: Double
    private let margin: Double

    /// Distances above and below the title.
    private static let margins = (top: 12.0, bottom: 8.0)
    /// Distance between title and subtitle.
    private static let gap = 3.0
    /// Minimum frame height for full margins; lower frames have smaller ones.
    static let fullMargins = 200.0
    /// Maximum fraction of the frame's height for a title; if one line needs more, there is no title.
    private static let maxHeight = 0.4

    /// `nil`: no title, or no space.
    init?(_ parts: ChartParts, _ typesetter: Typesetter) {
        let style = parts.title.isEmpty ? Self.subtitleStyle(parts) : parts.titleStyle
        let text = parts.title.isEmpty ? parts.subtitle : parts.title
        guard !text.isEmpty else { return nil }
        let frame = parts.frame
        let share = min(1, frame.height / Self.fullMargins)
        let (top, bottom) = (Self.margins.top * share, Self.margins.bottom * share)
        let side = min(ChartLayout.margin, frame.width * ChartLayout.marginShare)
        var limits = TextBlock.Limits(
            width: frame.width - 2 * side, height: frame.height * Self.maxHeight - top - bottom,
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

    private static func subtitle(
        _ parts: ChartParts, _ limits: TextBlock.Limits, _ typesetter: Typesetter
    ) -> TextBlock? {
        guard !parts.subtitle.isEmpty else { return nil }
        let style = subtitleStyle(parts)
        var block = TextBlock(fitting: parts.subtitle, style.font, within: limits, typesetter)
        block?.alignment = style.textAlign ?? .center
        return block
    }

    /// In the font of axis titles, at the title's position.
    private static func subtitleStyle(_ parts: ChartParts) -> TitleStyle {
        var style = parts.titleStyle
        let axis = parts.theme.xAxis.titleStyle
        style.font = axis.font
        style.textColor = axis.textColor
        style.backgroundColor = .clear
        return style
    }

    // MARK: Positions

    /// Frame of the title: at the middle or an end of its reference area, but inside the chart's frame. Points of the
    /// surface.
    func frame(_ layout: ChartLayout) -> Rect { frame(block, layout, top: top) }

    /// Frame of the subtitle. `nil`: no subtitle.
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
        let (minimum, maximum) = (frame.x + margin, frame.maxX - margin - block.width)
        let left: Double
        switch style.position {
        case .bottomOrLeft: left = on.x
        case .topOrRight: left = on.maxX - block.width
        case .center, nil: left = on.midX - block.width / 2
        }
        return Rect(x: max(minimum, min(left, maximum)), y: frame.y + top, width: block.width, height: block.height)
    }
}

extension TextAlignment {
    /// Position of a text with this alignment in the whole width.
    var position: TitlePosition {
        switch self {
        case .left: .bottomOrLeft
        case .center: .center
        case .right: .topOrRight
        }
    }
}

extension Chart {
    /// The title's style filled from the theme. An alignment without a position applies to the whole width, so that it
    /// also moves a title of one line.
    var alignedTitleStyle: TitleStyle {
        var style = titleStyle.filled(from: theme.title)
        if titleStyle.position == nil, let own = titleStyle.textAlign { style.position = own.position }
        return style
    }
}

/// The chart's title: broken into lines, and the room that it takes. All in points.
struct TitleLayout {
    let block: TextBlock
    let style: TitleStyle
    /// Taken off the top of the frame; 0 when the title floats.
    let reserved: Double
    private let top: Double
    private let margin: Double

    /// Above and below the title.
    private static let margins = (top: 12.0, bottom: 8.0)
    /// Frames lower than this have smaller margins.
    static let fullMargins = 200.0
    /// Share of the frame's height that a title may take; where one line takes more, there is none.
    private static let mostHeight = 0.4

    /// nil when there is none, or no room for it.
    init?(_ parts: ChartParts, _ typesetter: Typesetter) {
        guard !parts.title.isEmpty else { return nil }
        let style = parts.titleStyle
        let frame = parts.frame
        let share = min(1, frame.height / Self.fullMargins)
        let (top, bottom) = (Self.margins.top * share, Self.margins.bottom * share)
        let side = min(ChartLayout.margin, frame.width * ChartLayout.marginShare)
        let limits = TextBlock.Limits(
            width: frame.width - 2 * side, height: frame.height * Self.mostHeight - top - bottom,
            scale: style.minimumScaleFactor ?? 1)
        guard var block = TextBlock(fitting: parts.title, style.font, within: limits, typesetter) else { return nil }
        block.alignment = style.textAlign ?? .center
        self.block = block
        self.style = style
        self.top = top
        margin = side
        reserved = style.overlapChartTitle == true ? 0 : top + block.height + bottom
    }

    /// Where the block's top edge lies in device pixels.
    func place(_ layout: ChartLayout, scale: Double) -> TextPlace {
        let frame = frame(layout)
        return TextPlace(x: frame.x * scale, y: frame.y * scale, across: 0, down: 0)
    }

    /// On the middle or an end of what the title is centred on, but inside the chart's frame; points of the surface.
    func frame(_ layout: ChartLayout) -> Rect {
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

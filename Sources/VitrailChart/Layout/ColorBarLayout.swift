import VitrailRaster
import VitrailScene

/// Measured layout of a colour bar. All in points.
///
/// ```
///  Title                Title
///  ▒▒ ─ 1,000           ▒▒▒▒▒▒▒▒▓▓▓▓▓▓▓▓████████
///  ▓▓ ─ 100             ╵       ╵       ╵
///  ██ ─ 10              10     100    1,000
/// ```
/// Space for labels is reserved before the values are known, independent of the data. If the labels turn out to need an
/// offset, the bar becomes shorter.
struct ColorBarLayout {
    /// Thickness, and length if there is space.
    private static let thickness = 12.0
    private static let length = (upright: 140.0, level: 220.0)
    /// Minimum length; a shorter bar is unreadable.
    private static let minLength = 40.0
    private static let tick = (length: 3.0, gap: 4.0)

    let size: (width: Double, height: Double)
    var bar: ColorBar
    private let isLevel: Bool
    private let drawnStyle: LegendStyle
    private let title: TextBlock?
    private let titleColor: Color?
    private let length: Double
    /// Width of the widest label, and the height of a line.
    private let label: (width: Double, height: Double)
    /// Extension of the end labels beyond the bar.
    private let overhang: Double
    private let head: Double

    /// - Parameter room: available width and height.
    /// - Returns: `nil`: no space.
    init?(
        _ entry: LegendEntry, _ bar: ColorBar, isLevel: Bool, _ drawnStyle: LegendStyle,
        room: (width: Double, height: Double), _ typesetter: Typesetter
    ) {
        (self.bar, self.isLevel, self.drawnStyle) = (bar, isLevel, drawnStyle)
        let line = typesetter.size("0", drawnStyle.font).height
        let offset = bar.widestOffset.map { typesetter.size($0, drawnStyle.font).width } ?? 0
        let before = Self.thickness + Self.tick.length + Self.tick.gap
        label = (
            max(
                bar.widest.map { typesetter.size($0, drawnStyle.font).width }.max() ?? 0, isLevel ? 0 : offset - before),
            line
        )
        title =
            entry.title.isEmpty
            ? nil
            : TextBlock(
                fitting: entry.title, drawnStyle.font,
                within: .init(width: room.width + Self.slack, height: 2 * line + Self.slack), typesetter)
        titleColor = entry.textColor ?? drawnStyle.fontColor
        head = title.map { $0.height + (drawnStyle.verticalPadding ?? 0) } ?? 0
        overhang = (isLevel ? label.width : line) / 2
        let across = Self.thickness + Self.tick.length + (isLevel ? 1 + line : Self.tick.gap + label.width)
        let free = (isLevel ? room.width : room.height - head) - 2 * overhang
        length = min(isLevel ? Self.length.level : Self.length.upright, free)
        guard length >= Self.minLength,
            isLevel ? head + across <= room.height + Self.slack : across <= room.width + Self.slack
        else { return nil }
        let long = length + 2 * overhang
        size = isLevel ? (max(long, title?.width ?? 0), head + across) : (max(across, title?.width ?? 0), head + long)
    }

    private static let slack = 1e-6

    /// Minimum height of a bar with a short title and its gap to other items, upright or level.
    static func minRoom(line: Double) -> Double { minLength + 3 * line }

    // MARK: Drawing

    /// - Parameter frame: frame of size `size` in points.
    func draw(in frame: Rect, _ context: inout OverlayContext) {
        if var title {
            title.alignment = drawnStyle.textAlignment ?? .left
            context.draw(title, TextAnchor(x: frame.x, y: frame.y, across: 0, down: 0), titleColor)
        }
        let labels = labels(length, context.typesetter)
        var rect =
            isLevel
            ? Rect(x: frame.x + overhang, y: frame.y + head, width: length, height: Self.thickness)
            : Rect(x: frame.x, y: frame.y + head + overhang, width: Self.thickness, height: length)
        var ticks = labels.ticks
        if let offset = labels.offset {
            // Labels are wrong without their offset.
            let given = draw(offset, beside: &rect, frame, &context)
            ticks = self.labels(length - (given ?? 0), hasOffset: given != nil, context.typesetter).ticks
        }
        paint(context.wholePixels(rect), &context)
        let ink = drawnStyle.fontColor ?? .black
        context.stroke(rect, ink.faded(0.35), width: 1)
        for tick in ticks { draw(tick, at: rect, ink, &context) }
    }

    /// Draws an offset above an upright bar or to the right of a level one, and shortens the bar for it.
    ///
    /// - Returns: the reduction of the bar's length. `nil`: no space.
    private func draw(
        _ offset: String, beside rect: inout Rect, _ frame: Rect, _ context: inout OverlayContext
    ) -> Double? {
        let gap = Self.tick.gap
        let room = isLevel ? length * 0.4 : frame.width
        var limits = TextBlock.Limits(width: room + Self.slack, height: 2 * label.height)
        limits.scale = Self.minOffsetScale
        guard let block = TextBlock(fitting: offset, drawnStyle.font, within: limits, context.typesetter), !block.isCut
        else { return nil }
        let given = (isLevel ? block.width : block.height) + gap
        guard length - given >= Self.minLength / 2 else { return nil }
        if isLevel {
            rect.width -= given
            context.draw(
                block, TextAnchor(x: rect.maxX + overhang + gap, y: rect.midY, across: 0, down: 0.5),
                drawnStyle.fontColor)
        } else {
            rect.y += given
            rect.height -= given
            context.draw(
                block, TextAnchor(x: rect.x, y: rect.y - overhang - gap, across: 0, down: 1), drawnStyle.fontColor)
        }
        return given
    }

    /// Minimum scale factor of the offset's font, to fit it above the bar.
    private static let minOffsetScale = 0.6

    private func labels(_ length: Double, hasOffset: Bool? = nil, _ typesetter: Typesetter) -> ColorBar.Labels {
        let extent: (ColorBar.Tick) -> Double = { [label, drawnStyle] tick in
            isLevel ? typesetter.size(tick.label, drawnStyle.font).width + label.height : label.height * 1.25
        }
        let fits: (String) -> Bool = { [label, drawnStyle] in
            typesetter.size($0, drawnStyle.font).width <= label.width + Self.labelSlack
        }
        return bar.labels(
            maximum: Int(length / (isLevel ? 44 : 24), within: 2...1_000), hasOffset: hasOffset, fits: fits
        ) { low, high in
            (high.position - low.position) * length >= (extent(low) + extent(high)) / 2
        }
    }

    /// In points: digits do not have the same width in every font.
    private static let labelSlack = 1.0

    private func draw(_ tick: ColorBar.Tick, at rect: Rect, _ ink: Color, _ context: inout OverlayContext) {
        let font = drawnStyle.font ?? FontStyle()
        if isLevel {
            let x = rect.x + tick.position * rect.width
            context.fill(hairline(x: x, y: rect.maxY, context), ink.faded(0.6))
            context.text(
                tick.label, x: x, y: rect.maxY + Self.tick.length + 1, across: 0.5, font: font,
                color: drawnStyle.fontColor)
        } else {
            let y = rect.maxY - tick.position * rect.height
            context.fill(hairline(x: rect.maxX, y: y, context), ink.faded(0.6))
            context.text(
                tick.label, x: rect.maxX + Self.tick.length + Self.tick.gap, y: y, down: 0.5, font: font,
                color: drawnStyle.fontColor)
        }
    }

    /// Mark of one pixel width, within the ends of the bar.
    private func hairline(x: Double, y: Double, _ context: OverlayContext) -> Rect {
        let pixel = max(1, context.scale.rounded()) / context.scale
        return isLevel
            ? Rect(x: x - pixel / 2, y: y, width: pixel, height: Self.tick.length)
            : Rect(x: x, y: y - pixel / 2, width: Self.tick.length, height: pixel)
    }

    /// Draws one texel per pixel along the bar; an upright bar starts with the last colour at the top.
    private func paint(_ position: PlotRect, _ context: inout OverlayContext) {
        let count = Int(isLevel ? position.width : position.height, within: 0...PictureLimits.side)
        guard count > 0 else { return }
        let mixer = ColorMixer(bar.map)
        var image = PixelImage(size: PixelSize(width: isLevel ? count : 1, height: isLevel ? 1 : count))
        for k in 0..<count {
            let share = (Double(k) + 0.5) / Double(count)
            let color = mixer.premultiplied(at: isLevel ? share : 1 - share)
            image[isLevel ? k : 0, isLevel ? 0 : k] = SIMD4(
                UInt8(share: color.x), UInt8(share: color.y), UInt8(share: color.z), UInt8(share: color.w))
        }
        context.add(Mark(.image(ImageMark(image: image, rect: position))))
    }
}

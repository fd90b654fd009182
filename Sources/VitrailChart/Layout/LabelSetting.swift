import VitrailScales

/// Orientation and size limits of an axis's labels.
struct LabelSetting {
    var orientation: TickLabelOrientation
    /// Longer texts are broken into lines, then truncated. `nil`: no limits.
    var limits: TextBlock.Limits?

    init() { orientation = .horizontal }

    /// Maximum lines of an upright label under its item.
    private static let maxLines = 3.0
    /// Maximum fraction of the canvas for labels of items across their axis.
    private static let deepest = 0.35

    /// Chooses orientation and limits. Numbers and dates are generated to fit and stay horizontal. Items of a category
    /// axis all need a label: if labels do not fit side by side, they are broken into lines, then rotated by 45°, then
    /// by 90°; if that does not suffice, some are removed. A set orientation is kept.
    ///
    /// - Parameters:
    ///   - length: length of the axis in points.
    ///   - depth: depth of the canvas across the axis in points.
    ///   - last: choice of the last pass. Rotated labels stay rotated, because the space they need could otherwise make
    ///     the choice oscillate.
    init(
        _ layout: AxisLayout, length: Double, depth: Double, after last: TickLabelOrientation, _ typesetter: Typesetter
    ) {
        let style = layout.major
        let asked = style.tickLabelOrientation
        orientation = asked ?? .horizontal
        guard layout.axis.isCategory, style.showLabels == true, length > 0 else { return }
        let line = typesetter.size("0", style.labelFont).height
        let slot = length / layout.axis.axisRange.span
        let across = max(line, depth * Self.deepest)
        guard layout.axis.isHorizontal else {
            let lines = orientation == .horizontal ? min(max(1, (slot / line).rounded(.down)), Self.maxLines) : 1
            limits = TextBlock.Limits(
                width: orientation == .horizontal ? across : max(slot, line), height: lines * line)
            return
        }
        // Side by side, each over its own item, in a few lines.
        let upright = TextBlock.Limits(
            width: max(slot - line * LabelMeasure.itemGap, line), height: min(Self.maxLines * line, across))
        // If items are closer than the line height, some labels must be removed anyway, and the rest is best read
        // upright.
        let texts = slot >= line * (1 + LabelMeasure.turnedGap) ? Self.texts(of: layout.axis, length: length) : []
        let fits = !texts.isEmpty && texts.allSatisfy { Self.fits($0, style.labelFont, upright, typesetter) }
        // Years and other numbers remain clear when some are removed.
        let isNumeric = texts.allSatisfy { $0.first?.isNumber == true && $0.last?.isNumber == true }
        if asked == nil, last != .horizontal || !fits && !isNumeric {
            let isWide = slot >= line * (1 + LabelMeasure.turnedGap) / LabelGeometry.slope
            orientation = last != .vertical && isWide ? .diagonal : .vertical
        }
        switch orientation {
        case .horizontal:
            limits =
                fits
                ? upright : TextBlock.Limits(width: max(upright.width, length * Self.widest), height: upright.height)
        case .diagonal: limits = TextBlock.Limits(width: max(across / LabelGeometry.slope - line, line), height: line)
        case .vertical: limits = TextBlock.Limits(width: across, height: line)
        }
    }

    /// Maximum fraction of the axis for one label along it if some are removed.
    private static let widest = 0.2

    private static func texts(of axis: Axis, length: Double) -> [String] {
        axis.ticks(in: axis.axisRange, room: TickSpace(length: length, extent: { _ in 0 }, wantsMinor: false)).map(
            \.label)
    }

    private static func fits(
        _ text: String, _ font: FontStyle?, _ limits: TextBlock.Limits, _ typesetter: Typesetter
    ) -> Bool {
        guard let block = TextBlock(fitting: text, font, within: limits, typesetter) else { return false }
        return !block.isCut
    }
}

/// Space that labels need from the tick generator.
struct LabelMeasure {
    let setting: LabelSetting
    private let geometry: LabelGeometry
    private let isDense: Bool
    private let labelSpacing: Double?
    private let font: FontStyle?
    private let alignment: TextAlignment
    private let typesetter: Typesetter
    /// Part of every extent that is only spacing, in points.
    private(set) var slack = 0.0

    /// Gaps between labels as fractions of the line height: for items side by side, and for rotated or stacked items.
    static let itemGap = 0.4
    static let turnedGap = 0.1

    init(_ layout: AxisLayout, _ setting: LabelSetting, _ typesetter: Typesetter) {
        self.setting = setting
        self.typesetter = typesetter
        geometry = LabelGeometry(side: layout.axis.side, orientation: setting.orientation)
        isDense = layout.axis.isCategory
        labelSpacing = layout.axis.labelSpacing
        font = layout.major.labelFont
        let isLevel = setting.orientation == .horizontal
        let lies: TextAlignment =
            layout.axis.isHorizontal || !isLevel ? .center : layout.axis.side == .left ? .right : .left
        alignment = layout.major.textAlignment ?? lies
        slack = gap * typesetter.size("0", font).height
    }

    /// - Parameter keepingEnd: whether texts that are too long are truncated in the middle.
    func block(_ text: String, _ font: FontStyle?, keepingEnd: Bool = false) -> TextBlock {
        guard let limits = setting.limits else { return whole(text, font) }
        return aligned(
            TextBlock(fitting: text, font, within: limits, typesetter, keepingEnd: keepingEnd)
                ?? TextBlock("", font, typesetter))
    }

    /// Text without line breaking and truncation.
    func whole(_ text: String, _ font: FontStyle?) -> TextBlock { aligned(TextBlock(text, font, typesetter)) }

    private func aligned(_ block: TextBlock) -> TextBlock {
        var block = block
        block.alignment = alignment
        return block
    }

    /// Length that a label needs along the axis.
    func extent(_ text: String) -> Double {
        let block = block(text, font)
        let box = geometry.box(width: block.width, height: block.height)
        return geometry.distance(box, box, lineHeight: block.lineHeight, gap: gap)
    }

    /// Minimum distance in points between the middles of value labels; 0 for items, which all need a label.
    var spacing: (wanted: Double, tight: Double) {
        if isDense { return (0, 0) }
        if let labelSpacing { return (wanted: labelSpacing, tight: labelSpacing) }
        let isWide = geometry.side.isHorizontal && setting.orientation == .horizontal
        return isWide ? (wanted: 60, tight: 60) : (wanted: 40, tight: 20)
    }

    /// Readable gap as a fraction of the line height: a few labels suffice for values, items all need theirs.
    private var gap: Double {
        let isStacked = geometry.side.isHorizontal == (setting.orientation == .vertical)
        switch (isDense, setting.orientation == .diagonal || isStacked) {
        case (true, true): return Self.turnedGap
        case (true, false): return Self.itemGap
        case (false, true): return setting.orientation == .diagonal ? 0.4 : 1.4
        case (false, false): return 1.2
        }
    }
}

/// How the labels of an axis are set: turned, and within which limits.
struct LabelSetting {
    var orientation: TickLabelOrientation
    /// Longer texts are broken into lines, and cut at last; nil = never.
    var limits: TextBlock.Limits?

    init() { orientation = .horizontal }

    /// Lines of a label that stands upright under its item.
    private static let mostLines = 3.0
    /// Share of the canvas that labels of items may take across their axis.
    private static let deepest = 0.35

    /// Numbers and dates are generated to fit and stay horizontal. Items of a category axis are wanted one and all: where they do not fit side
    /// by side they are broken into lines, then turned by 45°, then by 90°; where even that does not do, some are left out. An orientation
    /// that was asked for is kept.
    ///
    /// - Parameters:
    ///   - length: of the axis, points.
    ///   - depth: of the canvas across the axis, points.
    ///   - last: what the last pass chose: labels once turned stay turned, since the room that they take elsewhere would turn them back and
    ///     forth.
    init(_ layout: AxisLayout, length: Double, depth: Double, after last: TickLabelOrientation, _ typesetter: Typesetter) {
        let style = layout.major
        let asked = style.tickLabelOrientation
        orientation = asked ?? .horizontal
        guard layout.axis is CategoryAxis, style.showLabels == true, length > 0 else { return }
        let line = typesetter.size("0", style.labelFont).height
        let slot = length / layout.axis.axisRange.span
        let across = max(line, depth * Self.deepest)
        guard layout.axis.isHorizontal else {
            let lines = orientation == .horizontal ? min(max(1, (slot / line).rounded(.down)), Self.mostLines) : 1
            limits = TextBlock.Limits(width: orientation == .horizontal ? across : max(slot, line), height: lines * line)
            return
        }
        // Side by side, each over its own item, in a few lines.
        let upright = TextBlock.Limits(
            width: max(slot - line * LabelMeasure.itemGap, line), height: min(Self.mostLines * line, across))
        // Closer than their lines are high, some have to go anyway, and what is left is read best upright.
        let texts = slot >= line * (1 + LabelMeasure.turnedGap) ? Self.texts(of: layout.axis, length: length) : []
        let fits = !texts.isEmpty && texts.allSatisfy { Self.fits($0, style.labelFont, upright, typesetter) }
        // Years and other numbers are understood when some are left out.
        let isNumeric = texts.allSatisfy { $0.first?.isNumber == true && $0.last?.isNumber == true }
        if asked == nil, last != .horizontal || !fits && !isNumeric {
            let isWide = slot >= line * (1 + LabelMeasure.turnedGap) / LabelGeometry.slope
            orientation = last != .vertical && isWide ? .diagonal : .vertical
        }
        switch orientation {
        case .horizontal: limits = fits ? upright : TextBlock.Limits(width: max(upright.width, length * Self.widest), height: upright.height)
        case .diagonal: limits = TextBlock.Limits(width: max(across / LabelGeometry.slope - line, line), height: line)
        case .vertical: limits = TextBlock.Limits(width: across, height: line)
        }
    }

    /// Share of the axis that one label may take along it where some are left out.
    private static let widest = 0.2

    private static func texts(of axis: Axis, length: Double) -> [String] {
        axis.ticks(in: axis.axisRange, room: TickRoom(length: length, extent: { _ in 0 }, wantsMinor: false)).map(\.label)
    }

    private static func fits(_ text: String, _ font: FontStyle?, _ limits: TextBlock.Limits, _ typesetter: Typesetter) -> Bool {
        guard let block = TextBlock(fitting: text, font, within: limits, typesetter) else { return false }
        return !block.isCut
    }
}

/// How much room labels want from the ticks' generator.
struct LabelMeasure {
    let setting: LabelSetting
    private let geometry: LabelGeometry
    private let isDense: Bool
    private let isLogarithmic: Bool
    private let font: FontStyle?
    private let alignment: TextAlignment
    private let typesetter: Typesetter
    /// The part of every extent that is distance, points.
    private(set) var slack = 0.0

    /// Shares of the line height between labels: of items side by side, of items turned or above one another.
    static let itemGap = 0.4
    static let turnedGap = 0.1

    init(_ layout: AxisLayout, _ setting: LabelSetting, _ typesetter: Typesetter) {
        self.setting = setting
        self.typesetter = typesetter
        geometry = LabelGeometry(side: layout.axis.side, orientation: setting.orientation)
        isDense = layout.axis is CategoryAxis
        isLogarithmic = layout.axis is LogarithmicAxis
        font = layout.major.labelFont
        let isLevel = setting.orientation == .horizontal
        let lies: TextAlignment = layout.axis.isHorizontal || !isLevel ? .center : layout.axis.side == .left ? .right : .left
        alignment = layout.major.textAlignment ?? lies
        slack = gap * typesetter.size("0", font).height
    }

    /// - Parameter keepingEnd: whether what is too long is cut in its middle.
    func block(_ text: String, _ font: FontStyle?, keepingEnd: Bool = false) -> TextBlock {
        guard let limits = setting.limits else { return whole(text, font) }
        return aligned(TextBlock(fitting: text, font, within: limits, typesetter, keepingEnd: keepingEnd) ?? TextBlock("", font, typesetter))
    }

    /// A text that is neither broken nor cut.
    func whole(_ text: String, _ font: FontStyle?) -> TextBlock { aligned(TextBlock(text, font, typesetter)) }

    private func aligned(_ block: TextBlock) -> TextBlock {
        var block = block
        block.alignment = alignment
        return block
    }

    /// Room that a label wants along the axis.
    func extent(_ text: String) -> Double {
        let block = block(text, font)
        let box = geometry.box(width: block.width, height: block.height)
        return geometry.distance(box, box, lineHeight: block.lineHeight, gap: gap)
    }

    /// Points between the middles of labels of values: each one is wanted of items.
    var spacing: (wanted: Double, tight: Double) {
        if isDense { return (0, 0) }
        // A power that is left out would be taken for its neighbour.
        if isLogarithmic { return (wanted: 20, tight: 20) }
        let isWide = geometry.side.isHorizontal && setting.orientation == .horizontal
        return isWide ? (wanted: 60, tight: 60) : (wanted: 40, tight: 20)
    }

    /// Reader's distance as a share of the line height: values are read from a few labels, items from each.
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

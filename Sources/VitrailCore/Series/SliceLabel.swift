public import VitrailScene

/// A slice's label on its way into the picture, as the alter hook sees it and as a data source may make one.
public final class SliceLabel {
    /// Empty = none; a line feed begins a new line.
    public var text: String
    /// nil = the style's.
    public var font: FontStyle?
    public var textColor: Color?
    public var backgroundColor: Color?
    public var isHidden = false
    /// Moves the label, points, x to the right, y down.
    public var offset = (x: 0.0, y: 0.0)
    /// Whether the label is left out where its slice cannot hold it, or where there is no room for it outside.
    public var hidesWithoutRoom = true

    public init(text: String) {
        self.text = text
    }

    /// One like it: hooks change the label that they are shown.
    var copy: SliceLabel {
        let copy = SliceLabel(text: text)
        (copy.font, copy.textColor, copy.backgroundColor) = (font, textColor, backgroundColor)
        (copy.isHidden, copy.offset, copy.hidesWithoutRoom) = (isHidden, offset, hidesWithoutRoom)
        return copy
    }
}

/// A slice's label and spoke, measured.
struct SliceNote {
    /// Index in the layout's rings.
    let ring: Int
    let slice: Int
    /// nil = there is a spoke only.
    var block: TextBlock?
    let look: TextBlock.Look
    let offset: (x: Double, y: Double)
    let hidesWithoutRoom: Bool
    /// nil = the label is inside.
    let spoke: SpokeStyle?
    /// The same beside the slice, where nobody said whether it is inside; at most one.
    var fallback: [SliceNote] = []
    /// Whether it stands in the column on the other side: near 12 and 6 o'clock either will do.
    var isSwitched = false

    /// Of text and box, points.
    var size: (width: Double, height: Double) {
        guard let block else { return (0, 0) }
        let pad = look.background.alpha > 0 ? TextBlock.boxPadding : 0
        return (block.width + 2 * pad, block.height + pad)
    }
}

/// Asks the host for labels and measures them: once for each slice that has one, in the order of the slices.
struct SliceNotes {
    let context: PieContext
    private var chart: Chart { context.chart }

    /// - Parameter widest: no slice is larger, points.
    func notes(of ring: PieRing, at index: Int, widest: Double) -> [SliceNote] {
        let texts = (normal: SliceText(ring, ring.look.normal), selected: SliceText(ring, ring.look.selected))
        let largest = largestSlices(of: ring)
        return ring.angles.indices.compactMap { k in
            guard ring.angles[k].sweep != 0 else { return nil }
            let text = ring.series.isSelected(row: k) ? texts.selected : texts.normal
            let isThin = abs(ring.angles[k].sweep) * widest < Self.thinnest
            return note(text, at: index, slice: k, mayBeInside: !isThin, mayBeBeside: largest?.contains(k) ?? true)
        }
    }

    /// The slices that may have a label beside them, where there is no room for those of all; measuring texts takes time. Equal ones are
    /// spread all round (steps of the golden ratio).
    private func largestSlices(of ring: PieRing) -> Set<Int>? {
        let most = Int(2 * context.room.height / Self.leastHeight, within: 1...1_000)
        guard ring.angles.count > most else { return nil }
        func rank(_ k: Int) -> (sweep: Double, spread: UInt32) { (-abs(ring.angles[k].sweep), UInt32(truncatingIfNeeded: k) &* 0x9E37_79B9) }
        return Set(ring.angles.indices.sorted { rank($0) < rank($1) }.prefix(most))
    }

    /// Points: no label is lower.
    private static let leastHeight = 6.0

    private func note(_ text: SliceText, at index: Int, slice k: Int, mayBeInside: Bool, mayBeBeside: Bool) -> SliceNote? {
        let (ring, style) = (text.ring, text.style)
        let series = ring.series
        let isOpen = isOpen(ring, k, style)
        var label: SliceLabel?
        if style.showLabels == true, mayBeInside || isAltered || spoke(of: ring, k, style) != nil || isOpen && mayBeBeside {
            label = told(k, of: series) ?? SliceLabel(
                text: spoke(of: ring, k, style).map { besideText(text, k, nil, widest: widest(of: ring, k, $0)) }
                    ?? text.text(k, isOutside: false))
        }
        if let label, let delegate = chart.delegate, let point = series.point(ofSlice: k) {
            delegate.chart(chart, alter: label, of: point, slice: k, in: series)
        }
        // The hook may have changed it.
        let spoke = spoke(of: ring, k, style)
        let block = label.flatMap { $0.isHidden ? nil : self.block($0, style, widest: spoke.map { self.widest(of: ring, k, $0) }) }
        guard block != nil || spoke != nil else { return nil }
        let fallback = isOpen && mayBeBeside ? label.flatMap { beside($0, text, at: index, slice: k) } : nil
        let background = label?.backgroundColor ?? style.labelBackgroundColor ?? .clear
        let color = label?.textColor
            ?? readable(style.labelFontColor, on: background, series.color(k, style), style, ring.look, isOutside: spoke != nil)
        return SliceNote(
            ring: index, slice: k, block: block,
            look: TextBlock.Look(color: color, background: background, label: "\(series.place) label"), offset: label?.offset ?? (0, 0),
            hidesWithoutRoom: label?.hidesWithoutRoom ?? true, spoke: spoke, fallback: fallback.map { [$0] } ?? [])
    }

    /// Whether nobody said on which side of the rim the label is.
    private func isOpen(_ ring: PieRing, _ k: Int, _ style: PieSeriesStyle) -> Bool {
        let own = ring.series.spokeStyle(ofSlice: k)?.filled(from: ring.look.spoke) ?? style.spokeStyle
        return own.showSpokes == nil
    }

    /// In one line where that has room.
    private func besideText(_ text: SliceText, _ k: Int, _ font: FontStyle?, widest: Double) -> String {
        let line = text.text(k, isOutside: true)
        let own = AxisLayout.font(font, over: text.style.labelFont)
        return context.typesetter.size(line, own).width <= widest ? line : text.text(k, isOutside: false)
    }

    /// A label of a slice that may not hold it.
    private func beside(_ label: SliceLabel, _ text: SliceText, at index: Int, slice k: Int) -> SliceNote? {
        let (ring, style) = (text.ring, text.style)
        var spoke = ring.series.spokeStyle(ofSlice: k)?.filled(from: ring.look.spoke) ?? style.spokeStyle
        spoke.showSpokes = true
        let outer = label.copy
        // Unless somebody wrote another text.
        let most = widest(of: ring, k, spoke)
        if label.text == text.text(k, isOutside: false) { outer.text = besideText(text, k, label.font, widest: most) }
        guard !label.isHidden, let block = block(outer, style, widest: most) else { return nil }
        let background = label.backgroundColor ?? style.labelBackgroundColor ?? .clear
        let color = label.textColor
            ?? readable(style.labelFontColor, on: background, ring.series.color(k, style), style, ring.look, isOutside: true)
        return SliceNote(
            ring: index, slice: k, block: block,
            look: TextBlock.Look(color: color, background: background, label: "\(ring.series.place) label"), offset: label.offset,
            hidesWithoutRoom: label.hidesWithoutRoom, spoke: spoke)
    }

    /// What the data source says of a slice; while it is asked for data, what it said last.
    private func told(_ k: Int, of series: PieSeries) -> SliceLabel? {
        if chart.isSourceBusy { return series.toldLabels[k]?.copy }
        let label = chart.dataSource?.label(forSlice: k, of: series, in: chart)
        if chart.loadDataInBackground { series.toldLabels[k] = label?.copy }
        return label
    }

    /// Whether somebody may change labels that are too large as they are.
    private var isAltered: Bool { chart.delegate != nil || chart.dataSource != nil }

    /// No text fits into an arc of less, points.
    private static let thinnest = 2.0

    private func spoke(of ring: PieRing, _ k: Int, _ style: PieSeriesStyle) -> SpokeStyle? {
        let spoke = ring.series.spokeStyle(ofSlice: k)?.filled(from: ring.look.spoke) ?? style.spokeStyle
        return spoke.showSpokes == true ? spoke : nil
    }

    /// - Parameter widest: of a label outside; nil = it is inside.
    private func block(_ label: SliceLabel, _ style: PieSeriesStyle, widest: Double?) -> TextBlock? {
        guard label.text.contains(where: { !$0.isWhitespace }) else { return nil }
        let font = label.font?.filled(from: style.labelFont ?? FontStyle()) ?? style.labelFont
        guard let widest else { return TextBlock(label.text, font, context.typesetter) }
        let limits = TextBlock.Limits(width: widest, height: context.room.height * Self.widestShare)
        return TextBlock(fitting: label.text, font, within: limits, context.typesetter)
    }

    /// So that long names beside it leave the pie its room, and that names beside the smallest pie have room themselves, if broken.
    private func widest(of ring: PieRing, _ k: Int, _ spoke: SpokeStyle) -> Double {
        let most = context.room.width * Self.widestShare
        guard ring.isFitted, spoke.length == nil else { return most }
        if PieLayout.isFlush(spoke) {
            let reach = context.side * PieLayout.wantedShareWithLabels + PieLayout.flushReach + (spoke.labelPadding ?? 0)
            return min(most, max(context.room.width / 2 - reach, Self.leastFlush))
        }
        let reach = context.side * PieLayout.leastShareWithLabels + PieLayout.shortestReach
        let beside = context.room.width / 2 - abs(ring.slice(k).direction.x) * reach - (spoke.labelPadding ?? 0)
        return beside < Self.leastWide ? most : min(most, beside)
    }

    /// Share of the canvas that a label outside may take.
    private static let widestShare = 0.3
    /// A colour that somebody set may be pale, but not as good as none.
    private static let leastContrast = 1.5

    private var paper: Color { chart.style.filled(from: chart.theme.chart).backgroundColor ?? .white }

    /// Points: labels in columns rather take room from the pie.
    private static let leastFlush = 64.0
    /// Points: in less, hardly a word has room.
    private static let leastWide = 30.0

    /// - Parameter wanted: set for labels on slices; beside the pie it gives way where it cannot be seen on the paper.
    private func readable(
        _ wanted: Color?, on background: Color, _ fill: Color, _ style: PieSeriesStyle, _ look: PieLook, isOutside: Bool
    ) -> Color {
        if let wanted, !isOutside || background.alpha > 127 || wanted.over(paper).contrast(with: paper) >= Self.leastContrast { return wanted }
        if background.alpha > 127 { return background.readableText }
        return isOutside || style.showFlavour != true || fill.alpha < 128 ? look.textColor : fill.readableText
    }
}

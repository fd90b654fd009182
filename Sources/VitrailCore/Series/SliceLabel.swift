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
        return ring.angles.indices.compactMap { k in
            guard ring.angles[k].sweep != 0 else { return nil }
            return note(of: ring, at: index, slice: k, widest: widest)
        }
    }

    private func note(of ring: PieRing, at index: Int, slice k: Int, widest: Double) -> SliceNote? {
        let series = ring.series
        let style = ring.look.style(isSelected: series.isSelected(row: k))
        let isThin = abs(ring.angles[k].sweep) * widest < Self.thinnest
        var label: SliceLabel?
        if style.showLabels == true, !isThin || isAltered || spoke(of: ring, k, style) != nil {
            label = told(k, of: series) ?? SliceLabel(text: text(of: ring, k, style))
        }
        if let label, let delegate = chart.delegate, let point = series.point(ofSlice: k) {
            delegate.chart(chart, alter: label, of: point, slice: k, in: series)
        }
        // The hook may have changed it.
        let spoke = spoke(of: ring, k, style)
        let block = label.flatMap { $0.isHidden ? nil : self.block($0, style, widest: spoke.map { self.widest(of: ring, k, $0) }) }
        guard block != nil || spoke != nil else { return nil }
        let background = label?.backgroundColor ?? style.labelBackgroundColor ?? .clear
        let color = label?.textColor ?? style.labelFontColor
            ?? readable(on: background, series.color(k, style), style, ring.look, isOutside: spoke != nil)
        return SliceNote(
            ring: index, slice: k, block: block,
            look: TextBlock.Look(color: color, background: background, label: "\(series.place) label"), offset: label?.offset ?? (0, 0),
            hidesWithoutRoom: label?.hidesWithoutRoom ?? true, spoke: spoke)
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
        let reach = context.side * PieLayout.leastShareWithLabels + PieLayout.shortestReach
        let beside = context.room.width / 2 - abs(ring.slice(k).direction.x) * reach - (spoke.labelPadding ?? 0)
        return beside < Self.leastWide ? most : min(most, beside)
    }

    /// Share of the canvas that a label outside may take.
    private static let widestShare = 0.3
    /// Points: in less, hardly a word has room.
    private static let leastWide = 30.0

    private func readable(on background: Color, _ fill: Color, _ style: PieSeriesStyle, _ look: PieLook, isOutside: Bool) -> Color {
        if background.alpha > 127 { return background.readableText }
        return isOutside || style.showFlavour != true || fill.alpha < 128 ? look.textColor : fill.readableText
    }

    private func text(of ring: PieRing, _ k: Int, _ style: PieSeriesStyle) -> String {
        let slice = ring.series.slices[k]
        let share = ring.percentage(k)
        let pattern = style.labelFormatString ?? "%.2f"
        switch style.labelContent ?? .value {
        case .value: return NumberPattern.text(slice.value, pattern: pattern, chart.numbers)
        case .share: return NumberPattern.text(share, pattern: pattern, chart.numbers)
        case .name: return slice.name
        case .nameAndValue: return "\(slice.name): \(NumberPattern.text(slice.value, pattern: pattern, chart.numbers))"
        case .nameAndShare: return "\(slice.name): \(NumberPattern.text(share, pattern: pattern, chart.numbers))"
        }
    }
}

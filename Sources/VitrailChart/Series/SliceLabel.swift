public import VitrailScene

/// A slice's label before its placement. The alter hook may change it, and a data source may create it.
public final class SliceLabel {
    /// Empty: no label. A line feed starts a new line.
    public var text: String
    /// `nil`: the style's font; the same for the colours.
    public var font: FontStyle?
    public var textColor: Color?
    public var backgroundColor: Color?
    public var isHidden = false
    /// Offset of the label in points, x to the right, y down.
    public var offset = (x: 0.0, y: 0.0)
    /// Whether the label is omitted if its slice cannot hold it, or if there is no space for it outside.
    public var hidesWithoutRoom = true

    public init(text: String) {
        self.text = text
    }

    /// A copy, because hooks change the label that they receive.
    var copy: SliceLabel {
        let copy = SliceLabel(text: text)
        (copy.font, copy.textColor, copy.backgroundColor) = (font, textColor, backgroundColor)
        (copy.isHidden, copy.offset, copy.hidesWithoutRoom) = (isHidden, offset, hidesWithoutRoom)
        return copy
    }
}

/// A measured label and spoke of a slice.
struct SliceNote {
    /// Index in the layout's rings.
    let ring: Int
    let slice: Int
    /// `nil`: there is only a spoke.
    var block: TextBlock?
    let drawnStyle: TextBlock.ResolvedStyle
    let offset: (x: Double, y: Double)
    let hidesWithoutRoom: Bool
    /// `nil`: the label is inside.
    let spoke: SpokeStyle?
    /// The variant beside the slice, at most one, if neither the style nor the host sets the side of the label.
    var fallback: [SliceNote] = []
    /// Whether the label stands in the column on the other side, which is possible near 12 and 6 o'clock.
    var isSwitched = false

    /// Size of the text with its box, in points.
    var size: (width: Double, height: Double) {
        guard let block else { return (0, 0) }
        let pad = drawnStyle.background.alpha > 0 ? TextBlock.boxPadding : 0
        return (block.width + 2 * pad, block.height + pad)
    }
}

/// Asks the host for the labels and measures them, once for each slice with a label, in the order of the slices.
struct SliceNotes {
    let context: PieContext
    private var chart: Chart { context.chart }

    /// - Parameter widest: the outer radius of the largest slice, in points.
    func notes(of ring: PieRing, at index: Int, widest: Double) -> [SliceNote] {
        let texts = (
            normal: SliceText(ring, ring.drawnStyle.normal), selected: SliceText(ring, ring.drawnStyle.selected)
        )
        let largest = largestSlices(of: ring)
        return ring.angles.indices.compactMap { k in
            guard ring.angles[k].sweep != 0 else { return nil }
            let text = ring.series.isSelected(row: k) ? texts.selected : texts.normal
            let isThin = abs(ring.angles[k].sweep) * widest < Self.thinnest
            return note(text, at: index, slice: k, mayBeInside: !isThin, mayBeBeside: largest?.contains(k) ?? true)
        }
    }

    /// The slices that may have a label beside them; `nil`: all. Only the largest slices get one if there is no space
    /// for all, because measuring texts takes time. Among equal slices, the choice is spread around the pie (steps of
    /// the golden ratio).
    private func largestSlices(of ring: PieRing) -> Set<Int>? {
        let maximum = Int(2 * context.room.height / Self.minHeight, within: 1...1_000)
        guard ring.angles.count > maximum else { return nil }
        func rank(_ k: Int) -> (sweep: Double, spread: UInt32) {
            (-abs(ring.angles[k].sweep), UInt32(truncatingIfNeeded: k) &* 0x9E37_79B9)
        }
        return Set(ring.angles.indices.sorted { rank($0) < rank($1) }.prefix(maximum))
    }

    /// Minimum height of a label, in points.
    private static let minHeight = 6.0

    private func note(
        _ text: SliceText, at index: Int, slice k: Int, mayBeInside: Bool, mayBeBeside: Bool
    ) -> SliceNote? {
        let (ring, style) = (text.ring, text.style)
        let series = ring.series
        let isOpen = isOpen(ring, k, style)
        var label: SliceLabel?
        if style.showLabels == true, text.own(k)?.isEmpty != true,
            mayBeInside || isAltered || spoke(of: ring, k, style) != nil || isOpen && mayBeBeside
        {
            label =
                told(k, of: series)
                ?? SliceLabel(
                    text: spoke(of: ring, k, style).map { besideText(text, k, nil, widest: widest(of: ring, k, $0)) }
                        ?? text.text(k, isOutside: false))
        }
        if let label, let delegate = chart.delegate, let point = series.point(ofSlice: k) {
            delegate.chart(chart, alter: label, of: point, slice: k, in: series)
        }
        // The hook may have changed the spoke.
        let spoke = spoke(of: ring, k, style)
        let block = label.flatMap {
            $0.isHidden ? nil : self.block($0, style, widest: spoke.map { self.widest(of: ring, k, $0) })
        }
        guard block != nil || spoke != nil else { return nil }
        let fallback = isOpen && mayBeBeside ? label.flatMap { beside($0, text, at: index, slice: k) } : nil
        let background = label?.backgroundColor ?? style.labelBackgroundColor ?? .clear
        let color =
            label?.textColor
            ?? readable(
                style.labelFontColor, on: background, series.color(k, style), style, ring.drawnStyle,
                isOutside: spoke != nil)
        return SliceNote(
            ring: index, slice: k, block: block,
            drawnStyle: TextBlock.ResolvedStyle(
                color: color, background: background, label: "\(series.jsonPath) label"),
            offset: label?.offset ?? (0, 0),
            hidesWithoutRoom: label?.hidesWithoutRoom ?? true, spoke: spoke, fallback: fallback.map { [$0] } ?? [])
    }

    /// Whether the side of the label is not set.
    private func isOpen(_ ring: PieRing, _ k: Int, _ style: PieSeriesStyle) -> Bool {
        let own = ring.series.spokeStyle(ofSlice: k)?.filled(from: ring.drawnStyle.spoke) ?? style.spokeStyle
        return own.showSpokes == nil
    }

    /// The text on one line if that fits, otherwise on several.
    private func besideText(_ text: SliceText, _ k: Int, _ font: FontStyle?, widest: Double) -> String {
        let line = text.text(k, isOutside: true)
        let own = AxisLayout.font(font, over: text.style.labelFont)
        return context.typesetter.size(line, own).width <= widest ? line : text.text(k, isOutside: false)
    }

    /// The variant of a label beside a slice that may be too small for it.
    private func beside(_ label: SliceLabel, _ text: SliceText, at index: Int, slice k: Int) -> SliceNote? {
        let (ring, style) = (text.ring, text.style)
        var spoke = ring.series.spokeStyle(ofSlice: k)?.filled(from: ring.drawnStyle.spoke) ?? style.spokeStyle
        spoke.showSpokes = true
        let outer = label.copy
        // Another text that the host wrote is kept.
        let maximum = widest(of: ring, k, spoke)
        if label.text == text.text(k, isOutside: false) {
            outer.text = besideText(text, k, label.font, widest: maximum)
        }
        guard !label.isHidden, let block = block(outer, style, widest: maximum) else { return nil }
        let background = label.backgroundColor ?? style.labelBackgroundColor ?? .clear
        let color =
            label.textColor
            ?? readable(
                style.labelFontColor, on: background, ring.series.color(k, style), style, ring.drawnStyle,
                isOutside: true)
        return SliceNote(
            ring: index, slice: k, block: block,
            drawnStyle: TextBlock.ResolvedStyle(
                color: color, background: background, label: "\(ring.series.jsonPath) label"), offset: label.offset,
            hidesWithoutRoom: label.hidesWithoutRoom, spoke: spoke)
    }

    /// The data source's label of a slice; while it loads on a thread, its last label.
    private func told(_ k: Int, of series: PieSeries) -> SliceLabel? {
        if chart.isSourceBusy { return series.toldLabels[k]?.copy }
        let label = chart.dataSource?.label(forSlice: k, of: series, in: chart)
        if chart.loadDataInBackground { series.toldLabels[k] = label?.copy }
        return label
    }

    /// Whether the host may change labels that are too large.
    private var isAltered: Bool { chart.delegate != nil || chart.dataSource != nil }

    /// No text fits into a shorter arc, in points.
    private static let thinnest = 2.0

    private func spoke(of ring: PieRing, _ k: Int, _ style: PieSeriesStyle) -> SpokeStyle? {
        let spoke = ring.series.spokeStyle(ofSlice: k)?.filled(from: ring.drawnStyle.spoke) ?? style.spokeStyle
        return spoke.showSpokes == true ? spoke : nil
    }

    /// - Parameter widest: maximum width of a label outside; `nil`: the label is inside.
    private func block(_ label: SliceLabel, _ style: PieSeriesStyle, widest: Double?) -> TextBlock? {
        guard label.text.contains(where: { !$0.isWhitespace }) else { return nil }
        let font = label.font?.filled(from: style.labelFont ?? FontStyle()) ?? style.labelFont
        guard let widest else { return TextBlock(label.text, font, context.typesetter) }
        let limits = TextBlock.Limits(width: widest, height: context.room.height * Self.widestShare)
        return TextBlock(fitting: label.text, font, within: limits, context.typesetter)
    }

    /// Maximum width of a label outside. Long names leave the pie its space, and names beside the smallest pie fit, on
    /// several lines if necessary.
    private func widest(of ring: PieRing, _ k: Int, _ spoke: SpokeStyle) -> Double {
        let maximum = context.room.width * Self.widestShare
        guard ring.isFitted, spoke.length == nil else { return maximum }
        if PieLayout.isFlush(spoke) {
            let reach =
                context.side * PieLayout.wantedShareWithLabels + PieLayout.flushReach + (spoke.labelPadding ?? 0)
            return min(maximum, max(context.room.width / 2 - reach, Self.minFlush))
        }
        let reach = context.side * PieLayout.minShareWithLabels + PieLayout.minReach
        let beside = context.room.width / 2 - abs(ring.slice(k).direction.x) * reach - (spoke.labelPadding ?? 0)
        return beside < Self.minWide ? maximum : min(maximum, beside)
    }

    /// Maximum share of the canvas for a label outside.
    private static let widestShare = 0.3
    /// Minimum contrast of a set colour. A pale colour is accepted, an invisible one is not.
    private static let minContrast = 1.5

    private var paper: Color { chart.style.filled(from: chart.theme.chart).backgroundColor ?? .white }

    /// Points. Labels in columns keep at least this width, at the expense of the pie.
    private static let minFlush = 64.0
    /// Points. In less space, hardly a word fits.
    private static let minWide = 30.0

    /// - Parameter wanted: the set colour of labels. Beside the pie, it is replaced if it is invisible on the
    ///   background.
    private func readable(
        _ wanted: Color?, on background: Color, _ fill: Color, _ style: PieSeriesStyle, _ drawnStyle: PieResolvedStyle,
        isOutside: Bool
    ) -> Color {
        if let wanted,
            !isOutside || background.alpha > 127 || wanted.over(paper).contrast(with: paper) >= Self.minContrast
        {
            return wanted
        }
        if background.alpha > 127 { return background.readableText }
        return isOutside || style.showFlavour != true || fill.alpha < 128 ? drawnStyle.textColor : fill.readableText
    }
}

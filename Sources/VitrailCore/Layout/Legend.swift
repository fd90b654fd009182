import VitrailScene

/// What names the series, or the slices of the first pie. Hidden at first.
///
/// A subclass may draw it otherwise; `chart.legend = MyLegend()` puts it on a chart.
open class Legend {
    public enum Position: String, Sendable, CaseIterable {
        case topLeft, topMiddle, topRight, middleLeft, middleRight, bottomLeft, bottomMiddle, bottomRight
    }
    public enum Placement: String, Sendable, CaseIterable { case outsidePlotArea, insidePlotArea, onPlotAreaBorder }

    public var hidden = true
    public var position = Position.topRight
    public var placement = Placement.outsidePlotArea
    /// Heading; empty = none.
    public var title = ""
    public var style = LegendStyle()
    /// Points.
    public var symbolWidth = 24.0
    /// Entries a row when they run left to right; fewer where there is no room.
    public var maxSeriesPerLine = 4
    /// True: each column of entries is as wide as its longest title. False: all are as wide as the longest of all.
    public var autosizeLabels = true
    /// Width as a share of the chart's, 0…1; titles keep inside it. nil = as wide as the titles need, within what a legend may take.
    public var fixedWidthRatio: Double?
    /// What style, theme and placement come to, as of the last picture; unset properties have no effect.
    public internal(set) var look = LegendStyle()
    /// Who shows it.
    weak var chart: Chart?
    /// Whether a row in a corner lies above or below the plot area, not beside it, and whether rows are about equally long: in descriptions.
    var isDescribed = false
    /// Whether its corner has a row, since a column would take too much of the width: of the picture that is laid out.
    var prefersRow = false
    /// What was measured last, for the drawing that follows.
    private var measured: LegendLayout?

    public init() {}

    /// Schedules a picture in which changes of styles, titles and symbols show; series are not painted anew.
    public func reload() { chart?.redrawChart(includePlotArea: false) }

    /// How large the legend is.
    ///
    /// - Parameters:
    ///   - entries: at least one.
    ///   - room: width and height that it may take, points.
    /// - Returns: nil = it is not shown: there is no room for it.
    open func size(
        of entries: [LegendEntry], in room: (width: Double, height: Double), _ context: FurnitureContext
    ) -> (width: Double, height: Double)? {
        measured = LegendLayout(self, entries, room: room, context.typesetter)
        return measured?.size
    }

    /// Draws box, heading and entries.
    ///
    /// - Parameters:
    ///   - entries: those of the chart; a subclass may hand others to `super`.
    ///   - frame: points of the chart, of the size that was asked for.
    open func draw(_ entries: [LegendEntry], in frame: Rect, _ context: inout FurnitureContext) {
        if let measured, measured.isOf(entries, in: frame) { return measured.showing(entries).draw(in: frame, &context) }
        LegendLayout(self, entries, room: (frame.width, frame.height), context.typesetter)?.draw(in: frame, &context)
    }
}

extension Legend {
    /// Whether entries follow each other across: what the style says, else where there is more room for it.
    var isRow: Bool { look.orientation.map { $0 == .horizontal } ?? (prefersRow || position.side.isHorizontal) }

    /// The side that gives way when the legend is outside.
    var side: Side {
        guard isDescribed, isRow, placement != .insidePlotArea else { return position.side }
        switch position.anchor.y {
        case 0: return .top
        case 1: return .bottom
        default: return position.side
        }
    }
}

extension Legend {
    /// Whether a row may take the place of a column of a width.
    func mayBeRow(insteadOf width: Double, in free: Rect) -> Bool {
        isDescribed && look.orientation == nil && placement == .outsidePlotArea && position.anchor.y != 0.5
            && !position.side.isHorizontal && fixedWidthRatio == nil && width > free.width * Self.widestColumn
    }

    /// Share of the width.
    private static let widestColumn = 0.3
}

extension Chart {
    /// What the legend shows: one entry a series, hidden ones included, one a category of a density series, or one a slice of the first pie.
    public var legendEntries: [LegendEntry] {
        if let pie = pies.first {
            guard pie.showInLegend else { return [] }
            return pie.slices.indices.map { k in
                LegendEntry(
                    title: pie.legendTitle(ofSlice: k), symbol: pie.legendSymbol(ofSlice: k, theme: theme), textColor: pie.legendTextColor,
                    seriesIndex: pie.index, sliceIndex: k)
            }
        }
        return cartesian.filter(\.showInLegend).flatMap { $0.legendEntries(theme: theme) }
    }

    /// The legend's own style, with the theme's where nothing is set. One that lies over data or axes is opaque and has a border unless
    /// somebody said so.
    func legendLook() -> LegendStyle {
        var look = legend.style.filled(from: theme.legend)
        readOwnArea(&look)
        guard legend.placement != .outsidePlotArea else { return look }
        if legend.style.borderColor == nil, look.borderColor?.alpha ?? 0 == 0 { look.borderColor = theme.xAxis.lineColor?.faded(Self.thin) }
        guard legend.style.areaColor == nil, look.areaColor?.alpha ?? 0 == 0 else { return look }
        let paper = style.filled(from: theme.chart)
        let plot = paper.plotAreaBackgroundColor ?? .clear
        let color = plot.alpha == 255 ? plot : paper.backgroundColor ?? .white
        look.areaColor = legend.placement == .insidePlotArea ? color.faded(Self.veil) : color
        return look
    }

    /// Texts whose colour nobody set can be read on an area whose colour somebody did.
    private func readOwnArea(_ look: inout LegendStyle) {
        guard let area = legend.style.areaColor else { return }
        let ground = area.over(style.filled(from: theme.chart).backgroundColor ?? .white)
        func readable(_ color: Color?) -> Color? { color.map { Color.readable($0, on: [ground]) ?? ground.readableText } }
        if legend.style.fontColor == nil { look.fontColor = readable(look.fontColor) }
        if legend.style.titleFontColor == nil { look.titleFontColor = readable(look.titleFontColor) }
    }

    /// Lets gridlines be guessed, and no text be disturbed.
    private static var veil: Double { 0.85 }
    /// Parts the legend from data, and is not one of them.
    private static var thin: Double { 0.5 }
}

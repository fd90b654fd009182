import VitrailScene

/// Legend of the series, or of the slices of the first pie. Hidden by default.
///
/// A subclass may draw it differently; `chart.legend = MyLegend()` installs it.
open class Legend {
    public enum Position: String, Sendable, CaseIterable {
        case topLeft, topMiddle, topRight, middleLeft, middleRight, bottomLeft, bottomMiddle, bottomRight
    }
    public enum Placement: String, Sendable, CaseIterable { case outsidePlotArea, insidePlotArea, onPlotAreaBorder }

    public var hidden = true
    public var position = Position.topRight
    public var placement = Placement.outsidePlotArea
    /// Heading. Empty: none.
    public var title = ""
    public var style = LegendStyle()
    /// In points.
    public var symbolWidth = 24.0
    /// Maximum entries per row if they run from left to right; fewer if there is not enough space.
    public var maxSeriesPerLine = 4
    /// `true`: each column is as wide as its longest title. `false`: all columns are as wide as the longest title of
    /// all.
    public var autosizeLabels = true
    /// Width as a fraction of the chart's width, 0…1; titles stay inside. `nil`: as wide as the titles need, within the
    /// available space.
    public var fixedWidthRatio: Double?
    /// Style resolved from style, theme and placement, as of the last render; unset properties have no effect.
    public internal(set) var drawnStyle = LegendStyle()
    /// Chart that shows the legend.
    weak var chart: Chart?
    /// In descriptions: a row in a corner lies above or below the plot area, not beside it, and rows have about equal
    /// lengths.
    package var isDescribed = false
    /// Whether a legend in a corner is a row because a column would take too much width. Set for each layout.
    var prefersRow = false
    /// Last measured layout, for the drawing that follows.
    private var measured: LegendLayout?

    public init() {}

    /// Schedules a render that shows changes of styles, titles and symbols; series are not drawn again.
    public func reload() { chart?.redrawChart(includePlotArea: false) }

    /// Size of the legend.
    ///
    /// - Parameters:
    ///   - entries: at least one.
    ///   - room: available width and height in points.
    /// - Returns: `nil` if there is no space; then the legend is not shown.
    open func size(
        of entries: [LegendEntry], in room: (width: Double, height: Double), _ context: OverlayContext
    ) -> (width: Double, height: Double)? {
        measured = LegendLayout(self, entries, room: room, context.typesetter)
        return measured?.size
    }

    /// Draws the box, the heading and the entries.
    ///
    /// - Parameters:
    ///   - entries: entries of the chart; a subclass may pass others to `super`.
    ///   - frame: points of the chart, with the size that `size(of:in:_:)` returned.
    open func draw(_ entries: [LegendEntry], in frame: Rect, _ context: inout OverlayContext) {
        if let measured, measured.isOf(entries, in: frame) {
            return measured.showing(entries).draw(in: frame, &context)
        }
        LegendLayout(self, entries, room: (frame.width, frame.height), context.typesetter)?.draw(in: frame, &context)
    }
}

extension Legend {
    /// Whether entries follow each other horizontally: as the style says, otherwise in the direction with more space.
    var isRow: Bool { drawnStyle.orientation.map { $0 == .horizontal } ?? (prefersRow || position.side.isHorizontal) }

    /// Side that makes space for an outside legend.
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
    /// Whether a row may replace a column of a given width.
    func mayBeRow(insteadOf width: Double, in free: Rect) -> Bool {
        isDescribed && drawnStyle.orientation == nil && placement == .outsidePlotArea && position.anchor.y != 0.5
            && !position.side.isHorizontal && fixedWidthRatio == nil && width > free.width * Self.widestColumn
    }

    /// Fraction of the available width.
    private static let widestColumn = 0.3
}

extension Chart {
    /// Entries of the legend: one per series, including hidden ones; one per category of a density series; or one per
    /// slice of the first pie.
    public var legendEntries: [LegendEntry] {
        if let pie = pies.first {
            guard pie.showInLegend else { return [] }
            return pie.slices.indices.map { k in
                LegendEntry(
                    title: pie.legendTitle(ofSlice: k), symbol: pie.legendSymbol(ofSlice: k, theme: theme),
                    textColor: pie.legendTextColor,
                    seriesIndex: pie.index, sliceIndex: k)
            }
        }
        return cartesian.filter(\.showInLegend).flatMap { $0.legendEntries(theme: theme) }
    }

    /// The legend's own style, filled from the theme. A legend over data or axes is opaque and has a border unless the
    /// style says otherwise.
    func drawnLegendStyle() -> LegendStyle {
        var drawnStyle = legend.style.filled(from: theme.legend)
        readOwnArea(&drawnStyle)
        guard legend.placement != .outsidePlotArea else { return drawnStyle }
        if legend.style.borderColor == nil, drawnStyle.borderColor?.alpha ?? 0 == 0 {
            drawnStyle.borderColor = theme.xAxis.lineColor?.faded(Self.thin)
        }
        guard legend.style.areaColor == nil, drawnStyle.areaColor?.alpha ?? 0 == 0 else { return drawnStyle }
        let paper = style.filled(from: theme.chart)
        let plot = paper.plotAreaBackgroundColor ?? .clear
        let color = plot.alpha == 255 ? plot : paper.backgroundColor ?? .white
        drawnStyle.areaColor = legend.placement == .insidePlotArea ? color.faded(Self.veil) : color
        return drawnStyle
    }

    /// Makes text colours that are not set readable on an area colour that is set.
    private func readOwnArea(_ drawnStyle: inout LegendStyle) {
        guard let area = legend.style.areaColor else { return }
        let ground = area.over(style.filled(from: theme.chart).backgroundColor ?? .white)
        func readable(_ color: Color?) -> Color? {
            color.map { Color.readable($0, on: [ground]) ?? ground.readableText }
        }
        if legend.style.fontColor == nil { drawnStyle.fontColor = readable(drawnStyle.fontColor) }
        if legend.style.titleFontColor == nil { drawnStyle.titleFontColor = readable(drawnStyle.titleFontColor) }
    }

    /// Gridlines show through faintly, but do not disturb the texts.
    private static var veil: Double { 0.85 }
    /// Separates the legend from the data without looking like data.
    private static var thin: Double { 0.5 }
}

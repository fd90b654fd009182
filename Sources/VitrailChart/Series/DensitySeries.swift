public import VitrailColumns
public import VitrailRaster
import VitrailScene

/// Shows an aggregate of the samples in each pixel as a colour: their number, or a statistic of their values. Handles
/// any number of samples, however much they overlap.
///
/// ```swift
/// let series = DensitySeries(columns: SeriesColumns(x: x, y: y, keyed: [.value: fares]), aggregation: .mean)
/// series.style.colorMap = .magma
/// ```
///
/// Each sample falls into exactly one pixel. A pixel includes its first edge, and the last pixel also includes its
/// second edge. Samples without a position are skipped, and so are samples without a value if the aggregation needs
/// one. Pixels without samples are clear. If most pixels with samples have no neighbours with samples, each sample is
/// spread over a disc, see `spread`.
open class DensitySeries: RenderableSeries<XyPassData> {
    public var style: DensitySeriesStyle
    /// Style while the series is selected. Unset properties come from `style`.
    public var selectedStyle = DensitySeriesStyle()
    /// The aggregate of the samples in a pixel. Aggregates of values read the column `.value`, and categories read
    /// `.category`. If a change needs another column, the chart loads again.
    public var aggregation: DensityAggregation {
        didSet {
            if aggregation.value != oldValue.value { chart?.reloadData() }
        }
    }
    /// How far each sample is spread, so that isolated samples are visible.
    public var spread = DensitySpread.automatic
    /// The categories found by the last load: texts in the order of their first sample, numbers ascending.
    public private(set) var categories: [String] = []
    /// The numbers that represent the categories.
    package private(set) var categoryValues: [Double] = []
    /// Whether the last category holds the samples without a category.
    package private(set) var hasMissing = false
    /// The scale of the last drawing; `nil` if nothing was in view, or before the first drawing.
    private(set) var lastScale: DensityScale?
    /// Whether the samples of the last drawing were isolated and therefore spread.
    private var lastIsSparse = false

    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(), orientation: Orientation = .horizontal,
        aggregation: DensityAggregation = .count, style: DensitySeriesStyle = DensitySeriesStyle()
    ) {
        self.style = style
        self.aggregation = aggregation
        super.init(title: title, columns: columns, orientation: orientation)
    }

    open override var values: [SeriesValue] { [.single] + (aggregation.value.map { [$0] } ?? []) }

    open override func draw(_ pass: XyPassData, in context: DrawContext) {
        (lastScale, lastIsSparse) = (nil, false)
        let series = context.series
        if let whole = series.samples.whole {
            if let grid = whole.grid { draw(grid, in: context) }
            return
        }
        guard !series.plot.isEmpty, !series.visible.isEmpty else { return }
        let value = aggregation.value.flatMap { pass.values($0) }
        // `aggregation` may change while a picture is made; the next picture reads the column.
        guard aggregation.value == nil || value != nil else { return }
        let counter = DensityCounter(
            x: pass.xValues, y: pass.yValues, value: value, range: series.visible,
            xScale: series.xScale, yScale: series.yScale, box: series.plot, aggregation: aggregation,
            categories: categoryValues)
        draw(counter.grid(), in: context)
    }

    /// - Parameter grid: one cell for each pixel of the plot area.
    private func draw(_ grid: DensityGrid, in context: DrawContext) {
        let series = context.series
        let (grid, isSparse) = DensitySpreader.spread(grid, spread, scale: series.scale, aggregation)
        lastIsSparse = isSparse
        guard let drawn = painter(series.theme, isSparse: isSparse).paint(grid) else { return }
        lastScale = drawn.scale
        if drawn.scale.hasValuesWithoutLogarithm {
            chart?.warn(
                .ignored(
                    path: "\(jsonPath).value",
                    reason: "values ≤ 0 cannot be shown on a logarithmic colour scale and get its first colour"))
        }
        context.raiseTier(to: .density)
        for band in drawn.bands {
            let box = PixelRect(
                x: series.plot.x, y: series.plot.y + band.rows.lowerBound, width: series.plot.width,
                height: band.rows.count)
            context.sprite(band.image, in: box.plotRect, label: "density")
        }
    }

    private func painter(_ theme: Theme, isSparse: Bool) -> DensityPainter {
        let style = resolved(theme)
        return DensityPainter(
            map: colorMap(style, isSparse: isSparse, theme), scaling: scaling(style), range: style.valueRange,
            percentiles: style.colorDomain, categoryColors: colors(style, theme),
            minOpacity: minOpacity(style, theme, isSparse: isSparse))
    }

    /// The minimum opacity: from the series' style, otherwise high enough to distinguish categories from the
    /// background.
    private func minOpacity(_ style: DensitySeriesStyle, _ theme: Theme, isSparse: Bool) -> Double {
        if let own = ownStyle.minOpacity { return own }
        let grounds = grounded(theme).chart.grounds
        let seen = colors(style, theme).map { $0.opacity(contrast: Theme.minContrast, with: grounds) }.max() ?? 0
        return max(style.minOpacity ?? 0, isSparse ? Self.sparseOpacity : 0, seen)
    }

    /// The first colours of a theme's map are close to the background, and isolated samples would show no other
    /// colours. The map then starts at `sparseStart`.
    private func colorMap(_ style: DensitySeriesStyle, isSparse: Bool, _ theme: Theme) -> ColorMap {
        let map = style.colorMap ?? .viridis
        if ownStyle.colorMap != nil {
            guard ownStyle.hasNamedMap else { return map }
            return map.trimmed(contrast: Theme.minContrast, with: grounded(theme).chart.grounds)
        }
        guard isSparse else { return map }
        return map.beginning(at: Self.sparseStart, contrast: Theme.minContrast, with: grounded(theme).chart.grounds)
    }

    /// The theme with the chart's backgrounds.
    private func grounded(_ theme: Theme) -> Theme {
        guard let chart else { return theme }
        var theme = theme
        theme.chart = chart.style.filled(from: theme.chart)
        return theme
    }

    private static let sparseStart = 0.3
    private static let sparseOpacity = 0.6

    /// The style set on this series.
    private var ownStyle: DensitySeriesStyle { selected ? selectedStyle.filled(from: style) : style }

    private func scaling(_ style: DensitySeriesStyle) -> ColorScaling {
        style.colorScaling ?? (aggregation == .count || aggregation == .category ? .log : .linear)
    }

    private func colors(_ style: DensitySeriesStyle, _ theme: Theme) -> [Color] {
        var colors = theme.categoryColors(categoryValues.count, of: paletteIndex)
        if let own = style.categoryColors, !own.isEmpty { colors = colors.indices.map { own[$0 % own.count] } }
        if let missing = style.missingColor, hasMissing, !colors.isEmpty { colors[colors.count - 1] = missing }
        return colors
    }

    // MARK: Loading

    override var searchesExtremes: Bool { false }
    override func columnKind(of field: PointField, on axes: (x: Axis, y: Axis)?) -> Column.Kind {
        field == .free(.category) ? .category : super.columnKind(of: field, on: axes)
    }

    override func freeNumbers(of column: Column, _ value: SeriesValue, _ path: String) throws(ChartError) -> Column {
        guard value == .free(.category) else { return try super.freeNumbers(of: column, value, path) }
        let found = try CategoryColumn(column, path, countsMissing: ownStyle.missingColor != nil)
        (categories, categoryValues, hasMissing) = (found.titles, found.values, found.hasMissing)
        return found.column
    }

    // MARK: Looks

    open override func kindName(theme: Theme) -> String { "density" }

    open override func resetStyle() {
        style = DensitySeriesStyle()
        selectedStyle = DensitySeriesStyle()
    }

    open override func legendSymbol(theme: Theme) -> LegendSymbol {
        .solid((resolved(theme).colorMap ?? .viridis).color(at: 0.5))
    }

    /// The title; if it is empty, the name of the aggregate.
    open override var legendTitle: String { title.isEmpty ? aggregation.title : title }

    /// A colour bar, or one entry for each category.
    override func legendEntries(theme: Theme) -> [LegendEntry] {
        let style = resolved(theme)
        guard style.useSeriesSymbols != false else { return super.legendEntries(theme: theme) }
        if aggregation == .category {
            let colors = colors(style, theme)
            return categories.enumerated().map { k, title in
                LegendEntry(
                    title: title, symbol: .solid(colors[k % colors.count]), textColor: legendTextColor,
                    seriesIndex: index)
            }
        }
        var entry = LegendEntry(
            title: legendTitle, symbol: legendSymbol(theme: theme), textColor: legendTextColor, seriesIndex: index)
        let values =
            style.valueRange
            ?? aggregation.value.flatMap { value in
                loaded.flatMap { loaded in loaded.values.firstIndex(of: value).flatMap { loaded.acrossExtent[$0].range }
                }
            }
        entry.colorBar = ColorBar(
            map: colorMap(style, isSparse: lastIsSparse, theme), scale: hidden ? nil : lastScale,
            isCount: aggregation == .count,
            values: values, numbers: chart?.numbers ?? .plain)
        return [entry]
    }

    func resolved(_ theme: Theme) -> DensitySeriesStyle {
        ownStyle.filled(from: grounded(theme).densityStyle(paletteIndex, isSelected: selected))
    }
}

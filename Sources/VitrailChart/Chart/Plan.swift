import VitrailColumns
public import VitrailScene

/// The result of planning: the Scene, and information about it.
public struct Plan: Sendable {
    public var scene: Scene
    /// The chart's title as shown in the picture.
    public var title: String
    /// The description of the picture, as in `Chart.altText`.
    public var altText: String
    /// Number of samples that this plan read from columns, including gaps. 0 if no data were loaded.
    public var samplesRead = 0
    /// Number of points that series added to the scene.
    public var samplesDrawn: Int
    /// Warnings about parts of the chart that are not shown as requested.
    public var warnings: [ChartWarning] = []
    /// The columns of the chart's series.
    var columns: [SeriesColumns] = []

    /// Checks that files read by the plan have not shrunk. Call it also after drawing, because markers are read while a
    /// scene is drawn.
    ///
    /// - Throws: `data` if a file has shrunk: its missing part was read as zeros.
    public func checkFiles() throws(ChartError) {
        for (index, columns) in columns.enumerated() {
            do throws(DataError) {
                try columns.checkIntact()
            } catch {
                throw .data(path: "series[\(index)]", error)
            }
        }
    }
}

/// Converts a loaded chart to a Scene: layout, marks, and the values that hosts read afterwards.
struct Planner {
    let chart: Chart
    let typesetter: Typesetter

    /// - Parameter kept: the series as last drawn, used if the plot area has not changed.
    func plan(keepingSeries kept: DrawnSeries?) throws(ChartError) -> Plan {
        let size = try pixelSize()
        // Checked before texts are measured, so that the failure is thrown and not also printed. A chart without texts
        // needs no font.
        let missing = typesetter.fontFailure()
        let ranges = AutomaticRanges(chart)
        var parts = parts()
        parts.automaticRanges = ranges.holding(parts.labelReaches)
        try checkLimit()
        let layout = ChartLayout(parts, typesetter)
        try checkLimit()
        remember(layout)
        let layers = try Layers(chart: chart, layout: layout, typesetter: typesetter).all(keeping: kept)
        try checkLimit()
        let style = chartStyle
        var scene = Scene(
            size: size, scale: chart.scale,
            background: chart.surfaceSize == nil ? style.backgroundColor ?? .white : .clear, layers: layers,
            plotArea: layout.plotPixels)
        if let missing, scene.hasUndrawnText { throw .text(missing) }
        scene.atlas = typesetter.frame.atlas()
        try checkLimit()
        scene.decimation = chart.drawsEverySample ? .none : .automatic
        scene.strategy = chart.strategy
        chart.lastRender.series = DrawnSeries(
            scene, plot: layout.plotPixels, polar: layout.radial?.polar(scale: chart.scale))
        return Plan(scene: scene, title: chart.title, altText: chart.altText, samplesDrawn: scene.seriesItemCount)
    }

    /// Stores the frames that hosts read between renders, in points of the chart.
    private func remember(_ layout: ChartLayout) {
        let (x, y) = (layout.frame.x, layout.frame.y)
        chart.plotAreaFrame = layout.plot.moved(x: -x, y: -y)
        chart.canvasFrame = layout.canvas.moved(x: -x, y: -y)
        chart.titleFrame = chart.title.isEmpty ? nil : layout.title.map { $0.frame(layout).moved(x: -x, y: -y) }
        chart.legendFrame = layout.legend?.moved(x: -x, y: -y)
        for axis in layout.axes {
            chart.warn(ofEqualLabels: axis)
            chart.warn(ofMissingNames: axis)
            axis.axis.length = axis.axis.isHorizontal ? layout.plot.width : layout.plot.height
            axis.axis.reservedSpace = AxisInsets(
                thickness: axis.thickness, bareThickness: axis.thickness(withTitle: false),
                offset: layout.canvas.distance(from: layout.plot, on: axis.axis.side) - axis.offset - axis.thickness)
        }
    }

    private func pixelSize() throws(ChartError) -> PixelSize {
        let surface = chart.surfaceSize ?? (chart.frame.width, chart.frame.height)
        let width = (surface.width * chart.scale).rounded()
        let height = (surface.height * chart.scale).rounded()
        let limit = Double(PictureLimits.side)
        guard width >= 1, height >= 1, width <= limit, height <= limit, chart.scale > 0, chart.scale.isFinite else {
            throw .size(width: surface.width, height: surface.height, scale: chart.scale)
        }
        try checkFrame(limit: limit / chart.scale)
        let pixels = Int(width) * Int(height)
        guard pixels <= PictureLimits.pixels else {
            throw .size(width: surface.width, height: surface.height, scale: chart.scale)
        }
        if pixels > PictureLimits.countedPixels, let index = chart.series.firstIndex(where: { $0 is DensitySeries }) {
            throw .tooMany(
                path: "series[\(index)]: pixels of a picture with a density", found: pixels,
                limit: PictureLimits.countedPixels)
        }
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// Checks the frame. It may lie anywhere on its surface, and beyond, but not so far away that pixel coordinates
    /// overflow.
    private func checkFrame(limit: Double) throws(ChartError) {
        guard chart.surfaceSize != nil else { return }
        let frame = chart.frame
        let isSound =
            frame.width > 0 && frame.height > 0 && frame.width <= limit && frame.height <= limit
            && abs(frame.x) <= limit && abs(frame.y) <= limit
        guard isSound else { throw .size(width: frame.width, height: frame.height, scale: chart.scale) }
    }

    private var chartStyle: ChartStyle { chart.style.filled(from: chart.theme.chart) }

    func parts() -> ChartParts {
        chart.legend.chart = chart
        chart.legend.drawnStyle = chart.drawnLegendStyle()
        let ends = EndLabels(chart, typesetter)
        // Titles that do not fit beside their lines are in the legend, even if it is hidden.
        let showsLegend = !chart.legend.hidden || (chart.endLabels && ends == nil)
        return ChartParts(
            frame: chart.surfaceSize == nil
                ? Rect(x: 0, y: 0, width: chart.frame.width, height: chart.frame.height) : chart.frame,
            title: chart.title, subtitle: chart.subtitle, notes: chart.notes, titleStyle: chart.alignedTitleStyle,
            legend: chart.legend,
            entries: showsLegend ? chart.legendEntries.filter { ends?.names($0.seriesIndex) != true } : [],
            axes: chart.isPie ? [] : chart.allAxes,
            canvasInset: chart.canvasInset, theme: chart.theme, hooks: TickHooks(chart),
            labelReaches: chart.isRadial
                ? []
                : chart.cartesian.flatMap { LabelReach.all($0, of: chart, typesetter) }
                    + LabelReach.totals(of: chart, typesetter),
            endLabels: ends, isRadial: chart.isRadial, isDescribed: chart.isDescribed)
    }
}

extension Scene {
    /// Whether a text with visible characters has no glyph at all.
    var hasUndrawnText: Bool {
        layers.contains { layer in
            layer.marks.contains { mark in
                guard case .glyphs(let run) = mark.shape else { return false }
                return run.glyphs.isEmpty && run.source.text.contains { !$0.isWhitespace }
            }
        }
    }

    /// Number of points, rectangles and slices in the series layer.
    var seriesItemCount: Int {
        layers.filter { $0.kind == .series }.flatMap(\.marks).reduce(0) { count, mark in
            switch mark.shape {
            case .polyline(let line): count + line.points.count
            case .unorderedPolyline(let line): count + line.count
            case .area(let area): count + area.samples.count
            case .rects(let rects): count + rects.items.count
            case .discs(let discs): count + discs.items.count
            case .markers(let markers): count + markers.count
            case .sectors(let sectors): count + sectors.items.count
            case .samples(let samples): count + samples.range.count
            case .line(let line): count + line.indices.count
            case .points(let points): count + points.indices.count
            case .bars(let bars): count + bars.indices.count
            case .samplesArea(let area): count + area.indices.count
            case .field(let field): count + field.values.count
            case .glyphs, .image, .hook: count
            }
        }
    }
}

public import VitrailScene
import VitrailText

/// What planning makes: the Scene, and what it took.
public struct Plan: Sendable {
    public var scene: Scene
    /// The chart's title as it is in the picture.
    public var title: String
    /// What the picture shows, as `Chart.altText` says it.
    public var altText: String
    /// Samples that this plan read from columns, gaps included; 0 when nothing was loaded anew.
    public var samplesRead = 0
    /// Points that series put into the scene.
    public var samplesDrawn: Int
    /// What the chart does not show as it was asked for.
    public var warnings: [ChartWarning] = []
    /// What the chart's series read.
    var columns: [SeriesColumns] = []

    /// Asks whether what was read of files was there: markers are still read while a scene is drawn.
    ///
    /// - Throws: `data`, when a file shrank meanwhile: what is missing of it was read as zeros.
    public func checkFiles() throws(ChartError) {
        for (index, columns) in columns.enumerated() {
            do throws(DataError) {
                try columns.checkIntact()
            } catch {
                throw .data(place: "series[\(index)]", error)
            }
        }
    }
}

/// How large pictures may be, in device pixels. Those that no device draws in one piece are drawn in tiles.
public enum PictureLimits {
    /// Of a side: as far as a Float tells 1/128 of a pixel from the next.
    public static let side = 65_536
    /// In all.
    public static let pixels = 1 << 31
    /// In all, where a series is counted pixel by pixel: a density. Cells and the picture they become are in memory as a whole.
    public static let countedPixels = 1 << 28
}

/// A loaded chart → Scene: layout, marks, and what hosts ask for afterwards.
struct Planner {
    let chart: Chart
    let typesetter: Typesetter

    /// - Parameter kept: series as they were painted last, used where the plot area is still the same.
    func plan(keepingSeries kept: DrawnSeries?) throws(ChartError) -> Plan {
        let size = try pixelSize()
        // Asked before anything is measured, so that it is thrown and not also printed; a chart without texts needs no font.
        let missing = typesetter.fontFailure()
        let ranges = AutomaticRanges(chart)
        var parts = parts()
        parts.automaticRanges = ranges.holding(parts.labelReaches)
        let layout = ChartLayout(parts, typesetter)
        remember(layout)
        let layers = try Layers(chart: chart, layout: layout, typesetter: typesetter).all(keeping: kept)
        let style = chartStyle
        var scene = Scene(
            size: size, scale: chart.scale, background: chart.surfaceSize == nil ? style.backgroundColor ?? .white : .clear, layers: layers,
            plotArea: layout.plotPixels)
        if let missing, scene.hasUndrawnText { throw .text(missing) }
        scene.atlas = typesetter.frame.atlas()
        scene.decimation = chart.decimation
        chart.lastRender.series = DrawnSeries(scene, plot: layout.plotPixels, polar: layout.radial?.polar(scale: chart.scale))
        return Plan(scene: scene, title: chart.title, altText: chart.altText, samplesDrawn: scene.seriesItemCount)
    }

    /// What hosts ask for between renders, in points of the chart.
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
            axis.axis.takenRoom = AxisRoom(
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
        guard pixels <= PictureLimits.pixels else { throw .size(width: surface.width, height: surface.height, scale: chart.scale) }
        if pixels > PictureLimits.countedPixels, let index = chart.series.firstIndex(where: { $0 is DensitySeries }) {
            throw .tooMany(place: "series[\(index)]: pixels of a picture with a density", found: pixels, limit: PictureLimits.countedPixels)
        }
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// The frame may lie anywhere on its surface, and beyond, but not so far that pixels cannot be counted.
    private func checkFrame(limit: Double) throws(ChartError) {
        guard chart.surfaceSize != nil else { return }
        let frame = chart.frame
        let isSound = frame.width > 0 && frame.height > 0 && frame.width <= limit && frame.height <= limit
            && abs(frame.x) <= limit && abs(frame.y) <= limit
        guard isSound else { throw .size(width: frame.width, height: frame.height, scale: chart.scale) }
    }

    private var chartStyle: ChartStyle { chart.style.filled(from: chart.theme.chart) }

    func parts() -> ChartParts {
        chart.legend.chart = chart
        chart.legend.look = chart.legendLook()
        let ends = EndLabels(chart, typesetter)
        // Titles that have no room beside lines are in the legend, whether it was asked for or not.
        let showsLegend = !chart.legend.hidden || (chart.endLabels && ends == nil)
        return ChartParts(
            frame: chart.surfaceSize == nil ? Rect(x: 0, y: 0, width: chart.frame.width, height: chart.frame.height) : chart.frame,
            title: chart.title, subtitle: chart.subtitle, notes: chart.notes, titleStyle: chart.alignedTitleStyle, legend: chart.legend,
            entries: showsLegend ? chart.legendEntries.filter { ends?.names($0.seriesIndex) != true } : [], axes: chart.isPie ? [] : chart.allAxes,
            canvasInset: chart.canvasInset, theme: chart.theme, hooks: TickHooks(chart),
            labelReaches: chart.isRadial ? [] : chart.cartesian.flatMap { LabelReach.all($0, of: chart, typesetter) } + LabelReach.totals(of: chart, typesetter),
            endLabels: ends, isRadial: chart.isRadial, isDescribed: chart.isDescribed)
    }
}

extension Scene {
    /// Whether a text that is more than blanks came to no glyph at all.
    var hasUndrawnText: Bool {
        layers.contains { layer in
            layer.marks.contains { mark in
                guard case .glyphs(let run) = mark.shape else { return false }
                return run.glyphs.isEmpty && run.source.text.contains { !$0.isWhitespace }
            }
        }
    }

    /// Points, rectangles and slices in the series layer.
    var seriesItemCount: Int {
        layers.filter { $0.kind == .series }.flatMap(\.marks).reduce(0) { count, mark in
            switch mark.shape {
            case .polyline(let line): count + line.points.count
            case .trajectory(let line): count + line.count
            case .area(let area): count + area.samples.count
            case .rects(let rects): count + rects.items.count
            case .discs(let discs): count + discs.items.count
            case .markers(let markers): count + markers.count
            case .sectors(let sectors): count + sectors.items.count
            case .samples(let samples): count + samples.range.count
            case .field(let field): count + field.values.count
            case .glyphs, .image, .hook: count
            }
        }
    }
}

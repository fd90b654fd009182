import VitrailScene

/// Where everything lies, settled before anything is painted: a pure function of the chart's parts and of glyph metrics.
struct ChartLayout {
    /// Points.
    var frame: Rect
    var canvas: Rect
    var plot: Rect
    /// The plot area in device pixels: its edges are whole.
    var plotPixels: PixelRect
    var axes: [AxisLayout] = []
    var title: (place: TextPlace, style: TitleStyle)?
    var legend: (layout: LegendLayout, frame: Rect)?

    /// Points above and below the title.
    static let titleMargin = (top: 12.0, bottom: 8.0)
    /// Points left free on a side that has nothing else, when the chart has labels at all.
    static let margin = 10.0
    /// Label sizes depend on ticks and ticks on the room that labels leave: settled after this many rounds at the latest.
    static let passes = 3

    init(_ parts: ChartParts, _ typesetter: Typesetter) {
        frame = Rect(x: 0, y: 0, width: parts.size.width, height: parts.size.height)
        var rest = frame
        let style = parts.titleStyle
        var titleHeight = 0.0
        if !parts.title.isEmpty {
            let size = typesetter.size(parts.title, style.font)
            titleHeight = size.height
            if style.overlapChartTitle != true {
                rest = rest.inset(Insets(top: Self.titleMargin.top + size.height + Self.titleMargin.bottom))
            }
        }
        let legendLayout = LegendLayout(
            parts.legend, entries: parts.entries, room: frame.width - 2 * Self.margin, theme: parts.theme, typesetter)
        let besides = rest
        if let legendLayout {
            var insets = Insets()
            insets[parts.legend.position.side] = legendLayout.reserved
            rest = rest.inset(insets)
        }
        canvas = rest.inset(parts.canvasInset)
        axes = parts.axes.map { AxisLayout($0, theme: parts.theme) }
        let insets = Self.settle(&axes, canvas, typesetter)
        let scale = typesetter.scale
        let free = canvas.inset(insets)
        let left = Int((free.x * scale).rounded())
        let top = Int((free.y * scale).rounded())
        plotPixels = PixelRect(
            x: left, y: top, width: max(1, Int((free.maxX * scale).rounded()) - left),
            height: max(1, Int((free.maxY * scale).rounded()) - top))
        plot = Rect(
            x: Double(left) / scale, y: Double(top) / scale, width: Double(plotPixels.width) / scale,
            height: Double(plotPixels.height) / scale)
        if let legendLayout {
            let pad = Self.margin
            let side = besides.inset(
                Insets(top: parts.title.isEmpty ? pad : 0, left: pad, bottom: pad / 2, right: pad))
            legend = (legendLayout, legendLayout.frame(chart: frame, plot: plot, side: side))
        }
        if !parts.title.isEmpty {
            title = (Self.titlePlace(style, frame: frame, canvas: canvas, plot: plot, height: titleHeight, scale), style)
        }
    }

    /// Ticks and thicknesses, until they agree with each other.
    private static func settle(_ axes: inout [AxisLayout], _ canvas: Rect, _ typesetter: Typesetter) -> Insets {
        var insets = Insets()
        for _ in 0..<passes {
            let plot = canvas.inset(insets)
            for i in axes.indices {
                axes[i].measure(length: axes[i].axis.isHorizontal ? plot.width : plot.height, typesetter)
            }
            let next = Self.insets(for: &axes)
            let isSettled = next.isClose(to: insets)
            insets = next
            if isSettled { break }
        }
        return insets
    }

    /// Stacks the axes outwards from the plot area, first added innermost, and leaves room for labels that reach past an axis' end.
    private static func insets(for axes: inout [AxisLayout]) -> Insets {
        var insets = Insets()
        for i in axes.indices {
            let side = axes[i].axis.side
            axes[i].offset = insets[side]
            insets[side] += axes[i].thickness
        }
        guard insets != Insets() else { return insets }
        var least = Insets(top: margin, left: margin, bottom: margin, right: margin)
        for axis in axes {
            let reach = axis.overhang
            let edge = 3.0
            if axis.axis.isHorizontal {
                least.left = max(least.left, reach.start + edge)
                least.right = max(least.right, reach.end + edge)
            } else {
                least.bottom = max(least.bottom, reach.start + edge)
                least.top = max(least.top, reach.end + edge)
            }
        }
        return insets.union(least)
    }

    private static func titlePlace(
        _ style: TitleStyle, frame: Rect, canvas: Rect, plot: Rect, height: Double, _ scale: Double
    ) -> TextPlace {
        let on: Rect
        switch style.titleCentresOn {
        case .plottingArea: on = plot
        case .canvas: on = canvas
        case .chart, nil: on = frame
        }
        let y = (titleMargin.top + height / 2) * scale
        switch style.position {
        case .bottomOrLeft: return TextPlace(x: max(on.x, margin) * scale, y: y, across: 0, down: 0.5)
        case .topOrRight: return TextPlace(x: min(on.maxX, frame.maxX - margin) * scale, y: y, across: 1, down: 0.5)
        case .center, nil: return TextPlace(x: on.midX * scale, y: y, across: 0.5, down: 0.5)
        }
    }
}

/// What layout needs to know of a chart.
struct ChartParts {
    var size: (width: Double, height: Double)
    var title: String
    var titleStyle: TitleStyle
    var legend: Legend
    var entries: [LegendEntry]
    var axes: [Axis]
    var canvasInset: Insets
    var theme: Theme
}

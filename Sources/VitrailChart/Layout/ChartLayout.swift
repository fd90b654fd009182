import VitrailScene

/// Positions of all parts, computed before anything is drawn: a pure function of the chart's parts, of glyph metrics
/// and of the answers of the host's hooks.
///
/// ```
/// ┌ frame ─────────────────────────┐
/// │             title              │
/// │ ┌ canvas ─────────────┐        │
/// │ │ y ┌ plot area ────┐ │ legend │
/// │ │   └───────────────┘ │        │
/// │ │          x          │        │
/// │ └─────────────────────┘        │
/// └────────────────────────────────┘
/// ```
/// All in points of the output surface; the chart's frame may begin anywhere on it. In a small frame, parts give way to
/// the plot area: the chart's title and an outside legend if they would take most of it, then axis titles, tick labels
/// and tick marks.
struct ChartLayout {
    var frame: Rect
    var canvas: Rect
    var plot: Rect
    /// Plot area in device pixels, with integer edges.
    var plotPixels: PixelRect
    /// Empty on radial charts.
    var axes: [AxisLayout] = []
    var radial: RadialLayout?
    var title: TitleLayout?
    /// Caption and source. `nil`: none, or no space.
    var notes: NotesLayout?
    /// `nil`: hidden, empty, or no space.
    var legend: Rect?
    /// Entries of the legend.
    let legendEntries: [LegendEntry]
    let endLabels: EndLabels?
    private let labelReaches: [LabelReach]
    /// Number of passes until labels and plot area agreed, 1…3. 0: no axes.
    private(set) var passes = 0

    /// Margin in points on a side without other content, if the chart has axes.
    static let margin = 10.0
    /// Maximum margin in small charts, as a fraction of the side.
    static let marginShare = 0.05
    /// Maximum number of passes. Label sizes depend on ticks, and ticks on the space that labels leave.
    static let maxPasses = 3

    init(_ parts: ChartParts, _ typesetter: Typesetter) {
        frame = parts.frame
        labelReaches = parts.labelReaches
        endLabels = parts.isRadial ? nil : parts.endLabels
        legendEntries = parts.entries
        title = TitleLayout(parts, typesetter)
        notes = NotesLayout(parts, typesetter)
        var rest = frame.inset(Insets(top: title?.reserved ?? 0, bottom: notes?.reserved ?? 0))
        let besides = rest
        var position =
            parts.legend.placement == .insidePlotArea ? nil : parts.legendPosition(free: rest, plot: nil, typesetter)
        if let position {
            var insets = Insets()
            insets[parts.legend.side] = position.reserved
            rest = rest.inset(insets)
        }
        canvas = rest.inset(parts.canvasInset)
        plot = canvas
        plotPixels = PixelRect(x: 0, y: 0, width: 1, height: 1)
        axes = (parts.isRadial ? [] : parts.axes).map { axis in
            let crossing = parts.axes.first { $0.direction != axis.direction }
            let isPrimary = parts.axes.first { $0.direction == axis.direction } === axis
            var layout = AxisLayout(axis, isPrimary: isPrimary, crossing: crossing, theme: parts.theme, typesetter)
            layout.keepsPlace = !parts.isDescribed
            return layout
        }
        let desk = LayoutDesk(
            typesetter: typesetter, hooks: parts.hooks, canvas: canvas, automaticRanges: parts.automaticRanges)
        let insets =
            parts.isRadial ? RadialLayout.margins(of: canvas, parts.axes.first(where: \.isHorizontal)) : settle(desk)
        setPlot(canvas.inset(insets), typesetter.scale)
        positionLabels(typesetter)
        if parts.isRadial { radial = RadialLayout(parts, plot: plot, desk) }
        if parts.legend.placement == .insidePlotArea {
            position = parts.legendPosition(free: besides, plot: plot, typesetter)
        }
        if let position {
            let pad = Self.margin
            let side = besides.inset(Insets(top: title == nil ? pad : 0, left: pad, bottom: pad / 2, right: pad))
            legend = position.frame(chart: frame, plot: plot, free: side)
        }
    }

    /// Sets the plot area to whole pixels, at least one.
    private mutating func setPlot(_ free: Rect, _ scale: Double) {
        let left = Int(nearest: free.x * scale)
        let top = Int(nearest: free.y * scale)
        plotPixels = PixelRect(
            x: left, y: top, width: max(1, Int(nearest: free.maxX * scale) - left),
            height: max(1, Int(nearest: free.maxY * scale) - top))
        plot = Rect(
            x: Double(left) / scale, y: Double(top) / scale, width: Double(plotPixels.width) / scale,
            height: Double(plotPixels.height) / scale)
    }

    // MARK: Settling

    /// Computes ticks and thicknesses until they agree.
    ///
    /// Each pass measures the y-axes first: the thickness of an x-axis can be estimated without its ticks, so the
    /// y-axes know their length and then the x-axes theirs. Usually one pass suffices. An axis with an unchanged length
    /// is not measured again.
    private mutating func settle(_ desk: LayoutDesk) -> Insets {
        guard !axes.isEmpty else { return Insets() }
        var insets = concede()
        while passes < Self.maxPasses {
            passes += 1
            for direction in [Axis.Direction.y, .x] {
                for i in axes.indices where axes[i].axis.direction == direction {
                    let length = self.length(of: axes[i], insets)
                    if !isSettled(axes[i], length) { axes[i].measure(length: length, plotSide: plotSide(insets), desk) }
                }
                // Keep the space reserved in the previous pass, so that an oscillation always ends in the same result.
                insets = passes == Self.maxPasses ? insets.union(concede()) : concede()
            }
            if axes.allSatisfy({ isSettled($0, length(of: $0, insets)) }) { break }
        }
        return insets
    }

    /// Whether ticks made for one length also fit another. Labels of values have spare distance, labels of items have
    /// none.
    private func isSettled(_ axis: AxisLayout, _ length: Double) -> Bool {
        guard let measured = axis.length else { return false }
        return abs(measured - length)
            <= (axis.axis.isCategory ? Self.tolerance : max(Self.tolerance, measured * Self.leeway))
    }

    /// In points.
    private static let tolerance = 0.5
    private static let leeway = 0.015

    private func length(of axis: AxisLayout, _ insets: Insets) -> Double {
        let plot = canvas.inset(insets)
        return axis.axis.isHorizontal ? plot.width : plot.height
    }

    /// Shorter side of the plot area in points.
    private func plotSide(_ insets: Insets) -> Double {
        let plot = canvas.inset(insets)
        return min(plot.width, plot.height)
    }

    /// Stacks the axes and makes them give up parts, one after another, until the plot area has its minimum size.
    private mutating func concede() -> Insets {
        var insets = stack()
        for direction in [Axis.Direction.y, .x] {
            let extent = direction == .y ? canvas.width : canvas.height
            let minimum = min(
                Self.minPlot,
                direction == .y
                    ? extent * Self.minPlotShare.width : max(extent * Self.minPlotShare.height, Self.minHeight))
            while (direction == .y ? canvas.inset(insets).width : canvas.inset(insets).height) < minimum {
                let given = axes.first { $0.axis.direction == direction }?.concession ?? .everything
                guard let next = given.next else { break }
                for i in axes.indices where axes[i].axis.direction == direction { axes[i].concession = next }
                insets = stack()
            }
        }
        return insets
    }

    /// Minimum size of the plot area in points, and as a fraction of the canvas if that is less.
    private static let minPlot = 40.0
    private static let minPlotShare = (width: 0.6, height: 0.4)
    /// Minimum height of the plot area in points; before it becomes lower, the labels below it are given up.
    private static let minHeight = 20.0

    /// Stacks the axes outwards from the plot area, the first added innermost, with space for labels that extend past
    /// an axis's end.
    private mutating func stack() -> Insets {
        var insets = Insets()
        for i in axes.indices {
            let side = axes[i].axis.side
            axes[i].offset = insets[side]
            insets[side] += axes[i].thickness
        }
        insets.right += endLabels?.width ?? 0
        for axis in axes where axis.wantedOffset > 0 {
            insets[axis.axis.side] = max(insets[axis.axis.side], axis.offset + axis.thickness + axis.wantedOffset)
        }
        guard insets != Insets() || axes.contains(where: \.floats) else { return insets }
        let across = min(Self.margin, canvas.width * Self.marginShare)
        let down = min(Self.margin, canvas.height * Self.marginShare)
        var minimum = Insets(top: down, left: across, bottom: down, right: across)
        for axis in axes where axis.showsLabels {
            let reach = axis.overhang
            if axis.axis.isHorizontal {
                let maximum = canvas.width * Self.overhangShare
                // A plot area that stays fixed while values scroll past its ends has little space for labels anyway.
                let edge = axis.keepsPlace ? Self.edge : Self.sideEdge
                minimum.left = max(minimum.left, min(reach.start + edge, maximum))
                minimum.right = max(minimum.right, min(reach.end + edge, maximum))
            } else {
                let maximum = canvas.height * Self.overhangShare
                minimum.bottom = max(minimum.bottom, min(reach.start + Self.edge, maximum))
                minimum.top = max(minimum.top, min(reach.end + Self.edge, maximum))
            }
        }
        let inner = canvas.inset(insets.union(minimum))
        // Samples out of view have no label.
        for reach in labelReaches where !isTaken(reach.side) && reach.share >= -1e-9 {
            let (extent, length) = reach.side.isHorizontal ? (canvas.height, inner.height) : (canvas.width, inner.width)
            minimum[reach.side] = max(
                minimum[reach.side], min(reach.length + Self.edge - reach.share * length, extent * Self.overhangShare))
        }
        return insets.union(minimum)
    }

    /// Distance in points between a label past an axis's end and the canvas edge.
    private static let edge = 3.0
    /// The same distance at the left and the right, where letters have no built-in space.
    private static let sideEdge = 8.0
    /// Maximum fraction of the canvas for such labels.
    private static let overhangShare = 0.25

    // MARK: After settling

    /// Chooses the visible labels from the final lengths and the space beside them.
    private mutating func positionLabels(_ typesetter: Typesetter) {
        for i in axes.indices {
            let isHorizontal = axes[i].axis.isHorizontal
            let sides: (start: Side, end: Side) = isHorizontal ? (.left, .right) : (.bottom, .top)
            var free = (
                start: canvas.distance(from: plot, on: sides.start), end: canvas.distance(from: plot, on: sides.end)
            )
            if axes[i].floats {
                // Inside the plot area, a label past the end would overlap labels of the crossing axes.
                if isTaken(sides.start) { free.start = 0 }
                if isTaken(sides.end) { free.end = 0 }
            }
            // If values scroll past the ends, no space was reserved: labels stay while they are complete.
            if isHorizontal, !axes[i].keepsPlace {
                free.start = max(0, free.start - Self.sideEdge)
                free.end = max(0, free.end - Self.sideEdge)
            }
            let side = axes[i].axis.side
            axes[i].freeAcross = isTaken(side) ? 0 : canvas.distance(from: plot, on: side)
            let length = isHorizontal ? plot.width : plot.height
            axes[i].chooseLabels(length: length, free: free)
            axes[i].positionDates(length: length, free: free, typesetter)
        }
    }

    /// Bounds of point labels: the plot area, plus the free space beside it on sides without an axis.
    var labelRoom: Rect {
        func kept(_ side: Side) -> Double { isTaken(side) ? canvas.distance(from: plot, on: side) : 0 }
        return canvas.inset(Insets(top: kept(.top), left: kept(.left), bottom: kept(.bottom), right: kept(.right)))
    }

    private func isTaken(_ side: Side) -> Bool { axes.contains { $0.axis.side == side && $0.thickness > 0 } }
}

/// Parts of a chart that the layout needs.
struct ChartParts {
    /// In points on the output surface.
    var frame: Rect
    var title: String
    var subtitle = ""
    var notes: [NotesLayout.Note] = []
    var titleStyle: TitleStyle
    var legend: Legend
    var entries: [LegendEntry]
    /// x-axes first, primary ones first.
    var axes: [Axis]
    var canvasInset: Insets
    var theme: Theme
    /// `nil`: no delegate or data source.
    var hooks: TickHooks?
    var automaticRanges: AutomaticRanges?
    /// Labels of points that need space on sides without an axis.
    var labelReaches: [LabelReach] = []
    /// `nil`: no titles beside lines.
    var endLabels: EndLabels?
    var isRadial = false
    /// Whether the chart is a single image of a description.
    var isDescribed = false
}

extension ChartParts {
    /// Position and size of the legend. `nil`: it is not shown.
    ///
    /// - Parameters:
    ///   - free: frame without the title.
    ///   - plot: plot area. `nil`: not known yet.
    fileprivate func legendPosition(free: Rect, plot: Rect?, _ typesetter: Typesetter) -> LegendPosition? {
        guard !entries.isEmpty else { return nil }
        let context = OverlayContext(
            frame: frame, plot: plot ?? free, theme: theme, typesetter: typesetter, label: "legend")
        if plot == nil, legend.isDescribed {
            legend.prefersRow = false
            let column = legend.size(of: entries, in: LegendPosition.room(legend, free: free, plot: nil), context)
            legend.prefersRow = column.map { legend.mayBeRow(insteadOf: $0.width, in: free) } ?? false
            // A wide column is better than no legend.
            if legend.prefersRow,
                legend.size(of: entries, in: LegendPosition.room(legend, free: free, plot: nil), context) == nil
            {
                legend.prefersRow = false
            }
        }
        let room = LegendPosition.room(legend, free: free, plot: plot)
        guard room.width > 0, room.height > 0, let size = legend.size(of: entries, in: room, context) else {
            return nil
        }
        // Clamp the size from a subclass to the available space, to protect the plot area.
        let held = (width: min(max(0, size.width), room.width), height: min(max(0, size.height), room.height))
        return LegendPosition(
            position: legend.position, side: legend.side, placement: legend.placement, size: held,
            share: min(1, frame.height / TitleLayout.fullMargins))
    }
}

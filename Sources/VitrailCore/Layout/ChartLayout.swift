import VitrailScene

/// Where everything lies, settled before anything is painted: a pure function of the chart's parts, of glyph metrics and of what the host's
/// hooks answer.
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
/// All in points of the output surface; the chart's frame may begin anywhere on it. Where the frame is small, things give way to the plot
/// area: the chart's title and an outside legend where they would take most of it, then axis titles, tick labels, tick marks.
struct ChartLayout {
    var frame: Rect
    var canvas: Rect
    var plot: Rect
    /// The plot area in device pixels: its edges are whole.
    var plotPixels: PixelRect
    /// Empty on radial charts.
    var axes: [AxisLayout] = []
    var radial: RadialLayout?
    var title: TitleLayout?
    /// Caption and source; nil = there are none, or no room for them.
    var notes: NotesLayout?
    /// nil = it is hidden, empty, or there is no room for it.
    var legend: Rect?
    /// The entries of the legend.
    let legendEntries: [LegendEntry]
    let endLabels: EndLabels?
    private let labelReaches: [LabelReach]
    /// Rounds that it took until labels and plot area agreed, 1…3; 0 = no axes.
    private(set) var passes = 0

    /// Points left free on a side that has nothing else, when the chart has axes at all.
    static let margin = 10.0
    /// In small charts margins are this share of the side.
    static let marginShare = 0.05
    /// Label sizes depend on ticks and ticks on the room that labels leave: settled after this many rounds at the latest.
    static let mostPasses = 3

    init(_ parts: ChartParts, _ typesetter: Typesetter) {
        frame = parts.frame
        labelReaches = parts.labelReaches
        endLabels = parts.isRadial ? nil : parts.endLabels
        legendEntries = parts.entries
        title = TitleLayout(parts, typesetter)
        notes = NotesLayout(parts, typesetter)
        var rest = frame.inset(Insets(top: title?.reserved ?? 0, bottom: notes?.reserved ?? 0))
        let besides = rest
        var place = parts.legend.placement == .insidePlotArea ? nil : parts.legendPlace(free: rest, plot: nil, typesetter)
        if let place {
            var insets = Insets()
            insets[parts.legend.side] = place.reserved
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
        let desk = LayoutDesk(typesetter: typesetter, hooks: parts.hooks, canvas: canvas, automaticRanges: parts.automaticRanges)
        let insets = parts.isRadial ? RadialLayout.margins(of: canvas) : settle(desk)
        setPlot(canvas.inset(insets), typesetter.scale)
        placeLabels(typesetter)
        if parts.isRadial { radial = RadialLayout(parts, plot: plot, desk) }
        if parts.legend.placement == .insidePlotArea { place = parts.legendPlace(free: besides, plot: plot, typesetter) }
        if let place {
            let pad = Self.margin
            let side = besides.inset(Insets(top: title == nil ? pad : 0, left: pad, bottom: pad / 2, right: pad))
            legend = place.frame(chart: frame, plot: plot, free: side)
        }
    }

    /// Whole pixels, at least one.
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

    /// Ticks and thicknesses, until they agree with each other.
    ///
    /// Each round measures the y-axes first: how thick an x-axis is can be guessed without its ticks, so the y-axes know their length and the
    /// x-axes then theirs, and mostly one round does. An axis whose length did not change is not measured again.
    private mutating func settle(_ desk: LayoutDesk) -> Insets {
        guard !axes.isEmpty else { return Insets() }
        var insets = concede()
        while passes < Self.mostPasses {
            passes += 1
            for direction in [Axis.Direction.y, .x] {
                for i in axes.indices where axes[i].axis.direction == direction {
                    let length = self.length(of: axes[i], insets)
                    if !isSettled(axes[i], length) { axes[i].measure(length: length, plotSide: plotSide(insets), desk) }
                }
                // What was reserved in the last round is kept, so that the end does not depend on where a swing stops.
                insets = passes == Self.mostPasses ? insets.union(concede()) : concede()
            }
            if axes.allSatisfy({ isSettled($0, length(of: $0, insets)) }) { break }
        }
        return insets
    }

    /// Whether ticks that were made for one length do for another: there is a reader's distance between values, but none between items.
    private func isSettled(_ axis: AxisLayout, _ length: Double) -> Bool {
        guard let measured = axis.length else { return false }
        return abs(measured - length) <= (axis.axis is CategoryAxis ? Self.tolerance : max(Self.tolerance, measured * Self.leeway))
    }

    /// Points.
    private static let tolerance = 0.5
    private static let leeway = 0.015

    private func length(of axis: AxisLayout, _ insets: Insets) -> Double {
        let plot = canvas.inset(insets)
        return axis.axis.isHorizontal ? plot.width : plot.height
    }

    /// The smaller side of the plot area, points.
    private func plotSide(_ insets: Insets) -> Double {
        let plot = canvas.inset(insets)
        return min(plot.width, plot.height)
    }

    /// Stacks the axes, and lets them give way, one thing after another, until the plot area has its least size.
    private mutating func concede() -> Insets {
        var insets = stack()
        for direction in [Axis.Direction.y, .x] {
            let extent = direction == .y ? canvas.width : canvas.height
            let least = min(Self.leastPlot, direction == .y ? extent * Self.leastPlotShare.width : max(extent * Self.leastPlotShare.height, Self.leastHeight))
            while (direction == .y ? canvas.inset(insets).width : canvas.inset(insets).height) < least {
                let given = axes.first { $0.axis.direction == direction }?.concession ?? .everything
                guard let next = given.next else { break }
                for i in axes.indices where axes[i].axis.direction == direction { axes[i].concession = next }
                insets = stack()
            }
        }
        return insets
    }

    /// The plot area's least size: points, and a share of the canvas where that is less.
    private static let leastPlot = 40.0
    private static let leastPlotShare = (width: 0.6, height: 0.4)
    /// Points: rather than lower, a plot area is without labels below it.
    private static let leastHeight = 20.0

    /// Outwards from the plot area, first added innermost, with room for labels that reach past an axis' end.
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
        var least = Insets(top: down, left: across, bottom: down, right: across)
        for axis in axes where axis.showsLabels {
            let reach = axis.overhang
            if axis.axis.isHorizontal {
                let most = canvas.width * Self.overhangShare
                // A plot area that stays where it is while values pass its ends has room for few labels anyway.
                let edge = axis.keepsPlace ? Self.edge : Self.sideEdge
                least.left = max(least.left, min(reach.start + edge, most))
                least.right = max(least.right, min(reach.end + edge, most))
            } else {
                let most = canvas.height * Self.overhangShare
                least.bottom = max(least.bottom, min(reach.start + Self.edge, most))
                least.top = max(least.top, min(reach.end + Self.edge, most))
            }
        }
        let inner = canvas.inset(insets.union(least))
        // Samples out of view have no label.
        for reach in labelReaches where !isTaken(reach.side) && reach.share >= -1e-9 {
            let (extent, length) = reach.side.isHorizontal ? (canvas.height, inner.height) : (canvas.width, inner.width)
            least[reach.side] = max(least[reach.side], min(reach.length + Self.edge - reach.share * length, extent * Self.overhangShare))
        }
        return insets.union(least)
    }

    /// Points between a label past an axis' end and the canvas' edge.
    private static let edge = 3.0
    /// The same at the left and the right, where letters have no ascent of their own.
    private static let sideEdge = 8.0
    /// Share of the canvas that such labels may take.
    private static let overhangShare = 0.25

    // MARK: After settling

    /// Decides which labels are shown, now that lengths and the room beside them are known.
    private mutating func placeLabels(_ typesetter: Typesetter) {
        for i in axes.indices {
            let isHorizontal = axes[i].axis.isHorizontal
            let sides: (start: Side, end: Side) = isHorizontal ? (.left, .right) : (.bottom, .top)
            var free = (start: canvas.distance(from: plot, on: sides.start), end: canvas.distance(from: plot, on: sides.end))
            if axes[i].floats {
                // Inside the plot area a label past the end would lie on the labels of the crossing axes.
                if isTaken(sides.start) { free.start = 0 }
                if isTaken(sides.end) { free.end = 0 }
            }
            // Where values pass the ends, no room was reserved: labels stay as long as they are whole.
            if isHorizontal, !axes[i].keepsPlace {
                free.start = max(0, free.start - Self.sideEdge)
                free.end = max(0, free.end - Self.sideEdge)
            }
            let side = axes[i].axis.side
            axes[i].freeAcross = isTaken(side) ? 0 : canvas.distance(from: plot, on: side)
            let length = isHorizontal ? plot.width : plot.height
            axes[i].chooseLabels(length: length, free: free)
            axes[i].placeDates(length: length, free: free, typesetter)
        }
    }

    /// What labels of points stay within: the plot area, and what is free beside it where no axis is.
    var labelRoom: Rect {
        func kept(_ side: Side) -> Double { isTaken(side) ? canvas.distance(from: plot, on: side) : 0 }
        return canvas.inset(Insets(top: kept(.top), left: kept(.left), bottom: kept(.bottom), right: kept(.right)))
    }

    private func isTaken(_ side: Side) -> Bool { axes.contains { $0.axis.side == side && $0.thickness > 0 } }
}

/// What layout needs to know of a chart.
struct ChartParts {
    /// Points on the output surface.
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
    /// nil = nobody to ask.
    var hooks: TickHooks?
    var automaticRanges: AutomaticRanges?
    /// Of labels of points, which have room where no axis is.
    var labelReaches: [LabelReach] = []
    /// nil = no titles stand beside lines.
    var endLabels: EndLabels?
    var isRadial = false
    /// Whether it is a still picture of a description.
    var isDescribed = false
}

extension ChartParts {
    /// The legend's size; nil = it is not shown.
    ///
    /// - Parameters:
    ///   - free: the frame without the title.
    ///   - plot: nil as long as it is not known.
    fileprivate func legendPlace(free: Rect, plot: Rect?, _ typesetter: Typesetter) -> LegendPlace? {
        guard !entries.isEmpty else { return nil }
        let context = FurnitureContext(frame: frame, plot: plot ?? free, theme: theme, typesetter: typesetter, label: "legend")
        if plot == nil, legend.isDescribed {
            legend.prefersRow = false
            let column = legend.size(of: entries, in: LegendPlace.room(legend, free: free, plot: nil), context)
            legend.prefersRow = column.map { legend.mayBeRow(insteadOf: $0.width, in: free) } ?? false
            // A wide column is better than no legend.
            if legend.prefersRow, legend.size(of: entries, in: LegendPlace.room(legend, free: free, plot: nil), context) == nil {
                legend.prefersRow = false
            }
        }
        let room = LegendPlace.room(legend, free: free, plot: plot)
        guard room.width > 0, room.height > 0, let size = legend.size(of: entries, in: room, context) else { return nil }
        // What a subclass answers is kept inside the room, so that the plot area stays.
        let held = (width: min(max(0, size.width), room.width), height: min(max(0, size.height), room.height))
        return LegendPlace(
            position: legend.position, side: legend.side, placement: legend.placement, size: held,
            share: min(1, frame.height / TitleLayout.fullMargins))
    }
}

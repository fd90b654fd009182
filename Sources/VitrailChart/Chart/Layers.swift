import VitrailScales
import VitrailScene
import VitrailSystem

/// Converts a laid-out chart to layers of marks, back to front.
struct Layers {
    let chart: Chart
    let layout: ChartLayout
    let typesetter: Typesetter

    var plot: PixelRect { layout.plotPixels }
    var scale: Double { typesetter.scale }

    /// - Parameter kept: the series as last drawn, used if plot area and circle have not changed.
    func all(keeping kept: DrawnSeries? = nil) throws(ChartError) -> [Layer] {
        let axes = chart.isPie ? [] : axisMarks()
        let radial = layout.radial.map { RadialMarks($0, plot: plot, background: background, typesetter) }
        let keptMarks = kept.flatMap { $0.plot == plot && $0.polar == radial?.polar ? $0.marks : nil }
        let pies = chart.isPie ? PieLayout(pieContext, keepsRadii: keptMarks != nil) : nil
        let content = if let drawn = keptMarks ?? pies?.slices() { drawn } else { try series(axes, radial) }
        try checkLimit()
        let notes = try annotations(axes, over: content)
        let above = axes.filter { $0.layout.axis.gridPosition == .aboveData }
        let below = axes.filter { $0.layout.axis.gridPosition == .belowData }
        let axisMarks = plotBorder() + noDataText() + axes.flatMap { $0.marks() } + (radial?.marks() ?? [])
        var labelArea = LabelArea(plot: plotRect, bounds: pixels(layout.labelRoom), background: background)
        let labels = pointLabels(among: content, axisMarks, notes, grids: grids(below), in: &labelArea)
        try checkLimit()
        let crosshair = CrosshairMarks(chart: chart, layout: layout, axes: axes, context: furnitureContext("crosshair"))
            .marks()
        let (over, top) = chart.raiseCrosshair ? (boxGesture(), crosshair) : (crosshair + boxGesture(), [])
        var layers = [
            Layer(.background, marks: backgroundMarks()),
            Layer(.underlay, marks: grids(below) + (radial?.grid(.belowData) ?? []) + notes.below + labels.below),
            Layer(.series, marks: content),
            Layer(.axes, marks: axisMarks),
            Layer(
                .overlay,
                marks: grids(above) + (radial?.grid(.aboveData) ?? []) + labels.above + (pies?.labels() ?? [])
                    + notes.above + overlays() + over
                    + loadingIndicator()),
        ]
        layers.insert(Layer(.chrome, marks: chrome()), at: chart.raiseCanvas ? 1 : layers.count)
        if !top.isEmpty { layers.append(Layer(.overlay, marks: top)) }
        return layers.map(clipped)
    }

    /// Clips a layer to the chart's frame on a larger surface, except the overlay if `clipsToBounds` is off.
    private func clipped(_ layer: Layer) -> Layer {
        guard chart.surfaceSize != nil, layer.kind != .overlay || chart.clipsToBounds else { return layer }
        var layer = layer
        let frame = framePixels
        for i in layer.marks.indices { layer.marks[i].clip = layer.marks[i].clip?.intersection(frame) ?? frame }
        return layer
    }

    // MARK: Axes

    private func axisMarks() -> [AxisMarks] {
        var marks = layout.axes.map { axis in
            AxisMarks(
                layout: axis, plot: plot, canvas: canvasPixels, pin: axis.pin.map { pin($0, of: axis.axis) },
                typesetter: typesetter)
        }
        Corners.clear(&marks)
        guard marks.contains(where: \.layout.floats) else { return marks }
        for i in marks.indices where marks[i].layout.floats {
            let own = marks[i].layout.axis
            marks[i].crossings = marks.filter { $0.layout.axis.direction != own.direction }.compactMap { other in
                // If two axes cross at the same value, for example 0, only the x-axis labels it.
                let value = own.isHorizontal ? nil : other.valueAtCrossing(with: marks[i])
                return other.crossing(value: value)
            }
        }
        return marks
    }

    /// The position of a pinned line: the pixel of its value on the primary axis of the other direction, clamped to the
    /// plot area.
    private func pin(_ value: Double, of axis: Axis) -> Double {
        guard let crossing = layout.axes.first(where: { $0.axis.direction != axis.direction })?.axis else { return 0 }
        let positions = AxisMarks.positions(of: crossing, in: plot)
        let position = positions.position(of: value)
        guard position.isFinite else { return positions.start }
        return min(max(position, min(positions.start, positions.end)), max(positions.start, positions.end))
    }

    // MARK: Background

    /// The colour behind the data.
    var background: Color {
        let style = chart.style.filled(from: chart.theme.chart)
        return [style.plotAreaBackgroundColor, style.canvasBackgroundColor].compactMap(\.self).first { $0.alpha == 255 }
            ?? style.backgroundColor ?? .white
    }

    private func backgroundMarks() -> [Mark] {
        let style = chart.style.filled(from: chart.theme.chart)
        let frame = PlotRect(framePixels)
        var marks: [Mark] = []
        if let end = style.backgroundColorGradient,
            chart.style.backgroundColor == nil || chart.style.backgroundColorGradient != nil
        {
            let item = RectBatch.Item(rect: frame, fill: style.backgroundColor ?? .white, fillEnd: end)
            marks.append(Mark(.rects(RectBatch(items: [item], gradientAxis: .vertical)), label: "background"))
        } else if chart.surfaceSize != nil {
            let item = RectBatch.Item(rect: frame, fill: style.backgroundColor ?? .white)
            marks.append(Mark(.rects(RectBatch(items: [item])), label: "background"))
        }
        func fill(_ rect: PlotRect, _ color: Color?, _ label: String) {
            guard let color, color.alpha > 0 else { return }
            marks.append(Mark(.rects(RectBatch(items: [RectBatch.Item(rect: rect, fill: color)])), label: label))
        }
        fill(canvasPixels, style.canvasBackgroundColor, "canvas")
        fill(plotRect, style.plotAreaBackgroundColor, "plot area")
        if let color = style.borderColor, color.alpha > 0, let width = style.borderWidth, width > 0 {
            let inset = Float(max(1, (width * scale).rounded())) / 2
            let rect = PlotRect(
                minX: frame.minX + inset, minY: frame.minY + inset, maxX: frame.maxX - inset, maxY: frame.maxY - inset)
            marks.append(border(rect, color, inset * 2, "border"))
        }
        return marks
    }

    private func plotBorder() -> [Mark] {
        let style = chart.style.filled(from: chart.theme.chart)
        guard let color = style.plotAreaBorderColor, color.alpha > 0, let width = style.plotAreaBorderWidth, width > 0
        else { return [] }
        return [border(plotRect, color, Float(max(1, (width * scale).rounded())), "plot area border")]
    }

    private func border(_ rect: PlotRect, _ color: Color, _ width: Float, _ label: String) -> Mark {
        Mark(
            .rects(RectBatch(items: [RectBatch.Item(rect: rect, fill: .clear, stroke: color)], strokeWidth: width)),
            label: label)
    }

    private var plotRect: PlotRect { PlotRect(plot) }

    private var framePixels: PixelRect {
        let frame = layout.frame
        let left = Int(nearest: frame.x * scale)
        let top = Int(nearest: frame.y * scale)
        return PixelRect(
            x: left, y: top, width: Int(nearest: frame.maxX * scale) - left,
            height: Int(nearest: frame.maxY * scale) - top)
    }

    private var canvasPixels: PlotRect { pixels(layout.canvas) }

    func pixels(_ rect: Rect) -> PlotRect {
        PlotRect(
            minX: Float(rect.x * scale), minY: Float(rect.y * scale), maxX: Float(rect.maxX * scale),
            maxY: Float(rect.maxY * scale))
    }

    /// Stripes of all axes come first, so that no stripe covers a gridline.
    private func grids(_ axes: [AxisMarks]) -> [Mark] {
        axes.flatMap { $0.stripes() } + axes.flatMap { $0.gridlines() }
    }

    // MARK: Series

    private func series(_ axes: [AxisMarks], _ radial: RadialMarks?) throws(ChartError) -> [Mark] {
        if let radial { return radialSeries(radial) }
        // Loading has checked that axes belong to the chart.
        var positions: [ObjectIdentifier: AxisMarks] = [:]
        for axis in axes { positions[ObjectIdentifier(axis.layout.axis)] = axis }
        func own(_ series: CartesianSeries, _ direction: Axis.Direction) throws(ChartError) -> AxisMarks {
            let axis = try chart.axis(series, direction)
            guard let marks = positions[ObjectIdentifier(axis)] else { throw .foreignAxis(path: series.jsonPath) }
            return marks
        }
        var used: [Int: (x: AxisMarks, y: AxisMarks)] = [:]
        for series in chart.cartesian { used[series.index] = (try own(series, .x), try own(series, .y)) }
        func along(_ series: CartesianSeries) -> AxisMarks? {
            used[series.index].map { series.orientation == .horizontal ? $0.x : $0.y }
        }
        let slots = BarSlots.slots(
            of: chart.cartesian, axis: { along($0)?.layout.axis ?? chart.allXAxes[0] },
            scale: { positions[ObjectIdentifier($0)]?.positions ?? $0.scale(from: 0, to: 1) }, pixels: scale,
            padding: {
                let style = positions[ObjectIdentifier($0)]?.layout.style
                return (style?.interSeriesPadding ?? 1, style?.interSeriesSetPadding ?? 0.2)
            })
        return chart.cartesian.filter(\.isShown).flatMap { series -> [Mark] in
            let slot = slots[series.slotIndex]
            guard let axes = used[series.index], let samples = series.drawn, !WorkLimit.isReached else { return [] }
            let drawnStyle = series.animatedStyle ?? .whole
            var context = SeriesContext(
                series, samples, xScale: series.animated(axes.x.positions, .x),
                yScale: series.animated(axes.y.positions, .y), plot: plot, scale: scale,
                theme: chart.theme, slot: slot?.scaled(series.independentField == .x ? drawnStyle.x : drawnStyle.y))
            context.isRaw = chart.drawsEverySample
            context.summaries = chart.summaries
            context.strategy = chart.strategy
            context.device = chart.device
            if let other = (series as? LineSeries)?.fillSeries, let axes = used[other.index], let samples = other.drawn
            {
                var target = SeriesContext(
                    other, samples, xScale: other.animated(axes.x.positions, .x),
                    yScale: other.animated(axes.y.positions, .y), plot: plot, scale: scale,
                    theme: chart.theme, slot: nil)
                target.summaries = chart.summaries
                context.fillPath = other.drawnPath(in: target)
            }
            if series.animatedStyle == nil {
                let isHorizontal = series.orientation == .horizontal
                let ranges = (x: axes.x.layout.axis.axisRange, y: axes.y.layout.axis.axisRange)
                let fits = samples.fits(
                    along: isHorizontal ? ranges.x : ranges.y, across: isHorizontal ? ranges.y : ranges.x)
                context.edges = OpenEdges(
                    x: isHorizontal ? fits.along : fits.across, y: isHorizontal ? fits.across : fits.along,
                    room: framePixels)
            }
            return AnnotationMarks.faded(series.marks(in: context, typesetter), drawnStyle.alpha, id: series.index)
        }
    }

    private func radialSeries(_ radial: RadialMarks) -> [Mark] {
        chart.cartesian.filter { !$0.hidden }.flatMap { series -> [Mark] in
            guard let loaded = series.loaded, !WorkLimit.isReached else { return [] }
            var context = SeriesContext(
                series, loaded, xScale: radial.angles, yScale: radial.distances, plot: plot, scale: scale,
                theme: chart.theme, slot: nil)
            context.polar = radial.polar
            context.isRaw = chart.drawsEverySample
            context.summaries = chart.summaries
            context.strategy = chart.strategy
            // On a radial chart there is no side below the pole.
            context.baseline = -.infinity
            // A circle continues beyond the ends of its range, so all points are used.
            context.xPointRange = loaded.count > 0 ? 0...loaded.count - 1 : nil
            return series.marks(in: context, typesetter)
        }
    }

    private var pieContext: PieContext {
        PieContext(chart: chart, plot: plot, room: layout.canvas, typesetter: typesetter)
    }

    // MARK: Annotations, title, legend

    /// - Parameter content: the marks of series, which the texts of lines avoid.
    private func annotations(
        _ axes: [AxisMarks], over content: [Mark]
    ) throws(ChartError) -> (below: [Mark], above: [Mark]) {
        guard !chart.isRadial else {
            if !chart.annotations.isEmpty {
                chart.warn(.ignored(path: "annotations", reason: "a radial chart shows none"))
            }
            return ([], [])
        }
        func positions(
            _ own: Axis?, _ primary: Axis?, _ path: String
        ) throws(ChartError) -> (axis: Axis, scale: AxisScale)? {
            // A chart of slices has no axes: annotations are placed in its middle.
            guard !axes.isEmpty, let axis = own ?? primary else { return nil }
            guard let marks = axes.first(where: { $0.layout.axis === axis }) else { throw .foreignAxis(path: path) }
            return (axis, marks.positions)
        }
        var writer = AnnotationMarks(
            plot: plot, frame: layout.frame, isBounded: chart.clipsToBounds, context: furnitureContext("annotation"),
            xScale: { note throws(ChartError) in try positions(note.xAxis, chart.xAxis, "annotation.xAxis") },
            yScale: { note throws(ChartError) in try positions(note.yAxis, chart.yAxis, "annotation.yAxis") },
            warn: { [chart] in chart.warn($0) }, surroundings: surroundings(axes))
        try addLines(to: &writer)
        var result: (below: [Mark], above: [Mark]) = ([], [])
        var texts: [Mark] = []
        for (k, note) in chart.annotations.enumerated() {
            try checkLimit()
            if chart.isPie,
                [note.xValue, note.yValue, note.farValues.x, note.farValues.y].contains(where: { $0 != nil })
            {
                chart.warn(
                    .ignored(
                        path: "annotations[\(k)]",
                        reason: "its values: a chart of slices has no axes, so the annotation is in the middle"))
            }
            let marks = try writer.marks(note, index: k)
            if note.position == .belowData {
                result.below += marks
            } else if note.givesWay, note.isFree, !note.label.isEmpty {
                texts += marks
            } else {
                result.above += marks
            }
        }
        // Texts come last, so that no line is drawn through them.
        result.above += texts
        result.above += try lineTexts(writer, over: content, beside: result.below + result.above)
        return result
    }

    /// The host's drawings at fixed positions.
    private func overlays() -> [Mark] {
        chart.overlays.enumerated().flatMap { k, draw in
            var context = furnitureContext("overlays[\(k)]")
            draw(&context)
            return context.marks
        }
    }

    /// The legend's entries, with the colour bars of density series as drawn: their ends are known only after drawing.
    private var drawnEntries: [LegendEntry] {
        guard layout.legendEntries.contains(where: { $0.colorBar != nil }) else { return layout.legendEntries }
        let drawn = chart.legendEntries
        return layout.legendEntries.map { entry in
            entry.colorBar == nil
                ? entry : drawn.first { $0.colorBar != nil && $0.seriesIndex == entry.seriesIndex } ?? entry
        }
    }

    private func noDataText() -> [Mark] {
        chart.warnOfMissingData()
        guard chart.showsNoDataText else { return [] }
        var context = furnitureContext("no data")
        let plot = layout.plot.moved(x: -layout.frame.x, y: -layout.frame.y)
        let font = FontStyle(size: 14)
        let size = context.size(of: chart.noDataText, font: font)
        if size.width <= plot.width, size.height <= plot.height {
            // Otherwise a gridline in the middle would be drawn through the text.
            let (width, height) = (min(size.width + 12, plot.width), min(size.height + 4, plot.height))
            context.fill(
                Rect(x: plot.midX - width / 2, y: plot.midY - height / 2, width: width, height: height),
                backgroundInTheMiddle)
        }
        context.text(chart.noDataText, in: plot, font: font, color: chart.theme.annotationColor)
        return context.marks
    }

    /// `background`, or the middle colour of a gradient that is not covered.
    private var backgroundInTheMiddle: Color {
        let style = chart.style.filled(from: chart.theme.chart)
        let isCovered = [style.plotAreaBackgroundColor, style.canvasBackgroundColor].contains { $0?.alpha == 255 }
        guard !isCovered, let end = style.backgroundColorGradient,
            chart.style.backgroundColor == nil || chart.style.backgroundColorGradient != nil
        else { return background }
        func middle(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Int(a) + Int(b)) / 2) }
        let start = background
        return Color(
            red: middle(start.red, end.red), green: middle(start.green, end.green), blue: middle(start.blue, end.blue))
    }

    private func loadingIndicator() -> [Mark] {
        guard chart.showsLoadingIndicator else { return [] }
        var context = furnitureContext("loading indicator")
        chart.loadingIndicator.draw(in: layout.canvas.moved(x: -layout.frame.x, y: -layout.frame.y), &context)
        return context.marks
    }

    /// The rectangle of the box gesture in progress, with lines to the axes.
    private func boxGesture() -> [Mark] {
        guard let rect = chart.interaction.boxRect else { return [] }
        let style = chart.boxGestureStyle.filled(from: chart.theme.boxGesture)
        var context = furnitureContext("box gesture")
        context.drawBox(rect, style)
        return context.marks
    }

    func furnitureContext(_ label: String) -> OverlayContext {
        OverlayContext(frame: layout.frame, plot: layout.plot, theme: chart.theme, typesetter: typesetter, label: label)
    }

    private func chrome() -> [Mark] {
        var marks: [Mark] = []
        if let frame = layout.legend {
            var context = furnitureContext("legend")
            let own = frame.moved(x: -layout.frame.x, y: -layout.frame.y)
            chart.legend.draw(drawnEntries, in: own, &context)
            marks += context.marks
        } else if !layout.legendEntries.isEmpty {
            chart.warn(.ignored(path: "legend", reason: "it does not fit"))
        }
        return marks + texts()
    }
}

/// The series of a picture, for a later picture that shows them unchanged.
struct DrawnSeries {
    let plot: PixelRect
    /// The frame of a radial chart: labels may change it while the plot area stays the same.
    let polar: PolarFrame?
    let marks: [Mark]

    /// nil: the series contain texts, whose glyphs belong to one picture only.
    init?(_ scene: Scene, plot: PixelRect, polar: PolarFrame?) {
        let marks = scene.layers.filter { $0.kind == .series }.flatMap(\.marks)
        let hasText = marks.contains { mark in
            if case .glyphs = mark.shape { true } else { false }
        }
        guard !hasText else { return nil }
        (self.plot, self.polar) = (plot, polar)
        self.marks = marks
    }
}

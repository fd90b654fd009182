import VitrailColumns
import VitrailScene

#if canImport(Glibc)
    import Glibc
#endif

/// Chart's crosshair → marks: computes the position of its point and draws it.
struct CrosshairMarks {
    let chart: Chart
    let layout: ChartLayout
    let axes: [AxisMarks]
    let context: OverlayContext

    func marks() -> [Mark] {
        let crosshair = chart.crosshair
        guard !chart.isRadial, !chart.isPie, let target = target(crosshair) else { return [] }
        chart.crosshairFollower?(target)
        var context = context
        crosshair.draw(target, style: crosshair.style.filled(from: chart.theme.crosshair), &context)
        return context.marks
    }

    private func target(_ crosshair: Crosshair) -> CrosshairTarget? {
        guard let series = crosshair.trackingSeries, let index = crosshair.trackingPoint, series.chart === chart,
            !series.hidden,
            let point = series.dataPoint(at: index), let x = marks(of: chart.ownAxis(series, .x)),
            let y = marks(of: chart.ownAxis(series, .y)),
            let pixel = crosshair.trackingValues.map({
                PlotPoint(
                    x: Float(position: x.positions.position(of: $0.x)),
                    y: Float(position: y.positions.position(of: $0.y)))
            })
                ?? series.position(ofDataPoint: index), pixel.x.isFinite, pixel.y.isFinite
        else { return nil }
        let values = crosshair.trackingValues
        let positions = series.pointOnAxes(at: index) ?? point
        let plot = PlotRect(layout.plotPixels)
        // Half a pixel of tolerance, because the ends of an axis belong to it in spite of rounding errors.
        let isInside =
            pixel.x >= plot.minX - 0.5 && pixel.x <= plot.maxX + 0.5 && pixel.y >= plot.minY - 0.5
            && pixel.y <= plot.maxY + 0.5
        if isInside != crosshair.isInsideRange {
            if isInside { crosshair.movedInsideRange() } else { crosshair.movedOutOfRange() }
        }
        guard crosshair.isActive, isInside || crosshair.outOfRangeBehavior == .keepAtEdge else { return nil }
        let position = PlotPoint(x: min(max(pixel.x, plot.minX), plot.maxX), y: min(max(pixel.y, plot.minY), plot.maxY))
        return CrosshairTarget(
            series: series, point: point, x: points(Double(position.x)) - layout.frame.x,
            y: points(Double(position.y)) - layout.frame.y,
            xText: values.map { x.layout.axis.string(forId: rounded($0.x, x)) } ?? text(positions.xValue, x),
            yText: values.map { y.layout.axis.string(forId: rounded($0.y, y)) } ?? text(positions.yValue, y),
            keyedTexts: keyedTexts(series, positions, x, y),
            xAxisEdge: points(edge(x)) - layout.frame.y, yAxisEdge: points(edge(y)) - layout.frame.x,
            canvas: layout.canvas.moved(x: -layout.frame.x, y: -layout.frame.y), plotArea: context.plotArea,
            xAxis: x.layout.axis,
            yAxis: y.layout.axis, values: values)
    }

    /// Rounds an interpolated value to the precision of one pixel.
    private func rounded(_ value: Double, _ axis: AxisMarks) -> Double {
        let (range, positions) = (axis.layout.axis.axisRange, axis.positions)
        guard axis.layout.axis.isLinear, abs(positions.end - positions.start) > 0 else { return value }
        let exponent = log10(range.span / abs(positions.end - positions.start)).rounded(.down)
        guard exponent.isFinite, abs(exponent) < 300 else { return value }
        // For fractions, also use a power of ten above 1, which a Double represents exactly.
        let unit = pow(10, abs(exponent))
        return exponent < 0 ? (value * unit).rounded() / unit : (value / unit).rounded() * unit
    }

    private func points(_ pixels: Double) -> Double { pixels / context.scale }

    private func marks(of axis: Axis?) -> AxisMarks? { axes.first { $0.layout.axis === axis } }

    /// Position of the axis line, perpendicular to the axis, in device pixels.
    private func edge(_ axis: AxisMarks) -> Double {
        if let line = axis.crossing(value: nil) { return line.position }
        let plot = layout.plotPixels
        return switch axis.layout.axis.side {
        case .top: Double(plot.y)
        case .left: Double(plot.x)
        case .bottom: Double(plot.maxY)
        case .right: Double(plot.maxX)
        }
    }

    private func text(_ value: DataValue?, _ axis: AxisMarks) -> String {
        switch value {
        case nil: ""
        case .number(let number), .date(let number):
            axis.layout.axis.string(forId: axis.layout.axis.value(of: value ?? .number(number)) ?? number)
        case .text(let text): text
        }
    }

    private func keyedTexts(
        _ series: CartesianSeries, _ point: ChartPoint, _ x: AxisMarks, _ y: AxisMarks
    ) -> [(key: DataKey, text: String)] {
        let across = series.orientation == .horizontal ? y : x
        return series.values.compactMap { value in
            guard case .keyed(let key) = value else { return nil }
            return (
                key, text(series.orientation == .horizontal ? point.yValue(for: key) : point.xValue(for: key), across)
            )
        }
    }
}

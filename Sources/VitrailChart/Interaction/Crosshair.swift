public import VitrailColumns

/// Marks one data point with a small circle, lines to the two axes of its series, and a tooltip with its values.
///
/// Code shows it with `show(at:of:)`, a long press with `Chart.longPress`; it appears from the next render on. A
/// subclass may draw it differently; `chart.crosshair = MyCrosshair()` installs it. Pie charts and radial charts have
/// no crosshair.
open class Crosshair {
    public enum Mode: String, Sendable, CaseIterable {
        /// A drag stays on the series that it began on.
        case singleSeries
        /// A drag switches to the nearest point of any series with an enabled crosshair.
        case floating
    }

    /// Behaviour while the point lies outside the plot area.
    public enum OutOfRangeBehavior: String, Sendable, CaseIterable {
        /// The crosshair stays at the edge that the point is beyond.
        case keepAtEdge
        /// The crosshair is not drawn while the point is outside, and reappears with it.
        case hide
        case remove
    }

    public var style = CrosshairStyle()
    /// Applies to drags only; `show(at:of:)` ignores it.
    public var mode = Mode.singleSeries
    /// Whether a drag moves smoothly along a line, with interpolated values. `show(at:of:)` always shows data points.
    public var interpolatePoints = true
    public var outOfRangeBehavior = OutOfRangeBehavior.hide
    /// Whether lines to the axes are drawn.
    public var enableCrosshairLines = true
    public var tooltip = CrosshairTooltip()
    public var lineDrawer = CrosshairLineDrawer()
    /// Marked series, held weakly. `nil`: no crosshair.
    public weak var trackingSeries: CartesianSeries? { didSet { trackingValues = nil } }
    /// Index in the data of the series. `nil`: no crosshair.
    public var trackingPoint: Int? { didSet { trackingValues = nil } }
    /// Position on the line of `trackingSeries`, in units of the axes. `nil`: at the data point.
    public private(set) var trackingValues: (x: Double, y: Double)?
    /// Whether the marked position lay in the plot area in the last render; initially `true`.
    public private(set) var isInsideRange = true
    /// Whether `chartDidReload` leaves the mark where it is: new rows of a stream must not hide it.
    package final var staysAtNewData = false
    /// Chart that shows the crosshair.
    public internal(set) weak var chart: Chart?

    public init() {}

    /// Whether a data point is marked.
    public var isActive: Bool { trackingSeries != nil && trackingPoint != nil }

    /// Marks a data point from the next render on. Before the first load, the crosshair waits for the data. It is not
    /// drawn for a missing or hidden point or a gap.
    ///
    /// - Parameter index: index in the host's data of the series.
    /// - Returns: `false`, without any change, on a pie or radial chart and for a series of another chart.
    @discardableResult
    public func show(at index: Int, of series: CartesianSeries) -> Bool {
        guard let chart else { return set(index, series) }
        guard !chart.isPie, !chart.isRadial else {
            chart.warn(.ignored(path: "crosshair", reason: "only charts with crossing axes have one"))
            return false
        }
        guard !chart.hasLoaded || chart.series.contains(where: { $0 === series }) else {
            chart.warn(.ignored(path: "crosshair", reason: "the series is not on this chart"))
            return false
        }
        follow(index, between: nil, of: series)
        return true
    }

    /// Marks a position on the line of a series, as a long press does.
    ///
    /// - Parameters:
    ///   - index: as for `show(at:of:)`: the nearest point.
    ///   - values: in units of the axes of the series.
    package func show(at index: Int, of series: CartesianSeries, between values: (x: Double, y: Double)) {
        if show(at: index, of: series), chart != nil { follow(index, between: values, of: series) }
    }

    @discardableResult
    private func set(_ index: Int, _ series: CartesianSeries) -> Bool {
        (trackingSeries, trackingPoint, trackingValues) = (series, index, nil)
        chart?.redrawChart()
        return true
    }

    /// Moves the crosshair, for a long press or for code.
    func follow(_ index: Int, between position: (x: Double, y: Double)?, of series: CartesianSeries) {
        if !isActive { show() }
        guard let point = series.dataPoint(at: index), let values = position ?? series.axisValues(ofDataPoint: index)
        else {
            // The data are not loaded yet, or the point has no position.
            set(index, series)
            return
        }
        move(to: series.position(of: values), displaying: values, of: series, at: point)
        // `move` drops the values on a data point; keep them while the crosshair slides along the line.
        if let position, trackingSeries === series, trackingPoint == index, trackingValues == nil {
            trackingValues = position
        }
    }

    // MARK: Steps that a subclass may extend

    /// Called before the crosshair marks a point after it marked none.
    open func show() { chart?.redrawChart() }

    /// Removes the crosshair from the next render on.
    open func remove() { forget() }

    /// Called when the chart removes the crosshair because its data changed.
    open func hide() { forget() }

    private func forget() {
        (trackingSeries, trackingPoint, trackingValues) = (nil, nil, nil)
        isInsideRange = true
        chart?.redrawChart()
    }

    /// Marks a position from the next render on. Code may move the crosshair to its present position.
    ///
    /// - Parameters:
    ///   - position: position of the values in points of the chart, as of the last render; `nil` before the first. The
    ///     next render positions the crosshair by its values, because the axes may show other ranges then.
    ///   - values: in units of the axes of the series: a data point's values, or interpolated ones.
    ///   - series: series of the chart.
    ///   - point: nearest data point of the series.
    open func move(
        to position: (x: Double, y: Double)?, displaying values: (x: Double, y: Double), of series: CartesianSeries,
        at point: ChartPoint
    ) {
        set(point.dataPointIndex, series)
        // A bar's position lies beside its value, so compare with the values of its axes.
        if let own = series.axisValues(ofDataPoint: point.dataPointIndex), own == values { return }
        trackingValues = values
    }

    /// Called when the marked position has left the plot area. `outOfRangeBehavior` determines what happens next.
    open func movedOutOfRange() {
        isInsideRange = false
        if outOfRangeBehavior == .remove { remove() }
    }

    /// Called when the marked position is inside the plot area again.
    open func movedInsideRange() { isInsideRange = true }

    /// Called after the chart has reloaded its data: the point may be a different one, so the crosshair is hidden.
    /// Override it to keep the crosshair. A kept crosshair stays on the line if the line still exists at its position;
    /// otherwise it marks the point with the same index.
    open func chartDidReload() { if !staysAtNewData { hide() } }

    /// Adjusts the index after the first points of the series were removed.
    func follow(pointsRemoved number: Int) {
        guard let index = trackingPoint else { return }
        guard index >= number else { return hide() }
        let values = trackingValues
        trackingPoint = index - number
        trackingValues = values
    }

    /// Updates the crosshair after a reload.
    func followReload() {
        guard isActive else { return }
        if let values = trackingValues { trackingValues = trackingSeries?.values(besides: values) }
        chartDidReload()
    }

    /// Draws the lines, the circle and the tooltip.
    ///
    /// - Parameter style: complete style; no property is `nil`.
    open func draw(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout OverlayContext) {
        drawMarks(target, style: style, &context)
        tooltip.prepare(target, style: style)
        tooltip.draw(target, style: style, &context)
    }

    /// Draws everything except the tooltip.
    func drawMarks(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout OverlayContext) {
        if enableCrosshairLines { lineDrawer.drawLines(target, style: style, &context) }
        lineDrawer.drawEllipse(target, style: style, &context)
    }

    /// Radius of the circle in points.
    static let radius = 5.0
}

/// Position that a crosshair marks, in points of the chart.
public struct CrosshairTarget {
    public let series: CartesianSeries
    public let point: ChartPoint
    /// Position of the point.
    public let x: Double
    public let y: Double
    /// Values of the point, formatted by its axes.
    public let xText: String
    /// Empty for a point with several values.
    public let yText: String
    /// For a point with several values: the key and text of each value.
    public let keyedTexts: [(key: DataKey, text: String)]
    /// End of the vertical line, at the x-axis.
    public let xAxisEdge: Double
    /// End of the horizontal line, at the y-axis.
    public let yAxisEdge: Double
    /// Area available to the tooltip.
    public let canvas: Rect
    public let plotArea: Rect
    public let xAxis: Axis
    public let yAxis: Axis
    /// Values at the position, in units of the axes; interpolated when the crosshair slides along a line. `nil`: at the
    /// data point.
    public let values: (x: Double, y: Double)?

    /// Lines to the two axes as rectangles, without the part inside the circle.
    func lines(from radius: Double, width: Double) -> [Rect] {
        var lines: [Rect] = []
        if abs(xAxisEdge - y) > radius {
            let start = xAxisEdge > y ? y + radius : xAxisEdge
            lines.append(Rect(x: x - width / 2, y: start, width: width, height: abs(xAxisEdge - y) - radius))
        }
        if abs(yAxisEdge - x) > radius {
            let start = yAxisEdge > x ? x + radius : yAxisEdge
            lines.append(Rect(x: start, y: y - width / 2, width: abs(yAxisEdge - x) - radius, height: width))
        }
        return lines
    }
}

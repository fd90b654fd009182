/// What points at one data point: a small circle, lines from it to the two axes of its series, and a tooltip with its values.
///
/// Code shows it with `show(at:of:)`, a long press with `Chart.longPress`; it is there in the pictures that follow. A subclass may draw it otherwise;
/// `chart.crosshair = MyCrosshair()` puts it on a chart. Charts of slices and radial charts have none.
open class Crosshair {
    public enum Mode: String, Sendable, CaseIterable {
        /// A drag stays on the series that it began on.
        case singleSeries
        /// It goes over to the nearest point of any series that may be tracked.
        case floating
    }

    /// What becomes of it while its point lies outside the plot area.
    public enum OutOfRangeBehavior: String, Sendable, CaseIterable {
        /// It stays at the edge that the point is beyond.
        case keepAtEdge
        /// It is not drawn, and comes back with the point.
        case hide
        case remove
    }

    public var style = CrosshairStyle()
    /// Of drags; what code shows, it shows.
    public var mode = Mode.singleSeries
    /// Whether a drag along a line goes from point to point smoothly, with values between them. Code shows data points.
    public var interpolatePoints = true
    public var outOfRangeBehavior = OutOfRangeBehavior.hide
    /// Whether there are lines to the axes.
    public var enableCrosshairLines = true
    public var tooltip = CrosshairTooltip()
    public var lineDrawer = CrosshairLineDrawer()
    /// What it points at; not kept alive. nil = it is not shown.
    public weak var trackingSeries: CartesianSeries? { didSet { trackingValues = nil } }
    /// Index in the data of the series; nil = it is not shown.
    public var trackingPoint: Int? { didSet { trackingValues = nil } }
    /// Where it is on the line of `trackingSeries`; nil = at the point.
    public private(set) var trackingValues: (x: Double, y: Double)?
    /// Whether the place that it points at lay in the plot area when it was drawn last; true at first.
    public private(set) var isInsideRange = true
    /// Who shows it.
    public internal(set) weak var chart: Chart?

    public init() {}

    /// Whether it points at something.
    public var isActive: Bool { trackingSeries != nil && trackingPoint != nil }

    /// Points at a data point from the next picture on. Before the first load it waits for the data; a point that the chart does not have, that is a
    /// gap or hidden, shows none.
    ///
    /// - Parameter index: as the host counts the points of the series.
    /// - Returns: false, and nothing changes, on a chart of slices and on a radial chart, and for a series of another chart.
    @discardableResult
    public func show(at index: Int, of series: CartesianSeries) -> Bool {
        guard let chart else { return set(index, series) }
        guard !chart.isPie, !chart.isRadial else {
            chart.warn(.ignored(place: "crosshair", reason: "only charts with crossing axes have one"))
            return false
        }
        guard !chart.hasLoaded || chart.series.contains(where: { $0 === series }) else {
            chart.warn(.ignored(place: "crosshair", reason: "the series is not on this chart"))
            return false
        }
        follow(index, between: nil, of: series)
        return true
    }

    @discardableResult
    private func set(_ index: Int, _ series: CartesianSeries) -> Bool {
        (trackingSeries, trackingPoint, trackingValues) = (series, index, nil)
        chart?.redrawChart()
        return true
    }

    /// Leads it on: by a long press, or by code.
    func follow(_ index: Int, between place: (x: Double, y: Double)?, of series: CartesianSeries) {
        if !isActive { show() }
        guard let point = series.dataPoint(at: index), let values = place ?? series.axisValues(ofDataPoint: index) else {
            // Data that are still to come, or a point that has no place.
            set(index, series)
            return
        }
        move(to: series.position(of: values), displaying: values, of: series, at: point)
        // One that slides along a line does so over its points, too.
        if let place, trackingSeries === series, trackingPoint == index, trackingValues == nil { trackingValues = place }
    }

    // MARK: Steps that a subclass may add to

    /// It is about to point at something, having pointed at nothing.
    open func show() { chart?.redrawChart() }

    /// Points at nothing from the next picture on.
    open func remove() { forget() }

    /// The same where the chart does it: its data are others.
    open func hide() { forget() }

    private func forget() {
        (trackingSeries, trackingPoint, trackingValues) = (nil, nil, nil)
        isInsideRange = true
        chart?.redrawChart()
    }

    /// Points at a place from the next picture on. Code may move it to where it was before.
    ///
    /// - Parameters:
    ///   - position: of the values in points of the chart, as of the last picture; nil before the first. The next picture places the crosshair by its
    ///     values, since axes may show something else then.
    ///   - values: in units of the axes of the series: those of the point, or between points of a line.
    ///   - series: on the chart.
    ///   - point: of the series, the nearest one.
    open func move(to position: (x: Double, y: Double)?, displaying values: (x: Double, y: Double), of series: CartesianSeries, at point: ChartPoint) {
        set(point.dataPointIndex, series)
        // Of a bar, the place is beside its value.
        if let own = series.axisValues(ofDataPoint: point.dataPointIndex), own == values { return }
        trackingValues = values
    }

    /// The place that it points at has left the plot area: what follows is `outOfRangeBehavior`.
    open func movedOutOfRange() {
        isInsideRange = false
        if outOfRangeBehavior == .remove { remove() }
    }

    /// The place that it points at is in the plot area again.
    open func movedInsideRange() { isInsideRange = true }

    /// The chart has read its data anew: the point may be another, and the crosshair goes. One that stays overrides this. It keeps its place between
    /// points where its line still has one there, and is at the new place of the point of its index otherwise.
    open func chartDidReload() { hide() }

    /// The first points of its series are gone.
    func follow(pointsRemoved number: Int) {
        guard let index = trackingPoint else { return }
        guard index >= number else { return hide() }
        let values = trackingValues
        trackingPoint = index - number
        trackingValues = values
    }

    /// The data are others.
    func followReload() {
        guard isActive else { return }
        if let values = trackingValues { trackingValues = trackingSeries?.values(besides: values) }
        chartDidReload()
    }

    /// Draws lines, circle and tooltip.
    ///
    /// - Parameter style: nothing in it is nil.
    open func draw(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout FurnitureContext) {
        drawMarks(target, style: style, &context)
        tooltip.prepare(target, style: style)
        tooltip.draw(target, style: style, &context)
    }

    /// All but the tooltip.
    func drawMarks(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout FurnitureContext) {
        if enableCrosshairLines { lineDrawer.drawLines(target, style: style, &context) }
        lineDrawer.drawEllipse(target, style: style, &context)
    }

    /// Of the circle, points.
    static let radius = 5.0
}

/// What a crosshair points at, in points of the chart.
public struct CrosshairTarget {
    public let series: CartesianSeries
    public let point: ChartPoint
    /// The point's place.
    public let x: Double
    public let y: Double
    /// Its values as the axes write them.
    public let xText: String
    /// Empty where it has several.
    public let yText: String
    /// Where a point has several values: what each is, and its text.
    public let keyedTexts: [(key: DataKey, text: String)]
    /// Where the vertical line ends: at the x-axis.
    public let xAxisEdge: Double
    /// Where the horizontal line ends: at the y-axis.
    public let yAxisEdge: Double
    /// Where the tooltip may be.
    public let canvas: Rect
    public let plotArea: Rect
    public let xAxis: Axis
    public let yAxis: Axis
    /// Of the place, in units of the axes: between points of a line where the crosshair slides along it. nil = it is at the point.
    public let values: (x: Double, y: Double)?

    /// The lines to the two axes as rectangles, but for the circle round the point.
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

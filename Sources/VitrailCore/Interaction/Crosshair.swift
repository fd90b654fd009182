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
    /// Who shows it.
    weak var chart: Chart?

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
        chart.redrawChart()
        return set(index, series)
    }

    private func set(_ index: Int, _ series: CartesianSeries) -> Bool {
        (trackingSeries, trackingPoint, trackingValues) = (series, index, nil)
        return true
    }

    /// The data are others: of a place between points there is nothing left but the point.
    func followReload() {
        guard isActive else { return }
        trackingValues = nil
        chartDidReload()
    }

    /// A long press has led it on.
    func follow(_ index: Int, between values: (x: Double, y: Double)?, of series: CartesianSeries) -> Bool {
        guard show(at: index, of: series) else { return false }
        trackingValues = values
        return true
    }

    /// Points at nothing from the next picture on.
    open func remove() {
        (trackingSeries, trackingPoint, trackingValues) = (nil, nil, nil)
        chart?.redrawChart()
    }

    /// The chart has read its data anew: the point may be another, and the crosshair goes. One that stays overrides this, and is at the new
    /// place of the point of its index.
    open func chartDidReload() { remove() }

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

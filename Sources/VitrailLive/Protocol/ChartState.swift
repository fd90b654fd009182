package import Vitrail

/// The user's changes to the charts of a figure. A client keeps it, and sends it back when its session was lost.
package struct FigureState: Sendable, Equatable, Codable {
    /// From top to bottom.
    package var charts: [ChartState]
    /// Index of the chart that keys belong to. `nil`: there is one chart.
    package var focus: Int?

    package init(_ charts: [ChartState] = [ChartState()], focus: Int? = nil) {
        (self.charts, self.focus) = (charts, focus)
    }
}

/// The user's changes to a chart: visible ranges and the marked point.
package struct ChartState: Sendable, Equatable, Codable {
    /// Visible range of each x-axis: minimum, maximum. `nil`: the default range.
    package var x: [[Double]?] = []
    /// Likewise for the y-axes.
    package var y: [[Double]?] = []
    package var crosshair: Mark?

    /// The position that the crosshair marks.
    package struct Mark: Sendable, Equatable, Codable {
        /// Index among the chart's series.
        package var series: Int
        /// Index in the data of the series: the nearest point.
        package var point: Int
        /// A position between points: x and y in units of the axes. `nil`: the point's.
        package var values: [Double]?

        package init(series: Int, point: Int, values: [Double]? = nil) {
            (self.series, self.point, self.values) = (series, point, values)
        }
    }

    package init(x: [[Double]?] = [], y: [[Double]?] = [], crosshair: Mark? = nil) {
        (self.x, self.y, self.crosshair) = (x, y, crosshair)
    }

    /// The state of a chart that was rendered.
    package init(of chart: Chart) {
        func range(_ axis: Axis) -> [Double]? {
            let (shown, full) = (axis.axisRange, axis.defaultRange)
            // A drag at the edges of the data leaves differences of rounding.
            let tolerance = full.span.isFinite ? full.span * 1e-12 : 0
            let isFull =
                abs(shown.minimum - full.minimum) <= tolerance && abs(shown.maximum - full.maximum) <= tolerance
            return isFull ? nil : [shown.minimum, shown.maximum]
        }
        (x, y) = (chart.allXAxes.map(range), chart.allYAxes.map(range))
        if let series = chart.crosshair.trackingSeries, let point = chart.crosshair.trackingPoint,
            let index = chart.series.firstIndex(where: { $0 === series })
        {
            crosshair = Mark(series: index, point: point, values: chart.crosshair.trackingValues.map { [$0.x, $0.y] })
        }
    }

    /// Applies the state to a chart that was rendered. Parts that the chart does not have, and ranges that an axis
    /// cannot show, have no effect.
    package func apply(to chart: Chart) {
        for (axes, ranges) in [(chart.allXAxes, x), (chart.allYAxes, y)] {
            for (axis, range) in zip(axes, ranges) {
                if let range, range.count == 2 { axis.setRange(range[0], range[1]) } else { axis.resetZoomLevel() }
            }
        }
        if let crosshair, chart.series.indices.contains(crosshair.series),
            let series = chart.series[crosshair.series] as? CartesianSeries,
            (0..<series.numberOfDataPoints).contains(crosshair.point)
        {
            if let values = crosshair.values, values.count == 2, values.allSatisfy(\.isFinite) {
                chart.crosshair.show(at: crosshair.point, of: series, between: (values[0], values[1]))
            } else {
                chart.crosshair.show(at: crosshair.point, of: series)
            }
        } else if chart.crosshair.isActive {
            chart.crosshair.remove()
        }
        chart.redrawChart()
    }
}

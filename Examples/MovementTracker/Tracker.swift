import Vitrail

/// The chart with its data source, crosshair and tooltip. It takes locations and forwards touches.
final class Tracker {
    let chart: Chart
    let dataSource: MovementTrackerDataSource
    let crosshair = MapCrosshair()
    let tooltip: MapTooltip

    /// - Parameters:
    ///   - width, height: points.
    ///   - showsPoints: whether each point has a symbol.
    init(width: Double, height: Double, showsPoints: Bool) {
        dataSource = MovementTrackerDataSource(showsPoints: showsPoints)
        tooltip = MapTooltip(dataSource: dataSource, width: width < 600 ? 128 : 168)
        chart = Chart(frame: Rect(x: 0, y: 0, width: width, height: height))
        setUpAxes()
        chart.title = "Movement Tracker"
        chart.legend.hidden = false
        chart.legend.position = .bottomMiddle
        crosshair.tooltip = tooltip
        crosshair.style.lineWidth = 2
        crosshair.style.lineColor = .black
        chart.crosshair = crosshair
        // The tooltip covers the axes where it extends past the edge of the plot area.
        chart.raiseCrosshair = true
    }

    private func setUpAxes() {
        let (time, speed, distance) = (DateTimeAxis(), NumberAxis(), NumberAxis())
        time.title = "Time"
        speed.title = "Speed (km/h)"
        distance.title = "Distance (km)"
        distance.axisPosition = .reverse
        distance.axisLabelsAreFixed = true
        // One grid is enough.
        distance.style.majorGridLineStyle.showMajorGridLines = false
        (chart.xAxis, chart.yAxis) = (time, speed)
        chart.addYAxis(distance)
    }

    /// Adds new locations; the next picture shows them.
    func update(_ locations: some Collection<Location>) {
        for location in locations { dataSource.add(location) }
        guard chart.dataSource != nil else {
            // First locations: from here on, axes whose ranges follow the data have something to show.
            chart.dataSource = dataSource
            return
        }
        for index in 0..<2 { chart.appendNumberOfDataPoints(locations.count, toEndOfSeriesAt: index) }
    }

    /// Touches a line at a position in the last picture.
    ///
    /// - Parameter seconds: since 1970.
    func touch(_ phase: GesturePhase, at seconds: Double, ofSeries index: Int) {
        guard let plot = chart.plotAreaFrame, let position = values(at: seconds, ofSeries: index),
            let x = chart.xAxis?.pixelValue(forDataValue: position.x),
            let y = chart.allYAxes[index].pixelValue(forDataValue: position.y)
        else { return }
        chart.longPress(phase, x: plot.x + x, y: plot.y + y)
    }

    /// The values of a line at a time, in units of its axes; `nil` if it has none.
    func values(at seconds: Double, ofSeries index: Int) -> (x: Double, y: Double)? {
        let data = dataSource.data
        guard let after = data.firstIndex(where: { $0.location.seconds >= seconds }) else { return nil }
        func value(_ k: Int) -> Double { index == 0 ? data[k].speed : data[k].totalDistance }
        guard after > 0 else { return (data[0].location.seconds, value(0)) }
        let (start, end) = (data[after - 1].location.seconds, data[after].location.seconds)
        return (seconds, value(after - 1) + (seconds - start) / (end - start) * (value(after) - value(after - 1)))
    }
}

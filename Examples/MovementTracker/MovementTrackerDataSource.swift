import Vitrail

/// A point of the chart.
struct MovementTrackerDatum {
    var location: Location
    /// Kilometres per hour.
    var speed: Double
    /// Kilometres since the start.
    var totalDistance: Double
}

/// Speed and distance of the locations so far, as two lines on two y-axes.
final class MovementTrackerDataSource: DataSource {
    private(set) var data: [MovementTrackerDatum] = []
    private let showsPoints: Bool

    /// - Parameter showsPoints: whether each point has a symbol.
    init(showsPoints: Bool) { self.showsPoints = showsPoints }

    /// - Parameter location: not earlier than the last one.
    func add(_ location: Location) {
        var distance = 0.0
        if let last = data.last { distance = last.totalDistance + location.distance(from: last.location) / 1_000 }
        data.append(MovementTrackerDatum(location: location, speed: location.speed * 3.6, totalDistance: distance))
    }

    /// The location at a time, interpolated linearly between two data; the first or the last one beyond them. `nil`:
    /// there are none.
    func location(at seconds: Double) -> Location? {
        guard let first = data.first?.location, let last = data.last?.location else { return nil }
        if seconds <= first.seconds { return first }
        if seconds >= last.seconds { return last }
        var (low, high) = (0, data.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if data[middle].location.seconds <= seconds { low = middle } else { high = middle }
        }
        let (before, after) = (data[low].location, data[high].location)
        return before.moved(to: after, share: (seconds - before.seconds) / (after.seconds - before.seconds))
    }

    // MARK: DataSource

    func numberOfSeries(in chart: Chart) -> Int { 2 }

    func series(at index: Int, in chart: Chart) -> Series {
        let color = index == 0 ? MovementTracker.speedColor : MovementTracker.distanceColor
        let line = LineSeries(
            title: index == 0 ? "Speed" : "Distance", style: LineSeriesStyle(lineColor: color, lineWidth: 2))
        line.crosshairEnabled = true
        line.style.pointStyle = PointStyle(showPoints: showsPoints, color: color, radius: 2.5, innerRadius: 0)
        return line
    }

    func yAxis(forSeriesAt index: Int, in chart: Chart) -> Axis? { chart.allYAxes[index] }

    func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { data.count }

    func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
        let datum = data[pointIndex]
        return DataPoint(
            xValue: .date(datum.location.seconds), yValue: .number(index == 0 ? datum.speed : datum.totalDistance))
    }
}

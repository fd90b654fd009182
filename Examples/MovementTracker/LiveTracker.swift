import VitrailLiveServer

/// The ride on a live page: fixes of the recording arrive while it is open. A press on a line shows the crosshair, and
/// a drag moves it along the line.
final class LiveTracker: LiveContent {
    private let tracker: Tracker
    private let locations: [Location]
    /// Locations per second.
    private let rate: Double
    /// Number of locations at the start.
    private let first: Int
    private var arrived: Int
    private var elapsed = 0.0

    init(_ locations: [Location], rate: Double = 10, first: Int = 20) {
        (self.locations, self.rate, self.first) = (locations, rate, min(first, locations.count))
        let size = MovementTracker.size
        tracker = Tracker(width: size.width, height: size.height, showsPoints: true)
        arrived = self.first
        tracker.update(locations.prefix(arrived))
    }

    var charts: [Chart] { [tracker.chart] }
    var isStreaming: Bool { true }

    /// - Returns: whether locations are left.
    func advance(by seconds: Double) -> Bool {
        tracker.chart.advance(by: seconds)
        elapsed += max(seconds, 0)
        let count = min(first + Int(elapsed * rate), locations.count)
        if count > arrived { tracker.update(locations[arrived..<count]) }
        arrived = count
        return arrived < locations.count
    }

    func tap(x: Double, y: Double) -> Bool {
        tracker.chart.longPress(.began, x: x, y: y)
        return tracker.chart.longPress(.ended, x: x, y: y)
    }

    func pan(
        _ phase: GesturePhase, x: Double, y: Double, time: Double?, velocity: (x: Double, y: Double)?
    ) -> Bool { tracker.chart.longPress(phase, x: x, y: y) }
}

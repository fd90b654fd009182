import VitrailLiveServer

/// Either build on a live page, which passes on gestures and time.
final class LiveCharts: LiveContent {
    private let linked: any LinkedCharts
    private var trail: [(x: Double, y: Double, time: Double)] = []

    init(_ linked: any LinkedCharts) { self.linked = linked }

    var charts: [Chart] { [linked.main, linked.overview] }

    /// With the library's class, Tab also reaches the handles.
    var rangeSelector: RangeSelector? { (linked as? LibraryRangeSelector)?.selector }

    @discardableResult
    func pan(
        _ phase: GesturePhase, x: Double, y: Double, time: Double?, velocity: (x: Double, y: Double)?
    ) -> Bool {
        if phase == .began { trail = [] }
        if let time { trail = trail.filter { time - $0.time <= Self.memory } + [(x, y, time)] }
        return linked.pan(phase, x: x, y: y, velocity: phase == .ended ? velocity ?? self.velocity : nil)
    }

    /// Seconds before a release whose moves decide on its velocity.
    private static let memory = 0.1

    /// Points per second.
    private var velocity: (x: Double, y: Double) {
        guard let first = trail.first, let last = trail.last, last.time > first.time else { return (0, 0) }
        let seconds = last.time - first.time
        return ((last.x - first.x) / seconds, (last.y - first.y) / seconds)
    }

    @discardableResult
    func pinch(
        _ phase: GesturePhase, _ first: (x: Double, y: Double), _ second: (x: Double, y: Double), time: Double?,
        velocity: Double?
    ) -> Bool { linked.pinch(phase, first, second) }

    @discardableResult
    func tap(x: Double, y: Double) -> Bool {
        if let rangeSelector { return rangeSelector.tap(x: x, y: y) }
        return y < linked.main.frame.height && linked.main.tap(x: x, y: y)
    }

    @discardableResult
    func doubleTap(x: Double, y: Double) -> Bool {
        y < linked.main.frame.height && linked.main.doubleTap(x: x, y: y)
    }

    @discardableResult
    func longPress(_ phase: GesturePhase, x: Double, y: Double) -> Bool { false }

    @discardableResult
    func advance(by seconds: Double) -> Bool { linked.advance(by: seconds) }

    func stopMotions() { linked.stopMotions() }
}

import Vitrail

/// Recognises taps, drags, pinches and long presses in the events of pointers, and passes them to a target.
final class PointerGestures {
    private let target: any GestureTarget
    /// The chart whose plot area the wheel zooms.
    private unowned let chart: Chart
    private var phase = Phase.up
    private var touches = TouchOrder()

    private enum Phase {
        case up
        /// Down, and not moved so far. `seconds`: since it went down.
        case pressed(x: Double, y: Double, seconds: Double)
        /// Down for longer than a tap, where a long press has no effect. It may still become a drag.
        case waiting(x: Double, y: Double)
        case panning
        case pinching(first: Int, second: Int)
        /// A long press moves the crosshair.
        case tracking
        /// A button or a finger that no gesture uses.
        case ignored
    }

    /// Maximum distance in points that a pressed pointer moves without a drag.
    private static let slop = 4.0
    /// Minimum duration of a long press in seconds.
    static let longPress = 0.5

    init(_ target: any GestureTarget, _ chart: Chart) { (self.target, self.chart) = (target, chart) }

    var isHeld: Bool { if case .up = phase { false } else { true } }

    func down(_ event: PointerEvent) {
        touches.update(event)
        if let (first, second) = touches.two {
            end(event)
            target.pinch(.began, (first.x, first.y), (second.x, second.y), time: event.time, velocity: nil)
            phase = .pinching(first: first.id, second: second.id)
            return
        }
        target.stopMotions()
        phase = event.button <= 1 ? .pressed(x: event.x, y: event.y, seconds: 0) : .ignored
    }

    func move(_ event: PointerEvent) {
        touches.update(event)
        switch phase {
        case .up, .ignored: break
        case .pressed(let x, let y, _), .waiting(let x, let y):
            let (dx, dy) = (event.x - x, event.y - y)
            guard dx * dx + dy * dy > Self.slop * Self.slop else { return }
            target.pan(.began, x: x, y: y, time: event.time, velocity: nil)
            target.pan(.moved, x: event.x, y: event.y, time: event.time, velocity: nil)
            phase = .panning
        case .panning: target.pan(.moved, x: event.x, y: event.y, time: event.time, velocity: nil)
        case .tracking: target.longPress(.moved, x: event.x, y: event.y)
        case .pinching(let first, let second):
            guard let (one, two) = touches.pair(first, second) else { return }
            target.pinch(.moved, (one.x, one.y), (two.x, two.y), time: event.time, velocity: nil)
        }
    }

    func up(_ event: PointerEvent) {
        if case .pinching(let first, let second) = phase {
            // The fingers as they were last, because the lifted one is no longer reported.
            let pair = touches.pair(first, second)
            touches.update(event)
            guard touches.pair(first, second) == nil else { return }
            if let (one, two) = pair {
                target.pinch(.ended, (one.x, one.y), (two.x, two.y), time: event.time, velocity: nil)
            }
            // A finger that is left goes on as a drag.
            guard let left = touches.first else { return phase = .up }
            target.pan(.began, x: left.x, y: left.y, time: event.time, velocity: nil)
            phase = .panning
            return
        }
        touches.update(event)
        if case .pressed = phase { target.tap(x: event.x, y: event.y) }
        end(event)
        phase = .up
    }

    /// Ends a gesture at its last position, without momentum: no end of it will come.
    func cancel() {
        // An end without a position, which ends a drag, a pinch and a box.
        if isHeld { target.pan(.ended, x: .nan, y: .nan, time: nil, velocity: nil) }
        (phase, touches) = (.up, TouchOrder())
    }

    /// Ends a gesture that is in progress.
    private func end(_ event: PointerEvent) {
        switch phase {
        case .panning: target.pan(.ended, x: event.x, y: event.y, time: event.time, velocity: nil)
        case .tracking: target.longPress(.ended, x: event.x, y: event.y)
        case .up, .pressed, .waiting, .pinching, .ignored: break
        }
    }

    /// - Returns: whether a press may become a long press.
    func advance(by seconds: Double) -> Bool {
        guard case .pressed(let x, let y, let before) = phase else { return false }
        let now = before + max(seconds, 0)
        guard now >= Self.longPress else {
            phase = .pressed(x: x, y: y, seconds: now)
            return true
        }
        phase = target.longPress(.began, x: x, y: y) ? .tracking : .waiting(x: x, y: y)
        return false
    }

    // MARK: Wheel

    /// Growth for a step of the wheel by one unit.
    private static let growth = 0.002
    /// Distance between the two fingers that a wheel stands for, in points.
    private static let spread = 100.0

    /// Zooms around the pointer. Over an axis, or with Shift (x) or Alt (y), only axes of that direction are zoomed.
    func wheel(_ event: WheelEvent) {
        guard let plot = chart.plotAreaFrame else { return }
        // With Shift, browsers report a wheel as horizontal.
        let delta = event.dy != 0 ? event.dy : event.dx
        let growth = exponential(-min(max(delta, -1_000), 1_000) * Self.growth)
        let x = min(max(event.x, plot.x), plot.maxX)
        let y = min(max(event.y, plot.y), plot.maxY)
        let isOnlyX = event.modifiers.contains(.shift) || event.y != y && event.x == x
        let isOnlyY = event.modifiers.contains(.alt) || event.x != x && event.y == y
        target.zoom(
            by: growth, x: x, y: y, spread: (isOnlyY ? 0 : Self.spread, isOnlyX ? 0 : Self.spread))
    }
}

extension GestureTarget {
    /// Zooms as two fingers do, so that limits, logarithmic axes and locked ratios count.
    ///
    /// - Parameters:
    ///   - growth: size of the content afterwards, as a multiple of its size before.
    ///   - x, y: position that keeps its values, in points of the target.
    ///   - spread: distance of the fingers along both axes at the beginning; an axis of distance 0 is not zoomed.
    func zoom(by growth: Double, x: Double, y: Double, spread: (x: Double, y: Double)) {
        func fingers(_ factor: Double) -> ((x: Double, y: Double), (x: Double, y: Double)) {
            let (dx, dy) = (spread.x * factor / 2, spread.y * factor / 2)
            return ((x - dx, y - dy), (x + dx, y + dy))
        }
        let (start, end) = (fingers(1), fingers(growth))
        guard pinch(.began, start.0, start.1, time: nil, velocity: nil) else { return }
        pinch(.moved, end.0, end.1, time: nil, velocity: nil)
        pinch(.ended, end.0, end.1, time: nil, velocity: 0)
    }
}

/// The fingers that are down, in the order of their arrival.
private struct TouchOrder {
    private var touches: [PointerEvent.Touch] = []

    mutating func update(_ event: PointerEvent) {
        let now = Dictionary(event.touches.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        let old = touches.compactMap { now[$0.id] }
        touches = old + event.touches.filter { touch in !old.contains { $0.id == touch.id } }
    }

    var first: PointerEvent.Touch? { touches.first }

    /// The two fingers of a pinch. A third one does not count.
    var two: (PointerEvent.Touch, PointerEvent.Touch)? {
        touches.count == 2 ? (touches[0], touches[1]) : nil
    }

    func pair(_ first: Int, _ second: Int) -> (PointerEvent.Touch, PointerEvent.Touch)? {
        guard let one = touches.first(where: { $0.id == first }), let two = touches.first(where: { $0.id == second })
        else { return nil }
        return (one, two)
    }
}

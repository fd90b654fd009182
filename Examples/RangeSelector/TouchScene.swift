import Vitrail

/// A finger in one frame.
enum Touch {
    /// On the overview.
    ///
    /// - position: along its plot area, 0 to 1.
    /// - velocity: at the end of the gesture, plot areas per second.
    case overview(GesturePhase, position: Double, velocity: Double = 0)
    /// On the main chart, likewise.
    case main(GesturePhase, position: Double, velocity: Double = 0)
    /// Two fingers on the main chart around its middle; `distance` is their distance as a fraction of the plot area.
    case pinch(GesturePhase, distance: Double)
    /// The finger does not move, or there is none.
    case rest
}

/// Touches, one per frame. Frames continue until all movement has stopped.
struct TouchScene {
    let name: String
    let touches: [Touch]

    static let all = [window, handles, chart]

    /// The window is dragged to the left and released. It moves on by itself for a second.
    static let window = TouchScene(
        name: "window",
        touches: [.rest, .overview(.began, position: 0.7)]
            + steps(8, from: 0.7, to: 0.42, slowing: false) { .overview(.moved, position: $0) }
            + [.overview(.ended, position: 0.42, velocity: -1)])

    /// The left handle is pulled to the left and back against the right one; then the right one is pulled to the end.
    static let handles = TouchScene(
        name: "handles",
        touches: [.rest, .overview(.began, position: 0.6)]
            + steps(6, from: 0.6, to: 0.35) { .overview(.moved, position: $0) }
            + steps(8, from: 0.35, to: 0.83) { .overview(.moved, position: $0) } + [
                .overview(.ended, position: 0.83), .overview(.began, position: 0.8),
            ]
            + steps(6, from: 0.8, to: 1) { .overview(.moved, position: $0) } + [.overview(.ended, position: 1)])

    /// The main chart is panned and released; two fingers zoom in past the limit, and out again. The window follows.
    static let chart = TouchScene(
        name: "chart",
        touches: [.rest, .main(.began, position: 0.3)]
            + steps(5, from: 0.3, to: 0.8, slowing: false) { .main(.moved, position: $0) }
            + [.main(.ended, position: 0.8, velocity: 0.9)] + Array(repeating: .rest, count: 8) + [
                .pinch(.began, distance: 0.15)
            ]
            + steps(6, from: 0.15, to: 0.9) { .pinch(.moved, distance: $0) }
            + steps(6, from: 0.9, to: 0.12) { .pinch(.moved, distance: $0) }
            + [.pinch(.ended, distance: 0.12)])

    /// - Parameter slowing: whether the finger starts and stops gently.
    private static func steps(
        _ count: Int, from start: Double, to end: Double, slowing: Bool = true, _ touch: (Double) -> Touch
    ) -> [Touch] {
        (1...count).map { k in
            let time = Double(k) / Double(count)
            return touch(start + (end - start) * (slowing ? AnimationCurve.easeInOut(time) : time))
        }
    }
}

/// Plays a scene on two charts, frame by frame. The pictures show the fingers.
final class Playback {
    /// Seconds per frame.
    static let frame = 1.0 / 12
    let charts: any LinkedCharts
    private var touches: ArraySlice<Touch>
    private let fingers = Fingers()

    /// Fingers on the plot areas, points of the two charts.
    private final class Fingers {
        var main: [(x: Double, y: Double)] = []
        var overview: [(x: Double, y: Double)] = []
    }

    /// - Parameter charts: each must have been rendered once.
    init(_ scene: TouchScene, on charts: any LinkedCharts) {
        (self.charts, touches) = (charts, scene.touches[...])
        charts.main.overlays.append { [fingers] context in Self.draw(fingers.main, &context) }
        charts.overview.overlays.append { [fingers] context in Self.draw(fingers.overview, &context) }
    }

    /// Advances by one frame.
    ///
    /// - Returns: false if nothing is left to do: the picture is still the previous one.
    func next() -> Bool {
        let moves = charts.advance(by: Self.frame)
        // The last step of momentum is a frame, too.
        defer { moved = moves }
        guard let touch = touches.popFirst() else { return moves || moved }
        apply(touch)
        return true
    }

    private var moved = false

    private func apply(_ touch: Touch) {
        guard let main = charts.main.plotAreaFrame, let overview = charts.overview.plotAreaFrame else { return }
        switch touch {
        case .overview(let phase, let position, let velocity):
            let (x, y) = (overview.x + position * overview.width, overview.midY)
            charts.pan(
                phase, x: x, y: charts.main.frame.height + y,
                velocity: phase == .ended ? (velocity * overview.width, 0) : nil)
            fingers.overview = phase == .ended ? [] : [(x, y)]
        case .main(let phase, let position, let velocity):
            let (x, y) = (main.x + position * main.width, main.y + main.height * 0.75)
            charts.pan(phase, x: x, y: y, velocity: phase == .ended ? (velocity * main.width, 0) : nil)
            fingers.main = phase == .ended ? [] : [(x, y)]
        case .pinch(let phase, let distance):
            let y = main.y + main.height * 0.75
            let ends = [-0.5, 0.5].map { (x: main.midX + $0 * distance * main.width, y: y) }
            charts.pinch(phase, ends[0], ends[1])
            fingers.main = phase == .ended ? [] : ends
        case .rest: break
        }
    }

    private static func draw(_ fingers: [(x: Double, y: Double)], _ context: inout OverlayContext) {
        for finger in fingers { context.disc(x: finger.x, y: finger.y, radius: 12, Color(0xE8811A, alpha: 0.55)) }
    }
}

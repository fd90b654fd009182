#if canImport(Glibc)
    import Glibc
#endif

/// Turns a pie or donut by dragging, and continues with decreasing speed.
final class SliceSpin {
    private unowned let chart: Chart
    private var drag: Drag?
    private var glide: Glide?

    private struct Drag {
        let series: PieSeries
        var x: Double
        var y: Double
        var hasMoved = false
        /// Trail of the angle in radians.
        var trail = GestureTrail()
        var angle = 0.0
    }

    private struct Glide {
        let series: PieSeries
        /// Radians per second, anticlockwise.
        var speed: Double
        /// Seconds until the next frame.
        var wait = Motion.frame
        /// Seconds until the end, for a speed that does not decrease.
        var left = Motion.maxMomentum
    }

    init(_ chart: Chart) { self.chart = chart }

    var isMoving: Bool { glide != nil }
    /// Series that spins by itself.
    var spinning: PieSeries? { glide?.series }

    /// - Parameter velocity: points per second. `nil`: computed from the last moves.
    func pan(_ phase: GesturePhase, x: Double, y: Double, time: Double, velocity: (x: Double, y: Double)?) -> Bool {
        if phase == .began {
            drag = nil
            guard chart.radialRotationEnabled, let series = chart.slice(x: x, y: y)?.series,
                series.gesturePanningEnabled
            else { return false }
            stop()
            var drag = Drag(series: series, x: x, y: y)
            drag.trail.add(0, at: time)
            self.drag = drag
            return true
        }
        guard var drag, let center = drag.series.donutCenter else { return false }
        let series = drag.series
        let turn = Self.angle(x - center.x, y - center.y) - Self.angle(drag.x - center.x, drag.y - center.y)
        let change = turn.remainder(dividingBy: 2 * .pi)
        let begins = !drag.hasMoved && change != 0
        (drag.x, drag.y, drag.hasMoved) = (x, y, drag.hasMoved || begins)
        drag.angle += change
        drag.trail.add(drag.angle, at: time)
        self.drag = drag
        if begins { chart.delegate?.radialSeriesDidStartPanning(series, in: chart) }
        if change != 0 { self.turn(series, by: change) }
        guard phase == .ended else { return true }
        self.drag = nil
        let speed = velocity.map { Self.speed(x - center.x, y - center.y, $0) } ?? drag.trail.velocity.x
        guard speed.isFinite, abs(speed) >= Self.minimum else { return true }
        if !drag.hasMoved { chart.delegate?.radialSeriesDidStartPanning(series, in: chart) }
        chart.delegate?.radialSeriesWillBeginDecelerating(series, in: chart)
        glide = Glide(series: series, speed: speed)
        return true
    }

    private func turn(_ series: PieSeries, by angle: Double) {
        series.rotation += angle
        chart.delegate?.radialSeriesIsPanning(series, in: chart)
    }

    func stop() {
        guard let glide else { return }
        self.glide = nil
        chart.delegate?.radialSeriesDidEndDecelerating(glide.series, in: chart)
    }

    func advance(by seconds: Double) {
        var left = seconds
        while let now = glide {
            guard now.wait <= left + Motion.tolerance else {
                glide?.wait -= left
                return
            }
            left -= now.wait
            glide?.wait = Motion.frame
            glide?.left -= Motion.frame
            let friction = now.series.rotationFriction
            glide?.speed *= 1 - (friction.isFinite ? min(max(friction, 0), 1) : 1)
            turn(now.series, by: now.speed * Motion.frame)
            if let glide, !(abs(glide.speed) >= Self.minimum) || glide.left <= 0 { stop() }
        }
    }

    /// Angle of a position relative to the centre: 0 at 12 o'clock, anticlockwise.
    private static func angle(_ x: Double, _ y: Double) -> Double { atan2(-x, -y) }

    /// Angular velocity in radians per second at a position relative to the centre.
    private static func speed(_ x: Double, _ y: Double, _ velocity: (x: Double, y: Double)) -> Double {
        let square = x * x + y * y
        return square > 0 ? (y * velocity.x - x * velocity.y) / square : 0
    }

    /// Minimum speed in radians per second; slower counts as 0.
    private static let minimum = 0.06
}

extension Chart {
    /// Slice at a position, as drawn; for overlapping series, a slice of the series drawn last.
    ///
    /// - Parameters: points of the chart.
    func slice(x: Double, y: Double) -> (series: PieSeries, slice: Int)? {
        for series in pies.reversed() where !series.hidden {
            guard let center = series.donutCenter, let shown = series.shown else { continue }
            let ring = PieRing(series, drawnStyle: series.drawnStyle, fit: shown)
            if let slice = series.slices.indices.last(where: { ring.slice($0).holds(x: x - center.x, y: y - center.y) })
            {
                return (series, slice)
            }
        }
        return nil
    }
}

extension SliceGeometry {
    /// - Parameters: relative to the centre of the series.
    fileprivate func holds(x: Double, y: Double) -> Bool {
        guard angles.sweep != 0 else { return false }
        let (x, y) = (x - apex.x, y - apex.y)
        let distance = hypot(x, y)
        guard distance >= inner, distance <= outer else { return false }
        return abs((atan2(-x, -y) - angles.mid).remainder(dividingBy: 2 * .pi)) <= abs(angles.sweep) / 2 + 1e-9
    }
}

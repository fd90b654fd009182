/// Events: the host passes on taps, drags and pinches on a rendered chart.
///
/// ```swift
/// chart.xAxis?.enableGesturePanning = true
/// chart.xAxis?.enableMomentumPanning = true
/// chart.pan(.began, x: 200, y: 100, time: 0)
/// chart.pan(.moved, x: 260, y: 100, time: 0.1)
/// chart.pan(.ended, x: 260, y: 100, time: 0.1)
/// while chart.advance(by: 1.0 / 60) { show(try await renderer.render(chart)) }
/// ```
///
/// Positions are in points of the chart; 0, 0 is the top left of its frame. Before the first render, and where no
/// enabled feature uses the event, all methods return `false` and change nothing, so that the host can use the event
/// itself. Otherwise they change ranges, selection, rotation and crosshair at once, notify the delegate, and schedule a
/// render. Movement that continues after the event advances in `advance(by:)`. The next event that is used stops it.
///
/// The host supplies velocities. Without one, the velocity is computed from the moves of the last 0.1 s, by the times
/// of the events. An event without a time gets the time of the `advance(by:)` clock.
extension Chart {
    /// Selects the nearest series, point or slice. If the crosshair is visible, removes it instead. Stops all movement.
    @discardableResult
    public func tap(x: Double, y: Double) -> Bool {
        interaction.tell(of: .tap, .ended, x: x, y: y)
        guard isTouchable, x.isFinite, y.isFinite else { return false }
        if isPie {
            let spinning = interaction.spin.spinning
            interaction.stopMotions()
            if let spinning, !spinning.selectionEnabledDuringPanning { return true }
            return selectSlice(x: x, y: y) || spinning != nil
        }
        interaction.stopMotions()
        if crosshair.isActive {
            crosshair.remove()
            return true
        }
        return select(x: x, y: y)
    }

    /// Halves the spans of axes with gesture zooming around the tapped value. With `gestureDoubleTapResetsZoom`, shows
    /// the default ranges instead.
    @discardableResult
    public func doubleTap(x: Double, y: Double) -> Bool {
        interaction.tell(of: .doubleTap, .ended, x: x, y: y)
        guard isTouchable, !isPie, x.isFinite, y.isFinite else { return false }
        return interaction.doubleTap(x: x, y: y)
    }

    /// Moves the crosshair along the nearest series with an enabled crosshair. The crosshair stays when the press ends.
    @discardableResult
    public func longPress(_ phase: GesturePhase, x: Double, y: Double) -> Bool {
        interaction.tell(of: .longPress, phase, x: x, y: y)
        guard isTouchable, !isPie, x.isFinite, y.isFinite else { return false }
        return track(phase, x: x, y: y)
    }

    /// Pans axes with gesture panning, turns a pie, or draws a box, as `gesturePanType` says.
    ///
    /// - Parameters:
    ///   - time: seconds of any monotonic clock.
    ///   - velocity: points per second at the end of the gesture.
    @discardableResult
    public func pan(
        _ phase: GesturePhase, x: Double, y: Double, time: Double? = nil, velocity: (x: Double, y: Double)? = nil
    ) -> Bool {
        interaction.tell(of: .pan, phase, x: x, y: y)
        guard isTouchable, x.isFinite, y.isFinite else { return phase == .ended && interaction.abandon() }
        let time = time ?? interaction.motions.clock
        let velocity = velocity.map { (x: $0.x.isFinite ? $0.x : 0, y: $0.y.isFinite ? $0.y : 0) }
        if isPie { return interaction.spin.pan(phase, x: x, y: y, time: time, velocity: velocity) }
        let isTaken = interaction.pan(phase, x: x, y: y, time: time, velocity: velocity)
        if isTaken, phase == .began, crosshair.isActive { crosshair.remove() }
        return isTaken
    }

    /// Zooms axes with gesture zooming: the values under the midpoint of the two points stay there, and each span
    /// changes by the ratio of the old to the new distance of the points along its axis. The midpoint pans axes with
    /// gesture panning.
    ///
    /// - Parameters:
    ///   - time: seconds of any monotonic clock.
    ///   - velocity: relative growth per second at the end of the gesture (growth factor of one second minus 1).
    @discardableResult
    public func pinch(
        _ phase: GesturePhase, _ first: (x: Double, y: Double), _ second: (x: Double, y: Double), time: Double? = nil,
        velocity: Double? = nil
    ) -> Bool {
        interaction.tell(of: .pinch, phase, x: (first.x + second.x) / 2, y: (first.y + second.y) / 2)
        guard isTouchable, !isPie, [first.x, first.y, second.x, second.y].allSatisfy(\.isFinite) else {
            return phase == .ended && interaction.abandon()
        }
        let fingers = Interaction.Fingers(first: first, second: second)
        let isTaken = interaction.pinch(
            phase, fingers, time: time ?? interaction.motions.clock, velocity: velocity.map { $0.isFinite ? $0 : 0 })
        if isTaken, phase == .began, crosshair.isActive { crosshair.remove() }
        return isTaken
    }

    /// Draws a rectangle while `gesturePanType` is `boxDraw`. At the end of the gesture, axes with gesture zooming show
    /// the range inside it. `pan` then does the same, from the point where it began.
    ///
    /// - Parameters:
    ///   - x: position of a corner: the first corner when the gesture begins, then the opposite one.
    ///   - other: second point; with it, the two points are opposite corners.
    @discardableResult
    public func boxDrag(_ phase: GesturePhase, x: Double, y: Double, and other: (x: Double, y: Double)? = nil) -> Bool {
        interaction.tell(of: .boxDrag, phase, x: x, y: y)
        guard isTouchable, !isPie, x.isFinite, y.isFinite, other.map({ $0.x.isFinite && $0.y.isFinite }) ?? true else {
            return false
        }
        return interaction.drawBox(phase, (x, y), other)
    }

    /// Advances the time for everything that moves by itself: momentum, ranges that spring back or ease, spinning pies,
    /// and series animations.
    ///
    /// - Parameter seconds: time since the last call. Values that are not above 0 count as 0, values above 60 as 60.
    /// - Returns: whether anything keeps moving.
    @discardableResult
    public func advance(by seconds: Double) -> Bool {
        let seconds = seconds > 0 ? min(seconds, Motion.maxAtOnce) : 0
        interaction.motions.advance(by: seconds)
        interaction.spin.advance(by: seconds)
        let isAnimated = animationTracker.advance(interaction.motions.clock)
        return interaction.motions.isMoving || interaction.spin.isMoving || isAnimated
    }

    /// Stops movement, as every touch on the chart does first. Momentum and pies stop where they are; eased ranges jump
    /// to their end. Use it when the host handles a touch outside the chart, or before code sets a range during
    /// momentum. Series animations continue.
    public func stopMotions() { interaction.stopMotions() }

    /// Radial charts are excluded: their axes do not move.
    private var isTouchable: Bool { plotAreaFrame != nil && !isRadial && !ignoresEvents }
}

/// Events: what a host hands on of the taps, drags and pinches on a picture that it shows.
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
/// Places are in points of the chart: 0, 0 is the top left of its frame. Before the first picture nothing is where it could be touched: all return
/// false then. So they do, and nothing changes, where no enabled feature needs the event; whoever embeds the chart may use it otherwise. They change
/// ranges, selection, rotation and crosshair at once, tell the delegate, and schedule a render; what goes on afterwards moves in `advance(by:)`. The
/// next event that is used ends it.
///
/// Velocities are the host's; where it gives none they are taken from the moves of the last tenth of a second, by the times of the events. An event without
/// a time has that of `advance(by:)`.
extension Chart {
    /// Selects the series, point or slice that is nearest; with a visible crosshair, removes that; stops what moves.
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

    /// Halves the spans of axes that gestures zoom, round the value that was tapped; with `gestureDoubleTapResetsZoom` shows the default ranges.
    @discardableResult
    public func doubleTap(x: Double, y: Double) -> Bool {
        interaction.tell(of: .doubleTap, .ended, x: x, y: y)
        guard isTouchable, !isPie, x.isFinite, y.isFinite else { return false }
        return interaction.doubleTap(x: x, y: y)
    }

    /// Leads the crosshair along the nearest series that may be tracked; it stays when the press ends.
    @discardableResult
    public func longPress(_ phase: GesturePhase, x: Double, y: Double) -> Bool {
        interaction.tell(of: .longPress, phase, x: x, y: y)
        guard isTouchable, !isPie, x.isFinite, y.isFinite else { return false }
        return track(phase, x: x, y: y)
    }

    /// Moves what is shown on axes that gestures pan; turns a pie; draws a box where `gesturePanType` says so.
    ///
    /// - Parameters:
    ///   - time: seconds, by any clock that runs on.
    ///   - velocity: when it ends, points a second.
    @discardableResult
    public func pan(_ phase: GesturePhase, x: Double, y: Double, time: Double? = nil, velocity: (x: Double, y: Double)? = nil) -> Bool {
        interaction.tell(of: .pan, phase, x: x, y: y)
        guard isTouchable, x.isFinite, y.isFinite else { return phase == .ended && interaction.abandon() }
        let time = time ?? interaction.motions.clock
        let velocity = velocity.map { (x: $0.x.isFinite ? $0.x : 0, y: $0.y.isFinite ? $0.y : 0) }
        if isPie { return interaction.spin.pan(phase, x: x, y: y, time: time, velocity: velocity) }
        let isTaken = interaction.pan(phase, x: x, y: y, time: time, velocity: velocity)
        if isTaken, phase == .began, crosshair.isActive { crosshair.remove() }
        return isTaken
    }

    /// Zooms axes that gestures zoom: the values under the middle of two points keep their place under it, and spans are divided by what the points move
    /// apart along each axis. The middle pans axes that gestures pan.
    ///
    /// - Parameters:
    ///   - time: seconds, by any clock that runs on.
    ///   - velocity: when it ends, the factor by which things grow in a second, less 1.
    @discardableResult
    public func pinch(
        _ phase: GesturePhase, _ first: (x: Double, y: Double), _ second: (x: Double, y: Double), time: Double? = nil, velocity: Double? = nil
    ) -> Bool {
        interaction.tell(of: .pinch, phase, x: (first.x + second.x) / 2, y: (first.y + second.y) / 2)
        guard isTouchable, !isPie, [first.x, first.y, second.x, second.y].allSatisfy(\.isFinite) else { return phase == .ended && interaction.abandon() }
        let fingers = Interaction.Fingers(first: first, second: second)
        let isTaken = interaction.pinch(phase, fingers, time: time ?? interaction.motions.clock, velocity: velocity.map { $0.isFinite ? $0 : 0 })
        if isTaken, phase == .began, crosshair.isActive { crosshair.remove() }
        return isTaken
    }

    /// Draws a rectangle, while `gesturePanType` is `boxDraw`; when it ends, axes that gestures zoom show what is in it. `pan` does the same then, from where
    /// it began.
    ///
    /// - Parameters:
    ///   - x: of a corner: the first one when it begins, then the one across.
    ///   - other: of two points, the second: both are corners then.
    @discardableResult
    public func boxDrag(_ phase: GesturePhase, x: Double, y: Double, and other: (x: Double, y: Double)? = nil) -> Bool {
        interaction.tell(of: .boxDrag, phase, x: x, y: y)
        guard isTouchable, !isPie, x.isFinite, y.isFinite, other.map({ $0.x.isFinite && $0.y.isFinite }) ?? true else { return false }
        return interaction.drawBox(phase, (x, y), other)
    }

    /// Lets time go by for what moves by itself: momentum, ranges that spring back or are eased, pies that spin, series that come and go.
    ///
    /// - Parameter seconds: since the last call; what is not above 0 is 0, and more than a minute is a minute.
    /// - Returns: whether something moves on.
    @discardableResult
    public func advance(by seconds: Double) -> Bool {
        let seconds = seconds > 0 ? min(seconds, Motion.mostAtOnce) : 0
        interaction.motions.advance(by: seconds)
        interaction.spin.advance(by: seconds)
        let isAnimated = animationTracker.advance(interaction.motions.clock)
        return interaction.motions.isMoving || interaction.spin.isMoving || isAnimated
    }

    /// Ends what moves by itself, as any touch on the chart does first: momentum where it is, eased ranges at their end, pies where they are. For hosts
    /// that are touched beside the chart, and for code that sets a range against momentum. Series that come and go go on.
    public func stopMotions() { interaction.stopMotions() }

    /// Radial charts have axes that do not move.
    private var isTouchable: Bool { plotAreaFrame != nil && !isRadial && !ignoresEvents }
}

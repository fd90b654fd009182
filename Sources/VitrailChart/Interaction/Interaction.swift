#if canImport(Glibc)
    import Glibc
#endif

/// Gestures that are in progress on a chart.
final class Interaction {
    private unowned let chart: Chart
    let motions: RangeMotions
    private var pan: Pan?
    private var pinch: Pinch?
    private var box: Box?
    let spin: SliceSpin
    /// Touches that began and whose end has not been reported to the delegate.
    private var touching: Set<PlotAreaTouch.Kind> = []

    private struct Pan {
        var x: Double
        var y: Double
        var trail = GestureTrail()
        let axes: [Axis]
    }

    private struct Pinch {
        var fingers: Fingers
        /// Growth factor since the beginning of the gesture.
        var growth = 1.0
        var trail = GestureTrail()
        let zoomed: [Axis]
        let panned: [Axis]
    }

    /// Two points on the plot area, in points of the chart.
    struct Fingers {
        var first: (x: Double, y: Double)
        var second: (x: Double, y: Double)

        var middle: (x: Double, y: Double) { ((first.x + second.x) / 2, (first.y + second.y) / 2) }
        var distance: Double { hypot(second.x - first.x, second.y - first.y) }

        func separation(_ axis: Axis) -> Double {
            axis.isHorizontal ? abs(second.x - first.x) : abs(second.y - first.y)
        }
    }

    /// Rectangle that a gesture is drawing, as two opposite corners; points from the top left of the plot area.
    struct Box {
        var first: (x: Double, y: Double)
        var second: (x: Double, y: Double)
    }

    init(_ chart: Chart) {
        self.chart = chart
        motions = RangeMotions(chart)
        spin = SliceSpin(chart)
    }

    private var plot: Rect? { chart.plotAreaFrame }

    /// Notifies the delegate of a touch that is on the plot area or began there.
    func tell(of kind: PlotAreaTouch.Kind, _ phase: GesturePhase, x: Double, y: Double) {
        guard let delegate = chart.delegate, !chart.ignoresEvents, x.isFinite, y.isFinite, let plot else { return }
        let isTap = kind == .tap || kind == .doubleTap
        if isTap || phase == .began {
            guard plot.holds(x: x, y: y) else { return }
            if !isTap { touching.insert(kind) }
        }
        guard isTap || touching.contains(kind) else { return }
        if phase == .ended { touching.remove(kind) }
        delegate.chart(chart, touched: PlotAreaTouch(kind: kind, phase: phase, x: x, y: y))
    }

    /// Rectangle of the current box gesture, in points of the chart.
    var boxRect: Rect? {
        guard let box, let plot else { return nil }
        return Rect(
            x: plot.x + min(box.first.x, box.second.x), y: plot.y + min(box.first.y, box.second.y),
            width: abs(box.second.x - box.first.x),
            height: abs(box.second.y - box.first.y))
    }

    /// Stops all movement; called for each new input.
    func stopMotions() {
        motions.stop()
        spin.stop()
    }

    // MARK: Pan

    func pan(_ phase: GesturePhase, x: Double, y: Double, time: Double?, velocity: (x: Double, y: Double)?) -> Bool {
        if phase == .began { return beginPan(x: x, y: y, time: time) }
        if box != nil { return drawBox(phase, to: (x, y)) }
        guard var pan else { return false }
        pan.trail.add(x, y, at: time ?? motions.clock)
        let (dx, dy) = (x - pan.x, y - pan.y)
        (pan.x, pan.y) = (x, y)
        self.pan = pan
        if dx != 0 || dy != 0 { motions.move(.pan) { motions.drag(pan.axes, dx: dx, dy: dy) } }
        guard phase == .ended else { return true }
        self.pan = nil
        // A pinch continues the pan.
        guard pinch?.panned.isEmpty ?? true else { return true }
        let speed = velocity ?? pan.trail.velocity
        motions.end(.pan, pan.axes, velocity: { $0.isHorizontal ? speed.x : speed.y })
        return true
    }

    private func beginPan(x: Double, y: Double, time: Double?) -> Bool {
        if let pan { finish(pan) }
        forgetBox()
        guard let plot, plot.holds(x: x, y: y) else { return false }
        if chart.gesturePanType == .boxDraw { return beginBox((x, y), nil) }
        let axes = chart.gesturePanType == .panPinch ? chart.allAxes.filter(\.enableGesturePanning) : []
        guard !axes.isEmpty else { return false }
        stopMotions()
        var pan = Pan(x: x, y: y, axes: axes)
        pan.trail.add(x, y, at: time ?? motions.clock)
        self.pan = pan
        motions.begin(.pan)
        return true
    }

    /// Ends a pan whose successor began before its end was reported.
    private func finish(_ pan: Pan) {
        self.pan = nil
        if pinch?.panned.isEmpty ?? true { motions.end(.pan, pan.axes, velocity: { _ in 0 }) }
    }

    /// Ends all gestures at their last position, for an end event without a valid position.
    func abandon() -> Bool {
        let wasHeld = pan != nil || pinch != nil || box != nil
        forgetBox()
        let pinch = pinch
        self.pinch = nil
        if let pan { finish(pan) }
        if let pinch {
            motions.end(.zoom, pinch.zoomed, velocity: { _ in 0 })
            endPan(of: pinch)
        }
        return wasHeld
    }

    private func forgetBox() {
        guard box != nil else { return }
        box = nil
        chart.redrawChart()
    }

    // MARK: Pinch

    func pinch(_ phase: GesturePhase, _ fingers: Fingers, time: Double?, velocity: Double?) -> Bool {
        if phase == .began { return beginPinch(fingers, time: time) }
        guard var pinch else { return false }
        let before = pinch.fingers
        pinch.fingers = fingers
        if before.distance > 0 {
            pinch.growth *= max(fingers.distance, Self.minSeparation) / max(before.distance, Self.minSeparation)
        }
        pinch.trail.add(pinch.growth, at: time ?? motions.clock)
        self.pinch = pinch
        zoom(pinch, from: before)
        move(pinch, from: before)
        guard phase == .ended else { return true }
        self.pinch = nil
        let speed = velocity ?? pinch.trail.velocity.x / pinch.growth
        // With a locked aspect ratio there is no momentum, because each axis would slow down and reach its limit
        // separately.
        let isLocked = chart.gesturePinchAspectLock
        motions.end(
            .zoom, pinch.zoomed, velocity: { _ in isLocked ? 0 : speed },
            position: { self.position(of: fingers.middle, $0) })
        endPan(of: pinch)
        return true
    }

    /// Ends the pan of a pinch, unless a one-finger pan continues it.
    private func endPan(of pinch: Pinch) {
        if !pinch.panned.isEmpty, pan == nil { motions.end(.pan, pinch.panned, velocity: { _ in 0 }) }
    }

    private func beginPinch(_ fingers: Fingers, time: Double?) -> Bool {
        if let old = pinch {
            pinch = nil
            motions.end(.zoom, old.zoomed, velocity: { _ in 0 })
            endPan(of: old)
        }
        guard let plot, plot.holds(x: fingers.middle.x, y: fingers.middle.y), chart.gesturePanType == .panPinch else {
            return false
        }
        let locks = chart.gesturePinchAspectLock
        let zoomed = chart.allAxes.filter { axis in
            axis.enableGestureZooming && (locks ? fingers.distance : fingers.separation(axis)) >= Self.minAtStart
        }
        let panned = chart.allAxes.filter(\.enableGesturePanning)
        guard !zoomed.isEmpty || !panned.isEmpty else { return false }
        stopMotions()
        var pinch = Pinch(fingers: fingers, zoomed: zoomed, panned: panned)
        pinch.trail.add(1, at: time ?? motions.clock)
        self.pinch = pinch
        if !zoomed.isEmpty { motions.begin(.zoom) }
        if !panned.isEmpty { motions.begin(.pan) }
        return true
    }

    /// Zooms so that the values under the midpoint of the fingers stay there.
    private func zoom(_ pinch: Pinch, from before: Fingers) {
        let fingers = pinch.fingers
        if chart.gesturePinchAspectLock {
            let factor = max(before.distance, Self.minSeparation) / max(fingers.distance, Self.minSeparation)
            guard let changes = lockedChanges(pinch.zoomed, factor, keeping: before.middle), factor != 1 else { return }
            return motions.move(.zoom) { changes.show() }
        }
        let factors = pinch.zoomed.map { axis in
            (axis, max(before.separation(axis), Self.minSeparation) / max(fingers.separation(axis), Self.minSeparation))
        }
        guard factors.contains(where: { $0.1 != 1 }) else { return }
        motions.move(.zoom) {
            factors.reduce(false) { changed, next in
                let (axis, factor) = next
                return motions.drag(axis) { $0.scaled(by: factor, keeping: position(of: before.middle, axis)) }
                    || changed
            }
        }
    }

    /// Range changes that keep the span ratio of the first render, limited together by the narrowest limit. `nil`:
    /// impossible, because an axis has no first span.
    private func lockedChanges(
        _ axes: [Axis], _ factor: Double, keeping middle: (x: Double, y: Double)
    ) -> [RangeChange]? {
        guard let main = axes.first, let first = main.firstSpan, first > 0 else { return nil }
        var zoom = abs(main.shownSpan.length) / first * factor
        for axis in axes {
            guard let own = axis.firstSpan, own > 0 else { return nil }
            if let widest = axis.widestSpan { zoom = min(zoom, widest / own) }
        }
        return axes.map { axis in
            let shown = axis.shownSpan
            let factor = zoom * axis.firstSpan! / abs(shown.length)
            let range = axis.range(of: shown.scaled(by: factor, keeping: position(of: middle, axis)))
            return RangeChange(axis: axis, range: axis.accepts(range) ? axis.limited(range) : axis.axisRange)
        }
    }

    private func move(_ pinch: Pinch, from before: Fingers) {
        let (dx, dy) = (pinch.fingers.middle.x - before.middle.x, pinch.fingers.middle.y - before.middle.y)
        guard !pinch.panned.isEmpty, dx != 0 || dy != 0 else { return }
        motions.move(.pan) { motions.drag(pinch.panned, dx: dx, dy: dy) }
    }

    /// Position along an axis, 0 to 1.
    private func position(of point: (x: Double, y: Double), _ axis: Axis) -> Double {
        axis.share(x: point.x - (plot?.x ?? 0), y: point.y - (plot?.y ?? 0))
    }

    /// Minimum separation of the fingers along an axis at the beginning, in points. Below it the axis is not zoomed.
    private static let minAtStart = 20.0
    /// Smaller separations of the fingers count as this value, in points.
    private static let minSeparation = 1.0

    // MARK: Double tap

    func doubleTap(x: Double, y: Double) -> Bool {
        guard chart.gestureDoubleTapEnabled, let plot, plot.holds(x: x, y: y) else { return false }
        if chart.gestureDoubleTapResetsZoom {
            stopMotions()
            motions.zoom(
                to: chart.allAxes.map { RangeChange(axis: $0, range: $0.defaultRange) },
                isAnimated: chart.animateZoomGesture
            ) { $0.didResetZoom($1) }
            return true
        }
        let axes = chart.allAxes.filter(\.enableGestureZooming)
        guard !axes.isEmpty else { return false }
        stopMotions()
        let ranges = axes.compactMap { axis -> RangeChange? in
            let range = axis.range(of: axis.shownSpan.scaled(by: 0.5, keeping: position(of: (x, y), axis)))
            return axis.accepts(range) ? RangeChange(axis: axis, range: axis.limited(range)) : nil
        }
        motions.zoom(to: ranges, isAnimated: chart.animateZoomGesture)
        return true
    }

    // MARK: Box

    func drawBox(_ phase: GesturePhase, _ first: (x: Double, y: Double), _ second: (x: Double, y: Double)?) -> Bool {
        phase == .began ? beginBox(first, second) : drawBox(phase, from: second.map { _ in first }, to: second ?? first)
    }

    private func beginBox(_ first: (x: Double, y: Double), _ second: (x: Double, y: Double)?) -> Bool {
        guard let plot, plot.holds(x: first.x, y: first.y), chart.gesturePanType == .boxDraw,
            chart.allAxes.contains(where: \.enableGestureZooming)
        else {
            return false
        }
        stopMotions()
        box = Box(first: plot.clamped(first), second: plot.clamped(second ?? first))
        chart.redrawChart()
        return true
    }

    private func drawBox(
        _ phase: GesturePhase, from first: (x: Double, y: Double)? = nil, to second: (x: Double, y: Double)
    ) -> Bool {
        guard var box, let plot else { return false }
        if let first { box.first = plot.clamped(first) }
        box.second = plot.clamped(second)
        self.box = phase == .ended ? nil : box
        chart.redrawChart()
        if phase == .ended { zoom(to: box) }
        return true
    }

    private func zoom(to box: Box) {
        guard abs(box.second.x - box.first.x) >= Self.minBox, abs(box.second.y - box.first.y) >= Self.minBox else {
            return
        }
        let ranges = chart.allAxes.filter(\.enableGestureZooming).compactMap { axis -> RangeChange? in
            let shown = axis.shownSpan
            let positions = [axis.share(x: box.first.x, y: box.first.y), axis.share(x: box.second.x, y: box.second.y)]
                .sorted()
            let span = AxisSpan(
                start: shown.start + positions[0] * shown.length, end: shown.start + positions[1] * shown.length)
            let range = axis.range(of: span)
            return axis.accepts(range) ? RangeChange(axis: axis, range: axis.limited(range)) : nil
        }
        motions.zoom(to: ranges, isAnimated: chart.animateBoxGesture) { $0.didBoxZoom($1) }
    }

    /// Minimum width and height of a box in points; smaller boxes are ignored.
    private static let minBox = 5.0
}

extension Rect {
    fileprivate func holds(x: Double, y: Double) -> Bool { x >= self.x && x <= maxX && y >= self.y && y <= maxY }

    /// Nearest position inside the rectangle, relative to its top left.
    fileprivate func clamped(_ point: (x: Double, y: Double)) -> (x: Double, y: Double) {
        (min(max(point.x - x, 0), width), min(max(point.y - y, 0), height))
    }
}

extension Chart {
    /// Stores the axis spans of the first render with data; pinches with a locked aspect ratio keep their ratio.
    func noteFirstSpans() {
        guard hasLoaded else { return }
        for axis in allAxes where axis.firstSpan == nil && axis.dataRange != nil {
            axis.firstSpan = abs(axis.shownSpan.length)
        }
    }
}

extension OverlayContext {
    /// - Parameters:
    ///   - box: points of the chart.
    ///   - style: complete style; no property is `nil`.
    mutating func drawBox(_ box: Rect, _ style: BoxGestureStyle) {
        let (color, width) = (style.trackingLineColor ?? .clear, style.trackingLineWidth ?? 1)
        for x in [box.x, box.maxX] { line([(x, box.maxY), (x, plotArea.maxY)], color, width: width) }
        for y in [box.y, box.maxY] { line([(plotArea.x, y), (box.x, y)], color, width: width) }
        stroke(box, style.boxLineColor ?? .black, width: style.boxLineWidth ?? 1)
    }
}

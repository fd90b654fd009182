import VitrailColumns

#if canImport(Glibc)
    import Glibc
#endif

/// Target range of an axis.
struct RangeChange {
    let axis: Axis
    let range: NumberRange
}

extension [RangeChange] {
    /// Shows all ranges without applying the limits.
    ///
    /// - Returns: whether any visible range changed.
    func show() -> Bool { reduce(false) { $1.axis.show($1.range) || $0 } }
}

/// Moves the ranges of a chart's axes: gestures in progress, momentum, limits that pull back, and eased changes.
///
/// For each kind of gesture the delegate receives one start, each change, and one end when no range of that kind moves
/// any more.
final class RangeMotions {
    private unowned let chart: Chart
    /// Sum of the seconds passed to `advance`.
    private(set) var clock = 0.0
    /// Gestures that have not ended.
    private var held: Set<RangeGesture> = []
    /// Gestures whose start was reported to the delegate.
    private var told: Set<RangeGesture> = []
    private var wishes: [ObjectIdentifier: Wish] = [:]
    private var glides: [Glide] = [] {
        didSet {
            for old in oldValue { old.axis.setMomentum(old.gesture, false) }
            for glide in glides { glide.axis.setMomentum(glide.gesture, true) }
        }
    }
    private var eases: [RangeEase] = []
    /// Delegate calls to make when the zoom has ended.
    private var announcements: [(any ChartDelegate, Chart) -> Void] = []
    /// Number of `stop()` calls. Loops compare it to detect that a callback stopped all movement.
    private var generation = 0

    /// Range that a gesture requested and a limit held back.
    private struct Wish {
        var span: AxisSpan
        var shown: NumberRange
    }

    /// Momentum of an axis.
    private struct Glide {
        let axis: Axis
        let gesture: RangeGesture
        /// Points per second; for a zoom, relative growth per second.
        var velocity: Double
        /// For a zoom, the position along the axis that keeps its value, 0 to 1.
        var position = 0.5
        /// Time of the next step on `clock`.
        var due: Double
        /// Latest end on `clock`, for momentum that does not slow down.
        let end: Double

        var step: Double {
            let delay = gesture == .pan ? axis.panMomentumDelay : axis.zoomMomentumDelay
            return delay.isFinite && delay > 0 ? max(delay, 0.001) : Motion.frame
        }
        var factor: Double {
            let factor = gesture == .pan ? axis.panMomentumFactor : axis.zoomMomentumFactor
            return factor.isFinite ? min(max(factor, 0), 1) : 0
        }
        var hasEnded: Bool { !(abs(velocity) >= (gesture == .pan ? 1 : 0.001)) }
    }

    init(_ chart: Chart) { self.chart = chart }

    /// Whether any range moves by itself.
    var isMoving: Bool { !glides.isEmpty || !eases.isEmpty }

    // MARK: Gestures

    func begin(_ gesture: RangeGesture) { held.insert(gesture) }

    /// Changes a range by a gesture. Beyond a limit, axes with `animationEdgeBouncing` move half as far, other axes
    /// stop at the limit.
    func drag(_ axis: Axis, _ change: (AxisSpan) -> AxisSpan) -> Bool {
        let key = ObjectIdentifier(axis)
        // If other code has set the range since, continue from there.
        let span = change(wishes[key].flatMap { $0.shown == axis.axisRange ? $0.span : nil } ?? axis.shownSpan)
        let range = axis.range(of: span)
        guard axis.accepts(range) else { return false }
        let limited = axis.limited(range)
        var shown = limited
        if axis.animationEdgeBouncing, limited != range {
            let between = axis.range(of: span.mixed(with: axis.span(of: limited), 0.5))
            if axis.accepts(between) { shown = between }
        }
        guard axis.accepts(shown) else { return false }
        wishes[key] = Wish(span: span, shown: shown)
        return axis.show(shown)
    }

    /// Moves the visible content with a pointer, in points.
    func drag(_ axes: [Axis], dx: Double, dy: Double) -> Bool {
        axes.reduce(false) { changed, axis in drag(axis) { $0.moved(by: axis.shift(dx: dx, dy: dy)) } || changed }
    }

    /// Makes one step of a gesture: reports its start, makes the change, and reports the change.
    ///
    /// - Parameter change: returns whether it changed something.
    func move(_ gesture: RangeGesture, _ step: RangeStep = .touch, _ change: () -> Bool) {
        if step != .silent, told.insert(gesture).inserted { chart.tellStart(of: gesture) }
        guard change() else { return }
        chart.redrawChart()
        chart.tell(of: gesture, step)
        chart.rangeFollower?()
    }

    /// Ends a gesture: axes with momentum continue, axes beyond a limit return to it.
    ///
    /// - Parameters:
    ///   - axes: axes that the gesture could move.
    ///   - velocity: velocity of the visible content along an axis, points per second; for a zoom, relative growth per
    ///     second.
    ///   - position: for a zoom, the fixed position along an axis, 0 to 1.
    func end(
        _ gesture: RangeGesture, _ axes: [Axis], velocity: (Axis) -> Double, position: (Axis) -> Double = { _ in 0.5 }
    ) {
        held.remove(gesture)
        for axis in axes {
            wishes[ObjectIdentifier(axis)] = nil
            let limited = axis.limited(axis.axisRange)
            if limited != axis.axisRange {
                ease(axis, gesture, to: limited, .deceleration)
                continue
            }
            guard gesture == .pan ? axis.enableMomentumPanning : axis.enableMomentumZooming else { continue }
            var glide = Glide(
                axis: axis, gesture: gesture, velocity: velocity(axis), position: position(axis), due: clock,
                end: clock + Motion.maxMomentum)
            guard !glide.hasEnded else { continue }
            glide.due += glide.step
            glides.append(glide)
        }
        settle()
    }

    /// Changes to new ranges: in 0.3 s on axes with animation, otherwise at once.
    ///
    /// - Parameter announcement: called when the change has ended.
    func zoom(to changes: [RangeChange], isAnimated: Bool, announcement: ((any ChartDelegate, Chart) -> Void)? = nil) {
        if let announcement { announcements.append(announcement) }
        let changes = changes.filter { $0.range != $0.axis.axisRange }
        for change in changes where isAnimated && change.axis.animationEnabled {
            ease(change.axis, .zoom, to: change.range, .eased)
        }
        let immediate = changes.filter { !(isAnimated && $0.axis.animationEnabled) }
        if !immediate.isEmpty { move(.zoom) { immediate.show() } }
        settle()
    }

    private func ease(
        _ axis: Axis, _ gesture: RangeGesture, to range: NumberRange, _ step: RangeStep, bounces: Bool = false
    ) {
        eases.removeAll { $0.axis === axis }
        guard range != axis.axisRange else { return }
        eases.append(RangeEase(axis, gesture, to: range, from: clock, step, bounces: bounces))
    }

    // MARK: Code

    /// Eases to a range that code requested. A request from inside a delegate callback is not reported.
    func ease(_ axis: Axis, _ gesture: RangeGesture, to range: NumberRange, bounces: Bool) {
        glides.removeAll { $0.axis === axis }
        ease(axis, gesture, to: range, RangeTelling.isTelling ? .silent : .eased, bounces: bounces)
    }

    /// Target of the running eased change of an axis. `nil`: no such change.
    func target(of axis: Axis) -> NumberRange? { eases.first { $0.axis === axis && !$0.isOverridden }?.end }

    /// Ends the eased change of an axis whose range code has set. Inside a delegate callback the change continues,
    /// because the callback may only limit the step.
    func halt(_ axis: Axis) {
        if !RangeTelling.isTelling { eases.removeAll { $0.axis === axis } }
    }

    // MARK: Time

    /// Stops movement: momentum where it is, eased changes at their end.
    func stop() {
        generation += 1
        let eases = eases
        glides = []
        self.eases = []
        show(eases.filter { !$0.isOverridden }, \.end)
        settle()
    }

    /// - Parameter seconds: ≥ 0.
    func advance(by seconds: Double) {
        let end = clock + seconds
        let begun = generation
        while generation == begun, let due = glides.lazy.map(\.due).min(), due <= end + Motion.tolerance {
            clock = max(clock, due)
            // If an axis is both panned and zoomed, the zoom continues from the range of the pan.
            for gesture in RangeGesture.allCases where generation == begun { glide(gesture, due) }
        }
        clock = end
        if generation == begun { moveEases() }
        settle()
    }

    /// Makes one step of all glides of a kind that are due.
    private func glide(_ gesture: RangeGesture, _ time: Double) {
        var changes: [RangeChange] = []
        var glides = glides
        for k in glides.indices where glides[k].gesture == gesture && glides[k].due <= time + Motion.tolerance {
            let (glide, axis) = (glides[k], glides[k].axis)
            let way = glide.velocity * glide.step
            let span =
                switch glide.gesture {
                case .pan: axis.shownSpan.moved(by: axis.shift(dx: way, dy: way))
                case .zoom: axis.shownSpan.scaled(by: 1 / min(max(1 + way, 0.5), 2), keeping: glide.position)
                }
            let range = axis.range(of: span)
            let limited = axis.accepts(range) ? axis.limited(range) : axis.axisRange
            changes.append(RangeChange(axis: axis, range: limited))
            glides[k].velocity *= glide.factor
            glides[k].due += glide.step
            // Momentum ends at a limit, and at a range that the axis cannot show.
            if limited != range || time >= glide.end { glides[k].velocity = 0 }
        }
        self.glides = glides.filter { !$0.hasEnded }
        if !changes.isEmpty { move(gesture, .deceleration) { changes.show() } }
    }

    private func moveEases() {
        eases.removeAll(where: \.isOverridden)
        let own = eases
        eases.removeAll { $0.isDone(clock) }
        show(own) { $0.range(at: clock) }
    }

    /// Makes one step of eased changes: for each kind of gesture first the reported changes, then the silent ones.
    private func show(_ moving: [RangeEase], _ range: (RangeEase) -> NumberRange) {
        let begun = generation
        for gesture in RangeGesture.allCases {
            for isSilent in [false, true] {
                // A callback may stop all movement or set other ranges.
                let own = moving.filter {
                    $0.gesture == gesture && ($0.step == .silent) == isSilent && !$0.isOverridden
                }
                guard !own.isEmpty, generation == begun else { continue }
                let changes = own.map { RangeChange(axis: $0.axis, range: range($0)) }
                move(gesture, isSilent ? .silent : own.contains { $0.step == .eased } ? .eased : .deceleration) {
                    changes.show()
                }
                // Keep limits that a callback has set for this step.
                for k in eases.indices where own.contains(where: { $0.isSame(as: eases[k]) }) {
                    eases[k].shown = eases[k].axis.axisRange
                }
            }
        }
    }

    /// Reports the end of gestures that have ended.
    private func settle() {
        for gesture in RangeGesture.allCases {
            let isEased = eases.contains { $0.gesture == gesture && $0.step != .silent }
            guard !held.contains(gesture), !glides.contains(where: { $0.gesture == gesture }), !isEased else {
                continue
            }
            if told.remove(gesture) != nil { chart.tellEnd(of: gesture) }
            guard gesture == .zoom else { continue }
            let announcements = announcements
            self.announcements = []
            if let delegate = chart.delegate {
                for tell in announcements { RangeTelling.tell { tell(delegate, chart) } }
            }
        }
    }
}

extension Axis {
    fileprivate func setMomentum(_ gesture: RangeGesture, _ isMoving: Bool) {
        switch gesture {
        case .pan: isMomentumPanning = isMoving
        case .zoom: isMomentumZooming = isMoving
        }
    }
}

/// Constants of movement.
enum Motion {
    /// Duration of one frame of momentum in seconds.
    static let frame = 1.0 / 60
    /// Duration of an eased change in seconds.
    static let easeLength = 0.3
    /// Duration of a change that overshoots its end, in seconds.
    static let bounceLength = 0.6
    /// Maximum duration in seconds of momentum that does not slow down.
    static let maxMomentum = 60.0
    /// Tolerance for sums of frame times in seconds.
    static let tolerance = 1e-9
    /// Maximum time in seconds that one call advances.
    static let maxAtOnce = 60.0

    /// Ease-out curve, fast at first. Times outside 0…1 are clamped.
    static func easedOut(_ time: Double) -> Double {
        guard time < 1 else { return 1 }
        let left = 1 - max(time, 0)
        return 1 - left * left
    }
}

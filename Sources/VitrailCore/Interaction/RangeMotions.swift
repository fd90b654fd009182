#if canImport(Glibc)
    import Glibc
#endif

/// The two ways in which gestures change ranges.
enum RangeGesture: CaseIterable { case pan, zoom }

/// What an axis is to show.
struct RangeChange {
    let axis: Axis
    let range: NumberRange
}

extension [RangeChange] {
    /// Shows them all, whatever the limits.
    ///
    /// - Returns: whether something else is shown now.
    func show() -> Bool { reduce(false) { $1.axis.show($1.range) || $0 } }
}

/// What moves the ranges of a chart's axes: gestures while they last, momentum, limits that draw back, and changes that are eased.
///
/// Of each kind it tells the delegate once of the start, of each change, and once of the end, when nothing of that kind moves any more.
final class RangeMotions {
    private unowned let chart: Chart
    /// Seconds that were handed to `advance`.
    private(set) var clock = 0.0
    /// Gestures whose end has not come.
    private var held: Set<RangeGesture> = []
    /// What the delegate was told the start of.
    private var told: Set<RangeGesture> = []
    private var wishes: [ObjectIdentifier: Wish] = [:]
    private var glides: [Glide] = [] {
        didSet {
            for old in oldValue { old.axis.setMomentum(old.gesture, false) }
            for glide in glides { glide.axis.setMomentum(glide.gesture, true) }
        }
    }
    private var eases: [RangeEase] = []
    /// What is told when a zoom has ended.
    private var announcements: [(any ChartDelegate, Chart) -> Void] = []
    /// Counts what ends all motions: whoever goes through them looks whether it was him.
    private var generation = 0

    /// What a gesture asked for, where a limit held it back.
    private struct Wish {
        var span: AxisSpan
        var shown: NumberRange
    }

    /// An axis that goes on by itself.
    private struct Glide {
        let axis: Axis
        let gesture: RangeGesture
        /// Points a second; of a zoom, its factor a second.
        var velocity: Double
        /// Of a zoom, the place that keeps its value, 0 to 1.
        var place = 0.5
        /// Of `clock`.
        var due: Double
        /// Of `clock`: where the speed does not decrease.
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

    /// Whether something moves by itself.
    var isMoving: Bool { !glides.isEmpty || !eases.isEmpty }

    // MARK: Gestures

    func begin(_ gesture: RangeGesture) { held.insert(gesture) }

    /// Changes a range by what a gesture did: beyond a limit half as far on axes that bounce, else as far as the limit.
    func drag(_ axis: Axis, _ change: (AxisSpan) -> AxisSpan) -> Bool {
        let key = ObjectIdentifier(axis)
        // Whoever set a range meanwhile goes on from there.
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

    /// What is shown moves along with a pointer, points.
    func drag(_ axes: [Axis], dx: Double, dy: Double) -> Bool {
        axes.reduce(false) { changed, axis in drag(axis) { $0.moved(by: axis.shift(dx: dx, dy: dy)) } || changed }
    }

    /// One step of a gesture: tells of its start, makes the change, and tells of it.
    ///
    /// - Parameter change: returns whether it changed something.
    func move(_ gesture: RangeGesture, _ step: RangeStep = .touch, _ change: () -> Bool) {
        if step != .silent, told.insert(gesture).inserted { chart.tellStart(of: gesture) }
        guard change() else { return }
        chart.redrawChart()
        chart.tell(of: gesture, step)
        chart.rangeFollower?()
    }

    /// The gesture is over: axes that have momentum go on, those beyond a limit go back to it.
    ///
    /// - Parameters:
    ///   - axes: that it could move.
    ///   - velocity: of what is shown along an axis, points a second; of a zoom, the factor a second.
    ///   - place: of a zoom along an axis, 0 to 1.
    func end(_ gesture: RangeGesture, _ axes: [Axis], velocity: (Axis) -> Double, place: (Axis) -> Double = { _ in 0.5 }) {
        held.remove(gesture)
        for axis in axes {
            wishes[ObjectIdentifier(axis)] = nil
            let limited = axis.limited(axis.axisRange)
            if limited != axis.axisRange {
                ease(axis, gesture, to: limited, .deceleration)
                continue
            }
            guard gesture == .pan ? axis.enableMomentumPanning : axis.enableMomentumZooming else { continue }
            var glide = Glide(axis: axis, gesture: gesture, velocity: velocity(axis), place: place(axis), due: clock, end: clock + Motion.mostMomentum)
            guard !glide.hasEnded else { continue }
            glide.due += glide.step
            glides.append(glide)
        }
        settle()
    }

    /// Goes over to ranges: in 0.3 s where the axis is animated, else at once.
    ///
    /// - Parameter announcement: told when that has ended.
    func zoom(to changes: [RangeChange], isAnimated: Bool, announcement: ((any ChartDelegate, Chart) -> Void)? = nil) {
        if let announcement { announcements.append(announcement) }
        let changes = changes.filter { $0.range != $0.axis.axisRange }
        for change in changes where isAnimated && change.axis.animationEnabled { ease(change.axis, .zoom, to: change.range, .eased) }
        let immediate = changes.filter { !(isAnimated && $0.axis.animationEnabled) }
        if !immediate.isEmpty { move(.zoom) { immediate.show() } }
        settle()
    }

    private func ease(_ axis: Axis, _ gesture: RangeGesture, to range: NumberRange, _ step: RangeStep, bounces: Bool = false) {
        eases.removeAll { $0.axis === axis }
        guard range != axis.axisRange else { return }
        eases.append(RangeEase(axis, gesture, to: range, from: clock, step, bounces: bounces))
    }

    // MARK: Code

    /// Goes over to a range that code asked for. Code that is being told of a change has its own told to nobody.
    func ease(_ axis: Axis, _ gesture: RangeGesture, to range: NumberRange, bounces: Bool) {
        glides.removeAll { $0.axis === axis }
        ease(axis, gesture, to: range, RangeTelling.isTelling ? .silent : .eased, bounces: bounces)
    }

    /// Where an eased change leads an axis; nil = there is none.
    func target(of axis: Axis) -> NumberRange? { eases.first { $0.axis === axis && !$0.isOverridden }?.end }

    /// Code has set a range: an eased change of it ends, unless the code is being told of that change and limits it.
    func halt(_ axis: Axis) {
        if !RangeTelling.isTelling { eases.removeAll { $0.axis === axis } }
    }

    // MARK: Time

    /// Ends what moves by itself: momentum where it is, eased changes at their end.
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
            // Of an axis that is both panned and zoomed, the second goes on from what the first has shown.
            for gesture in RangeGesture.allCases where generation == begun { glide(gesture, due) }
        }
        clock = end
        if generation == begun { moveEases() }
        settle()
    }

    /// The step of all of a kind that are due at a time.
    private func glide(_ gesture: RangeGesture, _ time: Double) {
        var changes: [RangeChange] = []
        var glides = glides
        for k in glides.indices where glides[k].gesture == gesture && glides[k].due <= time + Motion.tolerance {
            let (glide, axis) = (glides[k], glides[k].axis)
            let way = glide.velocity * glide.step
            let span =
                switch glide.gesture {
                case .pan: axis.shownSpan.moved(by: axis.shift(dx: way, dy: way))
                case .zoom: axis.shownSpan.scaled(by: 1 / min(max(1 + way, 0.5), 2), keeping: glide.place)
                }
            let range = axis.range(of: span)
            let limited = axis.accepts(range) ? axis.limited(range) : axis.axisRange
            changes.append(RangeChange(axis: axis, range: limited))
            glides[k].velocity *= glide.factor
            glides[k].due += glide.step
            // A limit ends it, and so does a range that the axis cannot show.
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

    /// One step of eased changes: of each kind of gesture those that are told, then those that nobody is told of.
    private func show(_ moving: [RangeEase], _ range: (RangeEase) -> NumberRange) {
        let begun = generation
        for gesture in RangeGesture.allCases {
            for isSilent in [false, true] {
                // Whoever is told may stop all, or set other ranges.
                let own = moving.filter { $0.gesture == gesture && ($0.step == .silent) == isSilent && !$0.isOverridden }
                guard !own.isEmpty, generation == begun else { continue }
                let changes = own.map { RangeChange(axis: $0.axis, range: range($0)) }
                move(gesture, isSilent ? .silent : own.contains { $0.step == .eased } ? .eased : .deceleration) { changes.show() }
                // Limits that were set meanwhile hold for this step.
                for k in eases.indices where own.contains(where: { $0.isSame(as: eases[k]) }) { eases[k].shown = eases[k].axis.axisRange }
            }
        }
    }

    /// Tells of the end of what has ended.
    private func settle() {
        for gesture in RangeGesture.allCases {
            let isEased = eases.contains { $0.gesture == gesture && $0.step != .silent }
            guard !held.contains(gesture), !glides.contains(where: { $0.gesture == gesture }), !isEased else { continue }
            if told.remove(gesture) != nil { chart.tellEnd(of: gesture) }
            guard gesture == .zoom else { continue }
            let announcements = announcements
            self.announcements = []
            if let delegate = chart.delegate { for tell in announcements { RangeTelling.tell { tell(delegate, chart) } } }
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

/// How things move.
enum Motion {
    /// Seconds: of a frame of momentum.
    static let frame = 1.0 / 60
    /// Seconds: of an eased change.
    static let easeLength = 0.3
    /// Seconds: of one that swings beyond its end.
    static let bounceLength = 0.6
    /// Seconds: momentum that loses no speed ends then.
    static let mostMomentum = 60.0
    /// Seconds: what sums of frames may be off.
    static let tolerance = 1e-9
    /// Seconds: more than that does not go by at once.
    static let mostAtOnce = 60.0

    /// Fast at first. Outside of 0…1 as at the ends.
    static func easedOut(_ time: Double) -> Double {
        guard time < 1 else { return 1 }
        let left = 1 - max(time, 0)
        return 1 - left * left
    }
}

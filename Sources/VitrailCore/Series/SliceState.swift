/// What was done to the slices of a series, apart from its data and styles.
struct SliceState {
    /// Rows of the columns.
    var selected: Set<Int> = []
    var spokes: [Int: SpokeStyle] = [:]
    /// Radians.
    var rotation = 0.0
    /// Slices that are on their way to stand out, or back.
    var moves: [Int: SliceMove] = [:]
    /// Of the series as a whole, that code asked for.
    var turn: SliceTurn?
    /// Whether slices were read: before that, what asks for one waits.
    var isLoaded = false
    var awaitedSelection: [(slice: Int, isSelected: Bool)] = []
    var awaitedTurn: (slice: Int, angle: Double)?
    /// Data-point indexes of points that came selected with the last load; nil = no points came.
    var arrived: [Int]?
}

// MARK: - Selection

extension PieSeries {
    /// Slices that have their selected look, ascending.
    public var selectedSlices: [Int] { state.selected.sorted() }

    /// Gives a slice its selected look, or takes it away, from the next render on; a slice that is selected turns to `selectedPosition`. Before
    /// the first load it waits for the slices. Data points bring their own `selected` with each load.
    public func setSlice(_ k: Int, selected: Bool) {
        guard state.isLoaded else {
            state.awaitedSelection.append((k, selected))
            return
        }
        guard slices.indices.contains(k) else { return warnOfSlice(k, "setSlice") }
        guard state.selected.contains(k) != selected else { return }
        change(k, selected)
        chart?.redrawChart()
        tell(k)
    }

    /// - Parameter isFirst: whether slices have just been read.
    private func change(_ k: Int, _ selected: Bool, isFirst: Bool = false) {
        if selected { state.selected.insert(k) } else { state.selected.remove(k) }
        guard animationEnabled || ownSelectionAnimation != nil && !isFirst else {
            if selected, let selectedPosition { turn(k, to: selectedPosition) }
            return
        }
        let way = selected ? selectedPosition.flatMap { $0.isFinite ? ($0 - angles()[k].mid).remainder(dividingBy: 2 * .pi) : nil } : nil
        if way != nil { dropTurns() }
        endMove(k)
        let move = SliceMove(selectionAnimation, isSelected: selected, way: way)
        state.moves[k] = move
        // Its time begins now, not with the next frame.
        if let chart, !isFirst { move.begin(chart.interaction.motions.clock, state.rotation) }
    }

    /// - Parameter pixel: where it was tapped; nil = code did it.
    private func tell(_ k: Int, at pixel: (x: Double, y: Double)? = nil) {
        guard let chart, let point = point(ofSlice: k) else { return }
        chart.delegate?.chart(chart, toggledSelectionForRadialPoint: point, of: self, at: pixel)
    }

    /// A tap.
    func toggle(_ k: Int, at pixel: (x: Double, y: Double)) {
        let isSelected = state.selected.contains(k)
        if !isSelected, togglePointSelection { for other in state.selected { change(other, false) } }
        change(k, !isSelected)
        chart?.redrawChart()
        tell(k, at: pixel)
    }

    /// The point that a slice shows; nil when there is no such slice.
    public func point(ofSlice k: Int) -> ChartPoint? {
        guard slices.indices.contains(k) else { return nil }
        return dataPoint(at: rows.map { $0[k] } ?? k)
    }

    private func warnOfSlice(_ k: Int, _ call: String) {
        chart?.warn(.ignored(place: "\(place).\(call)", reason: "there is no slice \(k); the series has \(slices.count)"))
    }

    // MARK: At a load

    func take(selectedPoints: [Int]) { state.arrived = selectedPoints }

    /// The first slices are gone.
    func follow(pointsRemoved number: Int) {
        guard number > 0 else { return }
        state.selected = Set(state.selected.lazy.filter { $0 >= number }.map { $0 - number })
        endMoves()
    }

    /// Spokes of single slices go with the data that they were set for.
    func forgetSpokes() {
        if state.isLoaded { state.spokes = [:] }
    }

    /// What came with the points, then what was asked for while there were no slices.
    func settleState() {
        endMoves()
        state.isLoaded = true
        let before = state.selected
        if let arrived = state.arrived {
            state.arrived = nil
            state.selected = Set(arrived.compactMap { row(ofDataPoint: $0) })
        } else {
            state.selected = before.filter(slices.indices.contains)
        }
        if let selectedPosition, let last = state.selected.subtracting(before).max() { turn(last, to: selectedPosition) }
        let (selection, awaitedTurn) = (state.awaitedSelection, state.awaitedTurn)
        (state.awaitedSelection, state.awaitedTurn) = ([], nil)
        for (k, selected) in selection {
            guard slices.indices.contains(k) else {
                warnOfSlice(k, "setSlice")
                continue
            }
            guard state.selected.contains(k) != selected else { continue }
            change(k, selected, isFirst: true)
            tell(k)
        }
        guard let awaitedTurn else { return }
        if slices.indices.contains(awaitedTurn.slice) {
            turn(awaitedTurn.slice, to: awaitedTurn.angle)
        } else {
            warnOfSlice(awaitedTurn.slice, "rotateSlice")
        }
    }
}

// MARK: - Rotation

extension PieSeries {
    /// Turn from the original position, radians, anticlockwise.
    public var rotation: Double {
        get { state.rotation }
        set {
            guard newValue.isFinite else {
                chart?.warn(.ignored(place: "\(place).rotation", reason: "\(newValue) is no angle"))
                return
            }
            dropTurns()
            state.rotation = newValue
            chart?.redrawChart()
        }
    }

    /// Turns the series the shortest way, so that a slice's mid angle becomes an angle. Before the first load it waits for the slices.
    ///
    /// - Parameter animated: whether it turns in 0.3 s of the time that `Chart.advance(by:)` lets go by; if not, and before the first load, it turns
    ///   at once.
    public func rotateSlice(_ k: Int, toAngle angle: Double, animated: Bool = false) {
        guard angle.isFinite else {
            chart?.warn(.ignored(place: "\(place).rotateSlice", reason: "\(angle) is no angle"))
            return
        }
        guard state.isLoaded else {
            state.awaitedTurn = (k, angle)
            return
        }
        guard slices.indices.contains(k) else { return warnOfSlice(k, "rotateSlice") }
        turn(k, to: angle, animated: animated)
        chart?.redrawChart()
    }

    private func turn(_ k: Int, to angle: Double, animated: Bool = false) {
        guard angle.isFinite else { return }
        dropTurns()
        let way = (angle - angles()[k].mid).remainder(dividingBy: 2 * .pi)
        if animated, let chart, chart.plotAreaFrame != nil {
            state.turn = SliceTurn(start: state.rotation, way: way, begun: chart.interaction.motions.clock)
        } else {
            state.rotation += way
        }
    }
}

// MARK: - Spokes

extension PieSeries {
    /// Gives one slice a spoke of its own, in place of its state's, until data are loaded again; what it leaves unset comes from the theme.
    ///
    /// - Parameter style: a copy is kept; nil = its state's again.
    public func setSpokeStyle(_ style: SpokeStyle?, slice k: Int) {
        guard !state.isLoaded || slices.indices.contains(k) else { return warnOfSlice(k, "setSpokeStyle") }
        state.spokes[k] = style
        chart?.redrawChart()
    }

    /// What was set for one slice; nil = its spoke is its state's.
    public func spokeStyle(ofSlice k: Int) -> SpokeStyle? { state.spokes[k] }
}

// MARK: - Selection over time

/// A slice on its way to stand out and to its place, or back.
final class SliceMove {
    let animation: SeriesAnimation
    let isSelected: Bool
    /// By how much the series turns in all, radians; nil = not at all.
    var way: Double?
    /// Where the series was turned to at first.
    private var start: Double?
    private let calculator: any ProgressCalculator
    private var progress = 0.0

    init(_ animation: SeriesAnimation, isSelected: Bool, way: Double?) {
        (self.animation, self.isSelected, self.way) = (animation, isSelected, way)
        calculator = animation.progressCalculator ?? TimeProgressCalculator(duration: animation.duration)
        calculator.resetForReuse()
    }

    /// - Parameters:
    ///   - clock: of the chart.
    ///   - rotation: of the series.
    func begin(_ clock: Double, _ rotation: Double) {
        var rotation = rotation
        _ = update(clock, &rotation)
    }

    /// How far it stands out, of its way.
    var share: Double { animation.radiusCurve(isSelected ? progress : 1 - progress) }

    /// - Parameter rotation: of the series; moved on.
    /// - Returns: whether it is done.
    func update(_ clock: Double, _ rotation: inout Double) -> Bool {
        let now = calculator.progress(at: clock)
        progress = now.isFinite ? min(max(now, 0), 1) : 1
        let begun = start ?? rotation
        start = begun
        if let way { rotation = begun + way * (progress >= 1 ? 1 : animation.angleCurve(progress)) }
        return progress >= 1
    }
}

/// A series on its way to another angle.
struct SliceTurn {
    /// Radians.
    let start: Double
    let way: Double
    /// Seconds of the chart's clock.
    let begun: Double

    func isDone(_ clock: Double) -> Bool { clock - begun >= Motion.easeLength - Motion.tolerance }

    func rotation(at clock: Double) -> Double { start + way * (isDone(clock) ? 1 : Motion.easedOut((clock - begun) / Motion.easeLength)) }
}

extension PieSeries {
    /// The series turns otherwise: slices on their way stand out where they are.
    func dropTurns() {
        state.turn = nil
        for move in state.moves.values { move.way = nil }
    }

    /// Whether slices are on their way, or the whole series is.
    var isMoving: Bool { !state.moves.isEmpty || state.turn != nil }

    /// - Returns: whether something goes on.
    func moveSlices(_ clock: Double) -> Bool {
        if let turn = state.turn {
            state.rotation = turn.rotation(at: clock)
            if turn.isDone(clock) { state.turn = nil }
        }
        // Hosts' calculators and curves may look at the series, and whoever is told may select others.
        for (k, move) in state.moves.sorted(by: { $0.key < $1.key }) where state.moves[k] === move {
            var turned = state.rotation
            let isDone = move.update(clock, &turned)
            state.rotation = turned
            if isDone { endMove(k) }
        }
        return isMoving
    }

    /// Slices are others now.
    private func endMoves() {
        for k in state.moves.keys.sorted() { endMove(k) }
    }

    /// Its slice is where it belongs; or another way has taken its place.
    func endMove(_ k: Int) {
        guard let move = state.moves.removeValue(forKey: k) else { return }
        if let chart { chart.delegate?.seriesAnimationDidFinish(self, move.animation, in: chart) }
    }
}

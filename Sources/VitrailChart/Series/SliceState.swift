/// State of a series' slices, apart from its data and styles.
struct SliceState {
    /// Rows of the columns.
    var selected: Set<Int> = []
    var spokes: [Int: SpokeStyle] = [:]
    /// Radians.
    var rotation = 0.0
    /// Slices that are moving out or back.
    var moves: [Int: SliceMove] = [:]
    /// Turn of the whole series, started by code.
    var turn: SliceTurn?
    /// Whether slices were loaded. Requests for a slice wait until then.
    var isLoaded = false
    var awaitedSelection: [(slice: Int, isSelected: Bool)] = []
    var awaitedTurn: (slice: Int, angle: Double)?
    /// Data-point indexes of points that were selected in the last load; `nil`: no points were loaded.
    var arrived: [Int]?
}

// MARK: - Selection

extension PieSeries {
    /// Indexes of selected slices, ascending.
    public var selectedSlices: [Int] { state.selected.sorted() }

    /// Selects or deselects a slice from the next render on. A selected slice turns to `selectedPosition`. Before the
    /// first load, the call waits for the slices. Data points set their own `selected` with each load.
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

    /// - Parameter isFirst: whether slices have just been loaded.
    private func change(_ k: Int, _ selected: Bool, isFirst: Bool = false) {
        if selected { state.selected.insert(k) } else { state.selected.remove(k) }
        guard animationEnabled || ownSelectionAnimation != nil && !isFirst else {
            if selected, let selectedPosition { turn(k, to: selectedPosition) }
            return
        }
        let way =
            selected
            ? selectedPosition.flatMap { $0.isFinite ? ($0 - angles()[k].mid).remainder(dividingBy: 2 * .pi) : nil }
            : nil
        if way != nil { dropTurns() }
        endMove(k)
        let move = SliceMove(selectionAnimation, isSelected: selected, way: way)
        state.moves[k] = move
        // The time starts immediately, not with the next frame.
        if let chart, !isFirst { move.begin(chart.interaction.motions.clock, state.rotation) }
    }

    /// - Parameter pixel: the tapped position; `nil`: the change came from code.
    private func tell(_ k: Int, at pixel: (x: Double, y: Double)? = nil) {
        guard let chart, let point = point(ofSlice: k) else { return }
        chart.delegate?.chart(chart, toggledSelectionForRadialPoint: point, of: self, at: pixel)
    }

    /// Handles a tap on a slice.
    func toggle(_ k: Int, at pixel: (x: Double, y: Double)) {
        let isSelected = state.selected.contains(k)
        if !isSelected, togglePointSelection { for other in state.selected { change(other, false) } }
        change(k, !isSelected)
        chart?.redrawChart()
        tell(k, at: pixel)
    }

    /// The point of a slice; `nil` if there is no such slice.
    public func point(ofSlice k: Int) -> ChartPoint? {
        guard slices.indices.contains(k) else { return nil }
        return dataPoint(at: rows.map { $0[k] } ?? k)
    }

    private func warnOfSlice(_ k: Int, _ call: String) {
        chart?.warn(
            .ignored(path: "\(jsonPath).\(call)", reason: "there is no slice \(k); the series has \(slices.count)"))
    }

    // MARK: At a load

    func take(selectedPoints: [Int]) { state.arrived = selectedPoints }

    /// Adjusts the state after the first points were removed.
    func follow(pointsRemoved number: Int) {
        guard number > 0 else { return }
        state.selected = Set(state.selected.lazy.filter { $0 >= number }.map { $0 - number })
        endMoves()
    }

    /// Removes the spokes of single slices, which belong to the data that they were set for.
    func forgetSpokes() {
        if state.isLoaded { state.spokes = [:] }
    }

    /// Applies the selection of the loaded points, then the requests from before the first load.
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
        if let selectedPosition, let last = state.selected.subtracting(before).max() {
            turn(last, to: selectedPosition)
        }
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
    /// Rotation from the original position, in radians, anticlockwise.
    public var rotation: Double {
        get { state.rotation }
        set {
            guard newValue.isFinite else {
                chart?.warn(.ignored(path: "\(jsonPath).rotation", reason: "\(newValue) is no angle"))
                return
            }
            dropTurns()
            state.rotation = newValue
            chart?.redrawChart()
        }
    }

    /// Turns the series the shortest way, until the mid angle of a slice reaches an angle. Before the first load, the
    /// call waits for the slices.
    ///
    /// - Parameter animated: whether the turn takes 0.3 s of the time that passes with `Chart.advance(by:)`. Otherwise,
    ///   and before the first load, the series turns immediately.
    public func rotateSlice(_ k: Int, toAngle angle: Double, animated: Bool = false) {
        guard angle.isFinite else {
            chart?.warn(.ignored(path: "\(jsonPath).rotateSlice", reason: "\(angle) is no angle"))
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
    /// Gives one slice its own spoke until the next load, in place of the spoke of its state. Unset properties come
    /// from the theme.
    ///
    /// - Parameter style: copied; `nil`: the spoke of the slice's state.
    public func setSpokeStyle(_ style: SpokeStyle?, slice k: Int) {
        guard !state.isLoaded || slices.indices.contains(k) else { return warnOfSlice(k, "setSpokeStyle") }
        state.spokes[k] = style
        chart?.redrawChart()
    }

    /// The spoke style that was set for one slice; `nil`: the spoke of the slice's state.
    public func spokeStyle(ofSlice k: Int) -> SpokeStyle? { state.spokes[k] }
}

// MARK: - Selection over time

/// A slice that moves out and turns to its target, or moves back.
final class SliceMove {
    let animation: SeriesAnimation
    let isSelected: Bool
    /// Total turn of the series in radians; `nil`: it does not turn.
    var way: Double?
    /// Rotation of the series at the start.
    private var start: Double?
    private let calculator: any ProgressCalculator
    private var progress = 0.0

    init(_ animation: SeriesAnimation, isSelected: Bool, way: Double?) {
        (self.animation, self.isSelected, self.way) = (animation, isSelected, way)
        calculator = animation.progressCalculator ?? TimeProgressCalculator(duration: animation.duration)
        calculator.resetForReuse()
    }

    /// - Parameters:
    ///   - clock: the chart's clock.
    ///   - rotation: the series' rotation.
    func begin(_ clock: Double, _ rotation: Double) {
        var rotation = rotation
        _ = update(clock, &rotation)
    }

    /// Present share of the slice's way out.
    var share: Double { animation.radiusCurve(isSelected ? progress : 1 - progress) }

    /// - Parameter rotation: the series' rotation; updated.
    /// - Returns: whether the move is finished.
    func update(_ clock: Double, _ rotation: inout Double) -> Bool {
        let now = calculator.progress(at: clock)
        progress = now.isFinite ? min(max(now, 0), 1) : 1
        let begun = start ?? rotation
        start = begun
        if let way { rotation = begun + way * (progress >= 1 ? 1 : animation.angleCurve(progress)) }
        return progress >= 1
    }
}

/// A turn of a series to another angle.
struct SliceTurn {
    /// Radians.
    let start: Double
    let way: Double
    /// Seconds of the chart's clock.
    let begun: Double

    func isDone(_ clock: Double) -> Bool { clock - begun >= Motion.easeLength - Motion.tolerance }

    func rotation(at clock: Double) -> Double {
        start + way * (isDone(clock) ? 1 : Motion.easedOut((clock - begun) / Motion.easeLength))
    }
}

extension PieSeries {
    /// Stops all turns because the series turns in another way. Moving slices continue to move out.
    func dropTurns() {
        state.turn = nil
        for move in state.moves.values { move.way = nil }
    }

    /// Whether slices are moving or the series is turning.
    var isMoving: Bool { !state.moves.isEmpty || state.turn != nil }

    /// - Returns: whether a move or turn continues.
    func moveSlices(_ clock: Double) -> Bool {
        if let turn = state.turn {
            state.rotation = turn.rotation(at: clock)
            if turn.isDone(clock) { state.turn = nil }
        }
        // The host's calculators and curves may access the series, and its delegate may select other slices.
        for (k, move) in state.moves.sorted(by: { $0.key < $1.key }) where state.moves[k] === move {
            var turned = state.rotation
            let isDone = move.update(clock, &turned)
            state.rotation = turned
            if isDone { endMove(k) }
        }
        return isMoving
    }

    /// Ends all moves, because the slices have changed.
    private func endMoves() {
        for k in state.moves.keys.sorted() { endMove(k) }
    }

    /// Ends the move of a slice that has arrived, or that starts another move.
    func endMove(_ k: Int) {
        guard let move = state.moves.removeValue(forKey: k) else { return }
        if let chart { chart.delegate?.seriesAnimationDidFinish(self, move.animation, in: chart) }
    }
}

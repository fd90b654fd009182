/// Shows and hides series of a chart over time.
///
/// What it is asked for starts with the next picture, and goes on as `Chart.advance(by:)` says. A series that is hidden so is `hidden` when its animation
/// has ended; one that is shown is not from its start on. Radial lines come and go at once.
public final class AnimationTracker {
    private weak var chart: Chart?

    init(_ chart: Chart) { self.chart = chart }

    /// Shows a series.
    ///
    /// - Parameters:
    ///   - animation: nil = at once.
    ///   - duration: seconds; nil = the animation's own.
    ///   - completion: told true when it has ended, false when another animation took its place or the series left the chart.
    public func show(
        _ series: Series, _ animation: SeriesAnimation?, duration: Double? = nil, completion: ((Bool) -> Void)? = nil
    ) { run(series, animation, duration, nil, isHiding: false, completion) }

    /// The same with progress as the host says.
    public func show(
        _ series: Series, _ animation: SeriesAnimation?, progressCalculator: any ProgressCalculator, completion: ((Bool) -> Void)? = nil
    ) { run(series, animation, nil, progressCalculator, isHiding: false, completion) }

    /// Hides a series.
    ///
    /// - Parameters:
    ///   - animation: nil = at once. Its time runs backwards.
    ///   - duration: seconds; nil = the animation's own.
    ///   - completion: as of `show`.
    public func hide(
        _ series: Series, _ animation: SeriesAnimation?, duration: Double? = nil, completion: ((Bool) -> Void)? = nil
    ) { run(series, animation, duration, nil, isHiding: true, completion) }

    /// The same with progress as the host says.
    public func hide(
        _ series: Series, _ animation: SeriesAnimation?, progressCalculator: any ProgressCalculator, completion: ((Bool) -> Void)? = nil
    ) { run(series, animation, nil, progressCalculator, isHiding: true, completion) }

    private func run(
        _ series: Series, _ animation: SeriesAnimation?, _ duration: Double?, _ calculator: (any ProgressCalculator)?, isHiding: Bool,
        _ completion: ((Bool) -> Void)?
    ) {
        chart?.redrawChart()
        guard var animation, series.chartKind != .radial else {
            end(series, isComplete: false)
            (series.hidden, series.wasHidden) = (isHiding, isHiding)
            completion?(true)
            return
        }
        if let duration { (animation.duration, animation.progressCalculator) = (duration, nil) }
        if let calculator { animation.progressCalculator = calculator }
        start(RunningAnimation(animation, isHiding: isHiding, setsHidden: true, completion), of: series)
    }

    /// Takes the place of what runs.
    func start(_ running: RunningAnimation, of series: Series) {
        end(series, isComplete: false)
        series.running = running
    }

    /// Animations that are due begin, all others are where the clock says; before a picture is made.
    ///
    /// - Returns: whether there is one.
    func prepare(_ clock: Double) -> Bool {
        var isAnimated = false
        for series in chart?.series ?? [] {
            follow(series)
            if let pie = series as? PieSeries, pie.isMoving { isAnimated = pie.moveSlices(clock) || isAnimated }
            guard let running = series.running else { continue }
            isAnimated = true
            if !running.hasBegun {
                running.hasBegun = true
                if running.setsHidden, !running.isHiding { (series.hidden, series.wasHidden) = (false, false) }
            }
            if running.update(clock) { end(series, isComplete: true) }
        }
        return isAnimated
    }

    /// Series that appear, and such as were hidden or shown by code, come and go by their own animations.
    private func follow(_ series: Series) {
        defer { (series.wasHidden, series.hasAppeared) = (series.hidden, true) }
        guard series.animationEnabled, series.chartKind != .radial, series.running.map({ !$0.setsHidden }) ?? true else { return }
        let appears = !series.hasAppeared && !series.hidden
        guard appears || series.hasAppeared && series.hidden != series.wasHidden else { return }
        let animation = series.hidden ? series.exitAnimation : series.entryAnimation
        start(RunningAnimation(animation, isHiding: series.hidden, setsHidden: false, nil), of: series)
    }

    /// - Returns: whether something goes on.
    func advance(_ clock: Double) -> Bool {
        guard let chart else { return false }
        for series in chart.series {
            if let pie = series as? PieSeries, pie.isMoving {
                chart.redrawChart()
                _ = pie.moveSlices(clock)
            }
            guard let running = series.running else { continue }
            chart.redrawChart()
            if running.hasBegun, running.update(clock) { end(series, isComplete: true) }
        }
        // Whoever was told of an end may have begun another.
        return chart.series.contains { $0.running != nil || ($0 as? PieSeries)?.isMoving == true }
    }

    /// - Parameter isComplete: false = another one takes its place, or the series leaves the chart.
    func end(_ series: Series, isComplete: Bool) {
        guard let running = series.running else { return }
        series.running = nil
        if isComplete, running.setsHidden { (series.hidden, series.wasHidden) = (running.isHiding, running.isHiding) }
        running.completion?(isComplete)
        if let chart { chart.delegate?.seriesAnimationDidFinish(series, running.animation, in: chart) }
    }
}

/// An animation that a series is in.
final class RunningAnimation {
    let animation: SeriesAnimation
    let isHiding: Bool
    /// Whether the series is hidden when it has ended, or shown; else code has said so before.
    let setsHidden: Bool
    let completion: ((Bool) -> Void)?
    /// Whether a picture was made since it was asked for.
    var hasBegun = false
    private let calculator: any ProgressCalculator
    /// 0…1.
    private(set) var progress = 0.0

    init(_ animation: SeriesAnimation, isHiding: Bool, setsHidden: Bool, _ completion: ((Bool) -> Void)?) {
        (self.animation, self.isHiding, self.setsHidden, self.completion) = (animation, isHiding, setsHidden, completion)
        calculator = animation.progressCalculator ?? TimeProgressCalculator(duration: animation.duration)
        calculator.resetForReuse()
    }

    /// - Returns: whether it is done.
    func update(_ clock: Double) -> Bool {
        let now = calculator.progress(at: clock)
        progress = now.isFinite ? min(max(now, 0), 1) : 1
        return progress >= 1
    }

    var look: AnimatedLook { animation.look(at: isHiding ? 1 - progress : progress) }
}

extension Series {
    /// What there is of the series in this picture; nil = all.
    var animatedLook: AnimatedLook? { running?.look }

    /// Whether it has its place among others: a series that goes has, though it is hidden.
    var takesPlace: Bool { !hidden || running?.isHiding == true }

    /// Whether something of it may be painted.
    var isShown: Bool { takesPlace && animatedLook?.isNothing != true }
}

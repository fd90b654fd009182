/// Shows and hides series of a chart with an animation.
///
/// An animation starts with the next render and progresses with `Chart.advance(by:)`. `hide` sets `hidden` when its
/// animation ends; `show` clears `hidden` when its animation starts. Radial lines appear and disappear at once.
public final class AnimationTracker {
    private weak var chart: Chart?

    init(_ chart: Chart) { self.chart = chart }

    /// Shows a series.
    ///
    /// - Parameters:
    ///   - animation: `nil`: at once.
    ///   - duration: seconds. `nil`: the animation's own duration.
    ///   - completion: receives `true` when the animation has ended, `false` when another animation replaced it or the
    ///     series left the chart.
    public func show(
        _ series: Series, _ animation: SeriesAnimation?, duration: Double? = nil, completion: ((Bool) -> Void)? = nil
    ) { run(series, animation, duration, nil, isHiding: false, completion) }

    /// Shows a series. The host supplies the progress.
    public func show(
        _ series: Series, _ animation: SeriesAnimation?, progressCalculator: any ProgressCalculator,
        completion: ((Bool) -> Void)? = nil
    ) { run(series, animation, nil, progressCalculator, isHiding: false, completion) }

    /// Hides a series.
    ///
    /// - Parameters:
    ///   - animation: runs backwards. `nil`: at once.
    ///   - duration: seconds. `nil`: the animation's own duration.
    ///   - completion: see `show`.
    public func hide(
        _ series: Series, _ animation: SeriesAnimation?, duration: Double? = nil, completion: ((Bool) -> Void)? = nil
    ) { run(series, animation, duration, nil, isHiding: true, completion) }

    /// Hides a series. The host supplies the progress.
    public func hide(
        _ series: Series, _ animation: SeriesAnimation?, progressCalculator: any ProgressCalculator,
        completion: ((Bool) -> Void)? = nil
    ) { run(series, animation, nil, progressCalculator, isHiding: true, completion) }

    private func run(
        _ series: Series, _ animation: SeriesAnimation?, _ duration: Double?, _ calculator: (any ProgressCalculator)?,
        isHiding: Bool,
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

    /// Starts an animation and replaces the running one.
    func start(_ running: RunningAnimation, of series: Series) {
        end(series, isComplete: false)
        series.running = running
    }

    /// Begins animations that are due and moves the others to the given time. Called before each render.
    ///
    /// - Returns: whether any animation is running.
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

    /// Starts the series' own entry or exit animation when a series appears or code changes its `hidden`.
    private func follow(_ series: Series) {
        defer { (series.wasHidden, series.hasAppeared) = (series.hidden, true) }
        guard series.animationEnabled, series.chartKind != .radial, series.running.map({ !$0.setsHidden }) ?? true
        else { return }
        let appears = !series.hasAppeared && !series.hidden
        guard appears || series.hasAppeared && series.hidden != series.wasHidden else { return }
        let animation = series.hidden ? series.exitAnimation : series.entryAnimation
        start(RunningAnimation(animation, isHiding: series.hidden, setsHidden: false, nil), of: series)
    }

    /// - Returns: whether anything keeps moving.
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
        // A completion handler may have started another animation.
        return chart.series.contains { $0.running != nil || ($0 as? PieSeries)?.isMoving == true }
    }

    /// - Parameter isComplete: `false` if another animation replaces this one or the series leaves the chart.
    func end(_ series: Series, isComplete: Bool) {
        guard let running = series.running else { return }
        series.running = nil
        if isComplete, running.setsHidden { (series.hidden, series.wasHidden) = (running.isHiding, running.isHiding) }
        running.completion?(isComplete)
        if let chart { chart.delegate?.seriesAnimationDidFinish(series, running.animation, in: chart) }
    }
}

/// An animation that is running on a series.
final class RunningAnimation {
    let animation: SeriesAnimation
    let isHiding: Bool
    /// Whether the animation sets `hidden` of the series. If not, code has already set it.
    let setsHidden: Bool
    let completion: ((Bool) -> Void)?
    /// Whether a render has started since the animation was requested.
    var hasBegun = false
    private let calculator: any ProgressCalculator
    /// 0…1.
    private(set) var progress = 0.0

    init(_ animation: SeriesAnimation, isHiding: Bool, setsHidden: Bool, _ completion: ((Bool) -> Void)?) {
        (self.animation, self.isHiding, self.setsHidden, self.completion) = (
            animation, isHiding, setsHidden, completion
        )
        calculator = animation.progressCalculator ?? TimeProgressCalculator(duration: animation.duration)
        calculator.resetForReuse()
    }

    /// - Returns: whether it is done.
    func update(_ clock: Double) -> Bool {
        let now = calculator.progress(at: clock)
        progress = now.isFinite ? min(max(now, 0), 1) : 1
        return progress >= 1
    }

    var drawnStyle: AnimatedStyle { animation.drawnStyle(at: isHiding ? 1 - progress : progress) }
}

extension Series {
    /// State of the running animation. `nil`: no animation; the series is drawn in full.
    var animatedStyle: AnimatedStyle? { running?.drawnStyle }

    /// Whether the series takes up its slot among other series. A hidden series does while its exit animation runs.
    var takesPlace: Bool { !hidden || running?.isHiding == true }

    /// Whether any part of the series may be drawn.
    var isShown: Bool { takesPlace && animatedStyle?.isNothing != true }
}

/// How a series comes, or goes: from a point of its own, or out of nothing.
///
/// A curve for each way in which it changes gives what there is of that: 0 = nothing, 1 = as without animation. When a series goes, time runs backwards.
public struct SeriesAnimation {
    /// Seconds.
    public var duration: Double
    /// In place of `duration`.
    public var progressCalculator: (any ProgressCalculator)?
    /// Of places along the x-axis: distances from the origin.
    public var xScaleCurve = AnimationCurve.flat
    public var yScaleCurve = AnimationCurve.flat
    /// Of both where these two are flat; of slices the radius, and how far selected ones stand out.
    public var radiusCurve = AnimationCurve.flat
    /// Of slices that turn to where they are selected: the way.
    public var angleCurve = AnimationCurve.flat
    /// Of all colours' alpha.
    public var alphaCurve = AnimationCurve.flat
    /// Where all comes from, in data units; nil = as `normalisedOriginX` says.
    public var absoluteOriginX: Double?
    public var absoluteOriginY: Double?
    /// The same as a share of what the series' values reach along the axis, 0 to 1.
    public var normalisedOriginX = 0.5
    public var normalisedOriginY = 0.5
    /// The origin on the dependent axis is the baseline of series that stand on one.
    var startsAtBaseline = false

    /// - Parameter duration: seconds.
    public init(duration: Double = 1.0 / 64, curve: AnimationCurve = .flat) {
        self.duration = duration
        self.curve = curve
    }

    /// Sets all curves; read, the one along x.
    public var curve: AnimationCurve {
        get { xScaleCurve }
        set {
            (xScaleCurve, yScaleCurve, radiusCurve) = (newValue, newValue, newValue)
            (angleCurve, alphaCurve) = (newValue, newValue)
        }
    }

    private static let presetDuration = 2.4

    private init(x: AnimationCurve = .flat, y: AnimationCurve, fromBaseline: Bool = false) {
        duration = Self.presetDuration
        (xScaleCurve, yScaleCurve, startsAtBaseline) = (x, y, fromBaseline)
    }

    /// Out of its middle.
    public static var grow: SeriesAnimation { SeriesAnimation(x: .easeOut, y: .easeOut) }
    /// From the baseline, or from the left.
    public static var growHorizontal: SeriesAnimation {
        var animation = SeriesAnimation(x: .easeOut, y: .flat, fromBaseline: true)
        animation.normalisedOriginX = 0
        return animation
    }
    /// From the baseline, or from below.
    public static var growVertical: SeriesAnimation {
        var animation = SeriesAnimation(y: .easeOut, fromBaseline: true)
        animation.normalisedOriginY = 0
        return animation
    }
    /// Out of nothing, at its place.
    public static var fade: SeriesAnimation {
        var animation = SeriesAnimation(duration: presetDuration)
        animation.alphaCurve = .linear
        return animation
    }
    /// A flat line that opens, first to the sides and then up and down.
    public static var television: SeriesAnimation { SeriesAnimation(x: .bounceDelay, y: .delayBounceWithMinimum) }
    /// Of slices that are selected: they turn and stand out, a little too far at first.
    public static var radialSelection: SeriesAnimation {
        var animation = SeriesAnimation(duration: presetDuration)
        (animation.angleCurve, animation.radiusCurve) = (.bounce, .bounce)
        return animation
    }

    /// What there is at a time, 0 to 1.
    func look(at time: Double) -> AnimatedLook {
        let radius = radiusCurve(time)
        return AnimatedLook(
            x: xScaleCurve.isFlat ? radius : xScaleCurve(time), y: yScaleCurve.isFlat ? radius : yScaleCurve(time),
            radius: radiusCurve.isFlat ? xScaleCurve(time) : radius, alpha: min(max(alphaCurve(time), 0), 1))
    }
}

/// What there is of a series in one picture.
struct AnimatedLook: Equatable {
    var x = 1.0
    var y = 1.0
    /// Of slices.
    var radius = 1.0
    /// 0…1.
    var alpha = 1.0

    static let whole = AnimatedLook()

    /// Nothing is to be seen, or all of it lies in one place.
    var isNothing: Bool { alpha == 0 || abs(x) < 1e-6 || abs(y) < 1e-6 }
}

extension CartesianSeries {
    /// Distances from the animation's origin on a scale, times what there is of them.
    func animated(_ scale: AxisScale, _ direction: Axis.Direction) -> AxisScale {
        guard let animation = running?.animation, let look = animatedLook else { return scale }
        let share = direction == .x ? look.x : look.y
        guard share != 1 else { return scale }
        let place = origin(of: animation, direction).map(scale.place) ?? (scale.start + scale.end) / 2
        // A baseline without a place, as 0 on a logarithmic axis, is where the axis begins.
        let origin = place.isFinite ? place : scale.start
        return scale.moved(start: origin + (scale.start - origin) * share, end: origin + (scale.end - origin) * share)
    }

    /// In units of the axis.
    private func origin(of animation: SeriesAnimation, _ direction: Axis.Direction) -> Double? {
        if let value = direction == .x ? animation.absoluteOriginX : animation.absoluteOriginY { return value }
        let isAlong = (independentField == .x) == (direction == .x)
        if animation.startsAtBaseline, !isAlong, showsBaseline { return baseline }
        guard let drawn else { return nil }
        let extents = isAlong ? [drawn.alongExtent] : zip(drawn.values, drawn.acrossExtent).filter { $0.0.isOnAxis }.map(\.1)
        guard let low = extents.compactMap({ $0.range?.minimum }).min(), let high = extents.compactMap({ $0.range?.maximum }).max() else { return nil }
        return low + (high - low) * (direction == .x ? animation.normalisedOriginX : animation.normalisedOriginY)
    }
}

extension BarSlot {
    /// - Parameter share: what there is of lengths along the axis.
    func scaled(_ share: Double) -> BarSlot {
        var slot = self
        (slot.low, slot.high) = (min(low * share, high * share), max(low * share, high * share))
        return slot
    }
}

import VitrailRaster
import VitrailScales

/// Entry or exit animation of a series: it grows from an origin, or fades in.
///
/// Each property has a curve: 0 = nothing, 1 = as without animation. For an exit, time runs backwards.
public struct SeriesAnimation {
    /// Seconds.
    public var duration: Double
    /// Replaces `duration`.
    public var progressCalculator: (any ProgressCalculator)?
    /// Scale of distances from the origin along the x-axis.
    public var xScaleCurve = AnimationCurve.flat
    public var yScaleCurve = AnimationCurve.flat
    /// Scale along each axis whose own curve is flat. For slices: scale of the radius and of the offset of selected
    /// slices.
    public var radiusCurve = AnimationCurve.flat
    /// For slices that turn to their selected position: fraction of the turn.
    public var angleCurve = AnimationCurve.flat
    /// Factor of the alpha of all colours.
    public var alphaCurve = AnimationCurve.flat
    /// Origin in data units. `nil`: `normalisedOriginX` applies.
    public var absoluteOriginX: Double?
    public var absoluteOriginY: Double?
    /// Origin as a fraction of the series' data range along the axis, 0 to 1.
    public var normalisedOriginX = 0.5
    public var normalisedOriginY = 0.5
    /// Whether the baseline is the origin on the dependent axis, for series that have one.
    var startsAtBaseline = false

    /// - Parameter duration: seconds.
    public init(duration: Double = 1.0 / 64, curve: AnimationCurve = .flat) {
        self.duration = duration
        self.curve = curve
    }

    /// Sets all curves; returns the curve of the x-axis.
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

    /// Grows from its middle.
    public static var grow: SeriesAnimation { SeriesAnimation(x: .easeOut, y: .easeOut) }
    /// Grows horizontally from the baseline, or from the left.
    public static var growHorizontal: SeriesAnimation {
        var animation = SeriesAnimation(x: .easeOut, y: .flat, fromBaseline: true)
        animation.normalisedOriginX = 0
        return animation
    }
    /// Grows vertically from the baseline, or from the bottom.
    public static var growVertical: SeriesAnimation {
        var animation = SeriesAnimation(y: .easeOut, fromBaseline: true)
        animation.normalisedOriginY = 0
        return animation
    }
    /// Fades in at its position.
    public static var fade: SeriesAnimation {
        var animation = SeriesAnimation(duration: presetDuration)
        animation.alphaCurve = .linear
        return animation
    }
    /// Opens as a flat line, first horizontally, then vertically.
    public static var television: SeriesAnimation { SeriesAnimation(x: .bounceDelay, y: .delayBounceWithMinimum) }
    /// Turns and offsets selected slices, with a small overshoot at first.
    public static var radialSelection: SeriesAnimation {
        var animation = SeriesAnimation(duration: presetDuration)
        (animation.angleCurve, animation.radiusCurve) = (.bounce, .bounce)
        return animation
    }

    /// State at a time from 0 to 1.
    func drawnStyle(at time: Double) -> AnimatedStyle {
        let radius = radiusCurve(time)
        return AnimatedStyle(
            x: xScaleCurve.isFlat ? radius : xScaleCurve(time), y: yScaleCurve.isFlat ? radius : yScaleCurve(time),
            radius: radiusCurve.isFlat ? xScaleCurve(time) : radius, alpha: min(max(alphaCurve(time), 0), 1))
    }
}

/// Animation state of a series in one render.
struct AnimatedStyle: Equatable {
    var x = 1.0
    var y = 1.0
    /// For slices.
    var radius = 1.0
    /// 0…1.
    var alpha = 1.0

    static let whole = AnimatedStyle()

    /// Whether nothing is visible, or the series is scaled to a single point or line.
    var isNothing: Bool { alpha == 0 || abs(x) < 1e-6 || abs(y) < 1e-6 }
}

extension CartesianSeries {
    /// Scale with distances from the animation's origin multiplied by the animation state.
    func animated(_ scale: AxisScale, _ direction: Axis.Direction) -> AxisScale {
        guard let animation = running?.animation, let drawnStyle = animatedStyle else { return scale }
        let share = direction == .x ? drawnStyle.x : drawnStyle.y
        guard share != 1 else { return scale }
        let position = origin(of: animation, direction).map(scale.position) ?? (scale.start + scale.end) / 2
        // A baseline without a position, such as 0 on a logarithmic axis, counts as the start of the axis.
        let origin = position.isFinite ? position : scale.start
        return scale.moved(start: origin + (scale.start - origin) * share, end: origin + (scale.end - origin) * share)
    }

    /// Origin of the animation in units of the axis.
    private func origin(of animation: SeriesAnimation, _ direction: Axis.Direction) -> Double? {
        if let value = direction == .x ? animation.absoluteOriginX : animation.absoluteOriginY { return value }
        let isAlong = (independentField == .x) == (direction == .x)
        if animation.startsAtBaseline, !isAlong, showsBaseline { return baseline }
        guard let drawn else { return nil }
        let extents =
            isAlong ? [drawn.alongExtent] : zip(drawn.values, drawn.acrossExtent).filter { $0.0.isOnAxis }.map(\.1)
        guard let low = extents.compactMap({ $0.range?.minimum }).min(),
            let high = extents.compactMap({ $0.range?.maximum }).max()
        else { return nil }
        return low + (high - low) * (direction == .x ? animation.normalisedOriginX : animation.normalisedOriginY)
    }
}

extension BarSlot {
    /// - Parameter share: scale of lengths along the axis.
    func scaled(_ share: Double) -> BarSlot {
        var slot = self
        (slot.low, slot.high) = (min(low * share, high * share), max(low * share, high * share))
        return slot
    }
}

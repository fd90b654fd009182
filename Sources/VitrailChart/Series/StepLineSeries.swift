public import VitrailRaster
package import VitrailScales
public import VitrailScene

/// A line with horizontal and vertical parts only. Each value holds until the next one, from the one before, or
/// half-way to both.
open class StepLineSeries: LineSeries {
    /// The position of the vertical parts.
    public enum Steps: String, Sendable, CaseIterable {
        /// At a sample: its value holds until the next one.
        case after
        /// At the sample before: a value holds from there.
        case before
        /// Half-way between two samples, in pixels.
        case middle
    }

    public var steps = Steps.after

    open override func kindName(theme: Theme) -> String { "step " + super.kindName(theme: theme) }

    /// Inserts corners before each point.
    public override func shape(_ path: [PathPoint]) -> [PathPoint] {
        withCorners(path, isGap: \.isGap, along: \.along) { PathPoint(along: $1, across: $0.across) }
    }

    public override func shape(_ samples: [Area.Sample]) -> [Area.Sample] {
        withCorners(samples, isGap: { !$0.along.isFinite }, along: \.along) {
            Area.Sample(along: $1, first: $0.first, second: $0.second)
        }
    }

    override var isStepped: Bool { steps == .after }
    /// Other steps need a path.
    override var isPlain: Bool { dataSmoother == nil && isStepped }
    /// In reverse order, a value would hold before its sample.
    override var mayReverse: Bool { false }

    /// - Parameter corner: the point with the values of another one at a position along.
    private func withCorners<Point>(
        _ points: [Point], isGap: (Point) -> Bool, along: (Point) -> Float, corner: (Point, Float) -> Point
    ) -> [Point] {
        var result: [Point] = []
        result.reserveCapacity(points.count * (steps == .middle ? 3 : 2))
        for point in points {
            if let before = result.last, !isGap(before), !isGap(point) {
                let positions = steps.corners(from: along(before), to: along(point))
                if steps != .before { result.append(corner(before, positions.first)) }
                if steps != .after { result.append(corner(point, positions.second)) }
            }
            result.append(point)
        }
        return result
    }
}

extension StepLineSeries.Steps {
    /// The positions of the corners between two samples: at the first sample's value, and at the second one's.
    func corners(from start: Float, to end: Float) -> (first: Float, second: Float) {
        switch self {
        case .after: (end, end)
        case .before: (start, start)
        case .middle: ((start + end) / 2, (start + end) / 2)
        }
    }

    /// Whether the line has the first sample's value at a share of the way between two samples.
    func holdsFirst(at share: Double) -> Bool {
        switch self {
        case .after: share < 1
        case .before: share <= 0
        case .middle: share < 0.5
        }
    }

    /// The line's value between two samples.
    package func value(
        from start: (along: Double, across: Double), to end: (along: Double, across: Double), at position: Double,
        on axis: AxisScale.Mapper
    ) -> Double {
        holdsFirst(at: axis.distance(from: start.along, to: position) / axis.distance(from: start.along, to: end.along))
            ? start.across : end.across
    }
}

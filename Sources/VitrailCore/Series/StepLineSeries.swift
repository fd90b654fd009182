public import VitrailScene

/// A line of level and upright pieces only: each value holds until the next one.
open class StepLineSeries: LineSeries {
    open override func kindName(theme: Theme) -> String { "step " + super.kindName(theme: theme) }

    /// Puts the corner before each point: at its independent value, on the value before.
    open override func shape(_ path: [PathPoint]) -> [PathPoint] {
        Self.withCorners(path, isGap: \.isGap) { PathPoint(along: $1.along, across: $0.across) }
    }

    open override func shape(_ samples: [Area.Sample]) -> [Area.Sample] {
        Self.withCorners(samples, isGap: { !$0.along.isFinite }) {
            Area.Sample(along: $1.along, first: $0.first, second: $0.second)
        }
    }

    override var isStepped: Bool { true }

    private static func withCorners<Point>(
        _ points: [Point], isGap: (Point) -> Bool, corner: (_ before: Point, _ here: Point) -> Point
    ) -> [Point] {
        var result: [Point] = []
        result.reserveCapacity(points.count * 2)
        for point in points {
            if let before = result.last, !isGap(before), !isGap(point) { result.append(corner(before, point)) }
            result.append(point)
        }
        return result
    }
}

/// A mapped point of a path in the directions of its series: pixels along the independent axis, and across.
public struct PathPoint: Sendable, Equatable {
    public var along: Float
    public var across: Float

    public init(along: Float, across: Float) {
        (self.along, self.across) = (along, across)
    }

    public static let gap = PathPoint(along: .nan, across: .nan)
    public var isGap: Bool { !(along.isFinite && across.isFinite) }
}

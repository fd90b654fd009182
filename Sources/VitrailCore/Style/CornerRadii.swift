/// Radii of the four corners of a rectangle, points.
public struct CornerRadii: Sendable, Hashable {
    public var topLeft: Double
    public var topRight: Double
    public var bottomRight: Double
    public var bottomLeft: Double

    public init(topLeft: Double = 0, topRight: Double = 0, bottomRight: Double = 0, bottomLeft: Double = 0) {
        (self.topLeft, self.topRight, self.bottomRight, self.bottomLeft) = (topLeft, topRight, bottomRight, bottomLeft)
    }
}

extension CornerRadii: DescriptionValue {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> CornerRadii {
        var object = try DescriptionObject(node)
        func corner(_ name: String) throws(DescriptionError) -> Double { try object.optional(name, in: 0...1_000) ?? 0 }
        let radii = CornerRadii(
            topLeft: try corner("topLeft"), topRight: try corner("topRight"), bottomRight: try corner("bottomRight"),
            bottomLeft: try corner("bottomLeft"))
        try object.finish()
        return radii
    }
}

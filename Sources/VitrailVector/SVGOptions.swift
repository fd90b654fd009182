/// Which marks of a vector picture are shapes, and which are pictures inside it.
public enum VectorPolicy: String, Sendable, CaseIterable {
    /// Shapes, however many.
    case always
    /// Shapes, but pictures for marks of more than `SVGOptions.largestMark` points or items.
    case auto
    /// Series are pictures; axes, texts and all else are shapes.
    case never
}

/// How a Scene is written as SVG.
public struct SVGOptions: Sendable, Equatable {
    /// The picture's name, read out first and shown as a tooltip by browsers; empty = none.
    public var title: String
    /// What the picture shows, for those who do not see it; empty = none.
    public var description: String
    public var policy: VectorPolicy
    /// Points, rectangles, circles or slices of one mark that `VectorPolicy.auto` still writes as shapes, ≥ 0.
    public var largestMark: Int
    /// Whether `rasterize` can run hooks: they are pictures then, under any policy. If not they are left out, and noted.
    public var rasterizesHooks: Bool

    public init(
        title: String = "", description: String = "", policy: VectorPolicy = .auto, largestMark: Int = SVGOptions.defaultLargestMark,
        rasterizesHooks: Bool = false
    ) {
        self.title = title
        self.description = description
        self.policy = policy
        self.largestMark = largestMark
        self.rasterizesHooks = rasterizesHooks
    }

    /// A decimated line has up to four points a pixel column, 7,680 in a picture of full HD, and stays a shape. 20,000 points are 0.25 MB as a
    /// path and 0.8 MB as circles, where the picture would take 0.1 to 0.5 MB, and viewers begin to be slow with that many elements.
    public static let defaultLargestMark = 20_000
}

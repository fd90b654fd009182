/// Which marks of a vector picture are written as shapes and which as embedded images.
public enum VectorPolicy: String, Sendable, CaseIterable {
    /// All marks are shapes, whatever their size.
    case always
    /// Marks with more than `SVGOptions.largestMark` points or items are images, others are shapes.
    case auto
    /// Series are images; axes, texts and everything else are shapes.
    case never
}

/// Options for writing a Scene as SVG.
public struct SVGOptions: Sendable, Equatable {
    /// Title of the picture: screen readers read it first, browsers show it as a tooltip. Empty: no title.
    public var title: String
    /// Text alternative for people who cannot see the picture. Empty: no description.
    public var description: String
    public var policy: VectorPolicy
    /// Maximum number of points, rectangles, circles or sectors of a mark that `VectorPolicy.auto` writes as
    /// shapes, ≥ 0.
    public var largestMark: Int
    /// Whether `rasterize` can run hooks. If so, hooks become images under any policy; otherwise they are omitted and
    /// noted.
    public var rasterizesHooks: Bool

    public init(
        title: String = "", description: String = "", policy: VectorPolicy = .auto,
        largestMark: Int = SVGOptions.defaultLargestMark,
        rasterizesHooks: Bool = false
    ) {
        self.title = title
        self.description = description
        self.policy = policy
        self.largestMark = largestMark
        self.rasterizesHooks = rasterizesHooks
    }

    /// A decimated line has up to four points per pixel column (7,680 in a full HD image) and stays a shape. 20,000
    /// points take 0.25 MB as a path and 0.8 MB as circles. The image would take 0.1 to 0.5 MB, and viewers become slow
    /// with that many elements.
    public static let defaultLargestMark = 20_000
}

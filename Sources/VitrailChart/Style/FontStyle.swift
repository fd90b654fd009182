/// A requested font; unset properties come from the theme.
public struct FontStyle: StyleObject {
    public var family: String?
    /// Em size, points.
    public var size: Double?
    public var isBold: Bool?
    /// Whether all digits have the same width, as in axis labels.
    var hasTabularDigits = false

    public init() {}

    public init(
        family: String? = nil, size: Double? = nil, isBold: Bool? = nil
    ) {
        self.family = family
        self.size = size
        self.isBold = isBold
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("family", \.family), .init("size", \.size, in: 1...1_000), .init("isBold", \.isBold),
    ]
}

/// A font as a wish; what is unset comes from the theme.
public struct FontStyle: StyleObject {
    public var family: String?
    /// Em size, points.
    public var size: Double?
    public var isBold: Bool?
    /// Digits of one width, as the labels of an axis have them.
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

public import VitrailScene

/// A line from an anchor in a slice to a label outside the slice.
///
/// ```
///  ╲           │ length │ padding │
///   ╲   slice  ●────────          Firefox
///   ╱          ↑ anchor: the slice's middle, moved outwards by anchorOffset
/// ```
public struct SpokeStyle: StyleObject {
    public var showSpokes: Bool?
    /// Distance of the anchor from the slice's middle along its mid angle, points; positive: outwards.
    public var anchorOffset: Double?
    /// Radius of the disc at the anchor, points; 0: no disc; `nil`: 5, less in thin slices.
    public var anchorRadius: Double?
    public var anchorColor: Color?
    /// Points; 0: no line.
    public var width: Double?
    public var color: Color?
    /// Length of the line from the anchor outwards, points; `nil`: up to 40 points beyond the rim, less if the picture
    /// has no space.
    public var length: Double?
    /// Distance between the line's end and the label, points.
    public var labelPadding: Double?

    public init() {}

    public init(
        showSpokes: Bool? = nil, anchorOffset: Double? = nil, anchorRadius: Double? = nil, anchorColor: Color? = nil,
        width: Double? = nil, color: Color? = nil, length: Double? = nil, labelPadding: Double? = nil
    ) {
        self.showSpokes = showSpokes
        self.anchorOffset = anchorOffset
        self.anchorRadius = anchorRadius
        self.anchorColor = anchorColor
        self.width = width
        self.color = color
        self.length = length
        self.labelPadding = labelPadding
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("showSpokes", \.showSpokes), .init("anchorOffset", \.anchorOffset, in: -1_000...1_000),
        .init("anchorRadius", \.anchorRadius, in: 0...1_000), .init("anchorColor", \.anchorColor),
        .init("width", \.width, in: 0...1_000), .init("color", \.color), .init("length", \.length, in: 0...10_000),
        .init("labelPadding", \.labelPadding, in: -1_000...1_000),
    ]
}

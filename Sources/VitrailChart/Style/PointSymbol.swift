/// The shape of point symbols. Each shape fits into a circle with the radius of the style.
public enum PointSymbol: String, Sendable, CaseIterable {
    case circle, square, roundedSquare
    /// A square standing on a corner.
    case diamond
    /// A triangle standing on a side.
    case triangle
    /// A horizontal and a vertical line.
    case plus
    /// Two diagonal lines.
    case cross
    /// `plus` and `cross` combined: four lines.
    case star
    /// A horizontal line.
    case line
    /// A horizontal line from the point to the right.
    case halfLine

    /// Whether the symbol has an area; the other symbols consist of lines.
    var isFilled: Bool {
        switch self {
        case .circle, .square, .roundedSquare, .diamond, .triangle: true
        case .plus, .cross, .star, .line, .halfLine: false
        }
    }
}

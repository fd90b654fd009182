/// Horizontal alignment of the lines of a text.
public enum TextAlignment: String, Sendable, CaseIterable {
    case left, center, right
}

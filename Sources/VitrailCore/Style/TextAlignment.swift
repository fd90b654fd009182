/// How lines of one text stand to each other.
public enum TextAlignment: String, Sendable, CaseIterable {
    case left, center, right
}

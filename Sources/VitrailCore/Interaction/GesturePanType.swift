/// What dragging on the plot area means.
public enum GesturePanType: String, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// One point pans, two zoom.
    case panPinch
    /// Dragging draws a rectangle, and the axes then show what is in it.
    case boxDraw
}

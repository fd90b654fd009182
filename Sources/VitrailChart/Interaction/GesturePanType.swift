/// Action of a drag on the plot area.
public enum GesturePanType: String, Sendable, CaseIterable {
    /// No action.
    case none
    /// One finger pans, two fingers zoom.
    case panPinch
    /// A drag draws a rectangle; the axes then show the range inside it.
    case boxDraw
}

import VitrailScene

/// Drag handle at an end of a range selector's window: a rounded box with two lines, in the middle of the overview's
/// height.
final class WindowHandle: Annotation {
    private let color: Color
    /// Whether the handle has an outline, because keys move it.
    var isFocused = false

    init(_ color: Color) {
        self.color = color
        super.init(xValue: .number(.nan))
        bounds = (Self.size.width, Self.size.height)
    }

    /// Reduces the handle's height on low overviews.
    override func update(_ frame: inout Rect, in plotArea: Rect) {
        let height = min(frame.height, plotArea.height * Self.heightShare)
        frame = Rect(x: frame.x, y: frame.midY - height / 2, width: frame.width, height: height)
    }

    override func draw(in frame: Rect, _ context: inout OverlayContext) {
        let grip = color.readableText
        if isFocused {
            for (margin, color) in [(2 * Self.outline, color), (Self.outline, grip)] {
                let outer = Rect(
                    x: frame.x - margin, y: frame.y - margin, width: frame.width + 2 * margin,
                    height: frame.height + 2 * margin)
                context.fill(outer, color, cornerRadius: Self.size.width / 3 + margin)
            }
        }
        context.fill(frame, color, cornerRadius: Self.size.width / 3)
        for side in [-1.0, 1] {
            let x = frame.midX + side * Self.gripDistance / 2
            context.fill(Rect(x: x - 0.5, y: frame.midY - frame.height / 4, width: 1, height: frame.height / 2), grip)
        }
    }

    /// In points.
    private static let size = (width: 11.0, height: 28.0)
    /// Width of the outline, and of the space between it and the handle, in points.
    private static let outline = 2.0
    /// Fraction of the plot area's height.
    private static let heightShare = 0.6
    /// In points.
    private static let gripDistance = 4.0
}

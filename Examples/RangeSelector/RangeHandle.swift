import Vitrail

/// The handle at an end of the window: a rounded box with a grip. It stores its frame for hit tests.
final class RangeHandle: Annotation {
    /// Points of the overview, in the last picture.
    private(set) var frame: Rect?

    init() {
        super.init(xValue: .number(.nan))
        bounds = (width: 11, height: 28)
    }

    override func update(_ frame: inout Rect, in plotArea: Rect) { self.frame = frame }

    override func draw(in frame: Rect, _ context: inout OverlayContext) {
        context.fill(frame, .selectorLine, cornerRadius: 4)
        for x in [frame.midX - 2, frame.midX + 2] {
            context.fill(Rect(x: x - 0.5, y: frame.midY - frame.height / 4, width: 1, height: frame.height / 2), .white)
        }
    }

    /// Whether a finger at `x`, in points of the overview, hits the handle.
    func isTouched(x: Double) -> Bool { frame.map { abs(x - $0.midX) <= Self.reach } ?? false }

    /// Points; larger than the handle, because fingers are.
    private static let reach = 10.0
}

import Vitrail

/// A crosshair that says which values it marks.
final class SpokenCrosshair: Crosshair {
    /// Series and values of the last picture. Empty: nothing was marked.
    private(set) var text = ""
    private var drawn = ""

    /// Takes style and behaviour of the crosshair that a description made, and its point.
    func take(settingsOf other: Crosshair) {
        style = other.style
        (mode, interpolatePoints) = (other.mode, other.interpolatePoints)
        (outOfRangeBehavior, enableCrosshairLines) = (other.outOfRangeBehavior, other.enableCrosshairLines)
        (tooltip, lineDrawer) = (other.tooltip, other.lineDrawer)
        (trackingSeries, trackingPoint) = (other.trackingSeries, other.trackingPoint)
    }

    override func draw(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout OverlayContext) {
        let values =
            target.keyedTexts.isEmpty ? [target.yText] : target.keyedTexts.map { "\($0.key.rawValue) \($0.text)" }
        drawn = ([target.series.title, target.xText] + values).filter { !$0.isEmpty }.joined(separator: ", ")
        super.draw(target, style: style, &context)
    }

    /// New rows of a stream leave the mark where it is.
    override func chartDidReload() {}

    /// Called after each picture.
    func settle() { (text, drawn) = (drawn, "") }
}

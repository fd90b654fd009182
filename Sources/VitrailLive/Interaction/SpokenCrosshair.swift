import Vitrail

/// The words for the values that a crosshair marks.
final class SpokenCrosshair {
    /// Series and values of the last picture. Empty: nothing was marked.
    private(set) var text = ""
    private var drawn = ""

    /// Takes the values of a crosshair that is drawn.
    func take(_ target: CrosshairTarget) {
        let values =
            target.keyedTexts.isEmpty ? [target.yText] : target.keyedTexts.map { "\($0.key.rawValue) \($0.text)" }
        drawn = ([target.series.title, target.xText] + values).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Called after each picture.
    func settle() { (text, drawn) = (drawn, "") }
}

public import VitrailScene

/// A tick on its way into the picture, as the alter hook sees it: what is set here overrides the style for this tick alone.
public final class TickMark {
    /// Data value; seconds after the origin on date axes, by default since 1970, index on category axes.
    public let value: Double
    public let isMajor: Bool
    /// False: there is neither line nor label nor gridline at this value; stripes stay as they are.
    public var tickEnabled = true
    /// Text of the label; empty = none.
    public var label: String
    /// Whether the tick line is drawn; the style decides at first.
    public var showTick: Bool
    public var showLabel: Bool
    public var showGridline: Bool
    /// nil = the style's.
    public var labelFont: FontStyle?
    public var labelColor: Color?
    public var labelBackgroundColor: Color?
    public var lineColor: Color?
    public var gridlineColor: Color?
    /// Colour of the stripe that begins at this tick.
    public var stripeColor: Color?
    /// Moves the label, points, x to the right, y down.
    public var labelOffset = (x: 0.0, y: 0.0)

    init(value: Double, isMajor: Bool, label: String, showTick: Bool, showLabel: Bool, showGridline: Bool) {
        self.value = value
        self.isMajor = isMajor
        self.label = label
        self.showTick = showTick
        self.showLabel = showLabel
        self.showGridline = showGridline
    }
}

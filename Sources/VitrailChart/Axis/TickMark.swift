public import VitrailScene

/// A tick before it is drawn, as passed to the alter hook. Changed properties override the style for this tick only.
public final class TickMark {
    /// Data value; on date axes seconds after the origin, by default 1970; on category axes the index.
    public let value: Double
    public let isMajor: Bool
    /// `false`: no line, label or gridline at this value; stripes stay unchanged.
    public var tickEnabled = true
    /// Text of the label. Empty: none.
    public var label: String
    /// Whether the tick line is drawn; initially from the style.
    public var showTick: Bool
    public var showLabel: Bool
    public var showGridline: Bool
    /// `nil`: the style's.
    public var labelFont: FontStyle?
    public var labelColor: Color?
    public var labelBackgroundColor: Color?
    public var lineColor: Color?
    public var gridlineColor: Color?
    /// Colour of the stripe that begins at this tick.
    public var stripeColor: Color?
    /// Offset of the label in points, x to the right, y down.
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

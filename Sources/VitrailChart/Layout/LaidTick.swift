import VitrailScales

/// A tick as drawn, with the style's and the host's settings.
struct LaidTick {
    let tick: Tick
    /// Tick as passed to the host. `nil`: no delegate.
    let mark: TickMark?
    /// Measured label. `nil`: none.
    var block: TextBlock?
    var box = LabelGeometry.Box(across: 0, before: 0, after: 0)
    var showsTick: Bool
    var showsGridline: Bool
    /// Whether there is space for the label.
    var hasRoom = true
    /// The part of the date that the label omits.
    var context: TickContext?

    var value: Double { tick.value }
    var isMajor: Bool { tick.isMajor }
    var showLabel: Bool { block != nil && hasRoom }

    init(_ tick: Tick, showsTick: Bool, showsGridline: Bool, block: TextBlock?) {
        self.tick = tick
        self.block = block
        self.showsTick = showsTick
        self.showsGridline = showsGridline
        mark = nil
    }

    init(_ tick: Tick, _ mark: TickMark, _ block: TextBlock?) {
        self.tick = tick
        self.mark = mark
        self.block = block
        showsTick = mark.showTick && mark.tickEnabled
        showsGridline = mark.showGridline && mark.tickEnabled
    }
}

/// Second text next to a label: the day of a time, or the year of a day.
struct TickContext {
    var block: TextBlock
    /// Offset of the text's middle from the tick in points, towards the axis's end.
    var shift: Double
}

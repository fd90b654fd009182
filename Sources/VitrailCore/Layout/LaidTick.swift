/// A tick as it will be painted: what the style says of it, and what the host made of that.
struct LaidTick {
    let tick: Tick
    /// What the host was shown; nil without a delegate.
    let mark: TickMark?
    /// The label, set; nil = it has none.
    var block: TextBlock?
    var box = LabelGeometry.Box(across: 0, before: 0, after: 0)
    var showsTick: Bool
    var showsGridline: Bool
    /// Whether there is room for the label.
    var hasRoom = true
    /// The part of the date that the label leaves out.
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

/// A second text beside a label: the day of a time, the year of a day.
struct TickContext {
    var block: TextBlock
    /// Middle of the text along the axis from the tick, points towards the axis' end.
    var shift: Double
}

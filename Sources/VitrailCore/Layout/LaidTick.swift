/// A tick as it will be painted: what the style says of it, and what the host made of that.
struct LaidTick {
    let tick: Tick
    /// What the host was shown; nil without a delegate.
    let mark: TickMark?
    /// The label, set; nil = it has none.
    var block: TextBlock?
    var box = LabelGeometry.Box(across: 0, before: 0, after: 0)
    var showsTick: Bool
    let showsGridline: Bool
    /// Whether there is room for the label.
    var hasRoom = true

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

/// The room of an axis across its direction, as the last render laid it out; points.
struct AxisRoom {
    /// With its title, and without.
    var thickness: Double
    var bareThickness: Double
    /// From the canvas' edge on the axis' side to the axis.
    var offset: Double
}

extension Axis {
    /// Distance in points from the canvas' edge on the axis' side to the axis, where secondary axes stand.
    ///
    /// Reading tells where the last render put it, before the first what was set. Setting it to a number > 0 keeps the axis at least so far
    /// from the edge, and those nearer to the plot area with it; those outside of it stand in between and push it farther in if they need
    /// more. nil, like any other number, is as near as the axes outside of it allow. It gives way before anything else does in a canvas that
    /// is too small for a plot area.
    public var secondaryAxisOffset: Double? {
        get { takenRoom?.offset ?? setOffset }
        set { setOffset = newValue.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }
    }

    /// Thickness in points that the axis asked for at the last render: line, ticks, labels and, if wanted, title; a fixed `width` is it in
    /// both cases. Of an axis that is pinned inside the plot area, what it takes outside.
    ///
    /// - Returns: nil before the first render, and on a chart without axes.
    public func spaceRequiredToDraw(withTitle: Bool) -> Double? {
        takenRoom.map { withTitle ? $0.thickness : $0.bareThickness }
    }
}

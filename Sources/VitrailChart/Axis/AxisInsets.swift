/// Space of an axis across its direction in points, as of the last render.
struct AxisInsets {
    /// Thickness with the title, and without.
    var thickness: Double
    var bareThickness: Double
    /// Distance from the canvas edge on the axis's side to the axis.
    var offset: Double
}

extension Axis {
    /// Distance in points from the canvas edge on the axis's side to the axis, for secondary axes.
    ///
    /// The getter returns the position in the last render, or the set value before the first one. A number > 0 keeps
    /// the axis, and all axes nearer to the plot area, at least this far from the edge. Axes outside of it lie in
    /// between and push it farther in if they need more space. `nil` and any other number: as near to the edge as the
    /// outer axes allow. In a canvas too small for a plot area, this distance is given up first.
    public var secondaryAxisOffset: Double? {
        get { reservedSpace?.offset ?? setOffset }
        set { setOffset = newValue.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }
    }

    /// Thickness in points that the axis needed in the last render: line, ticks, labels and optionally the title. A
    /// fixed `width` is the result in both cases. For an axis pinned inside the plot area: the thickness outside of it.
    ///
    /// - Returns: `nil` before the first render, and on a chart without axes.
    public func spaceRequiredToDraw(withTitle: Bool) -> Double? {
        reservedSpace.map { withTitle ? $0.thickness : $0.bareThickness }
    }
}

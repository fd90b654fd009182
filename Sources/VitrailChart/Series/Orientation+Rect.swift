import VitrailScene

extension CartesianSeries.Orientation {
    /// A rectangle from its edges along the independent axis and across it. Each pair may be in any order.
    func rect(along: (low: Float, high: Float), across: (Float, Float)) -> PlotRect {
        let (first, last) = (min(across.0, across.1), max(across.0, across.1))
        return self == .horizontal
            ? PlotRect(minX: along.low, minY: first, maxX: along.high, maxY: last)
            : PlotRect(minX: first, minY: along.low, maxX: last, maxY: along.high)
    }
}

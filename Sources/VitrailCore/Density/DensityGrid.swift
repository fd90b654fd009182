import VitrailScene

/// What the samples in each pixel come to: row by row from the top, each from the left.
struct DensityGrid: Sendable {
    enum Content: Sendable {
        case counts(PixelCounts)
        /// NaN = no sample.
        case values([Double])
        case shares(any CategoryCounts)
    }

    let size: PixelSize
    var content: Content
    /// What samples were counted in; nil = it is not known.
    var cells: (any DensityCells)?
    /// Of categories: all samples of each pixel; nil = they are not added up yet.
    var totals: PixelCounts?

    init(size: PixelSize, content: Content, cells: (any DensityCells)? = nil) { (self.size, self.content, self.cells) = (size, content, cells) }

    /// The same with `totals`, where it is of categories.
    func withTotals() -> DensityGrid {
        guard case .shares(let shares) = content, totals == nil else { return self }
        var grid = self
        grid.totals = DensityPainter.totals(shares)
        return grid
    }
}

import VitrailScene

/// What the samples in each pixel come to: row by row from the top, each from the left.
struct DensityGrid: Sendable {
    enum Content: Sendable {
        case counts(PixelCounts)
        /// NaN = no sample.
        case values([Double])
        case shares(CategoryCells)
    }

    let size: PixelSize
    let content: Content
}

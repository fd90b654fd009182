import VitrailScene

/// What the samples in each pixel come to: row by row from the top, each from the left.
struct DensityGrid: Sendable, Equatable {
    enum Content: Sendable, Equatable {
        case counts([UInt32])
        /// NaN = no sample.
        case values([Double])
        /// A pixel's counts stand side by side, one a category.
        case shares([UInt32], categories: Int)
    }

    let size: PixelSize
    let content: Content

    /// Samples that lie in the picture; nil where that was not counted.
    var sampleCount: Int? {
        switch content {
        case .counts(let counts), .shares(let counts, _): counts.reduce(0) { $0 + Int($1) }
        case .values: nil
        }
    }
}

package import VitrailColumns

/// An accumulator for samples: the aggregate of the samples in each pixel of a picture, row by row from the top.
package protocol DensityCells: AnyObject, Sendable {
    /// Adds the samples of a range.
    ///
    /// - Parameter finder: of the same pixels and categories.
    func add(_ samples: Range<Int>, x: ColumnView, y: ColumnView, value: ColumnView?, _ finder: CategoryBinner)

    /// Adds the samples of a group of rows, if `DensityAggregation.sharesGrid`. Other threads may add other groups at
    /// the same time.
    func add(_ samples: BinnedSamples, group: Int)

    /// The aggregates of all pixels. No sample may be added afterwards.
    var content: DensityGrid.Content { get }
}

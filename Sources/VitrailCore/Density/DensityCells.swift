/// What samples are counted in: for each pixel of a picture, row by row from the top, what the samples in it come to.
protocol DensityCells: AnyObject, Sendable {
    /// Counts the samples of a range.
    ///
    /// - Parameter finder: of the same pixels and categories.
    func add(_ samples: Range<Int>, x: SharedValues, y: SharedValues, value: SharedValues?, _ finder: CellFinder)

    /// Counts the samples of a group of rows, where `DensityAggregation.sharesGrid`; other threads may do so with other groups meanwhile.
    func add(_ samples: PlacedSamples, group: Int)

    /// Of all pixels. Nothing is counted any more.
    var content: DensityGrid.Content { get }
}

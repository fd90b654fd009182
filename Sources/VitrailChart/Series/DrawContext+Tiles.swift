import VitrailRaster

extension DrawContext {
    /// Draws the marks of a rasterised picture.
    func draw(_ picture: SparseTileImage, label: String) {
        guard !picture.pieces.isEmpty else { return }
        raiseTier(to: .counted)
        for mark in picture.marks { emit(.image(mark), label: label) }
    }
}

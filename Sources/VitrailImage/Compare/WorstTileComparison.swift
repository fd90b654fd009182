public import VitrailScene

/// Passes if no tile differs by more than a limit on average.
///
/// A mean over the whole image hides a missing label. A mean over each tile does not, and still tolerates noise in
/// single pixels, for example from another version of a font rasteriser.
///
/// Usual values: tiles of 16 px, mean 6/255. A missing one-pixel line across a tile is 255/16 = 16/255 at full
/// contrast, so limits up to 10/255 detect it. Differently hinted text stays below 12/255.
/// - Source: Makie's reference tests, which score an image by its worst tile.
public struct WorstTileComparison: ImageComparison {
    /// Side of the square tiles in pixels, ≥ 1. The smaller tiles at the right and lower edges count like the others.
    public var tileSide: Int
    /// Maximum mean difference of a tile, in 1/255.
    public var limit: Double

    /// - Precondition: `tileSide` ≥ 1.
    public init(tileSide: Int = 16, limit: Double = 6) {
        precondition(tileSide >= 1, "a tile needs at least one pixel")
        self.tileSide = tileSide
        self.limit = limit
    }

    public func compare(_ actual: PixelImage, expected: PixelImage) -> ComparisonResult {
        let comparator = "worst tile of \(tileSide) px within mean \(limit)/255"
        guard let differences = PixelDifferences(actual, expected) else {
            return ComparisonResult(comparator: comparator, actual: actual.size, expected: expected.size)
        }
        var isFailing = [Bool](repeating: false, count: differences.values.count)
        var worst: (mean: Double, tile: PixelRect)?
        for tile in tiles(of: differences.size) {
            let mean = self.mean(of: differences, in: tile)
            if mean > worst?.mean ?? 0 { worst = (mean, tile) }
            guard mean > limit else { continue }
            for y in tile.y..<tile.maxY {
                for x in tile.x..<tile.maxX { isFailing[y * differences.size.width + x] = true }
            }
        }
        var failures: [String] = []
        if let worst, worst.mean > limit {
            failures = ["the tile at (\(worst.tile.x), \(worst.tile.y)) differs by \(worst.mean)/255 on average"]
        }
        return ComparisonResult(
            comparator: comparator, failures: failures, statistics: DifferenceStatistics(differences),
            differences: differences, isFailing: isFailing)
    }

    private func tiles(of size: PixelSize) -> [PixelRect] {
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        return stride(from: 0, to: size.height, by: tileSide).flatMap { y in
            stride(from: 0, to: size.width, by: tileSide).map { x in
                PixelRect(x: x, y: y, width: tileSide, height: tileSide).intersection(whole)
            }
        }
    }

    private func mean(of differences: PixelDifferences, in tile: PixelRect) -> Double {
        var sum = 0
        for y in tile.y..<tile.maxY {
            for x in tile.x..<tile.maxX { sum += Int(differences.values[y * differences.size.width + x]) }
        }
        return Double(sum) / Double(tile.width * tile.height)
    }
}

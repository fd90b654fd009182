package import VitrailScene
import VitrailSystem

/// The aggregate of the samples in each pixel, row by row from the top, each row from the left.
package struct DensityGrid: Sendable {
    package enum Content: Sendable {
        case counts(PixelCounts)
        /// NaN: no sample.
        case values([Double])
        case shares(any CategoryCounts)
    }

    let size: PixelSize
    package var content: Content
    /// The accumulator that the content comes from; `nil`: it is not known.
    var cells: (any DensityCells)?
    /// For categories: the number of all samples in each pixel; `nil`: not computed yet.
    var totals: PixelCounts?

    package init(size: PixelSize, content: Content, cells: (any DensityCells)? = nil) {
        (self.size, self.content, self.cells) = (size, content, cells)
    }

    /// The same grid with `totals`, if it has categories.
    func withTotals() -> DensityGrid {
        guard case .shares(let shares) = content, totals == nil else { return self }
        var grid = self
        grid.totals = DensityPainter.totals(shares)
        return grid
    }

    /// Ranges of rows that contain samples, from the top. A small picture, or one whose rows are mostly occupied, gives
    /// one range of all rows.
    func occupiedRows() -> [Range<Int>] {
        let all = 0..<size.height
        guard size.width * size.height >= Self.minInBands else { return [all] }
        let blocks = (size.height - 1) / Self.rowsPerBlock + 1
        let found = Parallel.mapParts(of: blocks, minimum: 1) { part in
            part.compactMap { block in
                let rows = block * Self.rowsPerBlock..<min((block + 1) * Self.rowsPerBlock, size.height)
                return isOccupied(rows.lowerBound * size.width..<rows.upperBound * size.width) ? rows : nil
            }
        }
        var stretches: [Range<Int>] = []
        for rows in found.joined() {
            if let last = stretches.last, last.upperBound == rows.lowerBound {
                stretches[stretches.count - 1] = last.lowerBound..<rows.upperBound
            } else {
                stretches.append(rows)
            }
        }
        return stretches.reduce(0) { $0 + $1.count } > size.height / 2 ? [all] : stretches
    }

    private func isOccupied(_ pixels: Range<Int>) -> Bool {
        switch content {
        case .counts(let counts): Self.isOccupied(counts, pixels)
        case .values(let values):
            unsafe values.withUnsafeBufferPointer { values in pixels.contains { unsafe !values[$0].isNaN } }
        case .shares: totals.map { Self.isOccupied($0, pixels) } ?? true
        }
    }

    private static func isOccupied(_ counts: PixelCounts, _ pixels: Range<Int>) -> Bool {
        unsafe counts.withUnsafeBufferPointer { counts in
            // Without an early exit, the loop processes several pixels at a time.
            var all: UInt32 = 0
            for pixel in pixels { unsafe all |= counts[pixel] }
            return all > 0
        }
    }

    /// Pixels. Smaller pictures take little memory even without bands.
    private static let minInBands = 1 << 22
    private static let rowsPerBlock = 16
}

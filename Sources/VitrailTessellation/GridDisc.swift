import CRaster

/// A disc on a grid along one axis: its height at each grid position. It is moved along a path whose extent is known
/// per cell (a dilation).
///
/// The path's position within a cell is not known. So a cell counts as reached if the disc reaches the cell's farther
/// end, half a cell behind its middle, and the disc has the height that it has at this end. A path that rises or falls
/// has its max extent at that end. For a single vertex the stroke is as wide as the disc, averaged over all positions
/// of the vertex within its cell.
struct GridDisc {
    /// Positions that one step of C processes. Arrays have this many additional elements.
    static let lanes = Int(VITRAIL_DILATE_LANES)

    /// The disc's height at its centre, and at the farther ends of the cells at distance 1, 2 …
    private let heights: [Float]
    /// Additional positions between cells, near the rim, where the height falls steeply.
    private let rims: [vitrail_rim]
    /// Max distance of a cell that the disc reaches, in cells, rounded up.
    let reach: Int

    /// - Parameters:
    ///   - radius: in pixels; at least one cell, at most the max radius of dense strokes.
    ///   - perPixel: cells per pixel.
    init(radius: Float, perPixel: Int) {
        let positions = radius * Float(perPixel) - 0.5
        heights = (0...Int(positions)).map { i in
            let along = i == 0 ? 0 : (Float(i) + 0.5) / Float(perPixel)
            return (radius * radius - along * along).squareRoot()
        }
        // At angles of 0 and 15 degrees from the rim.
        rims = [(Float(1), Float(0)), (0.966, 0.259)].map { along, height in
            let position = radius * Float(perPixel) * along - 0.5
            return vitrail_rim(
                positions: Int32(position), fraction: position - position.rounded(.down), height: radius * height)
        }
        reach = Int(positions) + 1
    }

    /// Computes the extent of discs in the cells of `grid`. Their centres lie on `path`.
    ///
    /// - Parameters:
    ///   - path: the path's extent in each cell, from `reach` cells before cell 0 on; -∞: no path.
    ///   - reaches: the result. Up to `lanes` cells after `grid` may be written, too.
    /// - Complexity: O(cells · reach).
    func dilate(_ path: [Float], into reaches: inout [Float], _ grid: Range<Int>) {
        precondition(grid.lowerBound >= 0 && reaches.count >= grid.upperBound + Self.lanes - 1)
        precondition(path.count >= grid.upperBound + 2 * reach + Self.lanes - 1)
        unsafe path.withUnsafeBufferPointer { path in
            unsafe reaches.withUnsafeMutableBufferPointer { reaches in
                guard let path = path.baseAddress, let reaches = reaches.baseAddress else { return }
                unsafe vitrail_dilate(
                    path + grid.lowerBound + reach, heights, heights.count, rims, reaches + grid.lowerBound, grid.count)
            }
        }
    }
}

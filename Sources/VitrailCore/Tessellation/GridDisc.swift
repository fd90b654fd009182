import CDiscs

/// A disc on a grid along one axis: how high it is at each place, for running it along a path of which it is known how far it reaches in each cell.
///
/// Where in its cell a path reaches so far is not known. A disc is said to reach a cell when it reaches the farther end, half a cell behind the
/// cell's middle, and with the height it has there: a path that rises or falls reaches farthest at that end, and a single vertex makes a stroke as
/// wide as the disc, on the average over where in its cell it lies.
struct GridDisc {
    /// Places that are worked on at a time; arrays have so many more than they are read for.
    static let lanes = Int(VITRAIL_DILATE_LANES)

    /// Heights at 0, and of the farther ends of the cells at 1, 2 … places from the centre.
    private let heights: [Float]
    /// Between places, near the rim, where a disc falls steeply.
    private let rims: [vitrail_rim]
    /// Places to which it reaches on one side, rounded up.
    let reach: Int

    /// - Parameters:
    ///   - radius: in pixels, at least a place, at most that of dense strokes.
    ///   - perPixel: grid places.
    init(radius: Float, perPixel: Int) {
        let places = radius * Float(perPixel) - 0.5
        heights = (0...Int(places)).map { i in
            let along = i == 0 ? 0 : (Float(i) + 0.5) / Float(perPixel)
            return (radius * radius - along * along).squareRoot()
        }
        // At 0 and 15 degrees from the rim.
        rims = [(Float(1), Float(0)), (0.966, 0.259)].map { along, height in
            let place = radius * Float(perPixel) * along - 0.5
            return vitrail_rim(places: Int32(place), fraction: place - place.rounded(.down), height: radius * height)
        }
        reach = Int(places) + 1
    }

    /// How far discs reach at the places of `grid`; their centres lie where `path` says, -∞ = there is none.
    ///
    /// - Parameters:
    ///   - path: from `reach` places before place 0 on.
    ///   - reaches: `lanes` places behind `grid` may be written, too.
    /// - Complexity: O(places · reach).
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

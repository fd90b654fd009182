/// A disc on a grid along one axis: how high it is at each place, for running it along a path.
struct GridDisc {
    /// Places that are worked on at a time; arrays have so many more than they are read for.
    static let lanes = 8

    /// Heights at 0, 1, 2 … places from the centre.
    private let heights: [Float]
    /// Between places, near the rim, where a disc falls steeply.
    private let rim: [(places: Int, fraction: Float, height: Float)]
    /// Places to which it reaches on one side, rounded up.
    let reach: Int

    /// - Parameters:
    ///   - radius: in pixels, ≥ 0.
    ///   - perPixel: grid places.
    init(radius: Float, perPixel: Int) {
        let places = radius * Float(perPixel)
        heights = (0...Int(places)).map { i in
            let along = Float(i) / Float(perPixel)
            return (radius * radius - along * along).squareRoot()
        }
        // At 0 and 15 degrees from the rim.
        rim = [(Float(1), Float(0)), (0.966, 0.259)].map { along, height in
            let place = places * along
            return (Int(place), place - place.rounded(.down), radius * height)
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
        let stride = MemoryLayout<Float>.stride
        unsafe path.withUnsafeBytes { path in
            unsafe reaches.withUnsafeMutableBytes { reaches in
                guard let from = path.baseAddress, let to = reaches.baseAddress else { return }
                var place = grid.lowerBound
                while place < grid.upperBound {
                    let reach = unsafe reach(from + (place + reach) * stride)
                    unsafe (to + place * stride).storeBytes(of: reach, as: SIMD8<Float>.self)
                    place += Self.lanes
                }
            }
        }
    }

    /// At eight places from `center` on.
    @inline(__always)
    private func reach(_ center: UnsafeRawPointer) -> SIMD8<Float> {
        @inline(__always) func at(_ places: Int) -> SIMD8<Float> {
            unsafe (center + places * MemoryLayout<Float>.stride).loadUnaligned(as: SIMD8<Float>.self)
        }
        @inline(__always) func greater(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> { a.replacing(with: b, where: b .> a) }
        var reach = at(0) + heights[0]
        for k in 1..<heights.count { reach = greater(reach, greater(at(k), at(-k)) + heights[k]) }
        for tap in rim {
            let (near, far) = (1 - tap.fraction, tap.fraction)
            reach = greater(reach, at(tap.places) * near + at(tap.places + 1) * far + tap.height)
            reach = greater(reach, at(-tap.places) * near + at(-tap.places - 1) * far + tap.height)
        }
        return reach
    }
}

import VitrailScene

/// Collects the pixels near the edges of all painted shapes.
struct EdgeMap {
    private let width: Int
    private(set) var isNearEdge: [Bool]

    init(size: PixelSize) {
        width = size.width
        isNearEdge = Array(repeating: false, count: size.width * size.height)
    }

    /// Marks pixels whose 3 × 3 neighbourhood is neither fully covered nor fully uncovered. Beyond the coverage's
    /// bounds its values are repeated, because a clip is not an edge of the shape.
    mutating func add(_ coverage: Coverage) {
        let (columns, rows) = (coverage.bounds.width, coverage.bounds.height)
        let values = coverage.values
        for y in 0..<rows {
            for x in 0..<columns where !isNearEdge[(coverage.bounds.y + y) * width + coverage.bounds.x + x] {
                // The tolerance is needed because rounding leaves 1 − 1e-15 in fully covered pixels.
                let own = values[y * columns + x]
                var differs = own > 1e-9 && own < 1 - 1e-9
                for row in max(0, y - 1)...min(rows - 1, y + 1) where !differs {
                    for column in max(0, x - 1)...min(columns - 1, x + 1)
                    where abs(values[row * columns + column] - own) > 1e-9 {
                        differs = true
                        break
                    }
                }
                if differs { isNearEdge[(coverage.bounds.y + y) * width + coverage.bounds.x + x] = true }
            }
        }
    }
}

import VitrailScene

/// Cuts a rectangle into dashes.
enum Dashes {
    enum Direction { case x, y }

    /// Maximum dashes in one line; more would be invisible.
    private static let maximum = 10_000

    static func split(_ rect: PlotRect, pattern: [Double], along direction: Direction) -> [PlotRect] {
        let period = pattern.reduce(0, +)
        let (low, high) =
            direction == .x ? (Double(rect.minX), Double(rect.maxX)) : (Double(rect.minY), Double(rect.maxY))
        guard pattern.count > 0, pattern.allSatisfy({ $0.isFinite && $0 >= 0 }), period > 0,
            (high - low) / period * Double(pattern.count) < Double(maximum)
        else { return [rect] }
        // An odd number of lengths is repeated, as in SVG.
        let lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
        var result: [PlotRect] = []
        var position = low
        var k = 0
        while position < high {
            let next = min(position + lengths[k % lengths.count], high)
            if k % 2 == 0, next > position {
                var dash = rect
                if direction == .x {
                    (dash.minX, dash.maxX) = (Float(position), Float(next))
                } else {
                    (dash.minY, dash.maxY) = (Float(position), Float(next))
                }
                result.append(dash)
            }
            position = next
            k += 1
        }
        return result
    }
}

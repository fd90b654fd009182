import VitrailScene

/// Sums the exact areas of polygons per pixel.
///
/// For each row that an edge crosses, the edge adds the signed area to its right, stored as differences between
/// neighbouring pixels. The running sum from the left is the area between the edges. Exact for straight edges of any
/// slope.
/// - Source: the signed-area accumulation of Levien's font-rs; Green's theorem.
struct PolygonCoverage {
    let bounds: PixelRect
    /// `width + 1` differences per row.
    private var differences: [Double]
    private let stride: Int

    init(bounds: PixelRect) {
        self.bounds = bounds
        stride = bounds.width + 1
        differences = Array(repeating: 0, count: stride * bounds.height)
    }

    /// Adds `weight` times the area of a simple polygon, in either direction of rotation.
    mutating func add(_ polygon: [ExactPoint], weight: Double = 1) {
        guard polygon.count >= 3, let last = polygon.last, polygon.allSatisfy(\.isFinite) else { return }
        // `signedArea` computes relative to a vertex, so that large coordinates lose no precision.
        let area = Self.signedArea(polygon)
        guard area != 0 else { return }
        var previous = last
        for point in polygon {
            addEdge(previous, point, weight: area > 0 ? weight : -weight)
            previous = point
        }
    }

    /// The sum of each pixel, limited to 0…1.
    var coverage: Coverage {
        var result = Coverage(bounds: bounds)
        for row in 0..<bounds.height {
            var sum = 0.0
            for column in 0..<bounds.width {
                sum += differences[row * stride + column]
                result.values[row * bounds.width + column] = Self.clean(sum)
            }
        }
        return result
    }

    /// Limits to 0…1 and removes rounding errors.
    private static func clean(_ sum: Double) -> Double {
        sum < 1e-12 ? 0 : sum > 1 - 1e-12 ? 1 : sum
    }

    /// Positive if the polygon runs clockwise on screen.
    static func signedArea(_ polygon: [ExactPoint]) -> Double {
        guard let origin = polygon.first, var previous = polygon.last else { return 0 }
        var twice = 0.0
        for point in polygon {
            twice += (previous.x - origin.x) * (point.y - origin.y) - (point.x - origin.x) * (previous.y - origin.y)
            previous = point
        }
        return twice / 2
    }

    /// A downward edge subtracts the area to its right, an upward edge adds it.
    private mutating func addEdge(_ a: ExactPoint, _ b: ExactPoint, weight: Double) {
        guard a.y != b.y else { return }
        let (top, bottom, sign) = a.y < b.y ? (a, b, -weight) : (b, a, weight)
        let (originX, originY) = (Double(bounds.x), Double(bounds.y))
        let firstY = max(top.y - originY, 0)
        let lastY = min(bottom.y - originY, Double(bounds.height))
        guard firstY < lastY else { return }
        let slope = (bottom.x - top.x) / (bottom.y - top.y)
        let (minimum, greatest) = (min(top.x, bottom.x), max(top.x, bottom.x))
        func x(at y: Double) -> Double {
            min(max(top.x + (y + originY - top.y) * slope, minimum), greatest) - originX
        }
        var (y, startX) = (firstY, x(at: firstY))
        for row in Int(firstY)..<min(Int(lastY.rounded(.up)), bounds.height) {
            let nextY = min(Double(row + 1), lastY)
            let endX = x(at: nextY)
            addPiece(row: row, from: startX, to: endX, height: sign * (nextY - y))
            (y, startX) = (nextY, endX)
        }
    }

    /// Adds the part of an edge inside one row; `height` is signed.
    private mutating func addPiece(row: Int, from: Double, to: Double, height: Double) {
        let (low, high) = (min(from, to), max(from, to))
        let width = Double(bounds.width)
        let base = row * stride
        if high <= 0 { differences[base] += height }
        if high <= 0 || low >= width { return }
        if high - low < 1e-9 || (low >= 0 && Int(low) == Int(min(high, width)) && high <= width) {
            // Within one pixel column.
            let middle = min(max((low + high) / 2, 0), width)
            addToColumn(min(Int(middle), bounds.width - 1), base: base, middle: middle, height: height)
            return
        }
        let heightPerX = height / (high - low)
        // To the left of the bounds, the edge counts for the whole row; to the right, it has no effect.
        if low < 0 { differences[base] += heightPerX * -low }
        var left = max(low, 0)
        let end = min(high, width)
        while left < end {
            let column = min(Int(left), bounds.width - 1)
            let right = min(Double(column + 1), end)
            addToColumn(column, base: base, middle: (left + right) / 2, height: heightPerX * (right - left))
            left = right
        }
    }

    private mutating func addToColumn(_ column: Int, base: Int, middle: Double, height: Double) {
        let share = middle - Double(column)
        differences[base + column] += height * (1 - share)
        differences[base + column + 1] += height * share
    }
}

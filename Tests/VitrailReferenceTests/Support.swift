import Glibc
import Testing
import VitrailScene

@testable import VitrailReference

/// Half an 8-bit step: the tolerance of the reference.
let half8Bit = 0.5 / 255

/// Coverage of an opaque shape, row by row, unrounded.
func coverage(_ shape: Shape, _ width: Int, _ height: Int, clip: PixelRect? = nil) -> [Double] {
    let scene = Scene(size: PixelSize(width: width, height: height), background: .clear)
    var renderer = SceneRenderer(scene: scene, quantize: false)
    renderer.draw(Mark(shape, clip: clip))
    return renderer.canvas.pixels.map(\.w)
}

func sum(_ values: [Double]) -> Double { values.reduce(0, +) }

func isClose(_ a: [Double], _ b: [Double], within tolerance: Double = 1e-9) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
}

/// Transposes rows and columns.
func transposed(_ values: [Double], _ width: Int, _ height: Int) -> [Double] {
    (0..<width).flatMap { x in (0..<height).map { y in values[y * width + x] } }
}

/// Fraction of 64 × 64 points of each pixel with `isInside`: slow, simple, and with an error of at most an edge's
/// length in the pixel times half a step, about 1/90.
func supersampled(_ width: Int, _ height: Int, isInside: (Double, Double) -> Bool) -> [Double] {
    (0..<width * height).map { i in
        var hits = 0
        for row in 0..<64 {
            let y = Double(i / width) + (Double(row) + 0.5) / 64
            for column in 0..<64 where isInside(Double(i % width) + (Double(column) + 0.5) / 64, y) {
                hits += 1
            }
        }
        return Double(hits) / 4096
    }
}

/// Maximum and mean signed difference, to compare coverage with points.
func deviation(_ a: [Double], _ b: [Double]) -> (greatest: Double, bias: Double) {
    let differences = zip(a, b).map { $0 - $1 }
    return (differences.map(abs).max() ?? 0, sum(differences) / Double(differences.count))
}

/// Exact area of the disc around the origin inside [x0, x1] × [y0, y1]: the closed form used to check the polygons.
func discArea(radius r: Double, x0: Double, y0: Double, x1: Double, y1: Double) -> Double {
    func primitive(_ x: Double) -> Double {
        let x = min(max(x, -r), r)
        return (x * max(0, r * r - x * x).squareRoot() + r * r * asin(x / r)) / 2
    }
    // Where the circle's height passes an edge, the integrand changes.
    var breaks = [x0, x1, -r, r]
    for y in [y0, y1] where abs(y) < r {
        let x = (r * r - y * y).squareRoot()
        breaks += [x, -x]
    }
    breaks = breaks.filter { $0 >= x0 && $0 <= x1 }.sorted()
    var area = 0.0
    for (a, b) in zip(breaks, breaks.dropFirst()) where b > a {
        let middle = (a + b) / 2
        guard abs(middle) < r else { continue }
        let height = (r * r - middle * middle).squareRoot()
        guard min(y1, height) > max(y0, -height) else { continue }
        let arc = primitive(b) - primitive(a)
        area += (y1 < height ? y1 * (b - a) : arc) - (y0 > -height ? y0 * (b - a) : -arc)
    }
    return area
}

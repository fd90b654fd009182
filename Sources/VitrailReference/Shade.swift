import VitrailScene

/// The premultiplied colour of each pixel of an item, evaluated at the pixel's centre.
enum Shade {
    case flat(SIMD4<Double>)
    /// `start + (end − start) · clamp(x·a + y·b + c, 0…1)`, with `ramp` = (a, b, c).
    case ramp(SIMD4<Double>, SIMD4<Double>, ramp: (a: Double, b: Double, c: Double))
    /// `start + (end − start) · clamp(distance from (x, y) / radius, 0…1)`.
    case disc(SIMD4<Double>, SIMD4<Double>, x: Double, y: Double, radius: Double)

    func color(x: Int, y: Int) -> SIMD4<Double> {
        switch self {
        case .flat(let color): return color
        case .ramp(let start, let end, let ramp):
            let t = (Double(x) + 0.5) * ramp.a + (Double(y) + 0.5) * ramp.b + ramp.c
            return start + (end - start) * min(max(t, 0), 1)
        case .disc(let start, let end, let centerX, let centerY, let radius):
            let (dx, dy) = (Double(x) + 0.5 - centerX, Double(y) + 0.5 - centerY)
            return start + (end - start) * min((dx * dx + dy * dy).squareRoot() / radius, 1)
        }
    }

    init(_ paint: Paint) {
        switch paint {
        case .solid(let color): self = .flat(color.exact)
        case .linearGradient(let from, let start, let to, let end):
            self.init(from: ExactPoint(from), start: start, to: ExactPoint(to), end: end)
        case .radialGradient(let center, let radius, let start, let end):
            guard center.isFinite, radius > 0, radius.isFinite else {
                self = .flat(start.exact)
                return
            }
            self = .disc(start.exact, end.exact, x: Double(center.x), y: Double(center.y), radius: Double(radius))
        }
    }

    /// If the points are equal or not finite, the start colour is used everywhere.
    init(from: ExactPoint, start: Color, to: ExactPoint, end: Color) {
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let squared = dx * dx + dy * dy
        guard squared > 0, squared.isFinite, start != end else {
            self = .flat(start.exact)
            return
        }
        let (a, b) = (dx / squared, dy / squared)
        self = .ramp(start.exact, end.exact, ramp: (a, b, -(from.x * a + from.y * b)))
    }
}

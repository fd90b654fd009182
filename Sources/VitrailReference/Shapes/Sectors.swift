import Glibc
import VitrailScene

extension SceneRenderer {
    /// The items do not overlap: their colours times coverages are added up, and the sum is composited once.
    mutating func draw(_ batch: SectorBatch, clip: PixelRect) {
        let sectors = batch.items.map { ($0, RingSector($0)) }
        var extent: ExactRect?
        for case (_, let sector?) in sectors {
            extent = extent?.union(sector.extent) ?? sector.extent
        }
        guard let bounds = extent?.pixels(clip: clip) else { return }
        var group = Array(repeating: SIMD4<Double>.zero, count: bounds.width * bounds.height)
        for case (let item, let sector?) in sectors {
            guard let own = sector.extent.pixels(clip: bounds) else { continue }
            let whole = sector.coverage(in: own)
            edges.add(whole)
            add(item.fill.exact, whole, to: &group, in: bounds)
            guard item.crustWidth > 0, item.crustWidth.isFinite, item.crust.alpha > 0 else { continue }
            let inner = sector.inset(by: Double(item.crustWidth))?.coverage(in: own) ?? Coverage(bounds: own)
            edges.add(inner)
            // Within its crust, the sector shows crust over fill. Both use the coverage of the crust, so that no seam
            // shows.
            let crust = item.crust.exact
            add(crust - item.fill.exact * crust.w, whole.subtracting(inner), to: &group, in: bounds)
        }
        composite(group, bounds: bounds)
    }

    private func add(
        _ color: SIMD4<Double>, _ coverage: Coverage, to group: inout [SIMD4<Double>], in bounds: PixelRect
    ) {
        let own = coverage.bounds
        for row in 0..<own.height {
            let start = (own.y - bounds.y + row) * bounds.width + own.x - bounds.x
            for column in 0..<own.width {
                let share = coverage.values[row * own.width + column]
                guard share > 0 else { continue }
                let sum = group[start + column] + color * share
                group[start + column] = quantize ? Canvas.rounded(sum) : sum
            }
        }
    }

    private mutating func composite(_ group: [SIMD4<Double>], bounds: PixelRect) {
        var i = 0
        for y in bounds.y..<bounds.maxY {
            for x in bounds.x..<bounds.maxX {
                let color = group[i].clamped(lowerBound: .zero, upperBound: .one)
                i += 1
                if color != .zero { canvas.blend(color, x: x, y: y) }
            }
        }
    }
}

/// A sector of a ring in Double.
struct RingSector: Equatable {
    var center: ExactPoint
    /// 0: no hole; the radial edges then meet at the apex.
    var innerRadius: Double
    var outerRadius: Double
    /// Angles in radians, 0 at 12 o'clock, anticlockwise. `nil`: a full turn.
    var angles: Angles?

    /// The radial edges are parallel to the rays at `middle ± half`, `offset` px inside of them.
    struct Angles: Equatable {
        var middle: Double
        /// 0…π.
        var half: Double
        var offset: Double
    }

    /// `nil`: nothing is visible.
    init?(_ item: SectorBatch.Item) {
        let numbers = [item.innerRadius, item.outerRadius, item.startAngle, item.sweep]
        guard ExactPoint(item.center).isFinite, numbers.allSatisfy(\.isFinite), item.outerRadius > 0,
            item.outerRadius > item.innerRadius, item.sweep != 0
        else { return nil }
        center = ExactPoint(item.center)
        innerRadius = max(0, Double(item.innerRadius))
        outerRadius = Double(item.outerRadius)
        let sweep = Double(item.sweep)
        // A Float 2π may be slightly less than 2π.
        if abs(sweep) < 2 * .pi - 1e-6 {
            angles = Angles(middle: Double(item.startAngle) + sweep / 2, half: abs(sweep) / 2, offset: 0)
        }
    }

    var extent: ExactRect {
        guard let angles else { return ExactRect(center: center, radius: outerRadius) }
        var result = ExactRect(center: center, radius: 0)
        for (i, point) in outline(angles).enumerated() {
            let own = ExactRect(center: point, radius: 0)
            result = i == 0 ? own : result.union(own)
        }
        return result
    }

    /// Returns the points at least `width` from the edge: radii inset, radial edges moved parallel. `nil`: no points. A
    /// pie sector has no inner edge, but beyond half a turn its apex is concave, so its inset is rounded.
    func inset(by width: Double) -> RingSector? {
        var result = self
        result.outerRadius = outerRadius - width
        if innerRadius > 0 || angles != nil { result.innerRadius = innerRadius + width }
        result.angles?.offset += width
        guard result.outerRadius > result.innerRadius else { return nil }
        if let angles = result.angles, angles.half <= asin(angles.offset / result.outerRadius) { return nil }
        return result
    }

    func coverage(in bounds: PixelRect) -> Coverage {
        var polygon = PolygonCoverage(bounds: bounds)
        if let angles {
            polygon.add(outline(angles))
        } else {
            polygon.add(Arc.circle(center: center, radius: outerRadius))
            if innerRadius > 0 {
                polygon.add(Arc.circle(center: center, radius: innerRadius), weight: -1)
            }
        }
        return polygon.coverage
    }

    /// The outer arc forwards, then the inner arc backwards or the apex.
    private func outline(_ angles: Angles) -> [ExactPoint] {
        /// Half of the angle between the two parallel edges on a circle.
        func half(at radius: Double) -> Double {
            radius > 0 ? angles.half - asin(min(angles.offset / radius, 1)) : 0
        }
        let outer = half(at: outerRadius)
        var points = Arc.points(
            center: center, radius: outerRadius, from: angles.middle - outer, to: angles.middle + outer)
        let inner = half(at: innerRadius)
        if inner > 0 {
            points += Arc.points(
                center: center, radius: innerRadius, from: angles.middle + inner, to: angles.middle - inner)
        } else {
            let distance = angles.offset > 0 ? angles.offset / sin(angles.half) : 0
            points.append(Arc.point(center: center, radius: distance, angle: angles.middle))
        }
        return points
    }
}

extension SIMD4<Double> {
    static var one: SIMD4<Double> { SIMD4(repeating: 1) }
}

import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailTessellation

#if canImport(Glibc)
    import Glibc
#endif

@Suite("Polygon slices")
struct PolygonSlicesTests {
    /// The trapezoids, two samples each.
    private func slices(_ outlines: [[SIMD2<Double>]]) -> [(Area.Sample, Area.Sample)] {
        let samples = PolygonSlices.samples(outlines)
        return stride(from: 0, to: samples.count, by: 3).map { (samples[$0], samples[$0 + 1]) }
    }

    private func area(_ slices: [(Area.Sample, Area.Sample)]) -> Double {
        slices.reduce(0) { sum, slice in
            let (a, b) = slice
            #expect(a.along < b.along && a.second >= a.first && b.second >= b.first)
            return sum + Double(b.along - a.along) * Double(a.second - a.first + b.second - b.first) / 2
        }
    }

    private func shoelace(_ outline: [SIMD2<Double>]) -> Double {
        abs(zip(outline, outline.dropFirst() + outline.prefix(1)).reduce(0) { $0 + $1.0.cross($1.1) }) / 2
    }

    /// With so many corners, pixel coverage is rasterised on the CPU.
    @Test("a jagged star of thousands of corners covers its area, outlines without corners enough nothing")
    func jagged() {
        var numbers = SeededNumbers(seed: 9)
        let star = (0..<4_000).map { k -> SIMD2<Double> in
            let (angle, radius) = (Double(k) / 4_000 * 2 * .pi, numbers.double(20...80))
            return SIMD2(100.3 + radius * sin(angle), 90.7 - radius * cos(angle))
        }
        let samples = PolygonSlices.samples([star], areOriented: true)
        let found = stride(from: 0, to: samples.count, by: 3).reduce(0.0) {
            $0 + Double(samples[$1 + 1].along - samples[$1].along) * Double(samples[$1].second - samples[$1].first)
        }
        #expect(abs(found - shoelace(star)) < shoelace(star) * 1e-3 && samples.count < 3 * 160 * 160)
        let flat =
            Array(repeating: [SIMD2(1.0, 2), SIMD2(3, 4)], count: 300) + [Array(repeating: SIMD2(.nan, 1), count: 600)]
        #expect(PolygonSlices.samples(flat, areOriented: true).isEmpty)
    }

    private func contains(_ outline: [SIMD2<Double>], _ point: SIMD2<Double>) -> Bool {
        var inside = false
        for (a, b) in zip(outline, outline.dropFirst() + outline.prefix(1)) where (a.y > point.y) != (b.y > point.y) {
            if point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) { inside.toggle() }
        }
        return inside
    }

    /// Number of trapezoids that contain a point.
    private func holders(_ slices: [(Area.Sample, Area.Sample)], _ point: SIMD2<Double>) -> Int {
        slices.filter { a, b in
            guard Double(a.along) < point.x, Double(b.along) > point.x else { return false }
            let t = (point.x - Double(a.along)) / Double(b.along - a.along)
            let top = Double(a.first) + t * Double(b.first - a.first)
            let bottom = Double(a.second) + t * Double(b.second - a.second)
            return top < point.y && bottom > point.y
        }.count
    }

    @Test("a triangle is two slices, a rectangle one")
    func simple() {
        let triangle: [SIMD2<Double>] = [[10, 10], [30, 20], [20, 40]]
        #expect(slices([triangle]).count == 2 && abs(area(slices([triangle])) - shoelace(triangle)) < 1e-6)
        let rectangle: [SIMD2<Double>] = [[10, 10], [30, 10], [30, 20], [10, 20]]
        #expect(slices([rectangle]).count == 1 && area(slices([rectangle])) == 200)
        #expect(
            slices([rectangle, triangle.map { $0 + [0, 40] }]).count == 3,
            "what goes on is not cut where others begin and end")
        #expect(slices([rectangle, [[15, 12], [20, 12], [20, 18], [15, 18]]]).count == 4)
    }

    @Test(
        "what encloses nothing has none",
        arguments: [
            [], [[1, 1]], [[1, 1], [5, 5]], [[1, 1], [1, 5], [1, 9]], [[.nan, 1], [2, 2], [.infinity, 4]],
        ] as [[SIMD2<Double>]])
    func nothing(outline: [SIMD2<Double>]) { #expect(area(slices([outline])) == 0) }

    @Test("slices tile the polygon: each place inside is in one of them, each outside in none", arguments: 0..<24)
    func tiling(seed: UInt64) {
        var numbers = SeededNumbers(seed: 700 + seed)
        // Many corners in one pixel column, and few.
        let count = [3, 7, 40, 700][Int(seed % 4)]
        let size = seed % 3 == 0 ? 12.0 : 90
        let outline = (0..<count).map { k in
            SIMD2(100.3, 99.8)
                + PolarFrame.offset(
                    angle: 2 * .pi * (Double(k) + Double.random(in: 0...0.9, using: &numbers)) / Double(count),
                    distance: size * Double.random(in: 0.5...1, using: &numbers))
        }
        let slices = slices([outline])
        let exact = shoelace(outline)
        #expect(abs(area(slices) - exact) < exact * 1e-4)
        let rounded = outline.map { SIMD2(Double(Float($0.x)), Double(Float($0.y))) }
        for _ in 0..<300 {
            let point = SIMD2(Double.random(in: 5...195, using: &numbers), Double.random(in: 5...195, using: &numbers))
            #expect(holders(slices, point) == (contains(rounded, point) ? 1 : 0), "\(point)")
        }
    }

    @Test("a pixel inside a polygon of thousands of corners is one slice")
    func interior() {
        let outline = (0..<6_000).map { k in
            SIMD2(100.0, 100) + PolarFrame.offset(angle: 2 * .pi * Double(k) / 6_000, distance: k % 2 == 0 ? 70 : 80)
        }
        let slices = slices([outline])
        for (x, y) in [(100.5, 100.5), (60.5, 90.5), (130.5, 141.5)] {
            let touching = slices.filter { a, b in
                Double(a.along) < x + 0.5 && Double(b.along) > x - 0.5 && Double(min(a.first, b.first)) < y + 0.5
                    && Double(max(a.second, b.second)) > y - 0.5
            }
            #expect(touching.count == 1)
        }
    }
}

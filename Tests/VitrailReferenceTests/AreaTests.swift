import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailReference

@Suite("Reference: areas")
struct AreaTests {
    typealias Sample = Area.Sample

    static func area(_ samples: [Sample], _ orientation: Area.Orientation = .horizontal) -> Shape {
        .area(Area(samples: samples, orientation: orientation, paint: .solid(.black)))
    }

    @Test("a half-plane through a pixel: triangles and trapezoids by hand")
    func halfPlane() {
        // Below the line from (0, 1) to (4, 0): y > 1 − x/4.
        let values = coverage(
            Self.area([Sample(along: 0, first: 1, second: 1), Sample(along: 4, first: 0, second: 1)]), 4, 1)
        #expect(isClose(values, [0.125, 0.375, 0.625, 0.875]))
        // Steep: x < y/4, over four rows, as the vertical orientation.
        let steep = coverage(
            Self.area([Sample(along: 0, first: 0, second: 0), Sample(along: 4, first: 0, second: 1)], .vertical), 1, 4)
        #expect(isClose(steep, [0.125, 0.375, 0.625, 0.875]))
        // The diagonal through the middle of one pixel.
        let diagonal = coverage(
            Self.area([Sample(along: 0.5, first: 0.5, second: 0.5), Sample(along: 1, first: 0.5, second: 1)]), 2, 2)
        #expect(isClose(diagonal, [0.125, 0, 0, 0]))
    }

    @Test("crossing curves fill both parts")
    func crossing() {
        let samples = [Sample(along: 2, first: 2, second: 10), Sample(along: 18, first: 12, second: 4)]
        let values = coverage(Self.area(samples), 20, 16)
        // They cross in the middle, where both are 7: two triangles of 8 · 8 / 2.
        #expect(abs(sum(values) - 64) < 1e-9)
        #expect(values[7 * 20 + 3] == 1)
        #expect(values[7 * 20 + 16] == 1)
        #expect(values[3 * 20 + 10] == 0)
    }

    @Test("slices tile: cutting a slice changes nothing, inside it is full")
    func tiling() {
        var random = SeededNumbers(seed: 1)
        let whole = [Sample(along: 1.3, first: 5, second: 25), Sample(along: 30.7, first: 9, second: 18)]
        let cuts = (0..<40).map { _ in random.float(1.3...30.7) }.sorted()
        let pieces =
            [whole[0]]
            + cuts.map { cut in
                let t = (cut - 1.3) / (30.7 - 1.3)
                return Sample(along: cut, first: 5 + 4 * t, second: 25 - 7 * t)
            } + [whole[1]]
        let (a, b) = (coverage(Self.area(whole), 32, 32), coverage(Self.area(pieces), 32, 32))
        #expect(isClose(a, b, within: 1e-5))
        #expect(abs(sum(a) - 29.4 * (20 + 9) / 2) < 1e-4)
        #expect(b[15 * 32 + 16] == 1)
    }

    @Test("gaps and jumps paint nothing; going backwards covers the same; what overlaps ends at 1")
    func degenerate() {
        let (a, b) = (Sample(along: 2, first: 2, second: 6), Sample(along: 8, first: 2, second: 6))
        #expect(sum(coverage(Self.area([a, Sample(along: .nan, first: 0, second: 0), b]), 12, 12)) == 0)
        #expect(sum(coverage(Self.area([a, Sample(along: 5, first: .infinity, second: 0), b]), 12, 12)) == 0)
        #expect(sum(coverage(Self.area([a, Sample(along: 2, first: 3, second: 9)]), 12, 12)) == 0)
        #expect(sum(coverage(Self.area([a]), 12, 12)) == 0)
        #expect(coverage(Self.area([b, a]), 12, 12) == coverage(Self.area([a, b]), 12, 12))
        #expect(coverage(Self.area([a, b, a]), 12, 12) == coverage(Self.area([a, b]), 12, 12))
    }

    @Test("vertical is horizontal transposed")
    func orientation() {
        var random = SeededNumbers(seed: 2)
        let samples = (0..<12).map { i in
            Sample(along: Float(i) * 2.1, first: random.float(0...20), second: random.float(0...20))
        }
        let horizontal = coverage(Self.area(samples), 24, 20)
        let vertical = coverage(Self.area(samples, .vertical), 20, 24)
        #expect(isClose(transposed(horizontal, 24, 20), vertical, within: 1e-9))
        #expect(sum(vertical) > 20)
    }

    @Test("beyond the picture on any side: the picture is a part of the larger one")
    func cut() {
        var random = SeededNumbers(seed: 3)
        let samples = (0..<9).map { i in
            Sample(along: Float(i) * 5 - 4.3, first: random.float(-20...40), second: random.float(-20...40))
        }
        let moved = samples.map { Sample(along: $0.along + 32, first: $0.first + 32, second: $0.second + 32) }
        let part = coverage(Self.area(samples), 24, 16)
        let whole = coverage(Self.area(moved), 96, 96)
        let cropped = (0..<16).flatMap { y in (0..<24).map { x in whole[(y + 32) * 96 + x + 32] } }
        #expect(isClose(part, cropped, within: 1e-5))
    }

    @Test("random areas agree with 64 × 64 points a pixel", arguments: 1...3 as ClosedRange<UInt64>)
    func random(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        let samples = (0..<5).map { i in
            Sample(along: Float(i) * 2.1 + 0.2, first: random.float(-2...10), second: random.float(-2...10))
        }
        let exact = coverage(Self.area(samples), 9, 8)
        let points = supersampled(9, 8) { x, y in
            for (a, b) in zip(samples, samples.dropFirst()) where Float(x) >= a.along && Float(x) < b.along {
                let t = (x - Double(a.along)) / Double(b.along - a.along)
                let first = Double(a.first) + Double(b.first - a.first) * t
                let second = Double(a.second) + Double(b.second - a.second) * t
                return y >= min(first, second) && y < max(first, second)
            }
            return false
        }
        let deviation = deviation(exact, points)
        #expect(deviation.greatest < 0.02 && abs(deviation.bias) < 1e-3, "\(deviation)")
    }
}

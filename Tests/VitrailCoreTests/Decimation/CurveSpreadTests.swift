import Testing
import VitrailTestNumbers

@testable import VitrailCore

@Suite("Curves as slopes")
struct CurveSpreadTests {
    /// Of places that are as frequent as one another.
    private func spread(_ places: [Double]) -> CurveSpread {
        let mean = places.reduce(0, +) / Double(places.count)
        let variance = places.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(places.count)
        return CurveSpread(mean: mean, variance: variance, low: places.min() ?? 0, high: places.max() ?? 0)
    }

    private func moments(_ share: Double, _ slopes: (CurveSpread.Slope, CurveSpread.Slope)) -> (mean: Double, variance: Double) {
        let mean = share * slopes.0.middle + (1 - share) * slopes.1.middle
        func square(_ slope: CurveSpread.Slope) -> Double { slope.half * slope.half / 3 + (slope.middle - mean) * (slope.middle - mean) }
        return (mean, share * square(slopes.0) + (1 - share) * square(slopes.1))
    }

    @Test("a level and a slope are one slope; what is now here, now there, is scattered")
    func scattered() {
        #expect(!spread([5, 5]).isScattered)
        #expect(!spread((0...100).map(Double.init)).isScattered)
        #expect(spread([0, 0, 0, 100]).isScattered && spread([0, 100]).isScattered)
        // Less than a quarter of a pixel beyond is seen nowhere.
        #expect(!spread([0, 0.5]).isScattered)
    }

    @Test("of two levels, both are told as they are")
    func levels() {
        let curve = spread([10, 10, 10, 50])
        let (share, slopes, _) = CurveSpread.halves(curve, spread([0]))
        #expect(abs(share - 0.75) < 1e-9)
        #expect(abs(slopes.0.middle - 10) < 1e-6 && abs(slopes.1.middle - 50) < 1e-6 && slopes.0.half < 1e-3 && slopes.1.half < 1e-3)
    }

    @Test("two slopes have the mean and the variance, and keep within what the curve reaches")
    func kept() {
        var numbers = SeededNumbers(seed: 61)
        var count = 0
        for _ in 0..<2_000 {
            let (low, high) = (numbers.double(-50...0), numbers.double(0...50))
            let cut = Int(numbers.double(1...19))
            let curve = spread((0..<20).map { $0 < cut ? low + numbers.double(0...4) : high - numbers.double(0...4) })
            guard curve.isScattered else { continue }
            count += 1
            let (share, slopes, level) = CurveSpread.halves(curve, spread([7]))
            let found = moments(share, slopes)
            #expect(abs(found.mean - curve.mean) < 1e-6 && abs(found.variance - curve.variance) < 1e-6 * curve.variance)
            #expect(slopes.0.middle - slopes.0.half >= curve.low - 1e-6 && slopes.1.middle + slopes.1.half <= curve.high + 1e-6)
            #expect(abs(level.0.middle - 7) < 1e-9 && abs(level.1.middle - 7) < 1e-9)
        }
        #expect(count > 500)
    }

    @Test("a curve that does not scatter is one slope, cut where the other one's share ends")
    func cut() {
        let (share, _, slopes) = CurveSpread.halves(spread([0, 0, 0, 0, 100]), spread((0...100).map(Double.init)))
        #expect(abs(share - 0.8) < 1e-9)
        #expect(abs(slopes.0.middle + slopes.0.half - (slopes.1.middle - slopes.1.half)) < 1e-9)
        #expect(abs(slopes.0.half - 4 * slopes.1.half) < 1e-9)
    }
}

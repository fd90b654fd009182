import Testing
import VitrailTestNumbers

@testable import VitrailColumns
@testable import VitrailScales

@Suite("Axis scales")
struct AxisScaleTests {
    @Test("a linear scale puts the middle of its range in the middle, and does not clamp")
    func linear() {
        let scale = AxisScale(range: NumberRange(0, 10), start: 100, end: 300)
        #expect(scale.position(of: 0) == 100)
        #expect(scale.position(of: 5) == 200)
        #expect(scale.position(of: 10) == 300)
        #expect(scale.position(of: 20) == 500)
        #expect(scale.value(at: 150) == 2.5)
    }

    @Test("a logarithmic scale spaces powers evenly; zero and less are gaps", arguments: [2.0, 10, 0.5])
    func logarithmic(base: Double) {
        let ends = [1.0, base * base * base].sorted()
        let scale = AxisScale(range: NumberRange(ends[0], ends[1]), mapper: .logarithm(base: base), start: 0, end: 300)
        let powers = [ends[0], ends[0] * (base > 1 ? base : 1 / base)].map(scale.position)
        #expect(abs(powers[0]) < 1e-9)
        #expect(abs(powers[1] - 100) < 1e-9)
        #expect(scale.position(of: 0).isNaN)
        #expect(scale.position(of: -1).isNaN)
    }

    @Test("neighbours far from zero stay apart")
    func farFromZero() {
        let scale = AxisScale(range: NumberRange(1e9, 1e9 + 10), start: 0, end: 1000)
        #expect(scale.position(of: 1e9 + 1) == 100)
        #expect(scale.position(of: 1e9 + 2) == 200)
        let epoch = 1.7e18
        let nanoseconds = AxisScale(range: NumberRange(epoch, epoch + 1024), start: 0, end: 1024)
        #expect(nanoseconds.position(of: epoch + 256) == 256)
    }

    @Test("the inverse is exact over random ranges")
    func inverse() {
        var random = SeededNumbers(seed: 1)
        for _ in 0..<10_000 {
            let low = Double.random(in: -1e6...1e6, using: &random)
            let range = NumberRange(low, low + Double.random(in: 1e-3...1e6, using: &random))
            let scale = AxisScale(range: range, start: 700, end: 20)
            let value = Double.random(in: range.minimum...range.maximum, using: &random)
            #expect(abs(scale.value(at: scale.position(of: value)) - value) < 1e-6 * range.span)
        }
    }
}

import Testing

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailScales

@Suite("Symmetric logarithms")
struct SymmetricLogarithmTests {
    @Test("the linear part's halves and the decades beyond are of one length")
    func positions() {
        let scale = AxisScale(
            range: NumberRange(-1000, 1000), mapper: .symmetricLogarithm(threshold: 1, base: 10), start: 0, end: 800)
        let values = [-1000.0, -100, -10, -1, 0, 1, 10, 100, 1000]
        for (k, value) in values.enumerated() { #expect(abs(scale.position(of: value) - Double(k) * 100) < 1e-9) }
        #expect(scale.position(of: 0.5) == 450)
        #expect(scale.position(of: -0.25) == 375)
    }

    @Test("what lies far beyond either end has a place")
    func beyond() {
        let scale = AxisScale(
            range: NumberRange(-1000, 1000), mapper: .symmetricLogarithm(threshold: 1, base: 10), start: 0, end: 800)
        for (value, position) in [(-1e6, -300.0), (-1e4, -100), (-1, 300), (1e4, 900), (1e6, 1_100)] {
            #expect(abs(scale.position(of: value) - position) < 1e-9)
            #expect(abs(scale.value(at: position) / value - 1) < 1e-9)
        }
    }

    @Test(
        "values whose ratio to the threshold is beyond all numbers have places and ticks",
        arguments: [(1e-10, 1e299, 1.1e299), (1e-300, 1e10, 2e10), (1e-300, 1e20, 1e300)])
    func ratios(threshold: Double, low: Double, high: Double) throws {
        let scale = AxisScale(
            range: NumberRange(low, high), mapper: .symmetricLogarithm(threshold: threshold, base: 10), start: 0,
            end: 800)
        for (value, position) in [(low, 0.0), (high, 800)] {
            #expect(abs(scale.position(of: value) - position) < 1e-6)
            #expect(abs(scale.value(at: position) / value - 1) < 1e-9)
            let mapped = SymmetricLogarithm.forward(value, threshold, 10)
            #expect(abs(SymmetricLogarithm.inverse(mapped, threshold, 10) / value - 1) < 1e-9)
        }
        let ticks = try SymmetricLogarithmicAxis(threshold: threshold).majors(low, high).map(\.value)
        #expect(
            ticks.count >= 2 && ticks == ticks.sorted()
                && ticks.allSatisfy { $0 >= low * (1 - 1e-9) && $0 <= high * (1 + 1e-9) })
    }

    @Test("majors are zero and the powers on both sides")
    func ticks() throws {
        let axis = SymmetricLogarithmicAxis()
        #expect(axis.majors(-1000, 1000).map(\.label) == ["−1000", "−100", "−10", "−1", "0", "1", "10", "100", "1000"])
        #expect(
            axis.majors(-1e6, 1e8, length: 300).map(\.value) == [-1e4, 0, 1e4, 1e9].filter { $0 <= 1e8 }
                || axis.majors(-1e6, 1e8, length: 300).count >= 2)
        let wide = try SymmetricLogarithmicAxis(threshold: 3)
        #expect(wide.majors(-50, 500).map(\.value) == [-10, 0, 10, 100])
        let binary = try SymmetricLogarithmicAxis(threshold: 1, base: 2)
        #expect(binary.majors(0, 8).map(\.value) == [0, 1, 2, 4, 8])
        // The linear part contains at most one power.
        #expect(axis.majors(-0.5, 0.5).map(\.value).contains(0.1))
    }

    @Test("minor ticks are multiples of the powers, and tenths of the linear part")
    func minors() {
        let values = SymmetricLogarithmicAxis().minors(-10, 10).map(\.value)
        #expect(values.count == 34)
        #expect(values == values.sorted())
        for value in [-9, -2, -0.9, -0.1, 0.1, 0.5, 2, 9] {
            #expect(values.contains { abs($0 - value) < 1e-12 }, "\(value)")
        }
    }

    @Test("base and threshold that make no such scale are refused")
    func refused() {
        for base in [1, 0.5, 0, -2, .nan, .infinity] {
            #expect(throws: AxisError.self) { try SymmetricLogarithmicAxis(threshold: 1, base: base) }
        }
        for threshold in [0, -1, .nan, .infinity] {
            #expect(throws: AxisError.self) { try SymmetricLogarithmicAxis(threshold: threshold) }
        }
    }
}

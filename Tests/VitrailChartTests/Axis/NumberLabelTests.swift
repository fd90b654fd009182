import Foundation
import Testing

@testable import VitrailChart
@testable import VitrailColumns

@Suite("Labels of one number axis")
struct NumberLabelTests {
    private func labels(_ axis: Axis, _ low: Double, _ high: Double, length: Double = 400) -> [String] {
        axis.majors(low, high, length: length).map(\.label)
    }

    @Test("digits are grouped in all labels or in none")
    func groups() {
        let axis = NumberAxis()
        #expect(labels(axis, 0, 12_000, length: 200) == ["0", "5,000", "10,000"])
        #expect(axis.string(forId: 1234.5) == "1,234.5")
        #expect(labels(axis, 0, 9_000, length: 150) == ["0", "2000", "4000", "6000", "8000"])
        #expect(axis.string(forId: 1234.5) == "1234.5")
        #expect(labels(axis, 1985, 2012, length: 300) == ["1985", "1990", "1995", "2000", "2005", "2010"])
        #expect(labels(axis, -10_000, 0, length: 200) == ["−10,000", "−5,000", "0"])
        #expect(labels(LogarithmicAxis(), 100, 1e5) == ["100", "1,000", "10,000", "100,000"])
        #expect(
            labels(SymmetricLogarithmicAxis(), -1e4, 10) == ["−10,000", "−1,000", "−100", "−10", "−1", "0", "1", "10"])
        axis.majorTickValues = [1_000, 20_000]
        #expect(labels(axis, 0, 30_000) == ["1,000", "20,000"])
    }

    @Test("very small and very large numbers have one power of ten for all labels")
    func exponents() {
        let axis = NumberAxis()
        #expect(labels(axis, 1e-9, 3e-9) == ["1.0e−9", "1.5e−9", "2.0e−9", "2.5e−9", "3.0e−9"])
        #expect(labels(axis, -0.1e-8, 1.25e-8) == ["0", "0.2e−8", "0.4e−8", "0.6e−8", "0.8e−8", "1.0e−8", "1.2e−8"])
        #expect(axis.string(forId: 1.2345e-9) == "1.2345e−9")
        #expect(labels(axis, 0, 9.5e-9, length: 240) == ["0", "2e−9", "4e−9", "6e−9", "8e−9"])
        #expect(labels(axis, -2e15, 2e15, length: 300) == ["−2e15", "−1e15", "0", "1e15", "2e15"])
        #expect(axis.string(forId: 1.25e15) == "1.25e15")
        #expect(labels(axis, 1e9 + 1, 1e9 + 5) == (1...5).map { "1,000,000,00\($0)" })
        axis.majorTickFrequency = 0.5e-20
        #expect(labels(axis, 0, 1e-20) == ["0", "0.5e−20", "1.0e−20"])
    }

    @Test("powers are written alike where one needs an exponent")
    func powers() throws {
        #expect(labels(LogarithmicAxis(), 1e-9, 1e3, length: 120) == ["1e−9", "1e−6", "1e−3", "1", "1e3"])
        #expect(
            labels(LogarithmicAxis(), 1e-3, 1e6, length: 800)
                == ["0.001", "0.01", "0.1", "1", "10", "100", "1,000", "10,000", "100,000", "1,000,000"])
        let tiny = try SymmetricLogarithmicAxis(threshold: 1e-8)
        #expect(labels(tiny, -1e-6, 1e-6, length: 600) == ["−1e−6", "−1e−7", "−1e−8", "0", "1e−8", "1e−7", "1e−6"])
    }

    @Test("powers are skipped by twos, threes, fives and tens")
    func skippedPowers() {
        for length in stride(from: 100.0, to: 900, by: 20) {
            let values = LogarithmicAxis().majors(1e-30, 1e30, length: length)
            guard values.count > 2 else { continue }
            let stride = (log10(values[1].value) - log10(values[0].value)).rounded()
            #expect([1, 2, 3, 5, 10, 20].contains(stride), "\(length): \(stride)")
        }
    }

    @Test("with labelled minor ticks all labels have their decimals", arguments: [0.25, nil] as [Double?])
    func minorLabels(minor: Double?) {
        let axis = NumberAxis()
        axis.majorTickFrequency = 1
        axis.minorTickFrequency = minor.map { .value($0) }
        let ticks = axis.ticks(in: NumberRange(0, 2), room: .test(800, minorLabels: true)).sorted {
            $0.value < $1.value
        }
        let expected =
            minor == nil ? ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"] : ["0.00", "0.25", "0.50", "0.75", "1.00"]
        #expect(Array(ticks.map(\.label).prefix(expected.count)) == expected)
        #expect(ticks.allSatisfy { axis.string(forId: $0.value) == $0.label })
        axis.majorTickFrequency = nil
        axis.minorTickFrequency = nil
        let fitting = axis.ticks(in: NumberRange(0, 10), room: .test(200, minorLabels: true)).filter(\.isMajor)
        #expect(
            fitting.map(\.label) == ["0", "2", "4", "6", "8", "10"] || fitting.allSatisfy { $0.label.contains(".") })
    }

    @Test(
        "ranges near the smallest and the largest numbers have labels",
        arguments: [
            (1e-305, 5e-305), (1e-301, 4e-301), (-3e-306, 2e-306), (1e307, 1.5e308),
            (-9e307, 8e307), (1e308, 1.7e308),
        ])
    func extremes(low: Double, high: Double) throws {
        for axis in [NumberAxis(), LogarithmicAxis(), SymmetricLogarithmicAxis()]
        where axis.accepts(NumberRange(low, high)) {
            let labels = labels(axis, low, high)
            #expect(labels.count >= 2 && Set(labels).count == labels.count, "\(type(of: axis)): \(labels)")
            #expect(labels.allSatisfy { $0.count <= 8 }, "\(labels)")
        }
        #expect(labels(NumberAxis(), 1e-305, 5e-305) == ["1e−305", "2e−305", "3e−305", "4e−305", "5e−305"])
        #expect(NumberAxis().string(forId: try #require(Double("1e-320"))) == "1e−320")
    }

    @Test("a single value near the largest number has a range")
    func single() {
        #expect(LogarithmicAxis().accepts(LogarithmicAxis().widened(8e307)))
        #expect(LogarithmicAxis().accepts(LogarithmicAxis().widened(.leastNonzeroMagnitude)))
    }
}

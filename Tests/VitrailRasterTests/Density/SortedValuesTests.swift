import Testing
import VitrailTestNumbers

@testable import VitrailColumns
@testable import VitrailRaster

@Suite("Values of pixels in order")
struct SortedValuesTests {
    enum Shape: CaseIterable { case uniform, few, equal, magnitudes, outlier, zeros, ascending, descending, clusters }

    private func values(_ shape: Shape, _ count: Int) -> [Double] {
        var numbers = SeededNumbers(seed: 31)
        return (0..<count).map { i in
            let value = numbers.double(-1...1)
            return switch shape {
            case .uniform: value
            case .few: (value * 3).rounded()
            case .equal: 7.5
            // All exponents, with both signs.
            case .magnitudes:
                Double(
                    sign: value < 0 ? .minus : .plus, exponent: Int(numbers.double(-1_074...1_023)),
                    significand: 1 + abs(value) / 2)
            case .outlier: i == count / 2 ? 1e300 : value * 1e-9 + 5
            case .zeros: value < -0.5 ? -0.0 : value < 0.5 ? 0 : value * .leastNormalMagnitude
            case .ascending: Double(i)
            case .descending: -Double(i)
            case .clusters: (value * 4).rounded() * 1e6 + numbers.double(0...1e-3)
            }
        }
    }

    /// Sizes around the algorithm's limits: few values are inserted one by one, many are sorted by parts.
    private static let counts = [1, 2, 3, 24, 25, 26, 300, 5_000, 70_000]

    @Test("are those that there are, ascending", arguments: Shape.allCases)
    func order(shape: Shape) {
        for count in Self.counts {
            let values = values(shape, count)
            // NaN at any position.
            let sorted = SortedValues(of: values.enumerated().flatMap { $0 % 7 == 0 ? [.nan, $1] : [$1] })
            let expected = values.sorted()
            #expect(sorted.count == count && (0..<count).allSatisfy { sorted[$0] == expected[$0] }, "\(count)")
        }
        #expect(SortedValues(of: []).count == 0 && SortedValues(of: [.nan]).count == 0)
    }

    /// (pixels up to the value − pixels of the first value) / (all pixels − pixels of the first value).
    private func position(of value: Double, among values: [Double]) -> Double {
        let (first, own) = (values.count { $0 <= values.min()! }, values.count { $0 <= value })
        return values.count > first ? Double(own - first) / Double(values.count - first) : 0.5
    }

    @Test(
        "equalised places are shares of pixels, and those of a legend stay when the values go",
        arguments: Shape.allCases)
    func positions(shape: Shape) {
        for count in [1, 2, 9, 700] {
            let values = values(shape, count)
            let scale = DensityScale(.equalized, SortedValues(of: values), range: nil)
            #expect(values.allSatisfy { scale.position(of: $0) == position(of: $0, among: values) }, "\(count)")
            for share in DensityScale.quantiles {
                let value = scale.value(at: share)
                #expect(
                    scale.thinned.value(at: share) == value
                        && scale.thinned.position(of: value) == scale.position(of: value), "\(count), \(share)")
            }
        }
    }

    @Test("values that each stand for many pixels have the places of those")
    func manyPixels() {
        let (values, pixels) = ([1.0, 2, 5, 9], [3, 1, 4, 2] as [UInt32])
        let each = zip(values, pixels).flatMap { Array(repeating: $0, count: Int($1)) }
        for range in [nil, NumberRange(2, 6), NumberRange(10, 20)] {
            let scale = DensityScale(.equalized, SortedValues(ascending: values), pixels: pixels, range: range)
            func held(_ value: Double) -> Double { range.map { min(max(value, $0.minimum), $0.maximum) } ?? value }
            let shown = each.map(held)
            #expect(
                (each + shown).allSatisfy { scale.position(of: $0) == position(of: held($0), among: shown) },
                "\(range as Any)")
        }
    }
}

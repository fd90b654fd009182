import Testing
import VitrailTestNumbers

@testable import VitrailCore

@Suite("What one pass over a column finds")
struct ColumnExtentTests {
    /// Value by value, as the words say.
    private func expected(_ values: [Double]) -> (range: NumberRange?, positive: NumberRange?, isAscending: Bool, step: Double?) {
        let finite = values.filter(\.isFinite)
        let steps = zip(finite, finite.dropFirst()).map { abs($1 - $0) }.filter { $0 > 0 && $0.isFinite }
        let positive = finite.filter { $0 > 0 }
        let isAscending = finite.count == values.count && zip(finite, finite.dropFirst()).allSatisfy { $0 <= $1 }
        func range(_ values: [Double]) -> NumberRange? { values.min().map { NumberRange($0, finite.max() ?? $0) } }
        return (range(finite), range(positive), isAscending, steps.min())
    }

    private func check(_ values: [Double], _ what: String) {
        let (found, wanted) = (ColumnExtent(Column(values)), expected(values))
        #expect(found.range == wanted.range, "\(what)")
        #expect(found.positiveRange == wanted.positive, "\(what)")
        #expect(found.isAscending == wanted.isAscending, "\(what)")
        #expect(found.smallestStep == wanted.step, "\(what)")
    }

    // Blocks of 256 are read otherwise than what is left of them.
    private static let counts = [0, 1, 2, 255, 256, 257, 258, 511, 512, 513, 514, 1_500]

    @Test("of any length, rising, falling, level, random", arguments: counts)
    func lengths(count: Int) {
        var numbers = SeededNumbers(seed: UInt64(count))
        check((0..<count).map { Double($0 * $0) - 1_000 }, "rising")
        check((0..<count).map { -Double($0) }, "falling")
        check(Array(repeating: 7, count: count), "level")
        check((0..<count).map { _ in numbers.double(-1...1) }, "random")
        check((0..<count).map { _ in numbers.double(-3...(-1)) }, "negative")
    }

    @Test("one value that stands out is found at every place", arguments: [0, 1, 255, 256, 257, 258, 300, 511, 512, 513, 600])
    func outlier(place: Int) {
        let rising = (0..<601).map { Double($0) }
        for value in [Double.nan, .infinity, -.infinity, -5, 1e300, -1e300, 1e-300, 0] {
            var values = rising
            values[place] = value
            check(values, "\(value) at \(place)")
        }
    }

    /// Enough for several threads, whose parts meet in a gap, in a fall, or in the smallest step.
    @Test("of many values, and what lies where parts meet")
    func many() {
        let rising = (0..<300_000).map { Double($0) }
        check(rising, "rising")
        for parts in [2, 3, 4] {
            let meeting = rising.count / parts
            for value in [Double.nan, -5, rising[meeting] - 0.25, rising[meeting] + 0.75] {
                var values = rising
                values[meeting] = value
                check(values, "\(value) where \(parts) parts meet")
            }
        }
        check((0..<300_000).map { $0 < 200_000 ? .nan : Double($0) }, "a part of gaps")
    }

    @Test("gaps in a row, only gaps, distances beyond all numbers")
    func extremes() {
        check(Array(repeating: .nan, count: 600), "gaps")
        check((0..<1_000).map { $0 % 3 == 0 ? .nan : Double($0) }, "every third")
        check((0..<1_000).map { (300..<700).contains($0) ? .nan : Double($0) }, "a long gap")
        check((0..<600).map { $0.isMultiple(of: 2) ? 1.7e308 : -1.7e308 }, "leaps")
        check([1e-300, 1e300, 1e-308], "far apart")
    }
}

import Testing
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns

@Suite("What one pass over a column finds")
struct ColumnExtentTests {
    /// Reference, value by value.
    private func expected(
        _ values: [Double]
    ) -> (range: NumberRange?, positive: NumberRange?, isAscending: Bool, step: Double?) {
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
        #expect(found.hasGap == !values.allSatisfy(\.isFinite), "\(what)")
    }

    // Spans of 64 values use another code path than the remainder.
    private static let counts = [0, 1, 2, 63, 64, 65, 66, 127, 128, 129, 130, 1_500]

    @Test("of any length, rising, falling, level, random", arguments: counts)
    func lengths(count: Int) {
        var numbers = SeededNumbers(seed: UInt64(count))
        check((0..<count).map { Double($0 * $0) - 1_000 }, "rising")
        check((0..<count).map { -Double($0) }, "falling")
        check(Array(repeating: 7, count: count), "level")
        check((0..<count).map { _ in numbers.double(-1...1) }, "random")
        check((0..<count).map { _ in numbers.double(-3...(-1)) }, "negative")
    }

    @Test(
        "one value that stands out is found at every place", arguments: [0, 1, 63, 64, 65, 66, 100, 127, 128, 129, 600])
    func outlier(position: Int) {
        let rising = (0..<601).map { Double($0) }
        for value in [Double.nan, .infinity, -.infinity, -5, 1e300, -1e300, 1e-300, 0] {
            var values = rising
            values[position] = value
            check(values, "\(value) at \(position)")
        }
    }

    /// Enough values for several threads, whose parts meet in a gap, in a descent, or in the smallest step.
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

    /// Parts have 4,096 values: after a removal, the result is computed from the known parts, at every position within
    /// one.
    @Test(
        "when the first values go and others come is what one pass finds",
        arguments: [0, 5, 4_095, 4_096, 4_097, 8_192, 12_000, 20_000])
    func changes(first: Int) {
        var numbers = SeededNumbers(seed: UInt64(first))
        var values = (0..<first).map { Double($0) }
        var extent = ColumnExtent(Column(values))
        for round in 0..<40 {
            let removed = round % 9 == 8 ? values.count : min(values.count, Int(numbers.double(0...5_000)))
            let appended = (0..<Int(numbers.double(0...6_000))).map { k in
                round % 5 == 2 && k == 40
                    ? [Double.nan, .infinity, -1e9][round % 3] : Double(round * 6_000 + k) + numbers.double(0...0.5)
            }
            values = Array(values[removed...]) + appended
            extent.change(RowChanges(removed: removed, appended: appended.count), to: Column(values))
            #expect(extent == ColumnExtent(Column(values)), "\(round)")
        }
        // A change that does not match the column.
        extent.change(RowChanges(removed: 3, appended: 1), to: Column([5.0, 1]))
        #expect(extent == ColumnExtent(Column([5.0, 1])))
    }

    @Test("of a line on an ascending axis holds a pyramid, of its independent values none")
    func pyramids() throws {
        let line = LineSeries(columns: SeriesColumns(y: Column((0..<9_000).map { Double($0 % 17) })))
        let scattered = LineSeries(columns: SeriesColumns(x: Column([3.0, 1, 2]), y: Column([1.0, 2, 3])))
        let chart = Chart(width: 100, height: 100)
        chart.add(line)
        chart.add(scattered)
        _ = try plan(chart)
        try line.append(y: 5)
        _ = try plan(chart)
        let (loaded, other) = (try #require(line.loaded), try #require(scattered.loaded))
        loaded.acrossExtent[0].withPyramid(count: 9_001) { #expect($0 != nil) }
        loaded.acrossExtent[0].withPyramid(count: 9_000) { #expect($0 == nil) }
        loaded.alongExtent.withPyramid(count: 9_001) { #expect($0 == nil) }
        other.acrossExtent[0].withPyramid(count: 3) { #expect($0 == nil) }
    }
}

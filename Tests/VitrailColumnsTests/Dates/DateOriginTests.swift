import Testing
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription

/// Columns of dates that are counted from a nearby instant.
@Suite("Dates after an origin")
struct DateOriginTests {
    private func values(_ column: Column) -> [Double] { column.withValues { span in span.indices.map { span[$0] } } }

    /// An array of dates, in seconds of 2024 and nanoseconds after them.
    private func array(
        _ counts: [Int64], unit: String = "ns", order: Character = "<"
    ) throws -> (column: Column, file: TemporaryFile) {
        let bytes = NumPyTests.bytes(counts.map { order == ">" ? $0.bigEndian : $0.littleEndian })
        let file = try NumPyTests.file(NumPyTests.header("\(order)M8[\(unit)]", "(\(counts.count),)"), bytes)
        return (try Column(npyFile: file.path), file)
    }

    @Test(
        "nanoseconds in a file are subtracted as whole numbers",
        arguments: ["1970-01-01T00:00:00Z", "2024-01-01T12:00:00Z", "2200-06-01T00:00:00Z", "1700-01-01T00:00:00Z"])
    func arrays(start: String) throws {
        let second = Int64(seconds(start))
        let counts =
            (0..<50).map { second * 1_000_000_000 + Int64($0) } + [.min, second * 1_000_000_000 - 86_400_000_000_001]
        for order in ["<", ">"] as [Character] {
            let (column, file) = try array(counts, order: order)
            let own = column.after(Int(second))
            #expect(own.kind == .date && own.origin == Int(second) && own.count == 52)
            let found = values(own)
            #expect(
                Array(found.prefix(50)) == (0..<50).map { Double($0) / 1e9 } && found[50].isNaN
                    && found[51] == -86_400.000000001)
            // Unchanged without an origin, and after a round trip.
            #expect(column.origin == 0 && values(column)[3] == Double(counts[3]) / 1e9)
            #expect(values(own.after(0)).elementsEqual(values(column)) { $0 == $1 || $0.isNaN && $1.isNaN })
            #expect(values(own.after(Int(second) - 1))[7] == 1.000000007)
            withExtendedLifetime(file) {}
        }
    }

    @Test(
        "every unit and multiple of one",
        arguments: [("us", 1e6), ("ms", 1e3), ("s", 1), ("10ms", 100), ("25ns", 4e7), ("100ns", 1e7), ("ps", 1e12)])
    func units(unit: String, perSecond: Double) throws {
        let origin = 1_000_000
        let counts = [0, 1, 7, -3].map { Int64(Double(origin) * perSecond) + $0 }
        let (column, file) = try array(counts, unit: unit)
        #expect(values(column.after(origin)) == [0, 1, 7, -3].map { $0 / perSecond })
        withExtendedLifetime(file) {}
    }

    @Test("dates that whole numbers do not reach from the origin are as exact as a Double")
    func far() throws {
        let (column, file) = try array([.max, .max - 1, -.max], unit: "us")
        for (found, expected) in zip(values(column.after(1_700_000_000)), values(column).map({ $0 - 1_700_000_000 })) {
            #expect(abs(found - expected) <= expected.ulp)
        }
        let (coarse, other) = try array([1_000_000_000_000], unit: "s")
        #expect(values(coarse.after(-5)) == [1_000_000_000_005])
        // 1 ps · 2⁶³ ends in April 1970.
        let (fine, third) = try array([5], unit: "ps")
        #expect(values(fine.after(1_700_000_000)) == [5e-12 - 1_700_000_000])
        withExtendedLifetime((file, other, third)) {}
    }

    @Test("whether a column is finer than milliseconds")
    func finer() throws {
        func isFiner(_ counts: [Int64], _ unit: String = "ns") throws -> Bool {
            let (column, file) = try array(counts, unit: unit)
            defer { withExtendedLifetime(file) {} }
            #expect(column.after(86_400).isFinerThanMilliseconds == column.isFinerThanMilliseconds)
            return column.isFinerThanMilliseconds
        }
        let whole = (0..<1000).map { Int64($0 * 7919 - 300_000) * 1_000_000 }
        #expect(try !isFiner(whole) && !isFiner(whole + [.min]) && isFiner(whole + [1]) && isFiner([-1] + whole))
        #expect(
            try isFiner(whole + [999_999]) && isFiner(whole + [1_000_001]) && isFiner(whole + [500_000])
                && isFiner(whole + [.max]))
        #expect(
            try isFiner([1_000_001], "us") && !isFiner([1_001_000], "us") && !isFiner([1], "ms") && !isFiner([1], "s")
                && !isFiner([1], "D"))
        #expect(
            try isFiner([1], "100ns") && !isFiner([10_000], "100ns") && isFiner([39_999], "25ns")
                && !isFiner([40_000], "25ns"))
        #expect(!Column(secondsSince1970: [0.1234567]).isFinerThanMilliseconds)
        for divisor in [
            (1, 1_000_000_000), (1, 1_000_000), (64, 1_000_000_000), (7, 1_000_000), (3, 1_000_000_000_000),
        ] as [(Int64, Int64)] {
            let test = try #require(MillisecondTest(unit: divisor.0, perSecond: divisor.1))
            let all =
                [Int64](stride(from: -240_000_000, to: 240_000_000, by: 12_345))
                + [Int64](stride(from: -46_875_000, to: 46_875_000, by: 15_625))
            #expect(all.allSatisfy { test.isWhole($0) == ($0 * divisor.0 % (divisor.1 / 1_000) == 0) })
        }
    }

    @Test("what is made of a column keeps its origin")
    func derived() throws {
        let column = Column(seconds: [3, 1, .nan, 2], after: 100)
        #expect(values(column.reversed())[0] == 2 && column.reversed().origin == 100 && column.prefix(2).origin == 100)
        #expect(column.rows([1, 3]).origin == 100)
        let sorted = [SeriesRole.x: column].sorted(by: column)[.x]
        #expect(sorted?.origin == 100 && sorted.map(values)?.prefix(3) == [1, 2, 3])
        #expect(RowSplit(["a", "b", "a", "b"], limit: 5).parts(of: column).map(\.origin) == [100, 100])
        let combined = SeriesColumns(x: column, y: Column(seconds: [5, 6, 7, 8], after: 50)).combined(.mean)
        #expect(combined.x?.origin == 100 && combined.y?.origin == 50)
        var growing = column
        growing.append([9])
        growing.append(Column(seconds: [4], after: 110))
        growing.append(Column(secondsSince1970: [100]))
        #expect(growing.origin == 100 && values(growing).suffix(3) == [9, 14, 0])
        growing.removeFirst(5)
        #expect(growing.origin == 100 && values(growing) == [14, 0])
        #expect(column.value(at: 0) == .date(103) && column.value(at: 0, after: 101) == .number(2))
        let counts = Column(counts: [1, .min, 3], .dates(unit: 1, perSecond: 1e9))
        #expect(values(counts.prefix(1)) == [1e-9] && counts.prefix(2).isFinerThanMilliseconds)
    }
}

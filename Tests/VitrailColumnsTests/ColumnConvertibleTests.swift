import Foundation
import Testing

@testable import VitrailChart
@testable import VitrailColumns

@Suite("Columns from arrays")
struct ColumnConvertibleTests {
    private func values(_ column: any ColumnConvertible) -> [Double] {
        column.asColumn().withValues { span in span.indices.map { span[$0] } }
    }

    @Test("numbers of every type become doubles")
    func numbers() {
        #expect(values([1, 2, 3]) == [1, 2, 3] && values([1, 2.5]) == [1, 2.5])
        #expect(
            values([1.5, 2] as [Float]) == [1.5, 2] && values([7, 8] as [UInt8]) == [7, 8]
                && values([-1] as [Int64]) == [-1])
        #expect(
            values(1...4) == [1, 2, 3, 4] && values(0..<2) == [0, 1]
                && values(stride(from: 0, to: 1, by: 0.5)) == [0, 0.5])
        #expect(
            values([1, 2, 3][1...]) == [2, 3] && values(ContiguousArray([4])) == [4] && values(Column([5.0])) == [5])
        #expect(values(Column([1, 2, 3])) == [1, 2, 3] && Column([1, 2, 3]).kind == .number)
    }

    @Test("integers beyond 2⁵³ become the nearest double")
    func large() {
        let exact = 1 << 53
        #expect(
            values([exact, exact + 1, exact + 3, -exact - 1]) == [
                9_007_199_254_740_992, 9_007_199_254_740_992, 9_007_199_254_740_996, -9_007_199_254_740_992,
            ])
        #expect(
            values([UInt64.max, 0]) == [18_446_744_073_709_551_616, 0]
                && values([Int.min]) == [-9_223_372_036_854_775_808])
    }

    @Test("nil and NaN are gaps")
    func gaps() {
        #expect(values([1, nil, 3]).map(\.description) == ["1.0", "nan", "3.0"])
        #expect(values([nil, 2.5, .infinity]).map(\.description) == ["nan", "2.5", "inf"])
        #expect(values([nil, 1] as [Float?]).map(\.description) == ["nan", "1.0"])
        #expect(Column(["a", nil, "b"]).texts == ["a", nil, "b"] && ["a", nil].asColumn().texts == ["a", nil])
        #expect(values([[1, nil], [nil]].flatMap { $0 } as [Int?]).map(\.description) == ["1.0", "nan", "nan"])
        #expect(
            values([Optional(Optional(1)), nil, .some(nil)] as [Int??]).map(\.description) == ["1.0", "nan", "nan"])
    }

    @Test("texts are categories, dates are seconds since 1970")
    func kinds() {
        #expect(["b", "a"].asColumn().kind == .category && ["b", "a"].asColumn().texts == ["b", "a"])
        #expect("b a".split(separator: " ").asColumn().texts == ["b", "a"])
        let dates = [Date(timeIntervalSince1970: 1.5), .distantPast, .distantFuture]
        #expect(dates.asColumn().kind == .date && Column(dates).kind == .date)
        #expect(values(dates) == [1.5, -62_135_769_600, 64_092_211_200])
        #expect(
            values([nil, Date(timeIntervalSince1970: .nan), Date(timeIntervalSince1970: 0)] as [Date?]).map(
                \.description) == ["nan", "nan", "0.0"])
    }

    @Test("an empty array keeps its kind")
    func empty() {
        #expect([Int]().asColumn().kind == .number && [Double]().asColumn().count == 0)
        #expect(
            [Date]().asColumn().kind == .date && [String]().asColumn().kind == .category
                && (0..<0).asColumn().count == 0)
    }

    @Test("rows are split by the values of a column, in the order of their first appearance")
    func split() throws {
        let columns = SeriesColumns(x: Column([1, 2, 3, 4]), y: Column(["a", "b", "c", "d"]))
        let parts = try columns.split(by: ["west", "east", nil, "west"])
        #expect(parts.map(\.name) == ["west", "east"])
        #expect(
            parts.map { $0.columns.y?.texts } == [["a", "d"], ["b"]] && parts[0].columns.x.map { values($0) } == [1, 4])
        #expect(try columns.split(by: [2, 1, 2, 1]).map(\.name) == ["2", "1"])
        let days = try SeriesColumns(y: Column([1])).split(by: [Date(timeIntervalSince1970: 0)])
        #expect(days.map(\.name) == ["1970-01-01"])
        #expect(try SeriesColumns(y: Column([Double]())).split(by: [String]()).isEmpty)
        #expect(throws: ChartError.columnLengths(path: "series", first: "x", 4, second: "by", 2)) {
            try columns.split(by: [1, 2])
        }
    }
}

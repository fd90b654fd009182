import Foundation
import Testing
import Vitrail
import VitrailTestNumbers

@Suite("Partial results: errors")
struct PartialErrorTests {
    private static let line = Array(
        "{\"series\": [{\"type\": \"line\", \"data\": \"d\", \"x\": \"t\", \"y\": \"v\"}]}".utf8)

    private static func table(_ t: [Double], _ v: [Double]) throws -> [String: ColumnTable] {
        ["d": try ColumnTable(["t": Column(t), "v": Column(v)])]
    }

    private static func message(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch { return "\(error)" }
    }

    @Test(
        "what cannot be reduced is named",
        arguments: [
            (
                "{\"type\": \"scatter\", \"data\": \"d\", \"x\": \"t\", \"y\": \"v\"}",
                "series[0]: a scatter series cannot"
            ),
            ("{\"type\": \"line\", \"data\": \"d\", \"x\": \"t\", \"y\": \"v\", \"by\": \"g\"}", "series[0].by: "),
            (
                "{\"type\": \"line\", \"data\": \"d\", \"x\": \"t\", \"y\": \"v\", \"sorted\": true}",
                "series[0].sorted: "
            ),
            ("{\"type\": \"line\", \"data\": \"d\", \"y\": \"v\"}", "series[0].x: name a column"),
            (
                "{\"type\": \"line\", \"data\": \"d\", \"x\": \"t\", \"y\": \"v\", \"connectGaps\": true}",
                "series[0].connectGaps: "
            ),
            (
                "{\"type\": \"line\", \"data\": \"d\", \"x\": \"t\", \"y\": \"v\", \"stackIndex\": 1}",
                "series[0].stackIndex: "
            ),
            (
                "{\"type\": \"line\", \"data\": \"d\", \"x\": \"t\", \"y\": \"v\", \"curve\": \"smooth\"}",
                "series[0].curve: "
            ),
        ])
    func kinds(_ series: String, _ expected: String) {
        #expect(Self.message { _ = try PartialPlan(json: Array("{\"series\": [\(series)]}".utf8)) }.hasPrefix(expected))
    }

    @Test("rows that are not sorted say so")
    func order() throws {
        let plan = try PartialPlan(json: Self.line)
        #expect(
            Self.message { _ = try plan.reduce(Self.table([1, 3, 2], [0, 0, 0]), position: 3) }.hasPrefix(
                "series[0].x: in partition 3 the column falls"))
        #expect(
            Self.message { _ = try plan.reduce(Self.table([1, .nan, 2], [0, 0, 0]), position: 3) }.contains("no number")
        )
        // A chart in one process reverses long tables whose x values descend.
        let falling = (0..<20_000).map { Double(-$0) }
        #expect(Self.message { _ = try plan.reduce(Self.table(falling, falling), position: 0) }.contains("falls"))
        let parts = try [(0.0, 5.0), (4.0, 9.0)].enumerated().map {
            try plan.reduce(Self.table([$1.0, $1.1], [0, 1]), position: $0)
        }
        #expect(
            Self.message { _ = try plan.merge(parts) }.contains("partition 1 begin before those of partition 0 end"))
        #expect(Self.message { _ = try plan.merge([parts[0], parts[0]]) }.contains("position 0 occurs twice"))
    }

    @Test("parts of another plan, kind or version are refused")
    func plans() throws {
        let plan = try PartialPlan(json: Self.line)
        let part = try plan.reduce(Self.table([0, 1], [2, 3]), position: 0)
        let other = try PartialPlan(json: Self.line, options: Array("{\"width\": 300}".utf8))
        #expect(Self.message { _ = try other.merge([part]) }.contains("of another plan"))
        let second = try plan.withExtents(part)
        #expect(
            Self.message { _ = try second.merge([part]) }.contains(
                "the bytes are extents; the plan takes a partial result"))
        #expect(Self.message { _ = try plan.makeChart(part) }.contains("needs extents first"))
        #expect(Self.message { _ = try second.withExtents(part) }.contains("needs no extents"))
        #expect(Self.message { _ = try PartialPlan(bytes: part) }.contains("not a plan"))
        var newer = part
        newer[8] = 2
        #expect(Self.message { _ = try plan.merge([newer]) }.contains("of version 2"))
        #expect(Self.message { _ = try plan.merge([]) }.contains("there are none"))
        #expect(Self.message { _ = try plan.reduce([:], position: 0) }.contains("no table is named"))
        #expect(Self.message { _ = try plan.reduce(Self.table([0], [0]), position: -1) }.contains("below 0"))
    }

    @Test("damaged bytes are errors", arguments: [1, 2, 3] as [UInt64])
    func damaged(_ seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let json = """
            {"size": {"width": 60, "height": 50}, "series": [{"type": "line", "data": "d", "x": "t", "y": "v"},
              {"type": "density", "data": "d", "x": "t", "y": "v", "value": "v", "aggregation": "mean"}]}
            """
        let first = try PartialPlan(json: Array(json.utf8))
        let tables = try Self.table((0..<100).map(Double.init), (0..<100).map { sin(Double($0)) })
        let extents = try first.reduce(tables, position: 0)
        let plan = try first.withExtents(extents)
        let part = try plan.reduce(tables, position: 0)
        let bytes = try plan.bytes
        for _ in 0..<400 {
            func broken(_ bytes: [UInt8]) -> [UInt8] {
                var bytes = bytes
                switch Int.random(in: 0..<3, using: &numbers) {
                case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &numbers))
                case 1: bytes += [UInt8](repeating: 7, count: Int.random(in: 1...9, using: &numbers))
                default:
                    let k = Int.random(in: bytes.indices, using: &numbers)
                    bytes[k] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
                }
                return bytes
            }
            #expect(throws: DescriptionError.self) { try plan.merge([part, broken(part)]) }
            #expect(throws: DescriptionError.self) { try plan.makeChart(broken(part)) }
            #expect(throws: DescriptionError.self) { try first.withExtents(broken(extents)) }
            #expect(throws: DescriptionError.self) { try PartialPlan(bytes: broken(bytes)) }
        }
    }
}

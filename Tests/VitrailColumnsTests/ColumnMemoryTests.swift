import Foundation
import Testing
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription

/// Charts take no memory for columns in files.
@Suite("Memory of columns")
struct ColumnMemoryTests {
    private static let count = 4_000_000
    /// Bytes: a quarter of the size of one column as Doubles.
    private static let room = 8 * count / 4

    /// Writable private memory of the process: the part that a limit on data counts.
    private static func writableBytes() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmData:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }

    private static func plot(_ columns: String, _ series: String) throws {
        let json = """
            {"data": {"d": {"columns": {\(columns)}}}, "series": [{"type": "line", "data": "d", \(series)}]}
            """
        _ = try plan(try ChartDescription(json: json).makeChart())
    }

    /// Runs in a separate process; its memory limit is the memory used by a chart of a few samples plus a small margin.
    @Test("a line of samples in files needs none for each", arguments: ["f64", "f32", "npy"], [false, true])
    func lines(format: String, hasX: Bool) async throws {
        await #expect(processExitsWith: .success) { [format, hasX] in
            func file(_ count: Int) throws -> TemporaryFile {
                let ramp = (0..<count).map { Float($0) }
                switch format {
                case "f64": return try TemporaryFile(raw: ramp.map { Double($0) })
                case "f32": return try TemporaryFile(raw: ramp)
                default:
                    return try NumPyTests.file(
                        NumPyTests.header("<i4", "(\(count),)"), NumPyTests.bytes(ramp.map { Int32($0) }))
                }
            }
            // Enough samples for all threads to start.
            let (small, large) = (try file(200_000), try file(Self.count))
            func plot(_ file: TemporaryFile) throws {
                let column = #"{"\#(format)": "\#(file.path)"}"#
                try Self.plot(#""x": \#(column), "y": \#(column)"#, hasX ? #""x": "x", "y": "y""# : #""y": "y""#)
            }
            for _ in 0..<3 { try plot(small) }
            let maximum = rlim_t(Self.writableBytes() + Self.room)
            var limit = rlimit(rlim_cur: maximum, rlim_max: maximum)
            guard setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0 else { exit(2) }
            // Check that the limit is in force.
            guard mmap(nil, 2 * Self.room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
            else { exit(3) }
            try plot(large)
        }
    }

    /// The same for columns in memory that is allocated before the limit is set.
    @Test(
        "a line of samples in memory of a caller's needs none for each",
        arguments: ["f64", "pieces", "gaps", "i64", "strided"])
    func foreignLines(layout: String) async throws {
        await #expect(processExitsWith: .success) { [layout] in
            func table(_ count: Int) throws -> ColumnTable {
                let ramp = (0..<count).map { Double($0) }
                let f64 = NumPyElement.float(bytes: 8)
                let pieces =
                    switch layout {
                    case "f64": [ForeignSamples.values(ramp, f64, stride: 8)]
                    case "gaps":
                        [ForeignSamples.values(ramp, f64, stride: 8, valid: ramp.map { $0 >= 0 }, bitOffset: 1)]
                    case "i64": [ForeignSamples.values(ramp.map { Int64($0) }, .signed(bytes: 8), stride: 8)]
                    case "strided": [ForeignSamples.values(ramp, f64, stride: 24)]
                    default:
                        ForeignSamples.parts(of: count, [count / 100]).map {
                            ForeignSamples.values(Array(ramp[$0]), f64, stride: 8)
                        }
                    }
                let column = Column(pieces)
                return try ColumnTable(["x": column, "y": column])
            }
            func plot(_ table: ColumnTable) throws {
                let json = #"{"series": [{"type": "line", "data": "d", "x": "x", "y": "y"}]}"#
                _ = try VitrailChart.plan(try ChartDescription(json: json, tables: ["d": table]).makeChart())
            }
            let (small, large) = (try table(200_000), try table(Self.count))
            for _ in 0..<3 { try plot(small) }
            let maximum = rlim_t(Self.writableBytes() + Self.room)
            var limit = rlimit(rlim_cur: maximum, rlim_max: maximum)
            guard setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0 else { exit(2) }
            // Check that the limit is in force.
            guard mmap(nil, 2 * Self.room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
            else { exit(3) }
            try plot(large)
        }
    }
}

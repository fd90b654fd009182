import Foundation
import Testing

@testable import VitrailCore

/// Charts of columns in files take no memory for them.
@Suite("Memory of columns")
struct ColumnMemoryTests {
    private static let count = 4_000_000
    /// Bytes: a quarter of one column as Doubles.
    private static let room = 8 * count / 4

    /// Memory that the process may write to and shares with nobody: what a limit on data counts.
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

    /// In a process of its own that gets no more memory than a chart of a few samples left it, and a little room.
    @Test("a line of samples in files needs none for each", arguments: ["f64", "f32", "npy"], [false, true])
    func lines(format: String, hasX: Bool) async throws {
        await #expect(processExitsWith: .success) { [format, hasX] in
            func file(_ count: Int) throws -> TemporaryFile {
                let ramp = (0..<count).map { Float($0) }
                switch format {
                case "f64": return try TemporaryFile(raw: ramp.map { Double($0) })
                case "f32": return try TemporaryFile(raw: ramp)
                default: return try NumPyTests.file(NumPyTests.header("<i4", "(\(count),)"), NumPyTests.bytes(ramp.map { Int32($0) }))
                }
            }
            // So many that all threads begin to work.
            let (small, large) = (try file(200_000), try file(Self.count))
            func plot(_ file: TemporaryFile) throws {
                let column = #"{"\#(format)": "\#(file.path)"}"#
                try Self.plot(#""x": \#(column), "y": \#(column)"#, hasX ? #""x": "x", "y": "y""# : #""y": "y""#)
            }
            for _ in 0..<3 { try plot(small) }
            let most = rlim_t(Self.writableBytes() + Self.room)
            var limit = rlimit(rlim_cur: most, rlim_max: most)
            guard setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0 else { exit(2) }
            // The limit is felt.
            guard mmap(nil, 2 * Self.room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED else { exit(3) }
            try plot(large)
        }
    }
}

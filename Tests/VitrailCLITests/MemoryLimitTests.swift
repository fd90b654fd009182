import Foundation
import Testing
import Vitrail

@testable import VitrailCLI

/// Rejects work that would not fit, before any memory is allocated for it.
@Suite("--max-memory")
struct MemoryLimitTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(RenderTests.spec, "s.json")
    }

    @Test(
        "sizes are numbers with a unit",
        arguments: [
            ("1", 1), ("1500000", 1_500_000), ("2k", 2048), ("2K", 2048), ("512M", 512 << 20), ("1.5G", 3 << 29),
            ("2GiB", 2 << 30), ("2gb", 2 << 30), ("1T", 1 << 40),
            ("0", nil), ("", nil), ("-1", nil), ("G", nil), ("1X", nil), ("1.2.3", nil), ("nan", nil), ("1e400", nil),
            ("9999999999999T", nil), ("0x10", nil), ("1 G", nil),
        ])
    func sizes(text: String, bytes: Int?) {
        #expect(MemorySize(argument: text)?.bytes == bytes)
    }

    @Test(
        "help texts show sizes as options take them",
        arguments: [
            (1, "1"), (1023, "1023"), (1025, "1025"), (64 << 10, "64K"), (10 << 20, "10M"), (3 << 29, "1536M"),
            (1 << 30, "1G"), (1 << 50, "1024T"),
        ])
    func writtenSizes(bytes: Int, text: String) {
        #expect(MemorySize(bytes: bytes).defaultValueDescription == text)
        #expect(MemorySize(argument: text)?.bytes == bytes)
    }

    @Test("a machine has some memory")
    func machine() { #expect((64 << 20...64 << 40).contains(MemorySize.ofMachine.bytes)) }

    @Test("render and plot refuse what is too large, with 65, and make what is not")
    func refused() async throws {
        try folder.write("a,b\n" + (0..<100_000).map { "\($0),\($0 % 7)\n" }.joined(), "d.csv")
        try folder.writeZeros(8 << 29, "huge.f64")
        try folder.write(
            #"{"data": {"d": {"columns": {"y": {"f64": "huge.f64"}}}}, "series": [{"type": "radialLine", "data": "d", "y": "y"}]}"#,
            "huge.json")
        for (arguments, part) in [
            (
                ["render", "s.json", "--size", "16384x16384", "--format", "jpeg", "--max-memory", "512M"],
                "vitrail: the chart would take about 1.0 GB (1.0 GB for 16384 × 16384 pixels"
            ),
            // Rendered band by band.
            (
                ["render", "s.json", "--size", "40000x30000", "--max-memory", "32M"],
                "(64.0 MB for 40000 × 30000 pixels"
            ),
            (["render", "s.json", "--scale", "16", "--max-memory", "16M"], "for 1920 × 1280 pixels"),
            (["render", "huge.json", "--max-memory", "512M"], "for data and shapes); --max-memory is 512.0 MB"),
            (["plot", "d.csv", "--y", "b", "--max-memory", "8M"], "for 1920 × 1080 pixels"),
            (
                [
                    "plot", "d.csv", "--x", "a", "--y", "b", "--type", "scatter", "--size", "100x100", "--max-memory",
                    "2M",
                ], "--max-memory is 2.0 MB"
            ),
        ] {
            let before = folder.names
            let end = try await Command.run(arguments + ["-o", "o.png"], in: folder)
            #expect(end.code == 65 && end.error.contains(part), "\(arguments): \(end)")
            #expect(folder.names == before)
        }
        // A file of numbers takes no memory, but its drawn shapes do: unordered samples take memory for each sample.
        try folder.writeZeros(8_000_000, "y.f64")
        try folder.write((0..<1_000_000).map { Double(-$0) }.withUnsafeBytes { Array($0) }, "falling.f64")
        try folder.write((0..<1_000_000).map(Double.init).withUnsafeBytes { Array($0) }, "rising.f64")
        let end = try await Command.run(
            ["plot", "y.f64", "--x", "falling.f64", "--max-memory", "40M", "-o", "o.png"], in: folder)
        #expect(end.code == 65 && end.error.contains("for data and shapes); --max-memory is 40.0 MB"), "\(end)")
        for arguments in [
            ["render", "s.json", "--max-memory", "1M"], ["plot", "d.csv", "--y", "b", "--max-memory", "32M"],
            ["plot", "y.f64", "--max-memory", "40M"], ["plot", "y.f64", "--x", "rising.f64", "--max-memory", "40M"],
        ] {
            #expect(try await Command.run(arguments + ["-o", "o.png"], in: folder).code == 0)
        }
        #expect(try await Command.run(["render", "s.json", "--max-memory", "much"], in: folder).code == 64)
    }

    @Test("without the option, the machine's memory is the limit")
    func usualLimit() async throws {
        // A sparse file with a shape for each of its samples would take terabytes.
        try folder.writeZeros(8 * (1 << 31 - 1), "endless.f64")
        let style = #""style": {"pointStyle": {"symbol": "diamond"}}"#
        try folder.write(
            #"{"data": {"d": {"columns": {"y": {"f64": "endless.f64"}}}}, "series": [{"type": "scatter", "data": "d", "y": "y", \#(style)}]}"#,
            "endless.json")
        let end = try await Command.run(["render", "endless.json", "-o", "o.png"], in: folder)
        #expect(end.code == 65 && end.error.contains("the chart would take about"), "\(end)")
        #expect(end.error.contains("--max-memory is \(MemoryEstimate.text(MemorySize.ofMachine.bytes))"), "\(end)")
    }

    @Test("--stats has the estimate, of render, plot and batch")
    func statistics() async throws {
        try folder.write("a,b\n1,2\n2,3\n", "d.csv")
        for arguments in [["render", "s.json"], ["plot", "d.csv"]] {
            let end = try await Command.run(arguments + ["--stats", "-o", "o.png"], in: folder)
            // The JSON follows any warnings.
            let json = try #require(end.error.firstIndex(of: "{").map { end.error[$0...] })
            let statistics = try JSONDecoder().decode(RenderStatistics.self, from: Data(json.utf8))
            #expect(statistics.memory.estimated > 10_000, "\(arguments)")
        }
        for isolate in [[], ["--isolate"]] {
            let job = #"{"id": 1, "file": "s.json", "output": "b.png"}"#
            let end = try await Command.run(["batch", "--stats"] + isolate, in: folder, input: job)
            let text = String(decoding: end.output, as: UTF8.self)
            #expect(text.contains("\"estimated\":") && !text.contains("\"estimated\":0"), "\(text) \(end.error)")
        }
    }

    @Test("a batch refuses what is too large by itself, lets others wait, and goes on")
    func batch() async throws {
        let widths = [1000, 16_384, 1000, 50, 16_384, 1000, 60, 1000]
        let input = widths.enumerated().map {
            "{\"id\": \($0), \"file\": \"s.json\", \"width\": \($1), \"height\": 1000}\n"
        }.joined()
        // Each job with a width of 1000 needs 18 MB, so only one runs at a time.
        let end = try await Command.run(
            ["batch", "--stream", "--jobs", "4", "--format", "svg", "--vector", "never", "--max-memory", "24M"],
            in: folder, input: input)
        #expect(end.code == 65)
        let failed = String(decoding: end.output, as: UTF8.self).split(separator: "\n").map(String.init).filter {
            $0.contains("\"error\"")
        }
        #expect(
            failed.count == 2
                && failed.allSatisfy {
                    $0.contains(all: "16384 × 1000 pixels", "--max-memory is 24.0 MB", "\"code\":65")
                })
        #expect(String(decoding: end.output, as: UTF8.self).components(separatedBy: "</svg>\n").count == 7)
    }

    @Test("memory is given in turn, as much as there is")
    func budget() async throws {
        func estimate(_ bytes: Int) -> MemoryEstimate {
            var estimate = MemoryEstimate(size: PixelSize(width: 0, height: 0))
            estimate.data = bytes
            return estimate
        }
        let budget = MemoryBudget(MemorySize(bytes: 100))
        await #expect(throws: CommandError.self) { try await budget.take(estimate(101)) }
        try await budget.take(estimate(60))
        let large = Task { try await budget.take(estimate(90)) }
        while await budget.waitingCount < 1 { await Task.yield() }
        // Small, but queued behind the large one.
        let small = Task { try await budget.take(estimate(10)) }
        while await budget.waitingCount < 2 { await Task.yield() }
        await budget.release(estimate(60))
        try await large.value
        try await small.value
        #expect(await budget.waitingCount == 0)
        await budget.release(estimate(90))
        await budget.release(estimate(10))
        try await budget.take(estimate(100))
    }

    @Test("a file that is shorter than its header, or gone in part, is bad data")
    func shortFiles() async throws {
        let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (101,), }"
        let text = header + String(repeating: " ", count: 117 - header.utf8.count) + "\n"
        try folder.write(
            [0x93] + Array("NUMPY".utf8) + [1, 0, 118, 0] + Array(text.utf8) + [UInt8](repeating: 0, count: 800),
            "y.npy")
        try folder.write(
            #"{"data": {"d": {"columns": {"y": {"npy": "y.npy"}}}}, "series": [{"type": "line", "data": "d", "y": "y"}]}"#,
            "n.json")
        let end = try await Command.run(["render", "n.json", "-o", "o.png"], in: folder)
        #expect(
            end.code == 65 && end.error == "vitrail: n.json: data.d: y.npy: 928 bytes, but its header requires 936\n")
        #expect(Exit.code(for: ChartError.data(path: "series[0]", .changedWhileRead(path: "y.f64"))) == Exit.badData)
    }
}

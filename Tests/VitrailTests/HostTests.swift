import Foundation
import Glibc
import Testing
import Vitrail

/// The state of a process that the library must leave alone.
private struct HostState: Equatable {
    var environment: Set<String> = []
    /// The handler of SIGBUS: 0 is the default action.
    var busHandler: UInt
    var busFlags: Int32

    init() {
        var entry = environ
        while let text = entry.pointee {
            environment.insert(String(cString: text))
            entry += 1
        }
        var action = sigaction()
        sigaction(SIGBUS, nil, &action)
        busHandler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
        // glibc sets SA_RESTORER itself.
        busFlags = action.sa_flags & ~0x0400_0000
    }

    /// Whether malloc maps a large block from the system. With the thresholds of `MallocTuning`, it does not.
    ///
    /// - Parameter megabytes: at most 31, and more than in the call before, because glibc takes blocks of the size of a
    ///   freed one from a heap.
    static func mapsBlock(of megabytes: Int) -> Bool {
        let before = mappedBlockCount()
        guard let block = malloc(megabytes << 20) else { return false }
        defer { free(block) }
        // A call that the compiler cannot see through; otherwise it removes the allocation.
        _ = read(-1, block, 1)
        return mappedBlockCount() == before + 1
    }

    /// The count in `<total type="mmap" count="3" size="…"/>`, which glibc's `malloc_info` writes.
    private static func mappedBlockCount() -> Int {
        typealias Info = @convention(c) (CInt, UnsafeMutableRawPointer) -> CInt
        guard let symbol = dlsym(nil, "malloc_info"), let file = tmpfile() else { return -1 }
        defer { fclose(file) }
        _ = unsafeBitCast(symbol, to: Info.self)(0, UnsafeMutableRawPointer(file))
        rewind(file)
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        guard let line = text.split(separator: "\n").last(where: { $0.contains("type=\"mmap\"") }) else { return -1 }
        let parts = line.split(separator: "\"")
        return parts.count > 3 ? Int(parts[3]) ?? -1 : -1
    }
}

@Suite("A host process")
struct HostTests {
    /// Two files with the same values, and a chart of both.
    private struct Files {
        let folder = "/tmp/vitrail-host-\(getpid())"

        init() throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let values = (0..<20_000).map { sin(Double($0) / 500) }
            try Data(values.withUnsafeBytes { Array($0) }).write(to: URL(fileURLWithPath: folder + "/y.f64"))
            try Data(("y\n" + values.prefix(3_000).map { "\($0)\n" }.joined()).utf8).write(
                to: URL(fileURLWithPath: folder + "/y.csv"))
        }

        var description: ChartDescription {
            get throws {
                try ChartDescription(
                    json: """
                        {"size": {"width": 300, "height": 200}, "data": {"d": {"columns": {"y": {"f64": "y.f64"}}}, "c": {"csv": "y.csv"}},
                         "series": [{"type": "line", "data": "d", "y": "y"}, {"type": "line", "data": "c", "y": "y"}]}
                        """, directory: folder)
            }
        }

        func remove() { try? FileManager.default.removeItem(atPath: folder) }
    }

    @Test(
        "has the environment, SIGBUS handler and malloc thresholds of before after pictures from mapped files"
    )
    func unchanged() async {
        await #expect(processExitsWith: .success) {
            unsetenv("LP_NUM_THREADS")
            signal(SIGBUS) { _ in _exit(9) }
            let files = try Files()
            let before = HostState()
            #expect(HostState.mapsBlock(of: 29), "before the first picture")
            do {
                let chart = try files.description.makeChart()
                #expect(HostState().busHandler != before.busHandler, "the files are mapped")
                let renderer = Renderer()
                _ = try await renderer.render(chart).encoded(as: .png)
                let pool = RendererPool(count: 2)
                try await withThrowingTaskGroup { group in
                    for _ in 0..<6 {
                        group.addTask { _ = try await pool.render(try files.description, for: .png).encoded(as: .png) }
                    }
                    try await group.waitForAll()
                }
                #expect(await pool.close() + renderer.close() == 0, "GL objects are left")
            }
            let after = HostState()
            #expect(after == before, "\(after.environment.symmetricDifference(before.environment))")
            #expect(HostState.mapsBlock(of: 30), "after the last picture")
            files.remove()
            // The checks themselves see a change.
            RasterizerThreads.set(1)
            #expect(HostState() != before, "LP_NUM_THREADS is set")
            MallocTuning.retainFreedMemory()
            #expect(!HostState.mapsBlock(of: 31), "malloc's thresholds are set")
        }
    }

    @Test("has the same pictures, and no handler of SIGBUS, when files are not mapped")
    func withoutMaps() async {
        await #expect(processExitsWith: .success) {
            let files = try Files()
            let before = HostState()
            let renderer = Renderer()
            var description = try files.description
            description.reading = ReadingOptions(mapsFiles: false)
            let chart = try description.makeChart()
            let copied = try await renderer.render(chart, for: .png).encoded(as: .png)
            #expect(HostState() == before)
            let mapped = try await renderer.render(try files.description.makeChart(), for: .png).encoded(as: .png)
            #expect(copied == mapped && copied.count > 1_000)
            files.remove()
        }
    }
}

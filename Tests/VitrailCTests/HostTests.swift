import CVitrail
import Foundation
import Glibc
import Testing
import VitrailC

@Suite("A host process of the C interface")
struct CHostTests {
    private static let text =
        #"{"size": {"width": 200, "height": 100}, "data": {"d": {"csv": "y.csv"}}, "series": [{"type": "line", "data": "d", "y": "y"}]}"#

    private static func folder() throws -> String {
        let folder = "\(NSTemporaryDirectory())vitrail-c-host-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(("y\n" + (0..<500).map { "\(($0 * $0) % 97)\n" }.joined()).utf8).write(
            to: URL(fileURLWithPath: folder + "/y.csv"))
        return folder
    }

    @Test("data files may be read without mapping them; the picture is the same")
    func mapFiles() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let mapped = try await render(Self.text, nil, #"{"directory": "\#(folder)"}"#)
        let copied = try await render(Self.text, nil, #"{"directory": "\#(folder)", "mapFiles": false}"#)
        #expect(mapped.bytes == copied.bytes && mapped.bytes.count > 500)
        do {
            _ = try await render(Self.text, nil, #"{"mapFiles": "no"}"#)
            Issue.record("no error")
        } catch let error as CallError {
            #expect(error.path == "options.mapFiles" && error.code == VITRAIL_ERROR_ARGUMENT)
        }
    }

    @Test("has the environment and the handler of SIGBUS of before")
    func unchanged() async {
        await #expect(processExitsWith: .success) {
            func state() -> (environment: Set<String>, handler: UInt) {
                var (texts, entry) = (Set<String>(), environ)
                while let text = entry.pointee {
                    texts.insert(String(cString: text))
                    entry += 1
                }
                var action = sigaction()
                sigaction(SIGBUS, nil, &action)
                return (texts, unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self))
            }
            unsetenv("LP_NUM_THREADS")
            signal(SIGBUS) { _ in _exit(9) }
            let folder = try CHostTests.folder()
            let before = state()
            // Two renderers: the command would divide the processors among them.
            nonisolated(unsafe) let pool = try CallError.check { vitrail_pool_open(#"{"renderers": 2}"#, $0) }
            let picture = try await render(CHostTests.text, nil, #"{"directory": "\#(folder)"}"#, pool: pool)
            #expect(picture.bytes.count > 500)
            try await onThread { vitrail_pool_close(pool) }
            #expect(state() == before, "\(state().environment.symmetricDifference(before.environment))")
            try? FileManager.default.removeItem(atPath: folder)
            // The check itself sees a change.
            setenv("LP_NUM_THREADS", "1", 1)
            #expect(state() != before)
        }
    }
}

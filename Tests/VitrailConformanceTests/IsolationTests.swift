import Foundation
import Testing
import VitrailConformance
import VitrailTestSupport

/// Runs workers: the executable is in the same folder as the tests, where the same build put it.
enum Workers {
    static let program = [
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("vitrail").path,
        "conformance-worker",
    ]

    static func setting(fault: Fault? = nil, out: String? = nil) -> WorkerSetting {
        var setting = WorkerSetting()
        (setting.fault, setting.outFolder, setting.eglLibrary) = (fault, out, RealDriver.library)
        return setting
    }

    static func statuses(_ names: [String], fault: Fault? = nil, jobs: Int = 1) throws -> [String: CaseStatus] {
        var runner = CaseRunner(names, program: program, setting: setting(fault: fault), jobs: jobs)
        return try runner.run().results.mapValues(\.status)
    }
}

@Suite("A driver that dies or hangs costs its case")
struct IsolationTests {
    /// One batch: cases after a crash run in a new process.
    @Test("a crash, an abort, an exit and a hang between other cases", arguments: [1, 2])
    func deaths(jobs: Int) throws {
        let names = [
            "selftest.pass", "selftest.crash.segment", "selftest.fail", "selftest.crash.abort", "selftest.hang",
            "selftest.not_supported",
            "selftest.crash.exit", "selftest.error", "selftest.last",
        ]
        var heard: [String] = []
        var runner = CaseRunner(names, program: Workers.program, setting: Workers.setting(), jobs: jobs) {
            heard.append($0.name)
        }
        let results = try runner.run().results
        #expect(
            results.mapValues(\.status) == [
                "selftest.pass": .pass, "selftest.crash.segment": .crash, "selftest.fail": .fail,
                "selftest.crash.abort": .crash, "selftest.hang": .timeout,
                "selftest.not_supported": .notSupported, "selftest.crash.exit": .crash,
                "selftest.error": .internalError, "selftest.last": .pass,
            ])
        #expect(heard.sorted() == names.sorted(), "each is told once")
        #expect(results["selftest.crash.segment"]?.reason.contains("signal 11") == true)
        #expect(results["selftest.crash.exit"]?.reason.contains("code 3") == true)
        #expect(results["selftest.last"]?.reason == "after all that")
    }

    @Test("of a long log, the beginning and the end are kept; Swift's report of a crash names its cause, and no images")
    func log() throws {
        var runner = CaseRunner(
            ["a.b"], program: ["/bin/sh", "-c", "echo first >&2; seq 100000 >&2; echo last >&2; kill -9 $$"],
            setting: Workers.setting())
        let log = try #require(try runner.run().results["a.b"]?.log)
        #expect(
            log.hasPrefix("first\n1\n") && log.hasSuffix("100000\nlast\n") && log.contains("bytes are left out")
                && log.utf8.count < 5_000)
        runner = CaseRunner(["selftest.crash.trap"], program: Workers.program, setting: Workers.setting())
        let report = try #require(try runner.run().results["selftest.crash.trap"]?.log)
        #expect(
            report.contains("the driver's fault") && !report.contains("Images") && !report.contains("libc.so"),
            "\(report)")
    }

    @Test("a crash is noticed although a process that the driver has started holds the pipe")
    func helper() throws {
        var setting = Workers.setting()
        setting.timeLimit = 8
        var runner = CaseRunner(["selftest.crash.helper", "selftest.last"], program: Workers.program, setting: setting)
        let results = try runner.run().results
        #expect(results.mapValues(\.status) == ["selftest.crash.helper": .crash, "selftest.last": .pass])
        #expect(results["selftest.crash.helper"]?.reason.contains("signal 6") == true)
    }

    @Test("an interrupted run has what has ended, and leaves no worker")
    func interrupted() throws {
        let names = ["selftest.pass", "selftest.fail", "selftest.hang", "selftest.last"]
        var setting = Workers.setting()
        setting.timeLimit = 3_000
        var ended = 0
        let start = ContinuousClock.now
        var runner = CaseRunner(
            names, program: Workers.program, setting: setting, progress: { _ in ended += 1 },
            interruption: { ended == 2 ? SIGTERM : nil })
        #expect(try runner.run().results.mapValues(\.status) == ["selftest.pass": .pass, "selftest.fail": .fail])
        #expect(.now - start < .seconds(30), "the case that hangs is not waited for")
    }

    @Test("a name that no case has is an error of the harness, and no loss to others")
    func unknown() throws {
        #expect(
            try Workers.statuses(["no.such", "selftest.pass"]) == ["no.such": .internalError, "selftest.pass": .pass])
    }

    @Test("a program that cannot be started is told once")
    func noProgram() {
        var runner = CaseRunner(["selftest.pass"], program: ["/nowhere/vitrail"], setting: Workers.setting())
        #expect(throws: ConformanceError.self) { try runner.run() }
    }

    @Test("a program that answers nothing costs every case, and the run ends")
    func silent() throws {
        var runner = CaseRunner(["a.b", "a.c", "a.d"], program: ["/bin/false"], setting: Workers.setting(), batch: 2)
        #expect(try runner.run().results.mapValues(\.status) == ["a.b": .crash, "a.c": .crash, "a.d": .crash])
    }

    @Test("what failed unexpectedly is run again: once and never again is a flake")
    func flake() throws {
        let folder = NSTemporaryDirectory() + "vitrail-conformance-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let names = ["selftest.pass", "selftest.flaky", "selftest.fail"]
        let run = ConformanceRun(
            names, program: Workers.program, setting: Workers.setting(out: folder), expectations: ExpectationFile())
        let report = try run.run()
        #expect(report.results.map(\.verdict) == [.pass, .flake, .unexpectedFailure])
        #expect(report.results.map(\.attempts) == [[.pass], [.fail, .pass], [.fail, .fail, .fail]])
        #expect(!report.device.renderer.isEmpty)
        #expect(report.hasFlakes)
    }

    @Test("a crash or a hang that does not come again is no flake: the run is not as expected")
    func crashedOnce() throws {
        let folder = NSTemporaryDirectory() + "vitrail-conformance-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let names = ["selftest.crash.once", "selftest.hang_once"]
        let run = ConformanceRun(
            names, program: Workers.program, setting: Workers.setting(out: folder), expectations: ExpectationFile())
        let report = try run.run()
        #expect(report.results.map(\.attempts) == [[.crash, .pass], [.timeout, .pass]])
        #expect(report.results.map(\.verdict) == [.crashedThenPassed, .crashedThenPassed])
        #expect(!report.isAsExpected && !report.hasFlakes)
    }
}

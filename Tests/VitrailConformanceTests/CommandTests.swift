import Foundation
import Testing
import VitrailGL
import VitrailScene
import VitrailTestSupport

@testable import VitrailConformance

@Suite("The command")
struct CommandTests {
    private func run(_ arguments: String...) throws -> (code: Int32, output: String) { try run(arguments) }

    private func run(_ arguments: [String]) throws -> (code: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Workers.program[0])
        process.arguments = ["conformance"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    @Test("lists what the patterns match, with the word run or without it")
    func list() throws {
        let names = try CaseSelection(globs: ["clip.disc.*"]).names()
        for arguments in [["--list", "clip.disc.*"], ["run", "clip.disc.*", "--list"]] {
            let (code, output) = try run(arguments)
            #expect(code == 0 && output.split(separator: "\n").map(String.init) == names)
        }
        #expect(try run("no.such.case").code == 64)
        #expect(try run("--caselist", "/dev/null").code == 64)
        #expect(try run("--fraction", "1000000,1000000").code == 64)
        #expect(try run("--perf", "0").code == 64)
        #expect(try run("--keep-pictures", "clip.disc.*").code == 64)
    }

    /// The time limit of the hanging case is minutes.
    @Test(
        "interrupted, it writes what has ended, leaves no worker, and ends as after the signal",
        arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
    func interrupted(signal: Int32) async throws {
        let folder = NSTemporaryDirectory() + "vitrail-interrupted-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Workers.program[0])
        let library = RealDriver.library.map { ["--egl-library", $0] } ?? []
        let cases = ["selftest.pass", "selftest.hang", "selftest.last"]
        let known = folder + "/known.txt"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "old".write(toPath: known)
        process.arguments =
            ["conformance", "--out", folder, "--jobs", "1", "--time-limit", "20000", "--write-expectations", known]
            + cases + library
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let done = AsyncStream<Void> { stream in process.terminationHandler = { _ in stream.finish() } }
        try process.run()
        func lines() -> [Substring] {
            ((try? String(contentsOfFile: folder + "/results.jsonl", encoding: .utf8)) ?? "").split(separator: "\n")
        }
        // Two lines: the device, and the case before the hanging one.
        while process.isRunning, lines().count < 2 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(process.isRunning && lines().count == 2)
        let workers = Self.children(of: process.processIdentifier)
        #expect(workers.count == 1)
        kill(process.processIdentifier, signal)
        for await _ in done {}
        let run = try StoredRun(folder: folder)
        #expect(run.cases.map(\.name) == ["selftest.pass"])
        // Expectations are written whole or not at all.
        #expect(try String(path: known) == "old")
        if signal == SIGKILL {
            #expect(process.terminationReason == .uncaughtSignal)
        } else {
            #expect(process.terminationReason == .exit && process.terminationStatus == 128 + signal)
            #expect(try String(contentsOfFile: folder + "/report.txt", encoding: .utf8).contains("INTERRUPTED"))
        }
        for worker in workers {
            for _ in 0..<200 where Self.isAlive(worker) { try await Task.sleep(for: .milliseconds(20)) }
            #expect(!Self.isAlive(worker), "a worker lives on")
        }
    }

    /// A zombie process is not alive.
    private static func isAlive(_ process: pid_t) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        return text.split(separator: ")").last?.hasPrefix(" Z") == false
    }

    private static func children(of parent: pid_t) -> [pid_t] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(parent)/task")) ?? []
        return tasks.flatMap { task in
            ((try? String(contentsOfFile: "/proc/\(parent)/task/\(task)/children", encoding: .utf8)) ?? "").split(
                separator: " "
            ).compactMap { pid_t($0) }
        }
    }

    @Test("what is known may come out of any file, and the file must be there")
    func knownFile() throws {
        let library = RealDriver.library.map { ["--egl-library", $0] } ?? []
        #expect(try run(["selftest.pass", "--expectations", "/dev/null"] + library).code == 0)
        #expect(try run(["selftest.pass", "--expectations", "/none/known.txt"] + library).code == 66)
    }

    @Test(
        "hardware that is required and not there is told before any case runs",
        .enabled("hardware is there") { await Self.isSoftware() })
    func hardware() throws {
        let library = RealDriver.library.map { ["--egl-library", $0] } ?? []
        #expect(try run(["selftest.pass", "--require-hardware"] + library).code == 69)
    }

    private static func isSoftware() async -> Bool {
        guard let list = try? await DeviceList.survey(eglLibrary: RealDriver.library) else { return false }
        return !list.entries.contains { $0.info?.isHardware == true }
    }

    @Test("a flake does no harm unless it is asked to, a crash that does not come again does")
    func flakes() throws {
        func code(_ arguments: String...) throws -> Int32 {
            let folder = NSTemporaryDirectory() + "vitrail-flakes-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let library = RealDriver.library.map { ["--egl-library", $0] } ?? []
            return try run(["--out", folder] + library + arguments).code
        }
        #expect(try code("selftest.flaky") == 0)
        #expect(try code("selftest.flaky", "--fail-on-flake") == 1)
        #expect(try code("selftest.pass", "--fail-on-flake") == 0)
        #expect(try code("selftest.crash.once") == 1)
    }

    @Test("puts two runs on a page, and tells what is no run")
    func compare() throws {
        let folder = NSTemporaryDirectory() + "vitrail-compare-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func write(_ name: String, _ text: String) throws {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)/results.jsonl"))
        }
        let result = JudgedResult(result: CaseResult(name: "a.b", status: .pass), verdict: .pass, attempts: [.pass])
        try write(
            "a", JSONLinesWriter.text(RunReport(device: DeviceReport(), results: [result], seconds: 1, arguments: [])))
        try write("b", JSONLinesWriter.text(RunReport(device: DeviceReport(), results: [], seconds: 1, arguments: [])))
        try write("broken", "not JSON\n")
        let page = "\(folder)/page.html"
        let (code, output) = try run("compare", "\(folder)/a", "\(folder)/b", "--html", page)
        #expect(
            code == 0 && output.hasPrefix("1 cases; 1 end otherwise on  than on , 0 have another picture; 1 are shown"))
        #expect(try XMLTree(String(contentsOfFile: page, encoding: .utf8)).all("section").count == 1)
        #expect(try run("compare", "\(folder)/a", "\(folder)/none", "--html", page).code == 66)
        let missing = ConformanceError.cannotRead(
            path: "\(folder)/none/results.jsonl", reason: "No such file or directory")
        #expect(throws: missing) { try StoredRun(folder: folder + "/none") }
        #expect(try run("compare", "\(folder)/a", "\(folder)/broken", "--html", page).code == 65)
        #expect(try run("compare", "\(folder)/a", "\(folder)/b", "--html", "\(folder)/none/page.html").code == 73)
    }
}

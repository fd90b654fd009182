import Foundation
import Testing
import VitrailConformance
import VitrailTestSupport

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
        try write("a", JSONLinesWriter.text(RunReport(device: DeviceReport(), results: [result], seconds: 1, arguments: [])))
        try write("b", JSONLinesWriter.text(RunReport(device: DeviceReport(), results: [], seconds: 1, arguments: [])))
        try write("broken", "not JSON\n")
        let page = "\(folder)/page.html"
        let (code, output) = try run("compare", "\(folder)/a", "\(folder)/b", "--html", page)
        #expect(code == 0 && output.hasPrefix("1 cases; 1 end otherwise on  than on , 0 have another picture; 1 are shown"))
        #expect(try XMLTree(String(contentsOfFile: page, encoding: .utf8)).all("section").count == 1)
        #expect(try run("compare", "\(folder)/a", "\(folder)/none", "--html", page).code == 66)
        #expect(try run("compare", "\(folder)/a", "\(folder)/broken", "--html", page).code == 65)
        #expect(try run("compare", "\(folder)/a", "\(folder)/b", "--html", "\(folder)/none/page.html").code == 73)
    }
}

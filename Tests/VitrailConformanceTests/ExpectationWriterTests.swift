import Foundation
import Testing

@testable import VitrailConformance

@Suite("Expectations that a run writes")
struct ExpectationWriterTests {
    private func report(_ entries: [JudgedResult]) -> RunReport {
        var device = DeviceReport()
        (device.renderer, device.vendor, device.version) = ("softpipe", "Mesa", "OpenGL ES 3.1 Mesa 22.3.6")
        return RunReport(device: device, results: entries, seconds: 1, arguments: [])
    }

    /// Judges a case by the known states.
    private func entry(
        _ name: String, _ attempts: [CaseStatus], _ known: ExpectationFile, reason: String = "",
        pixels: [PixelDifference] = []
    ) -> JudgedResult {
        let expectation = known.expectation(of: name, on: report([]).device)
        var result = CaseResult(name: name, status: attempts.first ?? .notSupported, reason: reason)
        result.worstPixels = pixels
        return JudgedResult(
            result: result, verdict: Verdict(attempts, expectation?.state ?? .pass), attempts: attempts,
            knowledge: expectation?.reason ?? "")
    }

    private func written(
        _ report: RunReport, _ known: ExpectationFile, countsFlakes: Bool = false
    ) throws -> (text: String, file: ExpectationFile) {
        let text = ExpectationWriter.text(report, known: known, countsFlakes: countsFlakes)
        return (text, try ExpectationFile(text, path: "written"))
    }

    @Test("one line for each unexpected result, with state, driver, and what was found")
    func unexpected() throws {
        let pixel = PixelDifference(x: 1, y: 2, expected: SIMD4(0, 0, 0, 255), found: SIMD4(9, 0, 0, 255))
        let known = ExpectationFile()
        let run = report([
            entry("a.pass", [.pass], known), entry("a.none", [.notSupported], known),
            entry("a.fail", [.fail, .fail, .fail], known, reason: "pictures DIFFER\n  - mean", pixels: [pixel]),
            entry("a.crash", [.crash, .crash, .crash], known, reason: "signal 11"),
            entry("a.once", [.timeout, .pass], known, reason: "no answer\u{7}"),
            entry("a.flake", [.fail, .pass], known, reason: "now and then"),
        ])
        let (text, file) = try written(run, known)
        #expect(file.lines.map(\.cases.description) == ["a.fail", "a.crash", "a.once"])
        #expect(file.lines.map(\.state) == [.fail, .fail, .flaky])
        #expect(file.lines.allSatisfy { $0.drivers.map(\.description) == ["softpipe"] })
        #expect(
            file.lines.map(\.reason) == [
                "Fail: pictures DIFFER; \(pixel)", "Crash: signal 11", "Timeout, Pass: no answer",
            ])
        #expect(text.hasPrefix("# Known states") && text.contains("#   GL_VERSION   OpenGL ES 3.1 Mesa 22.3.6\n"))
        let all = try written(run, known, countsFlakes: true).file
        #expect(all.lines.count == 4 && all.lines.last?.state == .flaky)
    }

    @Test("known lines stay, with their comments, unless the run has disproved them")
    func known() throws {
        let known = try ExpectationFile(
            """
            # The head of the file.

            # Two lines
            # of a comment.
            FAIL   softpipe      a.better    fixed
            FAIL   softpipe      a.still     not fixed
            # For another driver.
            FAIL   swiftshader   a.better    of another driver
            FAIL   all           b.*         everything
            SKIP   all           b.skip      too slow
            FAIL   softpipe      a.absent    not run
            FLAKY  llvmpipe@22.3,softpipe  a.flaky  sometimes

            # A last remark.
            """, path: "known")
        let run = report([
            entry("a.better", [.pass], known), entry("a.still", [.fail], known), entry("b.x", [.fail], known),
            entry("b.better", [.pass], known), entry("b.skip", [], known), entry("a.flaky", [.fail, .pass], known),
        ])
        let (text, file) = try written(run, known)
        #expect(
            file.lines.map { "\($0.state.rawValue) \($0.drivers) \($0.cases) \($0.reason)" } == [
                "FAIL [softpipe] a.still not fixed", "FAIL [swiftshader] a.better of another driver",
                "FAIL [all] b.* everything", "SKIP [all] b.skip too slow", "FAIL [softpipe] a.absent not run",
                "FLAKY [llvmpipe@22.3, softpipe] a.flaky sometimes",
                "PASS [softpipe] b.better Pass: it was known to fail: everything",
            ])
        #expect(!text.contains("Two lines") && text.contains("\n# For another driver.\nFAIL "))
        let again = report(run.results.map { entry($0.result.name, $0.attempts, file) })
        #expect(again.isAsExpected)
        // Nothing is added, and nothing is lost, when it is written again.
        #expect(try written(again, file).file == file)
    }

    @Test(
        "the driver is the word of GL_RENDERER that says most, and holds for the driver",
        arguments: [
            ("llvmpipe (LLVM 15.0.6, 256 bits)", "Mesa/X.org", "llvmpipe"), ("softpipe", "Mesa", "softpipe"),
            ("Google SwiftShader", "Google Inc.", "swiftshader"),
            (
                "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)",
                "Google Inc. (Google)", "swiftshader"
            ),
            ("NVIDIA H200/PCIe/SSE2", "NVIDIA Corporation", "h200"), ("Mesa Intel(R) UHD Graphics 630", "Intel", "uhd"),
            ("", "Some Vendor", "some"), ("", "", "all"), ("@,", "1", "all"),
        ])
    func driver(renderer: String, vendor: String, word: String) {
        var device = DeviceReport()
        (device.renderer, device.vendor) = (renderer, vendor)
        let driver = DriverModifier(naming: device)
        #expect(driver.description == word && driver.holds(for: device))
    }

    @Test("a run with the file that it wrote is as expected, also when the file has been edited")
    func roundTrip() throws {
        try withFolder { folder in
            let (known, first, second) = (folder + "/known.txt", folder + "/first.txt", folder + "/second.txt")
            try "# why\nFAIL  all  selftest.error  as before\n".write(toPath: known)
            let names = [
                "selftest.pass", "selftest.fail", "selftest.crash.abort", "selftest.error", "selftest.crash.exit",
                "selftest.not_supported",
            ]
            func run(_ arguments: String...) throws -> Command.Result {
                try Command.run(names + arguments + Command.driver)
            }
            #expect(try run("--expectations", known, "--write-expectations", first).code == 1)
            #expect(try run("--expectations", first, "--write-expectations", second).code == 0)
            let file = try ExpectationFile(try String(path: first), path: first)
            try #require(
                file.lines.map(\.cases.description) == [
                    "selftest.error", "selftest.fail", "selftest.crash.abort", "selftest.crash.exit",
                ])
            #expect(file.lines[0].comments == ["# why"] && file.lines[0].reason == "as before")
            #expect(file.lines[1].reason == "Fail: it was asked to")
            #expect(try ExpectationFile(try String(path: second), path: second) == file)
            var edited = try String(path: first).split(separator: "\n").filter { !$0.contains("crash.exit") }
            let crash = try #require(edited.firstIndex { $0.contains("selftest.crash.abort") })
            edited[crash] = "FAIL all selftest.crash.* any crash"
            edited.insert("# a remark", at: crash)
            try edited.joined(separator: "\r\n").write(toPath: first)
            #expect(try run("--expectations", first).code == 0)
            // In place: read before the run, replaced after it.
            #expect(try run("--expectations", first, "--write-expectations", first).code == 0)
            #expect(try String(path: first).contains("\n# a remark\nFAIL     all          selftest.crash.*  "))
            #expect(try run("--expectations", first).code == 0)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(files == ["first.txt", "known.txt", "second.txt"])
        }
    }

    @Test("a file that cannot be written is told before any case runs")
    func unwritable() throws {
        try withFolder { folder in
            let path = folder + "/none/known.txt"
            let result = try Command.run(["selftest.fail", "--write-expectations", path] + Command.driver)
            #expect(result.code == 73 && result.output.isEmpty && result.errors.contains(path))
            #expect(try Command.run(["selftest.fail", "--write-expectations", "-"] + Command.driver).code == 64)
        }
    }
}

import Foundation
import Testing
import VitrailConformance

@Suite("Reports")
struct ReportTests {
    private let report: RunReport = {
        var device = DeviceReport()
        (device.renderer, device.vendor, device.version) = ("llvmpipe \"x\" & <y>", "Mesa", "OpenGL ES 3.2 Mesa 22.3.6")
        func entry(
            _ name: String, _ status: CaseStatus, _ verdict: Verdict, _ reason: String = "", known: String = ""
        ) -> JudgedResult {
            JudgedResult(
                result: CaseResult(name: name, status: status, reason: reason, seconds: 0.25), verdict: verdict,
                attempts: [status], knowledge: known)
        }
        return RunReport(
            device: device,
            results: [
                entry("a.pass", .pass, .pass),
                entry("a.fail", .fail, .unexpectedFailure, "mean 5 > 3 & more\n#beginSession\n]]>\u{1}"),
                entry("a.crash", .crash, .unexpectedFailure, "signal 11"),
                entry("a.hang", .timeout, .unexpectedFailure, "no answer"),
                entry("a.missing", .notSupported, .notSupported, "no # extension"),
                entry("a.known", .fail, .expectedFailure, "x", known: "old bug"),
                entry("a.better", .pass, .unexpectedPass, known: "old bug"), entry("a.flake", .fail, .flake),
                entry("a.skipped", .notSupported, .skipped, known: "slow"),
            ], seconds: 2.5, arguments: ["--egl-library", "/some where/lib'EGL.so"])
    }()

    @Test("the verdict follows from all attempts and from what is known")
    func verdicts() {
        #expect(report.isAsExpected == false)
        #expect(Verdict.allCases.filter(\.isUnexpected) == [.crashedThenPassed, .unexpectedFailure, .unexpectedPass])
        let cases: [([CaseStatus], VitrailConformance.Expectation.State, Verdict)] = [
            ([.pass], .pass, .pass), ([.notSupported], .pass, .notSupported), ([.notSupported], .fail, .notSupported),
            ([.fail, .fail, .fail], .pass, .unexpectedFailure),
            ([.fail, .pass], .pass, .flake), ([.fail, .notSupported], .pass, .flake),
            ([.internalError, .pass], .pass, .flake),
            ([.crash, .pass], .pass, .crashedThenPassed), ([.timeout, .pass], .pass, .crashedThenPassed),
            ([.fail, .crash, .pass], .pass, .crashedThenPassed),
            ([.crash, .notSupported], .pass, .crashedThenPassed),
            ([.crash, .crash, .crash], .pass, .unexpectedFailure),
            ([.crash, .pass], .flaky, .knownFlake), ([.pass], .flaky, .pass), ([.crash], .fail, .expectedFailure),
            ([.pass], .fail, .unexpectedPass), ([], .skip, .skipped),
        ]
        for (statuses, state, verdict) in cases { #expect(Verdict(statuses, state) == verdict, "\(statuses) \(state)") }
    }

    @Test("what crashed and then passed is told as wrong by every writer, a flake as one")
    func unsteady() {
        func entry(_ name: String, _ attempts: [CaseStatus], _ reason: String) -> JudgedResult {
            JudgedResult(
                result: CaseResult(name: name, status: attempts[0], reason: reason), verdict: Verdict(attempts, .pass),
                attempts: attempts)
        }
        let entries = [
            entry("a.crashed", [.crash, .pass], "signal 11"), entry("a.hung", [.fail, .timeout, .pass], "mean 5"),
            entry("a.flake", [.fail, .pass], "mean 6"),
        ]
        let report = RunReport(device: DeviceReport(), results: entries, seconds: 1, arguments: [])
        let tap = TAPWriter.text(report).split(separator: "\n")
        #expect(
            tap.contains("not ok 1 - a.crashed # crashed, then passed")
                && tap.contains("not ok 2 - a.hung # hung, then passed"))
        #expect(tap.contains("ok 3 - a.flake # flaky (Fail, Pass)"))
        #expect(tap.contains("  message: \"crashed, then passed (Crash, Pass): signal 11\""))
        let junit = JUnitWriter.text(report)
        #expect(junit.contains("failures=\"0\" errors=\"2\""))
        #expect(junit.contains("<error message=\"crashed, then passed (Crash, Pass): signal 11\" type=\"Crash\">"))
        #expect(junit.contains("<error message=\"hung, then passed (Fail, Timeout, Pass): mean 5\" type=\"Timeout\">"))
        #expect(junit.contains("<system-out>flaky (Fail, Pass): mean 6</system-out>"))
        let table = TableWriter.text(report)
        #expect(table.contains("UNEXPECTED CRASH, THEN PASSED: a.crashed (Crash, Pass)"))
        #expect(table.contains("UNEXPECTED TIMEOUT, THEN PASSED: a.hung (Fail, Timeout, Pass)"))
        #expect(table.contains("1 flaky, 2 CRASHED OR HUNG, THEN PASSED"))
        #expect(
            CSVWriter.text(report).split(separator: "\n").map { $0.split(separator: ",")[1] } == [
                "Crash", "Timeout", "Flake",
            ])
    }

    @Test("the table tells what was unexpected, with the command that shows it again")
    func table() {
        let text = TableWriter.text(report)
        for name in [
            "UNEXPECTED: a.fail", "UNEXPECTED: a.crash", "UNEXPECTED: a.hang", "UNEXPECTED PASS: a.better",
            "FLAKE: a.flake",
        ] { #expect(text.contains(name)) }
        #expect(!text.contains("UNEXPECTED: a.known"))
        #expect(text.contains("again: vitrail conformance a.fail --egl-library '/some where/lib'\\''EGL.so'"))
        #expect(
            text.contains(
                "9 cases in 2.5 s: 1 passed, 1 not supported, 1 skipped, 1 failed as known, 1 flaky, 3 FAILED, 1 PASSED UNEXPECTEDLY"
            ))
    }

    @Test("a run that was interrupted says so in every report")
    func interrupted() throws {
        var report = report
        report.interruption = RunInterruption(signal: 15, missing: 31)
        #expect(!report.isAsExpected)
        #expect(
            TableWriter.text(report).contains(
                "INTERRUPTED: interrupted by signal 15 (Terminated): 31 cases have no result"))
        let tap = TAPWriter.text(report).split(separator: "\n")
        #expect(
            tap.contains("1..40")
                && tap.last == "Bail out! interrupted by signal 15 (Terminated): 31 cases have no result")
        #expect(JUnitWriter.text(report).contains("<property name=\"interrupted\""))
        let head = try #require(
            JSONSerialization.jsonObject(with: Data(JSONLinesWriter.text(report).prefix { $0 != "\n" }.utf8))
                as? [String: Any])
        #expect(head["interrupted"] as? [String: Int] == ["signal": 15, "missing": 31])
        #expect(try StoredRun(JSONLinesWriter.text(report), folder: "x").cases.count == 9)
    }

    @Test("the table has the beginning and the end of a long log, and nothing that a terminal obeys")
    func logs() {
        var report = report
        report.results[2].result.log = (1...40).map { "line \($0) \u{1B}[31m" }.joined(separator: "\n")
        report.results[2].result.reason = "bad \u{9B}1m\u{7}"
        let text = TableWriter.text(report)
        for part in ["line 1 ", "line 4 ", "[…]", "line 37 ", "line 40 "] { #expect(text.contains("stderr: " + part)) }
        #expect(text.contains("    bad  1m "))
        #expect(
            !text.contains("line 5 ")
                && !text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
    }

    @Test("what a driver calls itself stays in its line")
    func heading() {
        var report = report
        report.device.renderer = "a\nok 1 - b\r\nc"
        #expect(TAPWriter.text(report).split(separator: "\n")[2].hasPrefix("# a ok 1 - b c, OpenGL ES"))
    }

    @Test("CSV in deqp-runner's words")
    func csv() {
        let statuses = CSVWriter.text(report).split(separator: "\n").map { $0.split(separator: ",")[1] }
        #expect(
            statuses == [
                "Pass", "Fail", "Crash", "Timeout", "Skip", "ExpectedFail", "UnexpectedImprovement(Pass)", "Flake",
                "Skip",
            ])
        #expect(CSVWriter.text(report).hasPrefix("a.pass,Pass,0.250000\n"))
    }

    @Test("TAP: a plan, one point a case, directives, and YAML for what failed")
    func tap() {
        let lines = TAPWriter.text(report).split(separator: "\n")
        #expect(lines[0] == "TAP version 14" && lines[1] == "1..9")
        #expect(lines.contains("ok 1 - a.pass") && lines.contains("not ok 2 - a.fail"))
        #expect(
            lines.contains("ok 5 - a.missing # SKIP no \\# extension")
                && lines.contains("not ok 6 - a.known # TODO old bug"))
        #expect(lines.count { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") } == 9)
        #expect(lines.contains { $0.hasPrefix("  message: \"mean 5 > 3 & more\\n#beginSession") })
        // Also for the case that passed unexpectedly.
        #expect(lines.count { $0.hasPrefix("  again: \"vitrail conformance a.") } == 4)
    }

    @Test("JSON lines: each is an object of its own")
    func json() throws {
        let lines = try JSONLinesWriter.text(report).split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(lines.count == 10)
        #expect((lines[0]["device"] as? [String: Any])?["renderer"] as? String == report.device.renderer)
        #expect(lines[2]["reason"] as? String == "mean 5 > 3 & more\n#beginSession\n]]>\u{1}")
        #expect(lines.dropFirst().map { $0["verdict"] as? String } == report.results.map(\.verdict.rawValue))
    }

    @Test("the log of dEQP is read by its description, whatever a reason says")
    func qpa() throws {
        let log = try QPALog(QPAWriter.text(report))
        #expect(log.cases.map(\.name) == report.results.dropLast().map(\.result.name))
        #expect(
            log.cases.map(\.status) == ["Pass", "Fail", "Crash", "Timeout", "NotSupported", "Fail", "Pass", "Fail"])
        #expect(log.cases[1].details == "mean 5 > 3 & more")
        #expect(log.cases[1].document?.all("Text").map(\.text) == ["mean 5 > 3 & more\n#beginSession\n]]> "])
        #expect(
            log.session["renderer"] == "llvmpipe  x  & <y>"
                && log.session["commandLineParameters"] == "--egl-library /some where/lib'EGL.so")
    }

    @Test(
        "the reader takes no log that is not whole",
        arguments: [
            "", "#beginSession\n", "#beginSession\n#beginTestCaseResult a.b\n#endSession\n",
            "#beginSession\n#endTestCaseResult\n#endSession\n",
            "#beginSession\n#beginTestCaseResult a.b\n<TestCaseResult CasePath=\"a.c\"><Result StatusCode=\"Pass\"/></TestCaseResult>\n#endTestCaseResult\n#endSession\n",
            "#beginSession\n#beginTestCaseResult a.b\n<TestCaseResult CasePath=\"a.b\"><Result StatusCode=\"Good\"/></TestCaseResult>\n#endTestCaseResult\n#endSession\n",
            "#beginSession\n#beginTestCaseResult a.b\n<TestCaseResult>\n#endTestCaseResult\n#endSession\n",
            "#beginSession\n#version 300 es\n#endSession\n",
        ])
    func broken(text: String) {
        #expect(throws: (any Error).self) { try QPALog(text) }
    }

    @Test(
        "the log of dEQP has a program with the first case that drew with it and with each that failed, in its own elements"
    )
    func programs() throws {
        let program = ProgramReport(
            name: "line",
            stages: [
                .init(
                    kind: "vertex", source: "#version 300 es\nvoid main() { gl_Position = a < b ? c : d; }",
                    isCompiled: true, log: ""),
                .init(
                    kind: "fragment", source: "#version 300 es\nif (a && b) ]]>", isCompiled: false,
                    log: "0:2: <error>\n#beginSession"),
            ], isLinked: false, log: "no & nothing")
        var run = report
        for k in run.results.indices { run.results[k].result.programs = ["line", "gone"] }
        let text = QPAWriter.text(run, program: { $0 == "line" ? program : nil })
        let log = try QPALog(text)
        #expect(log.cases.map(\.name) == run.results.dropLast().map(\.result.name))
        let failed = run.results.count { $0.result.status.isFailure }
        #expect(text.components(separatedBy: "<ShaderProgram LinkStatus=\"Fail\">").count - 1 == failed + 1)
        let element = try #require(log.cases[0].document?.all("ShaderProgram").first)
        #expect(element.all("InfoLog").map(\.text) == ["no & nothing", "", "0:2: <error>\n#beginSession"])
        #expect(element.all("ShaderSource").map(\.text) == program.stages.map(\.source))
        #expect(
            element.all("VertexShader").first?.attributes == ["CompileStatus": "OK"]
                && element.all("FragmentShader").first?.attributes == ["CompileStatus": "Fail"])
    }

    @Test("JUnit counts what it lists")
    func junit() {
        let text = JUnitWriter.text(report)
        #expect(text.contains("tests=\"9\" failures=\"2\" errors=\"2\" skipped=\"3\" time=\"2.500\""))
        #expect(text.components(separatedBy: "<testcase ").count == 10)
        #expect(
            text.components(separatedBy: "<failure ").count == 3 && text.components(separatedBy: "<error ").count == 3)
        #expect(text.contains("llvmpipe &quot;x&quot; &amp; &lt;y&gt;") && !text.contains("\u{1}"))
    }
}

import Foundation
import Testing

@testable import VitrailConformance

@Suite("Files of deqp-runner")
struct BaselineTests {
    private let device = DeviceReport()

    @Test("a baseline is read: each status, comments, more columns, tests that are no cases")
    func baseline() throws {
        let text = """
            # a comment

            a.fail,Fail
            a.crash,Crash,0.25
            a.timeout,Timeout
            a.missing,Missing
            a.known,ExpectedFail
            a.flake,Flake
            a.flaky,KnownFlake,1,2
            a.pass,Pass
            a.skip,Skip
            a.warn,Warn
            a.better,UnexpectedImprovement(Pass)
            a.absent,UnexpectedImprovement(Skip)
            a.otherwise,UnexpectedImprovement(Fail)
            dEQP-GLES3.functional.x,Fail
            spec@egl 1.4@eglterminate then unbind context,Fail
            spec@*,Fail\r
            """
        let file = try ExpectationFile(text, path: "fails.txt")
        func state(_ name: String) -> VitrailConformance.Expectation.State? {
            file.expectation(of: name, on: device)?.state
        }
        for name in ["fail", "crash", "timeout", "missing", "known", "otherwise"] {
            #expect(state("a." + name) == .fail, "\(name)")
        }
        for name in ["flake", "flaky"] { #expect(state("a." + name) == .flaky, "\(name)") }
        for name in ["pass", "skip", "warn", "better", "absent"] { #expect(state("a." + name) == nil, "\(name)") }
        #expect(state("spec@x") == nil && state("dEQP-GLES3.functional.x") == .fail)
        #expect(file.expectation(of: "a.crash", on: device)?.reason == "Crash, line 4 of fails.txt")
    }

    @Test("both formats in one file: the first word tells them apart, and the last line counts")
    func mixed() throws {
        let text = """
            FAIL  all             a.*        everything
            a.b,Pass
            PASS  softpipe,Fail   a.c        two drivers, of which one is named like a status
            a.d,Flake
            """
        let file = try ExpectationFile(text, path: "x")
        try #require(file.lines.map(\.state) == [.fail, .pass, .pass, .flaky])
        #expect(file.lines[2].drivers.map(\.description) == ["softpipe", "fail"])
        #expect(file.expectation(of: "a.b", on: device)?.state == .pass)
        #expect(file.expectation(of: "a.c", on: device)?.state == .fail)
    }

    @Test(
        "a wrong line is told with file and line",
        arguments: [
            ("a.b,Failed", "neither state"), ("a.b,", "neither state"), (",Fail", "neither state"),
            ("a.b,UnexpectedImprovement(Better)", "neither state"), ("a.b,fail", "neither state"),
            ("Fail softpipe,llvmpipe a.b reason", "neither state"), ("a.b Fail", "a.b is no state"),
            ("a.first,Fail", "a.first is on line 1, too"),
        ])
    func wrong(line: String, part: String) {
        #expect {
            try ExpectationFile("a.first,Crash\n\n" + line, path: "fails.txt")
        } throws: {
            "\($0)".hasPrefix("fails.txt:3: ") && "\($0)".contains(part)
        }
    }

    @Test("a list of expressions: each case that one matches anywhere has the state, with file and line as reason")
    func lists() throws {
        let names = ["gl.msaa.x4.r8", "gl.msaa.x8.r8", "gl.index.ubyte", "series.line"]
        var file = ExpectationFile()
        let text = "# slow\n\nmsaa\\.x\\d+\\.\n^series\\.(?:line|area)$\r\nmsaa\n"
        try file.append(.skip, patterns: text, path: "skips.txt", names: names)
        try #require(file.lines.map(\.cases.description) == ["gl.msaa.x4.r8", "gl.msaa.x8.r8", "series.line"])
        #expect(file.lines.allSatisfy { $0.state == .skip })
        #expect(file.lines[0].reason == "matches msaa\\.x\\d+\\., line 3 of skips.txt")
        #expect(file.lines[2].reason == "matches ^series\\.(?:line|area)$, line 4 of skips.txt")
    }

    @Test(
        "an expression that cannot be read is told with file and line",
        arguments: ["a(b", "a[b", "(?i)a", "a(?=b)", "\\pL", "a\\", "[\\p]", "*a(", "a{2,1}"])
    func wrongExpression(_ expression: String) {
        var file = ExpectationFile()
        #expect {
            try file.append(.skip, patterns: "# first\n" + expression, path: "flakes.txt", names: ["a.b"])
        } throws: {
            "\($0)".hasPrefix("flakes.txt:2: ")
        }
    }

    @Test("expressions match as in deqp-runner")
    func expressions() throws {
        let cases: [(expression: String, name: String, matches: Bool)] = [
            ("b", "a.b.c", true), ("^b", "a.b.c", false), ("c$", "a.b.c", true), ("a.b.c", "axbxc", true),
            ("a\\.b", "axb", false), ("dEQP-GLES[0-9]*.stress.*", "dEQP-GLES31.stress.x", true),
            ("(a|b)\\.x", "b.x", true), ("(?:a|b)+x", "abax", true), ("\\d{2}", "a.7", false), ("\\d{2}", "a.77", true),
            ("^\\w+$", "a_1", true), ("^\\w+$", "a-1", false), ("\\Aa\\z", "a", true), ("\\Aa\\z", "ab", false),
            ("^[\\w.]+$", "a.b_1", true), ("^[\\w.]+$", "a-b", false), ("[\\-]", "a-b", true), ("[^\\d]", "12", false),
            ("[[:digit:]]x", "1x", true), ("[]]", "]", true), ("^[\\[\\]]$", "]", true), ("a.*?c", "a.b.c", true),
            ("a+?b", "aab", true), ("x\\+y", "x+y", true), ("\\Dx", "1x", false), ("", "a", true),
        ]
        for one in cases {
            let expression = try RegularExpression(one.expression)
            #expect(expression.matches(one.name) == one.matches, "\(one.expression) \(one.name)")
        }
    }

    @Test("the failures of a run are the baseline of the next; lists of skips and flakes are options of their own")
    func command() throws {
        try withFolder { folder in
            let names = ["selftest.fail", "selftest.crash.abort", "selftest.pass", "selftest.not_supported"]
            let out = folder + "/out"
            #expect(try Command.run(names + ["--out", out] + Command.driver).code == 1)
            for file in ["failures.csv", "results.csv"] {
                let result = try Command.run(names + ["--expectations", "\(out)/\(file)"] + Command.driver)
                #expect(result.code == 0 && result.output.contains("2 failed as known"), "\(result.output)")
            }
            let (skips, flakes) = (folder + "/skips.txt", folder + "/flakes.txt")
            try "crash\\.(abort|exit)$\n".write(toPath: skips)
            try "# now and then\n^selftest\\.f\n".write(toPath: flakes)
            let result = try Command.run(names + ["--skips", skips, "--flakes", flakes] + Command.driver)
            #expect(result.code == 0 && result.output.contains("1 skipped"), "\(result.output)")
            #expect(result.output.contains("1 flaky as known"))
            try "selftest.fail,Fails\n".write(toPath: skips)
            let wrong = try Command.run(names + ["--expectations", skips] + Command.driver)
            #expect(wrong.code == 65 && wrong.errors.contains("\(skips):1: "))
            try "a\n(\n".write(toPath: flakes)
            let unread = try Command.run(names + ["--flakes", flakes] + Command.driver)
            #expect(unread.code == 65 && unread.errors.contains("\(flakes):2: "))
            #expect(try Command.run(names + ["--skips", folder + "/none"] + Command.driver).code == 66)
        }
    }
}

import Foundation
import Testing

@testable import VitrailConformance

@Suite("The command that repeats a case")
struct RepeatTests {
    /// A driver, and a case that fails on it and passes on llvmpipe.
    struct Driver: Sendable, CustomTestStringConvertible {
        var name: String
        var arguments: [String] = []
        var environment: [String: String] = [:]
        var failing: String
        var testDescription: String { name }

        static let all = [
            Driver(
                name: "softpipe", arguments: ["--device", "surfaceless"],
                environment: ["LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "softpipe"],
                failing: "stress.vertices.1e4"),
            Driver(
                name: "swiftshader",
                arguments: ["--egl-library", root.appendingPathComponent(".build/swiftshader/libEGL.so").path],
                failing: "gl.msaa.x4.rg8"),
        ]

        /// Whether the driver draws on this machine.
        var isAvailable: Bool {
            let result = try? Command.run(["selftest.pass"] + arguments, environment: environment)
            return result?.output.split(separator: "\n").first?.lowercased().contains(name) == true
        }
    }

    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("finds the same on the same driver, from another environment", arguments: Driver.all.filter(\.isAvailable))
    func driver(_ driver: Driver) throws {
        let first = try Command.run(
            [driver.failing, "--expectations", "/dev/null"] + driver.arguments, environment: driver.environment)
        #expect(first.code == 1 && first.again.count == 1, "\(first.output)")
        let second = try Command.shell(try #require(first.again.first))
        #expect(second.code == 1 && second.findings == first.findings, "\(second.output) \(second.errors)")
        // With the known states of the driver, the same run is as expected.
        #expect(try Command.run([driver.failing] + driver.arguments, environment: driver.environment).code == 0)
    }

    @Test("has the files of what is known, under any name, and every option that can change the result")
    func options() throws {
        try withFolder { folder in
            let (known, skips, flakes) = ("\(folder)/it's $known.txt", "\(folder)/-skips", "\(folder)/flakes 1")
            try "PASS all selftest.* nothing is known\n".write(toPath: known)
            try "selftest.hang\n".write(toPath: skips)
            try "selftest.crash.*\n".write(toPath: flakes)
            let first = try Command.run(
                [
                    "selftest.fail", "selftest.hang", "selftest.crash.abort", "--expectations", known, "--skips", skips,
                    "--flakes", flakes, "--seed", "7", "--time-limit", "77", "--perf", "2", "--fail-on-flake",
                    "--fault", "no-draws", "--jobs", "3", "--verbose",
                ] + Command.driver)
            #expect(first.code == 1 && first.again.count == 1, "\(first.output)")
            let again = try #require(first.again.first)
            for part in [
                "--seed 7", "--time-limit 77", "--perf 2", "--fail-on-flake", "--fault no-draws",
                "--skips \(skips)", "--flakes '\(flakes)'", "--expectations '\(folder)/it'\\''s $known.txt'",
            ] { #expect(again.contains(part), "\(again)") }
            #expect(!again.contains("--jobs") && !again.contains("--verbose"))
            let second = try Command.shell(again)
            #expect(second.code == 1 && second.again == first.again, "\(second.output) \(second.errors)")
        }
        var setting = WorkerSetting()
        setting.requiresHardware = true
        setting.eglLibrary = "-l"
        setting.device = "gbm:/dev/dri/card0"
        #expect(
            setting.caseArguments == ["--device", "gbm:/dev/dri/card0", "--egl-library=-l", "--require-hardware"])
    }

    @Test("each option of the command is either part of it or cannot change a result")
    func everyOption() throws {
        let repeated = [
            "device", "egl-library", "require-hardware", "seed", "time-limit", "perf", "fault", "expectations", "skips",
            "flakes", "fail-on-flake",
        ]
        // They select cases, name files of the output, or concern only the printed text.
        let others = [
            "list", "caselist", "fraction", "jobs", "verbose", "out", "keep-pictures", "write-expectations", "help",
            "version",
        ]
        let text = try Command.run(["run", "--experimental-dump-help"]).output
        let help = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let command = try #require(help["command"] as? [String: Any])
        let arguments = try #require(command["arguments"] as? [[String: Any]])
        let names = arguments.flatMap { $0["names"] as? [[String: Any]] ?? [] }
            .filter { $0["kind"] as? String == "long" }.compactMap { $0["name"] as? String }
        #expect(Set(repeated).subtracting(names) == [])
        #expect(Set(names).subtracting(repeated + others) == [], "decide whether these can change a result")
    }

    @Test("has the line of the case where what is known came through a pipe")
    func piped() throws {
        let known = "FAIL all selftest.pass it's 100 % wrong\nFAIL all selftest.error as known\n"
        let first = try Command.run(
            ["selftest.pass", "selftest.fail", "selftest.error", "--expectations", "-"] + Command.driver, input: known)
        try #require(first.code == 1 && first.again.count == 2, "\(first.output)")
        let start = "printf '%s\\n' 'FAIL"
        #expect(first.again[0].hasPrefix(start) && first.again[0].hasSuffix("--expectations -"), "\(first.again[0])")
        #expect(first.again[1].hasSuffix(" --expectations /dev/null"))
        for line in first.again {
            let second = try Command.shell(line)
            #expect(second.code == 1 && second.again == [line], "\(second.output) \(second.errors)")
        }
        #expect(try Command.shell(first.again[0]).output.contains("known: it's 100 % wrong"))
    }

    @Test(
        "a shell reads a quoted word as the word",
        arguments: [
            "plain", "", "a b", "it's", "''", "$HOME `id` \\", "*?[]{}()<>|&;!#~", "~/x:~/y", "a\nb\tc",
            "\u{1B}[1m'%s'\\n", "größer ≥ 😀", "-n", "\u{9B}1m", "x=y", "tab\tand 'quote' and 50%",
        ])
    func quoting(_ word: String) throws {
        let quoted = ShellText.word(word)
        #expect(!quoted.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(try Command.shell("printf '%s' \(quoted)").output == word)
        let assignment = ShellText.assignment("NAME=\(word)")
        #expect(try Command.shell("\(assignment) sh -c 'printf \"%s\" \"$NAME\"'").output == word)
    }

    @Test("the variables of the table are set, no others")
    func variables() {
        let set = [
            "LP_NUM_THREADS": "0", "GALLIUM_DRIVER": "soft pipe", "HOME": "/root", "DRI_PRIME": "1",
            "MESA_LOADER_DRIVER_OVERRIDE": "zink", "__EGL_VENDOR_LIBRARY_FILENAMES": "/x.json",
            "VK_ICD_FILENAMES": "/y.json", "LD_LIBRARY_PATH": "/lib a", "LIBGL_ALWAYS_SOFTWARE": "1",
            "__GL_FSAA_MODE": "5", "VITRAIL_EXECUTABLE": "/v", "VITRAIL_API_KEY": "secret", "VKEY": "1",
            "MESA_A-B": "1", "MESA_SHADER_CACHE_DIR": "/c/mesa_shader_cache-width128",
        ]
        #expect(
            DriverEnvironment.variables(of: set) == [
                "DRI_PRIME=1", "GALLIUM_DRIVER=soft pipe", "LD_LIBRARY_PATH=/lib a", "LIBGL_ALWAYS_SOFTWARE=1",
                "LP_NUM_THREADS=0", "MESA_LOADER_DRIVER_OVERRIDE=zink", "VITRAIL_EXECUTABLE=/v",
                "VK_ICD_FILENAMES=/y.json", "__EGL_VENDOR_LIBRARY_FILENAMES=/x.json", "__GL_FSAA_MODE=5",
            ])
        var report = RunReport(device: DeviceReport(), results: [], seconds: 1, arguments: ["--seed", "3"])
        report.environment = ["GALLIUM_DRIVER=soft pipe", "LP_NUM_THREADS=0"]
        let entry = JudgedResult(
            result: CaseResult(name: "a.b", status: .fail), verdict: .unexpectedFailure, attempts: [.fail])
        #expect(
            report.command(for: entry)
                == "GALLIUM_DRIVER='soft pipe' LP_NUM_THREADS=0 vitrail conformance a.b --seed 3")
    }

    @Test("the document has the table of the variables")
    func document() throws {
        let page = try String(path: Self.root.appendingPathComponent("docs/conformance.md").path)
        let missing = DriverEnvironment.table.map(\.pattern).filter { !page.contains("`\($0)`") }
        #expect(missing == [])
    }
}

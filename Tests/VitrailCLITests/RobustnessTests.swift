import Foundation
import Testing
import Vitrail

@testable import VitrailCLI

/// Environments without threads, without /proc, or without a writer at the other end of a pipe.
@Suite("hard surroundings")
struct RobustnessTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(Self.chart, "chart.json")
    }

    private static let chart =
        #"{"data": {"d": {"values": {"y": [1, 2, 1.5]}}}, "series": [{"type": "line", "data": "d", "y": "y"}]}"#

    @Test("llvmpipe's code for one vector width is not run with another")
    func vectorWidths() async throws {
        var pictures: [[UInt8]] = []
        for width in ["256", "128"] {
            let environment = [
                "LP_NATIVE_VECTOR_WIDTH": width, "XDG_CACHE_HOME": folder.path("cache"), "MESA_SHADER_CACHE_DIR": "",
            ]
            let end = try await Command.run(
                ["render", "chart.json", "-o", "-", "--format", "rgba"], in: folder, environment: environment)
            #expect(end.code == 0, "\(width): \(end.error)")
            pictures.append(end.output)
        }
        expectSame(pictures[0], pictures[1])
        #expect(!pictures[0].isEmpty)
    }

    @Test("where threads cannot start, that is said, with 69")
    func noThreads() async throws {
        guard getuid() == 0 else { return }
        // A user without processes, so that no other process counts towards the limit; that user must be able to read
        // the command.
        let script =
            "cp \"$VITRAIL\" v; chmod -R a+rX .; timeout 20 setpriv --reuid 65531 --clear-groups bash -c 'ulimit -u 5; exec ./v render - -o -' < chart.json"
        let end = try await Command.shell(script, in: folder)
        #expect(end.code == 69)
        #expect(end.error.contains(all: "vitrail: cannot start", "threads", "ulimit -u"), "\(end.error)")
        #expect(end.output.isEmpty)
    }

    @Test(
        "without /proc, that is said, with 69",
        arguments: ["render chart.json -o x.png", "plot - -o x.png", "batch", "conformance", ""])
    func noProc(_ words: String) async throws {
        guard getuid() == 0 else { return }
        let end = try await Command.shell(
            "unshare -m sh -c 'mount -t tmpfs none /proc && \"$VITRAIL\" \(words)' < chart.json", in: folder)
        #expect(end.code == 69)
        #expect(end.error.contains(all: "vitrail: /proc is not mounted", "mount -t proc"), "\(end.error)")
        #expect(end.output.isEmpty && !folder.names.contains("x.png"))
    }

    @Test("a pipe without a writer is refused, one with a slow writer is read")
    func pipes() async throws {
        let refused = try await Command.shell(
            "mkfifo p.json; timeout 20 \"$VITRAIL\" render p.json -o x.png", in: folder)
        #expect(refused.code == 66)
        #expect(refused.error == "vitrail: p.json: no program opened this pipe for writing within 2 seconds\n")
        let read = try await Command.shell(
            "(exec 3>p.json; sleep 3; cat chart.json >&3) & timeout 20 \"$VITRAIL\" render p.json -o x.png", in: folder)
        #expect(read.code == 0, "\(read.error)")
        #expect(folder.names.contains("x.png"))
    }

    @Test("a pipe in place of data is refused at once, in a batch, too")
    func pipesOfData() async throws {
        try folder.write(
            #"{"data": {"d": {"csv": "p.csv"}}, "series": [{"type": "line", "data": "d", "y": "y"}]}"#, "piped.json")
        let script =
            "mkfifo p.csv p.json; timeout 20 \"$VITRAIL\" render piped.json -o x.png; echo $?; echo '{\"file\":\"p.json\",\"output\":\"y.png\"}' | timeout 20 \"$VITRAIL\" batch"
        let end = try await Command.shell(script, in: folder)
        #expect(String(decoding: end.output, as: UTF8.self) == "66\n")
        #expect(end.code == 66)
        #expect(end.errorLines.count == 2 && end.errorLines.allSatisfy { $0.contains("regular file") }, "\(end.error)")
    }

    @Test("only regular files of a font folder are opened")
    func fontFolder() async throws {
        let script =
            "mkdir f; mkfifo f/a.ttf; ln -s .. f/up; timeout 20 \"$VITRAIL\" render chart.json --font-dir f -o x.png"
        let end = try await Command.shell(script, in: folder)
        #expect(end.code == 0, "\(end.error)")
        let kernel = try await Command.shell(
            "timeout 20 \"$VITRAIL\" render chart.json --font-dir /proc/self -o x.png", in: folder)
        #expect(kernel.code == 66)
        #expect(
            kernel.error.contains("--font-dir: font directory /proc/self cannot be read: it belongs to the kernel"),
            "\(kernel.error)")
    }

    @Test("the value of -j and of -o may be attached")
    func attachedValues() async throws {
        let job = #"{"id":1,"chart":{"title":"x"}}"# + "\n"
        let batch = try await Command.run(["batch", "--stream", "-j2", "--format", "svg"], in: folder, input: job)
        #expect(batch.code == 0, "\(batch.error)")
        let end = try await Command.run(["render", "chart.json", "-ox.svg"], in: folder)
        #expect(end.code == 0, "\(end.error)")
        #expect(folder.names.contains("x.svg"))
    }

    @Test("each job of a batch has the warnings of its own texts, whatever was drawn before")
    func warningsOfJobs() async throws {
        func job(_ id: String, _ title: String, family: String = "") -> String {
            #"{"id":"\#(id)","chart":{"title":"\#(title)","titleStyle":{"font":{"family":"\#(family)"}},"data":{"d":{"values":{"y":[1,2]}}},"series":[{"type":"line","data":"d","y":"y"}]}}"#
        }
        let glyph = "no font has U+10FFFD (privateUse)"
        let family = #"no font family \"No Such Family\", using \#(try TextEngine.shared.prepare())"#
        let jobs = [
            job("a", "x\u{10FFFD}"), job("b", "x"), job("c", "x\u{10FFFD}"), job("d", "x", family: "No Such Family"),
            job("e", "x", family: "No Such Family"),
        ]
        let end = try await Command.run(
            ["batch", "--stream", "-j", "2", "--format", "svg"], in: folder, input: jobs.joined(separator: "\n") + "\n")
        #expect(end.code == 0)
        #expect(end.error.isEmpty, "\(end.error)")
        let lines = String(decoding: end.output, as: UTF8.self).split(separator: "\n").filter {
            $0.hasPrefix(#"{"id":"#)
        }
        try #require(lines.count == 5)
        for (line, wanted) in zip(lines, [glyph, nil, glyph, family, family]) {
            if let wanted {
                #expect(line.contains(#""warnings":["text: \#(wanted)"]"#), "\(line)")
            } else {
                #expect(!line.contains("warnings"), "\(line)")
            }
        }
    }
}

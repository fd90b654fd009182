import Foundation
import Testing
import VitrailConformance
import VitrailImage
import VitrailScene

@Suite("Two runs on one page")
struct ComparisonPageTests {
    private static let nasty = "</pre><script>alert(\"1\")</script> & <b> ]]> \u{1}"

    private static func report(
        _ renderer: String, _ results: [(String, CaseStatus, Verdict)], pictures: [String: String] = [:]
    ) -> RunReport {
        var device = DeviceReport()
        (device.renderer, device.version) = (renderer, "OpenGL ES 3.2")
        device.extensions = ["GL_EXT_both", "GL_EXT_only_<\(renderer.prefix(1))>"]
        let judged = results.map { name, status, verdict in
            let isFailure = status == .fail
            var result = CaseResult(
                name: name, status: status, reason: isFailure ? nasty : "", seconds: 0.5,
                pictures: isFailure ? pictures : [:])
            result.programs = ["line", "none"]
            return JudgedResult(result: result, verdict: verdict, attempts: [status])
        }
        return RunReport(device: device, results: judged, seconds: 1, arguments: [])
    }

    private let folder = NSTemporaryDirectory() + "vitrail-compare-\(UUID().uuidString)"
    private static let pictures = [
        "reference": "images/r.png", "result": "images/x.png", "errorMask": "images/../../../etc/hostname",
    ]

    private func comparison() throws -> RunComparison {
        let first = Self.report(
            "alpha \(Self.nasty)",
            [
                ("a.same", .pass, .pass), ("a.fails", .fail, .unexpectedFailure), ("a.known", .fail, .expectedFailure),
                ("b.gone", .pass, .pass),
            ],
            pictures: Self.pictures)
        let second = Self.report(
            "beta",
            [
                ("a.same", .pass, .pass), ("a.fails", .fail, .unexpectedFailure), ("a.known", .pass, .pass),
                ("c.new", .notSupported, .notSupported),
            ])
        try FileManager.default.createDirectory(atPath: folder + "/images", withIntermediateDirectories: true)
        for (name, color) in [("r", Color.black), ("x", Color.white)] {
            let picture = try ImageEncoder.encode(
                PixelImage(size: PixelSize(width: 3, height: 2), filledWith: color), as: .png)
            try Data(picture).write(to: URL(fileURLWithPath: "\(folder)/images/\(name).png"))
        }
        return RunComparison(
            try StoredRun(JSONLinesWriter.text(first), folder: folder),
            try StoredRun(JSONLinesWriter.text(second), folder: folder + "/none"))
    }

    @Test("what the results say comes back from their lines")
    func stored() throws {
        let report = Self.report("x\n\"\\", [("a.b", .fail, .unexpectedFailure)], pictures: Self.pictures)
        let run = try StoredRun(JSONLinesWriter.text(report), folder: "f")
        #expect(run.device == report.device && run.cases.count == 1)
        #expect(
            run.cases[0].reason == Self.nasty && run.cases[0].pictures == Self.pictures
                && run.cases[0].programs == ["line", "none"])
        #expect { try StoredRun("{}\n", folder: "f") } throws: { "\($0)".hasPrefix("f/results.jsonl:1: ") }
        #expect { try StoredRun(JSONLinesWriter.text(report) + "{\"name\":1}\n", folder: "f") } throws: {
            "\($0)".hasPrefix("f/results.jsonl:3: ")
        }
        #expect(throws: ConformanceError.self) { try StoredRun(folder: "/nowhere") }
    }

    @Test("the page is well-formed, loads nothing, and runs no script but its own, whatever a driver says")
    func page() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let text = ComparisonPage.text(try comparison())
        #expect(text.hasPrefix("<!DOCTYPE html>"))
        let document = try XMLTree(text)
        let scripts = document.all("script")
        #expect(scripts.count == 1 && scripts[0].attributes.isEmpty && !scripts[0].text.contains("alert"))
        #expect(document.all("b").allSatisfy { !$0.text.isEmpty })
        for name in ["img", "a", "link", "iframe", "object", "style", "meta"] {
            for node in document.all(name) {
                for (key, value) in node.attributes where ["src", "href"].contains(key) {
                    #expect(value.hasPrefix("data:image/png;base64,") || value.hasPrefix("#"))
                }
            }
        }
        #expect(!text.contains("url(") && !text.contains("@import"))
        #expect(document.all("pre").contains { $0.text.contains("alert(\"1\")") })
    }

    @Test("what ends otherwise or fails is told, with both reasons and the pictures that are there")
    func cases() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let comparison = try comparison()
        let document = try XMLTree(ComparisonPage.text(comparison))
        let sections = document.all("section")
        #expect(sections.map { $0.attributes["id"] } == ["a.fails", "a.known", "b.gone", "c.new"])
        #expect(
            comparison.summary
                == "5 cases; 3 end otherwise on beta than on alpha \(Self.nasty), 0 have another picture; 4 are shown")
        let failed = try #require(sections.first)
        // The mask's path leads out of the folder; the second run has no pictures.
        #expect(failed.all("img").compactMap { $0.attributes["src"] }.count == 2)
        #expect(failed.all("figcaption").map(\.text) == ["reference", "result of A"])
        #expect(
            failed.all("select").count == 2
                && failed.all("button").map { $0.attributes["data-mode"] } == [
                    "blink", "difference", "amplified", "side",
                ])
        let first = try #require(failed.all("img").first?.attributes["src"]?.split(separator: ",").last)
        let bytes = try #require(Data(base64Encoded: String(first)))
        #expect([UInt8](bytes) == [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/images/r.png"))))
        #expect(sections[2].wholeText.contains("not run"))
        let devices = document.all("table").first { $0.attributes["id"] == "devices" }?.wholeText ?? ""
        #expect(devices.contains("beta") && devices.contains("alpha \(Self.nasty.replacing("\u{1}", with: " "))"))
        #expect(
            document.all("details").prefix(3).map(\.wholeText) == [
                "Only A has 1GL_EXT_only_<a>", "Only B has 1GL_EXT_only_<b>", "Both have 1GL_EXT_both",
            ])
    }

    @Test("cases that pass and look otherwise by more than the tolerance are told", arguments: [UInt8(9), 10])
    func drawnStyles(tolerance: UInt8) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var runs: [StoredRun] = []
        for (name, grey) in [("a", UInt8(100)), ("b", 110)] {
            var run = Self.report(
                name, [("a.same", .pass, .pass), ("a.other", .pass, .pass), ("a.none", .pass, .pass)])
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(name)/images", withIntermediateDirectories: true)
            for (index, level) in [(0, UInt8(7)), (1, grey)] {
                let picture = PixelImage(
                    size: PixelSize(width: 3, height: 2), filledWith: Color(red: level, green: level, blue: level))
                let file = "images/\(index).png"
                try Data(try ImageEncoder.encode(picture, as: .png)).write(
                    to: URL(fileURLWithPath: "\(folder)/\(name)/\(file)"))
                run.results[index].result.pictures = ["result": file]
            }
            runs.append(try StoredRun(JSONLinesWriter.text(run), folder: "\(folder)/\(name)"))
        }
        let document = try XMLTree(ComparisonPage.text(RunComparison(runs[0], runs[1], tolerance: tolerance)))
        #expect(document.all("section").map { $0.attributes["id"] } == (tolerance == 9 ? ["a.other"] : []))
        let title = document.all("section").first?.all("figcaption").map(\.text)
        #expect(title == (tolerance == 9 ? ["result of A", "result of B"] : nil))
    }

    @Test("beyond so many bytes pictures are left out, and that is told")
    func limit() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let document = try XMLTree(ComparisonPage.text(try comparison(), pictureLimit: 1))
        #expect(document.all("figure").isEmpty)
        #expect(document.all("p").contains { $0.text.hasPrefix("The pictures of 2 cases are left out") })
    }

    @Test("a program's log is told by driver, its sources once where they are the same")
    func programs() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = ProgramReport(
            name: "line",
            stages: [.init(kind: "vertex", source: "void main() { a < b }", isCompiled: true, log: "warning: <x>")],
            isLinked: true, log: "")
        try FileManager.default.createDirectory(atPath: folder + "/shaders", withIntermediateDirectories: true)
        try JSONEncoder().encode(program).write(to: URL(fileURLWithPath: folder + "/shaders/line.json"))
        let part = try #require(
            try XMLTree(ComparisonPage.text(try comparison())).all("details").first {
                $0.attributes["class"] == "program"
            })
        #expect(part.all("summary").map(\.text) == ["line: A links it with remarks, B has not used it"])
        #expect(part.all("pre").map(\.text) == ["warning: <x>", "void main() { a < b }"])
        #expect(ProgramFolder(folder).program("../images/r") == nil)
        // The other driver has its own log, but the same sources.
        try FileManager.default.createDirectory(atPath: folder + "/none/shaders", withIntermediateDirectories: true)
        var other = program
        other.stages[0].log = "0 errors"
        try JSONEncoder().encode(other).write(to: URL(fileURLWithPath: folder + "/none/shaders/line.json"))
        func texts() throws -> [String] {
            try #require(
                try XMLTree(ComparisonPage.text(try comparison())).all("details").first {
                    $0.attributes["class"] == "program"
                }
            ).all("pre").map(\.text)
        }
        #expect(try texts() == ["warning: <x>", "0 errors", "void main() { a < b }"])
        other.stages[0].source = "void main() {}"
        try JSONEncoder().encode(other).write(to: URL(fileURLWithPath: folder + "/none/shaders/line.json"))
        #expect(try texts() == ["warning: <x>", "0 errors", "void main() { a < b }", "void main() {}"])
    }
}

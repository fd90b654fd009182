import Foundation
import Testing
import VitrailImage

@testable import VitrailCLI

/// Renders the frames of a description as one animated PNG.
@Suite("animations")
struct AnimationTests {
    let folder: Folder

    /// 120 × 80 points, with growing red columns.
    private static func chart(_ values: String, _ rest: String) -> String {
        """
        {"size": {"width": 120, "height": 80}, "yAxis": {"defaultRange": [0, 9]}, "data": {"d": {"values": {"y": \(values)}}},
         "series": [{"type": "column", "data": "d", "y": "y", "style": {"areaColor": "#ff0000"}}]\(rest)}
        """
    }

    static let spec = chart(
        "[1, 2]",
        #", "frameDelay": 0.25, "frames": [{}, {"data": {"d": {"values": {"y": [8, 8]}}}}, {}, {"title": "T", "frameDelay": 1}]"#
    )
    /// The frames as stills.
    static let stills = [
        chart("[1, 2]", ""), chart("[8, 8]", ""), chart("[8, 8]", ""), chart("[8, 8]", #", "title": "T""#),
    ]

    init() throws {
        folder = try Folder()
        try folder.write(Self.spec, "s.json")
    }

    /// Numbers of `acTL`, and the types of the chunks.
    private func facts(_ bytes: [UInt8]) -> (frames: Int, chunks: [String]) {
        var (at, types, frames) = (8, [String](), 0)
        while at + 12 <= bytes.count {
            let type = String(decoding: bytes[at + 4..<at + 8], as: UTF8.self)
            if type == "acTL" { frames = Int(bytes[at + 10]) << 8 | Int(bytes[at + 11]) }
            types.append(type)
            at += 12 + bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        return (frames, types)
    }

    @Test("render writes them as .apng and .png, by --format, and to standard output: the same bytes")
    func formats() async throws {
        #expect(try await Command.run(["render", "s.json", "-o", "a.apng"], in: folder).code == 0)
        let expected = try folder.bytes("a.apng")
        #expect(facts(expected).frames == 4 && facts(expected).chunks.count { $0 == "fcTL" } == 4)
        for arguments in [
            ["-o", "b.png"], ["--format", "apng", "-o", "b.png"], ["--format", "png", "-o", "b.png"],
            ["--max-memory", "1G", "-o", "b.png"],
        ] {
            let end = try await Command.run(["render", "s.json"] + arguments, in: folder)
            #expect(end.code == 0 && end.error.isEmpty, "\(end)")
            expectSame(try folder.bytes("b.png"), expected)
        }
        #expect(try await Command.run(["render", "s.json", "--format", "apng"], in: folder).code == 0)
        expectSame(try folder.bytes("s.apng"), expected)
        let end = try await Command.run(["render", "-", "--format", "apng"], in: folder, input: Self.spec)
        #expect(end.code == 0 && end.error.isEmpty)
        expectSame(end.output, expected)
        let first = try PNGDecoder.decode(expected)
        try folder.write(Self.stills[0], "still.json")
        #expect(try await Command.run(["render", "still.json", "-o", "still.png"], in: folder).code == 0)
        #expect(try PNGDecoder.decode(folder.bytes("still.png")) == first)
    }

    @Test(
        "formats of one picture are refused with the place and what to do", arguments: ["jpeg", "webp", "rgba", "svg"])
    func onePicture(format: String) async throws {
        let end = try await Command.run(["render", "s.json", "-o", "out.\(format)"], in: folder)
        #expect(end.code == 65, "\(end)")
        #expect(
            end.error
                == "vitrail: s.json: frames: \(format) holds one picture; frames are written as apng or png (-o NAME.apng, or the format apng)\n"
        )
        #expect(folder.names == ["s.json"])
    }

    @Test("a chart without frames is an animation of one; plot writes one, too")
    func single() async throws {
        try folder.write(RenderTests.spec, "one.json")
        try folder.write("x,y\n1,2\n2,3\n", "t.csv")
        for arguments in [["render", "one.json", "-o", "one.apng"], ["plot", "t.csv", "-o", "one.apng"]] {
            #expect(try await Command.run(arguments, in: folder).code == 0)
            #expect(facts(try folder.bytes("one.apng")).frames == 1)
        }
    }

    @Test("an error in a later frame names it, and leaves no file")
    func faulty() async throws {
        let spec = Self.spec.replacingOccurrences(
            of: #""title": "T""#, with: ##""series": [{"type": "line", "data": "d", "y": "z"}]"##)
        try folder.write(spec, "bad.json")
        let end = try await Command.run(["render", "bad.json", "-o", "t.png"], in: folder)
        #expect(
            end.code == 65 && end.error.hasPrefix("vitrail: bad.json: frames[3].series[0].y: column \"z\" not found"),
            "\(end)")
        #expect(folder.names == ["s.json", "bad.json"])
        let job = "{\"chart\": \(spec.replacingOccurrences(of: "\n", with: " ")), \"output\": \"t.png\"}\n"
        let batch = try await Command.run(["batch"], in: folder, input: job)
        #expect(batch.code == 65 && batch.error.contains("\"place\":\"chart.frames[3].series[0].y\""), "\(batch)")
        #expect(folder.names == ["s.json", "bad.json"])
    }

    @Test("a warning is told once, with the first frame that has it")
    func warnings() async throws {
        let spec = Self.spec.replacingOccurrences(of: "[8, 8]", with: "[]")
        let end = try await Command.run(["render", "-", "-o", "t.png"], in: folder, input: spec)
        let told = end.errorLines.filter { $0.hasPrefix("vitrail: warning: frames[1] and 2 more: ") }
        #expect(end.code == 0 && told == end.errorLines && told.count == 2, "\(end)")
        #expect(
            told.first?.hasSuffix(": data.d.values: there are no rows") == true
                && told.last?.contains("no data") == true)
        var warnings = FrameWarnings()
        for k in 0..<30 { warnings.add(["w\(k)", "w\(k)", "same"], of: k) }
        #expect(
            warnings.told.count == 21 && warnings.told.prefix(2) == ["frames[0]: w0", "frames[0] and 29 more: same"])
        #expect(warnings.told.last == "frames: 11 more warnings")
    }

    @Test("batch tells of frames; its files and its stream are what render writes")
    func batch() async throws {
        #expect(try await Command.run(["render", "s.json", "-o", "a.apng"], in: folder).code == 0)
        let expected = try folder.bytes("a.apng")
        let end = try await Command.run(
            ["batch"], in: folder,
            input: "{\"file\": \"s.json\", \"output\": \"b.png\"}\n{\"file\": \"s.json\", \"output\": \"c.webp\"}\n")
        let answer = try BatchTests.members(String(decoding: end.output, as: UTF8.self))
        #expect(
            answer["format"] as? String == "apng" && answer["frames"] as? Int == 4
                && answer["bytes"] as? Int == expected.count)
        expectSame(try folder.bytes("b.png"), expected)
        let failure = try BatchTests.members(end.error)["error"] as? [String: Any]
        #expect(
            failure?["place"] as? String == "frames" && failure?["file"] as? String == "s.json"
                && failure?["code"] as? Int == 65)
        let stream = try await Command.run(["batch", "--stream"], in: folder, input: "{\"file\": \"s.json\"}\n")
        expectSame(Array(stream.output.drop { $0 != 10 }.dropFirst()), expected)
    }

    @Test("--max-memory counts frames")
    func memory() async throws {
        let end = try await Command.run(["render", "s.json", "-o", "t.png", "--max-memory", "100K"], in: folder)
        #expect(end.code == 65 && end.error.contains("--max-memory is 100.0 kB"), "\(end)")
    }

    /// Python with Pillow, installed by `make deps`.
    static let python = Command.repository + "/.venv/bin/python"
    static let hasPillow: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = ["-c", "import PIL"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    @Test(
        "Pillow shows every frame as the still of that frame, with its delay",
        .enabled(if: hasPillow, "needs .venv with Pillow: make deps"))
    func pillow() async throws {
        for (name, change) in [("opaque", ""), ("translucent", ##""style": {"backgroundColor": "#3366cc60"}, "##)] {
            func with(_ text: String) -> String {
                text.replacingOccurrences(of: #""yAxis""#, with: change + #""yAxis""#)
            }
            try folder.write(with(Self.spec), "\(name).json")
            #expect(try await Command.run(["render", "\(name).json", "-o", "\(name).png"], in: folder).code == 0)
            var stills: [String] = []
            for k in 0..<4 {
                try folder.write(with(Self.stills[k]), "still.json")
                stills.append("\(name)\(k).png")
                #expect(try await Command.run(["render", "still.json", "-o", stills[k]], in: folder).code == 0)
            }
            let script = Command.repository + "/Tests/animation/check_frames.py"
            let command =
                ([Self.python, script, "\(name).png", "--delays", "250,250,250,1000", "--loop", "0"] + stills).joined(
                    separator: "' '")
            let end = try await Command.shell("'\(command)'", in: folder)
            #expect(
                end.code == 0 && String(decoding: end.output, as: UTF8.self) == "\(name).png: 4 frames are right\n",
                "\(end.error)")
        }
    }
}

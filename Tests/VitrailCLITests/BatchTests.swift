import Foundation
import Testing
import VitrailImage
import VitrailScene

@testable import VitrailCLI

/// Many pictures in one process.
@Suite("vitrail batch")
struct BatchTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(RenderTests.spec, "s.json")
    }

    /// The members of a line of JSON.
    static func members(_ line: some StringProtocol) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }

    private func lines(_ bytes: [UInt8]) throws -> [[String: Any]] {
        try String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { try Self.members($0) }
    }

    /// Parses the output of `--stream`: header and bytes of each picture.
    private func frames(_ stream: [UInt8]) throws -> [(header: [String: Any], bytes: [UInt8])] {
        var frames: [(header: [String: Any], bytes: [UInt8])] = []
        var at = 0
        while at < stream.count {
            let end = try #require(stream[at...].firstIndex(of: 10))
            let header = try Self.members(String(decoding: stream[at..<end], as: UTF8.self))
            let count = try #require(header["bytes"] as? Int)
            try #require(end + 1 + count <= stream.count)
            frames.append((header, Array(stream[end + 1..<end + 1 + count])))
            at = end + 1 + count
        }
        return frames
    }

    private func isRed(_ rgb: [Int]) -> Bool { rgb[0] > 180 && rgb[1] < 80 && rgb[2] < 80 }

    @Test("each job becomes its file, the picture that render makes, and a line that tells of it")
    func files() async throws {
        let input = """
            {"id": "a", "file": "s.json", "output": "a.png"}
              
            {"id": 2, "chart": \(RenderTests.spec.replacingOccurrences(of: "\n", with: " ")), "output": "b.jpg", "width": 200, "scale": 2}
            {"file": "s.json", "format": "svg"}\r
            {"id": -3, "file": "s.json", "output": "c", "theme": "dark", "quality": 50}
            """
        let end = try await Command.run(["batch"], in: folder, input: input)
        #expect(end.code == 0 && end.error.isEmpty, "\(end.error)")
        #expect(folder.names == ["s.json", "a.png", "b.jpg", "s.svg", "c"])
        let told = try lines(end.output)
        #expect(told.map { $0["line"] as? Int } == [1, 3, 4, 5])
        #expect(told.map { $0["output"] as? String } == ["a.png", "b.jpg", "s.svg", "c"])
        #expect(told.map { $0["format"] as? String } == ["png", "jpeg", "svg", "png"])
        #expect(
            told[0]["id"] as? String == "a" && told[1]["id"] as? Int == 2 && told[2]["id"] == nil
                && told[3]["id"] as? Int == -3)
        #expect(told[1]["width"] as? Int == 400 && told[1]["height"] as? Int == 160)
        for line in told {
            #expect(line["bytes"] as? Int == (try folder.bytes(try #require(line["output"] as? String))).count)
            #expect((line["milliseconds"] as? Double ?? 0) > 0 && line["warnings"] == nil && line["statistics"] == nil)
        }
        for (arguments, name) in [
            ([], "a.png"), (["--format", "svg"], "s.svg"), (["--theme", "dark", "--format", "png"], "c"),
        ] {
            let alone = try await Command.run(["render", "s.json", "-o", "-"] + arguments, in: folder)
            expectSame(alone.output, try folder.bytes(name))
        }
        let picture = try Picture(try folder.bytes("b.jpg"), .jpeg)
        #expect(picture.size == PixelSize(width: 400, height: 160) && picture.count(isRed) > 1000)
    }

    @Test("a stream has a line and then the bytes of each picture, in the order of the input", arguments: [1, 3])
    func stream(jobs: Int) async throws {
        // The first two jobs take longest.
        let input = (0..<12).map { "{\"id\": \($0), \"file\": \"s.json\", \"width\": \($0 < 2 ? 3000 : 50 + $0)}\n" }
            .joined()
        let end = try await Command.run(
            ["batch", "--stream", "--jobs", "\(jobs)", "--format", "rgba", "--stats"], in: folder, input: input)
        #expect(end.code == 0 && end.error.isEmpty, "\(end.error)")
        let frames = try frames(end.output)
        #expect(frames.map { $0.header["id"] as? Int } == Array(0..<12))
        for (number, frame) in frames.enumerated() {
            #expect(
                frame.header["width"] as? Int == (number < 2 ? 3000 : 50 + number)
                    && frame.header["format"] as? String == "rgba")
            let size = PixelSize(width: try #require(frame.header["width"] as? Int), height: 80)
            #expect(try Picture(frame.bytes, .rgba, size: size).count(isRed) > 50)
            let statistics = try #require(frame.header["statistics"] as? [String: Any])
            #expect((statistics["draws"] as? Int ?? 0) > 0)
        }
        let unordered = try await Command.run(
            ["batch", "--stream", "--unordered", "--jobs", "\(jobs)", "--format", "rgba"], in: folder, input: input)
        let others = try self.frames(unordered.output)
        #expect(Set(others.compactMap { $0.header["id"] as? Int }) == Set(0..<12))
        for other in others { expectSame(other.bytes, frames[try #require(other.header["id"] as? Int)].bytes) }
    }

    /// Input line, exit code, and the error's members as JSON; if the error has no JSON path, parts of the message.
    private static let failures: [(line: String, code: Int, place: String?, message: String)] = [
        ("{", 65, "column 1", "{ is not closed"), ("[]", 65, nil, "expected an object, found a list"),
        ("\u{0}", 65, "column 1", "expected a value"),
        (#"{"id": 7, "fiel": "s.json"}"#, 65, "fiel", #"unknown key; did you mean "file"?"#),
        (#"{"id": [7], "file": "s.json"}"#, 65, "id", "expected a string or a whole number, found a list"),
        (#"{"id": 0.5, "file": "s.json"}"#, 65, "id", "expected a whole number"),
        (#"{"id": 1e300, "file": "s.json"}"#, 65, "id", "is outside"),
        (#"{"output": "o.png"}"#, 65, nil, "expected one of chart and file"),
        (#"{"file": "s.json", "chart": {}, "output": "o.png"}"#, 65, nil, "expected one of chart and file"),
        (#"{"chart": {}}"#, 65, "output", "is missing"),
        (#"{"file": "s.json", "output": "-"}"#, 65, "output", "--stream"),
        (#"{"file": "s.json", "output": "o.png\u0000x.png"}"#, 65, "output", "a zero byte in the path"),
        (#"{"file": "s.json", "output": "o.gif"}"#, 65, "output", #""gif" is no picture format"#),
        (#"{"file": "s.json", "format": "gif"}"#, 65, "format", #""gif" is no picture format"#),
        (#"{"file": "s.json", "scale": 17}"#, 65, "scale", "17 is outside 0.1…16"),
        (#"{"file": "s.json", "width": 0}"#, 65, "width", "outside"),
        (#"{"file": "s.json", "theme": "drak"}"#, 65, "theme", #"did you mean "dark"?"#),
        (#"{"file": "s.json", "width": 65536, "scale": 2}"#, 65, nil, "a side is 1 to 65536 pixels"),
        (
            #"{"chart": {"series": [{"type": "lien"}]}, "output": "o.png"}"#, 65, "chart.series[0].type",
            #"did you mean "line"?"#
        ),
        (
            #"{"chart": {"data": {"d": {"csv": "none.csv"}}, "series": [{"type": "line", "data": "d", "y": "y"}]}, "output": "o.png"}"#,
            66, "chart.data.d", "none.csv: no such file"
        ),
        (#"{"file": "none.json"}"#, 66, nil, "none.json: no such file"),
        (#"{"file": "bad.json"}"#, 65, "size.width", "expected a number, found a string"),
        (
            #"{"file": "s.json", "output": "none/o.png"}"#, 73, nil,
            "none/o.png: cannot be written: No such file or directory"
        ),
        (
            #"{"file": "s.json", "output": "/dev/full"}"#, 73, nil,
            "/dev/full: cannot be written: No space left on device"
        ),
    ]

    @Test("what is wrong with a job is told, and the others are done")
    func failures() async throws {
        try folder.write(#"{"size": {"width": "wide", "height": 1}}"#, "bad.json")
        let good = #"{"id": "good", "file": "s.json", "output": "good.png"}"#
        let input = Self.failures.map(\.line).joined(separator: "\n") + "\n" + good
        let end = try await Command.run(["batch"], in: folder, input: input)
        #expect(end.code == 65)
        #expect(try lines(end.output).map { $0["id"] as? String } == ["good"])
        #expect(folder.names == ["s.json", "bad.json", "good.png"])
        let told = try end.errorLines.map { try Self.members($0) }
        try #require(told.count == Self.failures.count, "\(end.error)")
        for (index, (failure, line)) in zip(Self.failures, told).enumerated() {
            let error = try #require(line["error"] as? [String: Any])
            #expect(line["line"] as? Int == index + 1)
            #expect(error["code"] as? Int == failure.code, "\(failure.line)")
            #expect(error["place"] as? String == failure.place, "\(failure.line)")
            #expect((error["message"] as? String ?? "").contains(failure.message), "\(failure.line): \(error)")
            #expect(
                error["file"] as? String
                    == (failure.line.contains("bad.json")
                        ? "bad.json" : failure.line.contains("none.json") ? "none.json" : nil))
        }
        #expect(told[3]["id"] as? Int == 7)
        // The same in a stream, except for errors about outputs.
        let stream = try await Command.run(
            ["batch", "--stream"], in: folder, input: "{\"file\": 3}\n{\"id\": \"x\", \"file\": \"s.json\"}\n" + good)
        #expect(stream.code == 65 && stream.error.isEmpty)
        let frames = try frames(stream.output)
        #expect(frames.map { $0.header["error"] == nil } == [false, true, false])
        #expect(frames[0].bytes.isEmpty && frames[1].bytes.count > 100)
        #expect((frames[2].header["error"] as? [String: Any])?["place"] as? String == "output")
    }

    @Test("the exit code is what all failures have in common, 65 where they differ")
    func exitCodes() async throws {
        let (missing, unwritable) = (#"{"file": "none.json"}"#, #"{"file": "s.json", "output": "none/o.png"}"#)
        for (input, code) in [
            ("", 0), ("\n \n", 0), (missing, 66), (missing + "\n" + #"{"file": "no.json"}"#, 66), (unwritable, 73),
            (missing + "\n" + unwritable, 65),
        ] { #expect(try await Command.run(["batch"], in: folder, input: input).code == code, "\(input)") }
        #expect(
            try await Command.run(["batch", "--egl-library", "/none"], in: folder, input: #"{"file": "s.json"}"#).code
                == 69)
        #expect(try await Command.shell("vitrail batch <&-", in: folder).code == 66)
        for arguments in [
            ["--jobs", "0"], ["--jobs", "1000"], ["--format", "gif"], ["--scale", "0"], ["jobs.ndjson"],
        ] {
            #expect(try await Command.run(["batch"] + arguments, in: folder).code == 64)
        }
    }

    @Test("no two jobs write one file: the first has it")
    func duplicates() async throws {
        let names = [
            "o.png", "./o.png", "a/../o.png", folder.path + "/o.png", "p.png", "a//b.png", "a/b.png", "../o.png",
        ]
        try FileManager.default.createDirectory(atPath: folder.path("a"), withIntermediateDirectories: true)
        let input = names.map { "{\"id\": \"\($0)\", \"file\": \"s.json\", \"output\": \"\($0)\"}\n" }.joined()
        // The temporary folder itself must not be written to.
        let end = try await Command.run(
            ["batch", "--scale", "0.5"], in: folder,
            input: input.replacingOccurrences(of: "\"../o.png\"}", with: "\"../none/o.png\"}"))
        #expect(try lines(end.output).map { $0["output"] as? String } == ["o.png", "p.png", "a//b.png"])
        #expect(end.errorLines.count == 5 && end.error.contains("a/b.png is the output of a job before this one"))
        #expect(OutputNames.plain("/a/./b//c/../d") == ["a", "b", "d"] && OutputNames.plain("/../../a") == ["a"])
    }

    @Test("what a job claims is free again when it comes to nothing; a device takes any number")
    func released() {
        let names = OutputNames(folder: "/a")
        #expect(names.claim("b.png") && !names.claim("./b.png") && names.claim("c.png"))
        names.release("/a/b.png")
        #expect(names.claim("b.png") && !names.claim("c.png"))
        #expect(names.claim("/dev/null") && names.claim("/dev/null"))
    }

    @Test("a line that takes more to read than there is is told of before it is read")
    func largeLine() async throws {
        let values = Array(repeating: "[]", count: 100_000).joined(separator: ",")
        let input =
            #"{"id": 1, "chart": [\#(values)], "output": "a.png"}"# + "\n"
            + #"{"id": 2, "file": "s.json", "output": "b.png"}"#
        let end = try await Command.run(["batch", "--max-memory", "4M"], in: folder, input: input)
        #expect(
            end.code == 65
                && end.error.contains(all: "a line of 293.0 kB may take 4.6 MB to read", "--max-memory is 4.0 MB"),
            "\(end.error)")
        #expect(try lines(end.output).map { $0["id"] as? Int } == [2])
    }

    @Test("signals end it, that of a quit key too")
    func signals() async throws {
        for (signal, code) in [("QUIT", 131), ("TERM", 143), ("HUP", 129)] {
            let script =
                "mkfifo jobs; \"$VITRAIL\" batch < jobs & exec 3> jobs; sleep 0.5; kill -\(signal) $!; wait $!; echo $?; rm jobs"
            let end = try await Command.shell(script, in: folder)
            #expect(String(decoding: end.output, as: UTF8.self) == "\(code)\n", "\(end)")
        }
    }

    @Test("a line beyond its bound is told and passed over")
    func longLine() async throws {
        let script = """
            { echo '{"id": 1, "file": "s.json", "output": "a.png"}'; head -c 70000000 /dev/zero | tr '\\0' ' '; echo '{"id": 2}'
              head -c 70000000 /dev/zero | tr '\\0' x; echo; echo '{"id": 3, "file": "s.json", "output": "b.png"}'; } | vitrail batch
            """
        let end = try await Command.shell(script, in: folder)
        #expect(end.code == 65)
        #expect(try lines(end.output).map { $0["id"] as? Int } == [1, 3])
        #expect(
            end.errorLines.count == 2
                && end.errorLines.allSatisfy { $0.contains("the line is longer than 67174400 bytes") })
    }

    @Test("standard output that cannot be written ends it, with 73, whether or not more jobs come")
    func brokenOutput() async throws {
        let job = #"{"file": "s.json"}"#
        for stream in [">&-", "> /dev/full"] {
            // The input stays open: the command must not wait for it.
            let script =
                "mkfifo in; { echo '\(job)'; exec sleep 1000; } > in & vitrail batch --stream \(stream) < in; code=$?; kill $!; rm in; exit $code"
            let end = try await Command.shell(script, in: folder)
            #expect(end.code == 73 && end.error.contains("vitrail: standard output: cannot be written: "), "\(end)")
        }
        let quiet = try await Command.shell(
            "(yes '\(job)' | vitrail batch --stream; echo $? > code) | head -c 10", in: folder)
        #expect(quiet.output.count == 10 && quiet.error.isEmpty)
        #expect(try folder.bytes("code") == Array("141\n".utf8))
        // Jobs read together with the first one must not run: there would be thousands.
        let told = try await Command.shell(
            "(trap '' PIPE; ulimit -t 4; yes '\(job)' 2>/dev/null | vitrail batch --stream; echo $? > code) | head -c 10",
            in: folder)
        #expect(told.error == "vitrail: standard output: cannot be written: Broken pipe\n")
        #expect(try folder.bytes("code") == Array("73\n".utf8))
    }

    @Test("an answer comes before the input ends")
    func interactive() async throws {
        let script = """
            mkfifo in out
            vitrail batch --stream --jobs 1 < in > out & exec 3> in 4< out
            for n in 1 2 3; do
              echo "{\\"id\\": $n, \\"file\\": \\"s.json\\"}" >&3; read -r header <&4; echo "$header"
              count=${header##*\\"bytes\\":}; head -c ${count%%,*} <&4 > /dev/null
            done
            exec 3>&-; wait
            """
        let end = try await Command.shell(script, in: folder)
        #expect(end.code == 0)
        #expect(try lines(end.output).map { $0["id"] as? Int } == [1, 2, 3])
    }

    @Test("a reader that takes nothing stops the intake")
    func backPressure() async throws {
        // Each job is larger than the buffer of a pipe, so that the number of sent jobs shows how many were read.
        let padding = String(repeating: " ", count: 100_000)
        let script = """
            mkfifo out; sleep 1000 < out & keeper=$!
            i=0; while [ $i -lt 400 ]; do echo "{\\"id\\": $i, \\"file\\": \\"s.json\\"}$PADDING"; i=$((i+1)); echo $i > sent; done | vitrail batch --stream --jobs 1 --size 500x500 > out & batch=$!
            last=-1; while [ "$(cat sent 2>/dev/null)" != "$last" ]; do last=$(cat sent 2>/dev/null); sleep 3; done
            echo "$last"; kill $keeper $batch 2>/dev/null; wait
            """
        let end = try await Command.shell("PADDING='\(padding)'; " + script, in: folder)
        let sent = try #require(
            Int(String(decoding: end.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)))
        // `--jobs 1`: four jobs in the window, and the jobs in the pipes.
        #expect(sent >= 4 && sent <= 16, "\(sent)")
    }
}

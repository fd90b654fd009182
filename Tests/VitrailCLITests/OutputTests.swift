import Foundation
import Testing
import VitrailGL
import VitrailImage

@testable import VitrailCLI

/// Writes a picture completely or not at all.
@Suite("output")
struct OutputTests {
    let folder: Folder
    static let large = "vitrail render s.json --size 500x500 --format rgba"
    static let largeCount = 500 * 500 * 4

    init() throws {
        folder = try Folder()
        try folder.write(RenderTests.spec, "s.json")
    }

    @Test("a failure leaves what was there, and nothing beside it")
    func failure() async throws {
        try folder.write("old", "o.png")
        try folder.write("{", "bad.json")
        for arguments in [
            ["bad.json"], ["none.json"], ["s.json", "--egl-library", "/none"],
            ["s.json", "--size", "65536x2", "--scale", "2"],
        ] {
            #expect(try await Command.run(["render"] + arguments + ["-o", "o.png"], in: folder).code != 0)
            #expect(try folder.bytes("o.png") == Array("old".utf8))
            #expect(folder.names == ["s.json", "o.png", "bad.json"])
        }
    }

    @Test("what is larger than a tile is written band by band: whole or not at all, and the same bytes")
    func bands() async throws {
        let arguments = ["render", "s.json", "--size", "4099x2101"]
        #expect(4099 * 2101 > TileLimits.defaultPixels)
        for format in ["png", "rgba"] {
            let end = try await Command.run(arguments + ["--format", format, "-o", "o"], in: folder)
            #expect(end.code == 0 && folder.names == ["s.json", "o"], "\(end)")
            let bytes = try folder.bytes("o")
            #expect(try await Command.run(arguments + ["--format", format, "-o", "-"], in: folder).output == bytes)
            let image = format == "png" ? try PNGDecoder.decode(bytes).straightAlphaBytes() : bytes
            #expect(image.count == 4099 * 2101 * 4)
            // The frame of the plot and the text are near the edges: no row of a band is blank or missing.
            #expect(Set(image.suffix(4099 * 4)) != [0] && image[0] == 255)
        }
        try folder.write("old", "o")
        let end = try await Command.shell(
            "trap '' XFSZ; ulimit -f 8; vitrail render s.json --size 4099x2101 --format rgba -o o", in: folder)
        #expect(end.code == 73 && end.error == "vitrail: o: cannot be written: File too large\n")
        #expect(try folder.bytes("o") == Array("old".utf8) && folder.names == ["s.json", "o"])
    }

    @Test("a full disk leaves what was there, and nothing beside it")
    func full() async throws {
        for old in [nil, "old"] {
            if let old { try folder.write(old, "o.rgba") }
            let before = folder.names
            // Limits files to 8 blocks of 512 or 1024 bytes.
            let end = try await Command.shell("trap '' XFSZ; ulimit -f 8; \(Self.large) -o o.rgba", in: folder)
            #expect(end.code == 73 && end.error == "vitrail: o.rgba: cannot be written: File too large\n")
            #expect(folder.names == before)
            #expect(try old == nil || folder.bytes("o.rgba") == Array("old".utf8))
        }
    }

    @Test("killed in the middle of writing, it leaves what was there", arguments: [false, true])
    func killed(isOld: Bool) async throws {
        let target = try Folder()
        var wasCaught = false
        for _ in 0..<10 where !wasCaught {
            if isOld { try target.write("old", "o.rgba") }
            wasCaught = try await killWhileWriting(to: target)
            // Either the old or the new file, never a part.
            let bytes = target.names.contains("o.rgba") ? try target.bytes("o.rgba") : []
            #expect(bytes.count == Self.hugeCount || bytes == Array((isOld ? "old" : "").utf8), "\(bytes.count)")
            #expect(!Self.hasNamelessFiles || target.names.isSubset(of: ["o.rgba"]))
            try? FileManager.default.removeItem(atPath: target.path("o.rgba"))
        }
        #expect(wasCaught)
    }

    /// Whether the temporary folder's file system supports unnamed files; without them a killed command leaves a hidden
    /// file.
    private static let hasNamelessFiles: Bool = {
        let file = open(NSTemporaryDirectory(), O_WRONLY | O_DIRECTORY | 0o20_000_000, 0o600)
        return file >= 0 && close(file) == 0
    }()

    @Test("on a file system without nameless files it is whole as well, and the hidden file is gone")
    func hidden() throws {
        for (old, mode) in [(nil, nil), ("old", 0o604)] {
            if let old { try folder.write(old, "o") }
            if let mode { try folder.setMode(mode, "o") }
            try WholeFile.write([1, 2, 3], to: folder.path("o"), mayBeNameless: false)
            #expect(try folder.bytes("o") == [1, 2, 3])
            #expect(try mode == nil || folder.mode("o") == mode)
            #expect(folder.names == ["s.json", "o"])
        }
        let error = #expect(throws: CommandError.self) {
            try WholeFile.write([1], to: folder.path("none/o"), mayBeNameless: false)
        }
        #expect("\(error.map { "\($0)" } ?? "")".hasSuffix("none/o: cannot be written: No such file or directory"))
    }

    private static let hugeCount = 3000 * 2000 * 4

    /// - Returns: whether the command was killed after it had written some bytes, but not all.
    private func killWhileWriting(to target: Folder) async throws -> Bool {
        let process = try Command.prepare(
            Command.executable, ["render", "s.json", "--size", "3000x2000", "-o", target.path("o.rgba")], folder)
        var wasCaught = false
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in done.resume() }
            do { try process.run() } catch { return done.resume(throwing: error) }
            let files = "/proc/\(process.processIdentifier)/fd"
            while process.isRunning {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []
                for name in names {
                    let path = files + "/" + name
                    guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path),
                        link.hasPrefix(target.path)
                    else { continue }
                    var status = stat()
                    guard stat(path, &status) == 0, status.st_size > 0 else { continue }
                    wasCaught = Int(status.st_size) < Self.hugeCount
                    kill(process.processIdentifier, SIGKILL)
                    return
                }
            }
        }
        return wasCaught
    }

    @Test("a picture replaces another: its permissions stay, and so does a link to it")
    func replaced() async throws {
        try folder.write("old", "sub/real.png")
        try folder.setMode(0o640, "sub/real.png")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link.png"), withDestinationPath: "sub/real.png")
        #expect(try await Command.run(["render", "s.json", "-o", "link.png"], in: folder).code == 0)
        #expect(try Picture(try folder.bytes("sub/real.png"), .png).ink > 100)
        #expect(try folder.mode("sub/real.png") == 0o640)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.png")) == "sub/real.png")
        // A dangling link gets its file.
        try FileManager.default.removeItem(atPath: folder.path("sub/real.png"))
        #expect(try await Command.shell("umask 027; vitrail render s.json -o link.png", in: folder).code == 0)
        #expect(try folder.mode("sub/real.png") == 0o640)
        #expect(folder.names == ["s.json", "sub", "link.png"])
    }

    @Test(
        "what cannot be written is 73",
        arguments: [
            ("none/o.png", "No such file or directory"), (".", "Is a directory"), ("s.json/o.png", "Not a directory"),
            ("/proc/o.png", "No such file or directory"), ("/dev/full", "No space left on device"),
            ("loop.png", "Too many levels of symbolic links"),
        ])
    func cannotWrite(path: String, reason: String) async throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path("loop.png"), withDestinationPath: "loop.png")
        let end = try await Command.run(["render", "s.json", "--format", "png", "-o", path], in: folder)
        #expect(end.code == 73)
        #expect(end.error == "vitrail: \(path): cannot be written: \(reason)\n")
        #expect(folder.names == ["s.json", "loop.png"])
    }

    @Test("a read-only folder and a write-protected picture are 73")
    func readOnly() async throws {
        // Root may write anywhere unless it drops `dac_override`.
        let prefix = geteuid() == 0 ? "setpriv --bounding-set -dac_override \"$VITRAIL\"" : "vitrail"
        try folder.write("old", "sub/o.png")
        try folder.setMode(0o444, "sub/o.png")
        for mode in [0o755, 0o555] {
            try folder.setMode(mode, "sub")
            for name in mode == 0o755 ? ["o.png"] : ["o.png", "new.png"] {
                let end = try await Command.shell("\(prefix) render s.json -o sub/\(name)", in: folder)
                #expect(end.code == 73)
                #expect(end.error == "vitrail: sub/\(name): cannot be written: Permission denied\n")
            }
        }
        try folder.setMode(0o755, "sub")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("sub")) == ["o.png"])
        #expect(try folder.bytes("sub/o.png") == Array("old".utf8))
    }

    @Test("devices and pipes are written as they are")
    func special() async throws {
        #expect(try await Command.run(["render", "s.json", "-o", "/dev/null"], in: folder).code == 0)
        let piped = try await Command.shell(
            "mkfifo p.rgba; cat p.rgba > copy & \(Self.large) -o p.rgba && wait", in: folder)
        #expect(piped.code == 0, "\(piped)")
        #expect(try folder.bytes("copy").count == Self.largeCount)
        let type = try FileManager.default.attributesOfItem(atPath: folder.path("p.rgba"))[.type] as? FileAttributeType
        #expect(type != .typeRegular)
    }

    @Test("a pipe that nobody reads is told of, in time")
    func unreadPipe() async throws {
        let end = try await Command.shell("mkfifo q.png; vitrail render s.json -o q.png", in: folder)
        #expect(end.code == 73 && end.error.contains("q.png: cannot be written"), "\(end)")
    }

    @Test("a reader that goes away ends it without a word, or with 73 where that is asked for")
    func brokenPipe() async throws {
        let quiet = try await Command.shell("(\(Self.large) -o -; echo $? > code) | head -c 10", in: folder)
        #expect(quiet.output == [UInt8](repeating: 255, count: 10) && quiet.error.isEmpty)
        #expect(try folder.bytes("code") == Array("141\n".utf8))
        let told = try await Command.shell(
            "(trap '' PIPE; \(Self.large) -o -; echo $? > code) | head -c 10", in: folder)
        #expect(told.error == "vitrail: standard output: cannot be written: Broken pipe\n")
        #expect(try folder.bytes("code") == Array("73\n".utf8))
    }

    @Test("closed or full streams are told, not crashed on", arguments: ["render s.json -o -", "devices"])
    func closed(command: String) async throws {
        for (stream, reason) in [(">&-", "Bad file descriptor"), ("> /dev/full", "No space left on device")] {
            let end = try await Command.shell("vitrail \(command) \(stream)", in: folder)
            #expect(end.code == 73)
            #expect(end.error == "vitrail: standard output: cannot be written: \(reason)\n")
        }
    }

    @Test("without standard error the picture is made all the same")
    func closedError() async throws {
        let end = try await Command.shell("vitrail render s.json -o o.png --stats 2>&-", in: folder)
        #expect(end.code == 0)
        #expect(try Picture(try folder.bytes("o.png"), .png).ink > 100)
        // The first file opened must not become standard error.
        #expect(try await Command.shell("vitrail render none.json -o o.png 2>&-", in: folder).code == 66)
    }

    @Test("a terminal gets no picture")
    func terminal() async throws {
        let end = try await Command.shell("script -qec '\"$VITRAIL\" render s.json -o -' /dev/null", in: folder)
        #expect(end.code == 64)
        #expect(String(decoding: end.output, as: UTF8.self).contains("a picture is not written to a terminal"))
    }

    @Test("the input is not replaced by accident")
    func sameName() async throws {
        try folder.write("a,b\n1,2\n", "data.png")
        let end = try await Command.run(["plot", "data.png", "--y", "b"], in: folder)
        #expect(end.code == 64 && end.error.contains("would replace data.png"))
        #expect(try folder.bytes("data.png") == Array("a,b\n1,2\n".utf8))
    }
}

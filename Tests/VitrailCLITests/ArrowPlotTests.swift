import Foundation
import Testing
import Vitrail

@testable import VitrailCLI

/// `Tests/arrow/make_arrow.py` defines the contents of the files: `wave.csv` and `wave.npz` have the same rows as the
/// Arrow files.
@Suite("vitrail plot and render, Arrow files")
struct ArrowPlotTests {
    let folder: Folder
    private static let files =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/arrow/"
    private static let small = ["--size", "240x140", "--scale", "1"]

    init() throws { folder = try Folder() }

    private func png(
        _ file: String, _ arguments: [String], input: String = "", location: SourceLocation = #_sourceLocation
    ) async throws -> [UInt8] {
        let path = file == "-" ? file : Self.files + file
        let end = try await Command.run(
            ["plot", path] + arguments + Self.small + ["-o", "-"], in: folder, input: input)
        #expect(end.code == 0 && end.error.isEmpty, "\(arguments): \(end.error)", sourceLocation: location)
        return end.output
    }

    @Test(
        "a picture has the same bytes as that of the same rows in a CSV file",
        arguments: [
            ["--x", "t", "--y", "y"], ["--x", "x", "--y", "y", "--type", "scatter"],
            ["--x", "t", "--y", "k", "--by", "who"],
            ["--x", "t", "--y", "y", "--where", "who=bob"],
            ["--x", "x", "--y", "f", "--where", "k>=100", "--where", "k<=500", "--type", "area"],
            ["--x", "t", "--y", "y", "--where", "t>=2023-11-15", "--type", "scatter"],
            ["--x", "t", "--y", "y", "--right", "k"],
            ["--type", "bar", "--x", "who", "--y", "k", "--aggregation", "sum"],
            ["--x", "t", "--y", "y", "--time-zone", "America/New_York"],
            ["--x", "t", "--y", "y", "--x-range", "2023-11-15T00:00..2023-11-15T00:01"], ["--y", "f", "--y", "y"],
            ["--x", "x", "--y", "k", "--type", "density"],
        ])
    func sameAsCSV(arguments: [String]) async throws {
        let expected = try await png("wave.csv", arguments)
        for name in ["wave.arrow", "wave.arrows", "wave-lz4.feather", "wave-zstd.feather"] {
            expectSame(try await png(name, arguments), expected)
        }
    }

    @Test(
        "a picture has the same bytes as that of the same arrays",
        arguments: [
            ["--x", "t", "--y", "y"], ["--x", "x", "--y", "k", "--type", "scatter"], ["--row-numbers", "--y", "f"],
            ["--y", "y", "--type", "area"],
        ])
    func sameAsArrays(arguments: [String]) async throws {
        let expected = try await png("wave.npz", arguments)
        for name in ["wave.arrow", "wave-lz4.feather"] { expectSame(try await png(name, arguments), expected) }
    }

    @Test("the description that --describe prints renders to the same bytes, in time zones and with filters, too")
    func described() async throws {
        for arguments in [
            ["--x", "t", "--y", "y", "--by", "who"], ["--x", "x", "--y", "y", "--where", "who=ann"],
            ["--x", "t", "--y", "y", "--time-zone", "Asia/Tokyo"],
        ] {
            let end = try await Command.run(
                ["plot", Self.files + "wave.arrow"] + arguments + Self.small + ["--describe"], in: folder)
            let text = String(decoding: end.output, as: UTF8.self)
            #expect(end.code == 0 && text.contains("\"arrow\": \""), "\(end.error)")
            try folder.write(text, "c.json")
            let rendered = try await Command.run(["render", "c.json", "-o", "-"], in: folder)
            #expect(rendered.code == 0, "\(rendered.error)")
            expectSame(rendered.output, try await png("wave.arrow", arguments))
        }
    }

    @Test("a stream on standard input is read, and a file is known by its first bytes")
    func standardInput() async throws {
        let path = Self.files + "wave.arrows"
        let expected = try await png("wave.arrow", ["--x", "t", "--y", "y"])
        let end = try await Command.shell(
            "vitrail plot - --x t --y y \(Self.small.joined(separator: " ")) -o - < '\(path)'; cp '\(path)' wave.dat; "
                + "vitrail plot wave.dat --x t --y y \(Self.small.joined(separator: " ")) -o dat.png", in: folder)
        #expect(end.code == 0, "\(end.error)")
        expectSame(end.output, expected)
        expectSame(try folder.bytes("dat.png"), expected)
    }

    @Test("mistakes are told with the file, the column and its type")
    func mistakes() async throws {
        for (arguments, code, part) in [
            (["wave.arrow", "--y", "z"], 65, "column \"z\" not found in "),
            (["wave.arrow"], 64, "--y is needed: it names a column; "),
            (
                ["types.arrow", "--y", "list"], 65,
                "column \"list\" is of the type list, which is no number, date or text"
            ),
            (["wave.arrow", "--y", "who"], 65, "\"ann\" is not a number"),
            (["big-endian.arrows", "--y", "a"], 65, "its numbers are big-endian"),
            (["gone.feather", "--y", "a"], 66, "gone.feather: no such file"),
            (["empty.arrow", "--y", "x"], 0, "empty.arrow: no rows"),
            (["wave-lz4.feather", "--y", "x", "--max-memory", "1k"], 65, "--max-memory is 1.0 kB"),
        ] as [([String], Int, String)] {
            let end = try await Command.run(
                ["plot", Self.files + arguments[0]] + arguments.dropFirst() + ["-o", "o.png"], in: folder)
            #expect(end.code == code && end.error.contains(part), "\(arguments): \(end.code) \(end.error)")
        }
        let path = Self.files + "types.arrow"
        try folder.write(
            #"{"data": {"d": {"arrow": "\#(path)"}}, "series": [{"type": "line", "data": "d", "y": "map"}]}"#, "c.json")
        let end = try await Command.run(["render", "c.json", "-o", "o.png"], in: folder)
        #expect(
            end.code == 65
                && end.error.contains("data.d: \(path): not a readable Arrow file: column \"map\" is of the type map"),
            "\(end.error)")
    }
}

import Testing

/// Each failure has its exit code and one message, and leaves no picture.
@Suite("failures")
struct FailureTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(RenderTests.spec, "s.json")
        try folder.write("a,b\n1,2\n3,4\n", "d.csv")
    }

    private func expect(
        _ arguments: [String], _ code: Int, _ parts: [String], input: String = "",
        location: SourceLocation = #_sourceLocation
    ) async throws {
        let before = folder.names
        let end = try await Command.run(arguments, in: folder, input: input)
        #expect(end.code == code, "\(end.error)", sourceLocation: location)
        for part in parts { #expect(end.error.contains(part), sourceLocation: location) }
        #expect(end.output.isEmpty, sourceLocation: location)
        #expect(folder.names == before, sourceLocation: location)
    }

    @Test(
        "usage is 64",
        arguments: [
            (["render"], "<spec>"), (["frobnicate"], "frobnicate"), (["render", "s.json", "--sise", "1x1"], "--sise"),
            (["render", "s.json", "--size", "1e9x1"], "--size is WIDTHxHEIGHT"),
            (["render", "s.json", "--size", "0x10"], "--size"), (["render", "s.json", "--size", "-5x10"], "--size"),
            (["render", "s.json", "--size", "nanxinf"], "--size"),
            (["render", "s.json", "--size", "10x10x10"], "--size"),
            (["render", "s.json", "--scale", "nan"], "--scale is 0.1 to 16"),
            (["render", "s.json", "--scale", "0"], "--scale"),
            (["render", "s.json", "--scale", "inf"], "--scale"), (["render", "s.json", "--scale", "two"], "--scale"),
            (["render", "s.json", "--scale", "16", "--size", "65536x2"], "65536x2 points at scale 16"),
            (["render", "s.json", "--scale", "0.1", "--size", "1x1"], "a side is 1 to 65536 pixels"),
            (["render", "s.json", "--theme", "pink"], "flat, light, dark or flatDark"),
            (["render", "s.json", "--quality", "101"], "--quality"),
            (["render", "s.json", "--device", "-1"], "--device"),
            (["render", "s.json", "--device", "best"], "--device is auto"),
            (["render", "s.json", "--surface", "window"], "--surface"),
            (["render", "s.json", "--format", "gif"], "\"gif\" is no picture format"),
            (["render", "s.json", "--vector", "often"], "--vector is always, auto or never"),
            (["render", "s.json", "-o", "out.gif"], "png, jpeg, webp, rgba"),
            (["render", "s.json", "-o", ""], "-o names a file"),
            (["plot", "d.csv", "--x", "a", "--row-numbers", "--y", "b"], "exclude each other"),
            (["plot", "d.csv", "--locale", "German"], "no locale is called \"German\""),
            (["plot", "d.csv", "--currency", "eur"], "did you mean \"EUR\"?"),
            (["plot", "d.csv", "--sqrt-y", "--log-y"], "--log-y and --sqrt-y exclude each other"),
            (["plot", "d.csv", "--sqrt-y", "--type", "pie"], "--sqrt-y does not work with --type pie"),
            (["plot", "d.csv", "--include-zero", "--log-y"], "a logarithmic axis starts above 0"),
            (["plot", "d.csv", "--include-zero", "--y-range", "1:2"], "leave out --y-range"),
            (["plot", "d.csv", "--compact", "--type", "pie"], "--compact does not work with --type pie"),
            (["plot", "d.csv", "--type", "pie", "--y", "a", "--y", "b"], "one --y"),
            (["plot", "d.csv", "--type", "treemap", "--y", "b"], "treemap"),
        ])
    func usage(arguments: [String], part: String) async throws {
        try await expect(arguments, 64, [part])
    }

    @Test(
        "bad descriptions are 65 and say where",
        arguments: [
            (#"{"serie": []}"#, "serie: unknown key; did you mean \"series\"?"),
            (#"{"series": [{"type": "lien", "data": "d", "y": "y"}]}"#, "did you mean \"line\"?"),
            (#"{"size": {"width": "wide", "height": 1}}"#, "size.width: expected a number, found a string"),
            (#"{"size": {"width": 1e9, "height": 1}}"#, "size.width: 1000000000 device pixels"),
            (#"{"scale": null}"#, "scale"), (#"{"title": 3}"#, "title: expected a string"),
            ("[]", "expected an object, found a list"),
            ("{", "line 1, column 2"), ("", "line 1, column 1"), ("{\"title\": \"\u{1}\"}", "line 1, column 12"),
            (String(repeating: "[", count: 100_000), "line 1"),
            (
                #"{"data": {"d": {"csv": "d.csv"}}, "series": [{"type": "line", "data": "d", "y": "bb"}]}"#,
                "series[0].y: column \"bb\" not found in data \"d\"; did you mean \"b\"?"
            ),
            (
                #"{"data": {"d": {"csv": "broken.csv"}}, "series": [{"type": "line", "data": "d", "y": "b"}]}"#,
                "broken.csv:3: column \"b\": \"x\" is not a number"
            ),
            (
                #"{"data": {"d": {"csv": "ragged.csv"}}, "series": [{"type": "line", "data": "d", "y": "b"}]}"#,
                "ragged.csv:3: the row has 3 cells, the header has 2"
            ),
        ])
    func descriptions(json: String, part: String) async throws {
        try folder.write("a,b\n1,2\n3,x\n", "broken.csv")
        try folder.write("a,b\n1,2\n3,4,5\n", "ragged.csv")
        try folder.write(json, "bad.json")
        try await expect(["render", "bad.json", "-o", "o.png"], 65, ["vitrail: bad.json: ", part])
        try await expect(["render", "-", "-o", "o.png"], 65, ["vitrail: standard input: ", part], input: json)
    }

    @Test("a message has no control characters, which a terminal would obey")
    func control() async throws {
        let end = try await Command.run(["render", "\u{1B}[31mx\u{9B}.json"], in: folder)
        #expect(end.code == 66 && end.error == "vitrail:  [31mx .json: no such file\n")
    }

    @Test("a description beyond its bound is 65, from a file and from a stream")
    func size() async throws {
        try folder.writeZeros(64 << 20 + 1, "big.json")
        try await expect(["render", "big.json", "-o", "o.png"], 65, ["big.json: more than 67108864 bytes"])
        let end = try await Command.shell("vitrail render - -o o.png < big.json", in: folder)
        #expect(end.code == 65 && end.error == "vitrail: standard input: more than 67108864 bytes\n")
        // Endless input.
        let zeros = try await Command.shell("vitrail render - -o o.png < /dev/zero", in: folder)
        #expect(zeros.code == 65 && zeros.error == end.error)
    }

    @Test(
        "bad tables are 65 and say where",
        arguments: [
            ("", "t.csv: no header line"),
            ("a,b\n1,2\n3,4,5\n", "t.csv:3: the row has 3 cells, the header has 2"),
            ("a,b\n1,2\n3,x\n", "t.csv:3: column \"b\": \"x\" is not a number"),
            ("a,b\n1,2013-01-01\n", "t.csv:2: column \"b\": \"2013-01-01\" is not a number"),
            ("a,b\n1,\n", "t.csv: column \"b\" is empty"),
            ("a,b\n1,\"2\n", "t.csv:2: a quote is not closed"),
            ("\u{7F}ELF\u{0}\u{1},b\n1,2\n", "t.csv: this is a program"),
            ("a,bc\n1,2\n", "column \"b\" not found in t.csv; did you mean \"bc\"?"),
            ("a,c\n1,2\n", "column \"b\" not found in t.csv; there are a, c"),
            ("a,b\n1," + String(repeating: "x", count: 5_000_000) + "\n", "xxx…\" is not a number"),
        ])
    func tables(text: String, part: String) async throws {
        try folder.write(text, "t.csv")
        try await expect(["plot", "t.csv", "--x", "a", "--y", "b", "-o", "o.png"], 65, ["vitrail: ", part])
    }

    @Test("no column at all, or more than a table has, are 65")
    func manyColumns() async throws {
        try folder.write(String(repeating: "a,", count: 20_000) + "b\n", "t.csv")
        try await expect(["plot", "t.csv", "--y", "b"], 65, ["t.csv: more than 10000 columns"])
        try folder.write((0..<50).map { "c\($0)" }.joined(separator: ",") + "\n", "t.csv")
        try await expect(["plot", "t.csv", "--y", "nope"], 65, ["there are c0, c1, ", "c23 and 26 more\n"])
        try await expect(["plot", "t.csv"], 64, ["c23 and 26 more"])
    }

    @Test(
        "what is not there, or no file, is 66",
        arguments: [
            (["render", "none.json"], "none.json: no such file"), (["render", "."], "Is a directory"),
            (["render", "s.json/x"], "no such file"),
            (["plot", "none.csv", "--y", "b"], "none.csv: no such file"),
            (["plot", ".", "--y", "b"], "Is a directory"),
            (["plot", "none.csv"], "no such file"),
            (["render", "far.json"], "far.json: data.d: none.csv: no such file"),
            (
                ["render", "s.json", "--font-dir", "none"],
                "--font-dir: font directory none cannot be read: No such file"
            ),
        ])
    func input(arguments: [String], part: String) async throws {
        try folder.write(
            #"{"data": {"d": {"csv": "none.csv"}}, "series": [{"type": "line", "data": "d", "y": "y"}]}"#, "far.json")
        try await expect(arguments + ["-o", "o.png"], 66, [part])
    }

    @Test("a closed standard input is 66, and no other file is taken for it")
    func closedInput() async throws {
        for command in ["render -", "plot - --y b"] {
            let end = try await Command.shell("vitrail \(command) -o o.png <&-", in: folder)
            #expect(end.code == 66)
            #expect(end.error == "vitrail: standard input: cannot be read: Bad file descriptor\n")
        }
    }
}

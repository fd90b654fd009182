import FoundationEssentials

/// A self-contained HTML page that compares two runs: the devices, the results of each area, and each case that failed
/// or differs, with reasons and pictures. The pictures can be blinked and subtracted. The page is well-formed XML.
public struct ComparisonPage {
    private let comparison: RunComparison
    private var lines: [String] = []
    /// Maximum number of bytes of pictures in the page; cases beyond it are listed without pictures.
    private let pictureLimit: Int
    private var pictureBytes = 0
    private var leftOut = 0
    private static let sides = ["A", "B"]
    /// Browsers still open pages of this size.
    public static let defaultPictureLimit = 64 << 20

    public static func text(_ comparison: RunComparison, pictureLimit: Int = defaultPictureLimit) -> String {
        var page = ComparisonPage(comparison, pictureLimit)
        page.write()
        return page.lines.joined(separator: "\n") + "\n"
    }

    /// - Throws: `ConformanceError.cannotWrite`.
    public static func write(_ comparison: RunComparison, to path: String) throws(ConformanceError) {
        try FolderFiles.write(Array(text(comparison).utf8), to: path)
    }

    private init(_ comparison: RunComparison, _ pictureLimit: Int) {
        (self.comparison, self.pictureLimit) = (comparison, pictureLimit)
    }

    private var runs: [StoredRun] { comparison.runs }

    private mutating func write() {
        let title = "Conformance: " + Markup.escaped(runs.map(\.device.renderer).joined(separator: " and "))
        lines += [
            "<!DOCTYPE html>", "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">", "<head>",
            "<meta charset=\"utf-8\"/>",
            "<meta name=\"viewport\" content=\"width=device-width\"/>", "<title>\(title)</title>",
            "<style>\(PageParts.style)</style>", "</head>", "<body>",
            "<h1>\(title)</h1>", "<p>\(Markup.escaped(comparison.summary)).</p>",
        ]
        writeDevices()
        writeExtensions()
        writeAreas()
        writeCases()
        writePrograms()
        lines += ["<script>\(PageParts.script)</script>", "</body>", "</html>"]
    }

    private static func row(_ cells: [String], _ element: String = "td") -> String {
        "<tr>" + cells.map { "<\(element)>\($0)</\(element)>" }.joined() + "</tr>"
    }

    private mutating func writeDevices() {
        func row(_ name: String, _ value: (StoredRun) -> String) -> String {
            Self.row(["<b>\(name)</b>"] + runs.map { Markup.escaped(value($0)) })
        }
        lines += ["<table id=\"devices\">", Self.row([""] + Self.sides, "th")]
        lines += [
            row("renderer", \.device.renderer), row("vendor", \.device.vendor), row("version", \.device.version),
            row("shading language", \.device.shadingLanguage),
            row("EGL", \.device.egl), row("reached by", \.device.platform),
            row("largest texture") { String($0.device.textureSize) },
            row("folder", \.folder), row("cases") { String($0.cases.count) },
            row("seconds") { TableWriter.decimal($0.seconds, 1) },
        ]
        lines += Verdict.allCases.filter { verdict in runs.contains { $0.count(verdict) > 0 } }.map { verdict in
            row(TableWriter.words(verdict)) { String($0.count(verdict)) }
        }
        lines.append("</table>")
    }

    private mutating func writeExtensions() {
        let all = runs.map { Set($0.device.extensions) }
        let parts = [
            ("Only A has", all[0].subtracting(all[1])), ("Only B has", all[1].subtracting(all[0])),
            ("Both have", all[0].intersection(all[1])),
        ]
        lines.append("<h2>Extensions</h2>")
        for (title, names) in parts {
            let list = names.sorted().map { "<code>\(Markup.escaped($0))</code>" }.joined(separator: " ")
            lines.append("<details><summary>\(title) \(names.count)</summary><p>\(list)</p></details>")
        }
    }

    private mutating func writeAreas() {
        lines += [
            "<h2>Areas</h2>", "<table id=\"areas\">",
            Self.row(["area", "cases", "pass on A", "pass on B", "end otherwise"], "th"),
        ]
        for area in comparison.areas {
            let counts =
                [area.pairs.count] + (0...1).map { side in area.pairs.count { $0.sides[side]?.status == .pass } } + [
                    area.pairs.count(where: \.differs)
                ]
            lines.append(
                "<tr><td>\(Markup.escaped(area.name))</td>" + counts.map { "<td class=\"number\">\($0)</td>" }.joined()
                    + "</tr>")
        }
        lines.append("</table>")
    }

    // MARK: Cases

    private mutating func writeCases() {
        let told = comparison.pairs.filter(\.isTold)
        lines += [
            "<h2>Cases that end otherwise, look otherwise, or fail</h2>",
            "<p><label>Names with <input id=\"filter\" type=\"search\"/></label></p>",
        ]
        lines += ["<table id=\"cases\">", Self.row(["case"] + Self.sides, "th")]
        for pair in told {
            let name = Markup.escaped(pair.name)
            lines.append(
                "<tr data-case=\"\(name)\"><td><a href=\"#\(name)\">\(name)</a></td>"
                    + pair.sides.map { "<td>\(Self.status($0))</td>" }.joined() + "</tr>")
        }
        lines.append("</table>")
        for pair in told { writeCase(pair) }
        if leftOut > 0 {
            lines.append(
                "<p>The pictures of \(leftOut) cases are left out: \(pictureLimit) bytes of pictures are the limit.</p>"
            )
        }
    }

    private static func status(_ side: StoredRun.Case?) -> String {
        guard let side else { return "not run" }
        return
            "<span class=\"\(side.status.rawValue)\">\(side.status.rawValue)</span> (\(TableWriter.words(side.verdict)))"
    }

    private mutating func writeCase(_ pair: RunComparison.Pair) {
        let name = Markup.escaped(pair.name)
        lines += [
            "<section id=\"\(name)\" data-case=\"\(name)\">", "<h3>\(name)</h3>", "<table>",
            Self.row([""] + Self.sides, "th"),
        ]
        func row(_ title: String, _ value: (StoredRun.Case) -> String?) {
            let cells = pair.sides.map { side in side.flatMap(value).map { "<pre>\(Markup.escaped($0))</pre>" } ?? "" }
            if cells.contains(where: { !$0.isEmpty }) { lines.append(Self.row(["<b>\(title)</b>"] + cells)) }
        }
        lines.append(Self.row(["<b>status</b>"] + pair.sides.map(Self.status)))
        if let difference = pair.difference {
            lines.append(
                "<tr><td><b>results</b></td><td colspan=\"2\"><pre>\(Markup.escaped(difference))</pre></td></tr>")
        }
        row("reason") { $0.reason.isEmpty ? nil : $0.reason }
        row("worst pixels") { $0.worstPixels?.map(\.description).joined(separator: "\n") }
        row("known", \.known)
        row("standard error", \.log)
        row("seconds") { TableWriter.decimal($0.seconds, 3) }
        row("programs") { $0.programs?.joined(separator: " ") }
        lines.append("</table>")
        writePictures(of: pair)
        lines.append("</section>")
    }

    private static let kinds = [("reference", "reference"), ("result", "result"), ("errorMask", "error mask")]

    /// Returns all pictures of a case; a reference that both runs share appears once.
    private func pictures(of pair: RunComparison.Pair) -> [(title: String, bytes: [UInt8])] {
        var found: [(title: String, bytes: [UInt8])] = []
        for (kind, words) in Self.kinds {
            for (side, run) in runs.enumerated() {
                guard let file = pair.sides[side]?.pictures?[kind], let bytes = run.picture(file) else { continue }
                let isRepeated = kind == "reference" && found.contains { $0.bytes == bytes }
                if !isRepeated {
                    found.append((kind == "reference" ? words : "\(words) of \(Self.sides[side])", bytes))
                }
            }
        }
        return found
    }

    private mutating func writePictures(of pair: RunComparison.Pair) {
        let all = pictures(of: pair)
        let bytes = all.reduce(0) { $0 + $1.bytes.count }
        guard !all.isEmpty else { return }
        guard pictureBytes + bytes <= pictureLimit else { return leftOut += 1 }
        pictureBytes += bytes
        lines += ["<div class=\"viewer\" data-mode=\"side\">", "<div class=\"pictures\">"]
        for picture in all {
            let title = Markup.escaped(picture.title)
            let data = Data(picture.bytes).base64EncodedString()
            lines.append(
                "<figure><img alt=\"\(title)\" src=\"data:image/png;base64,\(data)\"/><figcaption>\(title)</figcaption></figure>"
            )
        }
        lines.append("</div>")
        // If there are two results, compare them; otherwise compare the result with the reference.
        let results = all.indices.filter { all[$0].title.hasPrefix("result") }
        let chosen = results.count == 2 ? results : [0, min(1, all.count - 1)]
        func choice(_ selected: Int) -> String {
            "<select>"
                + all.enumerated().map { k, picture in
                    "<option value=\"\(k)\"\(k == selected ? " selected=\"selected\"" : "")>\(Markup.escaped(picture.title))</option>"
                }.joined() + "</select>"
        }
        let modes = [
            ("blink", "blink"), ("difference", "difference"), ("amplified", "difference × 8"), ("side", "off"),
        ]
        lines.append(
            "<p>" + choice(chosen[0]) + " " + choice(chosen[1])
                + modes.map { " <button type=\"button\" data-mode=\"\($0)\">\($1)</button>" }.joined() + "</p>")
        lines += ["<div class=\"stack\"><img class=\"under\" alt=\"\"/><img class=\"over\" alt=\"\"/></div>", "</div>"]
    }

    // MARK: Programs

    /// Lists the programs of the shown cases: each driver's log, and the sources, twice only if they differ.
    private mutating func writePrograms() {
        var names: [String] = []
        for pair in comparison.pairs where pair.isTold {
            for name in pair.sides.flatMap({ $0?.programs ?? [] }) where !names.contains(name) { names.append(name) }
        }
        let programs = names.map { name in (name, runs.map { ProgramFolder($0.folder).program(name) }) }.filter {
            $0.1.contains { $0 != nil }
        }
        guard !programs.isEmpty else { return }
        lines.append("<h2>Programs</h2>")
        for (name, sides) in programs {
            lines += [
                "<details class=\"program\"><summary>\(Markup.escaped(name)): "
                    + zip(Self.sides, sides).map { "\($0) \(Self.outcome($1))" }.joined(separator: ", ") + "</summary>"
            ]
            for (side, program) in zip(Self.sides, sides) {
                guard let program else { continue }
                for (title, log) in program.stages.map({ ("\($0.kind) shader", $0.log) }) + [("program", program.log)]
                where !log.isEmpty {
                    lines.append("<p>\(side), \(title):</p><pre>\(Markup.escaped(log))</pre>")
                }
            }
            let isShared = sides[0]?.stages.map(\.source) == sides[1]?.stages.map(\.source)
            for (side, program) in zip(Self.sides, sides).prefix(isShared ? 1 : 2) {
                for stage in program?.stages ?? [] {
                    lines.append(
                        "<p>\(isShared ? "" : side + ", ")\(stage.kind) shader:</p><pre>\(Markup.escaped(stage.source))</pre>"
                    )
                }
            }
            lines.append("</details>")
        }
    }

    private static func outcome(_ program: ProgramReport?) -> String {
        guard let program else { return "has not used it" }
        guard program.isLinked else {
            return program.stages.allSatisfy(\.isCompiled) ? "does not link it" : "does not compile it"
        }
        return program.stages.allSatisfy(\.log.isEmpty) && program.log.isEmpty ? "links it" : "links it with remarks"
    }
}

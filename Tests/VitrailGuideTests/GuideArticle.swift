import Foundation

/// docs/from-the-guides.md, parsed: one section per document, with its headings, captions, samples and tables.
struct GuideArticle {
    struct Section {
        /// The number of the document: `000`.
        var number: String
        /// Parts in order, each with a heading of the document.
        var parts: [Part] = []
        /// Lines that look like headings of the document, but belong to pictures or the page around it.
        var captions: Set<String> = []
        /// Inline code of the first column of tables: names of the document.
        var oldNames: [String] = []
        /// Inline code of the second column: names of the library.
        var names: [String] = []
        var text = ""

        var headings: [String] { parts.map(\.heading) }
        var blocks: [Block] { parts.flatMap(\.blocks) }
    }

    struct Part {
        var heading: String
        var blocks: [Block] = []
        /// All text except code blocks.
        var text = ""
    }

    /// A fenced block of Swift.
    struct Block {
        var name: String
        var lines: [String]
    }

    var sections: [Section] = []

    init(_ text: String) {
        var open: Block?
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("## ") { sections.append(Section(number: String(line.dropFirst(3).prefix(3)))) }
            guard !sections.isEmpty else { continue }
            let last = sections.count - 1
            guard var block = open else {
                open = sections[last].read(line)
                continue
            }
            if line == "```" {
                sections[last].add(block)
                open = nil
            } else {
                block.lines.append(line)
                open = block
            }
        }
    }

    static func code(in text: String) -> [String] {
        text.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }

    static func quoted(in text: String) -> [String] {
        text.components(separatedBy: "“").dropFirst().compactMap { $0.components(separatedBy: "”").first }
    }
}

extension GuideArticle.Section {
    /// - Returns: the block, if the line begins one.
    fileprivate mutating func read(_ line: String) -> GuideArticle.Block? {
        if line.hasPrefix("### ") { parts.append(GuideArticle.Part(heading: String(line.dropFirst(4)))) }
        text += line + "\n"
        if !parts.isEmpty { parts[parts.count - 1].text += line + "\n" }
        if line.hasPrefix("```swift") {
            return GuideArticle.Block(name: line.dropFirst(8).trimmingCharacters(in: .whitespaces), lines: [])
        }
        if line.hasPrefix("| ") {
            let cells = line.components(separatedBy: " | ")
            oldNames += GuideArticle.code(in: cells[0])
            names += cells.count > 1 ? GuideArticle.code(in: cells[1]) : []
        } else if !line.hasPrefix("#") {
            captions.formUnion(GuideArticle.quoted(in: line))
        }
        return nil
    }

    /// A block before the first heading gets a part without a heading.
    fileprivate mutating func add(_ block: GuideArticle.Block) {
        if parts.isEmpty { parts.append(GuideArticle.Part(heading: "")) }
        parts[parts.count - 1].blocks.append(block)
    }
}

/// One of the five documents in ../shared/spec/sources.
struct SourceDocument {
    let number: String
    let lines: [String]

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "../../../shared/spec/sources")
    static let numbers = ["000", "001", "002", "003", "004"]
    static var areThere: Bool { numbers.allSatisfy { file($0) != nil } }

    init?(_ number: String) {
        guard let file = Self.file(number), let text = try? String(contentsOf: file, encoding: .utf8) else {
            return nil
        }
        self.number = number
        lines = text.components(separatedBy: "\n").map { $0.replacingOccurrences(of: "\r", with: "") }
    }

    private static func file(_ number: String) -> URL? {
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return files?.first { $0.lastPathComponent.hasPrefix(number + "_") }
    }

    var text: String { lines.joined(separator: "\n") }

    /// Lines that are headings, and captions of pictures, which look the same.
    ///
    /// 002 is Markdown. In 001, a page without blank lines, a heading is a line without a full stop between two
    /// paragraphs. In the other documents it is such a line between blank lines.
    var headings: [(line: Int, text: String)] {
        if number == "002" {
            return lines.indices.filter { lines[$0].hasPrefix("##") }.map {
                ($0, lines[$0].trimmingCharacters(in: CharacterSet(charactersIn: "# ")))
            }
        }
        return lines.indices.filter { number == "001" ? isBetweenParagraphs($0) : isAlone($0) }.map { ($0, line($0)) }
    }

    /// Whether a line ends like a line of code.
    func isCode(_ k: Int) -> Bool { [";", "{", "}", "@end"].contains { line(k).hasSuffix($0) } }

    private func line(_ k: Int) -> String {
        lines.indices.contains(k) ? lines[k].trimmingCharacters(in: .whitespaces) : ""
    }

    /// Whether it begins with a letter and ends with a letter, a digit or an ellipsis, so that it is no sentence, list
    /// item or code.
    private func isTitle(_ text: String) -> Bool {
        guard text.count <= 80, let first = text.first, let last = text.last else { return false }
        return first.isLetter && (last.isLetter || last.isNumber || last == "…")
            && !text.hasPrefix("See related code sample")
    }

    private func isAlone(_ k: Int) -> Bool {
        line(k - 1).isEmpty && line(k + 1).isEmpty && !lines[k].hasPrefix("  ") && isTitle(line(k))
    }

    private func isBetweenParagraphs(_ k: Int) -> Bool {
        let (text, before, after) = (line(k), line(k - 1), line(k + 1))
        guard isTitle(text), text.first?.isUppercase == true, text.contains(" ") || text == "Annotations" else {
            return false
        }
        let ends = before.isEmpty || before == "@end" || before.last.map { ".!?…)}".contains($0) } == true
        return ends && after.first?.isUppercase == true
    }
}

/// The samples in this folder: the lines between `// sample: NAME` and `// end`, without their indentation.
struct GuideSamples {
    private(set) var regions: [String: [String]] = [:]
    /// Names of regions that occur twice or do not end.
    private(set) var mistakes: [String] = []

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    init() throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        for file in files where file.lastPathComponent.hasSuffix("Samples.swift") {
            var open: (name: String, lines: [String])?
            for line in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n") {
                let mark = line.trimmingCharacters(in: .whitespaces)
                if mark.hasPrefix("// sample: ") {
                    if let open { mistakes.append("\(open.name) does not end") }
                    open = (String(mark.dropFirst(11)), [])
                } else if mark == "// end", let region = open {
                    if regions.updateValue(Self.unindented(region.lines), forKey: region.name) != nil {
                        mistakes.append("\(region.name) is there twice")
                    }
                    open = nil
                } else {
                    open?.lines.append(line)
                }
            }
            if let open { mistakes.append("\(open.name) does not end") }
        }
    }

    private static func unindented(_ lines: [String]) -> [String] {
        let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { String($0.dropFirst(indent)) }
    }
}
